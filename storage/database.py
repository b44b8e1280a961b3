"""A database: its engines, its schema, its owner, and the units of work on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from storage.engines import BUSY_SECONDS, Engines, build_engines, close_to_others, parse_address
from storage.errors import MissingFolder, Owned, ReadOnly, StorageError, TimeBefore
from storage.migrate import HEAD, require_head, stored_revision, upgrade
from storage.ownership import FileLock, ServerLocks, this_process
from storage.repositories.operation import Outage, OwnerRow
from storage.unit_of_work import Reading, Turns, UnitOfWork

_ATTEMPTS_TO_JOIN = 50
_UNTIL_NEXT_ATTEMPT = 0.1
"""seconds"""


def open_database(
    address: str | Path, *, read_only: bool = False, busy_seconds: float = BUSY_SECONDS
) -> Database:
    """A database by its URL, or by the path of a SQLite file. Nothing is connected or created yet.

    ``busy_seconds`` is how long another process that writes to the file is waited for. Raises BadAddress.
    """
    return Database(build_engines(parse_address(address), read_only=read_only, busy_seconds=busy_seconds))


@dataclass(frozen=True, slots=True)
class Takeover:
    """What was found when the database was taken over: the last owner, and the time since, if any.

    There is none where another process was running beside.
    """

    previous: OwnerRow | None
    outage: Outage | None


class Database:
    """Made by ``open_database``, used in one event loop, ended by ``close()``."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._turns = Turns() if engines.path is not None else None
        self._lock: FileLock | ServerLocks | None = None
        if engines.path is not None and engines.writer is not None:
            self._lock = FileLock(engines.path)
        elif engines.locks is not None:
            self._lock = ServerLocks(engines.locks, engines.name)

    @property
    def path(self) -> Path | None:
        """The file, for SQLite."""
        return self._engines.path

    @property
    def is_file(self) -> bool:
        """Whether it belongs to one process alone; on a server others may run beside."""
        return self.path is not None

    @property
    def name(self) -> str:
        """What people may see of its address."""
        return self._engines.name

    def unit_of_work(self) -> UnitOfWork:
        """A transaction, to be entered with ``async with``. Raises ReadOnly for a database opened to read."""
        return UnitOfWork(self._writer(), self._turns)

    def reading(self) -> Reading:
        """A consistent view, to be entered with ``async with``; it never waits for a writer."""
        return Reading(self._engines.reader)

    async def check_version(self) -> None:
        """Raises NewerSchema, OlderSchema, EmptyDatabase, ForeignDatabase, or why it cannot be read."""
        async with self.reading() as reading:
            await require_head(reading.connection, self.name)

    async def migrate(self) -> bool:
        """Bring the schema to this version's. True where something had to be done.

        Raises Owned where that is due while another process runs the bot.
        """
        if await self._revision() == HEAD:
            return False
        async with self.alone(), self.unit_of_work() as unit:
            if await stored_revision(unit.connection, self.name) == HEAD:
                return False
            if self.path is not None:
                close_to_others(self.path)
            await upgrade(unit.connection)
            await unit.commit()
        return True

    async def take_over(
        self, now: datetime, *, may_go_back: bool = False, beside_others: bool = False
    ) -> Takeover:
        """Become the owner of the database, which is migrated where necessary.

        The time since the last owner's last heartbeat is stored as an outage. ``now`` before it raises
        TimeBefore, unless ``may_go_back`` (a machine's clock is corrected now and then).
        Raises Owned while another process is the owner; a killed one does not count.

        ``beside_others``: on a server it is owned together with all processes that say so.
        """
        lock = self._process_lock()
        revision = await self._revision()
        if not await lock.acquire():
            if beside_others and isinstance(lock, ServerLocks):
                return await self._join(lock)
            raise await self._owned()
        try:
            if revision != HEAD:
                await self.migrate()
            async with self.unit_of_work() as unit:
                previous = await unit.operation.owner()
                outage = None
                if previous is not None and now < previous.heartbeat and not may_go_back:
                    raise TimeBefore(stored=previous.heartbeat, given=now)
                if previous is not None and previous.heartbeat < now:
                    outage = await unit.operation.add_outage(previous.heartbeat, now)
                process, host = this_process()
                await unit.operation.set_owner(OwnerRow(process, host, now, now))
                await unit.commit()
            if beside_others and isinstance(lock, ServerLocks):
                await lock.let_others_join()
        except BaseException:
            await lock.release()
            raise
        return Takeover(previous, outage)

    async def _join(self, lock: ServerLocks) -> Takeover:
        """Own the database together with those who run on it."""
        for _ in range(_ATTEMPTS_TO_JOIN):  # the first of them may just be making good an outage
            if await lock.join():
                break
            await asyncio.sleep(_UNTIL_NEXT_ATTEMPT)
        else:
            raise await self._owned()
        try:
            async with self.reading() as reading:
                if await stored_revision(reading.connection, self.name) != HEAD:
                    raise await self._owned()
                return Takeover(await reading.operation.owner(), None)
        except BaseException:
            await lock.release()
            raise

    # --- what only one of several processes does ------------------------------------------------------------

    async def claim(self, name: str) -> bool:
        """Become the one process that does what ``name`` says; False while another one is.

        It ends with ``give_up``, with the process, and where the server was away: see ``holds``. Whoever owns
        a file holds every claim on it. Raises StorageError.
        """
        return not isinstance(self._lock, ServerLocks) or await self._lock.claim(name)

    async def holds(self, name: str) -> bool:
        """Whether a claim still holds."""
        return not isinstance(self._lock, ServerLocks) or await self._lock.holds(name)

    async def give_up(self, name: str) -> None:
        """Let another process claim ``name``."""
        if isinstance(self._lock, ServerLocks):
            await self._lock.give_up(name)

    # --------------------------------------------------------------------------------------------------------

    async def heartbeat(self, now: datetime) -> None:
        """Note that the bot runs: what comes after the last heartbeat is an outage."""
        async with self.unit_of_work() as unit:
            await unit.operation.heartbeat(now)
            await unit.commit()

    async def close(self) -> None:
        """End all connections and give the ownership up. Never raises for what is closed already."""
        if isinstance(self._lock, ServerLocks):
            await self._lock.release()  # before the engine that has made its connection
        await self._engines.dispose()
        if isinstance(self._lock, FileLock):
            await self._lock.release()

    def _writer(self) -> AsyncEngine:
        if self._engines.writer is None:
            raise ReadOnly(path=self.name)
        return self._engines.writer

    def _process_lock(self) -> FileLock | ServerLocks:
        if self._lock is None:
            raise ReadOnly(path=self.name)
        return self._lock

    async def _owned(self) -> StorageError:
        try:
            async with self.reading() as reading:
                row = await reading.operation.owner()
        except Exception:  # another process may just be making the tables
            row = None
        if row is None:
            return Owned(path=self.name, process=None, host=None, since=None)
        return Owned(path=self.name, process=row.process, host=row.host, since=row.started)

    async def _revision(self) -> str | None:
        """Looked at before anything is made, so that what is not ours gets no lock file either."""
        if self.path is not None and not self.path.exists():
            if not self.path.parent.is_dir():
                raise MissingFolder(path=str(self.path), folder=str(self.path.parent))
            return None
        async with self.reading() as reading:
            return await stored_revision(reading.connection, self.name)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Own the database for the length of a block, if this process does not anyway. Raises Owned."""
        lock = self._process_lock()
        was_held = lock.is_held
        if not await lock.acquire():
            raise await self._owned()
        try:
            yield
        finally:
            if not was_held:
                await lock.release()
