"""What the third version stored is kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from storage import open_database
from storage.check import check
from tests.databases import needs_file
from tests.storage.samples import later

STORED = (Path(__file__).parents[1] / "data" / "version-0003.sql").read_text("utf-8")


@needs_file
async def test_links_lost_places_and_outages_of_the_third_version_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "damka.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(STORED)
    database = open_database(path)
    await database.take_over(later(3600))
    await database.check_version()
    async with database.reading() as reading:
        (event,) = await reading.events.after()
        linked = await reading.places.by_ref("telegram", "damka", "-1001")
        lost = await reading.places.by_ref("telegram", "damka", "-1002")
        assert linked is not None
        assert lost is not None
        assert lost.unreachable is not None
        assert await reading.links.of_event(event.id) == (linked.id,)
        assert "telegram" in {outage.platform for outage in await reading.operation.uncredited_outages()}
        assert await reading.posted.replaced() == []
    assert [finding async for finding in check(database)] == []
    await database.close()
