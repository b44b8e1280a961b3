"""``damka db copy``: a whole event moves from a file to a server and back, and goes on as if it never had."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from bot.cli.main import run
from storage import open_database
from storage.copying import copy_all, differing_tables
from storage.errors import NotEmpty, OlderSchema, Owned, StorageError
from storage.repositories.outbox import Outgoing
from storage.tables import metadata
from tests.console.harness import Console
from tests.storage.samples import NOW, club_with_game


def damka(*arguments: str | Path) -> int:
    """The status with which a command line ends."""
    return run([str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A file with an event of eight whose first round is half played, and the code of a game that runs."""
    file = tmp_path_factory.mktemp("event") / "damka.db"
    with Console(file) as console:
        console.say("olga", "/tournament new grodziec-2017 Młodzieżowy Grodziec", admin=True)
        console.say("olga", "/tournament open")
        for name in ("Ewa", "Zofia", "Adam", "Maja", "Igor", "Lena"):
            console.say("olga", f"/tournament add {name}")
        console.say("olga", "/tournament close")
        console.say("olga", "/tournament lots manual 1 2 3 4 5 6")
        console.say("olga", "/tournament start")
        console.advance("PT1M")
        console.say("olga", "/result 1 2-0")
        challenge = console.say("anna", "/play @piotr grodziec-2017 white 10+5", chat="other", name="Żaneta")
        data = next(b["data"] for e in challenge for row in e.get("buttons", ()) for b in row)
        console.press("piotr", data, chat="other")
        console.say("anna", "c3-d4", chat="other")
        assert console.end() == 0
    return file, data.split(":")[1]


def test_an_event_moves_to_a_server_and_back_and_goes_on(
    event: tuple[Path, str], bare: str, tmp_path: Path
) -> None:
    file, code = event
    assert damka("db", "copy", file, bare) == 0
    assert damka("db", "check", "--db", bare) == 0

    with Console(bare, now="2026-12-06T19:40:00+01:00") as console:
        moved = console.say("piotr", "f6-g5", chat="other")
        assert any("f6-g5" in said.get("text", "") for said in moved)
        assert console.end() == 0

    back = tmp_path / "back.db"
    assert damka("db", "copy", bare, back) == 0
    assert damka("db", "check", "--db", back) == 0
    with Console(back, now="2026-12-06T19:45:00+01:00") as console:
        moved = console.say("anna", "b2-c3", chat="other")
        assert any("b2-c3" in said.get("text", "") for said in moved)
        console.say("olga", "/result 2 2-0")
        assert console.end() == 0
    assert damka("show", "game", code, "--db", back) == 0
    assert damka("db", "check", "--db", back) == 0


async def test_there_and_back_every_table_is_the_same(
    event: tuple[Path, str], bare: str, tmp_path: Path
) -> None:
    original, server, back = open_database(event[0]), open_database(bare), open_database(tmp_path / "back.db")
    there = await copy_all(original, server)
    assert await copy_all(server, back) == there > 50
    assert await differing_tables(original, server) == []
    assert await differing_tables(original, back) == []
    async with server.unit_of_work() as unit:
        await unit.operation.set("only", "here")
        await unit.commit()
    assert await differing_tables(original, server) == ["meta"]
    for database in (original, server, back):
        await database.close()


@pytest.mark.parametrize("to_server", [True, False])
async def test_numbers_go_on_after_the_last_one_given(bare: str, tmp_path: Path, to_server: bool) -> None:
    addresses = [str(tmp_path / "file.db"), bare]
    source, target = (open_database(address) for address in (addresses if to_server else addresses[::-1]))
    await source.take_over(NOW)
    await club_with_game(source)
    async with source.unit_of_work() as unit:
        place = await unit.places.by_ref("console", "damka", "lib")
        assert place is not None
        await unit.outbox.add(*(Outgoing(place.id, "x", NOW) for _ in range(3)))
        for message in await unit.outbox.pending(place.id):
            await unit.outbox.set_aside(message.id, "no")
        await unit.outbox.prune(NOW.replace(year=2030))
        await unit.commit()
    await copy_all(source, target)
    async with target.unit_of_work() as unit:
        await unit.outbox.add(Outgoing(place.id, "y", NOW))
        (message,) = await unit.outbox.pending(place.id)
        assert message.id == 4
        assert (await unit.persons.add(created=NOW)).id == 3
    await source.close()
    await target.close()


async def refused(source: str | Path, target: str | Path) -> type[StorageError]:
    one, other = open_database(source), open_database(target)
    try:
        with pytest.raises(StorageError) as caught:
            await copy_all(one, other)
        return type(caught.value)
    finally:
        await one.close()
        await other.close()


async def test_nothing_is_mixed_into_what_is_there(bare: str, tmp_path: Path) -> None:
    file = open_database(tmp_path / "file.db")
    await file.take_over(NOW)
    assert await refused(tmp_path / "file.db", bare) is Owned  # it runs
    await file.close()
    server = open_database(bare)
    await server.take_over(NOW, beside_others=True)
    assert await refused(tmp_path / "file.db", bare) is Owned  # it runs there
    await server.close()
    assert await refused(tmp_path / "file.db", bare) is NotEmpty


async def test_an_interrupted_copy_leaves_nothing(bare: str, tmp_path: Path) -> None:
    file = open_database(tmp_path / "file.db")
    await file.take_over(NOW)
    await club_with_game(file)
    async with file.unit_of_work() as unit:
        await unit.operation.set("a text that a server does not take", "\0")
        await unit.commit()
    await file.close()
    server = open_database(bare)
    source = open_database(tmp_path / "file.db")
    with pytest.raises(DBAPIError):
        await copy_all(source, server)
    await source.close()
    async with server.reading() as reading:
        for table in metadata.sorted_tables:
            assert (await reading.connection.execute(table.select())).all() == []
    await server.close()


async def test_an_older_file_is_to_be_migrated_first(bare: str, tmp_path: Path) -> None:
    script = (Path(__file__).parents[1] / "data" / "version-0001.sql").read_text("utf-8")
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        connection.executescript(script)
    assert await refused(tmp_path / "old.db", bare) is OlderSchema
