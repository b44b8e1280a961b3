"""How fast a platform lets a bot speak, kept in sliding windows: our own doing never exceeds it.

A message counts from when it is on its way until a window after its answer came: the platform counts it
somewhere in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import nlargest

from bot.chats.port import ChatPort, Limit, PlaceRef
from bot.timekeeper import Timekeeper

LONGEST_FLIGHT = timedelta(seconds=2)
"""a message on its way for longer has been counted by the platform, or was lost before it came there"""
_MOST_WINDOWS = 1_000

Key = tuple[str, ...]


class Window:
    """At most ``limit.count`` in any ``limit.within``."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._slots: list[_Slot] = []

    def opens(self, now: datetime) -> datetime:
        """When there is room for one more: ``now``, or later."""
        self._forget(now)
        if len(self._slots) < self._limit.count:
            return now
        return nlargest(self._limit.count, (slot.counts_at(now) for slot in self._slots))[-1] + (
            self._limit.within
        )

    def add(self, slot: _Slot, now: datetime) -> None:
        self._forget(now)
        self._slots.append(slot)

    def is_empty(self, now: datetime) -> bool:
        self._forget(now)
        return not self._slots

    def _forget(self, now: datetime) -> None:
        self._slots = [slot for slot in self._slots if slot.counts_at(now) + self._limit.within > now]


class _Slot:
    """One message, as the windows see it."""

    def __init__(self, began: datetime) -> None:
        self._began = began
        self._ended: datetime | None = None

    def counts_at(self, now: datetime) -> datetime:
        return self._ended or min(now, self._began + LONGEST_FLIGHT)

    def end(self, now: datetime) -> None:
        self._ended = now


class Paced(Exception):
    """No more to this place before ``until``."""

    def __init__(self, until: datetime) -> None:
        self.until = until


class Throttle:
    """The windows of all places, and those of whole platforms."""

    def __init__(self, timekeeper: Timekeeper) -> None:
        self._timekeeper = timekeeper
        self._windows: dict[Key, Window] = {}
        self._turns: dict[str, asyncio.Lock] = {}

    async def enter(self, port: ChatPort, place: PlaceRef, is_private: bool) -> Callable[[], None]:
        """Let one message be on its way; what is returned is to be called when its answer has come.

        Waits for its turn on the platform, first come first served; with a clock that stands still it raises
        Paced instead, as it does where the place has had enough.
        """
        pace = port.capabilities.pace
        if pace is None:
            return _nothing
        async with self._turns.setdefault(port.platform, asyncio.Lock()):
            overall = self._window((port.platform,), pace.overall)
            while (until := overall.opens(now := self._timekeeper.steady())) > now:
                if self._timekeeper.is_virtual:
                    raise Paced(until)
                await asyncio.sleep((until - now).total_seconds())
            own = self._window(_key(port, place), pace.person if is_private else pace.group)
            if (until := own.opens(now)) > now:
                raise Paced(until)
            slot = _Slot(now)
            for window in (overall, own):
                window.add(slot, now)
        return lambda: slot.end(self._timekeeper.steady())

    def _window(self, key: Key, limit: Limit) -> Window:
        if (window := self._windows.get(key)) is None:
            if len(self._windows) >= _MOST_WINDOWS:
                now = self._timekeeper.steady()
                self._windows = {k: w for k, w in self._windows.items() if not w.is_empty(now)}
            window = self._windows[key] = Window(limit)
        return window


def _key(port: ChatPort, place: PlaceRef) -> Key:
    """Threads of their own have a pace of their own; topics share that of their chat."""
    topic = place.topic if port.capabilities.threads else ""
    return place.platform, place.bot, place.chat, topic


def _nothing() -> None:
    """Nobody counts here."""
