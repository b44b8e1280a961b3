"""From the pictures that a reply names to the ones that are drawn: positions and moves are read here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.pictures.alt import describe
from bot.pictures.animation import draw_game
from bot.pictures.board import BoardView, draw_board, passed_squares
from bot.pictures.textboard import text_board
from bot.replies import Animation, BoardImage, Said, said
from rules.draughts import Draughts
from rules.errors import AmbiguousMove
from rules.gametype import GameType
from rules.moves import Move
from rules.pieces import Color
from rules.presets import game_type
from rules.variant import MissedCapture

ANIMATION_SIZE = 480
"""pixels a side: sharp on a telephone, and a long game stays below a megabyte"""

_HUFF = re.compile(r"(?P<move>.*?)\s*\{\s*huff\s+(?P<square>\w+)\s*\}\s*", re.IGNORECASE)


def view_of(picture: BoardImage) -> BoardView:
    """What to draw. Raises KeyError for an unknown game, FenError, ValueError for theme or coordinates."""
    position = game_type(picture.game).parse_fen(picture.fen)
    return BoardView(
        board=position.board,
        pieces=position.pieces(),
        last=picture.last,
        taken=picture.taken,
        selected=picture.selected,
        viewed_by=Color(picture.viewed_by),
        theme=picture.theme,
        labels=picture.labels,
    )


def draw(picture: BoardImage) -> bytes:
    """The PNG of a board. Raises as ``view_of``."""
    return draw_board(view_of(picture))


def text_picture(picture: BoardImage) -> str:
    """The board in characters. Raises as ``view_of``."""
    return text_board(view_of(picture))


def describe_picture(picture: BoardImage) -> Said:
    """The alternative text of a board. Raises as ``view_of``."""
    game = game_type(picture.game)
    view = view_of(picture)
    move = _last_move(game, view) if len(picture.last) > 1 else None
    turn = None if picture.is_over else game.parse_fen(picture.fen).turn
    return describe(view, turn, game.format_square, move)


def _last_move(game: GameType[Any], view: BoardView) -> str:
    origin, target = view.last[0], view.last[-1]
    jumped = {square for square, _ in passed_squares(view)} | {target}
    quiet = jumped.isdisjoint(view.taken)
    sign = "-" if quiet else game.variant.capture_sign if isinstance(game, Draughts) else "x"
    return f"{game.format_square(origin)}{sign}{game.format_square(target)}"


def animate(animation: Animation) -> bytes:
    """The GIF of a game. Raises as ``view_of``, and MoveError for a move that cannot be played."""
    return draw_game(tuple(frames_of(animation)))


def describe_animation(animation: Animation) -> Said:
    """The alternative text of a game."""
    return said("pictures.game", count=len(animation.moves))


def frames_of(animation: Animation) -> Iterator[BoardView]:
    """The first position, then one after each move, and one for each huff: ``c3-b4 {huff g3}``."""
    game = game_type(animation.game)
    position = game.parse_fen(animation.fen)
    view = replace(
        view_of(BoardImage(animation.game, animation.fen)),
        viewed_by=Color(animation.viewed_by),
        theme=animation.theme,
        labels=animation.labels,
        size=ANIMATION_SIZE,
    )
    yield view
    for text in animation.moves:
        huff = _HUFF.fullmatch(text)
        move = _read_move(game, position, huff["move"] if huff else text)
        position = game.play(position, move)
        yield replace(view, pieces=position.pieces(), last=move.path, taken=move.captured)
        if huff:
            square = game.parse_square(huff["square"])
            position = position.without(square)
            taken = (*move.captured, square)
            yield replace(view, pieces=position.pieces(), last=move.path, taken=taken)


def _read_move(game: GameType[Any], position: Any, text: str) -> Move:
    """The move that was played, also one that missed a capture where that is punished.

    The name of a game does not say whether it is; where it is not, more texts are short, and only the moves
    that are right are meant.
    """
    if not isinstance(game, Draughts):
        return game.parse_move(position, text)
    punishing = Draughts(replace(game.variant, missed_capture=MissedCapture.HUFF))
    try:
        return punishing.parse_move(position, text)
    except AmbiguousMove:
        return game.parse_move(position, text)
