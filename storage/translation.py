"""The one border at which a driver's exception becomes a ``StorageError``."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

from storage import errors

if TYPE_CHECKING:
    from sqlalchemy import ExceptionContext
    from sqlalchemy.ext.asyncio import AsyncEngine

_BY_SQLITE_CODE: dict[int, type[errors.StorageError]] = {
    sqlite3.SQLITE_BUSY: errors.Busy,
    sqlite3.SQLITE_LOCKED: errors.Busy,
    sqlite3.SQLITE_READONLY: errors.ReadOnly,
    sqlite3.SQLITE_FULL: errors.DiskFull,
    sqlite3.SQLITE_CORRUPT: errors.Corrupt,
    sqlite3.SQLITE_NOTADB: errors.NotADatabase,
    sqlite3.SQLITE_CONSTRAINT: errors.Conflict,
    sqlite3.SQLITE_IOERR: errors.DeviceFailure,
    sqlite3.SQLITE_PERM: errors.NotReadable,
}

_BY_SQLSTATE: dict[str, type[errors.StorageError]] = {
    "40001": errors.Overtaken,
    "40P01": errors.Overtaken,
    "55P03": errors.Busy,
    "25006": errors.ReadOnly,
    "42501": errors.Refused,
    "53100": errors.DiskFull,
    "XX001": errors.Corrupt,
    "XX002": errors.Corrupt,
}


def from_sqlite(error: sqlite3.Error, path: Path) -> errors.StorageError | None:
    """What a SQLite error means, or None where it is a fault of the program."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    primary = code & 0xFF
    if primary == sqlite3.SQLITE_CANTOPEN:
        return obstacle(path, writing=True) or errors.ReadOnly(path=str(path))
    kind = _BY_SQLITE_CODE.get(primary)
    return None if kind is None else kind(path=str(path), detail=str(error))


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Raise ``StorageError`` for what SQLite or the operating system says about ``path``."""
    try:
        yield
    except sqlite3.Error as error:
        if (translated := from_sqlite(error, path)) is None:
            raise
        raise translated from error
    except OSError as error:
        raise from_system(error, path) from error


def from_system(error: OSError, path: Path) -> errors.StorageError:
    """What an error of the operating system about the file ``path`` means."""
    if error.errno == errno.ENOENT:
        return errors.MissingFolder(path=str(path), folder=str(path.parent))
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return errors.ReadOnly(path=str(path))
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return errors.DiskFull(path=str(path))
    return errors.DeviceFailure(path=str(path), detail=str(error))


def obstacle(path: Path, *, writing: bool) -> errors.StorageError | None:
    """What stands against opening ``path``, as far as it shows from outside.

    SQLite says no more than that it cannot; and looking into the file here could drop SQLite's locks on it.
    """
    try:
        if not path.parent.is_dir():
            return errors.MissingFolder(path=str(path), folder=str(path.parent))
        if path.is_dir():
            return errors.NotADatabase(path=str(path))
        if not path.exists():
            if not writing:
                return errors.MissingFile(path=str(path))
            return None if os.access(path.parent, os.W_OK) else errors.ReadOnly(path=str(path))
    except OSError:
        return errors.NotReadable(path=str(path))
    if not os.access(path, os.R_OK):
        return errors.NotReadable(path=str(path))
    if writing and not os.access(path, os.W_OK):
        return errors.ReadOnly(path=str(path))
    return None


def _from_server(error: BaseException, name: str) -> errors.StorageError | None:
    state = getattr(error, "sqlstate", None) or ""
    detail = str(error).splitlines()[0] if str(error) else ""
    if kind := _BY_SQLSTATE.get(state):
        return kind(path=name, detail=detail)
    if state.startswith("23"):
        return errors.Conflict(detail=detail)
    if state.startswith(("28", "3D")):
        return errors.Refused(path=name, detail=detail)
    if state.startswith(("08", "53", "57")):
        return errors.Unreachable(path=name, detail=detail)
    return None


def translate_errors(engine: AsyncEngine, address: Path | str) -> None:
    """Make every statement and every connection of ``engine`` raise ``StorageError``.

    ``address`` is the file, or what may be shown of a server's. What is left as it is (a syntax error, a
    missing column) is a fault of the program.
    """

    def handle(context: ExceptionContext) -> None:
        original = context.original_exception
        if isinstance(original, sqlite3.Error):
            translated = from_sqlite(original, Path(address))
        elif context.is_disconnect and isinstance(original, Exception):
            translated = errors.Unreachable(path=str(address), detail=str(original))
        else:
            translated = _from_server(original, str(address))
        if translated is not None:
            context.chained_exception = None
            raise translated from original

    def connect(dialect: Any, record: Any, arguments: Any, options: Any) -> Any:
        try:
            return dialect.connect(*arguments, **options)
        except OSError as error:  # a server that does not answer is no database error to the driver
            raise errors.Unreachable(path=str(address), detail=str(error)) from error

    event.listen(engine.sync_engine, "handle_error", handle)
    if isinstance(address, str):
        event.listen(engine.sync_engine, "do_connect", connect)
