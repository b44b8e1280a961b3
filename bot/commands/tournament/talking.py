"""Answers in words to what somebody is being asked: each conversation has its own reader."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.commands.context import Context
from bot.commands.tournament import creating, joining, settings
from rules.notation import looks_like_move
from storage.repositories.dialogues import Dialogue

_READERS: Mapping[str, Callable[[Context, Dialogue, str], Awaitable[bool]]] = {
    creating.NEW: creating.answer_new,
    settings.SETUP: settings.answer_setup,
    joining.JOIN: joining.answer_join,
}


async def answer_question(ctx: Context, text: str) -> bool:
    """Take ``text`` as the answer to what the speaker is asked here; False where it is none."""
    asked = await ctx.people.asked(ctx.speaker.id, ctx.place.id)
    if asked is None or (looks_like_move(text) and await ctx.my_games()):
        return False
    return await _READERS[asked.kind](ctx, asked, text)
