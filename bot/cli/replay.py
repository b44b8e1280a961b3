"""``damka replay``: recorded games, played through the rules."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.cli.files import read_file
from bot.cli.games import find_preset, find_regulation
from bot.cli.output import Output
from bot.cli.problems import Problem
from bot.replies import Said, said
from bot.words import reason_name, why_illegal
from rules.actions import Huff, Play
from rules.clock import NO_CLOCK
from rules.ending import Outcome
from rules.errors import ActionRefused, IllegalMove, MoveError
from rules.game import Game, start
from rules.pdn import PdnGame, PdnMove, read_pdn
from rules.playrules import PlayRules, bare_rules
from rules.presets import PRESETS, game_type

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""games without a clock take no time"""

_NAMES_BY_NUMBER = {variant.pdn_game_type: name for name, variant in PRESETS.items()}


@dataclass(frozen=True, slots=True)
class Replayed:
    """What became of one recorded game: the plies it has, the ply that cannot be played, where it ended."""

    plies: int
    illegal: tuple[int, str, MoveError | ActionRefused] | None
    """number from 1, text, and what is wrong with it"""
    end: tuple[int, Outcome] | None
    """number of the last ply played, and the outcome"""


def replay(options: argparse.Namespace, output: Output) -> int:
    """Play every game of a file; 0 also where moves are illegal, which is what the report says."""
    text = read_file(options.file).decode("utf-8", "replace")
    rules_of = _chosen_rules(options)
    number = 0
    reports = []
    for number, game in enumerate(read_pdn(text), start=1):
        replayed = replay_game(rules_of(number, game), game)
        if options.json:
            reports.append(_to_json(number, replayed))
        else:
            output.say(_to_words(number, replayed))
    if not number:
        raise Problem(said("cli.error.pdn-empty", path=str(options.file)))
    if options.json:
        output.json(reports)
    return 0


def _chosen_rules(options: argparse.Namespace) -> Callable[[int, PdnGame], PlayRules]:
    if options.regulation is not None:
        regulation = find_regulation(options.regulation).play
        return lambda number, game: regulation
    if options.game is not None:
        preset = bare_rules(find_preset(options.game))
        return lambda number, game: preset
    return _rules_of_file


def _rules_of_file(number: int, game: PdnGame) -> PlayRules:
    """The bare game that a file names by its number. Raises Problem."""
    name = _NAMES_BY_NUMBER.get(game.game_type_number or -1)
    if name is None:
        raise Problem(said("cli.error.pdn-game-type", game=number))
    return bare_rules(game_type(name))


def replay_game(rules: PlayRules, recorded: PdnGame) -> Replayed:
    """Play one game until its moves, the rules or its end stop it. Raises FenError for its first position."""
    first = None if recorded.fen is None else rules.game_type.parse_fen(recorded.fen)
    game = start(rules, NO_CLOCK, _EPOCH, first)
    for ply, move in enumerate(recorded.moves, start=1):
        if game.is_over:
            break
        try:
            game = _played(game, move)
        except (MoveError, ActionRefused) as error:
            return Replayed(len(recorded.moves), (ply, move.text, error), None)
    end = None if game.outcome is None else (game.ply, game.outcome)
    return Replayed(len(recorded.moves), None, end)


def _played(game: Game, move: PdnMove) -> Game:
    game, _ = game.apply(game.turn, Play(move.text), _EPOCH)
    if move.huffed is not None and game.huff_choice:
        game, _ = game.apply(game.turn, Huff(move.huffed), _EPOCH)
    return game


def _code(error: MoveError | ActionRefused) -> str:
    if isinstance(error, IllegalMove):
        return error.why.value
    return error.reason if isinstance(error, ActionRefused) else error.code


def _to_json(number: int, replayed: Replayed) -> dict[str, Any]:
    illegal = []
    if replayed.illegal is not None:
        ply, text, error = replayed.illegal
        illegal.append({"ply": ply, "text": text, "why": _code(error)})
    end = None
    if replayed.end is not None:
        ply, outcome = replayed.end
        end = {
            "ply": ply,
            "result": outcome.result,
            "rule": outcome.reason.value,
            "article": outcome.article or None,
        }
    return {"game": number, "plies": replayed.plies, "illegal": illegal, "end": end}


def _to_words(number: int, replayed: Replayed) -> Said:
    if replayed.illegal is not None:
        ply, text, error = replayed.illegal
        if isinstance(error, IllegalMove):
            return said("cli.replay.illegal", game=number, ply=ply, move=text, why=why_illegal(error.why))
        return said("cli.replay.unplayable", game=number, ply=ply, move=text)
    if replayed.end is not None:
        ply, outcome = replayed.end
        why = reason_name(outcome)
        return said("cli.replay.ended", game=number, ply=ply, result=outcome.result, reason=why)
    return said("cli.replay.open", game=number, count=replayed.plies)
