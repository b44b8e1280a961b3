"""Answers over Telegram: how many a second, and how long each takes beside a bare bot in the same run.

    python benchmarks/telegram.py [--rounds 5] [--games 60]

The program runs as ``damka run`` on a file, the pace limits off. The bare bot is python-telegram-bot with one
durable commit for each update. The far end, which both bots see, is in this process. One after the other is
asked, when nothing else goes on, for a text or for the picture after a move, and the medians of all rounds
are compared. Then everybody in many chats asks as soon as they have been answered; of the rounds the best one
counts, since the machine may have others to work for. Exit status 1 where a figure is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from lean.bot_api import PICTURES, TOKEN, BotApi

from bot.pictures.scene import draw
from bot.regulations import Library
from bot.replies import BoardImage
from rules.actions import Play
from rules.clock import NO_CLOCK
from rules.game import start
from rules.pieces import Color
from rules.presets import game_type

REGULATION = "pzwarc-64"
GAME = "brazilian"
FOLDER = Path(__file__).parent
SINGLE = 40
"""questions of each kind and round when nothing else goes on"""
PAUSE = 0.02
"""seconds between them"""
IN_A_ROW = 8
"""questions of each kind, chat and round when everybody asks"""
LEAST_TEXTS, LEAST_PICTURES = 100, 60
"""answered updates a second"""
MOST_TEXTS, MOST_PICTURES = 2.5, 4.0
"""how many times as long as the bare bot takes"""


def courses(count: int, length: int) -> list[list[tuple[bool, str]]]:
    """Beginnings of random games: whether White moves, and what."""
    rules, rng, made = Library.shipped().get(REGULATION).play, random.Random(5), []
    while len(made) < count:
        game, moves = start(rules, NO_CLOCK, datetime.now(UTC)), []
        while not game.is_over and len(moves) < length:
            text = rules.game_type.format_move(game.position, rng.choice(game.position.legal_moves()))
            moves.append((game.turn is Color.WHITE, text))
            game, _ = game.apply(game.turn, Play(text), datetime.now(UTC))
        if len(moves) == length and not game.is_over:
            made.append(moves)
    return made


class Table:
    """Two people in a group of their own, and what they play there."""

    def __init__(self, api: BotApi, number: int, course: Sequence[tuple[bool, str]]) -> None:
        self._api = api
        self._group = api.chat(-1_000_000_000_000 - number)
        self._white, self._black = 2_000_000 + 2 * number, 2_000_001 + 2 * number
        self._left = list(course)
        self._asked = 0

    async def begin(self) -> None:
        for person in (self._white, self._black):
            await self._api.ask(self._api.chat(person), person, "/start")
        await self._api.ask(self._group, self._black, "/start")
        await self._api.ask(self._group, self._white, f"/play @u{self._black} {REGULATION} white")
        await self._api.ask(self._group, self._black, "/accept", PICTURES)

    async def begin_bare(self) -> None:
        await self._api.ask(self._group, self._white, "a board", PICTURES)

    async def ask(self) -> float:
        """A question that is answered with a text, by turns in the group and in private."""
        self._asked += 1
        if self._asked % 2:
            return await self._api.ask(self._group, self._white, "/moves")
        return await self._api.ask(self._api.chat(self._black), self._black, "/games")

    async def move(self) -> float:
        """The next move, in answer to the picture of the board."""
        is_white, text = self._left.pop(0)
        return await self._api.ask(self._group, self._white if is_white else self._black, text, PICTURES)


@asynccontextmanager
async def process(*command: str, log: Path, **environment: str) -> AsyncIterator[None]:
    """A program that runs meanwhile."""
    with log.open("wb") as output:
        running = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=output, stderr=output, env={**os.environ, **environment}
        )
    try:
        yield
    except TimeoutError:
        print(_end_of(log), file=sys.stderr)
        raise
    finally:
        if running.returncode is None:
            running.kill()
        await running.wait()


def _end_of(log: Path) -> str:
    return log.read_text()[-3000:]


@asynccontextmanager
async def damka(api: BotApi, folder: Path) -> AsyncIterator[None]:
    """The program at the one far end."""
    config = folder / "config.toml"
    config.write_text(f'[telegram]\napi = "{api.url}"\npace = false\n')
    async with process(
        *("-m", "bot", "run", "--config", str(config)),
        log=folder / "damka.log",
        XDG_DATA_HOME=str(folder),
        DAMKA_TELEGRAM_TOKEN=TOKEN,
    ):
        await api.polled()
        yield


@asynccontextmanager
async def bare_bot(api: BotApi, folder: Path, picture: bytes) -> AsyncIterator[None]:
    """The bare bot at the other one."""
    file = folder / "picture.png"
    file.write_bytes(picture)
    script = str(FOLDER / "lean" / "echo_bot.py")
    async with process(script, api.url, TOKEN, str(folder / "bare.db"), str(file), log=folder / "bare.log"):
        await api.polled()
        yield


def picture() -> bytes:
    """A board as the program draws it, with all pieces on it."""
    kind = game_type(GAME)
    return draw(BoardImage(GAME, kind.format_fen(kind.initial_position())))


async def rate(tables: Sequence[Table], ask: Callable[[Table], Awaitable[float]]) -> float:
    """Everybody asks at once, and again as soon as they are answered; answers a second."""

    async def one(table: Table) -> None:
        for _ in range(IN_A_ROW):
            await ask(table)

    began = time.perf_counter()
    await asyncio.gather(*map(one, tables))
    return len(tables) * IN_A_ROW / (time.perf_counter() - began)


async def single(
    ours: Sequence[Table], bare: Sequence[Table], ask: Callable[[Table], Awaitable[float]]
) -> tuple[list[float], list[float]]:
    """One question at a time, to both by turns; seconds."""
    times: tuple[list[float], list[float]] = [], []
    for number in range(SINGLE):
        for tables, found in zip((ours, bare), times, strict=True):
            await asyncio.sleep(PAUSE)
            found.append(await ask(tables[number % len(tables)]))
    return times


async def measure(folder: Path, rounds: int, games: int) -> bool:
    """Print all figures; whether they are as required."""
    length = rounds * (IN_A_ROW + SINGLE // games + 1) + IN_A_ROW
    made = courses(games, length)
    kinds = {"text": Table.ask, "picture": Table.move}
    required = {"text": (LEAST_TEXTS, MOST_TEXTS), "picture": (LEAST_PICTURES, MOST_PICTURES)}
    ours_alone: dict[str, list[float]] = {kind: [] for kind in kinds}
    bare_alone: dict[str, list[float]] = {kind: [] for kind in kinds}
    ours_rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    bare_rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    async with (
        BotApi() as one,
        BotApi() as other,
        damka(one, folder),
        bare_bot(other, folder, picture()),
    ):
        ours = [Table(one, number, course) for number, course in enumerate(made)]
        bare = [Table(other, number, course) for number, course in enumerate(made)]
        for table in ours:
            await table.begin()
        for table in bare:
            await table.begin_bare()
        for round_ in range(rounds + 1):  # the first one warms everything up
            for kind, ask in kinds.items():
                times = await single(ours, bare, ask) if round_ else ([], [])
                ours_alone[kind] += times[0]
                bare_alone[kind] += times[1]
                ours_rate, bare_rate = await rate(ours, ask), await rate(bare, ask)
                if round_:
                    ours_rates[kind].append(ours_rate)
                    bare_rates[kind].append(bare_rate)
    is_fast = True
    print(f"calls with pictures: {one.largest_file} octets at most, {other.largest_file} of the bare bot")
    for kind, (least, most) in required.items():
        ours_took, bare_took = statistics.median(ours_alone[kind]), statistics.median(bare_alone[kind])
        ratio, best = ours_took / bare_took, max(ours_rates[kind])
        is_fast &= best >= least and ratio <= most
        print(
            f"{kind:8} {best:6.0f}/s at best (median {statistics.median(ours_rates[kind]):.0f},"
            f" bare bot {max(bare_rates[kind]):.0f}; required {least})"
        )
        print(
            f"{kind:8} {ours_took * 1e3:6.1f} ms, bare bot {bare_took * 1e3:.1f} ms:"
            f" ratio {ratio:.2f} (at most {most})"
        )
    return is_fast


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return int(not asyncio.run(measure(Path(folder), options.rounds, options.games)))


if __name__ == "__main__":
    sys.exit(main())
