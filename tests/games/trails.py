"""The one way in which a position of the trail game comes back: two rooks that chase each other in a ring.

Every move that takes nothing adds a trace, so a position repeats only where every ply takes one. Each rook
must find the traces of the other on its way: both walk the same ring of corners, half a ring apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rules.actions import Play
from rules.errors import MoveError
from rules.game import Game
from rules.playrules import PlayRules
from tests.games.finder import EPOCH, NotFound, begin

_STEPS = (2, 2, 3)
"""three steps across the board, each of two squares at least: no trace stands beside another of its colour"""


def round_and_round(rules: PlayRules) -> Game:
    """Both rooks walk a ring through a1 and h8 until the game ends. Raises NotFound."""
    for ring in _rings():
        game = begin(rules)
        try:
            while not game.is_over:
                corner = game.ply // 2 + (0 if game.ply % 2 == 0 else len(ring) // 2)
                way = f"{ring[corner % len(ring)]}-{ring[(corner + 1) % len(ring)]}"
                game, _ = game.apply(game.turn, Play(way), EPOCH)
        except MoveError:
            continue
        return game
    raise NotFound


def _rings() -> Iterator[list[str]]:
    """Rings of twelve corners that look the same from both sides: a stair from a1 to h8 and one back."""
    for across in sorted(set(permutations(_STEPS))):
        for up in sorted(set(permutations(_STEPS))):
            column = row = 0
            half = []
            for right, forward in zip(across, up, strict=True):
                half.append((column, row))
                column += right
                half.append((column, row))
                row += forward
            back = [(7 - column, 7 - row) for column, row in half]
            yield [f"{'abcdefgh'[column]}{row + 1}" for column, row in [*half, *back]]
