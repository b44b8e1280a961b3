"""A whole database copied into an empty one, between a file and a server in either direction."""

from __future__ import annotations

import hashlib

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.database import Database
from storage.errors import NotEmpty
from storage.tables import metadata

_AT_ONCE = 1000
"""rows that travel together"""


async def copy_all(source: Database, target: Database) -> int:
    """Copy every row of ``source`` into ``target``, which gets the tables of this version; returns how many.

    Both belong to this process meanwhile, and ``target`` gets all or nothing. The bot goes on there where it
    was: the time since its last heartbeat is an outage like any other.
    Raises NotEmpty, Owned, OlderSchema or NewerSchema.
    """
    async with source.alone(), target.alone():
        await source.check_version()
        await target.migrate()
        async with source.reading() as reading, target.unit_of_work() as unit:
            for table in metadata.sorted_tables:
                if await _rows_in(unit.connection, table):
                    raise NotEmpty(path=target.name)
            copied = 0
            for table in metadata.sorted_tables:
                copied += await _copy(reading.connection, unit.connection, table)
                await _number_on(reading.connection, unit.connection, table)
            await unit.commit()
    return copied


async def differing_tables(one: Database, other: Database) -> list[str]:
    """The tables that do not hold the same rows in both databases."""
    async with one.reading() as left, other.reading() as right:
        return [
            table.name
            for table in metadata.sorted_tables
            if await _sum(left.connection, table) != await _sum(right.connection, table)
        ]


async def _rows_in(connection: AsyncConnection, table: Table) -> int:
    counted: int = (await connection.execute(select(func.count()).select_from(table))).scalar_one()
    return counted


async def _copy(source: AsyncConnection, target: AsyncConnection, table: Table) -> int:
    copied = 0
    result = await source.stream(select(table))
    async for rows in result.mappings().partitions(_AT_ONCE):
        await target.execute(insert(table), [dict(row) for row in rows])
        copied += len(rows)
    return copied


async def _sum(connection: AsyncConnection, table: Table) -> tuple[int, int]:
    """How many rows there are, and what their hashes come to: the same in whatever order they stand."""
    number = total = 0
    async for row in await connection.stream(select(table)):
        digest = hashlib.blake2b(repr(tuple(row)).encode(), digest_size=32).digest()
        number, total = number + 1, total + int.from_bytes(digest)
    return number, total


async def _number_on(source: AsyncConnection, target: AsyncConnection, table: Table) -> None:
    """Let numbers go on after the last one that was given, whether its row is still there or not."""
    column = table.autoincrement_column
    if column is None:
        return
    last = await _last_number(source, table)
    if not last:
        return
    if target.dialect.name == "postgresql":
        statement = text("SELECT setval(pg_get_serial_sequence(:name, :column), :last)")
        await target.execute(statement, {"name": table.name, "column": column.name, "last": last})
    elif _repeats_none(table):
        await target.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        statement = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
        await target.execute(statement, {"name": table.name, "last": last})


async def _last_number(connection: AsyncConnection, table: Table) -> int:
    column = table.autoincrement_column
    assert column is not None  # noqa: S101 (asked for by the caller)
    if connection.dialect.name == "postgresql":
        statement = text("SELECT pg_sequence_last_value(pg_get_serial_sequence(:name, :column)::regclass)")
        last = (await connection.execute(statement, {"name": table.name, "column": column.name})).scalar()
    elif _repeats_none(table):
        statement = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        last = (await connection.execute(statement, {"name": table.name})).scalar()
    else:
        last = (await connection.execute(select(func.max(column)))).scalar()
    return int(last or 0)


def _repeats_none(table: Table) -> bool:
    """Whether SQLite remembers the last number of a table, so that none is given twice."""
    return bool(table.dialect_options["sqlite"]["autoincrement"])
