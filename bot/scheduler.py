"""Does what is due, when it is due: sleeps to the nearest stored time; a virtual clock steps there.

An error costs nothing but time: it is logged, the same entry is tried again later and later, and everything
else goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from bot.retrying import back_off
from bot.timekeeper import Timekeeper, VirtualClock
from storage.errors import Overtaken

_log = logging.getLogger(__name__)

HEARTBEAT = timedelta(seconds=5)
"""how often a running program leaves word that it lives"""
LAST_RETRY = timedelta(hours=1)
"""of one entry; nobody waits so long for what keeps all from being done, most likely the database"""
PAUSE = 0.05
"""seconds from news to the next look at what is due: many speak at once, and answers go first"""
_PAGE = 100


@dataclass(frozen=True, slots=True)
class Due:
    """Something to do at ``at``; ``key`` names it among all that is stored."""

    at: datetime
    key: str
    act: Callable[[datetime], Awaitable[None]]


class Agenda(Protocol):
    """What is stored about the future, and the program's own pulse."""

    async def upcoming(self, until: datetime, limit: int) -> Sequence[Due]:
        """What is due by ``until``, overdue things included: the ``limit`` earliest, in order of time."""

    async def heartbeat(self, now: datetime) -> None:
        """Store that the program lives at ``now``; make good a time in which it did not."""

    async def settle(self) -> None:
        """Send what the last thing done has left to be sent."""

    def acted(self, due: Due, now: datetime) -> None:
        """Something due was done at ``now``."""


class Scheduler:
    """One of these runs in a program; ``wake`` it whenever something may have become due earlier."""

    def __init__(self, agenda: Agenda, timekeeper: Timekeeper) -> None:
        self._agenda = agenda
        self._timekeeper = timekeeper
        self._woken = asyncio.Event()
        self._failed: dict[str, tuple[int, datetime]] = {}
        """by key: how often, and the steady time of the next attempt"""
        self._last: tuple[str, datetime] | None = None

    def wake(self) -> None:
        self._woken.set()

    async def run(self) -> None:
        """Follow the machine's clock until cancelled."""
        failures = 0
        while True:
            self._woken.clear()
            try:
                now = self._timekeeper.now()
                await self._agenda.heartbeat(now)
                nearest = await self._nearest(now + HEARTBEAT)
                failures = 0
                if nearest is not None and nearest[0] <= now:
                    await self._act_and_live(nearest[1], now)
                    continue
                wait = nearest[0] - now if nearest is not None else HEARTBEAT
            except Exception:
                failures += 1
                wait = back_off(failures, HEARTBEAT)
                _log.exception("the scheduler goes on in %s", wait)
            try:
                async with asyncio.timeout(wait.total_seconds()):
                    await self._woken.wait()
                await asyncio.sleep(PAUSE)
            except TimeoutError:
                pass

    async def catch_up(self) -> None:
        """Do all that is due by now, such as what the last input has made due at once."""
        now = self._timekeeper.now()
        while (nearest := await self._nearest(now)) is not None:
            await self._act(nearest[1], now)

    async def advance(self, clock: VirtualClock, until: datetime) -> None:
        """Move ``clock`` to ``until``, stopping in order wherever something is due."""
        while (nearest := await self._nearest(until)) is not None:
            clock.move_to(nearest[0])
            await self._act(nearest[1], clock.now())
        clock.move_to(until)
        await self._agenda.heartbeat(clock.now())

    async def _nearest(self, until: datetime) -> tuple[datetime, Due] | None:
        """What is to be done first, and when: at its time, or at its next attempt where it has failed."""
        limit = _PAGE + len(self._failed)
        upcoming = await self._agenda.upcoming(until, limit)
        if self._failed and len(upcoming) < limit:  # what is not among all that is due has been done
            due = {entry.key for entry in upcoming}
            self._failed = {key: failed for key, failed in self._failed.items() if key in due}
        is_set_by = self._timekeeper.now() - self._timekeeper.steady()
        times = [(self._next_attempt(due, is_set_by), due) for due in upcoming]
        nearest = min(times, key=lambda pair: pair[0], default=None)
        return nearest if nearest is not None and nearest[0] <= until else None

    def _next_attempt(self, due: Due, is_set_by: timedelta) -> datetime:
        failed = self._failed.get(due.key)
        return due.at if failed is None else max(due.at, failed[1] + is_set_by)

    async def _act_and_live(self, due: Due, now: datetime) -> None:
        """However long it takes, as a large pairing may: the program has not stood still meanwhile."""
        acting = asyncio.create_task(self._act(due, now))
        try:
            while not (await asyncio.wait([acting], timeout=HEARTBEAT.total_seconds()))[0]:
                try:
                    await self._agenda.heartbeat(self._timekeeper.now())
                except Exception:  # no reason to give up what is being done
                    _log.exception("a sign of life could not be left")
        finally:
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)
        acting.result()

    async def _act(self, due: Due, now: datetime) -> None:
        try:
            await due.act(now)
        except Overtaken:
            self._put_off(due)  # another process is at it: soon it will be done
        except Exception:
            _log.exception("%s, due at %s, will be tried again", due.key, due.at)
            self._put_off(due)
        else:
            self._agenda.acted(due, now)
            if self._last == (due.key, due.at):
                # it said that it was done and is still due: without a pause this would never end
                _log.error("%s is still due at %s", due.key, due.at)
                self._put_off(due)
            else:
                self._failed.pop(due.key, None)
            self._last = (due.key, due.at)
        await self._agenda.settle()

    def _put_off(self, due: Due) -> None:
        attempts = 1 if (failed := self._failed.get(due.key)) is None else failed[0] + 1
        self._failed[due.key] = attempts, self._timekeeper.steady() + back_off(attempts, LAST_RETRY)
