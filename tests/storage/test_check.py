"""A check finds what is wrong with a database, and nothing in a sound one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import text

from storage import Database, Entry
from storage.chain import Fault
from storage.check import Computed, Finding, FindingKind, check
from storage.repositories.games import StoredGame
from storage.repositories.regulations import StoredRegulation
from tests.storage.samples import club_with_game, found_club, start_game, store_move


def count_plies(game: StoredGame, regulation: StoredRegulation, entries: Sequence[Entry]) -> Computed:
    assert regulation.text == "text"
    ply = sum(entry.draft.kind == "play" for entry in entries)
    return Computed({"ply": ply, "status": "running"}, {1: {"color": "white"}, 2: {"color": "black"}})


async def findings(database: Database) -> list[Finding]:
    return [finding async for finding in check(database, count_plies)]


@pytest.fixture
async def played(database: Database) -> Database:
    """Three moves of one game."""
    club, _ = await club_with_game(database)
    for number in (1, 2, 3):
        async with database.unit_of_work() as unit:
            await store_move(unit, club, number)
            await unit.commit()
    return database


async def tamper(database: Database, statement: str) -> None:
    async with database.unit_of_work() as unit:
        await unit.connection.execute(text(statement))
        await unit.commit()


async def test_a_sound_database_gives_no_finding(played: Database) -> None:
    assert await findings(played) == []


CHAIN = FindingKind.CHAIN

TAMPERINGS: dict[str, tuple[str, FindingKind, dict[str, Any]]] = {
    "a changed move": (
        'UPDATE log SET body = \'{"text": "move 9"}\' WHERE seq = 3',
        CHAIN,
        {"game": "G7K2", "seq": 3, "fault": Fault.CONTENT},
    ),
    "a removed move": (
        "DELETE FROM log WHERE seq = 2",
        CHAIN,
        {"game": "G7K2", "seq": 2, "fault": Fault.GAP},
    ),
    "a cut log": ("DELETE FROM log WHERE seq = 4", CHAIN, {"game": "G7K2", "seq": 3, "fault": Fault.HEAD}),
    "a changed time": (
        "UPDATE log SET recorded_time = '2026-12-06 18:30:01.500000+00:00' WHERE seq = 2",
        CHAIN,
        {"game": "G7K2", "seq": 2, "fault": Fault.CONTENT},
    ),
    "a changed row": (
        "UPDATE games SET ply = 7",
        FindingKind.PROJECTION,
        {"game": "G7K2", "column": "ply", "stored": 7, "computed": 3},
    ),
    "a changed seat": (
        "UPDATE sides SET color = NULL WHERE seat = 2",
        FindingKind.PROJECTION,
        {"game": "G7K2", "column": "seat 2, color", "stored": None, "computed": "black"},
    ),
    "a changed regulation text": (
        "UPDATE regulations SET text = 'other'",
        FindingKind.TEXT,
        {"regulation": "grodziec-2017"},
    ),
    "a status that there is not": (
        "UPDATE games SET status = 'mislaid'",
        FindingKind.VALUE,
        {"table": "games", "row": "1", "column": "status"},
    ),
    "settings that are none": (
        "UPDATE places SET settings = '[1]' WHERE id = 1",
        FindingKind.VALUE,
        {"table": "places", "row": "1", "column": "settings"},
    ),
    "an entry in no log": (
        "UPDATE log SET subject_kind = 'gam' WHERE seq = 4",
        FindingKind.VALUE,
        {"table": "log", "row": "gam 1 4", "column": "subject_kind"},
    ),
    "an end of a log that is not there": (
        "UPDATE persons SET log_hash = 'a' WHERE id = 2",
        CHAIN,
        {"person": 2, "seq": 0, "fault": Fault.HEAD},
    ),
}


@pytest.mark.parametrize("name", TAMPERINGS)
async def test_what_was_tampered_with_is_found(played: Database, name: str) -> None:
    statement, kind, data = TAMPERINGS[name]
    await tamper(played, statement)
    (finding,) = await findings(played)
    assert finding.kind is kind
    assert {key: value for key, value in finding.data.items() if key != "error"} == {
        key: value for key, value in data.items() if key != "error"
    }


async def test_a_log_without_its_game_is_found(file_database: Database) -> None:
    _, game = await club_with_game(file_database)
    async with file_database.unit_of_work() as unit:
        await unit.commit()
        await unit.connection.execute(text("DELETE FROM controllers"))
        await unit.connection.execute(text("DELETE FROM sides"))
        await unit.connection.execute(text("DELETE FROM games"))
        await unit.commit()
    assert await findings(file_database) == [Finding(FindingKind.ORPHAN, {"subject": game.id})]


async def test_every_game_of_many_pages_is_looked_at(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        for number in range(230):
            await start_game(unit, club, f"G{number}")
        await unit.connection.execute(
            text("UPDATE games SET ply = 1 WHERE code IN ('G0', 'G99', 'G100', 'G229')")
        )
        await unit.commit()
    assert [finding.data["game"] for finding in await findings(database)] == ["G0", "G99", "G100", "G229"]


async def test_rows_that_point_nowhere_are_found(file_database: Database) -> None:
    await club_with_game(file_database)
    async with file_database.unit_of_work() as unit:
        await unit.connection.exec_driver_sql("ROLLBACK")
        await unit.connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        await unit.connection.exec_driver_sql("DELETE FROM regulations")
        await unit.connection.exec_driver_sql("PRAGMA foreign_keys = ON")
    kinds = {finding.kind for finding in await findings(file_database)}
    assert kinds == {FindingKind.DANGLING}
