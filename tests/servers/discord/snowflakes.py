"""Ids as Discord makes them: milliseconds since 2015 and a counter."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

EPOCH = 1420070400000


class Snowflakes:
    def __init__(self) -> None:
        self._counter = count(1)

    def next(self, at: datetime | None = None) -> int:
        """Unique and rising; the counter is as wide as three of Discord's fields together."""
        moment = at or datetime.now(UTC)
        return (int(moment.timestamp() * 1000) - EPOCH) << 22 | next(self._counter) & 0x3FFFFF


def iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()
