"""Erasing a person: names and account names go, what was played stays under a number."""

from __future__ import annotations

import json

from bot.buttons import Press, encode_press
from bot.commands import challenge
from bot.commands.acting import do
from bot.commands.context import Context
from bot.commands.people import NAME
from bot.commands.record import Kind, Status
from bot.commands.tournament.privacy import erase_everywhere
from bot.replies import Button, said
from rules.actions import Resign
from storage.ids import Subject, SubjectKind


async def ask_to_forget(ctx: Context) -> None:
    """Ask once, and say what it costs."""
    buttons = tuple(
        Button(
            said(f"button.forget-{answer}"),
            encode_press(Press("forget", argument=f"{answer} {ctx.speaker.id}")),
        )
        for answer in ("yes", "no")
    )
    count = len(await ctx.games.everywhere(ctx.speaker.id))
    question = said("ask.forget", count=count) if count else said("ask.forget-nothing-open")
    ctx.tell(question, buttons=(buttons,), subject="forget", personal=True)


async def answer_forget(ctx: Context, argument: str) -> None:
    """The answer to the question whether to erase everything personal, from the one who was asked.

    Whoever goes leaves: open challenges are taken back, running games resigned. That is told already without
    the name.
    """
    answer, _, asked = argument.partition(" ")
    if answer not in ("yes", "no"):
        ctx.refuse("error.unknown-button")
    if asked != str(ctx.speaker.id):
        ctx.refuse("error.not-your-button")
    if answer == "no":
        ctx.tell(said("profile.kept"), subject="forget")
        return
    names = [(each.platform, each.username) for each in await ctx.people.accounts(ctx.speaker.id)]
    await _erase(ctx)
    await erase_everywhere(ctx)
    await _leave(ctx)
    for platform, username in names:
        if username is None:
            continue
        await ctx.unit.events.uninvite_everywhere(platform, username)
        for file in await ctx.games.for_name(platform, username):
            await challenge.close(ctx, await ctx.games.uninvite(file), Kind.CANCELLED)
    ctx.tell(said("profile.erased", number=ctx.speaker.id), subject="forget")


async def _erase(ctx: Context) -> None:
    """Every value about the person, arbiters' reasons in their games, and what was said with their names."""
    me, unit = ctx.speaker.id, ctx.unit
    sides = await unit.sides.only_of(me)
    names = {ctx.speaker.name, *(await unit.personal.many(SubjectKind.SIDE, sides, NAME)).values()}
    if ctx.speaker.username:
        names.add(f"@{ctx.speaker.username}")
    for account in await ctx.people.accounts(me):
        names.add(await ctx.people.account_name(account))
        if account.username:
            names.add(f"@{account.username}")
    for side in sides:
        await unit.personal.erase(Subject(SubjectKind.SIDE, side))
    for seated in await unit.games.of_person(me, tuple(Status)):
        await unit.personal.erase(seated.game.subject)
    await ctx.people.erase(me)
    ctx.games.forget_names()
    for name in names - {""}:
        await unit.outbox.scrub(json.dumps(name, ensure_ascii=False)[1:-1])


async def _leave(ctx: Context) -> None:
    """End everything open in which the person takes part."""
    me = ctx.speaker.id
    for file in await ctx.games.everywhere(me):
        if file.record.status is Status.RUNNING:
            await do(ctx, file, file.colors_of(me)[0], Resign())
        elif me in file.challenger.controllers:
            await challenge.close(ctx, file, Kind.CANCELLED)
        else:
            await challenge.close(ctx, file, Kind.DECLINED, opponent=file.challenged.name)
