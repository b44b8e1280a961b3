"""What a game keeps of its course: the plies made, and a draw that is offered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules.moves import Move, Square
from rules.pieces import Color


@dataclass(frozen=True, slots=True)
class Played:
    """A ply that was made: ``text`` in the notation shown, ``huffed`` the mover's piece taken off for it."""

    color: Color
    text: str
    move: Move
    huffed: Square | None = None


@lru_cache(maxsize=8192)
def played(color: Color, text: str, move: Move) -> Played:
    """A ply just made. Games share equal ones, so that thousands of games fit in memory."""
    return Played(color, text, move)


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw offered by ``by``; ``advantage`` names the side it calls better."""

    by: Color
    advantage: Color | None = None
