"""SQLite in a thread that most statements visit once.

``aiosqlite`` sends every call to its thread on its own, and SQLAlchemy makes four for each statement: make a
cursor, execute, fetch, close. To wake a thread and to be woken by it costs more than most statements do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Self

import aiosqlite

_ROWS = 500
"""that are taken along at once; for more the thread is visited again"""


def connect(database: str, **options: Any) -> Connection:
    """A connection to be awaited; ``options`` are those of ``sqlite3.connect``."""
    connection = Connection(partial(sqlite3.connect, database, **options), _ROWS)
    connection._thread.daemon = True  # as SQLAlchemy has it: nothing keeps a program from ending
    return connection


class Connection(aiosqlite.Connection):
    """One that does as much as it can in one visit: a transaction begins with its first statement, and nobody
    waits for the end of one that changes nothing."""

    beginning: str | None = None
    """how the transaction is to begin that has had no statement yet"""

    def cursor(self) -> Cursor:  # type: ignore[override]
        return Cursor(self)

    async def visit(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """What ``work`` gives, done in the thread after all that was asked for before."""
        return await self._execute(work, *arguments)  # type: ignore[no-untyped-call]

    async def commit(self) -> None:
        beginning, self.beginning = self.beginning, None
        if beginning is None:
            await super().commit()

    async def rollback(self) -> None:
        beginning, self.beginning = self.beginning, None
        if beginning is None:
            self._tx.put_nowait((None, self._conn.rollback))

    @property
    def inside(self) -> sqlite3.Connection:
        """To be used in the thread alone."""
        return self._conn


class Cursor:
    """As much of a cursor as SQLAlchemy uses."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self._open: sqlite3.Cursor | None = None
        """has more rows"""
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        if statement.startswith("BEGIN"):
            self._connection.beginning = statement
            return self
        return await self._run(lambda: self._connection.inside.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        return await self._run(lambda: self._connection.inside.executemany(statement, parameters))

    async def _run(self, execute: Callable[[], sqlite3.Cursor]) -> Self:
        await self.close()
        inside, beginning = self._connection.inside, self._connection.beginning
        self._connection.beginning = None
        (
            self._open,
            self._rows,
            self.description,
            self.rowcount,
            self.lastrowid,
        ) = await self._connection.visit(_first_rows, inside, beginning, execute)
        return self

    async def fetchmany(self, size: int = arraysize) -> list[Any]:
        if not self._rows and self._open is not None:
            self._rows = await self._connection.visit(self._open.fetchmany, _ROWS)
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        if self._open is not None:
            rows += await self._connection.visit(self._open.fetchall)
            await self.close()
        return rows

    async def close(self) -> None:
        cursor, self._open, self._rows = self._open, None, []
        if cursor is not None:
            await self._connection.visit(cursor.close)


def _first_rows(
    connection: sqlite3.Connection, beginning: str | None, execute: Callable[[], sqlite3.Cursor]
) -> tuple[sqlite3.Cursor | None, list[Any], Any, int, Any]:
    """The cursor where it has more rows, the first ones, and what SQLAlchemy asks a cursor for."""
    if beginning is not None:
        connection.execute(beginning).close()
    cursor = execute()
    rows = [] if cursor.description is None else cursor.fetchmany(_ROWS)
    found = rows, cursor.description, cursor.rowcount, cursor.lastrowid
    if len(rows) == _ROWS:
        return cursor, *found
    cursor.close()
    return None, *found
