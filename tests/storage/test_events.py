"""Events, entrants, roles and open questions: what is stored of them, and what a check finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from storage import EMPTY, Database, Draft, Entry, Subject, SubjectKind, UnitOfWork
from storage.check import Computed, Finding, FindingKind, check
from storage.errors import Conflict, StaleVersion
from storage.repositories.dialogues import Dialogue
from storage.repositories.entrants import StoredEntrant
from storage.repositories.events import EventRole, RoleInvitation, StoredEvent
from storage.repositories.games import GameStatus, StoredGame
from storage.repositories.regulations import StoredRegulation
from tests.storage.samples import HASH, NOW, Club, found_club, later


async def add_event(unit: UnitOfWork, club: Club, slug: str = "open-2026", code: str = "K7R2") -> StoredEvent:
    """An event with one entry in its log."""
    event = await unit.events.add(
        code=code,
        slug=slug,
        place=club.place,
        regulation=HASH,
        title="Open",
        naming="full",
        phase="created",
        created=NOW,
    )
    entry = await unit.log.append(Draft(event.subject, "created", 1, "{}", NOW), event.head)
    return await unit.events.save(event.at_head(entry.head))


async def test_an_event_is_found_by_its_code_and_by_its_id_in_any_case(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        event = await add_event(unit, club)
        assert await unit.events.by_id(event.id) == event
        assert await unit.events.by_code("k7r2") == event
        assert await unit.events.by_slug(club.place, "OPEN-2026") == event
        assert await unit.events.with_slug("Open-2026") == [event]
        assert await unit.events.in_place(club.place, ["created"]) == [event]
        assert await unit.events.in_place(club.place, ["open"]) == []


@pytest.mark.parametrize(("code", "slug"), [("K7R2", "other"), ("M3R2", "open-2026")])
async def test_code_and_id_are_unique(database: Database, code: str, slug: str) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        await add_event(unit, club)
        with pytest.raises(Conflict):
            await add_event(unit, club, slug, code)


async def test_the_same_id_may_stand_in_another_place(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        elsewhere = await unit.places.add("console", "damka", "school", kind="group", created=NOW)
        await add_event(unit, club)
        other = await add_event(unit, replace(club, place=elsewhere.id), code="M3R2")
        assert [event.code for event in await unit.events.with_slug("open-2026")] == ["K7R2", "M3R2"]
        assert await unit.events.by_slug(elsewhere.id, "open-2026") == other


async def test_an_event_is_saved_only_over_the_version_it_was_read_in(database: Database) -> None:
    async with database.unit_of_work() as unit:
        event = await add_event(unit, await found_club(unit))
        opened = await unit.events.save(replace(event, phase="open", secret="oak"))  # noqa: S106
        assert opened.version == event.version + 1
        assert await unit.events.by_id(event.id) == opened
        with pytest.raises(StaleVersion):
            await unit.events.save(replace(event, phase="closed"))


async def test_events_are_due_in_the_order_of_their_deadlines(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        for number, seconds in enumerate((30, 10, 20)):
            event = await add_event(unit, club, f"event-{number}", f"K{number}R2")
            await unit.events.save(replace(event, deadline=later(seconds), deadline_kind="closes"))
        await add_event(unit, club, "never", "K9R9")
        assert [event.code for event in await unit.events.due(later(20))] == ["K1R2", "K2R2"]


async def test_events_of_a_person_are_those_with_a_role_or_an_entrant(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        organised = await add_event(unit, club, "a", "K1R2")
        entered = await add_event(unit, club, "b", "K2R2")
        await add_event(unit, club, "c", "K3R2")
        await unit.events.grant(organised.id, club.anna, EventRole.ORGANISER)
        await unit.entrants.add(entered.id, 1, standing="in", category="", controllers=(club.anna,))
        assert await unit.events.of_person(club.anna, ["created"]) == [organised, entered]
        assert await unit.events.of_person(club.piotr, ["created"]) == []


async def test_roles_are_given_and_taken(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        event = await add_event(unit, club)
        for _ in range(2):
            await unit.events.grant(event.id, club.anna, EventRole.ORGANISER)
        await unit.events.grant(event.id, club.anna, EventRole.ARBITER)
        assert await unit.events.roles(event.id) == [
            (club.anna, EventRole.ARBITER),
            (club.anna, EventRole.ORGANISER),
        ]
        await unit.events.revoke(event.id, club.anna, EventRole.ARBITER)
        assert await unit.events.roles(event.id) == [(club.anna, EventRole.ORGANISER)]
        await unit.events.revoke_all(club.anna)
        assert await unit.events.roles(event.id) == []


async def test_a_role_waits_for_a_name_in_any_case(database: Database) -> None:
    async with database.unit_of_work() as unit:
        event = await add_event(unit, await found_club(unit))
        await unit.events.invite(event.id, "console", "Ola", EventRole.ARBITER)
        assert await unit.events.invitations(event.id) == [
            RoleInvitation("console", "ola", EventRole.ARBITER)
        ]
        await unit.events.uninvite(event.id, "console", "OLA")
        assert await unit.events.invitations(event.id) == []


async def test_entrants_come_by_number_with_everybody_who_acts_for_them(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        event = await add_event(unit, club)
        second = await unit.entrants.add(event.id, 2, standing="applied", category="b")
        first = await unit.entrants.add(event.id, 1, standing="in", category="a", controllers=(club.anna,))
        await unit.entrants.control(first.id, club.piotr)
        await unit.entrants.save_all([replace(second, standing="in")])
        assert await unit.entrants.of(event.id) == (
            StoredEntrant(first.id, event.id, 1, "in", "a", (club.anna, club.piotr)),
            StoredEntrant(second.id, event.id, 2, "in", "b"),
        )
        assert await unit.entrants.only_of(club.anna) == []
        await unit.entrants.release(first.id, club.piotr)
        assert await unit.entrants.only_of(club.anna) == [first.id]
        await unit.entrants.remove(first.id)
        assert [entrant.number for entrant in await unit.entrants.of(event.id)] == [2]


async def test_a_number_is_given_once(database: Database) -> None:
    async with database.unit_of_work() as unit:
        event = await add_event(unit, await found_club(unit))
        await unit.entrants.add(event.id, 1, standing="in", category="")
        with pytest.raises(Conflict):
            await unit.entrants.add(event.id, 1, standing="in", category="")


async def test_a_person_is_asked_one_thing_in_a_place(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        event = await add_event(unit, club)
        asked = Dialogue(club.anna, club.place, "join", event.id, '{"name": "Ola"}', NOW)
        await unit.dialogues.put(replace(asked, payload="{}"))
        await unit.dialogues.put(asked)
        assert await unit.dialogues.of(club.anna, club.place) == asked
        assert await unit.dialogues.asked_in(club.place) == [club.anna]
        assert await unit.dialogues.everywhere(club.anna) == [asked]
        assert await unit.dialogues.end(club.anna, club.place)
        assert not await unit.dialogues.end(club.anna, club.place)
        assert await unit.dialogues.of(club.anna, club.place) is None


async def test_conversations_end_with_their_event_their_person_and_with_time(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        event = await add_event(unit, club)
        await unit.dialogues.put(Dialogue(club.anna, club.place, "join", event.id, "{}", NOW))
        await unit.dialogues.put(Dialogue(club.piotr, club.place, "new", None, "{}", later(60)))
        await unit.dialogues.end_of_event(event.id)
        assert await unit.dialogues.asked_in(club.place) == [club.piotr]
        assert await unit.dialogues.prune(later(60)) == 0
        assert await unit.dialogues.prune(later(61)) == 1
        await unit.dialogues.put(Dialogue(club.piotr, club.place, "new", None, "{}", NOW))
        await unit.dialogues.end_all(club.piotr)
        assert await unit.dialogues.asked_in(club.place) == []


async def test_a_private_place_is_the_last_one_used(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        assert await unit.dialogues.private_place(club.account) is None
        alone = await unit.places.add("console", "damka", "@anna", kind="private", created=NOW)
        for place in (club.place, alone.id):
            await unit.dialogues.keep_private_place(club.account, place)
        assert await unit.dialogues.private_place(club.account) == alone.id


# --- the check ----------------------------------------------------------------------------------------------


def no_games(game: StoredGame, regulation: StoredRegulation, entries: Sequence[Entry]) -> Computed:
    return Computed({}, {})


def by_the_log(event: StoredEvent, regulation: StoredRegulation, entries: Sequence[Entry]) -> Computed:
    """Each entry ``joined`` is an entrant who is in; they play one game."""
    assert regulation.text == "text"
    joined = sum(entry.draft.kind == "joined" for entry in entries)
    entrants = {number: {"standing": "in"} for number in range(1, joined + 1)}
    return Computed({"phase": "open"}, entrants, frozenset(("G7K2",)))


async def findings(database: Database) -> list[Finding]:
    return [finding async for finding in check(database, no_games, by_the_log)]


@pytest.fixture
async def held(database: Database) -> Database:
    """An event with two entrants and a game."""
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        event = replace(await add_event(unit, club), phase="open")
        for number in (1, 2):
            entry = await unit.log.append(Draft(event.subject, "joined", 1, "{}", NOW), event.head)
            event = await unit.events.save(event.at_head(entry.head))
            await unit.entrants.add(event.id, number, standing="in", category="")
        await unit.games.add(
            code="G7K2",
            place=club.place,
            regulation=HASH,
            status=GameStatus.RUNNING,
            created=NOW,
            event=event.id,
        )
        await unit.commit()
    return database


async def test_a_sound_event_gives_no_finding(held: Database) -> None:
    assert await findings(held) == []


TAMPERINGS: dict[str, tuple[str, FindingKind, dict[str, Any]]] = {
    "a changed entry": (
        "UPDATE log SET body = '{\"number\": 9}' WHERE subject_kind = 'event' AND seq = 2",
        FindingKind.CHAIN,
        {"event": "K7R2", "seq": 2, "fault": "content"},
    ),
    "a cut log": (
        "DELETE FROM log WHERE subject_kind = 'event' AND seq = 3",
        FindingKind.CHAIN,
        {"event": "K7R2", "seq": 2, "fault": "head"},
    ),
    "a changed row": (
        "UPDATE events SET phase = 'closed'",
        FindingKind.PROJECTION,
        {"event": "K7R2", "column": "phase", "stored": "closed", "computed": "open"},
    ),
    "a changed entrant": (
        "UPDATE entrants SET standing = 'waiting' WHERE number = 2",
        FindingKind.PROJECTION,
        {"event": "K7R2", "column": "entrant 2, standing", "stored": "waiting", "computed": "in"},
    ),
    "a lost entrant": (
        "DELETE FROM entrants WHERE number = 1",
        FindingKind.PROJECTION,
        {"event": "K7R2", "column": "entrant 1", "stored": None, "computed": 1},
    ),
    "an invented entrant": (
        "INSERT INTO entrants (event, number, standing, category) SELECT id, 7, 'in', '' FROM events",
        FindingKind.PROJECTION,
        {"event": "K7R2", "column": "entrant 7", "stored": 7, "computed": None},
    ),
    "a game of no event": (
        "UPDATE games SET event = 99",
        FindingKind.DANGLING,
        {"table": "games", "row": "1", "refers": "events"},
    ),
    "a changed regulation text": (
        "UPDATE regulations SET text = 'other'",
        FindingKind.TEXT,
        {"regulation": "grodziec-2017"},
    ),
}


@pytest.mark.parametrize("name", TAMPERINGS)
async def test_what_was_tampered_with_is_found(held: Database, name: str) -> None:
    statement, kind, data = TAMPERINGS[name]
    async with held.unit_of_work() as unit:
        await unit.connection.execute(text(statement))
        await unit.commit()
    first, *more = await findings(held)
    assert (first.kind, first.data) == (kind, data)
    assert len(more) == (name == "a game of no event")  # the event has lost it, too


async def test_the_log_of_an_event_without_its_row_is_found(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.log.append(Draft(Subject(SubjectKind.EVENT, 7), "created", 1, "{}", NOW), EMPTY)
        await unit.commit()
    assert await findings(database) == [Finding(FindingKind.ORPHAN, {"event": 7})]
