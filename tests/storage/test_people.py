"""Places, persons, accounts, and what can be erased about them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import Database, Subject, SubjectKind
from storage.errors import Conflict
from tests.storage.samples import NOW, club_with_game, found_club


async def test_a_place_comes_back_as_it_was_stored(database: Database) -> None:
    async with database.unit_of_work() as unit:
        place = await unit.places.add(
            "telegram", "bot", "-100", "7", kind="group", created=NOW, title="Łódź", language="pl"
        )
        assert await unit.places.by_ref("telegram", "bot", "-100", "7") == place
        assert await unit.places.by_ref("telegram", "bot", "-100") is None
        assert await unit.places.by_id(place.id) == place


async def test_a_chat_that_migrates_is_one_update(database: Database) -> None:
    async with database.unit_of_work() as unit:
        place = await unit.places.add("telegram", "bot", "-5", kind="group", created=NOW)
        moved = replace(place, chat="-1005", settings={"theme": "print", "labels": "both"})
        await unit.places.update(moved)
        assert await unit.places.by_ref("telegram", "bot", "-1005") == moved
        assert await unit.places.by_ref("telegram", "bot", "-5") is None


async def test_a_place_cannot_be_stored_twice(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.places.add("console", "damka", "lib", kind="group", created=NOW)
        with pytest.raises(Conflict):
            await unit.places.add("console", "damka", "lib", kind="group", created=NOW)


async def test_a_person_keeps_language_and_settings(database: Database) -> None:
    async with database.unit_of_work() as unit:
        person = replace(await unit.persons.add(created=NOW), language="uk", settings={"zone": "Europe/Kyiv"})
        await unit.persons.update(person)
        assert await unit.persons.by_id(person.id) == person


async def test_a_person_has_several_accounts(database: Database) -> None:
    async with database.unit_of_work() as unit:
        person = await unit.persons.add(created=NOW)
        first = await unit.accounts.add("telegram", "17", person.id, created=NOW)
        second = await unit.accounts.add("discord", "17", person.id, created=NOW)
        assert await unit.accounts.of(person.id) == [first, second]
        assert await unit.accounts.by_external("discord", "17") == second
        assert await unit.accounts.by_id(first.id) == first


@pytest.mark.parametrize("asked", ["Piotr", "piotr", "PIOTR"])
async def test_a_username_is_found_in_any_case_of_letters(database: Database, asked: str) -> None:
    async with database.unit_of_work() as unit:
        person = await unit.persons.add(created=NOW)
        account = await unit.accounts.add("telegram", "5", person.id, created=NOW, username="Piotr")
        assert await unit.accounts.by_username("telegram", asked) == account
        assert await unit.accounts.by_username("discord", asked) is None


async def test_a_username_that_changed_hands_means_who_was_last_seen_with_it(database: Database) -> None:
    async with database.unit_of_work() as unit:
        person = await unit.persons.add(created=NOW)
        old = await unit.accounts.add("telegram", "5", person.id, created=NOW, username="piotr")
        elsewhere = await unit.accounts.add("discord", "5", person.id, created=NOW, username="piotr")
        new = await unit.accounts.add("telegram", "6", person.id, created=NOW, username="piotr")
        assert await unit.accounts.by_username("telegram", "piotr") == new
        await unit.accounts.update(replace(old, username="Piotr"))
        assert await unit.accounts.by_username("telegram", "piotr") == old
        await unit.accounts.update(replace(old, username="inny"))
        assert await unit.accounts.by_username("telegram", "piotr") is None
        assert await unit.accounts.by_username("discord", "piotr") == elsewhere


async def test_personal_values_are_set_and_changed(database: Database) -> None:
    subject = Subject(SubjectKind.SIDE, 3)
    async with database.unit_of_work() as unit:
        await unit.personal.set(subject, "name", "Anna")
        await unit.personal.set(subject, "name", "Anna Nowak")
        await unit.personal.set(subject, "born", "2016-05-04")
        assert await unit.personal.get(subject, "name") == "Anna Nowak"
        assert await unit.personal.all(subject) == {"name": "Anna Nowak", "born": "2016-05-04"}
        assert await unit.personal.many(SubjectKind.SIDE, [3, 4], "name") == {3: "Anna Nowak"}


async def test_erasing_one_subject_leaves_the_others(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.personal.set(Subject(SubjectKind.SIDE, 3), "name", "Anna")
        await unit.personal.set(Subject(SubjectKind.PERSON, 3), "name", "Piotr")
        assert await unit.personal.erase(Subject(SubjectKind.SIDE, 3)) == 1
        assert await unit.personal.get(Subject(SubjectKind.SIDE, 3), "name") is None
        assert await unit.personal.get(Subject(SubjectKind.PERSON, 3), "name") == "Piotr"


async def test_sides_of_one_person_alone_can_be_erased_and_the_log_holds(database: Database) -> None:
    club, game = await club_with_game(database)
    async with database.unit_of_work() as unit:
        white, black = await unit.sides.of(game.id)
        before = await unit.log.of(game.subject)
        await unit.personal.set(Subject(SubjectKind.SIDE, white.id), "name", "Anna")
        await unit.personal.set(Subject(SubjectKind.SIDE, black.id), "name", "Piotr")
        await unit.sides.control(black.id, club.anna)
        assert await unit.sides.only_of(club.anna) == [white.id]
        assert await unit.personal.erase(Subject(SubjectKind.SIDE, white.id)) == 1
        assert await unit.personal.many(SubjectKind.SIDE, [white.id, black.id], "name") == {black.id: "Piotr"}
        assert await unit.log.of(game.subject) == before


async def test_what_a_chat_loads_belongs_to_that_chat(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        other = await unit.places.add("console", "damka", "other", kind="group", created=NOW)
        for digest, text in (("1" * 64, "first"), ("2" * 64, "second")):
            await unit.regulations.add(digest, "club", text)
            await unit.regulations.load(club.place, "club", digest, NOW)
        loaded = await unit.regulations.of_place(club.place)
        assert [(item.regulation, item.text) for item in loaded] == [("club", "second")]
        assert await unit.regulations.of_place(other.id) == []
        old = await unit.regulations.by_hash("1" * 64)
        assert old is not None
        assert old.text == "first"


async def test_a_pinned_text_is_never_replaced(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.regulations.add("1" * 64, "club", "first")
        await unit.regulations.add("1" * 64, "club", "other")
        kept = await unit.regulations.by_hash("1" * 64)
        assert kept is not None
        assert kept.text == "first"
