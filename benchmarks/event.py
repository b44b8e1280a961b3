"""Whole events through the program: whether a result costs the same in the first round and in the last.

    python benchmarks/event.py [--entrants 200] [--rounds 9] [--pairs 500]

A Swiss whose results the organiser reports, with everything that follows from each until it is sent; then how
many messages the announcement of one round of 500 pairs takes, and whether everybody who can be reached is
told once. Times are the processor's. Fails if a result of the last rounds takes more than 1.3 times as long
as one of the first, if a chat gets more than 12 messages, or if somebody is told nothing, or twice.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app import Damka
from bot.chats.console import CAPABILITIES
from bot.chats.port import Capabilities, Input, Outcome, PlaceRef, Rendered, Sent, Speaker
from bot.commands.tournament.eventfile import EventCache, EventFile
from bot.commands.tournament.events import EventReader
from bot.regulations import Library
from bot.texts import Catalogues
from bot.timekeeper import VirtualClock
from storage import Database, open_database

NOW = datetime(2026, 12, 6, 9, 0, tzinfo=UTC)
MOST_SLOWER, MOST_MESSAGES = 1.3, 12
HALL, ORGANISER = "hall", "olga"
REGULATION = "pzwarc-64"


@dataclass
class Counting:
    """The port of a chat that nobody is in; new messages are counted by chat."""

    platform: str = "console"
    capabilities: Capabilities = CAPABILITIES
    messages: Counter[str] = field(default_factory=Counter)

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        if edit is None and message.to is None:
            self.messages[place.chat] += 1
        return Sent(edit or f"{key}.{part}")


class Hall:
    """An event in a chat, and the program behind it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.port = Counting()
        self.clock = VirtualClock(NOW)
        ports = {self.port.platform: self.port}
        self.bot = Damka(
            database, ports, Catalogues.load(), self.clock, "en", in_step=True, lots=random.Random(1)
        )
        self._cache = EventCache()

    async def say(self, user: str, text: str, chat: str = HALL) -> None:
        """Somebody says something; everything that follows from it has been sent when this returns."""
        alone = PlaceRef(self.port.platform, "damka", f"@{user}")
        place = PlaceRef(self.port.platform, "damka", chat)
        speaker = Speaker(user, user.title(), user, "en")
        is_private = chat.startswith("@")
        await self.bot.hear(
            Input(place, is_private, speaker, self.clock.now(), text=text, alone=alone), send=True
        )

    async def wait(self, by: timedelta) -> None:
        await self.bot.advance(by, None)

    async def event(self) -> EventFile:
        async with self.database.reading() as reading:
            row = (await reading.events.after(limit=1))[0]
            file = await EventReader(reading, Library.shipped(), self._cache).load(row)
        self._cache.keep(file)
        return file

    async def begin(self, entrants: int, accounts: int, rounds: int) -> None:
        """A Swiss with its first round paired; the first of the entrants have an account."""
        await self.say(ORGANISER, f"/tournament new {REGULATION} Open")
        await self.say(ORGANISER, "/tournament set system swiss")
        await self.say(ORGANISER, f"/tournament set rounds {rounds}")
        await self.say(ORGANISER, "/tournament open")
        for number in range(1, entrants + 1):
            if number <= accounts:
                await self.say(f"p{number}", "/start", f"@p{number}")
                await self.say(f"p{number}", "/join")
            else:
                await self.say(ORGANISER, f"/tournament add Player {number}")
        await self.say(ORGANISER, "/tournament close")
        await self.wait(timedelta(minutes=2))
        await self.say(ORGANISER, "/tournament lots")
        self.port.messages.clear()
        await self.say(ORGANISER, "/tournament start")
        await self.wait(timedelta(minutes=1))


@asynccontextmanager
async def opened() -> AsyncIterator[Hall]:
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "damka.db")
        try:
            await database.take_over(NOW, may_go_back=False)
            hall = Hall(database)
            try:
                await hall.bot.open()
                yield hall
            finally:
                await hall.bot.close()
        finally:
            await database.close()


async def cost_of_results(entrants: int, rounds: int) -> list[float]:
    """Seconds of the processor for a reported result, the mean of each round."""
    chance, costs = random.Random(7), []
    async with opened() as hall:
        await hall.begin(entrants, 0, rounds)
        for number in range(1, rounds + 1):
            if number > 1:
                await hall.say(ORGANISER, "/next")
            due = (await hall.event()).event.next_games()
            spent = 0.0
            for game in due:
                result = chance.choice(("1-0", "0-1", "1/2"))
                before = time.process_time()
                await hall.say(ORGANISER, f"/result {game.board} {result}")
                await hall.wait(timedelta(seconds=1))
                spent += time.process_time() - before
            costs.append(spent / len(due))
            print(f"round {number}: {len(due)} results, {1000 * costs[-1]:.1f} ms each", flush=True)
    return costs


async def announcement(pairs: int, accounts: int) -> tuple[int, list[int]]:
    """Messages to the chat about one round, and how many each of those with an account got."""
    async with opened() as hall:
        await hall.begin(2 * pairs, accounts, 1)
        told = [hall.port.messages[f"@p{number}"] for number in range(1, accounts + 1)]
        return hall.port.messages[HALL], told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--entrants", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--pairs", type=int, default=500)
    options = parser.parse_args()
    costs = asyncio.run(cost_of_results(options.entrants, options.rounds))
    third = max(1, len(costs) // 3)
    ratio = sum(costs[-third:]) / sum(costs[:third])
    print(f"last round to first: {costs[-1] / costs[0]:.2f}")
    print(f"last third of the rounds to the first: {ratio:.2f} (at most {MOST_SLOWER})")
    messages, told = asyncio.run(announcement(options.pairs, 60))
    print(f"{options.pairs} pairs: {messages} messages to the chat (at most {MOST_MESSAGES})")
    print(f"{len(told)} with an account: told {min(told)} to {max(told)} times (once)")
    return int(ratio > MOST_SLOWER or messages > MOST_MESSAGES or set(told) != {1})


if __name__ == "__main__":
    sys.exit(main())
