"""A chat to test in: people speak to the real dispatcher on a real file, and hear words."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.chats.port import Input, PlaceRef, Speaker, Upload
from bot.commands.dispatch import Dispatcher
from bot.commands.gamefile import GameFile
from bot.commands.games import GameCache, GameReader
from bot.regulations import Library
from bot.replies import Animation, BoardImage, Reply, Verbatim, decode_reply
from bot.texts import Catalogues
from bot.timekeeper import VirtualClock
from storage import Database, open_database
from storage.repositories.outbox import Delivered, Pending

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
TEXTS = Catalogues.load()
LIBRARY = Library.shipped()


@dataclass(frozen=True)
class Heard:
    """A message as its reader has it. ``to`` is the account that alone sees it."""

    text: str
    reply: Reply
    to: str | None
    toast: bool
    subject: str | None

    @property
    def buttons(self) -> dict[str, str]:
        """The data of the buttons, by label."""
        say, language = TEXTS.say, self.reply.language
        return {say(button.label, language): button.data for row in self.reply.buttons for button in row}

    @property
    def board(self) -> BoardImage | Animation | None:
        return self.reply.picture


class Room:
    """One group chat and the private chats beside it."""

    def __init__(self, database: Database, locale: str = "en", seed: int = 1) -> None:
        self.database = database
        self.clock = VirtualClock(NOW)
        self.locale = locale
        self.dispatcher = Dispatcher(database, LIBRARY, self.clock, random.Random(seed))
        self._inputs = 0

    async def say(
        self,
        user: str,
        text: str = "",
        *,
        press: str | None = None,
        chat: str = "lib",
        admin: bool = False,
        update: str | None = None,
        upload: Upload | None = None,
        reply_to: str | None = None,
        late: timedelta = timedelta(0),
        locale: str | None = None,
        name: str | None = None,
    ) -> list[Heard]:
        """What everybody hears because ``user`` says or presses something, ``late`` ago."""
        speaker = Speaker(user, user.title() if name is None else name, user, locale or self.locale, admin)
        await self.dispatcher.handle(
            Input(
                place=PlaceRef("console", "damka", chat),
                is_private=chat.startswith("@"),
                speaker=speaker,
                at=self.clock.now() - late,
                update=update,
                text=text,
                press=press,
                upload=upload,
                reply_to=reply_to,
            )
        )
        return await self.hear()

    async def hear(self) -> list[Heard]:
        """What has been said and not been heard yet; boards become messages that can be answered."""
        heard: list[tuple[Pending, Heard]] = []
        async with self.database.reading() as reading:
            for place in await reading.outbox.places():
                for row in await reading.outbox.pending(place, 1000):
                    heard.append((row, _heard(row)))
        heard.sort(key=lambda pair: pair[0].id)
        async with self.database.unit_of_work() as unit:
            await unit.outbox.mark_sent(
                [Delivered(row, None if row.toast else str(row.id)) for row, _ in heard]
            )
            await unit.commit()
        return [what for _, what in heard]

    async def advance(self, by: timedelta) -> list[Heard]:
        """Let time pass; whatever falls due happens in order."""
        until = self.clock.now() + by
        while True:
            async with self.database.reading() as reading:
                games, jobs = await reading.games.due(until), await reading.jobs.due(until)
            if not games and not jobs:
                break
            for job in jobs:
                self.clock.move_to(job.due)
                await self.dispatcher.run_job(job, self.clock.now())
            for game in games:
                assert game.deadline is not None
                self.clock.move_to(game.deadline)
                await self.dispatcher.deadline_passed(game.id, self.clock.now())
        self.clock.move_to(until)
        return await self.hear()

    async def begin(self, regulation: str, clock: str = "none", chat: str = "lib", **more: bool) -> str:
        """Anna (White) and Piotr begin a game; its code."""
        await self.say("piotr", "/start", chat=chat)
        await self.say("anna", f"/play @piotr {regulation} white {clock}", chat=chat)
        await self.say("piotr", "/accept", chat=chat)
        return (await self.games())[-1].code

    async def play(self, *moves: str, chat: str = "lib") -> list[Heard]:
        """The players make moves in turn in the last game; what the last one brought."""
        heard: list[Heard] = []
        for move in moves:
            game = (await self.games())[-1].record.game
            assert game is not None
            heard = await self.say("anna" if game.turn.value == "white" else "piotr", move, chat=chat)
        return heard

    async def games(self) -> list[GameFile]:
        """All games of the database, from their logs."""
        async with self.database.reading() as reading:
            reader = GameReader(reading, LIBRARY, GameCache())
            return [await reader.load(row) for row in await reading.games.after(limit=1000)]

    async def game(self, code: str) -> GameFile:
        return next(file for file in await self.games() if file.code == code)


def _heard(row: Pending) -> Heard:
    reply = decode_reply(row.body)
    zone = ZoneInfo(reply.zone)
    lines = [
        line.text if isinstance(line, Verbatim) else TEXTS.say(line, reply.language, zone)
        for line in reply.lines
    ]
    return Heard("\n".join(lines), reply, row.to_external, row.toast, row.subject)


def words(heard: list[Heard]) -> str:
    """All that was said, in one text."""
    return "\n".join(message.text for message in heard)


@asynccontextmanager
async def open_room(path: Path, locale: str = "en", seed: int = 1) -> AsyncIterator[Room]:
    """A room on a database of its own."""
    database = open_database(path / "damka.db")
    await database.take_over(NOW)
    try:
        yield Room(database, locale, seed)
    finally:
        await database.close()
