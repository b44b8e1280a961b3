"""What becomes of places: chats and topics that move, chats that cannot be written to any more."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime

from bot.chats.port import PlaceRef
from bot.commands.directory import Changed, leave_word
from bot.commands.dispatch import Dispatcher
from bot.commands.people import People
from bot.commands.unreachable import tell_of_lost_place, tell_of_undeliverable
from bot.timekeeper import Timekeeper
from storage import Database
from storage.ids import PlaceId
from storage.repositories.outbox import Pending
from storage.repositories.places import Place
from storage.unit_of_work import UnitOfWork

_log = logging.getLogger(__name__)


class Whereabouts:
    """Told by the sender and by adapters; each change is one transaction."""

    def __init__(
        self, db: Database, dispatcher: Dispatcher, timekeeper: Timekeeper, on_commit: Callable[[], None]
    ) -> None:
        self._db = db
        self._dispatcher = dispatcher
        self._timekeeper = timekeeper
        self._on_commit = on_commit

    async def moved(self, old: PlaceRef, new: PlaceRef) -> None:
        """A chat, or one topic of it, has got another id; all that belongs to it follows.

        Where the new one is known already, the two become one.
        """
        async with self._changing() as (unit, _):
            for place in await _of(unit, old):
                await unit.moving.move(place, new.chat, new.topic if old.topic else place.topic)

    async def lost(self, ref: PlaceRef) -> None:
        """The bot was removed from a chat, or blocked there: no topic of it can be written to."""
        async with self._changing() as (unit, now):
            for place in await _of(unit, ref):
                await self._lose(unit, place, now, "the bot was removed")

    async def found(self, platform: str, bot: str, chats: Collection[str]) -> None:
        """The bot is in these chats: what is said there from now on can be sent again."""
        async with self._db.reading() as reading:
            lost = [place for place in await reading.places.lost(platform, bot) if place.chat in chats]
        if lost:
            async with self._changing() as (unit, _):
                for place in lost:
                    await unit.places.update(replace(place, unreachable=None))

    async def unreachable(self, place: PlaceId, why: str) -> None:
        """Nothing can be sent to a place: what waits for it is set aside, and others are told, once."""
        async with self._changing() as (unit, now):
            if (row := await unit.places.by_id(place)) is not None:
                await self._lose(unit, row, now, why)

    async def _lose(self, unit: UnitOfWork, place: Place, now: datetime, why: str) -> None:
        await unit.outbox.set_aside_all(place.id, why)
        if await unit.places.lose(place.id, now):
            _log.warning("place %d cannot be written to: %s", place.id, why)
            await tell_of_lost_place(unit, People(self._dispatcher.directory, unit, now), place, now)

    async def undeliverable(self, message: Pending, why: str) -> None:
        """A message is set aside, and the organisers of what it was about are told."""
        now = self._timekeeper.now()
        async with self._db.unit_of_work() as unit:
            await unit.outbox.set_aside(message.id, why)
            if (place := await unit.places.by_id(message.place)) is not None:
                people = People(self._dispatcher.directory, unit, now)
                await tell_of_undeliverable(unit, people, place, message.subject, now)
            await unit.commit()
        self._on_commit()

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[tuple[UnitOfWork, datetime]]:
        """A transaction after which everybody asks the database again where things are."""
        now = self._timekeeper.now()
        async with self._db.unit_of_work() as unit:
            yield unit, now
            await leave_word(unit, Changed.PEOPLE, now)
            await unit.commit()
        self._dispatcher.forget()
        self._on_commit()


async def _of(unit: UnitOfWork, ref: PlaceRef) -> list[Place]:
    """The topic that is meant, or the chat with all its topics."""
    found = await unit.places.of_chat(ref.platform, ref.bot, ref.chat)
    return [place for place in found if not ref.topic or place.topic == ref.topic]
