"""Leaving an event that runs, coming back, being excluded, a round off; and taking a decision back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.registry import COMMANDS
from bot.commands.tournament.acting import answer, spoken_name
from bot.commands.tournament.announcing import stated
from bot.commands.tournament.conduct import direct
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.finding import find_entrant, find_event, find_mine, find_organised, is_organiser
from bot.commands.tournament.hindsight import need_read
from bot.commands.tournament.joining import tell_joined
from bot.commands.tournament.leaving import do_leave
from bot.commands.tournament.undone import undone_lines
from bot.replies import said
from rules.tournament.actions import ByeRequested, Excluded, Returned, Undone, Withdrawn
from rules.tournament.model import EntrantNo, Phase, Standing
from rules.tournament.undoing import last_decision

EVENT = Parameter("event", Kind.EVENT)
NAME = Parameter("name", Kind.TEXT)


async def _whom(
    ctx: Context, args: Mapping[str, Any], command: str, *standings: Standing
) -> tuple[EventFile, EntrantNo]:
    """The event and the entrant that are meant: the organiser names anybody, others those they act for."""
    name = args.get("name", "").strip()
    file = await find_event(
        ctx,
        args.get("event"),
        f"{command} {name}".strip(),
        phases=(Phase.RUNNING,),
        is_meant=lambda f: is_organiser(ctx, f) or bool(f.controlled_by(ctx.speaker.id)),
    )
    if name and is_organiser(ctx, file):
        return file, find_entrant(ctx, file, name, command, *standings)
    mine = file.controlled_by(ctx.speaker.id, *standings)
    return file, find_mine(ctx, file, name, command, mine, none="leave.not-in")


@COMMANDS.declare(
    "withdraw",
    EVENT,
    NAME,
    aliases={"pl": ("wycofaj",), "uk": ("vybuty",), "gl": ("retirar",)},
    spoken={"uk": ("вибути",)},
)
async def withdraw(ctx: Context, args: Mapping[str, Any]) -> None:
    """Leave a tournament that has begun; the organiser can say it for somebody."""
    file, number = await _whom(ctx, args, "withdraw", Standing.IN)
    if file.phase is not Phase.RUNNING:
        file, happened = await do_leave(ctx, file, number)
        answer(ctx, file, said("leave.done", name=spoken_name(ctx, file, number), title=file.title))
        await tell_joined(ctx, file, happened)
        return
    await direct(ctx, file, Withdrawn(number))


@COMMANDS.declare(
    "return",
    EVENT,
    NAME,
    aliases={"pl": ("wroc",), "uk": ("povernutysia",), "gl": ("volver",)},
    spoken={"pl": ("wróć",), "uk": ("повернутися",)},
)
async def come_back(ctx: Context, args: Mapping[str, Any]) -> None:
    """Play again from the next round on, after having left."""
    file, number = await _whom(ctx, args, "return", Standing.WITHDRAWN)
    if number in file.forgotten:
        ctx.refuse("return.forgotten", player=file.name(number))
    await direct(ctx, file, Returned(number))


@COMMANDS.declare(
    "exclude",
    EVENT,
    Parameter("name", Kind.TEXT, required=True),
    aliases={"pl": ("wyklucz",), "uk": ("vykliuchyty",), "gl": ("excluir",)},
    spoken={"uk": ("виключити",)},
    role=Role.ORGANISER,
)
async def exclude(ctx: Context, args: Mapping[str, Any]) -> None:
    """Exclude an entrant, with a reason that is announced."""
    text = args["name"].strip()
    file = await find_organised(ctx, args.get("event"), f"exclude {text}", phases=(Phase.RUNNING,))
    number, reason = _name_and_reason(ctx, file, text)
    if not reason:
        grounds = [stated(ground) for ground in file.rules.exclusion_grounds]
        example = f"/exclude #{file.slug} {number} …"
        if grounds:
            ctx.refuse("exclude.give-reason-of", example=example, grounds=tuple(grounds))
        ctx.refuse("exclude.give-reason", example=example)
    because = said("exclude.reason", reason=reason)
    await direct(ctx, file, Excluded(number), reason=reason, because=because)


def _name_and_reason(ctx: Context, file: EventFile, text: str) -> tuple[EntrantNo, str]:
    """The longest beginning that names somebody, and what follows it."""
    words = text.split()
    known = {card.name.casefold() for card in file.cards.values() if card.name}
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        if name.casefold() in known or (length == 1 and name.lstrip("#").isdecimal()):
            return find_entrant(ctx, file, name, "exclude", Standing.IN), " ".join(words[length:])
    return find_entrant(ctx, file, words[0], "exclude", Standing.IN), " ".join(words[1:])


@COMMANDS.declare(
    "bye",
    EVENT,
    NAME,
    aliases={"pl": ("wolne",), "uk": ("propusk",), "gl": ("descanso",)},
)
async def bye(ctx: Context, args: Mapping[str, Any]) -> None:
    """Ask for the next round off, or want it no more."""
    file, number = await _whom(ctx, args, "bye", Standing.IN)
    sections = [s for s in file.event.sections_of(number) if not s.is_finished]
    round_ = len(sections[-1].rounds) + 1 if sections else 1
    is_wanted = round_ not in file.event.entrants[number].byes
    key = "bye.asked" if is_wanted else "bye.not-wanted"
    line = said(key, player=file.name(number), round=round_)
    await direct(ctx, file, ByeRequested(number, round_, is_wanted), line)


@COMMANDS.declare(
    "undo",
    EVENT,
    aliases={"pl": ("cofnij",), "uk": ("vidminyty",), "gl": ("desfacer",)},
    role=Role.ORGANISER,
)
async def undo(ctx: Context, args: Mapping[str, Any]) -> None:
    """Take back the last decision in a tournament: a pairing, a result, a leaving."""
    file = await find_organised(ctx, args.get("event"), "undo", phases=(Phase.RUNNING, Phase.FINISHED))
    entry = last_decision(file.event, file.forgotten)
    if entry is None:
        ctx.refuse("undo.nothing", title=file.title)
    await need_read(ctx, file, lambda made: made[0] == entry.seq or made[1] == Undone.kind)
    lines = undone_lines(file, entry.action, ctx.speaker.name)
    await direct(ctx, file, Undone(entry.seq), *lines)
