"""What comes in: kept before it is confirmed, handled in order for each place, and tried again until it is.

An input that the database could not take stays received. It holds up its own place, and no other, until it
has been handled.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta

from bot.chats.port import Answers, Input, PlaceRef
from bot.lanes import Lanes
from bot.retrying import back_off
from bot.timekeeper import Timekeeper
from storage import Database
from storage.errors import Conflict, StaleVersion, StorageError

_log = logging.getLogger(__name__)

LAST_RETRY = timedelta(minutes=1)
MOST_ATTEMPTS = 5
"""of an input that contradicts what is stored: that does not pass by waiting, as a full disk may"""
LAST_SECONDS = 4.0
"""what an input gets to be handled when the program ends"""

Update = tuple[str, str, str]


class Reception:
    """The durable inbox, and a lane for every place that is spoken in."""

    def __init__(
        self, db: Database, timekeeper: Timekeeper, handle: Callable[[Input], Awaitable[Answers]]
    ) -> None:
        self._db = db
        self._timekeeper = timekeeper
        self._handle = handle
        self._lanes: Lanes[PlaceRef] = Lanes()
        self._kept: set[Update] = set()
        """what is in the inbox and not done with"""

    async def receive(self, platform: str, bot: str, update: str, payload: str) -> bool:
        """Keep an input before it is confirmed. False where it is known."""
        async with self._db.unit_of_work() as unit:
            is_new = await unit.inbox.receive(platform, bot, update, payload, self._timekeeper.now())
            await unit.commit()
        if is_new:
            self._kept.add((platform, bot, update))
        return is_new

    async def waiting(self, platform: str, bot: str) -> Sequence[tuple[str, str, datetime]]:
        """What was kept and not handled, the oldest first: id, payload, received."""
        async with self._db.reading() as found:
            rows = await found.inbox.waiting(platform, bot)
        self._kept.update((platform, bot, row.update) for row in rows)
        return [(row.update, row.payload, row.received) for row in rows]

    async def drop(self, platform: str, bot: str, update: str) -> None:
        """A kept input is done with unread."""
        async with self._db.unit_of_work() as unit:
            await unit.inbox.claim(platform, bot, update, self._timekeeper.now())
            await unit.commit()
        self._kept.discard((platform, bot, update))

    async def hear(self, heard: Input) -> Answers:
        """Have an input handled, after those from its place before it.

        It is handled even if the caller is cancelled meanwhile. Raises StorageError where it could not be
        stored; a kept input is then tried again by itself.
        """
        answers: asyncio.Future[Answers] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            try:
                answers.set_result(await self._handle(heard))
            except StorageError as problem:
                _settle(answers, problem)
                if not await self._handle_later(heard):
                    return
            except Exception as problem:
                _settle(answers, problem)
                return
            except asyncio.CancelledError:
                answers.cancel()
                raise
            self._kept.discard(_id_of(heard))

        self._lanes.put(heard.place, work)
        return await asyncio.shield(answers)

    async def _handle_later(self, heard: Input) -> bool:
        """Try until it works; whether it has."""
        attempts = 1
        while _id_of(heard) in self._kept:
            await asyncio.sleep(back_off(attempts, LAST_RETRY).total_seconds())
            attempts += 1
            try:
                await self._handle(heard)
                return True
            except StorageError as problem:
                _log.warning("input %s waits for the database: %s", heard.update, problem.code)
                if isinstance(problem, Conflict | StaleVersion) and attempts >= MOST_ATTEMPTS:
                    break
            except Exception:
                _log.exception("input %s could not be handled", heard.update)
                break
        return False

    async def finish(self) -> None:
        """Let what is being handled come to its end."""
        await self._lanes.finish(LAST_SECONDS)


def _settle(answers: asyncio.Future[Answers], problem: Exception) -> None:
    answers.set_exception(problem)
    answers.exception()  # whoever asked may have gone: then nobody else looks at it


def _id_of(heard: Input) -> Update:
    return heard.place.platform, heard.place.bot, heard.update or ""
