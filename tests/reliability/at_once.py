"""People who all speak in the same moment: the whole program on a real database, and what it says to them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.app import Damka, running
from bot.buttons import decode_press
from bot.chats.port import Bot, Capabilities, Input, Outcome, PlaceRef, Rendered, Sent, Speaker
from bot.commands.gamefile import GameFile
from bot.commands.games import GameCache, GameReader
from bot.commands.tournament.eventfile import EventCache, EventFile
from bot.commands.tournament.events import EventReader
from bot.regulations import Library
from bot.texts import Catalogues
from bot.timekeeper import Timekeeper, VirtualClock, WallClock
from storage import open_database
from storage.check import check
from tests.databases import new_database

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
TEXTS = Catalogues.load()
LIBRARY = Library.shipped()


@dataclass(frozen=True)
class Told:
    """A message as it is shown. ``to`` is the account that alone sees it."""

    chat: str
    text: str
    to: str | None
    buttons: tuple[str, ...]

    def button(self, *verbs: str) -> str | None:
        """The data of the first button that does one of these."""
        return next((data for data in self.buttons if (p := decode_press(data)) and p.verb in verbs), None)


_CAN = Capabilities(
    edits=True,
    buttons_in_a_row=8,
    rows_of_buttons=12,
    private_notices=True,
    longest_text=4096,
    longest_caption=1024,
    largest_file=1 << 20,
    scrolls_away_after=10,
)


@dataclass
class Chats:
    """Takes every message, each at once."""

    told: list[Told]
    platform: str = "console"
    capabilities: Capabilities = _CAN

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        buttons = tuple(data for row in message.buttons for _, data in row)
        if part == 0:  # the others take the buttons off what stood there before
            self.told.append(Told(place.chat, message.text, message.to, buttons))
        return Sent(edit or f"{key}.{part}")

    async def run(self, bot: Bot) -> None:
        """Nothing has waited, and everything is heard."""
        bot.hearing(self.platform)
        await asyncio.Event().wait()


class Meeting:
    """Groups and private chats, behind one program, or behind one for each platform on one server."""

    def __init__(
        self, address: str | Path, bots: Mapping[str, Damka], told: list[Told], clock: Timekeeper
    ) -> None:
        self.address = address
        self.bots = bots
        self.told = told
        self.clock = clock
        self._inputs = 0

    def input(
        self,
        user: str,
        text: str = "",
        *,
        chat: str = "lib",
        platform: str = "console",
        late: timedelta = timedelta(0),
        **more: Any,
    ) -> Input:
        """What an adapter hands over, ``late`` after it was said."""
        self._inputs += 1
        where = f"@{user}" if chat == "@" else chat
        return Input(
            place=PlaceRef(platform, "damka", where),
            is_private=chat == "@",
            speaker=Speaker(user, user.title(), user, "en", more.pop("admin", False)),
            at=self.clock.now() - late,
            update=more.pop("update", f"u{self._inputs}"),
            text=text,
            alone=PlaceRef(platform, "damka", f"@{user}"),
            **more,
        )

    async def say(self, user: str, text: str = "", **more: Any) -> list[Told]:
        """Somebody speaks alone; what is told because of it."""
        return await self.at_once(self.input(user, text, **more))

    async def at_once(
        self, *inputs: Input, within: float = 0, advance: timedelta | None = None
    ) -> list[Told]:
        """Everything at once, or at random moments ``within`` seconds, while time moves; what is told then.

        More than one program has a clock that moves by itself.
        """
        before = len(self.told)
        bot = self.bots["console"]
        work = [self._hear(input, within) for input in inputs]
        if advance is not None:
            work.append(bot.advance(advance, None))
        random.shuffle(work)
        await asyncio.gather(*work)
        if isinstance(self.clock, VirtualClock):
            await bot.advance(timedelta(0), None)
            await bot.settle()
        return self.told[before:]

    async def _hear(self, input: Input, within: float) -> None:
        if within:
            await asyncio.sleep(random.uniform(0, within))
        await self.bots[input.place.platform].hear(input, send=False)

    async def hears(self, chat: str, words: str) -> Told:
        """The last message in ``chat`` with these words, once there is one and nothing is left to be said."""
        async with asyncio.timeout(60):
            while True:
                is_silent = await self._is_silent()
                found = [told for told in self.told if told.chat == chat and words in told.text]
                if found and is_silent:
                    return found[-1]
                await asyncio.sleep(0.02)

    async def _is_silent(self) -> bool:
        db = open_database(self.address, read_only=True)
        try:
            async with db.reading() as reading:
                return not await reading.outbox.places()
        finally:
            await db.close()

    async def begin(self, clock: str = "none", chat: str = "lib") -> str:
        """Anna (White) and Piotr begin a game; its code."""
        await self.say("piotr", "/start", chat=chat)
        await self.say("anna", f"/play @piotr pzwarc-64 white {clock}", chat=chat)
        await self.say("piotr", "/accept", chat=chat)
        return (await self.games())[-1].code

    async def games(self) -> list[GameFile]:
        db = open_database(self.address, read_only=True)
        try:
            async with db.reading() as reading:
                reader = GameReader(reading, LIBRARY, GameCache())
                return [await reader.load(row) for row in await reading.games.after(limit=1000)]
        finally:
            await db.close()

    async def game(self, code: str) -> GameFile:
        return next(file for file in await self.games() if file.code == code)

    async def event(self) -> EventFile:
        """The event that was made last."""
        db = open_database(self.address, read_only=True)
        try:
            async with db.reading() as reading:
                rows = await reading.events.after(limit=100)
                return await EventReader(reading, LIBRARY, EventCache()).load(rows[-1])
        finally:
            await db.close()

    async def faults(self) -> list[str]:
        """What is wrong in any log, or in a table that is computed from one."""
        db = open_database(self.address, read_only=True)
        try:
            return [str(fault) async for fault in check(db)]
        finally:
            await db.close()


@asynccontextmanager
async def open_meeting(folder: Path) -> AsyncIterator[Meeting]:
    """The program with a clock that is moved; what is due by itself is done after every word."""
    address = await new_database(folder / "damka.db")
    told: list[Told] = []
    clock, ports = VirtualClock(NOW), {"console": Chats(told)}
    async with running(address, ports, TEXTS, clock, language="en", in_step=True) as bot:
        yield Meeting(address, {"console": bot}, told, clock)


@asynccontextmanager
async def open_meetings(folder: Path, *programs: tuple[str, ...]) -> AsyncIterator[Meeting]:
    """Programs on one database, each with the platforms it is given; their clock goes by itself.

    More than one is for a server.
    """
    address = await new_database(folder / "damka.db")
    told: list[Told] = []
    clock, bots = WallClock(), {}
    async with AsyncExitStack() as stack:
        for platforms in programs:
            ports = {platform: Chats(told, platform) for platform in platforms}
            bot = await stack.enter_async_context(running(address, ports, TEXTS, clock, language="en"))
            for platform, port in ports.items():
                bots[platform] = bot
                talking = asyncio.create_task(bot.talk(port))
                stack.push_async_callback(asyncio.wait, [talking])
                stack.callback(talking.cancel)
        yield Meeting(address, bots, told, clock)
