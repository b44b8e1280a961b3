"""Counting move paths: the usual check of a move generator."""

from __future__ import annotations

from typing import Any

from rules.captures import State
from rules.gametype import GameType, Position
from rules.movegen import MoveGenerator
from rules.position import DraughtsPosition


def perft(game: GameType[Any], position: Position, depth: int) -> int:
    """How many sequences of ``depth`` distinct legal moves there are from ``position``."""
    if depth <= 0:
        return 1
    if isinstance(position, DraughtsPosition):
        return _perft_of_states(position.generator, position.state, depth)
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.play(position, move), depth - 1) for move in moves)


def _perft_of_states(generator: MoveGenerator, state: State, depth: int) -> int:
    if depth == 1:
        return generator.count(state)
    after = generator.after
    return sum(_perft_of_states(generator, after(state, ply), depth - 1) for ply in generator.plies(state))
