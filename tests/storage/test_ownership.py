"""One process runs the bot on a database; nothing that died keeps the next one out."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from storage import Database, open_database
from storage.errors import Owned, TimeBefore
from storage.ownership import FileLock
from tests.databases import needs_file
from tests.storage.processes import ROOT
from tests.storage.samples import NOW, club_with_game, later


async def test_a_second_owner_is_refused_and_told_who_the_first_is(database: Database, address: str) -> None:
    second = open_database(address)
    with pytest.raises(Owned) as caught:
        await second.take_over(later(10))
    assert caught.value.data["process"] == os.getpid()
    assert caught.value.data["since"] == NOW
    await second.close()
    await database.heartbeat(later(20))


async def test_after_the_first_is_closed_the_second_may_own(database: Database, address: str) -> None:
    await database.close()
    second = open_database(address)
    await second.take_over(later(10))
    await second.close()


async def test_what_is_owned_can_be_read(database: Database, address: str) -> None:
    _, game = await club_with_game(database)
    reader = open_database(address, read_only=True)
    await reader.check_version()
    async with reader.reading() as reading:
        assert await reading.games.by_id(game.id) == game
    await reader.close()


async def test_the_first_takeover_finds_no_outage(address: str) -> None:
    database = open_database(address)
    takeover = await database.take_over(NOW)
    assert (takeover.previous, takeover.outage) == (None, None)
    await database.close()


async def test_the_time_since_the_last_heartbeat_is_an_outage_until_it_is_credited(
    database: Database, address: str
) -> None:
    await database.heartbeat(later(100))
    await database.close()
    second = open_database(address)
    takeover = await second.take_over(later(160))
    assert takeover.outage is not None
    assert (takeover.outage.began, takeover.outage.ended) == (later(100), later(160))
    async with second.unit_of_work() as unit:
        assert await unit.operation.uncredited_outages() == [takeover.outage]
        assert await unit.operation.credit_outage(takeover.outage.id, later(161))
        assert not await unit.operation.credit_outage(takeover.outage.id, later(162))
        assert await unit.operation.uncredited_outages() == []
    await second.close()


async def test_a_start_before_the_stored_time_is_refused_and_leaves_nothing(
    database: Database, address: str
) -> None:
    await database.heartbeat(later(100))
    await database.close()
    second = open_database(address)
    with pytest.raises(TimeBefore) as caught:
        await second.take_over(later(99))
    assert (caught.value.data["stored"], caught.value.data["given"]) == (later(100), later(99))
    takeover = await second.take_over(later(100))
    assert takeover.outage is None
    await second.close()


async def test_a_machine_whose_clock_was_put_back_may_start(database: Database, address: str) -> None:
    await database.close()
    second = open_database(address)
    takeover = await second.take_over(NOW - timedelta(hours=1), may_go_back=True)
    assert takeover.outage is None
    await second.close()


HOLDING = """
import asyncio, datetime, sys
from storage import open_database

async def main():
    database = open_database(sys.argv[1])
    await database.take_over(datetime.datetime(2026, 12, 6, 18, 30, tzinfo=datetime.UTC))
    print("owned", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_a_running_process_keeps_others_out_and_a_killed_one_does_not(address: str) -> None:
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDING, address, stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"owned\n"
    database = open_database(address)
    with pytest.raises(Owned) as caught:
        await database.take_over(later(5))
    assert caught.value.data["process"] == holder.pid
    holder.send_signal(signal.SIGKILL)
    await holder.wait()
    async with asyncio.timeout(30):
        while True:
            try:
                takeover = await database.take_over(later(5))
            except Owned:  # a server takes a moment to notice
                await asyncio.sleep(0.05)
            else:
                break
    assert takeover.outage is not None
    assert (takeover.outage.began, takeover.outage.ended) == (NOW, later(5))
    await database.close()


@needs_file
async def test_a_migration_that_is_due_waits_until_the_owner_has_gone(tmp_path: Path) -> None:
    path = tmp_path / "damka.db"
    lock = FileLock(path)
    assert await lock.acquire()
    database = open_database(path)
    with pytest.raises(Owned):
        await database.migrate()
    await lock.release()
    assert await database.migrate()
    await database.close()
