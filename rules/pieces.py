"""Colours and pieces, shared by all games."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Color(Enum):
    """A side of the board; the values are what is stored."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Color:
        return Color.BLACK if self is Color.WHITE else Color.WHITE


class Kind(Enum):
    """What a piece is; rooks and traces belong to the trail game."""

    MAN = "man"
    KING = "king"
    ROOK = "rook"
    TRACE = "trace"


class Piece(NamedTuple):
    """A piece as pictures and texts need it."""

    color: Color
    kind: Kind
