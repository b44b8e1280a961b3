"""Which process speaks as which bot, where several run on one server's database.

A platform is *ours* while this process holds the claim on it: it alone listens and sends there. The others
stand by, and the first to ask takes over when it dies. With every pulse a process leaves word of the
platforms that it hears; by that others know until when nobody was kept from speaking there, and may act on
what fell due before. Whoever owns a file has every claim on it and nobody beside.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta

from bot.chats.port import AdapterError
from bot.ears import Ears
from bot.said import said
from bot.timekeeper import Timekeeper
from storage import Database
from storage.errors import StorageError
from storage.unit_of_work import Reading, UnitOfWork

_log = logging.getLogger(__name__)

BETWEEN = 2.0
"""seconds after which a claim is asked for again, or looked after"""
FRESH = timedelta(seconds=15)
"""how long the word of another process counts: that of one that has died soon does no more"""
_HEARD = "heard:"


class Voices:
    """The platforms of this process, and what others have said about theirs."""

    def __init__(self, db: Database, timekeeper: Timekeeper, ears: Ears, platforms: Collection[str]) -> None:
        """``platforms``: where this process could speak."""
        self._db = db
        self._timekeeper = timekeeper
        self._ears = ears
        self._platforms = frozenset(platforms)
        self._ours: set[str] = set()
        self._began = timekeeper.now()
        self._heard: dict[str, datetime] = {}
        """until when each platform was heard, by whichever process"""

    def is_ours(self, platform: str) -> bool:
        """Whether this process listens and sends there."""
        return self._db.is_file or platform in self._ours

    @property
    def elsewhere(self) -> frozenset[str]:
        """Platforms on which others listen, or nobody does at the moment."""
        return frozenset() if self._db.is_file else (self._platforms | set(self._heard)) - self._ours

    def word_of_others(self, now: datetime) -> tuple[datetime | None, frozenset[str]]:
        """Until when all others that live have heard their platforms, and the platforms without such a word.

        None where there are no others.
        """
        words = {platform: self._heard.get(platform) for platform in self.elsewhere}
        fresh = {platform: word for platform, word in words.items() if word and now - word <= FRESH}
        return min(fresh.values(), default=None), frozenset(words) - set(fresh)

    async def open(self) -> None:
        """Read what others have said."""
        if not self._db.is_file:
            async with self._db.reading() as found:
                await self._read(found)

    async def note(self, unit: UnitOfWork, now: datetime) -> None:
        """Leave word of what is heard, in a transaction of somebody else's, and read that of others."""
        if self._db.is_file:
            return
        for platform in self._ours - self._ears.deaf:
            await unit.operation.set(_HEARD + platform, now.isoformat())
        await self._read(unit)

    async def note_outage(self, unit: UnitOfWork, began: datetime, ended: datetime) -> None:
        """This process stood still: nobody could be heard where it listens, or at all if it runs alone."""
        owner = await unit.operation.owner()
        if owner is None or self._db.is_file or owner.heartbeat <= began:
            await unit.operation.add_outage(began, ended)
            return
        for platform in tuple(self._ours):
            await unit.operation.keep_outage(platform, began, ended)

    async def speak(
        self, platform: str, talk: Callable[[], Awaitable[None]], take_over: Callable[[], Awaitable[None]]
    ) -> None:
        """``talk`` on a platform as soon as it is ours; whoever has it before is waited for.

        What another process has left is looked after first, by ``take_over``. Raises AdapterError where the
        claim was lost on the way, and whatever ``talk`` raises.
        """
        try:
            await self._get(platform, take_over)
            await self._talk_while_ours(platform, talk)
        finally:
            self._ours.discard(platform)
            if self._db.is_file:
                self._ears.lose(platform)
            else:
                self._ears.leave(platform)
            await self._give_up(platform)

    async def _get(self, platform: str, take_over: Callable[[], Awaitable[None]]) -> None:
        """Get the claim on a platform, however long it has to be waited for."""
        has_waited = False
        while True:
            try:
                if await self._db.claim(_claim_on(platform)):
                    await self.open()
                    if has_waited:
                        await take_over()
                    break
                if not has_waited:
                    _log.info("another process speaks on %s: standing by", platform)
            except StorageError as problem:
                _log.warning("the claim on %s waits for the database: %s", platform, problem.code)
            has_waited = True
            await asyncio.sleep(BETWEEN)
        # whoever had it before may have died a while ago: nobody could be heard since its last word
        self._ears.lose(platform, max(self._began, self._heard.get(platform, self._began)))
        self._ours.add(platform)

    async def _talk_while_ours(self, platform: str, talk: Callable[[], Awaitable[None]]) -> None:
        talking = asyncio.ensure_future(talk())
        try:
            while not talking.done():
                await asyncio.wait([talking], timeout=BETWEEN)
                if not talking.done() and not await self._db.holds(_claim_on(platform)):
                    self._ours.discard(platform)  # at once: it takes a while to stop listening
                    raise AdapterError(said("cli.run.supplanted", platform=platform))
            talking.result()
        finally:
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)

    async def _give_up(self, platform: str) -> None:
        try:
            await self._db.give_up(_claim_on(platform))
        except StorageError:  # a server that is away holds it for nobody
            pass

    async def _read(self, reading: Reading) -> None:
        for key, word in await reading.operation.beginning(_HEARD):
            self._heard[key.removeprefix(_HEARD)] = datetime.fromisoformat(word)


def _claim_on(platform: str) -> str:
    # a database serves one bot for each platform: its token and all its shards are claimed together
    return f"platform {platform}"
