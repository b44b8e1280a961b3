"""Our moves against those of another program, and against our own seen from the other side."""

import random
from dataclasses import replace
from typing import Any

import draughts
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draughts import Draughts
from rules.moves import Move
from rules.pieces import Color, Kind, Piece
from rules.position import DraughtsPosition
from rules.presets import PRESETS
from rules.variant import Notation
from tests.strategies import placed_positions

ORACLES = {
    "international": draughts.StandardBoard,
    "brazilian": draughts.BrazilianBoard,
    "russian": draughts.RussianBoard,
    "english": draughts.AmericanBoard,
    "frisian": draughts.FrisianBoard,
}


def ours(move: Move) -> tuple[int, int, frozenset[int]]:
    return move.origin, move.target, frozenset(move.captured)


def theirs(move: Any) -> tuple[int, int, frozenset[int]]:
    return move.square_list[0], move.square_list[-1], frozenset(move.captured_list)


def their_moves(board: Any) -> dict[tuple[int, int, frozenset[int]], Any]:
    moves = {theirs(move): move for move in board.legal_moves}
    captures = {key: move for key, move in moves.items() if key[2]}
    # The other program also offers quiet moves where its American captures are due.
    return captures or moves


@pytest.mark.parametrize("preset", ORACLES)
@pytest.mark.parametrize("seed", range(6))
def test_random_games_have_the_moves_of_another_program(preset: str, seed: int) -> None:
    chance = random.Random(seed)
    game = Draughts(PRESETS[preset])
    # White begins all games of the other program.
    position = game.parse_fen("W" + game.format_fen(game.initial_position())[1:])
    board = ORACLES[preset]()
    for _ in range(120):
        moves = {ours(move): move for move in position.legal_moves()}
        expected = their_moves(board)
        assert moves.keys() == expected.keys(), game.format_fen(position)
        if not moves:
            break
        choice = chance.choice(sorted(moves, key=lambda key: (key[0], key[1], sorted(key[2]))))
        position = game.play(position, moves[choice])
        board.push(expected[choice])


@pytest.mark.parametrize("preset", ORACLES)
def test_positions_set_up_at_random_have_the_moves_of_another_program(preset: str) -> None:
    chance = random.Random(20)
    game = Draughts(replace(PRESETS[preset], notation=Notation.NUMERIC))
    for _ in range(150):
        pieces = {}
        for square in chance.sample(range(game.board.squares), chance.randint(2, 14)):
            color = chance.choice(list(Color))
            last_row = game.board.size - 1 if color is Color.WHITE else 0
            crowned = game.board.row(square) == last_row or chance.random() < 0.4
            pieces[square] = Piece(color, Kind.KING if crowned else Kind.MAN)
        position = DraughtsPosition.of(game.variant, chance.choice(list(Color)), pieces)
        fen = game.format_fen(position)
        assert {ours(move) for move in position.legal_moves()} == their_moves(
            ORACLES[preset].from_fen(fen)
        ).keys(), fen


def turned(position: DraughtsPosition) -> DraughtsPosition:
    """The same position with the board turned round and the colours changed."""
    last = position.board.squares - 1
    pieces = {
        last - square: Piece(color.opponent, kind) for square, (color, kind) in position.pieces().items()
    }
    return DraughtsPosition.of(position.variant, position.turn.opponent, pieces)


@given(st.sampled_from(list(PRESETS.values())).flatmap(placed_positions))
def test_both_sides_play_by_the_same_rules(position: DraughtsPosition) -> None:
    last = position.board.squares - 1
    mirrored = {
        (last - origin, last - target, frozenset(last - square for square in captured), crowned)
        for origin, target, captured, crowned in (move.identity for move in turned(position).legal_moves())
    }
    assert {move.identity for move in position.legal_moves()} == mirrored


@given(st.sampled_from(list(PRESETS.values())).flatmap(placed_positions))
def test_a_move_changes_just_what_it_says(position: DraughtsPosition) -> None:
    mover, other = position.turn, position.turn.opponent
    before = position.pieces()
    for move in position.legal_moves():
        after = position.after(move)
        assert after.turn is other
        assert after.count(mover) == position.count(mover)
        assert after.kings(mover) == position.kings(mover) + move.promotes
        assert after.count(other) == position.count(other) - len(move.captured)
        changed = {
            square for square in range(position.board.squares) if after.piece_at(square) != before.get(square)
        }
        assert changed <= {move.origin, move.target, *move.captured}
        assert position.pieces() == before


@given(st.sampled_from(list(PRESETS.values())).flatmap(placed_positions))
def test_equal_positions_are_equal_values(position: DraughtsPosition) -> None:
    again = DraughtsPosition.of(position.variant, position.turn, position.pieces())
    assert again == position
    assert hash(again) == hash(position)
    assert again.key == position.key
    opposite = DraughtsPosition.of(position.variant, position.turn.opponent, position.pieces())
    assert opposite.key != position.key
    assert sum(position.count(color) for color in Color) == len(position.pieces())
