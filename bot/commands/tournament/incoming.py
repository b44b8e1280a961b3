"""What becomes of a game that is played in a chat for an event: its result flows into the event."""

from __future__ import annotations

from bot.commands.context import Context, Line, Rows
from bot.commands.gamefile import GameFile
from bot.commands.threads import close_threads, say_end
from bot.commands.tournament.acting import act
from bot.commands.tournament.boards import has_moved
from bot.commands.tournament.conduct import direct
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.work import Work, add_work
from rules.actions import Action
from rules.ending import Outcome, Reason
from rules.errors import RulesError
from rules.game import Game
from rules.pieces import Color
from rules.tournament.actions import GameCalledOff, GameEnded
from rules.tournament.match import NextGame
from rules.tournament.model import How, Phase

_NOT_COME = (Reason.FORFEIT, Reason.FLAG, Reason.DEADLINE)
"""reasons by which somebody loses who has perhaps not come at all"""


async def lock_if_over(ctx: Context, file: GameFile, by: Color | None, action: Action) -> None:
    """Lock the event of a game that ``action`` ends: an event is always locked before its games."""
    if file.row.event is None:
        return
    try:
        game, _ = file.game.apply(by, action, ctx.at(file))
    except RulesError:
        return
    if game.is_over:
        await ctx.unit.events.lock(file.row.event)


async def game_ended(ctx: Context, file: GameFile, lines: list[Line], buttons: Rows) -> None:
    """Announce the end of a game together with what it means in its event."""
    event, due = await _find(ctx, file)
    outcome = file.game.outcome
    if event is None or due is None or outcome is None:
        await say_end(ctx, file, *lines, buttons=buttons)
        return
    action = GameEnded(
        due.board,
        due.game,
        file.code,
        outcome.result,
        _how(file.game, outcome),
        outcome.reason.value,
        outcome.article,
    )
    await close_threads(ctx, file, *lines, buttons=buttons)
    await direct(ctx, event, action, *lines, buttons=buttons)


async def called_off(ctx: Context, file: GameFile) -> None:
    """The players have called a game off that had hardly begun: a new one is due in its place."""
    event, due = await _find(ctx, file)
    if event is not None and due is not None:
        event, _ = await act(ctx, event, GameCalledOff(due.board, due.game, file.code))
        await add_work(ctx, event, Work.OPEN, f"{event.event.seq}")


async def _find(ctx: Context, file: GameFile) -> tuple[EventFile | None, NextGame | None]:
    event = None if file.row.event is None else await ctx.events.by_id(file.row.event)
    if event is None or event.phase is not Phase.RUNNING:
        return None, None
    return event, next((due for due in event.event.next_games() if due.code == file.code), None)


def _how(game: Game, outcome: Outcome) -> How:
    """A loss of somebody who has not made a move is no game that was played."""
    if outcome.reason in _NOT_COME and outcome.winner is not None:
        return How.PLAYED if has_moved(game, outcome.winner.opponent) else How.FORFEIT
    return How.PLAYED
