"""Who says too much at once is slowed and told so, and nobody else notices."""

from __future__ import annotations

import asyncio
import pickle
import statistics
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.chats.port import Input, PlaceRef, Speaker, Upload
from bot.floods import ACCOUNT, FILES, MOST_REMEMBERED, MOVES, PAUSE, PLACE, TYPING, Floods, Verdict
from tests.reliability.at_once import Meeting, open_meetings

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
SLOW_DOWN = "That is too much at once."
MOVES_OF_A_GAME = [("anna", "c3-d4"), ("piotr", "b6-a5"), ("anna", "d4-e5"), ("piotr", "f6:d4")]


def spoken(user: str = "anna", text: str = "/help", press: str | None = None, **after: float) -> Input:
    place = PlaceRef("console", "damka", str(after.pop("chat", "lib")))
    return Input(place, False, Speaker(user, user), NOW + timedelta(**after), text=text, press=press)


def verdicts(floods: Floods, *inputs: Input) -> list[Verdict]:
    return [floods.judge(heard) for heard in inputs]


def test_whoever_says_too_much_is_told_once_and_heard_again_after_a_pause() -> None:
    floods = Floods()
    assert set(verdicts(floods, *[spoken()] * ACCOUNT.at_once)) == {Verdict.HEARD}
    assert verdicts(floods, *[spoken()] * 3) == [Verdict.TOLD, Verdict.IGNORED, Verdict.IGNORED]
    assert floods.judge(spoken("piotr")) is Verdict.HEARD
    assert floods.judge(spoken(seconds=PAUSE.total_seconds())) is Verdict.HEARD


def test_what_was_said_over_a_longer_time_is_no_flood_however_late_it_comes() -> None:
    floods = Floods()
    inputs = [spoken(seconds=number / 5) for number in range(5 * ACCOUNT.at_once)]
    assert set(verdicts(floods, *inputs)) == {Verdict.HEARD}


@pytest.mark.parametrize("text", ["c3-d4", "/help"])
def test_what_was_written_long_before_and_comes_late_is_no_flood(text: str) -> None:
    floods = Floods()
    inputs = [spoken(press="play:K7R2:3:1"), spoken(), *(spoken(text=text, minutes=-5),) * 2]
    assert set(verdicts(floods, *inputs)) == {Verdict.HEARD}


@pytest.mark.parametrize(
    ("text", "press"),
    [
        ("c3-d4", None),
        ("22 18", None),
        ("/move c3-d4", None),
        ("/ruch K7R2 c3-d4", None),
        ("", "play:K7R2:3:1"),
    ],
)
def test_moves_are_heard_during_the_pause_and_counted_for_themselves(text: str, press: str | None) -> None:
    floods = Floods()
    verdicts(floods, *[spoken()] * (ACCOUNT.at_once + 5))
    move = spoken(text=text, press=press)
    assert set(verdicts(floods, *[move] * MOVES.at_once)) == {Verdict.HEARD}
    assert floods.judge(move) is Verdict.IGNORED


@pytest.mark.parametrize("text", ["/moves", "/resign", "c3-d4 " * 20, "hello"])
def test_nothing_else_is_a_move(text: str) -> None:
    floods = Floods()
    verdicts(floods, *[spoken()] * (ACCOUNT.at_once + 1))
    assert floods.judge(spoken(text=text)) is Verdict.IGNORED


def test_files_have_a_measure_of_their_own_and_nothing_else_waits_for_it() -> None:
    floods, upload = Floods(), Upload("some.toml", b"a = 1")
    files = [replace(spoken(text="/regulations add"), upload=upload)] * (FILES.at_once + 2)
    assert verdicts(floods, *files) == [
        *[Verdict.HEARD] * FILES.at_once,
        Verdict.TOLD,
        Verdict.IGNORED,
    ]
    assert floods.judge(spoken()) is Verdict.HEARD
    later = replace(files[0], at=NOW + FILES.every)
    assert verdicts(floods, later, later) == [Verdict.HEARD, Verdict.TOLD]


def test_many_together_flood_a_chat_and_no_other() -> None:
    floods = Floods()
    crowd = [spoken(f"user{number}") for number in range(PLACE.at_once)]
    assert set(verdicts(floods, *crowd)) == {Verdict.HEARD}
    assert verdicts(floods, spoken("ewa"), spoken("jan")) == [Verdict.TOLD, Verdict.IGNORED]
    elsewhere = Input(PlaceRef("console", "damka", "club"), False, Speaker("ewa", "Ewa"), NOW, text="/help")
    assert floods.judge(elsewhere) is Verdict.HEARD


def test_a_crowd_that_has_gone_is_forgotten() -> None:
    floods, sizes = Floods(), []
    for number in range(4 * MOST_REMEMBERED):
        crowd = spoken(f"user{number}", seconds=number / 1000, chat=number)
        assert floods.judge(crowd) is Verdict.HEARD
        assert floods.may_be_helped(crowd)
        if number % MOST_REMEMBERED == MOST_REMEMBERED - 1:
            sizes.append(len(pickle.dumps(floods)))
    assert max(sizes) < 3 * sizes[0]


def test_the_document_gives_the_measures_that_hold() -> None:
    text = " ".join((Path(__file__).parents[2] / "SECURITY.md").read_text("utf-8").split())
    account, place, moves = (
        (each.at_once, timedelta(seconds=1) // each.every) for each in (ACCOUNT, PLACE, MOVES)
    )
    assert (
        f"{account[0]} things at once and {account[1]} a second from then on, a chat {place[0]} and" in text
    )
    assert f"a chat {place[0]} and {place[1]};" in text
    assert f"until {PAUSE.seconds} seconds have passed" in text
    assert f"a measure of their own, {moves[0]} and {moves[1]} a second" in text
    assert TYPING == MOVES
    assert f"files have one of {FILES.at_once} and one every {FILES.every.seconds} seconds" in text


async def play(meeting: Meeting, code: str) -> list[float]:
    """The moves of a game, and how long each took."""
    took = []
    for user, text in MOVES_OF_A_GAME:
        began = time.perf_counter()
        await meeting.say(user, f"/move {code} {text}")
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    return took


async def test_five_hundred_inputs_of_one_account_disturb_nobody(tmp_path: Path) -> None:
    async with open_meetings(tmp_path, ("console",)) as meeting:
        quiet = statistics.median(await play(meeting, await meeting.begin(chat="lib")))
        code = await meeting.begin(chat="lib")
        flood = [meeting.input("zenon", "/help", chat="club") for _ in range(500)]
        flooding = asyncio.create_task(meeting.at_once(*flood))
        await asyncio.sleep(0)
        took = await play(meeting, code)
        await flooding
        assert statistics.median(took) < 10 * quiet + 0.1
        assert (await meeting.game(code)).game.ply == len(MOVES_OF_A_GAME)
        await meeting.hears("club", SLOW_DOWN)
        to_zenon = [told for told in meeting.told if told.to == "zenon"]
        assert len(to_zenon) <= ACCOUNT.at_once + 20
        assert sum(SLOW_DOWN in told.text for told in to_zenon) == 1


async def test_a_move_said_in_the_middle_of_a_flood_is_played(tmp_path: Path) -> None:
    async with open_meetings(tmp_path, ("console",)) as meeting:
        code = await meeting.begin()
        noise = [meeting.input("anna", "/board") for _ in range(ACCOUNT.at_once + 50)]
        await asyncio.gather(meeting.at_once(*noise), meeting.say("anna", "c3-d4"))
        assert (await meeting.game(code)).game.ply == 1


async def test_whoever_asks_too_much_while_typing_is_helped_no_more_for_a_while(tmp_path: Path) -> None:
    async with open_meetings(tmp_path, ("console",)) as meeting:
        (bot,) = meeting.bots.values()
        typing = [meeting.input("zenon", "/play") for _ in range(TYPING.at_once + 20)]
        helped = [bool(await bot.choices(each, "play", "clock", "")) for each in typing]
        assert (sum(helped), helped[0], helped[-1]) == (TYPING.at_once, True, False)
        assert await bot.choices(meeting.input("ewa", "/play"), "play", "clock", "")
        assert not any(SLOW_DOWN in told.text for told in await meeting.say("zenon", "/help"))
