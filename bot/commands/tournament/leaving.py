"""Leaving before the start, being there, and taking a consent back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter
from bot.commands.registry import COMMANDS
from bot.commands.tournament.acting import Happened, act, announce, answer, spoken_name
from bot.commands.tournament.eventfile import ENTERED, EventFile
from bot.commands.tournament.finding import find_entrant, find_event, find_mine, is_organiser
from bot.commands.tournament.joining import tell_joined
from bot.replies import said
from rules.tournament.actions import CheckedIn, Withdrawn
from rules.tournament.model import EntrantNo, Phase
from rules.tournament.signup import BEFORE_START

EVENT = Parameter("event", Kind.EVENT)
NAME = Parameter("name", Kind.TEXT)


def _is_in(ctx: Context, file: EventFile) -> bool:
    return bool(file.controlled_by(ctx.speaker.id, *ENTERED))


@COMMANDS.declare(
    "leave",
    EVENT,
    NAME,
    aliases={"pl": ("wypisz",), "uk": ("vyity",), "gl": ("marchar",)},
    spoken={"uk": ("вийти",)},
)
async def leave(ctx: Context, args: Mapping[str, Any]) -> None:
    """Leave a tournament before it starts; what was answered at sign-up is erased."""
    name = args.get("name", "").strip()
    file = await find_event(
        ctx,
        args.get("event"),
        f"leave {name}".strip(),
        phases=BEFORE_START,
        is_meant=lambda f: _is_in(ctx, f),
    )
    mine = file.controlled_by(ctx.speaker.id, *ENTERED)
    number = find_mine(ctx, file, name, "leave", mine, none="leave.not-in")
    if file.phase is Phase.RUNNING:
        ctx.refuse("leave.running", name=file.name(number))
    file, happened = await do_leave(ctx, file, number)
    answer(ctx, file, said("leave.done", name=spoken_name(ctx, file, number), title=file.title))
    await tell_joined(ctx, file, happened)


async def do_leave(ctx: Context, file: EventFile, number: EntrantNo) -> tuple[EventFile, Happened]:
    """An entrant leaves before the start, and the answers with them."""
    file, happened = await act(ctx, file, Withdrawn(number))
    return await ctx.events.erase_answers(file, number), happened


@COMMANDS.declare(
    "checkin",
    EVENT,
    NAME,
    aliases={"pl": ("jestem",), "uk": ("ya_tut",), "gl": ("presente",)},
    spoken={"uk": ("я тут",)},
)
async def checkin(ctx: Context, args: Mapping[str, Any]) -> None:
    """Say that you are there, where the tournament asks for it; the organiser may say so for others."""
    name = args.get("name", "").strip()
    file = await find_event(
        ctx,
        args.get("event"),
        f"checkin {name}".strip(),
        phases=BEFORE_START,
        is_meant=lambda f: f.rules.sign_up.check_in,
    )
    if name and is_organiser(ctx, file):
        numbers = [find_entrant(ctx, file, name, "checkin", *ENTERED)]
    elif name:
        mine = file.controlled_by(ctx.speaker.id, *ENTERED)
        numbers = [find_mine(ctx, file, name, "checkin", mine, none="leave.not-in")]
    else:
        numbers = [entrant.number for entrant in file.controlled_by(ctx.speaker.id, *ENTERED)]
    if not numbers:
        ctx.refuse("leave.not-in", title=file.title)
    for number in numbers:
        file, _ = await act(ctx, file, CheckedIn(number))
    here = sum(entrant.is_here for entrant in file.event.having(*ENTERED))
    await announce(
        ctx,
        file,
        said("checkin.done", names=file.names(numbers), count=here),
        subject=f"checkin:{file.code}",
    )
    if ctx.place.home not in file.places:
        answer(ctx, file, said("checkin.noted", names=file.names(numbers)))
