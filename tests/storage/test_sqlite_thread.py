"""Statements give all their rows, however many there are."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from storage import Database

NUMBERS = text(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) SELECT i FROM n"
)
COUNTS = pytest.mark.parametrize("count", [1, 499, 500, 501, 1000, 1234])


@COUNTS
async def test_all_rows_are_fetched(file_database: Database, count: int) -> None:
    async with file_database.reading() as reading:
        rows = await reading.connection.execute(NUMBERS, {"count": count})
    assert rows.scalars().all() == list(range(1, count + 1))


@COUNTS
async def test_all_rows_are_streamed(file_database: Database, count: int) -> None:
    async with file_database.reading() as reading:
        result = await reading.connection.stream(NUMBERS, {"count": count})
        assert [number async for number in result.scalars()] == list(range(1, count + 1))


async def test_rows_that_are_left_over_keep_nobody(file_database: Database) -> None:
    async with file_database.reading() as reading:
        result = await reading.connection.stream(NUMBERS, {"count": 10_000})
        assert (await result.fetchone()) == (1,)
        await result.close()
        assert (await reading.connection.execute(NUMBERS, {"count": 2})).scalars().all() == [1, 2]
