"""How draw counts run: huffs, gifts, claims, patterns, the diagonal, what is shown while they run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import ClaimDraw, Refusal
from rules.draws import (
    ArbiterDraw,
    ArbiterDrawCounter,
    By,
    Diagonal,
    DrawRule,
    Force,
    Mode,
    NoProgress,
    Pattern,
    PatternError,
    PlyFacts,
    Repetition,
    parse_pattern,
)
from rules.ending import Reason
from rules.errors import ActionRefused
from rules.happenings import Ended
from rules.pieces import Color
from rules.presets import game_type
from tests.rules.playing import (
    GRODZIEC,
    HUFFING,
    NOW,
    PZWARC_64,
    RIAZOR,
    game_at,
    material,
    play,
    rounds,
    rules_of,
)

K_V_K = "W:WKa1:BKb8"
K2_V_K2 = "W:WKa1,Kc1:BKb8,Kd8"
LOW_LIGHT, RIM_LIGHT = "h5 g4 e2", "g8 h7 b1 a2"
LIMITE_A = "W:WKh5,Kh1,Ka4:BKg8"


def test_the_twelfth_move_of_the_stronger_side_may_be_the_final_capture() -> None:
    game = play(game_at(RIAZOR, LIMITE_A), rounds(LOW_LIGHT, RIM_LIGHT, 21))
    assert [(count.done, count.of) for count in game.counts()] == [(11, 12), (10, 20)]
    game = play(game, "b1-e4 h1xd5")
    assert game.ply == 23
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (Color.WHITE, Reason.NO_PIECES)
    assert game.outcome.article == "Perdido a"


def test_a_move_that_gives_a_piece_breaks_the_count_as_it_is_made() -> None:
    """Límite b: on ply 40 Black gives its king, so nothing is drawn and White takes it."""
    game = play(game_at(RIAZOR, "W:WKh5,Ka4,Ka6:BKg8"), rounds(LOW_LIGHT, RIM_LIGHT, 39))
    assert [(count.plies, count.plies_needed) for count in game.counts()] == [(39, 40)]
    game = play(game, "a2-c4")
    assert not game.is_over
    assert game.counts() == ()
    game = play(game, "e2xb5")
    assert game.outcome is not None
    assert game.outcome.result == "1-0"


def test_a_huff_counts_as_a_capture() -> None:
    """White plays c1-a3 where a1 had to take f6: a1 goes, and the count begins again on that ply."""
    rules = rules_of(HUFFING, NoProgress("7.9", 25))
    game = play(game_at(rules, "W:WKa1,Kc1,Kg1:BKb8,Kd8"), "g1-h2 d8-f6")
    assert [count.plies for count in game.counts()] == [2]
    game = play(game, "c1-a3")
    assert game.moves[-1].huffed == rules.game_type.parse_square("a1")
    assert game.counts() == ()
    game = play(game, rounds("b8 a7", "a3 c1", 49))
    assert not game.is_over
    game = play(game, "a3-c1")
    assert game.outcome is not None
    assert (game.ply, game.outcome.reason, game.outcome.since_ply) == (53, Reason.NO_PROGRESS, 3)


def test_counts_say_how_many_moves_are_left() -> None:
    """K v K, 16 each: after 27 plies 13 moves of each are made; three are left, one of them begun."""
    game = play(game_at(GRODZIEC, K_V_K), rounds("a1 b2", "b8 a7", 27))
    material_count, kings_only = game.counts()
    assert (material_count.done, material_count.of, material_count.moves_left) == (13, 16, 3)
    assert (kings_only.done, kings_only.of, kings_only.moves_left) == (13, 25, 12)
    assert material_count.rule.article == "7.9"
    assert material_count.since_ply == 0


@pytest.mark.parametrize(
    ("draws", "article"),
    [
        ((NoProgress("a", 4), Repetition("b", 3, Mode.AUTOMATIC)), "a"),
        ((Repetition("b", 3, Mode.AUTOMATIC), NoProgress("a", 4)), "b"),
    ],
)
def test_of_two_rules_that_are_due_the_first_of_the_file_is_named(
    draws: tuple[DrawRule, ...], article: str
) -> None:
    """Both are due on ply 8: four moves of each, and the start standing for the third time."""
    game = play(game_at(rules_of(game_type("brazilian"), *draws), K2_V_K2), rounds("a1 b2", "b8 a7", 8))
    assert game.outcome is not None
    assert game.outcome.article == article


def test_a_win_comes_before_every_draw_rule() -> None:
    """The one move that the rule grants the stronger side takes the last piece."""
    rules = rules_of(game_type("brazilian"), material("x", "K v K", 1, by=By.STRONGER, latched=True))
    game = play(game_at(rules, "B:WKa1:BKb8"), "b8-e5 a1:h8")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (Color.WHITE, Reason.NO_PIECES)


# --- claims -------------------------------------------------------------------------------------------------

TWO_EACH = "W:WKh5,Ka4:BKg8,Ka6"


@pytest.mark.parametrize("claimant", Color)
def test_a_repetition_is_claimed_by_the_player_on_turn_or_by_who_brought_it_about(claimant: Color) -> None:
    game = play(game_at(RIAZOR, TWO_EACH), rounds("h5 g4", "g8 h7", 8))
    assert not game.is_over
    game, told = game.apply(claimant, ClaimDraw(), NOW)
    assert game.outcome is not None
    assert told == (Ended(game.outcome),)
    assert (game.outcome.result, game.outcome.reason) == ("1/2-1/2", Reason.REPETITION)
    assert (game.outcome.article, game.outcome.since_ply, game.outcome.count) == ("Empatado c", 0, 3)


@pytest.mark.parametrize(("plies", "times"), [(7, 2), (4, 2), (9, 3), (3, 1)])
def test_a_wrong_claim_says_how_often_the_position_has_stood(plies: int, times: int) -> None:
    """Ply 9 brings for the third time what ply 1 brought, so that claim is right."""
    game = play(game_at(RIAZOR, TWO_EACH), rounds("h5 g4", "g8 h7", plies))
    if times == 3:
        assert game.apply(Color.WHITE, ClaimDraw(), NOW)[0].is_over
        return
    with pytest.raises(ActionRefused) as caught:
        game.apply(Color.WHITE, ClaimDraw(), NOW)
    assert caught.value.reason == Refusal.CLAIM_WRONG
    assert (caught.value.data["times"], caught.value.data["count"]) == (times, 3)
    assert caught.value.data["article"] == "Empatado c"


def test_a_position_that_is_gone_cannot_be_claimed_any_more() -> None:
    game = play(game_at(RIAZOR, TWO_EACH), [*rounds("h5 g4", "g8 h7", 8), "a4-b3"])
    with pytest.raises(ActionRefused) as caught:
        game.apply(Color.BLACK, ClaimDraw(), NOW)
    assert caught.value.data["times"] == 1


def test_where_no_rule_is_claimed_there_is_nothing_to_claim() -> None:
    with pytest.raises(ActionRefused) as caught:
        game_at(PZWARC_64).apply(Color.WHITE, ClaimDraw(), NOW)
    assert caught.value.reason == Refusal.NOTHING_TO_CLAIM


def test_positions_that_cannot_come_back_are_forgotten() -> None:
    """A man's move is for good; two kings that go back and forth make four positions."""
    game = play(game_at(PZWARC_64), "c3-d4 b6-a5 b2-c3 a7-b6")
    assert [len(counter.seen.positions) for counter in game.counters[:1]] == [1]
    game = play(game_at(PZWARC_64, K2_V_K2), rounds("a1 b2", "b8 a7", 6))
    assert [len(counter.seen.positions) for counter in game.counters[:1]] == [4]


# --- patterns and the diagonal ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["K v K", "3K v K", "2K+m v K", "K+2m v K", "m v K", "12m v 2K+10m"])
def test_a_pattern_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_pattern(text)) == text


@pytest.mark.parametrize(
    "text", ["", "K", "K v", " v K", "K v K v K", "K-K", "Q v K", "K+ v K", "Km v K", "0K v K"]
)
def test_what_is_no_pattern_is_refused(text: str) -> None:
    with pytest.raises(PatternError):
        parse_pattern(text)


@given(st.tuples(*[st.integers(0, 12)] * 4).filter(lambda n: n[0] + n[1] and n[2] + n[3]))
def test_any_pattern_survives_writing_and_reading(counts: tuple[int, int, int, int]) -> None:
    kings, men, other_kings, other_men = counts
    pattern = Pattern(Force(kings, men), Force(other_kings, other_men))
    assert parse_pattern(str(pattern)) == pattern


@pytest.mark.parametrize(
    ("fen", "weaker", "stronger"),
    [
        ("W:WKc1,Kh2,Kh4:BKa1", True, False),
        ("W:WKc1,Kh2,Kh4:BKd4", True, False),
        # with both on it nobody holds it
        ("W:WKc1,Kh2,Kh8:BKa1", False, False),
        ("W:WKc1,Kh2,Kh8:BKb8", False, True),
        ("W:WKc1,Kh2,Kh4:BKb8", False, False),
        # the colours the other way round
        ("W:WKa1:BKc1,Kh2,Kh4", True, False),
        # neither a king nor a man of the stronger side may stand on it, and only a king holds
        ("W:WKc1,Kh2,g7:BKa1", False, False),
        ("W:WKc1,Kh2,g7:BKb8", False, False),
    ],
)
def test_who_holds_the_main_diagonal(fen: str, weaker: bool, stronger: bool) -> None:
    for diagonal, holds in ((Diagonal.WEAKER_HOLDS, weaker), (Diagonal.STRONGER_HOLDS, stronger)):
        rule = material("x", "3K v K, 2K+m v K", 5, diagonal=diagonal)
        game = game_at(rules_of(game_type("brazilian"), rule), fen)
        assert bool(game.counts()) is holds


@pytest.mark.parametrize(
    ("name", "squares"),
    [("brazilian", ("a1", "h8")), ("spanish", ("h1", "a8")), ("international", ("46", "5"))],
)
def test_the_main_diagonal_joins_the_playable_corners(name: str, squares: tuple[str, str]) -> None:
    game = game_type(name)
    diagonal = game.board.main_diagonal()
    assert {game.parse_square(square) for square in squares} == {diagonal[0], diagonal[-1]}
    assert len(diagonal) == game.board.size


def test_the_count_of_arbiter_draws_needs_every_ply_to_take() -> None:
    """59 takings are not enough, and a ply that takes nothing begins again."""
    position = game_type("slidy").initial_position()
    took = PlyFacts(1, Color.WHITE, False, False, True, False, position)
    counter = ArbiterDrawCounter(ArbiterDraw("Нічия", 3, 60))
    for _ in range(59):
        counter = counter.after(took)
    assert not counter.is_due
    assert counter.after(took).is_due
    counter = counter.after(took._replace(took=False))
    for _ in range(59):
        counter = counter.after(took)
    assert not counter.is_due
    counter = counter.after(took)
    assert counter.is_due
    assert not counter.was_due
    assert counter.after(took).was_due
