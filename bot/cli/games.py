"""Which game a word of the command line means: a preset, or the game of a regulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.cli.problems import Problem
from bot.regulations import Library, RegulationNotFound
from bot.replies import said
from rules.presets import NAMES, game_type

if TYPE_CHECKING:
    from rules.gametype import GameType
    from rules.regulation import Regulation

LONGEST_WORD = 64


def find_regulation(name: str) -> Regulation:
    """The shipped regulation ``name``. Raises Problem."""
    try:
        return Library.shipped().get(name)
    except RegulationNotFound as error:
        raise Problem(error.explanation) from None


def find_preset(name: str) -> GameType[Any]:
    """The game of the preset ``name``. Raises Problem."""
    try:
        return game_type(name)
    except KeyError:
        raise Problem(said("cli.error.no-preset", name=name[:LONGEST_WORD], known=NAMES)) from None


def find_game(name: str) -> GameType[Any]:
    """The game of the preset or the shipped regulation ``name``. Raises Problem."""
    try:
        return game_type(name)
    except KeyError:
        pass
    library = Library.shipped()
    try:
        return library.get(name).play.game_type
    except RegulationNotFound:
        shown = name[:LONGEST_WORD]
        raise Problem(said("cli.error.no-game", name=shown, games=NAMES, regulations=library.ids)) from None
