"""A program behind an adapter that notes what it is told, and an adapter at work for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from bot.chats.port import Adapter, Answers, Choice, Input, Outcome, PlaceRef, Rendered
from bot.said import Said
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from storage.errors import StorageError
from tests.waiting import until

Answering = Callable[[Input], Awaitable[Answers]]


async def say_nothing(heard: Input) -> Answers:
    return Answers()


async def say_something(heard: Input) -> Answers:
    """Something is on its way to who speaks."""
    return Answers(alone=True)


class Notes:
    """Implements ``bot.chats.port.Bot``."""

    def __init__(self) -> None:
        self.timekeeper = WallClock()
        self.texts = Catalogues.load()
        self.heard: list[Input] = []
        self.kept: dict[str, tuple[str, datetime]] = {}
        self.done: list[str] = []
        self.dropped: list[str] = []
        self.moves: list[tuple[PlaceRef, PlaceRef]] = []
        self.losses: list[PlaceRef] = []
        self.finds: list[str] = []
        """chats"""
        self.passed_in: list[PlaceRef] = []
        self.ears: list[str] = []
        """``deaf`` and ``hearing``, as they were called"""
        self.failures = 0
        """how many calls from now on find no database"""
        self.is_reachable = asyncio.Event()
        self.is_reachable.set()
        """while it is cleared the database does not answer"""
        self.answering: Answering = say_nothing
        self.offered: list[Choice] = []
        self.asked: list[tuple[Input, str, str, str]] = []

    async def _reach_database(self) -> None:
        await self.is_reachable.wait()
        if self.failures:
            self.failures -= 1
            raise StorageError()

    async def receive(self, platform: str, bot: str, update: str, payload: str) -> bool:
        await self._reach_database()
        if update in self.kept or update in self.done:
            return False
        self.kept[update] = payload, datetime.now(UTC)
        return True

    async def waiting(self, platform: str, bot: str) -> Sequence[tuple[str, str, datetime]]:
        return [(update, *kept) for update, kept in self.kept.items()]

    async def drop(self, platform: str, bot: str, update: str) -> None:
        self.dropped.append(update)
        self._finish(update)

    async def hear(self, heard: Input, *, send: bool = True) -> Answers:
        await self._reach_database()
        if heard.update in self.done:
            return Answers()
        answers = await self.answering(heard)
        self.heard.append(heard)
        self._finish(heard.update)
        return answers

    def _finish(self, update: str | None) -> None:
        assert update is not None
        self.kept.pop(update, None)
        self.done.append(update)

    async def choices(self, heard: Input, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        await self.is_reachable.wait()
        self.asked.append((heard, command, parameter, typed))
        return self.offered

    async def moved(self, old: PlaceRef, new: PlaceRef) -> None:
        self.moves.append((old, new))

    async def lost(self, place: PlaceRef) -> None:
        self.losses.append(place)

    async def found(self, platform: str, bot: str, chats: Collection[str]) -> None:
        self.finds += sorted(chats)

    def deaf(self, platform: str) -> None:
        self.ears.append("deaf")

    def hearing(self, platform: str) -> None:
        self.ears.append("hearing")

    def passed(self, place: PlaceRef) -> None:
        self.passed_in.append(place)

    def say(self, what: Said, locale: str | None = None) -> str:
        return self.texts.say(what, locale or "en")

    @property
    def said_texts(self) -> list[str]:
        return [heard.press or heard.text for heard in self.heard]


@asynccontextmanager
async def listening(talk: Coroutine[Any, Any, None], holds: Callable[[], object]) -> AsyncIterator[None]:
    """An adapter talks until the block ends, which begins when something ``holds``."""
    talking = asyncio.create_task(talk)
    try:
        await until(lambda: talking.done() or holds())
        if talking.done():
            talking.result()
        yield
    finally:
        talking.cancel()
        with suppress(asyncio.CancelledError):
            await talking


@asynccontextmanager
async def noted(adapter: Adapter, notes: Notes) -> AsyncIterator[None]:
    """The adapter listens for a program that notes, from when it hears until the block ends."""
    before = notes.ears.count("hearing")
    async with listening(adapter.run(notes), lambda: notes.ears.count("hearing") > before):
        yield


class Sending:
    """Sends to one place as the sender does, with a new key each time."""

    def __init__(self, adapter: Adapter, place: PlaceRef) -> None:
        self.adapter = adapter
        self.place = place
        self.key = 0

    async def __call__(self, message: Rendered, edit: str | None = None) -> Outcome:
        self.key += 1
        return await self.adapter.send(self.place, message, key=self.key, edit=edit, resent=False)
