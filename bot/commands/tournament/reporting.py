"""Results of games that are played elsewhere: both players say the same, or the organiser decides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.buttons import Press, encode_press
from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter
from bot.commands.registry import COMMANDS
from bot.commands.tournament import errors
from bot.commands.tournament.acting import act, answer
from bot.commands.tournament.conduct import direct
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.finding import find_event, is_arbiter
from bot.commands.tournament.hindsight import Decision, need_read
from bot.commands.tournament.telling import board_name
from bot.replies import Button, Said, said
from rules.tournament.actions import Confirmed, Decided, Reported
from rules.tournament.match import next_game
from rules.tournament.model import BoardNo, EntrantNo, How, Phase
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.results import find_game, format_result, parse_result

_BOARD = re.compile(r"([0-9]{1,7})(?:[.:/]([0-9]{1,3}))?")
_RESULTS = (Decided.kind, Confirmed.kind)
EXAMPLE = "/result 5 1-0"


@COMMANDS.declare(
    "result",
    Parameter("event", Kind.EVENT),
    Parameter("what", Kind.TEXT, required=True),
    aliases={"pl": ("wynik",), "uk": ("rezultat",), "gl": ("resultado",)},
    spoken={"uk": ("результат",)},
)
async def result(ctx: Context, args: Mapping[str, Any]) -> None:
    """Say how a game ended: BOARD or BOARD.GAME, then 1-0, 0-1, 1/2, 1+, 1-, +/-, -/+ or -/-."""
    words = args["what"].split()
    board = _BOARD.fullmatch(words[0]) if words else None
    if board is None or len(words) < 2:
        ctx.refuse("result.how", example=EXAMPLE)
    file = await find_event(
        ctx, args.get("event"), f"result {args['what']}", phases=(Phase.RUNNING, Phase.FINISHED)
    )
    await _take(ctx, file, BoardNo(int(board[1])), int(board[2]) if board[2] else None, " ".join(words[1:]))


async def _take(ctx: Context, file: EventFile, board: BoardNo, game: int | None, text: str) -> None:
    try:
        value, how = parse_result(text)
        if value in ("1+", "1-") and value not in file.results:
            raise EventRefused(Refusal.NOT_A_RESULT, result=text, how=None)
        number = _game_number(file, board, game)
        find_game(file.event, board, number)
    except EventRefused as error:
        ctx.refuse_with(errors.refused(file, error))
    mine = _mine(ctx, file, board)
    if is_arbiter(ctx, file):
        await _need_read(ctx, file, board, number)
        file = await direct(ctx, file, Decided(board, number, value, how), _decided(ctx))
    elif mine:
        await _report(ctx, file, board, number, value, how, mine)
    else:
        ctx.refuse("result.stranger", board=board_name(file, board, number))
    if ctx.place.home not in file.places:
        answer(ctx, file, said("result.noted", board=board_name(file, board, number)))


async def _need_read(ctx: Context, file: EventFile, board: BoardNo, game: int) -> None:
    """Two who give different results at once overrule neither each other nor what both players say."""

    def is_result(made: Decision) -> bool:
        _, kind, body = made
        return kind in _RESULTS and (body["board"], body["game"]) == (board, game)

    await need_read(ctx, file, is_result)


def _game_number(file: EventFile, board: BoardNo, game: int | None) -> int:
    """The game that is meant: the one named, the one that is due, or the only one. Raises EventRefused."""
    pairing = file.event.find(board).pairing
    due = next_game(pairing)
    if game is not None:
        return game
    return due.game if due is not None else max(1, len(pairing.games))


def _mine(ctx: Context, file: EventFile, board: BoardNo) -> list[EntrantNo]:
    players = file.event.find(board).pairing.players
    return [number for number in players if ctx.speaker.id in file.controllers(number)]


def _decided(ctx: Context) -> Said:
    return said("result.by-organiser", organiser=ctx.speaker.name)


async def _report(
    ctx: Context, file: EventFile, board: BoardNo, game: int, value: str, how: How, mine: list[EntrantNo]
) -> None:
    """What one side says; whoever acts for both sides has said it for both."""
    if len(mine) == 2:
        file, _ = await act(ctx, file, Reported(board, game, value, mine[0], how))
        await direct(ctx, file, Confirmed(board, game, mine[1]))
        return
    before, shown = file.event.find(board).pairing.games[game - 1], format_result(value, how)
    press = Press("confirm", file.code, argument=f"{board}.{game} {shown}")
    label = said("button.confirm-result", board=board_name(file, board, game), result=shown)
    is_agreed = before.proposed_by not in (None, *mine) and before.proposed == value
    buttons = () if is_agreed else ((Button(label, encode_press(press)),),)
    await direct(ctx, file, Reported(board, game, value, mine[0], how), buttons=buttons)


async def confirm(ctx: Context, pressed: Press) -> None:
    """The button under a reported result: the opponent agrees to exactly that result."""
    file = await ctx.events.by_code(pressed.code)
    words = pressed.argument.split(" ", 1)
    board = _BOARD.fullmatch(words[0])
    if file is None or board is None or len(words) != 2:
        ctx.refuse("error.unknown-button")
    number, game = BoardNo(int(board[1])), int(board[2] or 1)
    try:
        value, how = parse_result(words[1])
        _, played = find_game(file.event, number, game)
    except EventRefused as error:
        ctx.refuse_with(errors.refused(file, error))
    mine = _mine(ctx, file, number)
    if is_arbiter(ctx, file) and not mine:
        await _need_read(ctx, file, number, game)
        await direct(ctx, file, Decided(number, game, value, how), _decided(ctx))
        return
    if not mine:
        ctx.refuse("result.stranger", board=board_name(file, number, game))
    others = [no for no in mine if no != played.proposed_by]
    if not others:
        ctx.refuse("error.not-your-button")
    if (played.proposed, played.proposed_how) != (value, how):
        ctx.refuse("error.stale-button")
    await direct(ctx, file, Confirmed(number, game, others[0]))
