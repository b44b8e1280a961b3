"""A thousand games at once: how many moves a process carries, and how long each waits for its stored answer.

    python benchmarks/load.py [--games 1000] [--moves 10000] [--database URL] [--processes 1]

Every game is in a chat of its own, played by two people of its own. First as many moves as go through, of
many games at once; then moves that arrive at random at half the rate at which they were answered, and how
long each takes from the input until its answer is stored. Messages are rendered with their pictures and
handed to a chat that takes them at once. ``--stored`` compares the cost of a move in a database of 100 games
with one of 10,000.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.app import Damka, running
from bot.chats.port import Bot, Capabilities, Input, Outcome, PlaceRef, Rendered, Sent, Speaker
from bot.regulations import Library
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from rules.actions import Play
from rules.clock import NO_CLOCK
from rules.game import start
from rules.pieces import Color

REGULATION = "pzwarc-64"
AT_ONCE = 64
COURSES = 40
"""different random games, which all chats share: the engine that makes them is not what is measured"""
ENOUGH = 1.2
CHUNK = 50
"""moves of one database before it is the turn of the other"""

Move = tuple[str, str]


class Chats:
    """A platform that takes every message at once; each process speaks on one of its own."""

    capabilities = Capabilities(True, 8, 12, True, 4096, 1024, 1 << 20, 10)

    def __init__(self, platform: str) -> None:
        self.platform = platform
        self.sent = 0
        self.last = 0.0

    async def run(self, bot: Bot) -> None:
        bot.hearing(self.platform)
        await asyncio.Event().wait()

    async def are_quiet(self) -> None:
        """Wait until nothing is sent for a second."""
        asked = time.perf_counter()
        while (left := max(self.last, asked) + 1.0 - time.perf_counter()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left)

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        self.sent += 1
        self.last = time.perf_counter()
        return Sent(edit or str(key))


@dataclass(frozen=True)
class Figures:
    """Moves a second at most, until each is stored, and until its board is sent too; seconds from input to
    stored answer; MiB; messages sent."""

    stored: float
    said: float
    p50: float
    p95: float
    p99: float
    memory: float
    sent: int


def courses(count: int, rng: random.Random) -> list[list[Move]]:
    """Random games: who moves, and what."""
    rules = Library.shipped().get(REGULATION).play
    made = []
    for _ in range(count):
        game, moves = start(rules, NO_CLOCK, datetime.now(UTC)), []
        while not game.is_over and len(moves) < 60:
            text = rules.game_type.format_move(game.position, rng.choice(game.position.legal_moves()))
            moves.append(("white" if game.turn is Color.WHITE else "black", text))
            game, _ = game.apply(game.turn, Play(text), datetime.now(UTC))
        made.append(moves)
    return made


class Crowd:
    """Games ``first`` to ``first + count``, each with the moves that are still to come."""

    def __init__(self, bot: Damka, name: str, first: int, count: int, made: Sequence[list[Move]]) -> None:
        self._bot = bot
        self._name = name
        self._inputs = 0
        self.left = {number: list(made[number % len(made)]) for number in range(first, first + count)}

    async def say(self, number: int, user: str, text: str) -> None:
        self._inputs += 1
        account = f"{user}{number}"
        await self._bot.hear(
            Input(
                PlaceRef(self._name, "load", f"chat {number}"),
                False,
                Speaker(account, account.title(), account, "pl"),
                datetime.now(UTC),
                update=f"{self._name} {number} {self._inputs}",
                text=text,
            ),
            send=False,
        )

    async def begin(self) -> None:
        """All games begin."""
        await _at_once(self._begin(number) for number in self.left)

    async def _begin(self, number: int) -> None:
        await self.say(number, "black", "/start")
        await self.say(number, "white", f"/play @black{number} {REGULATION} white")
        await self.say(number, "black", "/accept")

    def orders(self, count: int, rng: random.Random) -> list[int]:
        """Games in the order in which their next moves come."""
        counts = {number: len(moves) for number, moves in self.left.items()}
        pool = [number for number, left in counts.items() for _ in range(left)]
        return rng.sample(pool, min(count, len(pool)))

    async def move(self, number: int) -> float:
        """The next move of a game; how long its answer took."""
        user, text = self.left[number].pop(0)
        began = time.perf_counter()
        await self.say(number, user, text)
        return time.perf_counter() - began


async def _at_once(work: Iterable[object]) -> list[float]:
    """Do everything, so many at a time."""
    room, done = asyncio.Semaphore(AT_ONCE), []

    async def one(what: object) -> None:
        async with room:
            done.append(await what)  # type: ignore[misc]

    await asyncio.gather(*(one(what) for what in work))
    return done


async def measure(address: str, name: str, first: int, games: int, moves: int) -> Figures:
    """One process that carries ``games`` games."""
    rng, chats = random.Random(first), Chats(name)
    made = courses(COURSES, random.Random(5))
    async with running(address, {name: chats}, Catalogues.load(), WallClock(), language="pl") as bot:
        talking = asyncio.create_task(bot.talk(chats))
        crowd = Crowd(bot, name, first, games, made)
        await crowd.begin()
        order = crowd.orders(moves, rng)
        half = len(order) // 2
        began = time.perf_counter()
        await _at_once(crowd.move(number) for number in order[:half])
        stored = half / (time.perf_counter() - began)
        await chats.are_quiet()
        said = half / (chats.last - began)
        took = await _at_random(crowd, order[half:], said / 2, rng)
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)
    cuts = statistics.quantiles(took, n=100)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Figures(stored, said, cuts[49], cuts[94], cuts[98], memory, chats.sent)


async def _at_random(crowd: Crowd, order: Sequence[int], rate: float, rng: random.Random) -> list[float]:
    """Moves come as people make them: at random, ``rate`` of them a second on average."""
    tasks = []
    due = time.perf_counter()
    for number in order:
        due += rng.expovariate(rate)
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        tasks.append(asyncio.create_task(crowd.move(number)))
    return list(await asyncio.gather(*tasks))


def worker(address: str, name: str, first: int, games: int, moves: int) -> str:
    """``measure`` in a process of its own."""
    return json.dumps(asdict(asyncio.run(measure(address, name, first, games, moves))))


def load(address: str, processes: int, games: int, moves: int) -> None:
    """All processes at once on one database."""
    each = games // processes
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        jobs = [
            pool.submit(worker, address, f"damka{at}", at * each, each, moves // processes)
            for at in range(processes)
        ]
        found = [Figures(**json.loads(job.result())) for job in jobs]
    stored = sum(figures.stored for figures in found)
    said = sum(figures.said for figures in found)
    print(
        f"{processes} process(es), {games} games at once: {stored:.0f} moves/s stored,"
        f" {said:.0f} moves/s with their boards drawn and sent"
    )
    for figures in found:
        print(
            f"  at random, half as many: p50 {figures.p50 * 1e3:.1f} ms, p95 {figures.p95 * 1e3:.1f} ms,"
            f" p99 {figures.p99 * 1e3:.1f} ms; {figures.memory:.0f} MiB; {figures.sent} messages sent"
        )


async def compare_stored(folder: Path, few: int, many: int, moves: int) -> float:
    """How much more a move costs in the larger database, its board drawn and sent; both in turns, in one
    process, each quiet while the other one plays."""
    made, texts = courses(COURSES, random.Random(5)), Catalogues.load()
    chats = {few: Chats("few"), many: Chats("many")}
    async with (
        running(folder / "few.db", {"few": chats[few]}, texts, WallClock(), language="pl") as one,
        running(folder / "many.db", {"many": chats[many]}, texts, WallClock(), language="pl") as two,
    ):
        crowds = {few: Crowd(one, "few", 0, few, made), many: Crowd(two, "many", 0, many, made)}
        for count, crowd in crowds.items():
            await crowd.begin()
            await chats[count].are_quiet()
        # the same games are played in both, from their beginning: only what is stored beside them differs
        order = crowds[few].orders(moves, random.Random(3))
        spent: dict[int, list[float]] = {few: [], many: []}
        for at in range(0, len(order), CHUNK):
            for count, crowd in crowds.items():
                began = time.process_time()
                for number in order[at : at + CHUNK]:
                    await crowd.move(number)
                await chats[count].are_quiet()
                spent[count].append(time.process_time() - began)
    # the first ones warm everything up
    return statistics.median(spent[many][2:]) / statistics.median(spent[few][2:])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--database", help="address of a server (default: a file)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--stored", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.stored:
            ratio = asyncio.run(compare_stored(Path(folder), 100, 10_000, 1500))
            print(f"a move among 10,000 stored games costs {ratio:.2f} of one among 100")
            return int(ratio > ENOUGH)
        load(
            options.database or str(Path(folder) / "load.db"),
            options.processes,
            options.games,
            options.moves,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
