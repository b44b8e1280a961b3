"""Who runs on a database: locks that die with their process, and a row that tells of it.

A file belongs to one process. On a server several may run beside each other, and each *claims* what only one
of them can do, such as to speak as a certain bot.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import socket
import sys
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.engines import make_private
from storage.errors import StorageError, Unreachable
from storage.translation import from_system

_PROCESS = 0x44414D4B41  # "DAMKA"
_PATIENCE = 3.0
"""seconds in which a server has to answer for what is claimed: otherwise another process may have it"""


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
        make_private(self._path)  # whoever can open it could hold it
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


class ServerLocks:
    """Advisory locks of PostgreSQL, all held by one connection that is used for nothing else.

    The lock of the process is held alone, or shared by all that run beside each other; a claim is not shared.
    """

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self._engine = engine
        self._name = name
        self._connection: AsyncConnection | None = None
        self._claimed: set[str] = set()
        self._is_shared = False
        self._turns = asyncio.Lock()

    @property
    def is_held(self) -> bool:
        return self._connection is not None

    async def acquire(self) -> bool:
        """Be alone from now on. False where anybody else is there."""
        async with self._turns:
            return self._connection is not None or await self._connect("pg_try_advisory_lock")

    async def join(self) -> bool:
        """Be one of several. False where somebody wants to be alone."""
        async with self._turns:
            return self._connection is not None or await self._join()

    async def let_others_join(self) -> None:
        """Be one of several from now on, if nobody else was there before."""
        async with self._turns:
            if not self._is_shared:
                await self._ask("pg_try_advisory_lock_shared", _PROCESS)
                await self._ask("pg_advisory_unlock", _PROCESS)
                self._is_shared = True

    async def claim(self, name: str) -> bool:
        """Hold what is called ``name``. False where another process does. Raises StorageError."""
        async with self._turns:
            if name in self._claimed:
                return True
            if self._connection is None and not await self._join():
                return False
            if await self._ask("pg_try_advisory_lock", _key_of(name)):
                self._claimed.add(name)
            return name in self._claimed

    async def holds(self, name: str) -> bool:
        """Whether a claim still holds: a server that was away has given it to whoever asked."""
        if name not in self._claimed:  # known at once, though a new connection may be waited for
            return False
        async with self._turns:
            if name in self._claimed:
                try:
                    await self._ask("pg_try_advisory_lock_shared", _PROCESS)
                    await self._ask("pg_advisory_unlock_shared", _PROCESS)
                except StorageError:  # nothing is claimed any more
                    pass
            return name in self._claimed

    async def give_up(self, name: str) -> None:
        """Let others claim ``name``."""
        async with self._turns:
            if name in self._claimed:
                self._claimed.remove(name)
                await self._ask("pg_advisory_unlock", _key_of(name))

    async def release(self) -> None:
        async with self._turns:
            await self._let_go()

    async def _join(self) -> bool:
        self._is_shared = await self._connect("pg_try_advisory_lock_shared")
        return self._is_shared

    async def _connect(self, function: str) -> bool:
        self._connection = await self._engine.connect()
        if not await self._ask(function, _PROCESS):
            await self._let_go()
        return self._connection is not None

    async def _ask(self, function: str, key: int) -> bool:
        assert self._connection is not None  # noqa: S101 (whoever asks has connected)
        try:
            async with asyncio.timeout(_PATIENCE):
                answer = await self._connection.execute(text(f"SELECT {function}(:key)"), {"key": key})
        except BaseException as problem:
            await self._let_go()
            if isinstance(problem, TimeoutError):
                raise Unreachable(path=self._name, detail=f"no answer in {_PATIENCE:.0f} s") from None
            raise
        return bool(answer.scalar())

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        self._claimed.clear()
        self._is_shared = False
        if connection is not None:
            await connection.invalidate()
            await connection.close()


def _key_of(name: str) -> int:
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


def this_process() -> tuple[int, str]:
    """Number of this process and name of this machine."""
    return os.getpid(), socket.gethostname()
