"""What conflicts and is said in the same moment: one of it happens, and both who said it are told which."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.ending import Reason
from rules.pieces import Color
from rules.tournament.model import Phase, Standing
from tests.databases import ON_SERVER
from tests.reliability.at_once import Meeting, Told, open_meeting, open_meetings

TIMES = range(5)
"""each is tried so often, in random order"""


@pytest.fixture
async def meeting(tmp_path: Path) -> AsyncIterator[Meeting]:
    async with open_meeting(tmp_path) as meeting:
        yield meeting
        assert await meeting.faults() == []


def told(heard: list[Told], user: str, words: str) -> bool:
    """Whether ``user`` alone was told something with these words."""
    return any(message.to == user and words in message.text for message in heard)


def count(heard: list[Told], words: str) -> int:
    """How many messages to everybody have these words."""
    return sum(message.to is None and words in message.text for message in heard)


# --- games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("_", TIMES)
async def test_both_players_move(meeting: Meeting, _: int) -> None:
    code = await meeting.begin()
    heard = await meeting.at_once(meeting.input("anna", "c3-d4"), meeting.input("piotr", "b6-a5"))
    ply = (await meeting.game(code)).game.ply
    assert ply == 2 - told(heard, "piotr", "It is not your turn.")


@pytest.mark.parametrize("_", TIMES)
async def test_both_players_resign(meeting: Meeting, _: int) -> None:
    code = await meeting.begin()
    presses = {}
    for user in ("anna", "piotr"):
        asked = await meeting.say(user, f"/resign {code}")
        presses[user] = next(filter(None, (message.button("resign") for message in asked)))
    heard = await meeting.at_once(*(meeting.input(user, press=press) for user, press in presses.items()))
    assert count(heard, "is over") == 1
    loser, other = ("piotr", "anna") if count(heard, "Winner: Anna") else ("anna", "piotr")
    assert told(heard, loser, "You resign")
    assert told(heard, other, "is not being played now")


@pytest.mark.parametrize("_", TIMES)
async def test_one_accepts_a_draw_while_the_other_resigns(meeting: Meeting, _: int) -> None:
    code = await meeting.begin()
    await meeting.say("anna", "c3-d4")
    await meeting.say("anna", f"/draw {code}")
    asked = await meeting.say("anna", f"/resign {code}")
    yes = next(filter(None, (message.button("resign") for message in asked)))
    heard = await meeting.at_once(
        meeting.input("piotr", f"/draw {code} accept"), meeting.input("anna", press=yes)
    )
    outcome = (await meeting.game(code)).game.outcome
    assert outcome is not None
    assert count(heard, "is over") == 1
    late = "anna" if outcome.reason is Reason.AGREEMENT else "piotr"
    assert told(heard, late, "is not being played now")


@pytest.mark.parametrize("user", ["anna", "piotr"])
async def test_both_players_press_the_same_button_twice(meeting: Meeting, user: str) -> None:
    code = await meeting.begin()
    shown = await meeting.say("anna", "/board")
    piece = next(filter(None, (message.button("piece") for message in shown)))
    shown = await meeting.say("anna", press=piece)
    play = next(filter(None, (message.button("play") for message in shown)))
    inputs = [meeting.input(who, press=play) for who in ("anna", "piotr") for _ in range(2)]
    heard = await meeting.at_once(*inputs)
    assert (await meeting.game(code)).game.ply == 1
    assert told(heard, user, "The board has changed") or told(heard, user, "It is not your turn.")


@pytest.mark.parametrize("_", TIMES)
async def test_two_accept_one_challenge(meeting: Meeting, _: int) -> None:
    people = ("ewa", "jan", "ola")
    shown = await meeting.say("anna", "/play pzwarc-64")
    accept = next(filter(None, (message.button("accept") for message in shown)))
    heard = await meeting.at_once(*(meeting.input(user, press=accept) for user in people))
    (game,) = await meeting.games()
    (winner,) = [user for user in people if user.title() in {seat.name for seat in game.seats}]
    assert count(heard, f"Accepted: {winner.title()} plays.") == 1
    assert all(told(heard, user, "is no longer open") for user in people if user != winner)


@pytest.mark.parametrize("late", [timedelta(0), timedelta(milliseconds=1), timedelta(seconds=2)])
async def test_a_flag_falls_while_a_move_arrives(meeting: Meeting, late: timedelta) -> None:
    """A move that was said in time and is heard after the fall, or just before it."""
    code = await meeting.begin("1+0")
    await meeting.at_once(advance=timedelta(seconds=60) - timedelta(milliseconds=1))
    heard = await meeting.at_once(
        meeting.input("anna", "c3-d4", late=late), advance=timedelta(milliseconds=1)
    )
    game = (await meeting.game(code)).game
    if game.ply:
        assert not game.is_over
        assert count(heard, "To move: Piotr") == 1
    else:
        assert game.outcome is not None
        assert (game.outcome.winner, game.outcome.reason) == (Color.BLACK, Reason.FLAG)
        assert told(heard, "anna", "is not being played now")
        assert count(heard, "time ran out") > 0


@pytest.mark.parametrize("text", ["c3-d4", "/draw", "/play pzwarc-64"])
async def test_the_same_input_five_times_is_heard_once(meeting: Meeting, text: str) -> None:
    await meeting.begin()
    heard = await meeting.at_once(*(meeting.input("anna", text, update="again") for _ in range(5)))
    assert heard
    assert len(heard) == len({message.text for message in heard})
    again = await meeting.at_once(*(meeting.input("anna", text, update="again") for _ in range(5)))
    assert again == []


# --- tournaments --------------------------------------------------------------------------------------------


async def _event(meeting: Meeting, *settings: str) -> None:
    """Olga and Ola organise; sign-up is open."""
    await meeting.say("ola", "/start")
    await meeting.say("olga", "/tournament new pzwarc-64 Cup")
    for setting in ("system swiss", "rounds 3", *settings):
        await meeting.say("olga", f"/tournament set {setting}")
    await meeting.say("olga", "/tournament organiser add @ola")
    await meeting.say("olga", "/tournament open")


async def _begun(meeting: Meeting) -> None:
    await _event(meeting)
    for name in ("Jan", "Ewa", "Adam", "Maja"):
        await meeting.say("olga", f"/tournament add {name}")
    for text in ("close", "lots manual 1 2 3 4", "start"):
        await meeting.say("olga", f"/tournament {text}")
    await meeting.at_once(advance=timedelta(minutes=1))


ORGANISERS = ("olga", "ola")
AT_ONCE = "has decided otherwise in the same moment"


def _told_of_the_other(heard: list[Told]) -> list[str]:
    return [user for user in ORGANISERS if told(heard, user, AT_ONCE)]


@pytest.mark.parametrize("_", TIMES)
async def test_two_sign_up_for_the_last_place(meeting: Meeting, _: int) -> None:
    await _event(meeting, "capacity 2")
    await meeting.say("olga", "/tournament add Jan")
    heard = await meeting.at_once(meeting.input("anna", "/join"), meeting.input("piotr", "/join"))
    standings = Counter(entrant.standing for entrant in (await meeting.event()).event.entrants.values())
    assert standings == {Standing.IN: 2, Standing.WAITING: 1}
    assert sorted(told(heard, user, "on the waiting list") for user in ("anna", "piotr")) == [False, True]


@pytest.mark.parametrize("_", TIMES)
async def test_two_organisers_start_and_pair(meeting: Meeting, _: int) -> None:
    await _event(meeting)
    for name in ("Jan", "Ewa", "Adam", "Maja"):
        await meeting.say("olga", f"/tournament add {name}")
    for text in ("close", "lots manual 1 2 3 4"):
        await meeting.say("olga", f"/tournament {text}")
    heard = await meeting.at_once(*(meeting.input(user, "/tournament start") for user in ORGANISERS))
    assert count(heard, "We begin") == count(heard, "Round 1, pairings") == 1
    assert sum(told(heard, user, "that is done already") for user in ORGANISERS) == 1
    for due in (await meeting.event()).event.next_games():
        await meeting.say("olga", f"/result {due.board} 1-0")
    await meeting.at_once(*(meeting.input(user, "/next") for user in ORGANISERS))
    assert [len(section.rounds) for section in (await meeting.event()).event.sections] == [2]


@pytest.mark.parametrize("_", TIMES)
async def test_two_organisers_take_back(meeting: Meeting, _: int) -> None:
    await _begun(meeting)
    first, second = (game.board for game in (await meeting.event()).event.next_games())
    for board in (first, second):
        await meeting.say("olga", f"/result {board} 1-0")
    await meeting.at_once(advance=timedelta(minutes=1))
    heard = await meeting.at_once(*(meeting.input(user, "/undo") for user in ORGANISERS))
    assert [game.board for game in (await meeting.event()).event.next_games()] == [second]
    (late,) = _told_of_the_other(heard)
    await meeting.at_once(advance=timedelta(seconds=5))
    await meeting.say(late, "/undo")
    assert len((await meeting.event()).event.next_games()) == 2


@pytest.mark.parametrize("_", TIMES)
async def test_two_organisers_give_different_results(meeting: Meeting, _: int) -> None:
    await _begun(meeting)
    board = (await meeting.event()).event.next_games()[0].board
    results = dict(zip(ORGANISERS, ("1-0", "0-1"), strict=True))
    heard = await meeting.at_once(
        *(meeting.input(user, f"/result {board} {result}") for user, result in results.items())
    )
    (late,) = _told_of_the_other(heard)
    (early,) = set(ORGANISERS) - {late}
    (game,) = (await meeting.event()).event.find(board).pairing.games
    assert game.result == results[early]
    assert count(heard, f"Result given by the organiser: {early.title()}.") == 1
    await meeting.at_once(advance=timedelta(seconds=5))
    assert count(await meeting.say(late, f"/result {board} {results[late]}"), "Correction") == 1


@pytest.mark.parametrize("_", TIMES)
async def test_two_organisers_enter_different_lots(meeting: Meeting, _: int) -> None:
    await _event(meeting)
    for name in ("Jan", "Ewa"):
        await meeting.say("olga", f"/tournament add {name}")
    await meeting.say("olga", "/tournament close")
    heard = await meeting.at_once(
        meeting.input("olga", "/tournament lots manual 1 2"),
        meeting.input("ola", "/tournament lots manual 2 1"),
    )
    assert count(heard, "as they were drawn from the hat") == 1
    assert len(_told_of_the_other(heard)) == 1


@pytest.mark.parametrize("_", TIMES)
async def test_one_organiser_cancels_while_another_starts(meeting: Meeting, _: int) -> None:
    await _event(meeting)
    for name in ("Jan", "Ewa"):
        await meeting.say("olga", f"/tournament add {name}")
    for text in ("close", "lots manual 1 2"):
        await meeting.say("olga", f"/tournament {text}")
    heard = await meeting.at_once(
        meeting.input("olga", "/tournament start"), meeting.input("ola", "/tournament cancel yes")
    )
    event = await meeting.event()
    if event.phase is Phase.CANCELLED and not count(heard, "We begin"):
        assert told(heard, "olga", "No tournament is under way")
    else:
        assert count(heard, "We begin") == 1
        assert event.phase in (Phase.RUNNING, Phase.CANCELLED)


# --- one game in two chats, behind several programs ---------------------------------------------------------

INTERLEAVINGS = 100
"""positions in which both players speak at once, each in two places"""
PROGRAMS = (("console",), ("other",)) if ON_SERVER else (("console", "other"),)
KLUB: dict[str, Any] = {"chat": "klub", "platform": "other"}
SPEAKING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("anna", {"chat": "lib"}),
    ("anna", {"chat": "@"}),
    ("bohdan", KLUB),
    ("bohdan", {"chat": "@", "platform": "other"}),
)
LINK_CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")


async def _across(meeting: Meeting, title: str) -> str:
    """Anna in one chat plays Bohdan in another; the code of their game."""
    await meeting.say("olga", f"/tournament new pzwarc-64 {title}")
    event = (await meeting.event()).code
    await meeting.say("olga", f"/tournament set #{event} system round-robin")
    await meeting.say("olga", f"/tournament open #{event}")
    await meeting.say("olga", f"/tournament link #{event}")
    told = await meeting.hears("lib", "The code for another chat")
    code = LINK_CODE.findall(told.text)[0]
    await meeting.say("zofia", f"/tournament link {code}", admin=True, **KLUB)
    await meeting.say("anna", f"/join #{event}")
    await meeting.say("bohdan", f"/join #{event}", **KLUB)
    for text in (f"close #{event}", f"lots #{event} manual 1 2", f"start #{event}"):
        await meeting.say("olga", f"/tournament {text}")
    await meeting.hears("klub", f"{title}. Round 1")
    due = (await meeting.event()).event.next_games()
    assert due[0].code is not None
    return due[0].code


async def test_a_game_in_two_chats_goes_on_in_order(tmp_path: Path) -> None:
    """Whatever overtakes what, each move is played once, and both chats come to see the same board."""
    chance, games, positions = random.Random(7), 0, 0
    pace = timedelta(seconds=1)  # nobody says too much at once
    async with open_meetings(tmp_path, *PROGRAMS) as meeting:
        while positions < INTERLEAVINGS:
            games += 1
            code = await _across(meeting, f"Cup {games}")
            while not (game := (await meeting.game(code)).game).is_over and positions < INTERLEAVINGS:
                positions += 1
                legal = [
                    game.rules.game_type.format_move(game.position, move)
                    for move in game.position.legal_moves()
                ]
                late = pace * (INTERLEAVINGS - positions)
                texts = chance.sample(legal, min(2, len(legal)))
                await meeting.at_once(
                    *(
                        meeting.input(user, f"/move {code} {text}", late=late, **where)
                        for user, where in SPEAKING
                        for text in texts
                    ),
                    within=0.005,
                )
                after = (await meeting.game(code)).game
                assert after.ply > game.ply
                assert after.moves[game.ply].text in texts
            after = (await meeting.game(code)).game
            number = (after.ply + 1) // 2
            for chat in ("lib", "klub"):
                board = await meeting.hears(chat, f"{code}: ")
                assert f"Last move: {number}" in board.text
                assert after.moves[-1].text in board.text
        assert await meeting.faults() == []
