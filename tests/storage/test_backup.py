"""Copies are whole, made while the bot runs, and put back only after a look at them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Database, open_database
from storage.backup import backup, inspect_copy, restore
from storage.check import check
from storage.errors import (
    AlreadyExists,
    EmptyDatabase,
    ForeignDatabase,
    MissingFile,
    MissingFolder,
    NewerSchema,
    NotADatabase,
    Owned,
    StorageError,
    Unsupported,
)
from storage.migrate import HEAD
from tests.storage.samples import club_with_game, later, store_move


async def plies(path: Path) -> int:
    database = open_database(path)
    await database.take_over(later(1000))
    async with database.reading() as reading:
        game = await reading.games.by_code("G7K2")
        assert game is not None
        assert len(await reading.log.of(game.subject)) == game.ply + 1
    assert [finding async for finding in check(database)] == []
    await database.close()
    return game.ply


async def test_a_backup_is_one_file_with_everything_that_was_committed(
    file_database: Database, tmp_path: Path
) -> None:
    club, _ = await club_with_game(file_database)
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    async with file_database.unit_of_work() as unit:
        await store_move(unit, club, 1)
        await unit.commit()
        await unit.operation.set("not", "committed")
        await backup(file_database, target)
    assert [item.name for item in target.parent.iterdir()] == ["copy.db"]
    assert await plies(target) == 1


async def test_a_backup_during_writes_is_of_one_moment(file_database: Database, tmp_path: Path) -> None:
    club, _ = await club_with_game(file_database)
    moved = 0
    wrote = asyncio.Event()

    async def write() -> None:
        nonlocal moved
        while True:
            async with file_database.unit_of_work() as unit:
                await store_move(unit, club, moved + 1)
                await unit.commit()
            moved += 1
            wrote.set()

    writer = asyncio.create_task(write())
    for number in range(5):
        wrote.clear()
        async with asyncio.timeout(30):
            await wrote.wait()
        await backup(file_database, tmp_path / f"copy{number}.db")
    writer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writer
    counted = [await plies(tmp_path / f"copy{number}.db") for number in range(5)]
    assert counted == sorted(counted)
    assert 0 < counted[0] <= counted[-1] <= moved


async def test_a_backup_overwrites_nothing(file_database: Database, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(AlreadyExists):
        await backup(file_database, target)
    assert target.read_text() == "precious"
    assert file_database.path is not None
    with pytest.raises(AlreadyExists):
        await backup(file_database, file_database.path)


async def test_a_backup_needs_a_folder(file_database: Database, tmp_path: Path) -> None:
    with pytest.raises(MissingFolder):
        await backup(file_database, tmp_path / "none" / "copy.db")


async def test_a_server_is_backed_up_by_its_own_tools(tmp_path: Path) -> None:
    server = open_database("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(Unsupported):
        await backup(server, tmp_path / "copy.db")
    with pytest.raises(Unsupported):
        await restore(tmp_path / "copy.db", server)
    await server.close()


async def copy_of_one_move(database: Database, target: Path) -> None:
    club, _ = await club_with_game(database)
    async with database.unit_of_work() as unit:
        await store_move(unit, club, 1)
        await unit.commit()
    await backup(database, target)
    async with database.unit_of_work() as unit:
        await store_move(unit, club, 2)
        await unit.commit()


async def test_a_copy_is_put_where_nothing_was(file_database: Database, tmp_path: Path) -> None:
    await copy_of_one_move(file_database, tmp_path / "copy.db")
    fresh = open_database(tmp_path / "fresh.db")
    assert await restore(tmp_path / "copy.db", fresh) is None
    await fresh.close()
    assert await plies(tmp_path / "fresh.db") == 1
    assert (tmp_path / "copy.db").exists()


async def test_what_stands_there_is_refused_or_kept_beside(file_database: Database, tmp_path: Path) -> None:
    await copy_of_one_move(file_database, tmp_path / "copy.db")
    await file_database.close()
    path = file_database.path
    assert path is not None
    with pytest.raises(AlreadyExists):
        await restore(tmp_path / "copy.db", file_database)
    assert await plies(path) == 2
    kept = await restore(tmp_path / "copy.db", file_database, replace=True)
    assert kept is not None
    assert (await plies(path), await plies(kept)) == (1, 2)


async def test_a_damaged_database_is_replaced_and_kept_too(file_database: Database, tmp_path: Path) -> None:
    await copy_of_one_move(file_database, tmp_path / "copy.db")
    await file_database.close()
    path = file_database.path
    assert path is not None
    path.write_text("damaged")
    kept = await restore(tmp_path / "copy.db", file_database, replace=True)
    assert kept is not None
    assert kept.read_text() == "damaged"
    assert await plies(path) == 1


async def test_an_owned_database_is_not_replaced(file_database: Database, tmp_path: Path) -> None:
    await copy_of_one_move(file_database, tmp_path / "copy.db")
    assert file_database.path is not None
    other = open_database(file_database.path)
    with pytest.raises(Owned):
        await restore(tmp_path / "copy.db", other, replace=True)
    await other.close()


async def test_a_database_is_not_its_own_copy(file_database: Database) -> None:
    await file_database.close()
    assert file_database.path is not None
    with pytest.raises(AlreadyExists):
        await restore(file_database.path, file_database, replace=True)


BAD_COPIES: dict[str, tuple[str | tuple[str, ...] | None, type[StorageError]]] = {
    "missing": (None, MissingFile),
    "a text": ("just some text\n" * 1000, NotADatabase),
    "empty": ("", EmptyDatabase),
    "another program's": (("CREATE TABLE recipes (name TEXT)",), ForeignDatabase),
    "a later version's": (
        ("CREATE TABLE alembic_version (version_num TEXT)", "INSERT INTO alembic_version VALUES ('9')"),
        NewerSchema,
    ),
}


@pytest.mark.parametrize("name", BAD_COPIES)
async def test_a_bad_copy_is_refused_before_anything_is_touched(
    file_database: Database, tmp_path: Path, name: str
) -> None:
    content, expected = BAD_COPIES[name]
    copy = tmp_path / "copy.db"
    if isinstance(content, tuple):
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            for statement in content:
                connection.execute(statement)
    elif content is not None:
        copy.write_text(content)
    await club_with_game(file_database)
    await file_database.close()
    path = file_database.path
    assert path is not None
    before = path.read_bytes()
    with pytest.raises(expected):
        await restore(copy, file_database, replace=True)
    assert path.read_bytes() == before


async def test_a_sound_copy_has_a_known_revision(file_database: Database, tmp_path: Path) -> None:
    await backup(file_database, tmp_path / "copy.db")
    assert inspect_copy(tmp_path / "copy.db") == HEAD


async def test_a_folder_is_not_replaced_by_a_copy(file_database: Database, tmp_path: Path) -> None:
    await copy_of_one_move(file_database, tmp_path / "copy.db")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_text("precious")
    there = open_database(folder)
    with pytest.raises(NotADatabase):
        await restore(tmp_path / "copy.db", there, replace=True)
    await there.close()
    assert (folder / "file").read_text() == "precious"
