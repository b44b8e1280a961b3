"""The trail game, article by article."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import FenError, IllegalMove, UnparsableMove, WhyIllegal
from rules.perft import perft
from rules.pieces import Color, Kind, Piece
from rules.presets import game_type
from rules.slidy import BOARD, Slidy, SlidyPosition, TraceProtection

SLIDY = Slidy(TraceProtection.ORTHOGONAL)
COUNTS = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text("utf-8"))["slidy"]["all"]


@pytest.mark.parametrize(("depth", "count"), list(enumerate(COUNTS[:4], start=1)))
def test_the_counts_of_moves_are_the_reference_ones(depth: int, count: int) -> None:
    assert perft(SLIDY, SLIDY.initial_position(), depth) == count


def test_the_game_starts_with_two_rooks_and_white_to_move() -> None:
    position = SLIDY.initial_position()
    assert SLIDY.format_fen(position) == "W:WRa1:BRh8"
    # from a1 the rook reaches a2-a7 and b1-g1; a8 and h1 are attacked from h8
    assert [BOARD.name(move.target) for move in position.legal_moves()] == [
        "a7", "a6", "a5", "a4", "a3", "a2", "b1", "c1", "d1", "e1", "f1", "g1",
    ]  # fmt: skip


def test_the_rook_leaves_a_trace_of_its_colour() -> None:
    position = SLIDY.initial_position()
    after = SLIDY.play(position, SLIDY.parse_move(position, "a1-a5"))
    assert after.pieces() == {
        BOARD.from_name("a5"): Piece(Color.WHITE, Kind.ROOK),
        BOARD.from_name("a1"): Piece(Color.WHITE, Kind.TRACE),
        BOARD.from_name("h8"): Piece(Color.BLACK, Kind.ROOK),
    }
    assert after.turn is Color.BLACK


def test_a_taken_trace_leaves_the_board() -> None:
    position = SLIDY.parse_fen("W:WRa1:BRh8,a5")
    move = SLIDY.parse_move(position, "a1xa5")
    assert SLIDY.format_move(position, move) == "a1xa5"
    assert SLIDY.format_fen(SLIDY.play(position, move)) == "B:WRa5,a1:BRh8"


@pytest.mark.parametrize("text", ["a1-a5", "a1xa5", "a1:a5", "a1 a5", "a1a5", "A1–A5", "a1×a5"])
def test_a_move_is_read_with_any_sign(text: str) -> None:
    position = SLIDY.initial_position()
    assert SLIDY.format_move(position, SLIDY.parse_move(position, text)) == "a1-a5"


@pytest.mark.parametrize(
    "text", ["", "hello", "a1", "a1-a9", "a1-j1", "12-10", "22 18", "a1-a5-a7", "-", "a" * 300]
)
def test_what_does_not_name_two_squares_of_the_board_is_no_move(text: str) -> None:
    with pytest.raises(UnparsableMove):
        SLIDY.parse_move(SLIDY.initial_position(), text)


@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        # 2: the rook goes along rows and columns, jumps over nothing, may not go where it is attacked
        ("W:WRa1:BRh8", "a1-b2", WhyIllegal.NOT_A_LINE),
        ("W:WRa1:BRh8", "a1-a1", WhyIllegal.NOT_A_LINE),
        ("W:WRa1:BRh8,a3", "a1-a5", WhyIllegal.BLOCKED_LINE),
        ("W:WRa1,a3:BRh8", "a1-a5", WhyIllegal.BLOCKED_LINE),
        ("W:WRa1,a3:BRh8", "a1-a3", WhyIllegal.OWN_TRACE),
        ("W:WRa1:BRh8", "a1-a8", WhyIllegal.ATTACKED),
        ("W:WRa1:BRh8", "a1-h1", WhyIllegal.ATTACKED),
        ("W:WRa1:BRh8", "c3-c4", WhyIllegal.NO_PIECE),
        ("W:WRa1:BRh8", "h8-h5", WhyIllegal.NOT_YOURS),
        # 4: the rook is not taken
        ("W:WRa1:BRa8", "a1xa8", WhyIllegal.TAKES_ROOK),
        # 6: traces do not move, whoever they belong to
        ("W:WRa1,c3:BRh8", "c3-c4", WhyIllegal.NOT_THE_ROOK),
        ("W:WRa1:BRh8,c3", "c3-c4", WhyIllegal.NOT_THE_ROOK),
        # 7: a trace protected by its rook, or by another trace on a square that shares a side
        ("W:WRa1:BRh5,a5", "a1xa5", WhyIllegal.TAKES_PROTECTED),
        ("W:WRa1:BRh8,a5,b5", "a1xa5", WhyIllegal.TAKES_PROTECTED),
        ("W:WRa1:BRh8,a5,a6", "a1xa5", WhyIllegal.TAKES_PROTECTED),
    ],
)
def test_an_impossible_move_says_which_rule_forbids_it(fen: str, text: str, why: WhyIllegal) -> None:
    with pytest.raises(IllegalMove) as caught:
        SLIDY.parse_move(SLIDY.parse_fen(fen), text)
    assert caught.value.why is why


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        # the line from h8 to a8 is shut by a trace of either colour
        ("W:WRa1,c8:BRh8", "a1-a8"),
        ("W:WRa1:BRh8,c8", "a1-a8"),
        # the rook's own trace shuts the line it came along: h1 attacks no further than a1
        ("W:WRa1:BRh8,a2", "a1xa2"),
        # a trace of the other colour beside it protects nothing
        ("W:WRa1,b5:BRh8,a5", "a1xa5"),
        # nor does one that touches it by a corner only
        ("W:WRa1:BRh8,a5,b6", "a1xa5"),
    ],
)
def test_what_no_rule_forbids_is_possible(fen: str, text: str) -> None:
    SLIDY.parse_move(SLIDY.parse_fen(fen), text)


@pytest.mark.parametrize(
    ("protection", "beside", "is_protected"),
    [
        ("orthogonal", "b5", True),
        ("orthogonal", "b6", False),
        ("diagonal", "b5", False),
        ("diagonal", "b6", True),
        ("adjacent", "b5", True),
        ("adjacent", "b6", True),
        ("adjacent", "c5", False),
    ],
)
def test_which_neighbouring_trace_protects_is_a_parameter(
    protection: str, beside: str, is_protected: bool
) -> None:
    game = Slidy(TraceProtection(protection))
    position = game.parse_fen(f"W:WRa1:BRh8,a5,{beside}")
    target = BOARD.from_name("a5")
    assert any(move.target == target for move in position.legal_moves()) is not is_protected


def test_a_shut_in_rook_has_no_move() -> None:
    # a2 and b1 are its own traces
    assert SLIDY.parse_fen("W:WRa1,a2,b1:BRh8").legal_moves() == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("x" * 3000, "too-long"),
        ("G:WRa1:BRh8", "turn"),
        ("W:Ra1:BRh8", "side"),
        ("W:WRa1:WRh8", "side-twice"),
        ("W:WRa1", "side-missing"),
        ("W:WRa9:BRh8", "square"),
        ("W:W:BRh8", "one-rook"),
        ("W:WRa1,a1:BRh8", "square-twice"),
        ("W:WRa1,c3:BRh8,c3", "square-twice"),
        ("W:Wa1:BRh8", "one-rook"),
        ("W:WRa1,Ra2:BRh8", "one-rook"),
    ],
)
def test_a_position_that_cannot_be_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(FenError) as caught:
        SLIDY.parse_fen(text)
    assert caught.value.reason == reason


@pytest.mark.parametrize("text", ["W:WRa1,a3:BRh8,h5", "w : wra1, a3 : brh8, h5 ."])
def test_a_position_is_read_with_spaces_and_in_any_case(text: str) -> None:
    assert SLIDY.format_fen(SLIDY.parse_fen(text)) == "W:WRa1,a3:BRh8,h5"


@pytest.mark.parametrize("protection", TraceProtection)
def test_a_game_type_knows_its_own_name(protection: TraceProtection) -> None:
    assert game_type(Slidy(protection).name) == Slidy(protection)


def reached(choices: list[int]) -> list[SlidyPosition]:
    """The positions of a game of random moves."""
    positions = [SLIDY.initial_position()]
    for choice in choices:
        moves = positions[-1].legal_moves()
        if not moves:
            break
        positions.append(SLIDY.play(positions[-1], moves[choice % len(moves)]))
    return positions


@given(st.lists(st.integers(0, 999), max_size=60))
def test_neither_rook_ever_stands_attacked_and_every_move_leaves_one_trace(choices: list[int]) -> None:
    positions = reached(choices)
    for before, after in pairwise(positions):
        mover = before.turn
        assert after.count(mover) == before.count(mover) + 1
        assert before.count(mover.opponent) - after.count(mover.opponent) in (0, 1)
        sight = after.why_illegal(after.rook(after.turn), after.rook(mover))
        assert sight is not WhyIllegal.TAKES_ROOK
    position = positions[-1]
    assert SLIDY.parse_fen(SLIDY.format_fen(position)) == position


@given(st.lists(st.integers(0, 999), max_size=60))
def test_the_legal_moves_are_exactly_those_no_rule_forbids(choices: list[int]) -> None:
    position = reached(choices)[-1]
    squares = range(BOARD.squares)
    possible = {
        (origin, target)
        for origin in squares
        for target in squares
        if position.why_illegal(origin, target) is None
    }
    assert {move.path for move in position.legal_moves()} == possible
    for move in position.legal_moves():
        assert SLIDY.parse_move(position, SLIDY.format_move(position, move)) == move
