"""The migrations make the tables that the program declares."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.dialects import sqlite

from storage import EMPTY, Database, open_database
from storage.check import check
from storage.errors import EmptyDatabase
from storage.migrate import REVISIONS, alembic_config
from storage.tables import metadata
from tests.databases import needs_file
from tests.storage.samples import NOW, Club, store_move


async def test_migrations_and_tables_agree(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with database.unit_of_work() as unit:
        assert await unit.connection.run_sync(differences) == []


async def test_the_constraints_have_the_names_that_the_tables_give_them(database: Database) -> None:
    def names(connection: Connection) -> set[tuple[str, str | None]]:
        inspector = inspect(connection)
        found = set()
        for table in metadata.tables:
            found.add((table, inspector.get_pk_constraint(table)["name"]))
            for kind in ("foreign_keys", "unique_constraints", "check_constraints"):
                found.update((table, item["name"]) for item in getattr(inspector, f"get_{kind}")(table))
        return found

    async with database.reading() as reading:
        stored = await reading.connection.run_sync(names)
    preparer = sqlite.dialect().identifier_preparer
    declared = {
        (table.name, preparer.format_constraint(constraint))
        for table in metadata.tables.values()
        for constraint in table.constraints
    }
    if database.path is not None:  # SQLite names no key of a column that it numbers without repeating
        declared = declared - {("outbox", "pk_outbox")} | {("outbox", None)}
    assert stored == declared


def test_the_revisions_are_those_of_the_scripts() -> None:
    scripts = ScriptDirectory.from_config(alembic_config())
    assert tuple(script.revision for script in reversed(list(scripts.walk_revisions()))) == REVISIONS


async def test_migrating_twice_does_nothing_more(address: str) -> None:
    database = open_database(address)
    assert await database.migrate()
    assert not await database.migrate()
    await database.check_version()
    await database.close()


async def test_a_database_of_this_version_is_opened_without_alembic(file_database: Database) -> None:
    path = str(file_database.path)
    await file_database.close()
    program = (
        "import asyncio, sys, datetime, storage\n"
        "async def main():\n"
        f"    database = storage.open_database({path!r})\n"
        "    await database.take_over(datetime.datetime.now(datetime.UTC), may_go_back=True)\n"
        "    await database.close()\n"
        "asyncio.run(main())\n"
        "sys.exit('alembic' in sys.modules)\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
    assert await process.wait() == 0


async def test_an_empty_database_is_told_from_one_of_this_version(tmp_path: Path) -> None:
    path = tmp_path / "damka.db"
    path.touch()
    database = open_database(path, read_only=True)
    with pytest.raises(EmptyDatabase):
        await database.check_version()
    await database.close()


@needs_file
async def test_what_the_first_version_stored_is_kept_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "damka.db"
    script = (Path(__file__).parents[1] / "data" / "version-0001.sql").read_text("utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    database = open_database(path)
    await database.take_over(NOW)
    async with database.unit_of_work() as unit:
        account = await unit.accounts.by_external("console", "anna")
        place = await unit.places.by_ref("console", "damka", "lib")
        assert account is not None
        assert place is not None
        game = await unit.games.by_code("G7K2")
        assert game is not None
        assert (game.ply, game.event) == (3, None)
        assert await unit.events.in_place(place.id, ["open"]) == []
        club = Club(place.id, account.person, account.person, account.id)
        assert (await store_move(unit, club, 4)).ply == 4
        await unit.commit()
    assert [finding async for finding in check(database)] == []
    await database.check_version()
    await database.close()


@needs_file
async def test_events_and_games_of_the_second_version_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "damka.db"
    script = (Path(__file__).parents[1] / "data" / "version-0002.sql").read_text("utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    database = open_database(path)
    await database.take_over(NOW)
    async with database.reading() as reading:
        (event,) = await reading.events.after()
        place = await reading.places.by_ref("console", "damka", "lib")
        assert place is not None
        assert place.unreachable is None
        assert [row.code for row in await reading.events.in_place(place.id, ["running"])] == [event.code]
        assert await reading.links.of_event(event.id) == ()
        assert [entrant.place for entrant in await reading.entrants.of(event.id)] == [None] * 3
        anna = await reading.accounts.by_external("console", "anna")
        assert anna is not None
        assert len(await reading.games.running_for(place.id, anna.person)) >= 1
        person = await reading.persons.by_id(anna.person)
        assert person is not None
        assert person.head == EMPTY
    assert [finding async for finding in check(database)] == []
    await database.close()
