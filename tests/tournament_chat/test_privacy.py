"""Personal answers: seen by nobody in the group, shown to whoever gave them, gone when they are erased."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rules.tournament.model import EntrantNo, Standing
from tests.commands.room import Heard, keys, words
from tests.databases import contents
from tests.tournament_chat.desk import Desk, answers, open_desk
from tests.tournament_chat.hall import open_hall

ONE = EntrantNo(1)
SECRETS = ("2016-05-04", "2016", "Wiśniewska")
SETTINGS = {"classes": "IVa IVb"}


async def sign_up(desk: Desk, regulation: str = "mikolajki-2023") -> list[Heard]:
    """Kasia is signed up by her mother Żaneta; everything that was heard on the way."""
    heard: list[Heard] = []
    code = await desk.open(regulation, settings=SETTINGS if regulation.startswith("mik") else None)
    heard += await desk.say("zaneta", f"/join #{code}", name="Żaneta")
    answers = ("child", "Kasia Wiśniewska", "IVa", "2016-05-04")
    if regulation == "grodziec-2017":
        answers = ("child", "Kasia Wiśniewska", "guardian")
    for answer in answers:
        heard += await desk.answer("zaneta", answer)
    return heard


@pytest.mark.parametrize("naming", ["full", "number"])
async def test_the_group_never_sees_a_personal_answer(desk: Desk, naming: str) -> None:
    code = await desk.open("mikolajki-2023", settings={**SETTINGS, "names": naming})
    heard = await desk.say("zaneta", f"/join #{code}")
    for answer in ("child", "Kasia Wiśniewska", "IVa", "2016-05-04"):
        heard += await desk.answer("zaneta", answer)
    heard += await desk.say("olga", f"/tournament info #{code}")
    heard += await desk.say("zaneta", "/profile")
    in_group = words([message for message in heard if message.chat == "lib"])
    assert "2016" not in in_group
    assert ("Wiśniewska" in in_group) is (naming == "full")


async def test_the_log_holds_numbers_and_what_was_derived_alone(desk: Desk) -> None:
    await sign_up(desk)
    file = await desk.event()
    async with desk.database.reading() as reading:
        bodies = " ".join(entry.draft.body for entry in await reading.log.of(file.row.subject))
    assert "IVa" in bodies
    assert not any(secret in bodies for secret in SECRETS)


async def test_nothing_that_was_asked_in_private_stays_once_it_was_sent(desk: Desk) -> None:
    await sign_up(desk, "grodziec-2017")
    async with desk.database.reading() as reading:
        place = await reading.places.by_ref("console", "damka", "@zaneta")
        assert place is not None
        rows = await reading.connection.exec_driver_sql("SELECT place, body FROM outbox")
        assert {body for where, body in rows if where == place.id} == {""}


async def test_profile_shows_in_private_everything_that_is_stored(desk: Desk) -> None:
    await sign_up(desk, "grodziec-2017")
    text = words(await desk.alone("zaneta", "/profile", name="Żaneta"))
    for told in ("Kasia Wiśniewska", "number 1", "waits for approval", "2017", "parent or guardian", "9.1"):
        assert told in text, told
    await desk.open("mikolajki-2023", settings=SETTINGS)
    await desk.join("zaneta", "child", "Kasia Wiśniewska", "IVa", "2016-05-04")
    text = words(await desk.alone("zaneta", "/profile", name="Żaneta"))
    for told in ("class: IVa", "4 May 2016"):
        assert told in text, told
    assert "you organise it" in words(await desk.alone("olga", "/profile"))


async def test_a_consent_taken_back_means_leaving_and_erasing(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        await sign_up(desk, "grodziec-2017")
        shown = await desk.alone("zaneta", "/profile", name="Żaneta")
        button = shown[-1].button("consent", "1")
        [refused] = await desk.alone("piotr", press=button)
        assert refused.keys == ["tournament.not-yours"]
        heard = await desk.alone("zaneta", press=button, name="Żaneta")
        assert "consent.withdrawn" in keys(heard)
        assert "(art. 9.1)" in words(heard)
        file = await desk.event()
        assert file.event.entrants[ONE].standing is Standing.LEFT
        assert keys(await desk.say("olga", f"/tournament approve #{file.code} 1"))[0].startswith(
            "event.refused"
        )
    stored = contents(tmp_path / "damka.db")
    assert "Wiśniewska".encode() not in stored
    assert "Żaneta".encode() in stored


async def test_whoever_is_forgotten_leaves_nothing_but_numbers(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        await sign_up(desk)
        code = (await desk.event()).code
        await desk.join("zaneta", "me", "IVb", "1985-01-31")
        await desk.alone("zaneta", f"/join #{code}", name="Żaneta")
        await desk.answer("zaneta", "child", "Wojtek Wiśniewski")  # and stops in the middle
        await desk.say("olga", f"/tournament organiser add @zaneta #{code}")
        [question] = await desk.alone("zaneta", "/forgetme", name="Żaneta")
        heard = await desk.alone("zaneta", press=question.button("forget"), name="Żaneta")
        assert "Wi" not in words([message for message in heard if message.chat == "lib"])
        file = await desk.event()
        assert [entrant.standing for entrant in file.event.entrants.values()] == [Standing.LEFT] * 2
        assert "player 1" in str(desk.texts(file.name(ONE)))
        assert len(file.roles) == 1
    stored = contents(tmp_path / "damka.db")
    for secret in ("Wiśniewsk", "Wojtek", "Kasia", "Żaneta", "2016-05-04", "1985-01-31"):
        assert secret.encode() not in stored, secret


async def test_a_child_of_two_phones_stays_when_one_is_forgotten(desk: Desk) -> None:
    await sign_up(desk)
    file = await desk.event()
    async with desk.database.unit_of_work() as unit:
        other = await unit.persons.add(created=desk.clock.now())
        await unit.entrants.control(file.cards[ONE].id, other.id)
        await unit.commit()
    desk.dispatcher.forget()
    [question] = await desk.alone("zaneta", "/forgetme")
    await desk.alone("zaneta", press=question.button("forget"))
    file = await desk.event()
    assert file.event.entrants[ONE].standing is Standing.IN
    assert (file.full_name(ONE), file.controllers(ONE)) == ("Kasia Wiśniewska", frozenset((other.id,)))


async def test_nobody_calls_back_whoever_is_forgotten(tmp_path: Path) -> None:
    """Somebody is forgotten in the middle: no undoing and no /return pairs that number again."""
    async with open_hall(tmp_path) as hall:
        await hall.begin_event("pzwarc-64", ["anna"], 3, system="round-robin")
        await hall.organise("/result 1 1-0")
        [question] = await hall.alone("anna", "/forgetme")
        await hall.alone("anna", press=question.button("forget"))
        number = next(iter((await hall.event()).forgotten))
        assert keys(await hall.organise(f"/return {number}"))[0] == "return.forgotten"
        await hall.organise("/undo")
        await hall.organise("/undo")
        assert (await hall.event()).event.entrants[number].standing is Standing.WITHDRAWN


async def test_nobody_calls_back_whoever_left_before_the_start(desk: Desk) -> None:
    """What was answered is erased, and the consent of ``grodziec-2017`` (9.1) has been taken back with it."""
    await sign_up(desk, "grodziec-2017")
    await desk.say("olga", "/tournament approve 1")
    await desk.say("zaneta", "/leave")
    await desk.advance(timedelta(minutes=5))
    assert keys(await desk.say("olga", "/undo")) == ["undo.nothing"]
    assert (await desk.event()).event.entrants[ONE].standing is Standing.LEFT


async def test_where_the_only_organiser_is_forgotten_the_chats_administrator_goes_on(desk: Desk) -> None:
    code = await desk.open("riazor")
    [question] = await desk.say("olga", "/forgetme")
    await desk.say("olga", press=question.button("forget"))
    assert keys(await desk.say("piotr", f"/tournament close #{code}")) == ["tournament.not-organiser"]
    assert "signup.closing" in keys(await desk.say("eva", f"/tournament close #{code}", admin=True))


async def test_answers_are_kept_as_long_after_the_end_as_the_regulation_says(desk: Desk) -> None:
    await sign_up(desk)  # 90 days
    code = (await desk.event()).code
    await desk.say("olga", f"/tournament cancel yes #{code}")
    await desk.advance(timedelta(days=89))
    assert (await answers(desk))["born"] == "2016-05-04"
    assert await desk.advance(timedelta(days=1)) == []
    assert await answers(desk) == {"name": "Kasia Wiśniewska"}
