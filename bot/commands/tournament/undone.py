"""What a decision was that is taken back, as a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.telling import board_name, heading
from bot.replies import Said, said
from rules.tournament import actions
from rules.tournament.actions import EventAction


def undone_lines(file: EventFile, action: EventAction, organiser: str) -> Iterator[Said]:
    """What is taken back by ``organiser``; ``file`` is the event before that."""
    yield said("undo.done", what=_what(file, action), organiser=organiser)
    if isinstance(action, actions.Paired):
        yield said("undo.pair-again", id=file.slug)


def _what(file: EventFile, action: EventAction) -> Said:
    match action:
        case actions.Paired(section=section, round=number):
            return said("undo.paired", heading=heading(file, file.event.section(section)), round=number)
        case actions.Started(stage=stage):
            if len(file.rules.stages) == 1:
                return said("undo.begun")
            return said("undo.started", stage=file.rules.stages[stage].names)
        case actions.RoundsSet(section=section):
            return said("undo.rounds", heading=heading(file, file.event.section(section)))
        case actions.DeadlinePassed(section=section, round=number):
            return said("undo.deadline", heading=heading(file, file.event.section(section)), round=number)
        case actions.Reported() | actions.Confirmed() | actions.Decided():
            return said("undo.result", board=board_name(file, action.board, action.game))
        case actions.Withdrawn(number=number):
            return said("undo.withdrawn", player=file.name(number))
        case actions.Returned(number=number):
            return said("undo.returned", player=file.name(number))
        case actions.Excluded(number=number):
            return said("undo.excluded", player=file.name(number))
        case actions.ByeRequested(number=number, round=round_):
            return said("undo.bye", player=file.name(number), round=round_)
        case actions.Forbade(first=first, second=second):
            return said("undo.forbade", first=file.name(first), second=file.name(second))
    return said("undo.order")
