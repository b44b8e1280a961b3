"""A process that is killed at any moment leaves a whole database, with all of a command or nothing of it."""

from __future__ import annotations

import signal

import pytest

from storage import open_database
from storage.check import check
from tests.storage.processes import run_python
from tests.storage.samples import NOW, club_with_game, later, store_move

MOVING = """
import asyncio, os, signal, sys
from sqlalchemy import event
from storage import open_database
from storage.ids import AccountId, PersonId, PlaceId
from tests.storage.samples import Club, later, store_move

last_statement = int(sys.argv[2])  # -1: after the commit

def die():
    os.kill(os.getpid(), signal.SIGKILL)

async def main():
    database = open_database(sys.argv[1])
    await database.take_over(later(1))
    club = Club(PlaceId(1), PersonId(1), PersonId(2), AccountId(1))
    for number in (1, 2):
        async with database.unit_of_work() as unit:
            await store_move(unit, club, number)
            await unit.commit()
    async with database.unit_of_work() as unit:
        done = 0

        def count(connection, cursor, statement, *rest):
            nonlocal done
            done += not statement.startswith("BEGIN")
            if done == last_statement:
                die()

        event.listen(unit.connection.sync_connection, "after_cursor_execute", count)
        await store_move(unit, club, 3)
        await unit.commit()
        die()

asyncio.run(main())
"""


@pytest.mark.parametrize(("after", "moves"), [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (-1, 3)])
async def test_a_move_is_there_as_a_whole_or_not_at_all(address: str, after: int, moves: int) -> None:
    database = open_database(address)
    await database.take_over(NOW)
    club, game = await club_with_game(database)
    await database.close()

    status, printed = await run_python(MOVING, address, str(after))
    assert (status, printed) == (-signal.SIGKILL, "")

    database = open_database(address)
    takeover = await database.take_over(later(60))
    assert takeover.outage is not None
    assert [finding async for finding in check(database)] == []
    async with database.unit_of_work() as unit:
        stored = await unit.games.by_id(game.id)
        assert stored is not None
        assert (stored.ply, stored.version) == (moves, game.version + moves)
        assert [entry.seq for entry in await unit.log.of(game.subject)] == list(range(1, moves + 2))
        assert len(await unit.outbox.pending(club.place)) == moves
        if moves == 2:
            await store_move(unit, club, 3)
        else:
            assert not await unit.inbox.claim("console", "damka", "u3", later(3))
    await database.close()


MIGRATING = """
import asyncio, os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
from storage import open_database

def count(connection, cursor, statement, *rest):
    if sys.argv[2] in statement:
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "after_cursor_execute", count)
asyncio.run(open_database(sys.argv[1]).migrate())
"""


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE alembic_version", "CREATE TABLE games", "INSERT INTO alembic"]
)
async def test_a_killed_migration_leaves_an_empty_database(address: str, statement: str) -> None:
    status, printed = await run_python(MIGRATING, address, statement)
    assert (status, printed) == (-signal.SIGKILL, "")
    database = open_database(address)
    assert await database.migrate()
    await database.check_version()
    await database.close()
