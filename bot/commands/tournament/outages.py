"""Deadlines of rounds and of signing up get back the time in which the bot did not run, as clocks do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.commands.outage import lost_time
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.events import Events
from bot.commands.tournament.work import Work
from rules.tournament.actions import DeadlineSet, Opened
from rules.tournament.model import Phase
from storage.ids import EventId
from storage.repositories.events import StoredEvent
from storage.repositories.operation import Outage
from storage.unit_of_work import UnitOfWork

FAR = datetime(9999, 1, 1, tzinfo=UTC)


async def credit_deadlines(unit: UnitOfWork, events: Events, outages: Sequence[Outage]) -> None:
    """Move the deadlines of open rounds and sign-ups, those on a platform by its outages as well.

    The hour of a next round is a clock's on the wall, and stays.
    """
    found: dict[EventId, StoredEvent] = {}
    hit: dict[EventId, list[Outage]] = defaultdict(list)
    for platform in {outage.platform for outage in outages}:
        for row in await unit.events.due(FAR, limit=100_000, on=platform):
            found[row.id] = row
            hit[row.id] += [outage for outage in outages if outage.platform == platform]
    for row in found.values():
        file = await events.load(row)
        lost = lost_time(hit[row.id], row.updated)
        if file.phase is Phase.OPEN and file.event.closes is not None and lost:
            await _stay_open(unit, events, file, file.event.closes, lost, max(o.ended for o in hit[row.id]))
        if file.phase is not Phase.RUNNING or not lost or file.event.paused_at is not None:
            continue
        for section in file.event.sections:
            last = section.rounds[-1] if section.rounds else None
            if last is not None and last.deadline is not None and not last.is_over:
                file, _ = await events.act(file, DeadlineSet(section.id, last.number, last.deadline + lost))


async def _stay_open(
    unit: UnitOfWork, events: Events, file: EventFile, closes: datetime, lost: timedelta, now: datetime
) -> None:
    """Let a sign-up close so much later, though not after the start, and have its chats hear of it."""
    starts = file.event.settings.starts
    later = closes + lost if starts is None else min(closes + lost, max(starts, closes))
    if later != closes:
        file, _ = await events.act(file, Opened(file.event.commitment, later))
        key = f"{Work.SIGN_UP}:{file.id}:{file.event.seq}"
        await unit.jobs.add(Work.SIGN_UP, now, subject=file.row.subject, key=key)
