"""Whatever is wrong with a database is said by one kind of error, with what a sentence needs."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from storage import Database, open_database
from storage.errors import (
    BadAddress,
    Busy,
    Corrupt,
    DiskFull,
    EmptyDatabase,
    ForeignDatabase,
    MissingFile,
    MissingFolder,
    NewerSchema,
    NotADatabase,
    NotReadable,
    ReadOnly,
    StorageError,
    Unreachable,
)
from tests.databases import needs_file
from tests.storage.processes import obeying_permissions, run_python
from tests.storage.samples import NOW, club_with_game

pytestmark = needs_file


def run_sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def make_foreign(path: Path) -> None:
    run_sql(path, "CREATE TABLE recipes (name TEXT)")


def make_newer(path: Path) -> None:
    run_sql(
        path, "CREATE TABLE alembic_version (version_num TEXT)", "INSERT INTO alembic_version VALUES ('9')"
    )


def make_text(path: Path) -> None:
    path.write_text("[Event 'a game, not a database']\n" * 100)


def make_folder(path: Path) -> None:
    path.mkdir()


BAD_FILES: dict[str, tuple[Callable[[Path], None], type[StorageError]]] = {
    "a text": (make_text, NotADatabase),
    "a folder": (make_folder, NotADatabase),
    "another program's": (make_foreign, ForeignDatabase),
    "a later version's": (make_newer, NewerSchema),
}


@pytest.mark.parametrize("name", BAD_FILES)
async def test_a_bad_file_is_refused_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    make, expected = BAD_FILES[name]
    path = tmp_path / "damka.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    beside = os.listdir(tmp_path)
    for read_only in (False, True):
        database = open_database(path, read_only=read_only)
        with pytest.raises(expected) as caught:
            await (database.check_version() if read_only else database.take_over(NOW))
        await database.close()
        assert type(caught.value) is expected
        assert caught.value.data["path"] == str(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert os.listdir(tmp_path) == beside


async def test_a_later_version_is_named(tmp_path: Path) -> None:
    make_newer(tmp_path / "damka.db")
    database = open_database(tmp_path / "damka.db")
    with pytest.raises(NewerSchema) as caught:
        await database.migrate()
    await database.close()
    assert caught.value.data["revision"] == "9"


@pytest.mark.parametrize("read_only", [False, True])
async def test_a_missing_folder_is_named(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "none" / "damka.db"
    database = open_database(path, read_only=read_only)
    with pytest.raises(MissingFolder) as caught:
        await (database.check_version() if read_only else database.take_over(NOW))
    await database.close()
    assert caught.value.data["folder"] == str(path.parent)


async def test_reading_makes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "damka.db"
    database = open_database(path, read_only=True)
    with pytest.raises(MissingFile):
        await database.check_version()
    await database.close()
    assert os.listdir(tmp_path) == []


async def test_an_empty_file_is_filled_for_writing_and_told_for_reading(tmp_path: Path) -> None:
    path = tmp_path / "damka.db"
    path.touch()
    database = open_database(path, read_only=True)
    with pytest.raises(EmptyDatabase):
        await database.check_version()
    await database.close()
    database = open_database(path)
    await database.take_over(NOW)
    await database.close()


@pytest.mark.parametrize(
    "address",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "nonsense://x/y",
        "://",
        "postgresql://host:port/name",
        "mysql://host/name",
        "a\0b.db",
    ],
)
def test_an_address_that_names_no_database_is_refused(address: str) -> None:
    with pytest.raises(BadAddress):
        open_database(address)


@pytest.mark.parametrize("name", ["a space.db", "a?b#c%20d.db", "łódź.db"])
async def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    for address in (tmp_path / name, f"{tmp_path}/{name}"):
        database = open_database(address)
        await database.take_over(NOW)
        await database.close()
    assert sorted(os.listdir(tmp_path)) == [name, f"{name}.lock"]


async def test_a_server_that_does_not_answer_is_unreachable() -> None:
    database = open_database("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(Unreachable):
        await database.check_version()
    await database.close()


async def test_a_damaged_file_is_corrupt(file_database: Database) -> None:
    await club_with_game(file_database)
    await file_database.close()
    path = file_database.path
    assert path is not None
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    damaged = open_database(path)
    with pytest.raises(Corrupt):
        await damaged.take_over(NOW)
    await damaged.close()


async def test_another_process_that_holds_the_file_for_long_makes_it_busy(
    file_database: Database,
) -> None:
    await file_database.close()
    path = file_database.path
    assert path is not None
    impatient = open_database(path, busy_seconds=0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy):
            await impatient.heartbeat(NOW)
        other.execute("ROLLBACK")
    await impatient.heartbeat(NOW)
    await impatient.close()


OPENING = """
import asyncio, datetime, pathlib, sys
from storage import open_database
from storage.errors import StorageError

async def main():
    database = open_database(pathlib.Path(sys.argv[1]), read_only=sys.argv[2] == "ro")
    try:
        if sys.argv[2] == "ro":
            await database.check_version()
            async with database.reading() as reading:
                print(await reading.operation.get("key"))
        else:
            await database.take_over(datetime.datetime(2026, 12, 7, tzinfo=datetime.UTC))
    except StorageError as error:
        print(error.code)
    finally:
        await database.close()

asyncio.run(main())
"""


@pytest.mark.parametrize("exists", [False, True])
async def test_a_folder_that_may_not_be_written_to_is_read_only(tmp_path: Path, exists: bool) -> None:
    prefix = obeying_permissions()
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "damka.db"
    if exists:
        database = open_database(path)
        await database.take_over(NOW)
        await database.close()
        (folder / "damka.db.lock").unlink()
    folder.chmod(0o555)
    status, printed = await run_python(OPENING, str(path), "rw", prefix=prefix)
    folder.chmod(0o755)
    assert (status, printed.split()) == (0, [ReadOnly.code])


async def test_a_database_in_a_folder_that_may_not_be_written_to_can_be_read(tmp_path: Path) -> None:
    prefix = obeying_permissions()
    folder = tmp_path / "folder"
    folder.mkdir()
    database = open_database(folder / "damka.db")
    await database.take_over(NOW)
    async with database.unit_of_work() as unit:
        await unit.operation.set("key", "value")
        await unit.commit()
    await database.close()
    folder.chmod(0o555)
    status, printed = await run_python(OPENING, str(folder / "damka.db"), "ro", prefix=prefix)
    folder.chmod(0o755)
    assert (status, printed.split()) == (0, ["value"])


@pytest.mark.parametrize("mode", ["ro", "rw"])
async def test_a_file_that_may_not_be_read_says_so(tmp_path: Path, mode: str) -> None:
    prefix = obeying_permissions()
    path = tmp_path / "damka.db"
    database = open_database(path)
    await database.take_over(NOW)
    await database.close()
    path.chmod(0o000)
    status, printed = await run_python(OPENING, str(path), mode, prefix=prefix)
    assert (status, printed.split()) == (0, [NotReadable.code])


async def test_a_file_that_may_not_be_written_to_is_read_only(tmp_path: Path) -> None:
    prefix = obeying_permissions()
    path = tmp_path / "damka.db"
    database = open_database(path)
    await database.take_over(NOW)
    await database.close()
    path.chmod(0o444)
    status, printed = await run_python(OPENING, str(path), "rw", prefix=prefix)
    assert (status, printed.split()) == (0, [ReadOnly.code])


async def test_a_database_opened_to_read_gives_no_unit_of_work(file_database: Database) -> None:
    assert file_database.path is not None
    reader = open_database(file_database.path, read_only=True)
    with pytest.raises(ReadOnly):
        reader.unit_of_work()
    with pytest.raises(ReadOnly):
        await reader.take_over(NOW)
    await reader.close()


async def test_no_space_left_is_disk_full(file_database: Database) -> None:
    async with file_database.unit_of_work() as unit:
        await unit.connection.execute(text("PRAGMA max_page_count = 1"))

        async def fill() -> None:
            for number in range(1000):
                await unit.operation.set(f"key{number}", "x" * 10000)

        with pytest.raises(DiskFull):
            await fill()
