"""Games for the tests of this folder: regulations as the documents are read, written out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle, pairwise
from typing import Any

from rules.actions import Action, Play
from rules.clock import NO_CLOCK, ClockSettings
from rules.draughts import Draughts
from rules.draws import (
    ArbiterDraw,
    By,
    Diagonal,
    DrawRule,
    Material,
    Mode,
    NoProgress,
    Repetition,
    parse_pattern,
)
from rules.errors import WhyIllegal
from rules.game import Game, start
from rules.gametype import GameType
from rules.happenings import Happening
from rules.pieces import Color
from rules.playrules import (
    Advantage,
    Agreement,
    Articles,
    CountKings,
    FirstWhite,
    ImpossibleMoves,
    PlayRules,
)
from rules.presets import PRESETS, game_type
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


GRODZIEC = rules_of(
    HUFFING,
    material("7.9", "K v K", 16),
    material("7.9", "2K v K, 3K v K", 16),
    NoProgress("7.9", 25),
    articles=Articles(no_pieces="7.8", blocked="7.8"),
    agreement=Agreement(True, "7.9"),
    hints=False,
    huff_article="7.4",
)

MIKOLAJKI = rules_of(
    HUFFING,
    NoProgress("", 25),
    articles=Articles(no_pieces="Z16", blocked="Z16"),
    agreement=Agreement(True, "Z17"),
    first_white=FirstWhite("younger", "Z7"),
    count_kings=CountKings(equal_article="Z17", more_article="Z18", return_game=True),
    hints=False,
    huff_article="Z11",
)

_PZWARC_ENDS = Articles(no_pieces="7.2.3", blocked="7.2.2", resignation="7.2.1", adjudged_draw="7.3.3")
_SMALL = "3K v K, 2K+m v K, K+2m v K"
_SMALLEST = "2K v K, K+m v K, K v K"

PZWARC_100 = rules_of(
    game_type("international"),
    Repetition("6.1", 3, Mode.AUTOMATIC),
    NoProgress("6.2", 25),
    material("6.3", _SMALL, 16),
    material("6.4", _SMALLEST, 5),
    articles=_PZWARC_ENDS,
    agreement=Agreement(True, "7.3.1"),
)

PZWARC_64 = rules_of(
    game_type("brazilian"),
    Repetition("6.1", 3, Mode.AUTOMATIC),
    NoProgress("6.2", 20),
    material("6.3", _SMALL, 5, diagonal=Diagonal.WEAKER_HOLDS),
    material("6.3", "3K v K", 15, diagonal=Diagonal.STRONGER_HOLDS),
    material("6.4", _SMALLEST, 5),
    articles=_PZWARC_ENDS,
    agreement=Agreement(True, "7.3.1"),
)

PZWARC_ADVANTAGE = replace(
    PZWARC_100,
    draws=(
        Repetition("6.1", 3, Mode.AUTOMATIC),
        material("6.3", _SMALL, 25, see="6.5.3"),
        NoProgress("6.2", 25),
        material("6.4", _SMALLEST, 5),
    ),
    advantage=Advantage(margin=3, king_value=2, article="6.5.2", agreement_article="6.5.4"),
)

SLIDY = rules_of(
    game_type("slidy"),
    articles=Articles(blocked="10", adjudged_draw="Нічия"),
    agreement=Agreement(False, "Нічия"),
    impossible=ImpossibleMoves(limit=3, article="9"),
    forbidden_by=(
        (WhyIllegal.NOT_A_LINE, "2"),
        (WhyIllegal.BLOCKED_LINE, "2"),
        (WhyIllegal.ATTACKED, "2"),
        (WhyIllegal.NO_PIECE, "2"),
        (WhyIllegal.NOT_YOURS, "2"),
        (WhyIllegal.OWN_TRACE, "2"),
        (WhyIllegal.TAKES_ROOK, "4"),
        (WhyIllegal.NOT_THE_ROOK, "6"),
        (WhyIllegal.TAKES_PROTECTED, "7"),
    ),
    watch=ArbiterDraw("Нічия", count=3, plies=60),
)

RIAZOR = rules_of(
    game_type("spanish"),
    material(
        "Límite a",
        "3K v K",
        12,
        by=By.STRONGER,
        diagonal=Diagonal.STRONGER_HOLDS,
        latched=True,
        see="Empatado b",
    ),
    Repetition("Empatado c", 3, Mode.CLAIM),
    NoProgress("Límite b", 20, giving_breaks=True),
    articles=Articles(no_pieces="Perdido a", blocked="Perdido b", resignation="Perdido c", flag="Perdido d"),
    agreement=Agreement(True, "Empatado a"),
)


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
