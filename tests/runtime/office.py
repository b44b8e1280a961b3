"""A platform of our own, and everything between it and the outbox, for tests of what is sent."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.chats.console import CAPABILITIES
from bot.chats.port import Capabilities, Outcome, PlaceRef, Rendered, Sent
from bot.commands.dispatch import Dispatcher
from bot.commands.whereabouts import Whereabouts
from bot.regulations import Library
from bot.render import Renderer
from bot.replies import Reply, Verbatim, encode_reply
from bot.sending.sender import Sender
from bot.texts import Catalogues
from bot.timekeeper import Timekeeper, VirtualClock
from storage import Database, open_database
from storage.ids import AccountId, PlaceId
from storage.repositories.outbox import Outgoing
from tests.databases import new_database

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
TEXTS = Catalogues.load()
LIBRARY = Library.shipped()


@dataclass
class Chat:
    """A platform that remembers what it was sent; ``answers`` come first, then everything arrives."""

    capabilities: Capabilities = CAPABILITIES
    platform: str = "console"
    answers: list[Outcome | Exception] = field(default_factory=list)
    log: list[tuple[str, str, str | None, bool]] = field(default_factory=list)
    """chat, text, what was edited, whether it may be a repetition"""
    shown: dict[str, Rendered] = field(default_factory=dict)
    """what stands in all chats, by message"""
    keys: list[tuple[int, int]] = field(default_factory=list)
    answer: Callable[[PlaceRef, Rendered], Awaitable[Outcome | None]] | None = None
    """what the platform makes of a message, where that is not the usual"""
    _called: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        self.keys.append((key, part))
        async with self._called:
            self._called.notify_all()
        answer = self.answers.pop(0) if self.answers else None
        if answer is None and self.answer is not None:
            answer = await self.answer(place, message)
        answer = answer or Sent(edit or f"m{key}.{part}")
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Sent):
            self.log.append((place.chat, message.text, edit, resent))
            self.shown[answer.message] = message
        return answer

    async def is_called(self, times: int) -> None:
        """Returns when there have been so many attempts to send something."""
        async with asyncio.timeout(30), self._called:
            await self._called.wait_for(lambda: len(self.keys) >= times)

    @property
    def texts(self) -> list[str]:
        return [text for _, text, _, _ in self.log]


class Office:
    """A database with two places and a private one, a chat, and the sender between them."""

    def __init__(
        self, db: Database, places: list[PlaceId], anna: AccountId, clock: Timekeeper | None = None
    ) -> None:
        self.db, self.places, self.anna = db, places, anna
        self.clock = clock or VirtualClock(NOW)
        self.chat = Chat()
        self.dispatcher = Dispatcher(db, LIBRARY, self.clock, random.Random(1))
        self.sender = self.new_sender()

    def new_sender(self) -> Sender:
        """As after a start of the program."""
        whereabouts = Whereabouts(self.db, self.dispatcher, self.clock, lambda: self.sender.wake())
        return Sender(self.db, {"console": self.chat}, Renderer(TEXTS), self.clock, whereabouts)

    async def write(self, text: str, place: int = 0, **more: object) -> None:
        """Put a reply into the outbox."""
        to_anna = more.pop("to_anna", False)
        toast = bool(more.pop("toast", False))
        reply = Reply((Verbatim(text),), **more)  # type: ignore[arg-type]
        row = Outgoing(
            self.places[place],
            encode_reply(reply),
            self.clock.now(),
            to_account=self.anna if to_anna else None,
            toast=toast,
            subject=reply.subject,
        )
        async with self.db.unit_of_work() as unit:
            await unit.outbox.add(row)
            await unit.commit()
        self.sender.wake()

    async def waiting(self) -> int:
        async with self.db.reading() as found:
            return sum((await found.outbox.places()).values())

    async def pass_time(self, **length: float) -> None:
        assert isinstance(self.clock, VirtualClock)
        self.clock.move_to(self.clock.now() + timedelta(**length))
        await self.sender.drain()


async def open_office(path: Path, clock: Timekeeper | None = None, busy_seconds: float = 5) -> Office:
    """A new database with the groups lib and club and Anna's private chat."""
    db = open_database(await new_database(path), busy_seconds=busy_seconds)
    now = NOW if clock is None else clock.now()
    await db.take_over(now)
    async with db.unit_of_work() as unit:
        places = [
            (await unit.places.add("console", "damka", chat, kind=kind, created=now)).id
            for chat, kind in (("lib", "group"), ("club", "group"), ("@anna", "private"))
        ]
        person = await unit.persons.add(created=now)
        account = await unit.accounts.add("console", "anna", person.id, created=now)
        await unit.dialogues.keep_private_place(account.id, places[2])
        await unit.commit()
    return Office(db, places, account.id, clock)


@asynccontextmanager
async def by_itself(office: Office) -> AsyncIterator[None]:
    """The sender runs in the background meanwhile; what was on its way at the end has arrived."""
    running = asyncio.create_task(office.sender.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
