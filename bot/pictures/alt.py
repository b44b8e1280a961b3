"""What a picture of a board shows, for those who listen to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.pictures.board import BoardView
from bot.replies import Said, said
from rules.moves import Square
from rules.pieces import Color, Kind

SquareName = Callable[[Square], str]


def describe(view: BoardView, turn: Color | None, square_name: SquareName, move: str | None = None) -> Said:
    """Both sides' pieces by kind and square, whose turn it is, the last move and what left the board with it.

    ``turn`` is None where the game is over, ``move`` the last move in the notation shown. ``square_name``
    writes a square in that notation.
    """
    white, black = (_side(view, color, square_name) for color in Color)
    sentences = [said("pictures.white", pieces=white), said("pictures.black", pieces=black)]
    if turn is not None:
        sentences.append(said("pictures.turn-white" if turn is Color.WHITE else "pictures.turn-black"))
    if move is not None and view.taken:
        taken = _names(view.taken, square_name)
        sentences.append(said("pictures.last-taken", move=move, squares=taken))
    elif move is not None:
        sentences.append(said("pictures.last", move=move))
    if view.selected is not None:
        sentences.append(said("pictures.selected", square=square_name(view.selected)))
    return _join("pictures.sentences", sentences)


def _side(view: BoardView, color: Color, square_name: SquareName) -> Said:
    groups = []
    for kind in (Kind.ROOK, Kind.MAN, Kind.KING, Kind.TRACE):
        squares = [square for square, piece in view.pieces.items() if piece == (color, kind)]
        if squares:
            groups.append(_group(kind, _names(squares, square_name)))
    return _join("pictures.groups", groups) if groups else said("pictures.nothing")


def _group(kind: Kind, squares: tuple[str, ...]) -> Said:
    """One kind of piece and where it stands: a word and a list, so only "one" and "several" differ."""
    count = min(len(squares), 2)
    match kind:
        case Kind.MAN:
            return said("pictures.men", count=count, squares=squares)
        case Kind.KING:
            return said("pictures.kings", count=count, squares=squares)
        case Kind.ROOK:
            return said("pictures.rooks", count=count, squares=squares)
        case Kind.TRACE:
            return said("pictures.traces", count=count, squares=squares)


def _names(squares: Iterable[Square], square_name: SquareName) -> tuple[str, ...]:
    """By ascending number, or by letter and rank."""
    return tuple(sorted(map(square_name, squares), key=lambda name: (len(name), name)))


def _join(key: str, parts: list[Said]) -> Said:
    joined = parts[0]
    for part in parts[1:]:
        joined = Said(key, {"first": joined, "second": part})
    return joined
