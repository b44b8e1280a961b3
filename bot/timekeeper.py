"""What time it is: the wall clock, or a clock that stands until it is moved."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Timekeeper(Protocol):
    """Where the program takes the time from. ``now`` and ``steady`` are aware, in UTC."""

    @property
    def is_virtual(self) -> bool:
        """Whether time passes only when somebody says so."""

    def now(self) -> datetime: ...

    def steady(self) -> datetime:
        """A time that passes like ``now`` and is never set: to measure with, and to wait by."""


class WallClock:
    """The time of the machine."""

    is_virtual = False

    def __init__(self) -> None:
        self._began = datetime.now(UTC) - timedelta(seconds=time.monotonic())

    def now(self) -> datetime:
        return datetime.now(UTC)

    def steady(self) -> datetime:
        return self._began + timedelta(seconds=time.monotonic())


class VirtualClock:
    """A clock that stands still until it is moved; it never goes back."""

    is_virtual = True

    def __init__(self, start: datetime) -> None:
        """``start`` must be aware."""
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        return self._now

    def steady(self) -> datetime:
        return self._now

    def move_to(self, moment: datetime) -> None:
        """Let the time be ``moment``, or stay where it is if that is past."""
        self._now = max(self._now, moment.astimezone(UTC))
