"""The parameters in which draughts games differ, as one frozen table of values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rules.board import Board, Numbering, Playable, SquareColor
from rules.pieces import Color


class Notation(StrEnum):
    """How squares are shown; both are read."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"


class Directions(StrEnum):
    """Lines along which pieces capture: the diagonals, or rows and columns as well."""

    DIAGONAL = "diagonal"
    ALL = "all"


class Priority(StrEnum):
    """One criterion of which captures are due; those of a variant are compared in order."""

    MOST_PIECES = "most-pieces"
    MOST_KINGS = "most-kings"
    WITH_KING = "with-king"
    KING_FIRST_IN_LINE = "king-first-in-line"
    """a king is met as early as possible"""
    FRISIAN_VALUE = "frisian-value"
    """a king counts a little less than two men"""


class MidCapture(StrEnum):
    """What becomes of a man that reaches the last row while it captures."""

    GOES_ON_AS_MAN = "goes-on-as-man"
    BECOMES_KING = "becomes-king"
    STOPS = "stops"


class MissedCapture(StrEnum):
    """What happens to a move that misses a capture due."""

    REJECT = "reject"
    HUFF = "huff"


@dataclass(frozen=True)
class Variant:
    """A draughts game. No field has a default: what a game's rules say is said here.

    Raises ValueError where values contradict each other.
    """

    name: str
    size: int
    rows_of_men: int
    playable: Playable
    playing_color: SquareColor
    numbering: Numbering
    notation: Notation
    capture_sign: str
    """``x`` or ``:``, as shown"""
    men_capture_backward: bool
    men_capture_kings: bool
    flying_kings: bool
    capture_directions: Directions
    capture_priority: tuple[Priority, ...]
    """empty: free choice, but a begun capture is completed"""
    mid_capture: MidCapture
    king_moves_in_a_row: int | None
    """how many quiet moves running one king may make while its side has men; None: any number"""
    missed_capture: MissedCapture
    first_move: Color
    pdn_game_type: int

    def __post_init__(self) -> None:
        if self.playable not in ("a1", "h1") or self.size not in (8, 10, 12):
            raise ValueError(f"no draughts board: {self.size}, {self.playable}")
        if not 1 <= self.rows_of_men <= (self.size - 2) // 2:
            raise ValueError(f"{self.rows_of_men} rows of men do not fit")
        if self.capture_sign not in ("x", ":"):
            raise ValueError(f"no sign of a capture: {self.capture_sign}")
        if self.king_moves_in_a_row is not None and self.king_moves_in_a_row < 1:
            raise ValueError("a king must have at least one move")

    @cached_property
    def board(self) -> Board:
        return Board(self.size, self.playable, self.numbering, self.playing_color)

    @property
    def huffs(self) -> bool:
        return self.missed_capture is MissedCapture.HUFF
