"""Huffing: moves that miss a capture stand, and a piece that could have captured is taken off."""

from __future__ import annotations

from rules.captures import Ply
from rules.moves import Move, Square
from rules.position import DraughtsPosition


def missing_plies(position: DraughtsPosition) -> list[Ply]:
    """The plies that miss the capture due, whatever the variant makes of them; none where none is due.

    Quiet plies, and captures or beginnings of captures that the obligation does not allow. A man that
    stops on the last row is crowned.
    """
    generator, state = position.generator, position.state
    due = generator.captures.due(state)
    if not due:
        return []
    return [*generator.quiet(state), *(generator.captures.beginnings(state) - set(due))]


def violations(position: DraughtsPosition) -> tuple[Move, ...]:
    """The moves that are accepted but punished; none in a variant that refuses them."""
    return position.moves_of(missing_plies(position)) if position.variant.huffs else ()


def accepted_moves(position: DraughtsPosition) -> tuple[Move, ...]:
    """Every move that may be sent: the legal ones, then those that are punished; all distinct."""
    return position.legal_moves() + violations(position)


def is_violation(position: DraughtsPosition, move: Move) -> bool:
    """Whether an accepted move misses the capture due."""
    return position.ply_of(move) not in position.generator.plies(position.state)


def candidates(before: DraughtsPosition, move: Move, after: DraughtsPosition) -> tuple[Square, ...]:
    """The pieces that can be huffed for ``move``, by ascending number of the square where they now stand.

    They are those that could have made a capture the obligation allowed. None if ``move`` was right.
    """
    if not is_violation(before, move):
        return ()
    square = before.generator.layout.square
    could = {square[ply[0]] for ply in before.generator.captures.due(before.state)}
    stand = {move.target if origin == move.origin else origin for origin in could}
    return tuple(sorted(stand, key=after.board.number))
