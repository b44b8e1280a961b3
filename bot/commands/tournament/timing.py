"""When rounds begin and end: schedules in local time, deadlines, reminders."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.commands.context import Context
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.rounds import paired_at
from bot.commands.tournament.work import Work, add_work
from rules.tournament.eventrules import Pace
from rules.tournament.happenings import RoundPaired
from rules.tournament.model import Section

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
SHORTEST = timedelta(minutes=10)
"""deadlines nearer than this come without a reminder"""


def pace_of(file: EventFile) -> Pace:
    """When the next round is paired: as the organiser has set, otherwise as the regulation says."""
    return file.event.settings.pace or file.rules.schedule.pace


def later(moment: datetime, by: timedelta, zone: ZoneInfo) -> datetime:
    """``moment`` and ``by``: whole days keep the hour of the local clock, whatever happens to that."""
    if by % DAY:
        return moment + by
    local = moment.astimezone(zone)
    return (local.replace(tzinfo=None) + by).replace(tzinfo=zone)


def deadline_of(file: EventFile, now: datetime) -> datetime | None:
    """The deadline of a round that is paired ``now``."""
    limit = file.rules.schedule.deadline
    return None if limit is None else later(now, limit, file.zone)


def next_round_at(file: EventFile, section: Section, now: datetime) -> datetime:
    """When the round after the last one of ``section`` is paired, where rounds keep an interval.

    The hour is that of the event's start, where it has one.
    """
    interval = file.rules.schedule.interval or DAY
    last = paired_at(file, section) or now
    moment = later(last, interval, file.zone)
    starts = file.event.settings.starts
    if starts is not None and not interval % DAY:
        hour = starts.astimezone(file.zone).time()
        moment = datetime.combine(moment.astimezone(file.zone).date(), hour, file.zone)
    return moment


async def remind_later(ctx: Context, file: EventFile, paired: RoundPaired) -> None:
    """Let the players be reminded of a deadline: a day before, or at half of a shorter time."""
    if paired.deadline is None:
        return
    left = paired.deadline - ctx.now
    if left < SHORTEST:
        return
    due = paired.deadline - (DAY if left > DAY else left / 2)
    payload = {"section": paired.section, "round": paired.round, "deadline": paired.deadline.isoformat()}
    await add_work(ctx, file, Work.REMIND, f"{file.event.seq}:{paired.section}", payload, due)
