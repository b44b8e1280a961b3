"""One transaction: committed where asked for, rolled back otherwise, and never in the way of readers."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import event

from storage import Database, PlaceId
from storage.errors import ReadOnly
from storage.repositories.places import Place
from tests.storage.samples import NOW, club_with_game, store_move


async def stored_place(database: Database) -> Place | None:
    async with database.reading() as reading:
        return await reading.places.by_ref("console", "damka", "lib")


async def test_what_is_committed_stays(database: Database) -> None:
    async with database.unit_of_work() as unit:
        place = await unit.places.add("console", "damka", "lib", kind="group", created=NOW)
        await unit.commit()
    assert await stored_place(database) == place


async def test_without_a_commit_nothing_stays(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.places.add("console", "damka", "lib", kind="group", created=NOW)
    assert await stored_place(database) is None


async def test_an_error_rolls_back(database: Database) -> None:
    async def fail() -> None:
        async with database.unit_of_work() as unit:
            await unit.places.add("console", "damka", "lib", kind="group", created=NOW)
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    assert await stored_place(database) is None


async def test_after_an_error_the_next_unit_of_work_gets_its_turn(database: Database) -> None:
    with pytest.raises(LookupError):
        async with database.unit_of_work():
            raise LookupError
    async with database.unit_of_work() as unit:
        await unit.operation.set("key", "value")
        await unit.commit()
    async with database.reading() as reading:
        assert await reading.operation.get("key") == "value"


async def test_what_follows_a_commit_is_rolled_back_unless_committed_too(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.operation.set("first", "1")
        await unit.commit()
        await unit.operation.set("second", "2")
    async with database.reading() as reading:
        assert await reading.operation.get("first") == "1"
        assert await reading.operation.get("second") is None


async def test_readers_see_the_old_state_at_once_while_somebody_writes(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.places.add("console", "damka", "lib", kind="group", created=NOW)
        async with asyncio.timeout(30):
            assert await stored_place(database) is None
        await unit.commit()


async def test_many_readers_read_while_somebody_writes(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.operation.set("key", "value")
        async with asyncio.timeout(30):
            assert await asyncio.gather(*(stored_place(database) for _ in range(20))) == [None] * 20


async def test_a_reader_keeps_its_view_while_somebody_commits(database: Database) -> None:
    async with database.reading() as reading:
        assert await reading.places.by_ref("console", "damka", "lib") is None
        async with database.unit_of_work() as unit:
            await unit.places.add("console", "damka", "lib", kind="group", created=NOW)
            await unit.commit()
        assert await reading.places.by_ref("console", "damka", "lib") is None


async def test_a_reader_cannot_write(database: Database) -> None:
    async with database.reading() as reading:
        with pytest.raises(ReadOnly):
            await reading.operation.set("key", "value")


async def test_writers_come_one_after_another_in_the_order_of_asking(file_database: Database) -> None:
    order: list[int] = []

    async def write(number: int) -> None:
        async with file_database.unit_of_work() as unit:
            await unit.operation.set("last", str(number))
            order.append(number)
            await unit.commit()

    await asyncio.gather(*(write(number) for number in range(25)))
    assert order == list(range(25))
    async with file_database.reading() as reading:
        assert await reading.operation.get("last") == "24"


@pytest.mark.parametrize("steps", range(1, 40, 3))
async def test_a_cancelled_writer_leaves_nothing_and_frees_the_next_one(
    database: Database, steps: int
) -> None:
    club, game = await club_with_game(database)

    async def work() -> None:
        async with database.unit_of_work() as unit:
            await store_move(unit, club, 1)
            await asyncio.sleep(60)

    task = asyncio.create_task(work())
    for _ in range(steps):
        await asyncio.sleep(0.0002)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(30), database.unit_of_work() as unit:
        moved = await store_move(unit, club, 1)
        await unit.commit()
    assert moved.version == game.version + 1


async def test_a_unit_of_work_inside_another_one_is_an_error_and_no_deadlock(file_database: Database) -> None:
    async with asyncio.timeout(30), file_database.unit_of_work() as unit:
        with pytest.raises(RuntimeError):
            await file_database.unit_of_work().__aenter__()
        await unit.operation.set("key", "value")
        await unit.commit()


async def test_one_who_is_cancelled_while_waiting_does_not_hold_up_the_others(
    file_database: Database,
) -> None:
    async with file_database.unit_of_work():
        entering = asyncio.create_task(file_database.unit_of_work().__aenter__())
        await asyncio.sleep(0)
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering
    async with asyncio.timeout(30), file_database.unit_of_work() as unit:
        await unit.operation.set("key", "value")


async def test_a_move_costs_five_statements(database: Database) -> None:
    club, _ = await club_with_game(database)
    statements: list[str] = []
    async with database.unit_of_work() as unit:

        def note(connection: object, cursor: object, statement: str, *rest: object) -> None:
            if not statement.startswith("BEGIN"):
                statements.append(statement.split()[0])

        event.listen(unit.connection.sync_connection, "before_cursor_execute", note)
        await store_move(unit, club, 1)
        await unit.commit()
    assert statements == ["INSERT", "SELECT", "INSERT", "UPDATE", "INSERT"]


async def test_place_of_an_unknown_id_is_none(database: Database) -> None:
    async with database.reading() as reading:
        assert await reading.places.by_id(PlaceId(99)) is None
