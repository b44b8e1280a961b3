"""Squares as bits, laid out so that each direction is one constant shift.

Two rows of a board of ``n`` playing squares a row take ``2n + 1`` bits: the extra one stands where a
diagonal would run around the rim of the board. No piece ever stands there and it never counts as empty,
so shifted masks need no other guard.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rules.board import Board
from rules.moves import Square

Bit = int
"""An integer with one bit set."""

Mask = int
"""A set of squares."""

Ray = tuple[Bit, ...]
"""The squares from a square, itself excluded, to the rim in one direction, nearest first."""

DIAGONAL = ((-1, 1), (1, 1), (-1, -1), (1, -1))
"""(column, row) steps: White's forward ones first"""
ORTHOGONAL = ((0, 2), (-2, 0), (2, 0), (0, -2))


def bits(mask: Mask) -> Iterator[Bit]:
    """The bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


@dataclass(frozen=True)
class Layout:
    """Where the squares of a board stand in a mask.

    Towards White, ``near`` and ``far`` are the left shifts of the two diagonal steps (to the left and to
    the right); away from White they are the right shifts (to the right and to the left).
    """

    near: int
    far: int
    bit: tuple[Bit, ...]
    """by square"""
    square: dict[Bit, Square]
    all: Mask
    first_row: Mask
    """White's first row"""
    last_row: Mask
    rays: dict[Bit, tuple[Ray, ...]]
    """diagonal rays in the order of ``DIAGONAL``"""
    cross_rays: dict[Bit, tuple[Ray, ...]]
    """rays along rows and columns, over playing squares only"""


@lru_cache(maxsize=32)
def layout_of(board: Board) -> Layout:
    """The layout of a diagonal board; boards of equal geometry may share one."""
    per_row = board.size // 2
    # Where the first column is played on in the top row, the diagonal leaves the board to the left of it.
    spare_between_rows = board.square_at(0, board.size - 1) is not None

    def place(square: Square) -> Bit:
        row, column = divmod(square, per_row)
        offset = (row % 2) * (per_row + spare_between_rows)
        return 1 << (row // 2 * (2 * per_row + 1) + offset + column)

    bit = tuple(place(square) for square in range(board.squares))

    def ray(square: Square, step: tuple[int, int]) -> Ray:
        reached = []
        column, row = board.column(square), board.row(square)
        while (following := board.square_at(column := column + step[0], row := row + step[1])) is not None:
            reached.append(bit[following])
        return tuple(reached)

    def rays(steps: tuple[tuple[int, int], ...]) -> dict[Bit, tuple[Ray, ...]]:
        return {bit[square]: tuple(ray(square, step) for step in steps) for square in range(board.squares)}

    return Layout(
        near=per_row,
        far=per_row + 1,
        bit=bit,
        square={mask: square for square, mask in enumerate(bit)},
        all=sum(bit),
        first_row=sum(bit[-per_row:]),
        last_row=sum(bit[:per_row]),
        rays=rays(DIAGONAL),
        cross_rays=rays(ORTHOGONAL),
    )
