"""Deadlines of rounds get back the time in which the bot did not run, as clocks do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.commands.outage import lost_time
from bot.commands.tournament.events import Events
from rules.tournament.actions import DeadlineSet
from rules.tournament.model import Phase
from storage.ids import EventId
from storage.repositories.events import StoredEvent
from storage.repositories.operation import Outage
from storage.unit_of_work import UnitOfWork

FAR = datetime(9999, 1, 1, tzinfo=UTC)


async def credit_deadlines(unit: UnitOfWork, events: Events, outages: Sequence[Outage]) -> None:
    """Move the deadlines of open rounds, those on a platform by its outages as well.

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
        if file.phase is not Phase.RUNNING or not lost or file.event.paused_at is not None:
            continue
        for section in file.event.sections:
            last = section.rounds[-1] if section.rounds else None
            if last is not None and last.deadline is not None and not last.is_over:
                file, _ = await events.act(file, DeadlineSet(section.id, last.number, last.deadline + lost))
