"""Erasing a person: names and account names go, what was played stays under a number."""

from __future__ import annotations

from bot.commands.acting import do
from bot.commands.challenge import close_challenge
from bot.commands.context import Context
from bot.commands.record import Kind, Status
from bot.replies import said
from rules.actions import Resign
from storage.ids import Subject, SubjectKind


async def answer_forget(ctx: Context, answer: str) -> None:
    """The answer to the question whether to erase everything personal.

    Whoever goes leaves: open challenges are taken back, running games resigned.
    """
    if answer != "yes":
        ctx.tell(said("profile.kept"), subject="forget")
        return
    me = ctx.speaker.id
    for file in await ctx.games.everywhere(me):
        if file.record.status is Status.OFFERED:
            kind = Kind.CANCELLED if me in file.challenger.controllers else Kind.DECLINED
            closed, _ = await ctx.games.append(file, kind, {})
            await close_challenge(ctx, closed, "challenge.cancelled")
        elif file.record.status is Status.RUNNING:
            await do(ctx, file, file.colors_of(me)[0], Resign())
    for side in await ctx.unit.sides.only_of(me):
        await ctx.unit.personal.erase(Subject(SubjectKind.SIDE, side))
    await ctx.people.erase(ctx.input.place.platform, ctx.speaker)
    ctx.games.forget_names()
    ctx.tell(said("profile.erased", number=me), subject="forget")
