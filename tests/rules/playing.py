"""Games for the tests of this folder: regulations as the documents are read, written out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle, pairwise
from typing import Any

from bot.regulations import Library
from rules.actions import Action, Play
from rules.clock import NO_CLOCK, ClockSettings
from rules.draughts import Draughts
from rules.draws import (
    DrawRule,
    Material,
    parse_pattern,
)
from rules.game import Game, start
from rules.gametype import GameType
from rules.happenings import Happening
from rules.pieces import Color
from rules.playrules import (
    Agreement,
    Articles,
    FirstWhite,
    PlayRules,
)
from rules.presets import PRESETS
from rules.variant import MissedCapture

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
WHITE, BLACK = Color.WHITE, Color.BLACK

HUFFING = Draughts(replace(PRESETS["brazilian"], missed_capture=MissedCapture.HUFF))


def material(article: str, patterns: str, moves: int, **more: Any) -> Material:
    """``patterns`` separated by commas."""
    return Material(article, tuple(map(parse_pattern, patterns.split(", "))), moves, **more)


def rules_of(game: GameType[Any], *draws: DrawRule, **more: Any) -> PlayRules:
    values: dict[str, Any] = {
        "articles": Articles(no_pieces="lost", blocked="blocked"),
        "agreement": Agreement(True, "agreed"),
        "first_white": FirstWhite("lot", ""),
        "hints": True,
        **more,
    }
    return PlayRules(game, draws, **values)


SHIPPED = {id: Library.shipped().get(id).play for id in Library.shipped().ids}
GRODZIEC, MIKOLAJKI = SHIPPED["grodziec-2017"], SHIPPED["mikolajki-2023"]
PZWARC_100, PZWARC_ADVANTAGE = SHIPPED["pzwarc-100"], SHIPPED["pzwarc-100-advantage"]
PZWARC_64, RIAZOR, SLIDY = SHIPPED["pzwarc-64"], SHIPPED["riazor"], SHIPPED["slidy-2015"]


def game_at(
    rules: PlayRules, fen: str | None = None, clock: ClockSettings = NO_CLOCK, *, has_arbiter: bool = False
) -> Game:
    """A game that starts from a position."""
    position = None if fen is None else rules.game_type.parse_fen(fen)
    return start(rules, clock, NOW, position, has_arbiter=has_arbiter)


def do(game: Game, *actions: Action) -> tuple[Game, list[Happening]]:
    """Let the player on turn take each action."""
    told: list[Happening] = []
    for action in actions:
        game, happened = game.apply(game.turn, action, NOW)
        told += happened
    return game, told


def play(game: Game, moves: str | Iterable[str]) -> Game:
    """Play moves, separated by spaces."""
    for text in moves.split() if isinstance(moves, str) else moves:
        game, _ = game.apply(game.turn, Play(text), NOW)
    return game


def rounds(first: str, second: str, plies: int) -> Iterator[str]:
    """Moves of two kings in turn, each around its own squares, for so many plies.

    Three squares against five: a position comes again after 15 moves of each.
    """
    ways = [pairwise(cycle(squares.split())) for squares in (first, second)]
    for ply in range(plies):
        origin, target = next(ways[ply % 2])
        yield f"{origin}-{target}"
