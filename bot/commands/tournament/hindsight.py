"""Two who decide about one thing in the same moment: the second is told of the first before it is changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from bot.commands.context import Context
from bot.commands.tournament.eventfile import EventFile
from bot.replies import said

UNREAD = timedelta(seconds=3)
"""how long what somebody has decided cannot have been read by whoever speaks"""
RECENT = 50
"""entries of a log among which such a decision is looked for"""

Decision = tuple[int, str, dict[str, Any]]
"""number, kind and body of an entry"""


async def need_read(ctx: Context, file: EventFile, is_about: Callable[[Decision], bool]) -> None:
    """Refuse what overrules a decision that the speaker cannot have read yet.

    Meant is the last one that ``is_about`` picks, if another person has made it. Said again, it counts.
    """
    entries = await ctx.unit.log.of(file.row.subject, after=max(0, file.row.log_seq - RECENT))
    for entry in reversed(entries):
        draft = entry.draft
        if not is_about((entry.seq, draft.kind, json.loads(draft.body))):
            continue
        said_at = min(ctx.input.at, ctx.now)
        if draft.actor not in (None, ctx.speaker.id) and said_at < draft.recorded_time + UNREAD:
            name = await ctx.people.name_of(draft.actor) or said("player.number", number=draft.actor)
            ctx.refuse("tournament.at-once", title=file.title, organiser=name)
        return
