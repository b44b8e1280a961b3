"""The sign of life that a running program leaves, and what follows when it comes too late."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.ears import Ears
from bot.scheduler import HEARTBEAT
from bot.timekeeper import Timekeeper
from bot.voices import Voices
from storage import Database

STOOD_STILL = timedelta(seconds=30)
"""a pulse that comes so late means that the machine slept: that time is given back"""


class Pulse:
    """Stored every few seconds, with what platforms have been deaf meanwhile."""

    def __init__(
        self,
        db: Database,
        timekeeper: Timekeeper,
        ears: Ears,
        voices: Voices,
        give_back: Callable[[], Awaitable[None]],
    ) -> None:
        """``give_back`` credits all outages that are stored."""
        self._db = db
        self._timekeeper = timekeeper
        self._ears = ears
        self._voices = voices
        self._give_back = give_back
        self._last = timekeeper.now()
        self._beating = asyncio.Lock()

    async def beat(self, now: datetime, *, anyway: bool = False) -> bool:
        """Leave word of ``now``, unless that was done just before; whether it was done.

        One that comes too late was an outage. A clock that was put back is followed.
        """
        is_due = anyway or self._timekeeper.is_virtual or not timedelta(0) <= now - self._last < HEARTBEAT
        if await self.catch_up(now) or not is_due:
            return False
        async with self._beating, self._db.unit_of_work() as unit:
            await self._ears.note(unit, now)
            await self._voices.note(unit, now)
            await unit.operation.heartbeat(now)
            await unit.commit()
            self._last = now
        return True

    async def catch_up(self, now: datetime) -> bool:
        """Give back the time in which the machine slept, or by which its clock was put forward.

        To be called before anything happens at ``now``; whether there was any.
        """
        if not self._stood_still(now):
            return False
        async with self._beating:
            if not self._stood_still(now):
                return True
            async with self._db.unit_of_work() as unit:
                await self._ears.note(unit, self._last)
                await self._voices.note_outage(unit, self._last, now)
                await unit.operation.heartbeat(now)
                await unit.commit()
            self._last = now
            await self._give_back()
            self._ears.restart(now)
        return True

    def _stood_still(self, now: datetime) -> bool:
        return now - self._last > STOOD_STILL and not self._timekeeper.is_virtual
