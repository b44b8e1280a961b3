"""The picture of a board: values in, the bytes of a PNG out.

The empty board is drawn once for each theme, side and kind of coordinates, and pieces and marks are sprites,
so that a picture costs little more than its compression.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from bot.pictures.fonts import font
from bot.pictures.palette import palette_of
from bot.pictures.png import encode_png
from bot.pictures.sprites import (
    Ground,
    arrow_sprite,
    cross_sprite,
    frame_sprite,
    piece_sprite,
)
from bot.pictures.themes import RGB, Theme, theme_named
from rules.board import COLUMNS, Board
from rules.moves import Square
from rules.pieces import Color, Piece

LABELS = ("numeric", "algebraic", "both")
"""Coordinates: numbers in the playing squares, letters and ranks on the rim, or both."""

SMALLEST, LARGEST = 160, 1600
"""sides of a picture, in pixels"""


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a picture of a board shows, and how.

    ``last`` is the path of the last move, origin first, ``taken`` what left the board with it, ``selected``
    the piece that a player has picked. ``theme`` is a name in ``bot.pictures.themes.THEMES``, ``labels`` one
    of ``LABELS``, ``size`` the side of the picture in pixels. Raises ValueError for what these are not.
    """

    board: Board
    pieces: Mapping[Square, Piece]
    last: tuple[Square, ...] = ()
    taken: tuple[Square, ...] = ()
    selected: Square | None = None
    viewed_by: Color = Color.WHITE
    theme: str = "wood"
    labels: str = "both"
    size: int = 640

    def __post_init__(self) -> None:
        theme_named(self.theme)
        if self.labels not in LABELS:
            raise ValueError(f"no kind of coordinates {self.labels!r}")
        if not SMALLEST <= self.size <= LARGEST:
            raise ValueError(f"a picture has {SMALLEST} to {LARGEST} pixels, not {self.size}")


def draw_board(view: BoardView) -> bytes:
    """The picture as a PNG with a palette, ``view.size`` pixels wide and high."""
    return encode_png(paint_board(view))


def paint_board(view: BoardView) -> Image.Image:
    """The picture as an index image of its theme's palette."""
    layout = layout_of(view)
    canvas = _empty_board(view.theme, view.board, view.viewed_by, view.labels, view.size).copy()
    grounds = _mark(canvas, view, layout)
    for square, piece in view.pieces.items():
        ground = grounds.get(square) or _natural(view.board, square)
        piece_sprite(view.theme, layout.cell, ground, piece).stamp(canvas, layout.corner(square))
    return canvas


def layout_of(view: BoardView) -> Layout:
    """Where the squares lie in the picture of ``view``."""
    return Layout.of(view.board, view.viewed_by, view.labels, view.size)


def _mark(canvas: Image.Image, view: BoardView, layout: Layout) -> dict[Square, Ground]:
    """Draw what lies beneath the pieces; the squares whose ground is not the board's own."""
    theme, cell = view.theme, layout.cell
    grounds: dict[Square, Ground] = dict.fromkeys(view.last, Ground.TRAIL)
    if view.selected is not None:
        grounds[view.selected] = Ground.CHOSEN
    for square, ground in grounds.items():
        canvas.paste(_tile(theme, view.board, view.labels, cell, square, ground), layout.corner(square))
    taken = set(view.taken)
    for square, (across, up) in passed_squares(view):
        if square not in taken and square not in view.pieces and square != view.last[-1]:
            direction = across * layout.sense, -up * layout.sense
            ground = grounds.get(square) or _natural(view.board, square)
            arrow_sprite(theme, cell, ground, direction).stamp(canvas, layout.corner(square))
    for square in view.taken:
        ground = grounds.get(square) or _natural(view.board, square)
        cross_sprite(theme, cell, ground).stamp(canvas, layout.corner(square))
    ends = (*view.last[-1:], *(() if view.selected is None else (view.selected,)))
    for square in ends:
        frame_sprite(theme, cell, grounds[square]).stamp(canvas, layout.corner(square))
    return grounds


def passed_squares(view: BoardView) -> Iterator[tuple[Square, tuple[int, int]]]:
    """Every square that the last move left or passed, with the direction in columns and rows."""
    board = view.board
    for start, end in pairwise(view.last):
        columns, rows = board.column(end) - board.column(start), board.row(end) - board.row(start)
        length = max(abs(columns), abs(rows))
        if not length or (columns and rows and abs(columns) != abs(rows)):
            continue  # not along a line: nothing to point along
        across, up = columns // length, rows // length
        for step in range(length):
            square = board.square_at(board.column(start) + across * step, board.row(start) + up * step)
            if square is not None:
                yield square, (across, up)


def _natural(board: Board, square: Square) -> Ground:
    return Ground.DARK if board.is_dark(square) else Ground.LIGHT


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the squares lie: ``cell`` pixels each, the first corner ``margin`` from the left and the top."""

    board: Board
    viewed_by: Color
    cell: int
    margin: int

    @classmethod
    def of(cls, board: Board, viewed_by: Color, labels: str, size: int) -> Layout:
        rim = 0.018 if labels == "numeric" else 0.036
        # even numbers: two pixels share a byte, and equal squares become equal bytes
        cell = int(size * (1 - 2 * rim)) // board.size // 2 * 2
        return cls(board, viewed_by, cell, (size - cell * board.size) // 4 * 2)

    @property
    def sense(self) -> int:
        """1 where columns run to the right and rows upwards, -1 for a board that is turned round."""
        return 1 if self.viewed_by is Color.WHITE else -1

    def corner_at(self, column: int, row: int) -> tuple[int, int]:
        """The top left pixel of a cell of the board."""
        last = self.board.size - 1
        right, down = (column, last - row) if self.sense == 1 else (last - column, row)
        return self.margin + right * self.cell, self.margin + down * self.cell

    def corner(self, square: Square) -> tuple[int, int]:
        return self.corner_at(self.board.column(square), self.board.row(square))


@lru_cache(maxsize=16)
def _empty_board(theme: str, board: Board, viewed_by: Color, labels: str, size: int) -> Image.Image:
    colors = theme_named(theme)
    layout = Layout.of(board, viewed_by, labels, size)
    canvas = Image.new("RGB", (size, size), colors.rim)
    draw = ImageDraw.Draw(canvas)
    line = max(1, layout.cell // 24)
    first, last = layout.margin - line, layout.margin + layout.cell * board.size + line - 1
    draw.rectangle((first, first, last, last), fill=colors.ink)
    for column in range(board.size):
        for row in range(board.size):
            ground = colors.dark if _is_dark(board, column, row) else colors.light
            tile = Image.new("RGB", (layout.cell, layout.cell), ground)
            square = board.square_at(column, row)
            if square is not None and labels != "algebraic":
                _write_number(tile, board.number(square), ground, colors)
            canvas.paste(tile, layout.corner_at(column, row))
    if labels != "numeric":
        _write_rim(draw, layout, colors, size)
    return palette_of(theme).reduce(canvas)


def _is_dark(board: Board, column: int, row: int) -> bool:
    """Whether a cell, played on or not, is a dark one."""
    first = board.is_dark(0)
    same = (column + row) % 2 == (board.column(0) + board.row(0)) % 2
    return first == same


@lru_cache(maxsize=512)
def _tile(theme: str, board: Board, labels: str, cell: int, square: Square, ground: Ground) -> Image.Image:
    """A marked square, before anything stands on it."""
    colors = theme_named(theme)
    tile = Image.new("RGB", (cell, cell), ground.color(colors))
    if labels != "algebraic":
        _write_number(tile, board.number(square), ground.color(colors), colors)
    return palette_of(theme).reduce(tile)


def _write_number(tile: Image.Image, number: int, ground: RGB, colors: Theme) -> None:
    cell = tile.width
    face = font(max(7, round(cell * 0.175)), "Medium")
    ImageDraw.Draw(tile).text(
        (cell * 0.05, cell * 0.055), str(number), font=face, fill=colors.ink_on(ground), anchor="lt"
    )


def _write_rim(draw: ImageDraw.ImageDraw, layout: Layout, colors: Theme, size: int) -> None:
    face = font(max(8, round(layout.margin * 0.62)), "Medium")
    ink = colors.ink_on(colors.rim)
    middle, half = layout.margin // 2, layout.cell // 2
    for index in range(layout.board.size):
        across, _ = layout.corner_at(index, 0)
        _, down = layout.corner_at(0, index)
        draw.text((across + half, size - middle), COLUMNS[index], font=face, fill=ink, anchor="mm")
        draw.text((middle, down + half), str(index + 1), font=face, fill=ink, anchor="mm")
