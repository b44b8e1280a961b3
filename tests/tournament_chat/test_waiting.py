"""Who is in, who waits for approval or for room, when sign-up opens and closes, and who leaves again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.tournament.model import Standing
from tests.commands.room import keys, words
from tests.tournament_chat.desk import MORNING, Desk, answers, open_desk, to_private

MIKOLAJKI = {"classes": "IVa IVb V VII VIII"}

# --- approval, room, time -----------------------------------------------------------------------------------


async def test_who_needs_approval_is_put_to_the_organiser_privately(desk: Desk) -> None:
    await desk.open("grodziec-2017")
    await desk.alone("olga", "/start")
    heard = await desk.join("anna", "child", "Kasia", "guardian")
    assert "join.applied" in keys(to_private(heard, "anna"))
    [asked] = to_private(heard, "olga")
    assert "Kasia" in asked.text
    assert "(art. 5, 6.6)" in asked.text
    assert "Kasia" not in words([message for message in heard if message.chat == "lib"])
    heard = await desk.alone("olga", press=asked.button("do"))
    assert await desk.standings() == {"Kasia": "in"}
    assert "join.in" in keys(to_private(heard, "anna"))
    assert "Kasia" in words([message for message in heard if message.chat == "lib"])


async def test_beyond_capacity_one_waits_and_moves_up_when_somebody_leaves(desk: Desk) -> None:
    code = await desk.open("riazor", settings={"capacity": "2"})
    for user in ("anna", "piotr"):
        await desk.say(user, "/join")
    assert "join.waiting" in keys(await desk.say("ola", "/join"))
    assert await desk.standings() == {"Anna": "in", "Piotr": "in", "Ola": "waiting"}
    await desk.alone("ola", "/start")
    heard = await desk.say("anna", f"/leave #{code}")
    assert await desk.standings() == {"Anna": "left", "Piotr": "in", "Ola": "in"}
    assert "join.moved-up" in keys(to_private(heard, "ola"))


async def test_more_room_lets_the_first_in_line_in(desk: Desk) -> None:
    code = await desk.open("riazor", settings={"capacity": "2"})
    for user in ("anna", "piotr", "ola", "jan"):
        await desk.say(user, "/join")
    await desk.say("olga", f"/tournament set #{code} capacity 3")
    assert await desk.standings() == {"Anna": "in", "Piotr": "in", "Ola": "in", "Jan": "waiting"}


async def test_the_sign_up_closes_by_the_clock(desk: Desk) -> None:
    code = await desk.make("riazor")
    await desk.say("olga", f"/tournament open #{code} until 10:30")  # it is ten o'clock there
    await desk.say("anna", "/join")
    assert await desk.advance(timedelta(minutes=29, seconds=59)) == []
    heard = await desk.advance(timedelta(seconds=1))
    assert {"signup.closed", "signup.closing", "lots.words-wanted"} <= set(keys(heard))
    [refused] = await desk.say("piotr", "/join")
    assert refused.keys[0] == "event.refused.join-closed"


async def test_an_hour_is_the_next_such_hour_of_the_event(desk: Desk) -> None:
    code = await desk.make("slidy-2015")
    await desk.say("olga", f"/tournament open #{code} until 10:30")  # past ten in Vinnytsia: it is eleven
    assert (await desk.event()).event.closes == datetime(2026, 12, 7, 8, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("until", "answer"),
    [
        ("until", "signup.name-hour"),
        ("until 2026-12-07", "signup.name-hour"),
        ("until 2026-12-05 10:00", "signup.gone-by"),
        ("until 25:00", "error.unknown-word"),
    ],
)
async def test_a_closing_time_has_to_be_one(desk: Desk, until: str, answer: str) -> None:
    code = await desk.make("riazor")
    assert keys(await desk.say("olga", f"/tournament open #{code} {until}"))[0] == answer


async def test_after_a_restart_over_the_closing_time_it_closes_later(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        code = await desk.make("riazor")
        await desk.say("olga", f"/tournament open #{code} until 10:30")
        at = desk.clock.now()
    async with open_desk(tmp_path, now=at + timedelta(hours=2)) as desk:
        assert "signup.closing" not in keys(await desk.advance(timedelta(minutes=29)))
        await desk.say("anna", "/join")
        assert "signup.closing" in keys(await desk.advance(timedelta(minutes=1)))
        assert await desk.standings() == {"Anna": "in"}


async def test_the_sign_up_opens_by_itself_at_the_hour_of_the_regulation(desk: Desk) -> None:
    # Riazor: sign-up from 19:20, start at 19:30
    await desk.make("riazor", settings={"start": "2026-12-06 19:30"})
    assert await desk.advance(timedelta(hours=9, minutes=19)) == []
    heard = await desk.advance(timedelta(minutes=1))
    assert "signup.opens-itself" in keys(heard)
    assert "(Inscrición)" in words(heard)
    await desk.say("anna", "/join")
    assert await desk.standings() == {"Anna": "in"}


# --- leaving ------------------------------------------------------------------------------------------------


async def test_who_leaves_takes_the_answers_along(desk: Desk) -> None:
    code = await desk.open("slidy-2015")
    await desk.join("anna", "child", "Marko", "2018", "boy")
    heard = await desk.say("anna", f"/leave #{code}")
    assert "leave.done" in keys(heard)
    assert await answers(desk) == {"name": "Marko"}
    assert keys(await desk.say("anna", f"/leave #{code}")) == ["leave.not-in"]


async def test_of_several_the_one_named_leaves(desk: Desk) -> None:
    code = await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    for name in ("Ala", "Ola"):
        await desk.join("anna", "other", name, "IVa", "skip")
    [which] = await desk.alone("anna", f"/leave #{code}")
    assert which.keys[0] == "tournament.which-of-yours"
    await desk.alone("anna", press=which.button("do", f"leave #{code} 2"))
    assert await desk.standings() == {"Ala": "in", "Ola": "left"}
    assert keys(await desk.say("piotr", f"/leave #{code} Ala")) == ["tournament.not-yours"]


async def test_who_left_may_come_again_under_a_new_number(desk: Desk) -> None:
    await desk.open("riazor")
    for command in ("/join", "/leave", "/join"):
        await desk.say("anna", command)
    file = await desk.event()
    assert [entrant.standing for entrant in file.event.entrants.values()] == [Standing.LEFT, Standing.IN]


async def test_check_in_is_refused_where_nobody_asks_for_it(desk: Desk) -> None:
    await desk.open("riazor")
    await desk.say("anna", "/join")
    assert keys(await desk.say("anna", "/checkin")) == ["event.refused.no-check-in"]


async def test_of_two_events_the_one_meant_is_asked_by_button(desk: Desk) -> None:
    await desk.open("riazor", "Morning")
    await desk.open("riazor", "Evening")
    [which] = await desk.say("anna", "/join")
    assert which.keys == ["tournament.which"]
    await desk.say("anna", press=which.buttons["Evening"])
    assert [len((await desk.event(at)).cards) for at in (0, 1)] == [0, 1]


# --- signing up while the bot is away -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "closes"),
    [
        (None, "2026-12-06T13:30"),
        ("2026-12-06 14:15", "2026-12-06T13:15"),
        ("2026-12-06 13:00", "2026-12-06T12:00"),
    ],
)
async def test_a_sign_up_stays_open_for_as_long_as_nobody_could_sign_up(
    tmp_path: Path, start: str | None, closes: str
) -> None:
    """Warsaw is an hour ahead; the start is an hour on the wall, and is not moved."""
    async with open_desk(tmp_path) as desk:
        code = await desk.make("pzwarc-64", settings={} if start is None else {"start": start})
        await desk.say("olga", f"/tournament open #{code} until 13:00")
    back = MORNING + timedelta(hours=1, minutes=30)
    async with open_desk(tmp_path, now=back) as desk:
        file = await desk.event()
        assert file.event.closes == datetime.fromisoformat(f"{closes}+00:00")
        heard = await desk.advance(timedelta(0))
        assert ("signup.stays-open" in keys(heard)) is (closes != "2026-12-06T12:00")
