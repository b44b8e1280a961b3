"""``damka show``: what is stored, for programs and for people."""

from __future__ import annotations

import argparse
import asyncio
from datetime import datetime
from typing import Any

from bot.cli.addresses import database_address
from bot.cli.output import Output
from bot.cli.problems import Problem
from bot.commands.gamefile import GameFile
from bot.commands.games import GameCache, GameReader
from bot.commands.transcript import pdn_of
from bot.regulations import Library
from bot.replies import said
from bot.words import reason_name, result_name
from rules.clock import Clock, format_clock
from rules.ending import Outcome
from rules.game import Game
from rules.pieces import Color
from storage import open_database

LONGEST_CODE = 16


def show(options: argparse.Namespace, output: Output) -> int:
    """Print a game or an event. Works beside a running bot, and on what nobody may write to."""
    if options.action == "tournament":
        from bot.cli.show_event import show_tournament

        return show_tournament(options, output)
    file = asyncio.run(_load(options))
    if options.json:
        output.json(describe(file, output))
        return 0
    game = file.record.game
    if game is None:
        output.say(
            said("cli.show.offer", code=file.code, player=file.challenger.name, status=file.row.status.value)
        )
        return 0
    output.say(pdn_of(file))
    if game.outcome is not None:
        output.say(said("cli.show.ended", result=result_name(game.outcome), reason=reason_name(game.outcome)))
    elif not game.is_over:
        output.say(
            said(
                "cli.show.turn",
                player=file.name(game.turn),
                fen=game.rules.game_type.format_fen(game.position),
            )
        )
    return 0


async def _load(options: argparse.Namespace) -> GameFile:
    database = open_database(database_address(options.db), read_only=True)
    try:
        await database.check_version()
        async with database.reading() as reading:
            row = await reading.games.by_code(options.id)
            if row is None:
                raise Problem(said("cli.error.no-show", code=options.id[:LONGEST_CODE]))
            return await GameReader(reading, Library.shipped(), GameCache()).load(row)
    finally:
        await database.close()


def describe(file: GameFile, output: Output) -> dict[str, Any]:
    """The whole state of a game: times in ISO 8601 and UTC, clocks in seconds, squares as the game does."""
    record, regulation = file.record, file.regulation
    game = record.game
    state: dict[str, Any] = {
        "code": file.code,
        "status": record.status.value,
        "version": file.row.log_seq,
        "chats": len(file.places),
        "created": _moment(file.row.created),
        "updated": _moment(file.row.updated),
        "regulation": {
            "id": regulation.id,
            "version": regulation.version,
            "hash": regulation.hash,
            "game": regulation.play.game_type.name,
        },
        "players": [
            {
                "seat": seat.number,
                "name": output.words(seat.name) or None,
                "color": None if (color := record.color_of(seat.number)) is None else color.value,
                "invited": seat.invited,
            }
            for seat in file.seats
        ],
        "clock": {"setting": record.terms.clock},
        "deadline": None,
        "due": _due(file, output),
        "result": None,
    }
    if record.deadline is not None:
        at, kind = record.deadline
        state["deadline"] = {"at": _moment(at), "kind": kind.value}
    if game is not None:
        state |= _play(game)
    return state


def _play(game: Game) -> dict[str, Any]:
    game_type = game.rules.game_type
    square = game_type.format_square
    return {
        "first": game_type.format_fen(game.first),
        "fen": game_type.format_fen(game.position),
        "ply": game.ply,
        "turn": None if game.is_over else game.turn.value,
        "moves": [
            {
                "ply": ply,
                "color": played.color.value,
                "text": played.text,
                "path": list(map(square, played.move.path)),
                "captured": list(map(square, played.move.captured)),
                "promotes": played.move.promotes,
                "huffed": None if played.huffed is None else square(played.huffed),
            }
            for ply, played in enumerate(game.moves, start=1)
        ],
        "clock": _clock(game.clock),
        "paused": game.is_paused,
        "counts": [
            {
                "rule": count.rule.reason.value,
                "article": count.rule.article,
                "done": count.done,
                "of": count.of,
                "since_ply": count.since_ply,
            }
            for count in game.counts()
        ],
        "impossible": {color.value: game.impossible_of(color) for color in Color},
        "huff_choice": list(map(square, game.huff_choice)),
        "draw_offer": None
        if game.offer is None
        else {"by": game.offer.by.value, "advantage": _color(game.offer.advantage)},
        "abort_offer": _color(game.abort_offer),
        "result": None if game.outcome is None else _result(game.outcome),
    }


def _clock(clock: Clock) -> dict[str, Any]:
    """What each side had when the running one's turn began, or when the clock was stopped."""
    return {
        "setting": format_clock(clock.settings),
        "white": None if clock.white is None else clock.white.total_seconds(),
        "black": None if clock.black is None else clock.black.total_seconds(),
        "running": _color(clock.running),
        "since": None if clock.since is None else _moment(clock.since),
    }


def _result(outcome: Outcome) -> dict[str, Any]:
    return {
        "result": outcome.result,
        "winner": _color(outcome.winner),
        "rule": outcome.reason.value,
        "article": outcome.article or None,
        "pattern": outcome.rule,
        "count": outcome.count,
        "since_ply": outcome.since_ply,
        "advantage": _color(outcome.advantage),
        "advantage_article": outcome.advantage_article or None,
        "kings": None if outcome.kings is None else {"white": outcome.kings[0], "black": outcome.kings[1]},
        "stopped_by": None if outcome.stopped_by is None else outcome.stopped_by.value,
        "stopped_article": outcome.stopped_article or None,
    }


def _due(file: GameFile, output: Output) -> list[dict[str, Any]]:
    """Whose turn it is to do what."""
    game = file.record.game
    if file.record.is_over:
        return []
    if game is None:
        return [
            {"who": output.words(file.challenged.name) or None, "color": None, "what": "answer-challenge"}
        ]
    due = []
    if game.offer is not None:
        due.append((game.offer.by.opponent, "answer-draw"))
    if game.abort_offer is not None:
        due.append((game.abort_offer.opponent, "answer-abort"))
    if not game.is_paused:
        due.append((game.turn, "choose-huff" if game.huff_choice else "move"))
    return [
        {"who": output.words(file.name(color)), "color": color.value, "what": what} for color, what in due
    ]


def _color(color: Color | None) -> str | None:
    return None if color is None else color.value


def _moment(moment: datetime) -> str:
    return moment.isoformat()
