"""What is done right after a transaction, or later, outside any input: the jobs of an event."""

from __future__ import annotations

import json
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.commands.context import Context
from bot.commands.tournament.eventfile import EventFile


class Work(StrEnum):
    """Kinds of jobs; the values are stored."""

    PAIR = "event-pair"
    """pair what is to be paired, judge what is over"""
    OPEN = "event-open"
    """open games in the chat"""
    TELL = "event-tell"
    """tell players what they play"""
    LIVE = "event-live"
    """show how it stands"""
    SIGN_UP = "event-sign-up"
    """say until when signing up is possible now"""
    REMIND = "event-remind"
    """of a deadline"""


async def add_work(
    ctx: Context,
    file: EventFile,
    kind: Work,
    key: str,
    payload: dict[str, Any] | None = None,
    due: datetime | None = None,
) -> bool:
    """Let something be done after this transaction, or when it is ``due``.

    False where the same (by ``key``) waits, or was done, already.
    """
    return await ctx.unit.jobs.add(
        kind,
        due or ctx.now,
        json.dumps(payload or {}),
        subject=file.row.subject,
        key=f"{kind}:{file.id}:{key}",
    )


async def judge(ctx: Context, file: EventFile) -> bool:
    """Find out what comes after a round that is over: places, or the next round when the regulation says."""
    return await add_work(ctx, file, Work.PAIR, f"judge:{file.event.seq}")


async def pair_now(ctx: Context, file: EventFile) -> bool:
    """Pair whatever can be paired; False where that has been asked for already."""
    return await add_work(ctx, file, Work.PAIR, f"pair:{file.event.seq}", {"rounds": True})
