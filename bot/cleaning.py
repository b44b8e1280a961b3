"""Forgets what is done with, so that a database holds what is played and not all that was ever said."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from bot.timekeeper import Timekeeper
from storage import Database

_log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""how long messages and ids of inputs are kept when they are done with"""
EVERY = timedelta(days=1)


async def keep_clean(db: Database, timekeeper: Timekeeper) -> None:
    """Forget now and once a day, until cancelled: a program may well be started anew every night."""
    while True:
        before = timekeeper.now() - KEPT
        try:
            async with db.unit_of_work() as unit:
                await unit.outbox.prune(before)
                await unit.posted.prune()
                await unit.inbox.prune(before)
                await unit.jobs.prune(before)
                await unit.dialogues.prune(before)
                await unit.operation.prune(before)
                await unit.commit()
        except Exception:
            _log.exception("cleaning waits for tomorrow")
        await asyncio.sleep(EVERY.total_seconds())
