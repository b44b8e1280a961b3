"""How squares and moves of draughts are written, and the reading of what people write."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.board import Board
from rules.errors import UnparsableMove
from rules.moves import Move, Square
from rules.variant import Notation

MAX_LENGTH = 200
"""Longer texts are never moves."""

# Dashes of all kinds; crosses; Cyrillic letters that a Ukrainian keyboard gives for Latin ones.
_NORMAL = str.maketrans("‐‑‒–—―−﹘﹣－×✕✖⨯хасе", "-" * 10 + "x" * 5 + "ace")
_SPACED_SIGN = re.compile(r" ?(::|xx|[-x:]) ?")
_ALGEBRAIC = re.compile(r"[a-l][0-9]{1,2}(?:(?:::|xx|[-x: ])?[a-l][0-9]{1,2})+")
_NUMERIC = re.compile(r"[0-9]{1,3}(?:(?:::|xx|[-x: ])[0-9]{1,3})+")
_ONE_JUMP = ("::", "xx")
_SQUARE = re.compile(r"[a-l]?[0-9]+")


@dataclass(frozen=True, slots=True)
class ReadMove:
    """A text that names squares: origin, landing squares given, target."""

    squares: tuple[Square, ...]
    captures: bool | None
    """what the signs say: a capture (``x``, ``:``), a quiet move (``-``), or nothing"""
    one_jump: bool = False
    """a capture of a single piece, told by a doubled sign from a longer one with the same two ends"""


def _normal(text: str) -> str:
    if len(text) > MAX_LENGTH:
        return ""
    spaced = " ".join(text.lower().translate(_NORMAL).split())
    return _SPACED_SIGN.sub(r"\1", spaced.rstrip("!?. "))


def looks_like_move(text: str) -> bool:
    """Whether the text has the form of a move in some notation, on whatever board.

    >>> looks_like_move("c3 : e5"), looks_like_move("see you at 12:30")
    (True, False)
    """
    normal = _normal(text)
    return bool(_ALGEBRAIC.fullmatch(normal) or _NUMERIC.fullmatch(normal))


def read_square(board: Board, text: str) -> Square:
    """The square called so, by name or by number. Raises UnparsableMove."""
    normal = _normal(text)
    try:
        if normal.isascii() and normal.isdigit():
            return board.from_number(int(normal))
        return board.from_name(normal)
    except KeyError:
        raise UnparsableMove(text) from None


def read_move(board: Board, text: str) -> ReadMove:
    """The squares that a text names, whether such a move exists or not. Raises UnparsableMove.

    >>> read_move(Board(8, "a1", "top-left"), "22x31").squares
    (21, 30)
    """
    normal = _normal(text)
    if not (_ALGEBRAIC.fullmatch(normal) or _NUMERIC.fullmatch(normal)):
        raise UnparsableMove(text)
    try:
        squares = tuple(read_square(board, part) for part in _SQUARE.findall(normal))
    except UnparsableMove:
        raise UnparsableMove(text) from None
    captures = True if "x" in normal or ":" in normal else False if "-" in normal else None
    return ReadMove(squares, captures, any(sign in normal for sign in _ONE_JUMP))


def write_square(board: Board, notation: Notation, square: Square) -> str:
    """``c3`` or ``22``."""
    return board.name(square) if notation is Notation.ALGEBRAIC else str(board.number(square))


def write_move(board: Board, notation: Notation, capture_sign: str, move: Move, *, long: bool = False) -> str:
    """The short form of a move, or the long form of a capture, with every landing square.

    A single jump has no squares between to be told by: in the long form its sign is doubled, ``a1::e5``.
    """
    squares = move.path if long else (move.origin, move.target)
    if not move.is_capture:
        sign = "-"
    elif long and len(move.captured) == 1:
        sign = capture_sign * 2
    else:
        sign = capture_sign
    return sign.join(write_square(board, notation, square) for square in squares)
