"""Pauses of a whole event: nothing falls due meanwhile, and all that was due later is put off by as much."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from rules.tournament import actions
from rules.tournament.happenings import EventHappening
from rules.tournament.model import Phase, Section
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.signup import need_phase

if TYPE_CHECKING:
    from rules.tournament.event import Event

Told = tuple[EventHappening, ...]


def pause(event: Event, action: actions.Paused, at: datetime) -> tuple[Event, Told]:
    need_phase(event, Phase.RUNNING)
    if event.paused_at is not None:
        raise EventRefused(Refusal.ALREADY_THERE)
    return replace(event, paused_at=at), ()


def resume(event: Event, action: actions.Resumed, at: datetime) -> tuple[Event, Told]:
    """Deadlines of rounds and the time of the next one move by the length of the pause."""
    need_phase(event, Phase.RUNNING)
    if event.paused_at is None:
        raise EventRefused(Refusal.ALREADY_THERE)
    lost = at - event.paused_at
    sections = tuple(_later(section, lost) for section in event.sections)
    next_at = None if event.next_at is None else event.next_at + lost
    return replace(event, paused_at=None, sections=sections, next_at=next_at), ()


def _later(section: Section, lost: timedelta) -> Section:
    last = section.rounds[-1] if section.rounds else None
    if last is None or last.deadline is None:
        return section
    moved = replace(last, deadline=last.deadline + lost)
    return replace(section, rounds=(*section.rounds[:-1], moved))
