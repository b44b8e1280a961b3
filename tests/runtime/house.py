"""The whole program behind a platform of our own, with a clock that is moved."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.app import Damka
from bot.chats.port import Input, PlaceRef, Speaker
from bot.commands.gamefile import GameFile
from bot.commands.games import GameCache, GameReader
from bot.timekeeper import VirtualClock
from storage import open_database
from tests.databases import new_database
from tests.runtime.office import LIBRARY, NOW, TEXTS, Chat


def spoken(
    user: str,
    text: str = "",
    *,
    at: datetime,
    chat: str = "lib",
    topic: str = "",
    platform: str = "console",
    admin: bool = False,
    **more: Any,
) -> Input:
    """What an adapter hands over when ``user`` says something."""
    return Input(
        place=PlaceRef(platform, "damka", chat, topic),
        is_private=chat.startswith("@"),
        speaker=Speaker(user, user.title(), user, "en", admin),
        at=at,
        text=text,
        alone=PlaceRef(platform, "damka", f"@{user}"),
        **more,
    )


class House:
    """Groups and private chats on the platforms ``console`` and ``other``."""

    def __init__(self, address: str | Path, now: datetime) -> None:
        self.db = open_database(address)
        self.clock = VirtualClock(now)
        self.chat, self.other = Chat(), Chat(platform="other")
        ports = {port.platform: port for port in (self.chat, self.other)}
        lots = random.Random(1)
        self.bot = Damka(self.db, ports, TEXTS, self.clock, "en", in_step=True, lots=lots)

    async def say(self, user: str, text: str, *, late: timedelta = timedelta(0), **more: Any) -> list[str]:
        """Somebody says something, ``late`` ago; what is sent because of it."""
        before = len(self.chat.log)
        await self.bot.hear(spoken(user, text, at=self.clock.now() - late, **more))
        return [text for _, text, _, _ in self.chat.log[before:]]

    async def pass_time(self, **length: float) -> list[str]:
        """What is sent meanwhile."""
        before = len(self.chat.log)
        await self.bot.advance(timedelta(**length), None)
        return [text for _, text, _, _ in self.chat.log[before:]]

    async def begin(self, clock: str = "10+0", **more: Any) -> str:
        """Anna (White) and Piotr begin a game; its code."""
        await self.say("piotr", "/start", **more)
        await self.say("anna", f"/play @piotr grodziec-2017 white {clock}", **more)
        await self.say("piotr", "/accept", **more)
        return (await self.games())[-1].code

    async def games(self) -> list[GameFile]:
        async with self.db.reading() as reading:
            reader = GameReader(reading, LIBRARY, GameCache())
            return [await reader.load(row) for row in await reading.games.after(limit=1000)]

    async def game(self, code: str) -> GameFile:
        return next(file for file in await self.games() if file.code == code)

    def said_in(self, chat: str) -> list[str]:
        """All that was sent to a chat."""
        return [text for where, text, _, _ in (*self.chat.log, *self.other.log) if where == chat]


@asynccontextmanager
async def open_house(path: Path, now: datetime = NOW) -> AsyncIterator[House]:
    """The program on a database, new or not."""
    house = House(await new_database(path), now)
    await house.db.take_over(now)
    await house.bot.open()
    try:
        yield house
    finally:
        await house.bot.close()
        await house.db.close()
