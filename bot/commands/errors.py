"""Errors of the rules as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.commands.gamefile import GameFile
from bot.replies import Said, said
from bot.words import why_illegal
from rules.errors import ActionRefused, IllegalMove
from rules.moves import Move

MOST_MOVES = 6
"""moves that an answer lists"""


def illegal_move(file: GameFile, error: IllegalMove) -> Said:
    """Why a move is not possible, and what can be played instead where hints are given."""
    why = why_illegal(error.why)
    if error.instead and file.regulation.play.hints:
        return said(
            "error.move-illegal-instead", move=error.text, why=why, moves=_listed(file, error.instead)
        )
    return said("error.move-illegal", move=error.text, why=why)


def _listed(file: GameFile, moves: tuple[Move, ...]) -> tuple[str, ...]:
    game_type, game = file.regulation.play.game_type, file.record.game
    if game is None:
        return ()
    shown = [game_type.format_move(game.position, move) for move in moves[:MOST_MOVES]]
    return (*shown, "…") if len(moves) > MOST_MOVES else tuple(shown)


def example_move(file: GameFile) -> str:
    """A move as this game writes them."""
    game = file.record.game
    if game is None:
        return ""
    moves = file.regulation.play.game_type.initial_position().legal_moves()
    return file.regulation.play.game_type.format_move(game.first, moves[0])


def refused(file: GameFile, error: ActionRefused) -> Said:
    """Why an action is refused; every reason has its text ``refused.…``."""
    game = file.record.game
    data: dict[str, Any] = {"code": file.code, **_shown(error.data)}
    if game is not None:
        data["player"] = file.name(game.turn)
    return Said(f"refused.{error.reason}", data)


def _shown(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "reason"}
