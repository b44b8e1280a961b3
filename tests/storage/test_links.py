"""Further places of events and games, one-time codes, and persons that become one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from storage import Database, UnitOfWork
from storage.check import Finding, FindingKind, check
from storage.errors import Conflict
from storage.repositories.events import EventRole, StoredEvent
from storage.repositories.games import GameStatus
from storage.repositories.links import CodeKind, LinkCode
from tests.storage.samples import HASH, NOW, Club, club_with_game, found_club, start_game

PHASES = ["open"]


async def found_event(unit: UnitOfWork, club: Club, code: str = "E2F3", slug: str = "cup") -> StoredEvent:
    return await unit.events.add(
        code=code,
        slug=slug,
        place=club.place,
        regulation=HASH,
        title="Cup",
        naming="full",
        phase="open",
        created=NOW,
    )


async def test_an_event_is_found_in_every_place_that_it_is_linked_to(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        event = await found_event(unit, club)
        first = await unit.places.add("telegram", "7", "-1", kind="group", created=NOW)
        second = await unit.places.add("discord", "8", "2", kind="group", created=NOW)
        await unit.links.link(event.id, second.id, NOW)
        await unit.links.link(event.id, first.id, NOW + timedelta(seconds=1))
        await unit.links.link(event.id, first.id, NOW + timedelta(seconds=2))
        assert await unit.links.of_event(event.id) == (second.id, first.id)
        for place in (club.place, first.id, second.id):
            assert await unit.events.in_place(place, PHASES) == [event]
            assert await unit.events.by_slug(place, "CUP") == event
        await unit.links.unlink(event.id, second.id)
        assert await unit.links.of_event(event.id) == (first.id,)
        assert await unit.events.in_place(second.id, PHASES) == []


async def test_a_game_is_found_in_every_place_where_it_is_played(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        game = await start_game(unit, club)
        await start_game(unit, club, "H2K3")
        other = await unit.places.add("telegram", "7", "-1", kind="group", created=NOW)
        await unit.links.add_game_place(game.id, other.id)
        assert (await unit.links.of_game(game.id)).also == (other.id,)
        assert await unit.links.of_games([game.id, game.id + 1]) == {game.id: (other.id,)}
        assert [row.code for row in await unit.games.in_place(other.id)] == [game.code]
        assert len(await unit.games.in_place(club.place)) == 2
        assert [seated.game.code for seated in await unit.games.running_for(other.id, club.anna)] == [
            game.code
        ]
        assert await unit.games.in_place(other.id, [GameStatus.ENDED]) == []
        assert await unit.games.latest_in(other.id, GameStatus.RUNNING) == game
        assert await unit.games.latest_in(other.id, GameStatus.ENDED) is None


async def test_a_code_is_used_once_and_forgotten_after_a_while(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        code = LinkCode("a" * 64, CodeKind.ACCOUNT, None, club.anna, club.place, NOW + timedelta(minutes=30))
        await unit.links.add_code(code)
        assert await unit.links.code(code.hash) == code
        assert await unit.links.code("b" * 64) is None
        assert await unit.links.use(code.hash, NOW)
        assert not await unit.links.use(code.hash, NOW)
        await unit.links.prune(NOW)
        assert await unit.links.code(code.hash) is not None
        await unit.links.prune(NOW + timedelta(hours=1))
        assert await unit.links.code(code.hash) is None


async def test_the_same_code_is_not_given_twice(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        code = LinkCode("a" * 64, CodeKind.ACCOUNT, None, club.anna, club.place, NOW)
        await unit.links.add_code(code)
        with pytest.raises(Conflict):
            await unit.links.add_code(code)


async def test_wrong_codes_are_counted_for_each_person_and_place(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        other = await unit.places.add("telegram", "7", "-1", kind="group", created=NOW)
        for place, minute in ((club.place, 0), (club.place, 5), (other.id, 6)):
            await unit.links.add_wrong(club.anna, place, NOW + timedelta(minutes=minute))
        count = unit.links.count_wrong
        assert await count(club.anna, NOW - timedelta(minutes=1)) == 3
        assert await count(club.anna, NOW) == 2
        assert await count(club.anna, NOW, other.id) == 1
        assert await count(club.piotr, NOW - timedelta(minutes=1)) == 0
        await unit.links.prune(NOW + timedelta(minutes=6))
        assert await count(club.anna, NOW - timedelta(minutes=1)) == 1


async def test_all_that_one_person_has_goes_to_another(database: Database) -> None:
    club, game = await club_with_game(database)
    async with database.unit_of_work() as unit:
        event = await found_event(unit, club)
        for role in EventRole:
            await unit.events.grant(event.id, club.anna, role)
        await unit.events.grant(event.id, club.piotr, EventRole.ARBITER)
        entrant = await unit.entrants.add(
            event.id, 1, standing="in", category="", controllers=(club.anna, club.piotr), place=club.place
        )
        await unit.merging.merge(club.anna, club.piotr)
        renewed, kept = await unit.games.by_id(game.id), await unit.events.by_id(event.id)
        assert renewed is not None
        assert kept is not None
        assert (renewed.version, kept.version) == (game.version + 1, event.version + 1)
        assert [side.controllers for side in await unit.sides.of(game.id)] == [(club.piotr,), (club.piotr,)]
        assert [each.controllers for each in await unit.entrants.of(event.id)] == [(club.piotr,)]
        assert (await unit.entrants.of(event.id))[0].place == entrant.place == club.place
        assert await unit.events.roles(event.id) == [
            (club.piotr, EventRole.ARBITER),
            (club.piotr, EventRole.ORGANISER),
        ]
        assert [account.id for account in await unit.accounts.of(club.piotr)] == [club.account]
        await unit.commit()
    assert [finding async for finding in check(database)] == []


FAULTS: dict[str, tuple[str, FindingKind, dict[str, Any]]] = {
    "an entrant of no place": (
        "UPDATE entrants SET place = 99",
        FindingKind.DANGLING,
        {"table": "entrants", "row": "1", "refers": "places"},
    ),
    "a log of nobody": (
        "INSERT INTO log (subject_kind, subject_id, seq, kind, schema, recorded_time, body, previous, hash)"
        " VALUES ('person', 99, 1, 'linked', 1, '2026-12-06 18:30:00', '{}', '', '')",
        FindingKind.ORPHAN,
        {"person": 99},
    ),
    "a person whose log is gone": (
        "UPDATE persons SET log_seq = 1 WHERE id = 1",
        FindingKind.CHAIN,
        {"person": 1, "seq": 0, "fault": "head"},
    ),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_what_is_wrong_with_places_and_persons_is_found(database: Database, name: str) -> None:
    statement, kind, data = FAULTS[name]
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        event = await found_event(unit, club)
        await unit.entrants.add(event.id, 1, standing="in", category="", place=club.place)
        await unit.connection.execute(text(statement))
        await unit.commit()
    found = [finding async for finding in check(database)]
    assert found == [Finding(kind, data)]
