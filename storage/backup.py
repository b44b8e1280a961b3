"""Copies of a SQLite database: made while it runs, put back after a look at them.

A server has its own tools (``pg_dump``); there these functions raise Unsupported.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.database import Database
from storage.engines import close_to_others, file_uri, make_private
from storage.errors import (
    AlreadyExists,
    Busy,
    Corrupt,
    EmptyDatabase,
    ForeignDatabase,
    MissingFile,
    MissingFolder,
    NewerSchema,
    NotADatabase,
    Owned,
    Unsupported,
)
from storage.migrate import REVISIONS
from storage.ownership import FileLock
from storage.structure import ACTING_IN_FILE
from storage.translation import sqlite_errors


async def backup(database: Database, target: Path) -> None:
    """Write a consistent copy of a running database to ``target``: all that was committed, in one file.

    The writer goes on meanwhile. Raises AlreadyExists, MissingFolder, ReadOnly, DiskFull.
    """
    source = database.path
    if source is None:
        raise Unsupported(operation="backup")
    await asyncio.to_thread(_backup, source, target)


async def restore(source: Path, database: Database, *, replace: bool = False) -> Path | None:
    """Put the copy ``source`` in the place of ``database``, which nobody may be using.

    The copy is checked first: a whole database of ours, of no later version. What stood there is refused with
    AlreadyExists, or with ``replace`` kept beside it; returns where.
    """
    target = database.path
    if target is None:
        raise Unsupported(operation="restore")
    await asyncio.to_thread(_inspect_both, source, target, replace)
    lock = FileLock(target)
    if not await lock.acquire():
        raise Owned(path=str(target), process=None, host=None, since=None)
    try:
        return await asyncio.to_thread(_restore, source, target)
    finally:
        await lock.release()


def inspect_copy(path: Path) -> str:
    """The revision of a database that could be put back.

    Raises MissingFile, NotADatabase, Corrupt, EmptyDatabase, ForeignDatabase or NewerSchema.
    """
    if not path.is_file():
        raise MissingFile(path=str(path))
    with sqlite_errors(path), closing(sqlite3.connect(file_uri(path, "ro"), uri=True)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        if not tables:
            raise EmptyDatabase(path=str(path))
        if "alembic_version" not in tables:
            raise ForeignDatabase(path=str(path), tables=tuple(tables[:3]))
        if acting := [name for (name,) in connection.execute(ACTING_IN_FILE)]:
            raise ForeignDatabase(path=str(path), tables=tuple(acting[:3]))
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if row is None:
            raise EmptyDatabase(path=str(path))
        if row[0] not in REVISIONS:
            raise NewerSchema(path=str(path), revision=row[0])
        damages = [text for (text,) in connection.execute("PRAGMA quick_check") if text != "ok"]
        if damages:
            raise Corrupt(path=str(path), detail=damages[0])
        return str(row[0])


def _inspect_both(source: Path, target: Path, replace: bool) -> None:
    inspect_copy(source)
    if not target.parent.is_dir():
        raise MissingFolder(path=str(target), folder=str(target.parent))
    if target.is_dir():
        raise NotADatabase(path=str(target))
    if target.exists() and (not replace or target.samefile(source)):
        raise AlreadyExists(path=str(target))


def _backup(source: Path, target: Path) -> None:
    if not source.exists():
        raise MissingFile(path=str(source))
    if not target.parent.is_dir():
        raise MissingFolder(path=str(target), folder=str(target.parent))
    if target.exists():
        raise AlreadyExists(path=str(target))
    partial = _copy(source, target)
    try:
        os.link(partial, target)  # unlike a rename it never overwrites
    except FileExistsError:
        raise AlreadyExists(path=str(target)) from None
    except OSError:  # a device without links
        os.rename(partial, target)
    else:
        partial.unlink()
    _sync_folder(target.parent)


def _restore(source: Path, target: Path) -> Path | None:
    partial = _copy(source, target)
    try:
        kept = _set_aside(target) if target.exists() else None
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)
    _sync_folder(target.parent)
    return kept


def _copy(source: Path, target: Path) -> Path:
    """A whole copy of ``source`` beside ``target``, on the disk for good, not yet under its name."""
    partial = target.with_name(target.name + ".partial")
    try:
        with sqlite_errors(target):
            partial.unlink(missing_ok=True)
            make_private(partial)
            with (
                closing(sqlite3.connect(file_uri(source, "ro"), uri=True)) as original,
                closing(sqlite3.connect(file_uri(partial, "rwc"), uri=True, isolation_level=None)) as copy,
            ):
                original.backup(copy)  # all pages in one step: one moment of the source
                copy.execute("PRAGMA journal_mode=DELETE")  # one file that needs no other
        descriptor = os.open(partial, os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return partial


def _set_aside(target: Path) -> Path:
    """Keep what stands at ``target`` under another name, and leave no write-ahead log of it behind."""
    kept = _free_name(target)
    close_to_others(target)
    try:
        with (
            sqlite_errors(target),
            closing(sqlite3.connect(file_uri(target, "rw"), uri=True, isolation_level=None)) as old,
        ):
            # fails while somebody has it open; otherwise the log is written into the file and vanishes
            mode = old.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        if mode != "delete":
            raise Busy(path=str(target), detail=mode)
        try:
            os.link(target, kept)
        except OSError:  # a device without links
            os.rename(target, kept)
    except (NotADatabase, Corrupt):
        for suffix in ("-wal", "-shm", ""):
            part = target.with_name(target.name + suffix)
            if part.exists():
                os.rename(part, kept.with_name(kept.name + suffix))
    return kept


def _free_name(target: Path) -> Path:
    number = 1
    while (name := target.with_name(f"{target.name}.replaced-{number}")).exists():
        number += 1
    return name


def _sync_folder(folder: Path) -> None:
    """Make names in a folder durable, where the operating system knows such a thing."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
