"""What a game keeps of its course: the plies made, and a draw that is offered."""

from __future__ import annotations

from dataclasses import dataclass

from rules.moves import Move, Square
from rules.pieces import Color


@dataclass(frozen=True, slots=True)
class Played:
    """A ply that was made: ``text`` in the notation shown, ``huffed`` the mover's piece taken off for it."""

    color: Color
    text: str
    move: Move
    huffed: Square | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw offered by ``by``; ``advantage`` names the side it calls better."""

    by: Color
    advantage: Color | None = None
