"""Errors of the rules as sentences."""

from __future__ import annotations

import re
from typing import Any

from bot.commands.gamefile import GameFile
from bot.replies import Said, said
from bot.words import by_article, why_illegal
from rules.errors import ActionRefused, IllegalMove
from rules.moves import Move

_SQUARE = re.compile(r"(?<![a-z])[a-z][0-9]{1,2}(?![0-9])")
MOST_MOVES = 6
"""moves that an answer lists"""


def illegal_move(file: GameFile, error: IllegalMove) -> Said:
    """Why a move is not possible, and what can be played instead where hints are given."""
    rules = file.regulation.play
    why = by_article(why_illegal(error.why), rules.article_against(error.why))
    if error.instead and rules.hints:
        return said(
            "error.move-illegal-instead", move=error.text, why=why, moves=_listed(file, error.instead)
        )
    return said("error.move-illegal", move=error.text, why=why)


def _listed(file: GameFile, moves: tuple[Move, ...]) -> tuple[str, ...]:
    game_type, position = file.regulation.play.game_type, file.game.position
    shown = [game_type.format_move(position, move) for move in moves[:MOST_MOVES]]
    return (*shown, "…") if len(moves) > MOST_MOVES else tuple(shown)


def example_move(file: GameFile) -> str:
    """A move as this game writes them."""
    game_type = file.regulation.play.game_type
    position = game_type.initial_position()
    return game_type.format_move(position, position.legal_moves()[0])


def unparsable_move(file: GameFile, text: str) -> Said:
    """Why ``text`` is no move at all: a square that is not played on, or another way of writing."""
    board, example = file.regulation.play.game_type.board, example_move(file)
    names = {board.name(square) for square in range(board.squares)}
    for square in _SQUARE.findall(text.casefold()):
        if square not in names:
            return said("error.no-such-square", square=square, example=example)
    return said("error.move-unparsable", text=text, example=example)


def refused(file: GameFile, error: ActionRefused) -> Said:
    """Why an action is refused; every reason has its text ``refused.…``."""
    data: dict[str, Any] = {**error.data, "code": file.code, "player": file.name(file.game.turn)}
    article = data.pop("article", "")
    del data["reason"]
    return by_article(Said(f"refused.{error.reason}", data), article)
