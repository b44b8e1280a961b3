"""How long ``damka console`` takes to its first answer, beside the bare import of what it stands on.

Each figure is the median of several starts; the peer is timed between them in the same run.

    python benchmarks/startup.py [STARTS]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from bot.chats.port import Input, PlaceRef, Speaker
from bot.commands.dispatch import Dispatcher
from bot.regulations import Library
from bot.timekeeper import WallClock
from storage import open_database

PEER = "import sqlalchemy.ext.asyncio, PIL.Image, pydantic"
GAMES = 5_000
PLACES = 100
LINE = json.dumps({"chat": "place-0", "user": "anna", "text": "/help"}).encode() + b"\n"

LIMITS = {"existing file": 2.0, "first start": 3.5}
MOST_SECONDS_MORE = 1.0
MOST_MEGABYTES = 150


def time_peer() -> float:
    """Seconds of a process that only imports the libraries."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", PEER], check=True)
    return time.perf_counter() - began


def time_first_answer(database: Path) -> tuple[float, float]:
    """Seconds from the start of the program until a line is answered, and its memory then in megabytes."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "console", "--jsonl", "--db", str(database)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(LINE)
        process.stdin.flush()
        while json.loads(process.stdout.readline())["event"] != "done":
            pass
        seconds = time.perf_counter() - began
        memory = resident(process.pid)
        process.stdin.close()
        process.stdout.read()
    return seconds, memory


def resident(process: int) -> float:
    """Megabytes that a process holds, or the most any child has held where that is not told."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


async def fill(database: Path, games: int) -> None:
    """Store ``games`` unfinished games with running clocks and a move each, through the command layer."""
    db = open_database(database)
    await db.take_over(datetime.now(UTC))
    dispatcher = Dispatcher(db, Library.shipped(), WallClock(), random.Random(1))

    async def hear(place: int, user: str, text: str) -> None:
        ref = PlaceRef("console", "damka", f"place-{place}")
        await dispatcher.handle(
            Input(ref, False, Speaker(user, user.title(), username=user), datetime.now(UTC), text=text)
        )

    for number in range(games):
        place, pair = number % PLACES, number // PLACES
        anna, piotr = f"anna{pair}", f"piotr{pair}"
        if not place:
            await hear(place, piotr, "/help")
        await hear(place, anna, f"/play @{piotr} grodziec-2017 white 2d")
        await hear(place, piotr, "/accept")
        await hear(place, anna, "c3-d4")
        await hear(place, piotr, "b6-a5")
    async with db.reading() as found:
        waiting = await found.outbox.places()
        rows = [row for place in waiting for row in await found.outbox.pending(place, 1_000_000)]
    async with db.unit_of_work() as unit:
        await unit.outbox.supersede([row.id for row in rows])
        await unit.commit()
    await db.close()


def median(samples: list[float]) -> float:
    return statistics.median(samples)


def main() -> int:
    """Print every figure and its limit; 1 where a limit is passed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("starts", nargs="?", type=int, default=7, help="starts for each figure")
    parser.add_argument("--games", type=int, default=GAMES, help="unfinished games in the full database")
    options = parser.parse_args()
    met = True
    with tempfile.TemporaryDirectory() as folder:
        existing, full = Path(folder, "existing.db"), Path(folder, "full.db")
        time_first_answer(existing)
        peer, again, first, more, memory = [], [], [], [], []
        print(f"storing {options.games} games ...", file=sys.stderr)
        asyncio.run(fill(full, options.games))
        for number in range(options.starts):
            peer.append(time_peer())
            again.append(time_first_answer(existing)[0])
            first.append(time_first_answer(Path(folder, f"new-{number}.db"))[0])
            # after a pause in which every clock has to be given time back, as after any restart
            copy = Path(folder, f"full-{number}.db")
            shutil.copy(full, copy)
            seconds, held = time_first_answer(copy)
            more.append(seconds)
            memory.append(held)
        print(f"bare import             {median(peer):6.3f} s")
        for name, samples in (("existing file", again), ("first start", first)):
            ratio = median(samples) / median(peer)
            met &= ratio <= LIMITS[name]
            print(
                f"{name:<15}         {median(samples):6.3f} s   {ratio:5.2f} times (at most {LIMITS[name]})"
            )
        difference = median(more) - median(again)
        met &= difference < MOST_SECONDS_MORE and median(memory) < MOST_MEGABYTES
        print(
            f"{options.games} open games         {median(more):6.3f} s   {difference:5.2f} s more (below 1)"
        )
        print(f"memory then             {median(memory):6.1f} MB  (less than {MOST_MEGABYTES})")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
