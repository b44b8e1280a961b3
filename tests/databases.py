"""Where the tests keep their data: in files, or, with DAMKA_TEST_DATABASE=postgresql, on a server.

A test names the file that its database would be; on a server a database of its own stands for that file, made
from one that has all tables already, and gone when the folder of the file or the test is.
"""

from __future__ import annotations

import asyncio
import atexit
import fcntl
import os
import sqlite3
import threading
from collections.abc import Coroutine
from contextlib import closing
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from storage import open_database
from storage.tables import metadata
from tests import postgresql

ON_SERVER = os.environ.get("DAMKA_TEST_DATABASE") == "postgresql"
"""whether the tests that keep data keep it on a server"""

needs_file = pytest.mark.skipif(ON_SERVER, reason="about SQLite's own files")
"""marks what says nothing about a server"""


def skip_on_server(reason: str) -> None:
    """For fixtures: skip the test where the others keep their data on a server."""
    if ON_SERVER:
        pytest.skip(reason)


_TEMPLATE = "with_all_tables"
T = TypeVar("T")


async def new_database(file: Path) -> str | Path:
    """The address of the database that ``file`` stands for, with all tables the first time."""
    if ON_SERVER:
        return databases().of(file)
    _write_once(file, await _empty())
    return file


def _write_once(file: Path, content: bytes) -> None:
    if not file.exists():
        file.write_bytes(content)


def address(file: Path) -> str | Path:
    """The same, for who does not wait: without any tables in a file that is not there yet."""
    return databases().of(file) if ON_SERVER else file


def copy(file: Path, to: Path) -> str | Path:
    """Put all that is stored in the database of ``file`` into a new one for ``to``; its address.

    As a kill in this moment would leave it: whoever has it open goes on. The folder is made where necessary.
    """
    to.parent.mkdir(exist_ok=True)
    if ON_SERVER:
        return databases().copy(file, to)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(to)) as target:
        target.execute("PRAGMA synchronous = OFF")
        source.backup(target)
    return to


def tamper(file: Path, change: str) -> int:
    """Change the database of ``file`` past what guards it; how many rows. 0 where it does not let that."""
    if ON_SERVER:
        return databases().tamper(file, change)
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            return connection.execute(change).rowcount
    except sqlite3.IntegrityError:
        return 0


def contents(file: Path) -> bytes:
    """Everything that is stored in the database that ``file`` stands for, and nothing that was."""
    if ON_SERVER:
        return databases().contents(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return b"".join(path.read_bytes() for path in file.parent.iterdir() if path.is_file())


_made: list[bytes] = []


async def _empty() -> bytes:
    """A file with all its tables and nothing in them, made once for all tests."""
    if not _made:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "damka.db"
            database = open_database(file)
            await database.migrate()
            await database.close()
            _made.append(file.read_bytes())
    return _made[0]


class Databases:
    """Databases on the server of the tests, by the files that they stand for.

    One that a test has done with is emptied and serves the next: that takes a tenth of making one.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._url = make_url(postgresql.server())
        self._connection = self._do(self._connect("postgres"))
        self._kept: dict[str, Any] = {}
        self._known: dict[Path, str] = {}
        self._for_once: set[str] = set()
        self._free: list[str] = []
        self._made = 0
        atexit.register(self._end)
        with (Path(os.environ[postgresql.FOLDER]) / "template").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._do(self._make_template())

    def of(self, file: Path, *, with_tables: bool = True) -> str:
        """The URL of the database that stands for ``file``, made if there is none."""
        if file not in self._known:
            for other in [other for other in self._known if not other.parent.exists()]:
                self._give_back(other)
            if with_tables and self._free:
                self._known[file] = self._free.pop()
            else:
                self._known[file] = self._make(_TEMPLATE if with_tables else "template0")
        return self.url(self._known[file])

    def url(self, name: str, user: str = postgresql.SUPERUSER, password: str | None = None) -> str:
        """The URL of a database by its name on the server."""
        url = self._url.set(database=name, username=user, password=password)
        return url.render_as_string(hide_password=False)

    def let_in(self, user: str, password: str, url: str) -> None:
        """Make ``user`` the owner of the database at ``url``, to be entered with ``password`` only."""
        try:
            self._do(self._connection.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{password}'"))
        except (asyncpg.DuplicateObjectError, asyncpg.UniqueViolationError):
            pass  # another test has
        self._do(self._connection.execute(f"ALTER DATABASE {make_url(url).database} OWNER TO {user}"))

    def copy(self, file: Path, to: Path) -> str:
        """All rows of the database of ``file`` in a new one for ``to``, whose URL it is."""
        url = self.of(to)
        self._do(self._copy(self._known[file], self._known[to]))
        return url

    def tamper(self, file: Path, change: str) -> int:
        """Run a statement that no key or condition hinders; how many rows it has changed."""
        self._for_once.add(self._known[file])
        try:
            return self._do(self._tamper(self._known[file], change))
        except asyncpg.PostgresError:
            return 0

    def contents(self, file: Path) -> bytes:
        """All rows of all tables, as text."""
        return self._do(self._dump(self._known[file]))

    def give_back_below(self, folder: Path) -> None:
        """The databases that stand for files in ``folder`` are done with."""
        for file in [file for file in self._known if file.is_relative_to(folder)]:
            self._give_back(file)

    def _make(self, template: str) -> str:
        self._made += 1
        name = f"t{os.getpid()}_{self._made}"
        self._do(self._connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}"))
        if template != _TEMPLATE:
            self._for_once.add(name)
        return name

    def _give_back(self, file: Path) -> None:
        name = self._known.pop(file)
        if name in self._for_once:
            self._do(self._drop(name))
        else:
            self._do(self._empty(name))
            self._free.append(name)

    async def _connect(self, name: str) -> Any:
        return await asyncpg.connect(
            host=self._url.host, port=self._url.port, user=self._url.username, database=name
        )

    async def _make_template(self) -> None:
        names = await self._connection.fetch("SELECT datname FROM pg_database")
        if _TEMPLATE in {row["datname"] for row in names}:
            return
        await self._connection.execute("CREATE DATABASE unfinished TEMPLATE template0")
        database = open_database(self.url("unfinished"))
        await database.migrate()
        await database.close()
        await self._connection.execute(f"ALTER DATABASE unfinished RENAME TO {_TEMPLATE}")

    async def _inside(self, name: str) -> Any:
        """A connection to one of the databases that no key hinders, kept for the next time."""
        kept = self._kept.get(name)
        if kept is None or kept.is_closed():
            kept = self._kept[name] = await self._connect(name)
            await kept.execute("SET session_replication_role = replica")
        return kept

    async def _drop(self, name: str) -> None:
        if name in self._kept:
            self._kept.pop(name).terminate()
        await self._connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    async def _empty(self, name: str) -> None:
        """Take out all rows, number anew from 1, and end whatever a test has left connected."""
        connection = await self._inside(name)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"  # noqa: S608
            " WHERE datname = current_database() AND pid <> pg_backend_pid();"
            + "".join(f'DELETE FROM "{table}";' for table in metadata.tables)  # noqa: S608
            + "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'"
        )

    async def _copy(self, name: str, to: str) -> None:
        source, target = await self._inside(name), await self._inside(to)
        async with source.transaction(isolation="repeatable_read", readonly=True):
            for table in metadata.tables:
                rows = BytesIO()
                await source.copy_from_table(table, output=rows, format="binary")
                rows.seek(0)
                await target.copy_to_table(table, source=rows, format="binary")
        for sequence, last in await source.fetch(
            "SELECT sequencename, last_value FROM pg_sequences WHERE last_value IS NOT NULL"
        ):
            await target.execute(f"SELECT setval('{sequence}', {last})")

    async def _tamper(self, name: str, change: str) -> int:
        connection = await self._inside(name)
        while True:
            try:
                return int((await connection.execute(change)).rpartition(" ")[2])
            except asyncpg.CheckViolationError as broken:
                await connection.execute(
                    f"ALTER TABLE {broken.table_name} DROP CONSTRAINT {broken.constraint_name}"
                )

    async def _dump(self, name: str) -> bytes:
        connection = await self._inside(name)
        rows = [
            str(row)
            for table in metadata.tables
            for row in await connection.fetch(f'SELECT * FROM "{table}"')  # noqa: S608
        ]
        return "\n".join(rows).encode()

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(postgresql.PATIENCE)

    def _end(self) -> None:
        for connection in (self._connection, *self._kept.values()):
            connection.terminate()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


_opened: list[Databases] = []


def databases() -> Databases:
    """The databases of this process. Skips the test where there can be no server."""
    if not _opened:
        _opened.append(Databases())
    return _opened[0]


def forget(folder: Path) -> None:
    """A test has ended: what stood for files in its folder is removed."""
    for opened in _opened:
        opened.give_back_below(folder)
