"""Positions as text, in the way of PDN: ``W:Wc3,Ka1:Bb6,Kh8`` or ``W:W21,K32:B1,2``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.board import Board
from rules.errors import FenError, UnparsableMove
from rules.moves import Square
from rules.notation import read_square, write_square
from rules.pieces import Color, Kind, Piece
from rules.position import DraughtsPosition
from rules.variant import Variant

MAX_LENGTH = 2000

_COLORS = {"W": Color.WHITE, "B": Color.BLACK}
_RANGE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")
_MOVE_COUNTER = re.compile(r"[HF][0-9]{1,4}", re.IGNORECASE)


def parse_fen(variant: Variant, text: str) -> DraughtsPosition:
    """Read a position; squares by name or by the variant's own numbers, spaces and ranges allowed.

    Raises FenError with one of the reasons ``empty``, ``too-long``, ``turn``, ``side``, ``side-twice``,
    ``side-missing``, ``square``, ``square-twice``, ``man-on-last-row``, and the part at fault.
    """
    if len(text) > MAX_LENGTH:
        raise FenError("too-long")
    sections = "".join(text.split()).strip('"').removesuffix(".").split(":")
    if sections == [""]:
        raise FenError("empty")
    turn = _COLORS.get(sections[0].upper())
    if turn is None:
        raise FenError("turn", sections[0])
    pieces: dict[Square, Piece] = {}
    sides: set[Color] = set()
    for section in sections[1:]:
        if _MOVE_COUNTER.fullmatch(section):
            continue
        color = _COLORS.get(section[:1].upper())
        if color is None:
            raise FenError("side", section)
        if color in sides:
            raise FenError("side-twice", section[:1])
        sides.add(color)
        for part in section[1:].split(",") if section[1:] else ():
            _put(variant.board, color, part, pieces)
    for color in Color:
        if color not in sides:
            raise FenError("side-missing", "W" if color is Color.WHITE else "B")
    return DraughtsPosition.of(variant, turn, pieces)


def _put(board: Board, color: Color, part: str, pieces: dict[Square, Piece]) -> None:
    # On a board of twelve, k is a column: there only a capital K makes a king.
    is_king = part[:1] == "K" or (part[:1] == "k" and board.size < 11)
    kind = Kind.KING if is_king else Kind.MAN
    last_row = board.size - 1 if color is Color.WHITE else 0
    for square in _squares(board, part[is_king:], part):
        if square in pieces:
            raise FenError("square-twice", part)
        if kind is Kind.MAN and board.row(square) == last_row:
            raise FenError("man-on-last-row", part)
        pieces[square] = Piece(color, kind)


def _squares(board: Board, text: str, part: str) -> Iterator[Square]:
    try:
        if numbers := _RANGE.fullmatch(text):
            first, last = int(numbers[1]), int(numbers[2])
            if not 1 <= first <= last <= board.squares:
                raise FenError("square", part)
            yield from map(board.from_number, range(first, last + 1))
        else:
            yield read_square(board, text)
    except UnparsableMove:
        raise FenError("square", part) from None


def format_fen(position: DraughtsPosition) -> str:
    """The position as ``parse_fen`` reads it: men before kings, by ascending number."""
    variant, board = position.variant, position.board

    def side(color: Color) -> str:
        return ",".join(
            prefix + write_square(board, variant.notation, square)
            for kind, prefix in ((Kind.MAN, ""), (Kind.KING, "K"))
            for square in sorted(position.squares_of(color, kind), key=board.number)
        )

    turn = "W" if position.turn is Color.WHITE else "B"
    return f"{turn}:W{side(Color.WHITE)}:B{side(Color.BLACK)}"
