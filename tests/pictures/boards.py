"""Boards and positions that the tests of pictures share."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.pictures.board import BoardView, draw_board, layout_of
from rules.board import Board
from rules.moves import Square
from rules.pieces import Color, Kind, Piece

BOARDS = {
    "8": Board(8, "a1", "top-left"),
    "8 light": Board(8, "h1", "bottom-right", "light"),
    "8 dark right": Board(8, "h1", "top-left", "dark"),
    "10": Board(10, "a1", "top-left"),
    "12": Board(12, "a1", "top-left"),
    "trail": Board(8, "all", "top-left"),
}
EIGHT = BOARDS["8"]

WHITE_MAN = Piece(Color.WHITE, Kind.MAN)
BLACK_MAN = Piece(Color.BLACK, Kind.MAN)
WHITE_KING = Piece(Color.WHITE, Kind.KING)
BLACK_KING = Piece(Color.BLACK, Kind.KING)


def squares(board: Board, names: str) -> tuple[Square, ...]:
    """``squares(board, "c3 d4")``"""
    return tuple(map(board.from_name, names.split()))


def opened(view: BoardView) -> Image.Image:
    """The picture as whoever receives it sees it."""
    return Image.open(BytesIO(draw_board(view))).convert("RGB")


def square_of(picture: Image.Image, view: BoardView, square: Square) -> Image.Image:
    """The part of the picture that shows ``square``."""
    layout = layout_of(view)
    left, top = layout.corner(square)
    return picture.crop((left, top, left + layout.cell, top + layout.cell))
