"""Which platforms can be heard. Where nobody can speak to the program, no deadline acts.

The time for which a platform was deaf is stored with every pulse, so that a kill loses none of it, and is
given back, like an outage of the whole program, to what is played there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.timekeeper import Timekeeper
from storage import Database
from storage.unit_of_work import UnitOfWork

WORTH_GIVING_BACK = timedelta(seconds=1)
"""what is heard first after a shorter time does not wait for it to be given back"""


@dataclass(slots=True)
class _Deaf:
    """``since`` is where the time begins that was not given back yet."""

    since: datetime
    is_over: bool = False
    has_spoken: bool = False
    """something was heard again, and the time before it has been given back"""


class Ears:
    """The platforms that are deaf; none is before it is said to be."""

    def __init__(
        self, db: Database, timekeeper: Timekeeper, give_back: Callable[[Collection[str]], Awaitable[None]]
    ) -> None:
        """``give_back`` credits all outages that are stored, save those of the platforms named."""
        self._db = db
        self._timekeeper = timekeeper
        self._give_back = give_back
        self._deaf: dict[str, _Deaf] = {}
        self._lock = asyncio.Lock()

    @property
    def deaf(self) -> frozenset[str]:
        """Where no deadline acts."""
        return frozenset(self._deaf)

    def lose(self, platform: str, since: datetime | None = None) -> None:
        """From now on, or ``since`` a moment ago, nothing can be heard there."""
        known = self._deaf.get(platform)
        if known is None:
            self._deaf[platform] = _Deaf(since or self._timekeeper.now())
        else:
            known.is_over = known.has_spoken = False

    def leave(self, platform: str) -> None:
        """Another process listens there from now on."""
        self._deaf.pop(platform, None)

    def find(self, platform: str) -> None:
        """All is heard again; ``settle`` makes good the rest of the time."""
        if (known := self._deaf.get(platform)) is not None:
            known.is_over = True

    async def note(self, unit: UnitOfWork, now: datetime) -> None:
        """Store until when platforms have been deaf, in a transaction of somebody else's."""
        for platform, deaf in list(self._deaf.items()):
            await unit.operation.keep_outage(platform, deaf.since, now)

    async def before(self, platform: str) -> None:
        """Something is heard from ``platform``: the time in which nothing could be is made good first.

        So whoever is heard late has lost nothing by it. Raises StorageError.
        """
        deaf = self._deaf.get(platform)
        if deaf is None or deaf.has_spoken:
            return
        async with self._lock:
            if not deaf.has_spoken and self._timekeeper.now() - deaf.since >= WORTH_GIVING_BACK:
                await self._make_good(platform, deaf)
            deaf.has_spoken = True

    async def settle(self) -> bool:
        """Make good the time of all that can be heard again; then deadlines act there. Whether any can.

        Raises StorageError.
        """
        found = False
        for platform, deaf in list(self._deaf.items()):
            if not deaf.is_over:
                continue
            async with self._lock:
                await self._make_good(platform, deaf)
                if deaf.is_over and self._deaf.get(platform) is deaf:  # it may have gone deaf again meanwhile
                    del self._deaf[platform]
            found = True
        return found

    def restart(self, now: datetime) -> None:
        """All time before ``now`` has been given back."""
        for deaf in self._deaf.values():
            deaf.since = now

    async def _make_good(self, platform: str, deaf: _Deaf) -> None:
        now, since = self._timekeeper.now(), deaf.since
        if now > since:
            deaf.since = now  # what a pulse notes meanwhile comes after it
            try:
                async with self._db.unit_of_work() as unit:
                    await unit.operation.keep_outage(platform, since, now)
                    await unit.commit()
            except BaseException:
                deaf.since = since
                raise
        await self._give_back(self.deaf - {platform})
