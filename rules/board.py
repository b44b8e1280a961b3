"""Boards: which squares are played on, what they are called and numbered."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from rules.moves import Square

Playable = Literal["a1", "h1", "all"]
"""The corner from which the playing squares run, as on a board of eight, or every square."""

Numbering = Literal["top-left", "bottom-right"]
"""Where number 1 stands as White sees the board: far left, counting in reading order, or near right,
counting from right to left and upwards (Spanish)."""

SquareColor = Literal["dark", "light"]

COLUMNS = "abcdefghijkl"


@dataclass(frozen=True)
class Board:
    """A square board.

    Squares are indices from 0, at White's far left, in reading order; ``column`` and ``row`` count from 0
    at White's near left corner.

    >>> board = Board(8, "a1", "top-left")
    >>> board.name(0), board.number(0), board.from_name("a1")
    ('b8', 1, 28)
    """

    size: int
    playable: Playable
    numbering: Numbering
    playing_color: SquareColor = "dark"
    """colour of the playing squares; where all are played on, a1 is dark"""
    _coordinates: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 2 <= self.size <= len(COLUMNS):
            raise ValueError(f"a board has 2 to {len(COLUMNS)} columns, not {self.size}")
        coordinates = tuple(
            (column, row)
            for row in range(self.size - 1, -1, -1)
            for column in range(self.size)
            if self._is_playable(column, row)
        )
        object.__setattr__(self, "_coordinates", coordinates)

    def _is_playable(self, column: int, row: int) -> bool:
        if self.playable == "all":
            return True
        return (column + row) % 2 == (0 if self.playable == "a1" else (self.size - 1) % 2)

    @property
    def squares(self) -> int:
        """How many squares are played on."""
        return len(self._coordinates)

    def column(self, square: Square) -> int:
        return self._coordinates[square][0]

    def row(self, square: Square) -> int:
        return self._coordinates[square][1]

    def square_at(self, column: int, row: int) -> Square | None:
        """The playing square at these coordinates, or None."""
        return self._by_coordinates.get((column, row))

    def is_dark(self, square: Square) -> bool:
        """Whether the square is a dark one of the board."""
        if self.playable != "all":
            return self.playing_color == "dark"
        column, row = self._coordinates[square]
        return (column + row) % 2 == 0

    def name(self, square: Square) -> str:
        """``c3``"""
        return self._names[square]

    def number(self, square: Square) -> int:
        """The number by the board's numbering, from 1."""
        return square + 1 if self.numbering == "top-left" else self.squares - square

    def from_name(self, name: str) -> Square:
        """The square called ``name`` in algebraic notation. Raises KeyError."""
        return self._by_name[name]

    def from_number(self, number: int) -> Square:
        """The square with this number. Raises KeyError."""
        if not 1 <= number <= self.squares:
            raise KeyError(number)
        return number - 1 if self.numbering == "top-left" else self.squares - number

    def main_diagonal(self) -> tuple[Square, ...]:
        """The squares of the longest diagonal, which joins the playable corners; from White's near row up."""
        last = self.size - 1
        cells = ((i, i) if self.playable != "h1" else (last - i, i) for i in range(self.size))
        return tuple(self._by_coordinates[cell] for cell in cells)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(f"{COLUMNS[column]}{row + 1}" for column, row in self._coordinates)

    @cached_property
    def _by_name(self) -> dict[str, Square]:
        return {name: square for square, name in enumerate(self._names)}

    @cached_property
    def _by_coordinates(self) -> dict[tuple[int, int], Square]:
        return {cell: square for square, cell in enumerate(self._coordinates)}
