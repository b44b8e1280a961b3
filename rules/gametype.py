"""The protocol behind which every game of the package stands.

A *game type* knows a board, its first position, and how moves and positions are written. Draughts of all
variants are one implementation (``rules.draughts``), the trail game another (``rules.slidy``).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from rules.moves import Move, Square
from rules.pieces import Color, Piece

if TYPE_CHECKING:
    from rules.board import Board


class Position(Protocol):
    """An immutable position with the side to move."""

    @property
    def turn(self) -> Color: ...

    @property
    def board(self) -> Board: ...

    @property
    def key(self) -> Hashable:
        """Equal for positions that count as the same for repetition, side to move included."""

    def pieces(self) -> Mapping[Square, Piece]: ...

    def piece_at(self, square: Square) -> Piece | None: ...

    def men(self, color: Color) -> int:
        """How many men the side has; the trail game knows none."""

    def kings(self, color: Color) -> int:
        """How many kings the side has; the trail game knows none."""

    def count(self, color: Color) -> int:
        """How many pieces of any kind the side has."""

    def legal_moves(self) -> tuple[Move, ...]:
        """The distinct legal moves, in a stable order."""


P = TypeVar("P", bound=Position)


class GameType(Protocol, Generic[P]):
    """How a game is set up, played and written down."""

    @property
    def name(self) -> str:
        """The usual name of the preset or trail game, such as ``brazilian``."""

    @property
    def board(self) -> Board: ...

    def initial_position(self) -> P: ...

    def play(self, position: P, move: Move) -> P:
        """The position after ``move``, which must be legal (or accepted, under huffing)."""

    def parse_fen(self, text: str) -> P:
        """Read a position. Raises FenError."""

    def format_fen(self, position: P) -> str: ...

    def parse_move(self, position: P, text: str) -> Move:
        """Read a legal move in any notation, or an accepted one under huffing.

        Raises UnparsableMove, IllegalMove or AmbiguousMove.
        """

    def format_move(self, position: P, move: Move) -> str:
        """The short form in the notation shown; the long form where the short one is ambiguous."""

    def format_square(self, square: Square) -> str: ...

    def parse_square(self, text: str) -> Square:
        """Raises UnparsableMove."""
