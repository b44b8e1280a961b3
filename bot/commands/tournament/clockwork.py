"""What an event does by itself: at a stored deadline, or as a stored job."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.commands.context import Context
from bot.commands.tournament import drawing, jobs, opening, privacy, starting
from bot.commands.tournament.due import ERASE_ANSWERS, DueKind
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.work import Work

ON_DEADLINE: Mapping[DueKind, Callable[[Context, EventFile], Awaitable[Any]]] = {
    DueKind.OPENS: opening.open_by_itself,
    DueKind.CLOSES: opening.do_close,
    DueKind.NEXT: starting.start_by_itself,
    DueKind.DEADLINE: jobs.deadline_passed,
}
"""what happens when the deadline in the row of an event has come, by its kind"""

ON_JOB: Mapping[str, Callable[[Context, EventFile, Mapping[str, Any]], Awaitable[Any]]] = {
    drawing.DRAW_LOTS: drawing.draw_by_itself,
    ERASE_ANSWERS: privacy.erase_answers,
    Work.OPEN: jobs.open_games,
    Work.TELL: jobs.tell_players,
    Work.LIVE: jobs.show_table,
    Work.SIGN_UP: opening.tell_stays_open,
    Work.REMIND: jobs.remind,
}
"""jobs about an event by their kind; each gets the payload of its row"""
