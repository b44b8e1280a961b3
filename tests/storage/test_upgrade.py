"""An upgrade in the middle of an event and the way back, by the programs and commands of docs/running.md.

The older version has left ``version-0002.sql``: a game and an event, both running.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import MetaData, create_engine, func, make_url, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from storage import open_database
from storage.backup import backup, restore
from storage.migrate import HEAD, alembic_config
from tests.chats.service import Service
from tests.console.harness import Console, Event, environment, program
from tests.databases import ON_SERVER, databases, needs_file
from tests.postgresql import programs
from tests.servers.telegram.world import World

SCRIPT = (Path(__file__).parents[1] / "data" / "version-0002.sql").read_text("utf-8")
OLD = "0002"
NOON = "2026-12-06T12:00:00+01:00"
EVENING = "2026-12-06T19:30:00+01:00"


def write_old(file: Path) -> None:
    """What the older version stored, in a file with the rights that it had there."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(SCRIPT)
    file.chmod(0o644)


async def write_old_to_server(url: str) -> None:
    """The same, in an empty database of a server."""
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as connection:
        connection.executescript(SCRIPT)
        source = create_engine("sqlite://", creator=lambda: connection)
        target = create_async_engine(url)
        tables = MetaData()
        async with target.begin() as server, asyncio.timeout(60):
            await server.run_sync(lambda sync: command.upgrade(alembic_config(sync), OLD))
            await server.run_sync(tables.reflect)
            await server.execute(text("SET session_replication_role = replica"))  # rows may go in any order
            with source.connect() as file:
                for table in tables.sorted_tables:
                    rows = [row._asdict() for row in file.execute(select(table))]
                    if rows and table.name != "alembic_version":
                        await server.execute(table.insert(), rows)
                    if "id" in table.c:
                        sequence = func.pg_get_serial_sequence(table.name, "id")
                        await server.execute(select(func.setval(sequence, len(rows) + 1, False)))
        await target.dispose()


@pytest.fixture
async def old(tmp_path: Path) -> str | Path:
    """The address of a database that the older version has written."""
    file = tmp_path / "damka.db"
    if not ON_SERVER:
        write_old(file)
        return file
    url = databases().of(file, with_tables=False)
    await write_old_to_server(url)
    return url


def texts(events: Iterable[Event]) -> str:
    return "\n".join(event.get("text", "") for event in events)


def damka(*arguments: str | Path) -> str:
    """What a command of the program answers; it succeeds."""
    done = program(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(*arguments: str | Path) -> str:
    """The one sentence with which the program refuses."""
    done = program(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


async def set_revision(address: str | Path, revision: str) -> None:
    database = open_database(address)
    async with database.unit_of_work() as unit:
        await unit.connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": revision})
        await unit.commit()
    await database.close()


def go_on(address: str | Path, now: str) -> None:
    """Play, and lead the event into its next round, with the version of these files."""
    with Console(address, now=now) as console:
        assert "E3R3" in texts(console.pending)  # the time without the bot is given back
        assert "1. c3-d4" in texts(console.say("anna", "c3-d4"))
        assert "Piotr – Jan 1-0" in texts(console.say("olga", "/result 1 1-0", admin=True))
        assert "Anna – Piotr" in texts(console.say("olga", "/next", admin=True))
        assert "1. Piotr, points: 2, games: 1" in texts(console.say("olga", "/standings"))
        assert console.end() == 0
    assert damka("db", "check", "--db", address) == "Everything agrees.\n"


def make_copy(address: str | Path, to: Path) -> None:
    """As docs/running.md says: ``db backup``, or the server's own way."""
    if ON_SERVER:
        on_server(address, "pg_dump", "--format=custom", f"--file={to}")
    else:
        damka("db", "backup", to, "--db", address)


def put_back(copy: Path, address: str | Path) -> None:
    if ON_SERVER:
        name = str(make_url(str(address)).database)
        on_server(address, "dropdb", name)
        on_server(address, "createdb", name)
        on_server(address, "pg_restore", "--dbname", name, str(copy))
    else:
        damka("db", "restore", copy, "--db", address)


def everything(address: str | Path) -> list[str]:
    """All tables and rows, whatever the version, as lines."""
    if ON_SERVER:
        lines = on_server(address, "pg_dump", "--inserts").splitlines()
        return [
            line for line in lines if "restrict " not in line
        ]  # with a word that is another one each time
    with closing(sqlite3.connect(address)) as connection:
        return list(connection.iterdump())


def on_server(address: str | Path, name: str, *arguments: str) -> str:
    """Run one of PostgreSQL's own programs."""
    url, folder = make_url(str(address)), programs()
    assert folder is not None
    there = {"PGHOST": url.host, "PGPORT": str(url.port), "PGUSER": url.username}
    if name == "pg_dump":
        there["PGDATABASE"] = url.database
    variables = environment(**{key: str(value) for key, value in there.items()})
    done = subprocess.run([folder / name, *arguments], capture_output=True, text=True, env=variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_event_goes_on_with_the_new_version_and_the_way_back_leads_to_the_copy(
    old: str | Path, tmp_path: Path
) -> None:
    before, copy = everything(old), tmp_path / "before-upgrade.copy"
    make_copy(old, copy)
    go_on(old, NOON)
    upgraded = everything(old)
    put_back(copy, old)
    assert before == everything(old) != upgraded
    if not ON_SERVER:
        assert everything(f"{old}.replaced-1") == upgraded
    assert "must be brought to this version" in refusal("db", "check", "--db", old)
    go_on(old, EVENING)


async def test_the_service_upgrades_when_it_starts(old: str | Path, tmp_path: Path) -> None:
    async with World() as world:
        anna = world.person("Anna", "anna", language="en")
        sections = {"telegram": {"api": world.server.url, "pace": False}}
        async with Service(tmp_path, sections, database=str(old), telegram=world.token) as service:
            anna.writes("/start")
            await world.until(lambda: anna.private.said)
            assert await service.stop() < 10
    assert damka("db", "check", "--db", old) == "Everything agrees.\n"


async def test_a_version_before_says_so_and_changes_nothing(old: str | Path, tmp_path: Path) -> None:
    """This version is that one: the database says that the next one has been there."""
    damka("db", "migrate", "--db", old)
    await set_revision(old, f"{int(HEAD) + 1:04}")
    before = everything(old)
    (tmp_path / "telegram.token").write_text("1:abc", "utf-8")
    (tmp_path / "telegram.token").chmod(0o600)
    config = tmp_path / "config.toml"
    config.write_text(f"[telegram]\ntoken_file = 'telegram.token'\n[database]\nurl = '{old}'\n", "utf-8")
    on_it = ("--db", old)
    for arguments in (
        ("run", "--config", config),
        ("console", "--jsonl", *on_it),
        ("show", "game", "E3R3", *on_it),
        ("db", "migrate", *on_it),
        ("db", "check", *on_it),
        ("db", "backup", tmp_path / "copy.db", *on_it),
    ):
        assert "newer version" in refusal(*arguments) or (ON_SERVER and "backup" in arguments)
    assert not (tmp_path / "copy.db").exists()
    assert everything(old) == before


async def test_nothing_is_upgraded_under_a_version_that_still_runs(old: str | Path) -> None:
    before = everything(old)
    running = open_database(old)
    async with running.alone():
        assert "Another running bot" in refusal("console", "--jsonl", "--db", old)
        assert "Another running bot" in refusal("db", "migrate", "--db", old)
    await running.close()
    assert everything(old) == before


@needs_file
@pytest.mark.parametrize(("had", "has"), [(0o644, 0o600), (0o664, 0o600), (0o640, 0o640), (0o600, 0o600)])
async def test_what_everybody_could_read_is_its_owners_alone_afterwards(
    old: Path, had: int, has: int
) -> None:
    os.chmod(old, had)
    database = open_database(old)
    await database.migrate()
    modes = [mode_of(Path(f"{old}{suffix}")) for suffix in ("", "-wal", "-shm")]
    await database.close()
    assert modes == [has] * 3


@needs_file
async def test_what_a_copy_takes_the_place_of_is_closed_to_others_too(old: Path, tmp_path: Path) -> None:
    database = open_database(old)
    await backup(database, tmp_path / "copy.db")
    kept = await restore(tmp_path / "copy.db", database, replace=True)
    await database.close()
    assert kept is not None
    assert [mode_of(file) for file in (old, kept)] == [0o600, 0o600]


def mode_of(file: Path) -> int:
    return file.stat().st_mode & 0o777
