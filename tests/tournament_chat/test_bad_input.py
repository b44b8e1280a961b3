"""What a fair organiser would answer to whatever goes wrong: one sentence that says what can be done."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.pieces import Color
from rules.tournament.actions import GameCalledOff
from rules.tournament.model import BoardNo, Phase, Standing
from tests.commands.room import keys, words
from tests.tournament_chat.acting import act
from tests.tournament_chat.hall import Hall, open_hall

SWISS = {"system": "swiss", "rounds": "3"}
LEAGUE = {"system": "round-robin"}


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def unchanged(hall: Hall, user: str, text: str) -> tuple[list[str], str]:
    """The answer to what changes nothing."""
    before = (await hall.event()).event
    heard = await hall.do(user, text)
    assert (await hall.event()).event == before
    assert len(heard) == 1
    assert "\n" not in heard[0].text
    return heard[0].keys, heard[0].text


async def test_lots_of_too_few_are_refused_and_sign_up_opens_again(hall: Hall) -> None:
    code = await hall.open("pzwarc-64", settings=SWISS)
    await hall.organise(f"/tournament add #{code} Jan")
    await hall.organise("/tournament close")
    for text in ("/tournament lots", "/tournament start"):
        found, _ = await unchanged(hall, "olga", text)
        assert found[0] == "event.refused.too-few"
    await hall.organise("/tournament open")
    assert (await hall.event()).phase is Phase.OPEN


async def test_starting_with_too_few_is_refused_and_says_how_many_are_needed(hall: Hall) -> None:
    await hall.fill("pzwarc-64", without=1, **SWISS)
    found, text = await unchanged(hall, "olga", "/tournament start")
    assert found[0] == "event.refused.too-few"
    assert "2" in text


@pytest.mark.parametrize(
    ("done", "text", "told"),
    [
        ((), "/tournament start", "event.next-step.created"),
        (("open",), "/tournament lots", "event.next-step.open"),
    ],
)
async def test_a_command_that_comes_too_early_is_told_the_next_step(
    hall: Hall, done: tuple[str, ...], text: str, told: str
) -> None:
    await hall.organise("/tournament new pzwarc-64 Cup")
    for step in done:
        await hall.organise(f"/tournament {step}")
    found, answer = await unchanged(hall, "olga", text)
    assert found == ["event.refused.wrong-phase", told]
    assert "/tournament " in answer


async def test_starting_before_the_lots_says_that_they_come_first(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=SWISS)
    for name in ("Jan", "Ewa"):
        await hall.organise(f"/tournament add {name}")
    await hall.organise("/tournament close")
    found, _ = await unchanged(hall, "olga", "/tournament start")
    assert found[0] == "event.refused.no-lots"


async def test_starting_without_what_the_regulation_wants_decided_names_it(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings={"rounds": "3"})
    for name in ("Jan", "Ewa"):
        await hall.organise(f"/tournament add {name}")
    await hall.close_and_draw()
    found, _ = await unchanged(hall, "olga", "/tournament start")
    assert found[0] == "start.missing"
    heard = await hall.organise("/tournament start round-robin")
    assert "round.paired" in keys(heard)


@pytest.mark.parametrize(
    ("user", "text", "key"),
    [
        ("olga", "/result 3 1-0", "event.refused.a-bye"),
        ("olga", "/result 77 1-0", "event.refused.not-paired"),
        ("olga", "/result 1.4 1-0", "event.refused.not-the-game"),
        ("olga", "/result 1 3-0", "event.refused.not-a-result"),
        ("olga", "/result 1 1+", "event.refused.not-a-result"),  # 6.5 "nie obowiązuje w wersji 64"
        ("olga", "/result 1", "result.how"),
        ("olga", "/result Jan 1-0", "result.how"),
        ("zenon", "/result 1 1-0", "result.stranger"),
        ("zenon", "/next", "tournament.not-organiser"),
        ("zenon", "/undo", "tournament.not-organiser"),
        ("zenon", "/exclude Jan rude", "tournament.not-organiser"),
        ("zenon", "/withdraw", "leave.not-in"),
        ("olga", "/next", "next.open"),
        ("olga", "/exclude Jan", "exclude.give-reason"),
        ("olga", "/exclude Nobody rude", "tournament.no-such-name"),
        ("olga", "/pairings 9", "look.no-such-round"),
        ("olga", "/pairings x", "look.round"),
        ("olga", "/bracket", "look.no-knockout"),
        ("olga", "/return Jan", "event.refused.no-return"),
        ("olga", "/resume", "event.refused.already-there"),
        ("olga", "/tournament start", "event.refused.already-there"),
        ("olga", "/diplomas", "diplomas.not-awarded"),
        ("olga", "/export", "export.which"),
        ("olga", "/tournament rounds many", "rounds.number"),
    ],
)
async def test_what_cannot_be_done_is_answered_in_one_sentence(
    hall: Hall, user: str, text: str, key: str
) -> None:
    await hall.begin_event("pzwarc-64", without=5, **SWISS)
    found, _ = await unchanged(hall, user, text)
    assert found[0] == key


async def test_a_report_counts_when_both_players_have_said_the_same(hall: Hall) -> None:
    white, black = await reporters(hall)
    heard = await hall.do(white, "/result 1 1-0")
    assert "result.proposed" in keys(heard)
    proposed = next(message for message in heard if "result.proposed" in message.keys)
    heard = await hall.do(black, press=proposed.button("confirm"))
    assert "result.board" in keys(heard)
    assert (await hall.event()).event.find(BoardNo(1)).pairing.games[0].result == "1-0"


async def test_contradicting_reports_are_told_and_the_organiser_decides(hall: Hall) -> None:
    white, black = await reporters(hall)
    await hall.do(white, "/result 1 1-0")
    heard = await hall.do(black, "/result 1 0-1")
    assert "result.contradicted" in keys(heard)
    assert (await hall.due())[0].board == 1
    heard = await hall.organise("/result 1 1/2")
    assert "result.board" in keys(heard)


async def test_nobody_confirms_their_own_report_or_an_older_one(hall: Hall) -> None:
    white, black = await reporters(hall)
    first = await hall.do(white, "/result 1 1-0")
    button = next(message for message in first if "result.proposed" in message.keys).button("confirm")
    assert keys(await hall.do(white, press=button)) == ["error.not-your-button"]
    await hall.do(white, "/result 1 1/2")
    assert keys(await hall.do(black, press=button)) == ["error.stale-button"]


async def reporters(hall: Hall) -> tuple[str, str]:
    """Who plays White and Black at board 1; both have accounts, and the game was called off in the chat."""
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], **LEAGUE)
    (due,) = await hall.due()
    assert due.code is not None
    game = await hall.game(due.code)
    await act(hall, GameCalledOff(due.board, due.game, due.code))
    return await hall.account(game, Color.WHITE), await hall.account(game, Color.BLACK)


async def test_a_game_played_in_the_chat_is_not_reported(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], **LEAGUE)
    found, text = await unchanged(hall, "anna", "/result 1 1-0")
    assert found[0] == "event.refused.played-in-chat"
    (due,) = await hall.due()
    assert due.code is not None
    assert due.code in text


async def test_the_organisers_word_ends_a_game_in_the_chat(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], **LEAGUE)
    (due,) = await hall.due()
    heard = await hall.organise("/result 1 +/-")
    assert "chatgame.stopped" in keys(heard)
    assert (await hall.game(due.code or "")).record.is_over


async def test_leaving_in_the_middle_of_a_round_loses_the_game_that_is_open(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=4, **SWISS)
    due = (await hall.due())[0]
    heard = await hall.organise(f"/withdraw {due.white}")
    assert "entrant.withdrawn" in keys(heard)
    pairing = (await hall.event()).event.find(due.board).pairing
    assert (pairing.winner, pairing.games[0].how.value) == (due.black, "forfeit")
    await hall.organise(f"/return {due.white}")
    assert (await hall.event()).event.entrants[due.white].standing is Standing.IN


async def test_excluding_the_leader_before_the_last_round_puts_them_behind_all_others(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=4, system="round-robin")
    await hall.decide_all("1-0")
    await hall.advance(timedelta(days=2))
    await hall.decide_all("1-0")
    file = await hall.event()
    leader = file.event.table(file.event.sections[0].id)[0].entrant
    heard = await hall.organise(f"/exclude {leader} outside help")
    assert "(art. 6.5)" in words(heard)
    assert "Reason for the exclusion: outside help" in words(heard)
    await hall.to_the_end("1-0")
    file = await hall.event()
    assert file.phase is Phase.FINISHED
    assert file.event.sections[0].places[-1].entrants == (leader,)
    assert leader not in {awarded.entrant for awarded in file.event.awards()}


@pytest.mark.parametrize("system", ["swiss", "round-robin", "knockout"])
async def test_an_event_that_everybody_leaves_comes_to_its_end(hall: Hall, system: str) -> None:
    await hall.begin_event("pzwarc-64", without=3, system=system, rounds="3")
    for number in (1, 2, 3):
        await hall.organise(f"/withdraw {number}")
    for _ in range(6):
        if (await hall.event()).phase is Phase.RUNNING:
            await hall.organise("/next")
    file = await hall.event()
    if file.phase is Phase.RUNNING:  # nobody is left to play: the organiser ends it with what was played
        await hall.organise("/tournament rounds 1")
        await hall.organise("/next")
    assert (await hall.event()).phase is Phase.FINISHED


async def test_a_category_with_one_entrant_has_its_winner_without_play(hall: Hall) -> None:
    code = await hall.open("slidy-2015")
    for name, born in (("Jan", 2020), ("Ewa", 2012), ("Adam", 2011)):
        await hall.organise(f"/tournament add #{code} {name} born={born} sex=boy")
    await hall.close_and_draw()
    heard = await hall.organise("/tournament start")
    assert "1. Jan" in words(heard)
    await hall.to_the_end("1-0")
    assert (await hall.event()).phase is Phase.FINISHED


async def test_a_class_with_fewer_pupils_than_its_quota_sends_all_of_them_on(hall: Hall) -> None:
    code = await hall.open("mikolajki-2023", settings={"classes": "IVa Va"})
    for name, group in (("Jan", "IVa"), ("Ewa", "IVa"), ("Adam", "Va")):
        await hall.organise(f"/tournament add #{code} {name} class={group}")
    await hall.close_and_draw()
    heard = await hall.organise("/tournament start")
    assert "Going on: " in words(heard)
    assert "(Z4)" in words(heard)
    file = await hall.event()
    (second,) = [section for section in file.event.sections if section.stage == 1]
    assert len(second.entrants) == 3


async def test_a_round_keeps_its_hour_when_clocks_change(tmp_path: Path) -> None:
    """On 29 March 2026 clocks in Poland go forward: 15:00 is 14:00 UTC before and 13:00 UTC after."""
    async with open_hall(tmp_path, now=datetime(2026, 3, 28, 9, 0, tzinfo=UTC)) as hall:
        code = await hall.make("grodziec-2017", settings={"system": "knockout", "start": "28.3.2026 15:00"})
        await hall.organise(f"/tournament open #{code}")
        for name in ("Jan", "Ewa", "Adam", "Maja"):
            await hall.organise(f"/tournament add #{code} {name}")
        await hall.close_and_draw()
        await hall.advance(datetime(2026, 3, 28, 14, 0, tzinfo=UTC) - hall.clock.now())
        assert await hall.rounds() == 1
        await hall.decide_all("1-0", "0-1")
        assert (await hall.event()).event.next_at == datetime(2026, 3, 30, 13, 0, tzinfo=UTC)
        heard = await hall.advance(datetime(2026, 3, 30, 13, 0, tzinfo=UTC) - hall.clock.now())
        assert "round.paired" in keys(heard)


async def test_a_deadline_comes_with_a_reminder_and_then_the_organiser_decides(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=4, system="knockout")
    assert "deadline.near" in keys(await hall.advance(timedelta(days=1, hours=1)))
    heard = await hall.advance(timedelta(days=1))
    assert "deadline.arbiter" in keys(heard)
    assert "next.waits" not in keys(heard)


async def test_a_late_entry_plays_from_the_next_round_of_a_swiss_and_not_in_a_knockout(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=4, **SWISS)
    await hall.organise("/tournament add Klara")
    await hall.decide_all("1-0")
    await hall.organise("/next")
    last = (await hall.event()).event.sections[0].rounds[-1]
    assert 5 in {number for pairing in last.pairings for number in pairing.players}


async def test_a_requested_bye_is_given_and_can_be_given_up(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=5, **SWISS)
    assert "bye.asked" in keys(await hall.organise("/bye Jan"))
    assert "bye.not-wanted" in keys(await hall.organise("/bye Jan"))
    await hall.organise("/bye Jan")
    await hall.decide_all("1-0")
    heard = await hall.organise("/next")
    assert "Bye that was asked for: Jan" in words(heard)


async def test_a_round_that_the_rules_cannot_pair_is_told_with_what_can_be_done(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=2, **SWISS)
    await hall.decide_all("1-0")
    heard = await hall.organise("/next")
    assert "cannot-pair.all-have-met" in keys(heard)
    assert "/tournament rounds #" in words(heard)
    await hall.organise("/tournament rounds 1")
    await hall.organise("/next")
    assert (await hall.event()).phase is Phase.FINISHED
