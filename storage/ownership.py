"""One running process owns a database: a lock that dies with its process, and a row that tells of it."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import IO, Protocol

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.translation import from_system

_ADVISORY_KEY = 0x44414D4B41  # "DAMKA"


class ProcessLock(Protocol):
    """Held by at most one process; the operating system or the server frees it when the process dies."""

    @property
    def is_held(self) -> bool:
        """Whether this process holds it."""

    async def acquire(self) -> bool:
        """False where another process holds it."""

    async def release(self) -> None: ...


class FileLock:
    """A lock on a file beside the database.

    Not on the database itself: closing any handle of it would drop SQLite's own locks.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")
        self._file: IO[bytes] | None = None

    @property
    def is_held(self) -> bool:
        return self._file is not None

    async def acquire(self) -> bool:
        if self._file is not None:
            return True
        try:
            file = self._path.open("ab")
        except OSError as error:
            raise from_system(error, self._path) from error
        if not _lock(file):
            file.close()
            return False
        self._file = file
        return True

    async def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


class ServerLock:
    """An advisory lock of PostgreSQL, held by a connection of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    @property
    def is_held(self) -> bool:
        return self._connection is not None

    async def acquire(self) -> bool:
        if self._connection is not None:
            return True
        connection = await self._engine.connect()
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        statement = text("SELECT pg_try_advisory_lock(:key)")
        if not (await connection.execute(statement, {"key": _ADVISORY_KEY})).scalar():
            await connection.close()
            return False
        self._connection = connection
        return True

    async def release(self) -> None:
        if self._connection is not None:
            await self._connection.invalidate()  # a pooled connection would keep the lock
            await self._connection.close()
            self._connection = None


def this_process() -> tuple[int, str]:
    """Number of this process and name of this machine."""
    return os.getpid(), socket.gethostname()
