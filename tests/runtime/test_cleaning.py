"""A program forgets what is done with, however short it runs."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from bot.app import running
from bot.cleaning import KEPT
from bot.timekeeper import WallClock
from storage import open_database
from storage.repositories.outbox import Delivered, Outgoing
from tests.databases import new_database
from tests.runtime.office import TEXTS, Chat


async def test_a_program_that_is_started_anew_every_night_forgets_as_well(tmp_path: Path) -> None:
    address = await new_database(tmp_path / "damka.db")
    clock, day = WallClock(), timedelta(days=1)
    now = clock.now()
    database = open_database(address)
    await database.take_over(now - day)
    async with database.unit_of_work() as unit:
        place = await unit.places.add("console", "damka", "lib", kind="group", created=now)
        for age in (KEPT + day, day):
            await unit.inbox.claim("console", "damka", f"{age}", now - age)
            await unit.outbox.add(Outgoing(place.id, "said", now - age))
        rows = await unit.outbox.pending(place.id)
        await unit.outbox.mark_sent([Delivered(row, f"m{row.id}") for row in rows])
        await unit.commit()
    await database.close()
    async with running(address, {"console": Chat()}, TEXTS, clock, language="en"):
        reader = open_database(address, read_only=True)
        async with asyncio.timeout(30):
            while True:
                async with reader.reading() as found:
                    old, recent = [await found.outbox.body(row.id) for row in rows]
                    message = await found.posted.by_message(place.id, f"m{rows[0].id}")
                if old is None:
                    break
                await asyncio.sleep(0.05)
        await reader.close()
    assert (recent, message) == ("said", None)
    database = open_database(address)
    await database.take_over(clock.now(), may_go_back=True)
    async with database.unit_of_work() as unit:
        claims = [await unit.inbox.claim("console", "damka", f"{age}", now) for age in (KEPT + day, day)]
    await database.close()
    assert claims == [True, False]
