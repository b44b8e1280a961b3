"""Signing up: who is asked what, where, and what comes of every answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.commands.tournament.events import BORN
from rules.tournament.model import ConsentBy, EntrantNo
from tests.commands.room import keys, words
from tests.databases import contents
from tests.tournament_chat.desk import Desk, answers, open_desk, to_private

ONE = EntrantNo(1)
MIKOLAJKI = {"classes": "IVa IVb V VII VIII"}


# --- where nothing personal is asked ------------------------------------------------------------------------


async def test_without_questions_one_word_in_the_chat_signs_up(desk: Desk) -> None:
    await desk.open("riazor")
    heard = await desk.say("anna", "/join")
    assert "join.in" in keys(heard)
    assert "2 €" in words(heard)
    assert "(Inscrición)" in words(heard)
    assert await desk.standings() == {"Anna": "in"}


async def test_the_button_under_the_sign_up_does_the_same(desk: Desk) -> None:
    code = await desk.make("riazor")
    board = (await desk.say("olga", f"/tournament open #{code}"))[0]
    await desk.say("anna", press=board.button("join"))
    await desk.say("piotr", press=board.button("join"))
    assert await desk.standings() == {"Anna": "in", "Piotr": "in"}


async def test_nobody_joins_twice(desk: Desk) -> None:
    await desk.open("riazor")
    await desk.say("anna", "/join")
    assert keys(await desk.say("anna", "/join")) == ["join.already-more"]
    assert keys(await desk.join("anna", "me")) == ["join.already"]
    assert await desk.standings() == {"Anna": "in"}


async def test_the_list_grows_in_one_message(desk: Desk) -> None:
    await desk.open("riazor")
    heard = [message for user in ("anna", "piotr") for message in await desk.say(user, "/join")]
    boards = [message for message in heard if message.subject and message.subject.startswith("signup:")]
    assert len({board.subject for board in boards}) == 1
    assert "Anna, Piotr" in boards[-1].text


# --- questions, one at a time -------------------------------------------------------------------------------


async def test_personal_questions_are_asked_in_private_only(desk: Desk) -> None:
    await desk.open("slidy-2015", settings={"start": "2015-11-01 10:00"})
    heard = await desk.say("anna", "/join")
    [in_group] = [message for message in heard if message.chat == "lib"]
    assert (in_group.to, in_group.keys) == ("anna", ["join.look-privately"])
    [asked] = to_private(heard, "anna")
    assert "join.ask-who" in asked.keys


async def test_a_chat_in_which_the_bot_was_never_spoken_to_alone_says_so(desk: Desk) -> None:
    await desk.open("slidy-2015")
    spoken = desk.input("anna", "/join")
    await desk.dispatcher.handle(replace(spoken, alone=None))
    [told] = await desk.hear()
    assert told.keys == ["join.write-privately"]
    await desk.alone("anna", "/start")
    await desk.dispatcher.handle(replace(spoken, alone=None, update="again"))
    assert "join.ask-who" in keys(await desk.hear())


async def test_every_answer_brings_the_next_question_and_the_last_one_the_place(desk: Desk) -> None:
    await desk.open("slidy-2015")
    await desk.alone("anna", f"/join #{(await desk.event()).code}")
    assert "join.ask-name-child" in keys(await desk.answer("anna", "child"))
    assert "join.ask-birth-year" in keys(await desk.answer("anna", "Marko"))
    assert "join.ask-sex" in keys(await desk.answer("anna", "2018"))
    heard = await desk.answer("anna", "boy")
    assert "join.in" in keys(to_private(heard, "anna"))
    assert "(Групи)" in words(to_private(heard, "anna"))
    entrant = (await desk.event()).event.entrants[ONE]
    assert (entrant.category, entrant.prize_list) == ("up-to-8", "boy")
    assert await answers(desk) == {"name": "Marko", "born": "2018", "sex": "boy"}


@pytest.mark.parametrize("stops_after", range(4))
async def test_a_restart_anywhere_in_the_questions_loses_nothing(tmp_path: Path, stops_after: int) -> None:
    given = ("child", "Marko", "2018", "boy")
    async with open_desk(tmp_path) as desk:
        await desk.open("slidy-2015")
        await desk.join("anna", *given[:stops_after])
    async with open_desk(tmp_path) as desk:
        await desk.answer("anna", *given[stops_after:])
        assert await desk.standings() == {"Marko": "in"}


async def test_a_button_under_an_older_question_changes_nothing(desk: Desk) -> None:
    await desk.open("slidy-2015")
    code = (await desk.event()).code
    [asked] = await desk.alone("anna", f"/join #{code}")
    await desk.alone("anna", press=asked.button("ask", "child"))
    [stale] = await desk.alone("anna", press=asked.button("ask", "me"))
    assert stale.keys == ["error.stale-question"]
    assert "join.ask-birth-year" in keys(await desk.answer("anna", "Marko"))


async def test_somebody_elses_button_does_nothing(desk: Desk) -> None:
    await desk.open("slidy-2015")
    [asked] = await desk.alone("anna", f"/join #{(await desk.event()).code}")
    [refused] = await desk.alone("piotr", press=asked.button("ask", "me"))
    assert refused.keys == ["error.stale-question"]


@pytest.mark.parametrize("word", ["stop", "przerwij"])
async def test_who_stops_is_forgotten(desk: Desk, word: str) -> None:
    await desk.open("slidy-2015")
    assert keys(await desk.join("anna", "child", "Marko", word)) == ["join.stopped"]
    assert keys(await desk.alone("anna", "2018")) == ["error.not-understood"]
    async with desk.database.reading() as reading:
        account = await reading.accounts.by_external("console", "anna")
        assert account is not None
        assert await reading.dialogues.everywhere(account.person) == []


WORDS: dict[str, list[tuple[str, str | None]]] = {
    # Slidy asks the year of birth; in 2026 nobody born in that year or later, or before 1906, takes part
    "birth-year": [
        ("2018", "2018"),
        ("4.05.2018", "2018"),
        ("2018-05-04", "2018"),
        ("1906", "1906"),
        ("1905", None),
        ("2026", None),
        ("twelve", None),
        ("18", None),
        ("31.02.2018", None),
    ],
    "sex": [("girl", "girl"), ("Хлопець", "boy"), ("dziewczynka", "girl"), ("yes", None), ("", None)],
}


@pytest.mark.parametrize(("given", "stored"), WORDS["birth-year"])
async def test_a_year_of_birth_is_read_or_asked_again(desk: Desk, given: str, stored: str | None) -> None:
    await desk.open("slidy-2015")
    heard = await desk.join("anna", "child", "Marko", given)
    assert ("join.ask-sex" in keys(heard)) is (stored is not None)
    if stored is not None:
        await desk.answer("anna", "boy")
        assert (await answers(desk))[BORN] == stored


@pytest.mark.parametrize(("given", "stored"), WORDS["sex"])
async def test_boy_or_girl_is_read_in_every_language(desk: Desk, given: str, stored: str | None) -> None:
    await desk.open("slidy-2015")
    await desk.join("anna", "child", "Marko", "2018", given)
    assert await desk.standings() == ({"Marko": "in"} if stored else {})
    if stored is not None:
        assert (await desk.event()).event.entrants[ONE].prize_list == stored


@pytest.mark.parametrize(
    ("year", "category"),
    [
        # Групи: born 2007 (up to 8), 2005-2006 (9-10), 2004 and earlier (11 and over); after 2007 as 2007
        (2009, "up-to-8"),
        (2007, "up-to-8"),
        (2006, "up-to-10"),
        (2005, "up-to-10"),
        (2004, "over-10"),
        (1950, "over-10"),
    ],
)
async def test_categories_follow_from_the_year_of_the_event(tmp_path: Path, year: int, category: str) -> None:
    async with open_desk(tmp_path, now=datetime(2015, 10, 1, tzinfo=UTC)) as desk:
        await desk.open("slidy-2015")
        heard = await desk.join("anna", "child", "Marko", str(year), "girl")
        assert "join.category" in keys(heard)
        assert (await desk.event()).event.entrants[ONE].category == category


@pytest.mark.parametrize(
    ("given", "group", "category"),
    [
        # Z1: classes IV-VI and VII-VIII; a class is what the organiser enters
        ("IVa", "IVa", "iv-vi"),
        ("4 b", "IVb", "iv-vi"),
        ("5", "V", "iv-vi"),
        ("vii", "VII", "vii-viii"),
        ("8", "VIII", "vii-viii"),
        ("IVc", None, None),
        ("III", None, None),
        ("the yellow one", None, None),
    ],
)
async def test_classes_are_those_of_the_organiser(
    desk: Desk, given: str, group: str | None, category: str | None
) -> None:
    await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    heard = await desk.join("anna", "me", given)
    if group is None:
        assert keys(heard)[0] == "join.bad-class"
    else:
        await desk.answer("anna", "skip")
        entrant = (await desk.event()).event.entrants[ONE]
        assert (entrant.group, entrant.category) == (group, category)


async def test_a_class_that_no_category_takes_is_said_at_once(desk: Desk) -> None:
    await desk.open("mikolajki-2023", settings={"classes": "III IVa"})
    heard = await desk.join("anna", "me", "III")
    assert keys(heard)[0] == "by-article"
    assert "join.no-category" in keys(heard)
    assert "join.ask-birth" in keys(await desk.answer("anna", "IVa"))


# --- consent ------------------------------------------------------------------------------------------------


async def test_the_consent_is_asked_with_its_article_and_kept_with_its_time(desk: Desk) -> None:
    await desk.open("grodziec-2017")
    heard = await desk.join("anna", "me")
    assert "consent.ask" in keys(heard)
    assert "(art. 9.1)" in words(heard)
    await desk.answer("anna", "self")
    consent = (await desk.event()).event.entrants[ONE].consent
    assert consent is not None
    assert (consent.version, consent.by, consent.at) == ("2017", ConsentBy.SELF, desk.clock.now())


@pytest.mark.parametrize(
    ("who", "offered"),
    [
        # nobody's age is known here: whoever is of age agrees alone; for a child a parent or guardian does
        (("me",), {"self", "guardian", "no"}),
        (("child", "Kasia"), {"guardian", "no"}),
        (("other", "Kasia"), {"self", "guardian", "no"}),
    ],
)
async def test_a_guardian_agrees_for_a_minor(desk: Desk, who: tuple[str, ...], offered: set[str]) -> None:
    await desk.open("grodziec-2017")
    asked = (await desk.join("anna", *who))[-1]
    assert {press.argument for press in asked.presses} - {"stop"} == offered


@pytest.mark.parametrize(("given", "by"), [("guardian", "guardian"), ("tak", "guardian")])
async def test_one_who_can_only_say_yes_may_write_it(desk: Desk, given: str, by: str) -> None:
    await desk.open("grodziec-2017")
    await desk.join("anna", "child", "Kasia", given)
    consent = (await desk.event()).event.entrants[ONE].consent
    assert consent is not None
    assert consent.by == by


@pytest.mark.parametrize("given", ["no", "nie"])
async def test_without_consent_nobody_takes_part_and_nothing_is_kept(
    desk: Desk, given: str, tmp_path: Path
) -> None:
    await desk.open("grodziec-2017")
    heard = await desk.join("anna", "child", "Kasia Zielińska", given)
    assert "consent.refused" in keys(heard)
    assert "(art. 9.1)" in words(heard)
    assert await desk.standings() == {}
    assert b"Zieli" not in contents(tmp_path / "damka.db")


async def test_own_risk_and_fee_are_shown_before_the_first_answer(desk: Desk) -> None:
    await desk.open("grodziec-2017")
    heard = await desk.alone("anna", f"/join #{(await desk.event()).code}")
    assert words(heard).count("(art. 9.2)") == 4
    assert "own risk" in words(heard)


# --- names --------------------------------------------------------------------------------------------------


async def test_a_teacher_signs_up_a_whole_class_on_one_phone(desk: Desk) -> None:
    await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    for name in ("Ala", "Ola", "Ula"):
        await desk.join("anna", "other", name, "IVa", "skip")
    file = await desk.event()
    assert await desk.standings() == {"Ala": "in", "Ola": "in", "Ula": "in"}
    assert len({card.controllers for card in file.cards.values()}) == 1


async def test_the_same_name_twice_from_one_phone_is_one_person(desk: Desk) -> None:
    await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    await desk.join("anna", "other", "Ala", "IVa", "skip")
    assert keys(await desk.join("anna", "other", "ALA")) == ["join.already"]


async def test_namesakes_are_asked_once_and_told_apart_by_numbers(desk: Desk) -> None:
    await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    await desk.join("anna", "other", "Ala", "IVa", "skip")
    assert "join.ask-same-name" in keys(await desk.join("piotr", "child", "Ala"))
    heard = await desk.answer("piotr", "keep", "IVa", "skip")
    assert "Ala (no. 1), Ala (no. 2)" in words(heard)


async def test_a_namesake_may_add_a_surname_instead(desk: Desk) -> None:
    await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    await desk.join("anna", "other", "Ala", "IVa", "skip")
    await desk.join("piotr", "child", "Ala", "Ala Nowak", "IVa", "skip")
    assert await desk.standings() == {"Ala": "in", "Ala Nowak": "in"}


@pytest.mark.parametrize("name", ["", "123", "x" * 65, "#5"])
async def test_what_is_no_name_is_asked_again(desk: Desk, name: str) -> None:
    await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    await desk.join("anna", "child", name)
    assert "join.ask-class" in keys(await desk.answer("anna", "Kasia"))


@pytest.mark.parametrize(
    ("naming", "shown"), [("full", "Kasia Nowak"), ("first", "Kasia IVa"), ("number", "player 1")]
)
async def test_names_are_shown_as_the_organiser_has_set(desk: Desk, naming: str, shown: str) -> None:
    code = await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    await desk.say("olga", f"/tournament set #{code} names {naming}")
    heard = await desk.join("anna", "child", "Kasia Nowak", "IVa", "skip")
    in_group = [message.text for message in heard if message.chat == "lib"]
    assert any(shown in text for text in in_group)
    assert naming == "full" or not any("Nowak" in text for text in in_group)
