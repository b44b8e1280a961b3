"""``damka moves`` and ``damka perft``: the rules of a game, asked directly."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from bot.cli.games import find_game
from bot.cli.output import Output
from bot.cli.problems import explain_fen
from rules.errors import FenError
from rules.gametype import GameType, Position
from rules.moves import Move

LONGEST_FEN = 4096
"""characters of a position that are read"""


def moves(options: argparse.Namespace, output: Output) -> int:
    """Print the legal moves of one position, or of each line of standard input."""
    game = find_game(options.game)
    if options.fen != "-":
        _print_moves(game, options.fen, options, output, as_json=options.json)
        return 0
    status = 0
    for line in _lines():
        try:
            _print_moves(game, line, options, output, as_json=True)
        except FenError as error:
            output.json({"error": output.words(explain_fen(error))})
            status = 2
    return status


def perft(options: argparse.Namespace, output: Output) -> int:
    """Print the number of distinct move sequences of a length."""
    from rules.perft import perft as count

    game = find_game(options.game)
    position = game.parse_fen(options.fen) if options.fen else game.initial_position()
    nodes = count(game, position, options.depth)
    if options.json:
        output.json({"game": game.name, "depth": options.depth, "nodes": nodes})
    else:
        output.say(str(nodes))
    return 0


def _lines() -> Iterator[str]:
    """The lines of standard input that are not blank; what is no UTF-8 shows as U+FFFD."""
    while line := sys.stdin.buffer.readline(LONGEST_FEN * 4):
        if text := line.decode("utf-8", "replace").strip():
            yield text


def _print_moves(
    game: GameType[Any], fen: str, options: argparse.Namespace, output: Output, *, as_json: bool
) -> None:
    position = game.parse_fen(fen[: LONGEST_FEN + 1])
    found = _with_violations(position) if options.violations else position.legal_moves()
    if as_json:
        output.json([_described(game, position, move) for move in found])
    else:
        for move in found:
            output.say(game.format_move(position, move))


def _with_violations(position: Position) -> tuple[Move, ...]:
    """The legal moves and those that huffing accepts and punishes."""
    from rules.huff import accepted_moves
    from rules.position import DraughtsPosition

    if not isinstance(position, DraughtsPosition):
        return position.legal_moves()
    return accepted_moves(position)


def _described(game: GameType[Any], position: Position, move: Move) -> dict[str, Any]:
    squares = [game.format_square(square) for square in move.path]
    return {
        "from": squares[0],
        "to": squares[-1],
        "path": squares,
        "captured": [game.format_square(square) for square in move.captured],
        "promotes": move.promotes,
        "text": game.format_move(position, move),
    }
