"""Column types of our own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Integer
from sqlalchemy.types import TypeDecorator, TypeEngine

Id: TypeEngine[int] = BigInteger().with_variant(Integer, "sqlite")
"""64-bit keys; SQLite numbers rows by itself only in a column declared INTEGER."""


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: aware in, aware out, stored as UTC. A naive datetime is refused with ValueError."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment needs a time zone: {value!r}")
        return value if value.tzinfo is UTC else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
