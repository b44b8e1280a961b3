"""Clocks: how they are written, how they run, and what a game makes of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import Action, Credit, Flag, Huff, OfferDraw, Pause, Play, Refusal, Resign, Resume
from rules.clock import NO_CLOCK, Clock, ClockError, ClockSettings, format_clock, parse_clock
from rules.ending import Outcome, Reason
from rules.errors import ActionRefused
from rules.game import Game
from rules.happenings import Credited, Ended
from rules.pieces import Color
from tests.rules.playing import BLACK, GRODZIEC, NOW, PZWARC_64, RIAZOR, WHITE, game_at

MINUTE, SECOND, DAY = timedelta(minutes=1), timedelta(seconds=1), timedelta(days=1)
TEN_PLUS_FIVE = ClockSettings(10 * MINUTE, 5 * SECOND)


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("10+5", TEN_PLUS_FIVE),
        ("10+0", ClockSettings(10 * MINUTE)),
        ("10", ClockSettings(10 * MINUTE)),
        (" 3+2 ", ClockSettings(3 * MINUTE, 2 * SECOND)),
        ("2d", ClockSettings(per_move=2 * DAY)),
        ("12H", ClockSettings(per_move=timedelta(hours=12))),
        ("none", NO_CLOCK),
    ],
)
def test_a_clock_is_read(text: str, settings: ClockSettings) -> None:
    assert parse_clock(text) == settings
    assert parse_clock(format_clock(settings)) == settings


@pytest.mark.parametrize(
    "text", ["", "0+0", "0+5", "0d", "0h", "-1+2", "10+", "+5", "d", "10 + 5", "1e3", "٣+٢", "99999", "fast"]
)
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(ClockError):
        parse_clock(text)


@given(st.integers(1, 9999), st.integers(0, 9999), st.integers(1, 999), st.sampled_from("dh"))
def test_every_clock_survives_writing_and_reading(minutes: int, seconds: int, time: int, unit: str) -> None:
    assert format_clock(parse_clock(f"{minutes}+{seconds}")) == f"{minutes}+{seconds}"
    per_move = parse_clock(f"{time}{unit}")
    assert parse_clock(format_clock(per_move)) == per_move


def test_time_runs_for_the_side_on_turn_and_a_move_adds_the_increment() -> None:
    clock = Clock.start(TEN_PLUS_FIVE, WHITE, NOW)
    assert clock.deadline == NOW + 10 * MINUTE
    clock = clock.after_move(NOW + 8 * SECOND)
    assert (clock.white, clock.running) == (timedelta(minutes=9, seconds=57), BLACK)
    later = NOW + 68 * SECOND
    assert clock.remaining(BLACK, later) == 9 * MINUTE
    assert clock.remaining(WHITE, later) == timedelta(minutes=9, seconds=57)
    assert clock.deadline == NOW + 8 * SECOND + 10 * MINUTE


def test_time_per_move_begins_anew_with_each_turn() -> None:
    clock = Clock.start(ClockSettings(per_move=2 * DAY), WHITE, NOW)
    clock = clock.after_move(NOW + DAY).after_move(NOW + 2 * DAY)
    assert clock.deadline == NOW + 4 * DAY


def test_without_a_clock_there_is_no_deadline() -> None:
    clock = Clock.start(NO_CLOCK, WHITE, NOW).after_move(NOW + DAY)
    assert (clock.deadline, clock.remaining(WHITE, NOW + DAY), clock.running) == (None, None, BLACK)


def test_the_deadline_itself_is_too_late_and_nobody_has_less_than_nothing() -> None:
    clock = Clock.start(TEN_PLUS_FIVE, WHITE, NOW)
    assert not clock.is_up(NOW + 10 * MINUTE - SECOND)
    assert clock.is_up(NOW + 10 * MINUTE)
    assert clock.remaining(WHITE, NOW + DAY) == timedelta(0)


def test_a_time_before_the_turn_began_costs_nothing_and_turns_nothing_back() -> None:
    clock = Clock.start(TEN_PLUS_FIVE, WHITE, NOW).after_move(NOW - SECOND)
    assert clock.white == 10 * MINUTE + 5 * SECOND
    assert clock.since == NOW


def test_a_pause_stops_the_time_of_the_side_on_turn() -> None:
    clock = Clock.start(TEN_PLUS_FIVE, WHITE, NOW).pause(NOW + MINUTE)
    assert (clock.deadline, clock.white) == (None, 9 * MINUTE)
    clock = clock.pause(NOW + DAY).credit(DAY).resume(WHITE, NOW + DAY)
    assert clock.deadline == NOW + DAY + 9 * MINUTE


def test_a_stopped_clock_cannot_be_pressed() -> None:
    with pytest.raises(ValueError, match="stopped"):
        Clock.start(TEN_PLUS_FIVE, WHITE, NOW).pause(NOW).after_move(NOW)


# --- in a game ----------------------------------------------------------------------------------------------


def after(game: Game, by: Color | None, action: Action, passed: timedelta) -> Game:
    return game.apply(by, action, NOW + passed)[0]


def refused(game: Game, by: Color | None, action: Action, passed: timedelta) -> str:
    with pytest.raises(ActionRefused) as caught:
        game.apply(by, action, NOW + passed)
    return caught.value.reason


def test_the_flag_falls_at_the_deadline_and_not_before() -> None:
    game = game_at(RIAZOR, clock=parse_clock("10+0"))
    assert game.deadline == NOW + 10 * MINUTE
    assert refused(game, None, Flag(), 10 * MINUTE - SECOND) == Refusal.FLAG_STANDS
    game, told = game.apply(None, Flag(), NOW + 10 * MINUTE)
    assert game.outcome == Outcome(BLACK, Reason.FLAG, "Perdido d")
    assert told == (Ended(game.outcome),)
    assert game.deadline is None


def test_a_missed_deadline_loses() -> None:
    game = after(game_at(PZWARC_64, clock=parse_clock("2d")), WHITE, Play("c3-d4"), DAY)
    assert game.deadline == NOW + 3 * DAY
    game = after(game, None, Flag(), 3 * DAY)
    assert game.outcome == Outcome(WHITE, Reason.DEADLINE, "")


@pytest.mark.parametrize("action", [Play("c3-d4"), OfferDraw(), Resign()])
def test_when_time_is_up_players_do_nothing_more(action: Action) -> None:
    game = game_at(PZWARC_64, clock=TEN_PLUS_FIVE)
    assert refused(game, WHITE, action, 10 * MINUTE) == Refusal.TIME_UP


def test_without_a_clock_no_flag_falls() -> None:
    assert refused(game_at(PZWARC_64), None, Flag(), 999 * DAY) == Refusal.FLAG_STANDS


def test_the_clock_of_the_player_who_must_choose_a_huff_runs() -> None:
    game = game_at(GRODZIEC, "W:Wc3,g3:Bd4,f4,h8", clock=TEN_PLUS_FIVE)
    game = after(game, WHITE, Play("c3-b4"), MINUTE)
    assert game.clock.running is BLACK
    chosen = after(game, BLACK, Huff("b4"), 2 * MINUTE)
    assert (chosen.clock.running, chosen.deadline) == (BLACK, NOW + 11 * MINUTE)
    fallen = after(game, None, Flag(), 11 * MINUTE)
    assert fallen.outcome == Outcome(WHITE, Reason.FLAG, "")


def test_an_outage_is_credited_to_the_side_on_turn() -> None:
    game = after(game_at(PZWARC_64, clock=TEN_PLUS_FIVE), WHITE, Play("c3-d4"), MINUTE)
    game, told = game.apply(None, Credit(240), NOW + 6 * MINUTE)
    assert told == (Credited(4 * MINUTE),)
    assert game.deadline == NOW + 15 * MINUTE
    assert game.clock.remaining(BLACK, NOW + 6 * MINUTE) == 9 * MINUTE


@pytest.mark.parametrize(("seconds", "credited"), [(999.0, 5 * MINUTE), (-5.0, timedelta(0))])
def test_no_more_is_credited_than_was_used(seconds: float, credited: timedelta) -> None:
    game = game_at(PZWARC_64, clock=TEN_PLUS_FIVE)
    assert game.apply(None, Credit(seconds), NOW + 5 * MINUTE)[1] == (Credited(credited),)


def test_a_credit_comes_before_the_flag_that_fell_in_an_outage() -> None:
    game = after(game_at(PZWARC_64, clock=TEN_PLUS_FIVE), None, Credit(300), 12 * MINUTE)
    assert refused(game, None, Flag(), 12 * MINUTE) == Refusal.FLAG_STANDS


def test_a_pause_of_the_game_stops_its_clock() -> None:
    game = after(game_at(PZWARC_64, clock=TEN_PLUS_FIVE), None, Pause(), MINUTE)
    assert game.deadline is None
    assert refused(game, None, Flag(), DAY) == Refusal.FLAG_STANDS
    assert after(game, None, Credit(60), DAY).clock.white == 9 * MINUTE
    game = after(game, None, Resume(), DAY)
    assert game.deadline == NOW + DAY + 9 * MINUTE
