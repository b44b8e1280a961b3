"""Rounds: started, paired once, announced with their articles, played, taken back, ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from rules.pieces import Color
from rules.tournament.model import How, Phase
from tests.commands.room import keys, words
from tests.tournament_chat.hall import Hall, open_hall

SWISS = {"system": "swiss", "rounds": "3"}


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_a_round_is_announced_with_boards_colours_and_byes(hall: Hall) -> None:
    await hall.fill("grodziec-2017", without=5, system="knockout")
    heard = await hall.organise("/tournament start")
    told = words(heard)
    assert "5 entrants, knockout (art. 6.1)" in told
    assert "1. " in told
    assert "2. " in told
    assert "Bye: " in told
    assert "the lower number has White" in told
    assert "Each pairing plays 2 games, colours swapped from one to the next (art. 6.3)" in told
    paired = next(message for message in heard if "round.paired" in message.keys)
    assert paired.reply.picture is not None


async def test_games_open_by_themselves_where_both_sides_have_accounts(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], 2, system="round-robin")
    codes = [due.code for due in await hall.due()]
    played = [code for code in codes if code is not None]
    while not played:
        await hall.decide_all("1-0")
        await hall.organise("/next")
        played = [due.code for due in await hall.due() if due.code is not None]
    game = await hall.game(played[0])
    assert {str(game.name(color)) for color in Color} == {"Anna", "Piotr"}
    assert game.row.event == (await hall.event()).id


async def test_the_result_of_a_game_flows_in_with_its_end(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="round-robin")
    (due,) = await hall.due()
    assert due.code is not None
    heard = await hall.resign(due.code, Color.WHITE)
    file = await hall.event()
    game = file.event.find(due.board).pairing.games[0]
    assert (game.result, game.how, game.reason) == ("0-1", How.PLAYED, "resignation")
    end = next(message for message in heard if "end.title" in message.keys)
    assert "result.board" in end.keys


async def test_games_of_a_match_follow_each_other_with_colours_swapped(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", system="knockout", accounts=[], without=4)
    first = (await hall.due())[0]
    heard = await hall.organise(f"/result {first.board} 1-0")
    second = (await hall.due())[0]
    assert (second.game, second.white, second.black) == (2, first.black, first.white)
    assert "match.next" in keys(heard)
    heard = await hall.organise(f"/result {first.board}.2 1-0")
    assert "match.extra" in keys(heard)
    assert "(art. 6.3)" in words(heard)


async def test_a_drawn_game_of_the_pupils_brings_the_return_game_of_the_event(hall: Hall) -> None:
    code = await hall.open("mikolajki-2023", settings={"classes": "IVa IVb"})
    for name, born in (("Jan", 2016), ("Ewa", 2015), ("Adam", 2014), ("Maja", 2013), ("Igor", 2012)):
        await hall.organise(f"/tournament add #{code} {name} class=IVa born={born}")
    await hall.close_and_draw()
    await hall.organise("/tournament start")
    first = (await hall.due())[0]
    heard = await hall.organise(f"/result {first.board} 1/2")
    assert "match.return" in keys(heard)
    assert "(Z17)" in words(heard)
    assert (await hall.due())[0].white == first.black


async def test_a_game_called_off_is_opened_anew(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="round-robin")
    (due,) = await hall.due()
    assert due.code is not None
    game = await hall.game(due.code)
    white, black = [await hall.account(game, color) for color in Color]
    await hall.do(white, f"/abort {due.code}")
    await hall.do(black, f"/abort {due.code} accept")
    (again,) = await hall.due()
    assert again.code not in (None, due.code)


async def test_standings_follow_every_result_in_one_message(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=5, **SWISS)
    first = await hall.organise("/result 1 1-0")
    second = await hall.organise("/result 2 1/2")
    subjects = {
        message.subject
        for message in (*first, *second)
        if message.subject is not None and message.subject.startswith("standings:")
    }
    assert len(subjects) == 1
    assert "Anna" not in words(first)


async def test_an_undone_pairing_annuls_its_games_and_is_paired_anew_by_hand(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="round-robin")
    (due,) = await hall.due()
    heard = await hall.organise("/undo")
    assert "undo.done" in keys(heard)
    assert f"Game {due.code} is annulled" in words(heard) or f"Game {due.code} is stopped" in words(heard)
    assert (await hall.game(due.code or "")).record.status.value == "annulled"
    assert await hall.due() == ()
    await hall.organise("/next")
    (again,) = await hall.due()
    assert again.board > due.board
    assert again.code not in (None, due.code)


async def test_an_undone_result_is_open_again_and_announced(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=4, **SWISS)
    await hall.organise("/result 1 1-0")
    heard = await hall.organise("/undo")
    assert "the result of board 1" in words(heard)
    assert [due.board for due in await hall.due()] == [1, 2]


async def test_an_undone_correction_says_which_result_holds_again(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=4, **SWISS)
    for result in ("1-0", "0-1"):
        await hall.organise(f"/result 1 {result}")
    heard = await hall.organise("/undo")
    told = next(message.text for message in heard if "undo.done" in message.keys)
    assert told.splitlines()[1].endswith("1-0")
    live = [message for message in heard if (message.subject or "").startswith("standings:")]
    assert len(live) == 1


@pytest.mark.parametrize("text", ["/exclude {name} copied", "/withdraw {name}"])
async def test_a_single_game_lost_by_leaving_is_announced_with_its_board(hall: Hall, text: str) -> None:
    await hall.begin_event("pzwarc-64", without=4, **SWISS)
    due = (await hall.due())[0]
    name = (await hall.event()).full_name(due.black)
    heard = await hall.organise(text.format(name=name))
    told = next(message.text for message in heard if name in message.text)
    assert f"Board {due.board}: " in told
    assert "+/-" in told
    assert [message for message in heard if (message.subject or "").startswith("standings:")]


async def test_a_corrected_result_is_announced_with_the_one_before(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=4, **SWISS)
    await hall.organise("/result 1 1-0")
    heard = await hall.organise("/result 1 0-1")
    assert "result.corrected" in keys(heard)
    assert "0-1, before that 1-0" in words(heard)


async def test_two_organisers_at_once_pair_once(hall: Hall) -> None:
    code = await hall.begin_event("pzwarc-64", without=4, **SWISS)
    await hall.do("ola", "/start")
    await hall.organise("/tournament organiser add @ola")
    await hall.decide_all("1-0")
    await asyncio.gather(
        hall.dispatcher.handle(hall.input("olga", f"/next #{code}")),
        hall.dispatcher.handle(hall.input("ola", f"/next #{code}")),
    )
    heard = await hall.hear() + await hall.advance(timedelta(0))
    assert keys(heard).count("round.paired") == 1
    assert await hall.rounds() == 2
    assert "next.already" in keys(heard)
    late = await hall.do("ola", f"/next #{code}")
    assert keys(late) == ["next.open"]


async def test_a_program_that_starts_again_goes_on_in_the_middle(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        await hall.begin_event("pzwarc-64", ["anna", "piotr"], 2, **SWISS)
        board = (await hall.due())[0].board
        await hall.organise(f"/result {board} 1-0")
        before = (await hall.event()).event
        now = hall.clock.now()
    async with open_hall(tmp_path, now=now) as hall:
        assert (await hall.event()).event == before
        await hall.to_the_end("1-0", "0-1", "1/2")
        assert (await hall.event()).phase is Phase.FINISHED


async def test_a_round_that_was_asked_for_before_a_crash_is_paired_after_it(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        await hall.begin_event("pzwarc-64", without=4, **SWISS)
        await hall.decide_all("1-0")
        await hall.say("olga", "/next")
        assert await hall.rounds() == 1
        now = hall.clock.now()
    async with open_hall(tmp_path, now=now) as hall:
        heard = await hall.advance(timedelta(0))
        assert "round.paired" in keys(heard)
        assert await hall.rounds() == 2


async def test_a_paused_event_stands_still_and_its_deadlines_move(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=4, system="knockout")
    before = (await hall.event()).event.sections[0].rounds[0].deadline
    assert before is not None
    heard = await hall.organise("/pause lunch")
    assert "Reason: lunch" in words(heard)
    assert keys(await hall.organise("/next")) == ["next.paused"]
    await hall.advance(timedelta(days=3))
    assert "Reason: all are fed" in words(await hall.organise("/resume all are fed"))
    after = (await hall.event()).event.sections[0].rounds[0].deadline
    assert after == before + timedelta(days=3)


async def test_a_game_that_opens_in_a_pause_waits_for_its_end(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr", "maria", "jan"], system="round-robin")
    await hall.organise("/withdraw 1")
    await hall.organise("/pause lunch")
    await hall.organise("/undo")
    codes = [due.code or "" for due in await hall.due()]
    assert [(await hall.game(code)).game.is_paused for code in codes] == [True, True]
    await hall.organise("/resume")
    assert [(await hall.game(code)).game.is_paused for code in codes] == [False, False]


async def test_a_deadline_gets_back_the_time_in_which_nothing_ran(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        await hall.begin_event("grodziec-2017", without=4, system="knockout")
        before = (await hall.event()).event.sections[0].rounds[0].deadline
        now = hall.clock.now()
    assert before is not None
    async with open_hall(tmp_path, now=now + timedelta(hours=5)) as hall:
        assert (await hall.event()).event.sections[0].rounds[0].deadline == before + timedelta(hours=5)


async def test_a_tournament_that_is_called_off_stops_its_games(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="round-robin")
    (due,) = await hall.due()
    heard = await hall.organise("/tournament cancel yes")
    assert "tournament.cancelled" in keys(heard)
    assert "chatgame.stopped" in keys(heard)
    assert (await hall.game(due.code or "")).record.is_over


async def test_a_large_round_is_announced_in_few_messages_and_everybody_told_once(hall: Hall) -> None:
    """130 pairs here; what depends on their number is written in one message, however many there are."""
    accounts = [f"p{number}" for number in range(12)]
    code = await hall.open("pzwarc-64", settings={"system": "round-robin"})
    for account in accounts:
        await hall.do(account, "/start", chat=f"@{account}")
        await hall.say(account, f"/join #{code}")
    for number in range(240):
        await hall.dispatcher.handle(hall.input("olga", f"/tournament add #{code} Name {number}"))
    await hall.hear()
    await hall.organise("/tournament close")
    await hall.advance(timedelta(minutes=2))
    await hall.organise("/tournament lots")
    heard = await hall.organise("/tournament start")
    in_group = [message for message in heard if message.chat == "lib"]
    assert len(in_group) <= 12
    for account in accounts:
        mine = [message for message in heard if message.chat == f"@{account}"]
        assert [message.keys[0] for message in mine] == ["mine.round"]
    others = next(message for message in in_group if "round.others" in message.keys)
    assert others.text.count("Name ") == 240
    assert not any(account.title() in others.text for account in accounts)
