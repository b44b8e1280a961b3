"""What is done with is forgotten, and what is kept of a long past costs nothing in the present."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

from storage import Database, PlaceId, Reading
from storage.repositories.outbox import Delivered, Outgoing
from tests.databases import needs_file
from tests.storage.samples import NOW, found_club, later, start_game

DAY = timedelta(days=1)


async def post(database: Database, place: PlaceId, *messages: Outgoing) -> None:
    """Everything is sent, each message as one of its own."""
    async with database.unit_of_work() as unit:
        await unit.outbox.add(*messages)
        rows = await unit.outbox.pending(place, len(messages))
        await unit.outbox.mark_sent([Delivered(row, f"m{row.id}") for row in rows])
        await unit.commit()


async def standing(database: Database, place: PlaceId) -> set[str]:
    async with database.reading() as reading:
        last = await reading.outbox.newest()
        known = {f"m{number}" for number in range(1, last + 1)}
        return {name for name in known if await reading.posted.by_message(place, name) is not None}


async def test_a_message_is_forgotten_with_what_it_says_unless_it_may_still_be_edited(
    database: Database,
) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        await unit.commit()
    await post(
        database,
        club.place,
        Outgoing(club.place, "said", NOW - 40 * DAY),
        Outgoing(club.place, "board", NOW - 40 * DAY, subject="board:A"),
        Outgoing(club.place, "said", NOW),
    )
    async with database.unit_of_work() as unit:
        assert await unit.posted.prune() == 0
        assert await unit.outbox.prune(NOW - 30 * DAY) == 2
        assert await unit.posted.prune() == 1
        await unit.commit()
    assert await standing(database, club.place) == {"m2", "m3"}


async def test_an_outage_is_forgotten_when_it_was_credited_long_ago(database: Database) -> None:
    async with database.unit_of_work() as unit:
        for _ in range(3):
            await unit.operation.add_outage(NOW - 50 * DAY, NOW - 49 * DAY)
        old, recent, never = await unit.operation.uncredited_outages()
        await unit.operation.credit_outage(old.id, NOW - 31 * DAY)
        await unit.operation.credit_outage(recent.id, NOW)
        assert await unit.operation.prune(NOW - 30 * DAY) == 1
        assert [outage.id for outage in await unit.operation.uncredited_outages()] == [never.id]
        await unit.commit()


async def steps(reading: Reading, work: Callable[[], Awaitable[object]]) -> int:
    """How much SQLite does for ``work``."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    await work()  # opens what is opened once
    driver = (await reading.connection.get_raw_connection()).driver_connection
    assert driver is not None
    await driver.set_progress_handler(count, 1)
    await work()
    await driver.set_progress_handler(None, 1)
    return taken


async def to_find_the_board(database: Database, place: PlaceId, below: int = 3) -> int:
    """Steps to find the message to edit, and how many stand below it."""
    async with database.reading() as reading:
        found = await reading.posted.current(place, "board:B")
        assert found is not None
        assert found.newer == below
        return await steps(reading, lambda: reading.posted.current(place, "board:B"))


@needs_file
async def test_a_board_is_found_as_quickly_in_a_chat_in_which_much_was_said(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        await unit.commit()
    board, said = Outgoing(club.place, "board", NOW, subject="board:B"), Outgoing(club.place, "said", NOW)
    await post(database, club.place, said, board, said, said, said)
    few = await to_find_the_board(database, club.place)
    old = [Outgoing(club.place, "said", later(1), subject=f"board:A{number}") for number in range(2000)]
    await post(database, club.place, *old, board, said, said, said)
    async with database.unit_of_work() as unit:
        await unit.posted.retire(await unit.posted.replaced())
        await unit.commit()
    assert await to_find_the_board(database, club.place) <= 3 * few
    await post(database, club.place, *old)
    assert await to_find_the_board(database, club.place, below=100) <= 30 * few


@needs_file
async def test_what_is_due_elsewhere_is_found_as_quickly_beside_many_chats_that_cannot_be_heard(
    database: Database,
) -> None:
    async def deaf(number: int) -> PlaceId:
        return (await unit.places.add("telegram", "damka", f"{number}", kind="group", created=NOW)).id

    async def to_find_what_is_due() -> int:
        async with database.reading() as reading:
            return await steps(reading, lambda: reading.games.due(NOW, but=["telegram"]))

    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        game = await start_game(unit, replace(club, place=await deaf(0)))
        await unit.games.save(replace(game, deadline=NOW, deadline_kind="flag"))
        await unit.commit()
    few = await to_find_what_is_due()
    async with database.unit_of_work() as unit:
        for number in range(1, 1000):
            await deaf(number)
        await unit.commit()
    assert await to_find_what_is_due() <= 3 * few
