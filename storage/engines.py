"""Engines: one for the writer, one for readers, and what each kind of database needs for that."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from storage import sqlite_thread
from storage.errors import BadAddress
from storage.translation import obstacle, translate_errors

BUSY_SECONDS = 4.0
"""how long another process is waited for; twice that fits into the ten seconds in which a program ends"""

_READERS = 4
_ON_SERVER = 10
"""connections to a server for writing, and as many for reading: more work at once waits its turn"""
_CONNECT_SECONDS = 10.0
_ASYNC_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}

# A machine that went off without a word is noticed after nine seconds, and its locks are free again.
_SERVER_SETTINGS = {
    "application_name": "damka",
    "jit": "off",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "2",
}

# WAL lets readers go on while the writer writes; FULL makes a commit survive a power failure.
_WRITER_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
_READER_PRAGMAS = "PRAGMA query_only=ON;"


@dataclass(frozen=True, slots=True)
class Engines:
    """``path`` is the file of a SQLite database and None for a server; without ``writer`` it is read-only.

    ``name`` is what people see of the address, ``locks`` makes the connections that hold a server's locks.
    """

    writer: AsyncEngine | None
    reader: AsyncEngine
    path: Path | None
    name: str
    locks: AsyncEngine | None = None

    async def dispose(self) -> None:
        for engine in (self.writer, self.reader, self.locks):
            if engine is not None:
                await engine.dispose()


def parse_address(address: str | Path) -> URL:
    """A path or a database URL as a URL with an asynchronous driver. Raises BadAddress."""
    if "\0" in str(address):
        raise BadAddress(url=show_address(address))
    if isinstance(address, Path) or "://" not in address:
        return URL.create("sqlite+aiosqlite", database=os.path.abspath(address))
    shown = show_address(address)
    try:
        url = make_url(re.sub(r"\Apostgres:", "postgresql:", address))
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise BadAddress(url=shown) from None
    if backend not in _ASYNC_DRIVERS:
        raise BadAddress(url=shown)
    url = url.set(drivername=_ASYNC_DRIVERS[backend])
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):  # a second connection would see another database
            raise BadAddress(url=shown)
        return url.set(database=os.path.abspath(str(url.database)))
    if not url.database:
        raise BadAddress(url=shown)
    return url


def show_address(address: str | Path) -> str:
    """What people may see of an address: of a URL neither the password nor any settings."""
    text = str(address)
    if isinstance(address, Path) or "://" not in text:
        return text
    scheme, _, rest = text.partition("://")
    who, at, where = rest.rpartition("@")  # a password may hold any of the signs that follow
    return f"{scheme}://{who.partition(':')[0]}{at}{where.partition('?')[0]}"


def build_engines(url: URL, *, read_only: bool, busy_seconds: float) -> Engines:
    """Engines for ``url``; nothing is connected yet."""
    if url.get_backend_name() == "sqlite":
        return _sqlite(Path(str(url.database)), read_only, busy_seconds)
    return _server(url, read_only)


def _server(url: URL, read_only: bool) -> Engines:
    name = show_address(url.set(drivername="postgresql").render_as_string(hide_password=True))
    reader = _server_engine(
        url, name, isolation_level="REPEATABLE READ", execution_options={"postgresql_readonly": True}
    )
    if read_only:
        return Engines(None, reader, None, name)
    locks = _server_engine(url, name, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    return Engines(_server_engine(url, name), reader, None, name, locks)


def _server_engine(url: URL, name: str, **more: Any) -> AsyncEngine:
    if "poolclass" not in more:
        # asked before use: a server that was started again costs nobody an answer
        more |= {"pool_size": _ON_SERVER, "max_overflow": 0, "pool_timeout": None, "pool_pre_ping": True}
    engine = create_async_engine(
        url,
        connect_args={"timeout": _CONNECT_SECONDS, "server_settings": _SERVER_SETTINGS},
        hide_parameters=True,  # values are what people have said
        **more,
    )
    translate_errors(engine, name)
    return engine


def _sqlite(path: Path, read_only: bool, busy_seconds: float) -> Engines:
    mode = "ro" if read_only else "rw"
    reader = _sqlite_engine(
        path, mode, _READER_PRAGMAS, begin="BEGIN", pool_size=_READERS, patience=busy_seconds
    )
    if read_only:
        return Engines(None, reader, path, str(path))
    # BEGIN IMMEDIATE: what reads first and writes later must not find the file changed in between
    writer = _sqlite_engine(
        path, "rwc", _WRITER_PRAGMAS, begin="BEGIN IMMEDIATE", pool_size=1, patience=busy_seconds
    )
    return Engines(writer, reader, path, str(path))


def make_private(path: Path) -> None:
    """A new file that its owner alone may read, unless there is one. So is what SQLite puts beside it."""
    with suppress(OSError):  # SQLite meets the same obstacle, and says which
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def close_to_others(path: Path) -> None:
    """A file that everybody may read, as earlier versions left it, becomes its owner's alone, with what is
    beside it. Rights that were given to a group only are left."""
    for part in (path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))):
        with suppress(OSError):  # who may not change that may still write
            if part.stat().st_mode & 0o007:
                part.chmod(0o600)


def _sqlite_engine(
    path: Path, mode: str, pragmas: str, *, begin: str, pool_size: int, patience: float
) -> AsyncEngine:
    engine = create_async_engine(
        "sqlite+aiosqlite://",
        connect_args={
            "async_creator_fn": sqlite_thread.connect,
            "isolation_level": None,
            "timeout": patience,
            "uri": True,
        },
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=None,
        hide_parameters=True,
        pool_reset_on_return=None,  # every transaction is ended by its unit of work
        poolclass=AsyncAdaptedQueuePool,
    )
    address = file_uri(path, mode)

    def aim(dialect: Any, record: Any, arguments: list[Any], options: dict[str, Any]) -> None:
        # asked before trying: a connection that fails to open leaves its thread behind, and one that may only
        # read files beside the database that nobody can write to later
        if (error := obstacle(path, writing=mode == "rwc" or (mode == "rw" and path.exists()))) is not None:
            raise error
        if mode == "rwc":
            make_private(path)
        arguments[:] = [
            file_uri(path, "ro", immutable=True) if mode == "ro" and _is_frozen(path) else address
        ]

    def prepare(connection: Any, record: Any) -> None:
        connection.run_async(_script(pragmas))

    def start(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "do_connect", aim)
    event.listen(engine.sync_engine, "connect", prepare)
    event.listen(engine.sync_engine, "begin", start)
    translate_errors(engine, path)
    return engine


def _script(pragmas: str) -> Callable[[Any], Any]:
    async def run(connection: Any) -> None:
        try:
            cursor = await connection.executescript(pragmas)
        except BaseException:
            await connection.close()
            raise
        await cursor.close()

    return run


def file_uri(path: Path, mode: str, *, immutable: bool = False) -> str:
    """The URI by which SQLite opens ``path`` in a mode: ``ro``, ``rw`` or ``rwc``."""
    frozen = "&immutable=1" if immutable else ""
    return f"file:{quote(str(path))}?mode={mode}{frozen}"


def _is_frozen(path: Path) -> bool:
    """Whether readers cannot have their shared memory beside the file, and nobody can be writing either."""
    log = path.with_name(path.name + "-wal")
    may_write = os.access(path.parent, os.W_OK) and os.access(path, os.W_OK)
    return path.exists() and not may_write and not log.exists()
