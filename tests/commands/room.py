"""A chat to test in: people speak to the real dispatcher on a real file, and hear words."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bot.buttons import Press, decode_press, encode_press
from bot.chats.port import Capabilities, Input, PlaceRef, Speaker, Upload
from bot.commands.dispatch import Dispatcher
from bot.commands.gamefile import GameFile
from bot.commands.games import Author, GameCache, GameReader, Games
from bot.commands.record import Kind
from bot.regulations import Library
from bot.replies import Animation, BoardImage, Document, Reply, Said, Verbatim, decode_reply
from bot.texts import Catalogues
from bot.timekeeper import VirtualClock
from rules.actions import Start
from storage import Database, open_database
from storage.repositories.outbox import Delivered, Pending
from tests.databases import new_database

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
TEXTS = Catalogues.load()
LIBRARY = Library.shipped()


@dataclass(frozen=True)
class Heard:
    """A message as its reader has it. ``to`` is the account that alone sees it, ``id`` the platform's own.

    ``chat`` is where it is said, and ``topic`` which part of it.
    """

    id: str
    text: str
    reply: Reply
    to: str | None
    toast: bool
    subject: str | None
    chat: str
    topic: str = ""

    @property
    def buttons(self) -> dict[str, str]:
        """The data of the buttons, by label."""
        say, language = TEXTS.say, self.reply.language
        return {say(button.label, language): button.data for row in self.reply.buttons for button in row}

    @property
    def keys(self) -> list[str]:
        """The keys of all its sentences, those inside others included."""
        return [key for line in self.reply.lines for key in _keys(line)]

    @property
    def presses(self) -> list[Press]:
        """What its buttons say, in order."""
        found = [decode_press(button.data) for row in self.reply.buttons for button in row]
        return [press for press in found if press is not None]

    def button(self, verb: str, argument: str | None = None) -> str:
        """The data of the first button with that verb, and that argument if one is given."""
        fitting = (p for p in self.presses if p.verb == verb and argument in (None, p.argument))
        return encode_press(next(fitting))

    @property
    def document(self) -> Document:
        """The file that comes with it."""
        assert isinstance(self.reply.document, Document)
        return self.reply.document

    @property
    def board(self) -> BoardImage | Animation | None:
        picture = self.reply.picture
        return picture if isinstance(picture, BoardImage | Animation) else None


class Room:
    """One group chat and the private chats beside it."""

    def __init__(
        self,
        database: Database,
        locale: str = "en",
        seed: int = 1,
        now: datetime = NOW,
        capabilities: Capabilities | None = None,
    ) -> None:
        self.database = database
        self.clock = VirtualClock(now)
        self.locale = locale
        known = {} if capabilities is None else {"console": capabilities}
        self.dispatcher = Dispatcher(database, LIBRARY, self.clock, random.Random(seed), capabilities=known)
        self.address: str | Path = database.path or ""
        self._inputs = 0

    def input(
        self,
        user: str,
        text: str = "",
        *,
        press: str | None = None,
        chat: str = "lib",
        platform: str = "console",
        admin: bool = False,
        update: str | None = None,
        upload: Upload | None = None,
        reply_to: str | None = None,
        late: timedelta = timedelta(0),
        locale: str | None = None,
        name: str | None = None,
        topic: str = "",
        anonymous: bool = False,
        roles: tuple[str, ...] = (),
        mentions: tuple[Speaker, ...] = (),
        answered: Speaker | None = None,
        typed: Mapping[str, str] | None = None,
        lacking: tuple[str, ...] = (),
        reachable: bool = True,
        unseen: bool = False,
    ) -> Input:
        """What the adapter hands over when ``user`` says or presses something, ``late`` ago.

        Unless they are ``reachable`` the bot can write to them alone only where they have written first.
        """
        shown = user.title() if name is None else name
        spoken = None if anonymous else locale or self.locale
        return Input(
            place=PlaceRef(platform, "damka", chat, topic),
            is_private=chat.startswith("@"),
            speaker=Speaker(user, shown, user, spoken, admin, anonymous, roles, unseen),
            at=self.clock.now() - late,
            update=update,
            text=text,
            press=press,
            upload=upload,
            reply_to=reply_to,
            alone=PlaceRef(platform, "damka", f"@{user}") if reachable else None,
            mentions=mentions,
            answered=answered,
            typed=typed,
            lacking=lacking,
        )

    async def say(self, user: str, text: str = "", **more: Any) -> list[Heard]:
        """What everybody hears because of an ``input``, of which ``more`` tells the rest."""
        await self.dispatcher.handle(self.input(user, text, **more))
        return await self.hear()

    async def hear(self) -> list[Heard]:
        """What has been said and not been heard yet; boards become messages that can be answered."""
        heard: list[tuple[Pending, Heard]] = []
        async with self.database.reading() as reading:
            for place in await reading.outbox.places():
                where = await reading.places.by_id(place)
                assert where is not None
                for row in await reading.outbox.pending(place, 1000):
                    heard.append((row, _heard(row, where.chat, where.topic)))
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
        while (due := await self._nearest(until)) is not None:
            self.clock.move_to(due[0])
            await due[1](self.clock.now())
        self.clock.move_to(until)
        return await self.hear()

    async def _nearest(
        self, until: datetime
    ) -> tuple[datetime, Callable[[datetime], Awaitable[None]]] | None:
        """What falls due first, and how it is done."""
        do = self.dispatcher
        async with self.database.reading() as reading:
            due: list[tuple[datetime | None, Callable[[datetime], Awaitable[None]]]] = [
                *(
                    (row.deadline, partial(do.event_deadline_passed, row.id))
                    for row in await reading.events.due(until)
                ),
                *(
                    (row.deadline, partial(do.deadline_passed, row.id))
                    for row in await reading.games.due(until)
                ),
                *((job.due, partial(do.run_job, job)) for job in await reading.jobs.due(until)),
            ]
        return min(((at, act) for at, act in due if at is not None), key=lambda pair: pair[0], default=None)

    async def begin(self, regulation: str, clock: str = "none", chat: str = "lib") -> str:
        """Anna (White) and Piotr begin a game; its code."""
        await self.say("piotr", "/start", chat=chat)
        await self.say("anna", f"/play @piotr {regulation} white {clock}", chat=chat)
        await self.say("piotr", "/accept", chat=chat)
        return (await self.games())[-1].code

    async def set_up(
        self, regulation: str, fen: str | None = None, clock: str = "none", *, arbiter: bool = False
    ) -> str:
        """Anna (White) and Piotr play from a position of ours; the code of their game."""
        await self.say("piotr", "/start")
        await self.say("anna", f"/play @piotr {regulation} white {clock}")
        async with self.database.unit_of_work() as unit:
            games = Games(unit, LIBRARY, GameCache(), random.Random(1), self.clock.now(), Author())
            row = (await unit.games.after(limit=1000))[-1]
            file, _ = await games.append(await games.load(row), Kind.ACCEPTED, {"white": 0, "by": "wish"})
            await games.colour_sides(file)
            await games.act(file, None, Start(file.record.terms.clock, fen=fen, has_arbiter=arbiter))
            await unit.commit()
        return row.code

    async def board(self, code: str, user: str = "anna") -> Heard:
        """The board of a game with its buttons, as somebody asks to see it."""
        return (await self.say(user, f"/board {code}"))[-1]

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


def _heard(row: Pending, chat: str, topic: str) -> Heard:
    reply = decode_reply(row.body)
    zone = ZoneInfo(reply.zone)
    lines = [
        line.text if isinstance(line, Verbatim) else TEXTS.say(line, reply.language, zone)
        for line in reply.lines
    ]
    return Heard(str(row.id), "\n".join(lines), reply, row.to_external, row.toast, row.subject, chat, topic)


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Said):
        yield value.key
        for inner in value.args.values():
            yield from _keys(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _keys(inner)


def keys(heard: list[Heard]) -> list[str]:
    """The keys of all that was said."""
    return [key for message in heard for key in message.keys]


def words(heard: list[Heard]) -> str:
    """All that was said, in one text."""
    return "\n".join(message.text for message in heard)


@asynccontextmanager
async def open_room(
    path: Path,
    locale: str = "en",
    seed: int = 1,
    now: datetime = NOW,
    capabilities: Capabilities | None = None,
) -> AsyncIterator[Room]:
    """A room on the database in ``path``, as a program that starts at ``now`` opens it."""
    address = await new_database(path / "damka.db")
    database = open_database(address)
    await database.take_over(now)
    room = Room(database, locale, seed, now, capabilities)
    room.address = address
    try:
        await room.dispatcher.credit_outages()
        yield room
        await database.heartbeat(room.clock.now())
    finally:
        await database.close()
