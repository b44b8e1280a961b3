"""What happens in an event by itself, and when: follows from its log, and stands in its row."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from rules.tournament.event import Event
from rules.tournament.model import Phase

OVER = (Phase.FINISHED, Phase.CANCELLED)
ERASE_ANSWERS = "event-erase"
"""kind of the job that erases answers when the regulation lets them be kept no longer"""


class DueKind(StrEnum):
    """What happens when the stored deadline passes; the values are stored."""

    OPENS = "opens"
    """sign-up opens at the hour that the regulation names"""
    CLOSES = "closes"
    """sign-up closes at the hour that the organiser has set"""
    NEXT = "next"
    """the event starts, or its next round is paired"""
    DEADLINE = "deadline"
    """a round should be over"""


def next_due(event: Event) -> tuple[datetime, DueKind] | None:
    """The earliest thing that is due by itself, if any is."""
    return min(_all_due(event), default=None)


def _all_due(event: Event) -> Iterator[tuple[datetime, DueKind]]:
    opens, starts = event.rules.sign_up.opens, event.settings.starts
    if event.phase is Phase.CREATED and opens is not None and starts is not None:
        zone = ZoneInfo(event.rules.schedule.zone)
        yield datetime.combine(starts.astimezone(zone).date(), opens, zone), DueKind.OPENS
    if event.phase is Phase.OPEN and event.closes is not None:
        yield event.closes, DueKind.CLOSES
    if event.phase in (Phase.CLOSED, Phase.RUNNING) and event.next_at is not None and event.paused_at is None:
        yield event.next_at, DueKind.NEXT
    if event.phase is Phase.RUNNING and event.paused_at is None:
        for section in event.sections:
            last = section.rounds[-1] if section.rounds else None
            if last is not None and last.deadline is not None and not last.is_over:
                yield last.deadline, DueKind.DEADLINE
