"""Moves that miss a capture: what is accepted, what may be taken off, and the cases of the regulations."""

from dataclasses import replace

import pytest
from hypothesis import given

from rules import huff
from rules.draughts import Draughts
from rules.position import DraughtsPosition
from rules.presets import PRESETS
from rules.variant import MissedCapture
from tests.strategies import placed_positions

VARIANT = replace(PRESETS["brazilian"], missed_capture=MissedCapture.HUFF)
GAME = Draughts(VARIANT)


def after(fen: str, text: str) -> tuple[DraughtsPosition, list[str], DraughtsPosition]:
    """The position before, the candidates by name, and the position after the move."""
    before = GAME.parse_fen(fen)
    move = GAME.parse_move(before, text)
    position = GAME.play(before, move)
    squares = huff.candidates(before, move, position)
    return before, [GAME.board.name(square) for square in squares], position


def answers(position: DraughtsPosition, huffed: str) -> set[str]:
    rest = position.without(GAME.parse_square(huffed))
    return {GAME.format_move(rest, move) for move in rest.legal_moves()}


@pytest.mark.parametrize(
    ("fen", "right", "punished"),
    [
        # one piece each: what is quiet is punished
        ("W:Wc3,g3:Bd4,f4,h8", {"c3:e5", "g3:e5"}, {"c3-b4", "g3-h4"}),
        # two are due: one of them, another one, or none is punished
        ("W:Wc3,h2:Bd4,f6,g3", {"c3:g7"}, {"c3:e5", "h2:f4", "c3-b4"}),
        # nothing can be captured: nothing can be missed
        ("W:Wc3:Bh8", {"c3-b4", "c3-d4"}, set()),
        # from d4 the king goes on over e3; every other landing, and d4 itself, is too early an end
        ("W:WKa1:Bb2,e3", {"a1:f2", "a1:g1"}, {"a1:c3", "a1:d4", "a1:e5", "a1:f6", "a1:g7", "a1:h8"}),
    ],
)
def test_the_obligation_divides_the_accepted_moves(fen: str, right: set[str], punished: set[str]) -> None:
    position = GAME.parse_fen(fen)
    assert {GAME.format_move(position, move) for move in position.legal_moves()} == right
    assert {GAME.format_move(position, move) for move in huff.violations(position)} == punished
    for move in huff.accepted_moves(position):
        assert huff.is_violation(position, move) == (GAME.format_move(position, move) in punished)


def test_a_choice_of_the_moved_piece_or_another() -> None:
    _, squares, position = after("W:Wc3,g3:Bd4,f4,h8", "c3-b4")
    assert set(squares) == {"b4", "g3"}
    assert GAME.format_fen(position.without(GAME.parse_square("b4"))) == "B:Wg3:Bh8,d4,f4"


def test_either_answer_shows_which_piece_went() -> None:
    _, squares, position = after("W:Wc3,g3,e1:Bd4,f4,h8", "e1-d2")
    assert set(squares) == {"c3", "g3"}
    assert "f4:h2" in answers(position, "c3")
    assert "d4:b2" in answers(position, "g3")


def test_the_choice_may_block_the_chooser() -> None:
    _, squares, position = after("W:Wh4,e1,h2,g1:Bg3", "g1-f2")
    assert set(squares) == {"h4", "h2"}
    assert answers(position, "h2") == {"g3-h2"}
    assert answers(position, "h4") == set()


def test_a_man_that_stops_on_the_last_row_is_crowned_and_what_it_took_stays_taken() -> None:
    _, squares, position = after("W:Wa1,b6:Bb2,d4,f4,c7,e7", "b6xd8")
    assert squares == ["a1"]
    assert GAME.format_fen(position) == "B:Wa1,Kd8:Be7,d4,f4,b2"
    assert GAME.format_fen(position.without(GAME.parse_square("a1"))) == "B:WKd8:Be7,d4,f4,b2"


def test_the_moved_piece_is_huffed_where_it_now_stands_even_as_a_king() -> None:
    # c7 could have captured d6 backward
    _, squares, position = after("W:Wc7:Bd6,h8", "c7-d8")
    assert squares == ["d8"]
    assert GAME.format_fen(position.without(GAME.parse_square("d8"))) == "B:W:Bh8,d6"


def test_candidates_come_by_ascending_number_of_the_games_own_numbering() -> None:
    spanish = Draughts(replace(PRESETS["spanish"], missed_capture=MissedCapture.HUFF))
    before = spanish.parse_fen("W:Wb3,g4,h1:Bc4,f5")
    move = spanish.parse_move(before, "h1-g2")
    squares = huff.candidates(before, move, spanish.play(before, move))
    assert [spanish.format_square(square) for square in squares] == ["12", "13"]


def test_a_right_move_leaves_nothing_to_huff() -> None:
    assert after("W:Wc3,g3:Bd4,f4,h8", "c3:e5")[1] == []


def test_where_captures_are_compulsory_nothing_else_is_accepted() -> None:
    position = Draughts(PRESETS["brazilian"]).parse_fen("W:Wc3,g3:Bd4,f4,h8")
    assert huff.accepted_moves(position) == position.legal_moves()


@given(placed_positions(VARIANT))
def test_a_violation_always_has_a_candidate_of_the_offender(position: DraughtsPosition) -> None:
    legal = {move.identity for move in position.legal_moves()}
    punished = huff.violations(position)
    assert legal.isdisjoint(move.identity for move in punished)
    for move in punished:
        following = position.after(move)
        squares = huff.candidates(position, move, following)
        assert squares
        for square in squares:
            piece = following.piece_at(square)
            assert piece is not None
            assert piece.color is position.turn
            rest = following.without(square)
            assert rest.piece_at(square) is None
            assert rest.turn is following.turn
            assert rest.count(position.turn) == following.count(position.turn) - 1
