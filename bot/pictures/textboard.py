"""A board of characters, for a terminal; it says everything without colour.

White's pieces are ``o``, Black's ``x``; a king is two of them, as on a real board, and the rook of the trail
game is two large letters. ``>o <`` is where the last move ended, ``*`` where it began or turned, ``+`` where
a piece was captured, ``[o ]`` the selected piece.
"""

from __future__ import annotations

from bot.pictures.board import BoardView
from rules.board import COLUMNS
from rules.moves import Square
from rules.pieces import Color, Kind, Piece

_SIGNS = {Color.WHITE: "o", Color.BLACK: "x"}


def text_board(view: BoardView) -> str:
    """The board in lines, seen from ``view.viewed_by``.

    Ranks stand at the left and files beneath, unless ``view.labels`` is ``numeric``: then empty squares show
    their numbers. At the right are the numbers of the row's first and last square, unless ``view.labels`` is
    ``algebraic``.
    """
    board = view.board
    columns, rows = list(range(board.size)), list(range(board.size - 1, -1, -1))
    if view.viewed_by is Color.BLACK:
        columns.reverse()
        rows.reverse()
    border = "   +" + "-" * (4 * board.size) + "+"
    lines = [border]
    for row in rows:
        squares = [board.square_at(column, row) for column in columns]
        cells = "".join("    " if square is None else _cell(view, square) for square in squares)
        rank = "" if view.labels == "numeric" else str(row + 1)
        lines.append(f"{rank:>2} |{cells}|{_numbers(view, squares)}")
    lines.append(border)
    if view.labels != "numeric":
        lines.append("    " + "".join(f" {COLUMNS[column]}  " for column in columns).rstrip())
    return "\n".join(lines)


def _numbers(view: BoardView, squares: list[Square | None]) -> str:
    if view.labels == "algebraic":
        return ""
    numbers = [view.board.number(square) for square in squares if square is not None]
    return f" {numbers[0]}-{numbers[-1]}" if numbers else ""


def _cell(view: BoardView, square: Square) -> str:
    """Four characters."""
    before, after = " ", " "
    if square == view.selected:
        before, after = "[", "]"
    elif view.last and square == view.last[-1]:
        before, after = ">", "<"
    elif square in view.last:
        before, after = "*", "*"
    piece = view.pieces.get(square)
    if piece is not None:
        return f"{before}{_sign(piece)}{after}"
    if square in view.taken:
        return " +  "
    if square in view.last:
        return " *  "
    return f"{view.board.number(square):>3} " if view.labels == "numeric" else " .  "


def _sign(piece: Piece) -> str:
    sign = _SIGNS[piece.color]
    match piece.kind:
        case Kind.KING:
            return sign * 2
        case Kind.ROOK:
            return sign.upper() * 2
        case _:
            return sign + " "
