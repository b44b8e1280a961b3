"""A short lesson before the start, where the regulation has one: the game's rules and a few pictures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.commands.context import Context
from bot.commands.place import Place
from bot.commands.tournament.acting import announce
from bot.commands.tournament.eventfile import EventFile
from bot.regulations import readable
from bot.replies import BoardImage, Said, said
from bot.words import by_article
from rules.gametype import GameType
from rules.moves import Move

LONGEST = 24
"""plies after which the example ends, whether something was taken or not"""


async def show_lesson(ctx: Context, file: EventFile) -> None:
    """How the game is played: its rules as the regulation has them, the start, a move, a capture."""
    game_type = file.regulation.play.game_type
    rules = _of_the_game(file)
    title = by_article(said("lesson.title", title=file.title), file.rules.lesson_article)
    first = game_type.format_fen(game_type.initial_position())
    await announce(ctx, file, title, *rules, picture=partial(_picture, file, first, None))
    for key, text, fen, move in _examples(game_type):
        await announce(ctx, file, Said(key, {"move": text}), picture=partial(_picture, file, fen, move))


def _of_the_game(file: EventFile) -> list[Said]:
    """The part of the regulation about the moves."""
    lines = [line for line in readable(file.regulation) if isinstance(line, Said)]
    keys = [line.key for line in lines]
    begin = keys.index("regulation.section.game") + 1
    end = next(
        (at for at in range(begin, len(keys)) if keys[at].startswith("regulation.section.")), len(keys)
    )
    return lines[begin:end]


def _examples(game_type: GameType[Any]) -> Iterator[tuple[str, str, str, Move]]:
    """The first move, and the first capture of an example that captures as soon as it can."""
    position = game_type.initial_position()
    for ply in range(LONGEST):
        legal = position.legal_moves()
        if not legal:
            return
        move = next((move for move in legal if move.captured), legal[(ply * 5 + 3) % len(legal)])
        text = game_type.format_move(position, move)
        position = game_type.play(position, move)
        if ply == 0:
            yield "lesson.move", text, game_type.format_fen(position), move
        if move.captured:
            yield "lesson.capture", text, game_type.format_fen(position), move
            return


def _picture(file: EventFile, fen: str, move: Move | None, place: Place) -> BoardImage:
    return BoardImage(
        game=file.regulation.play.game_type.name,
        fen=fen,
        last=move.path if move is not None else (),
        taken=move.captured if move is not None else (),
        theme=place.settings.theme,
        labels=file.regulation.notation,
    )
