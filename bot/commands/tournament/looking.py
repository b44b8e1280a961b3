"""Looking at an event that runs: pairings, standings with every sum written out, bracket and cross table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.commands.context import Context, Line
from bot.commands.declaration import Kind, Parameter
from bot.commands.registry import COMMANDS
from bot.commands.tournament.acting import answer
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.finding import find_entrant, find_event
from bot.commands.tournament.sheets import (
    bracket_image,
    crosstable_image,
    pairing_lines,
    pairings_image,
    standings_image,
    standings_lines,
)
from bot.commands.tournament.sums import sum_lines
from bot.commands.tournament.telling import heading, place_line
from bot.replies import said
from bot.sheets import SheetImage
from rules.tournament.eventrules import System
from rules.tournament.model import EntrantNo, Phase, Section
from rules.tournament.rounds import survivors

EVENT = Parameter("event", Kind.EVENT)
SEEN = (Phase.RUNNING, Phase.FINISHED)
WIDEST = 100
"""entrants of a round robin whose cross table is drawn: it grows with their square, and others wait"""


async def _seen(ctx: Context, args: Mapping[str, Any], command: str) -> EventFile:
    file = await find_event(ctx, args.get("event"), command, phases=SEEN)
    if not file.event.sections:
        ctx.refuse("look.not-begun", title=file.title)
    return file


async def _show(ctx: Context, file: EventFile, *lines: Line, picture: SheetImage | None = None) -> None:
    """In a chat of the event for everybody, elsewhere for whoever asks."""
    if ctx.place.home in file.places:
        ctx.say(*lines, picture=picture, zone=str(file.zone))
    else:
        answer(ctx, file, *lines, picture=picture)


def current(file: EventFile, *systems: System) -> list[Section]:
    """The last sections of each category, as one can be a stage ahead of another; only those of these
    systems."""
    last = {section.category: section.stage for section in file.event.sections}
    return [
        section
        for section in file.event.sections
        if section.stage == last[section.category] and (not systems or section.system in systems)
    ]


@COMMANDS.declare(
    "pairings",
    EVENT,
    Parameter("round", Kind.TEXT),
    aliases={"pl": ("pary", "kojarzenia"), "uk": ("pary_tury",), "gl": ("emparellamentos",)},
    spoken={"uk": ("пари",)},
    looks=True,
)
async def pairings(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show who plays whom in this round, or in an earlier one."""
    text = args.get("round", "").strip()
    file = await _seen(ctx, args, f"pairings {text}".strip())
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None
    if text and number is None:
        ctx.refuse("look.round", round=text)
    shown = False
    for section in file.event.sections if number is not None else current(file):
        found = [r for r in section.rounds if number in (None, r.number)][-1:]
        for round_ in found:
            title = said("round.title", heading=heading(file, section), round=round_.number)
            lines = [title, *pairing_lines(file, round_)]
            await _show(ctx, file, *lines, picture=pairings_image(file, section, round_))
            shown = True
    if not shown:
        ctx.refuse(
            "look.no-round" if number is None else "look.no-such-round", round=number, title=file.title
        )


@COMMANDS.declare(
    "standings",
    EVENT,
    Parameter("name", Kind.TEXT),
    aliases={"pl": ("tabela", "wyniki"), "uk": ("tablytsia",), "gl": ("clasificacion",)},
    spoken={"uk": ("таблиця",), "gl": ("clasificación",)},
    looks=True,
)
async def standings(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show the table; with why=NAME every tie-break of somebody with its sum."""
    text = args.get("name", "").strip()
    file = await _seen(ctx, args, f"standings {text}".strip())
    if text:
        name = text.partition("=")[2] if text.casefold().startswith("why=") else text
        name = name[4:] if name.casefold().startswith("why ") else name
        await _explain(ctx, file, find_entrant(ctx, file, name, "standings"))
        return
    for section in current(file):
        if section.system is System.KNOCKOUT:
            await _knockout(ctx, file, section)
            continue
        table = file.event.table(section.id)
        lines = [said("standings.title", heading=heading(file, section)), *standings_lines(file, table)]
        await _show(ctx, file, *lines, picture=standings_image(file, section, table))


async def _knockout(ctx: Context, file: EventFile, section: Section) -> None:
    """In a knockout there is no table: its places once they stand, and who is still in it."""
    lines: list[Line] = [said("standings.title", heading=heading(file, section))]
    if section.is_finished:
        lines += [place_line(file, place) for place in section.places]
    else:
        names = file.names(no for no in survivors(section) if file.event.entrants[no].is_playing)
        lines.append(said("standings.still-in", names=names, count=len(names)))
    await _show(ctx, file, *lines, picture=bracket_image(file, section) if section.rounds else None)


async def _explain(ctx: Context, file: EventFile, number: EntrantNo) -> None:
    tables = [s for s in file.event.sections_of(number) if s.system is not System.KNOCKOUT]
    if not tables:
        ctx.refuse("look.no-table", player=file.name(number))
    section = tables[-1]
    await _show(ctx, file, *sum_lines(file, section, number))


@COMMANDS.declare(
    "bracket",
    EVENT,
    aliases={"pl": ("drabinka",), "uk": ("sitka",), "gl": ("cadro",)},
    spoken={"uk": ("сітка",)},
    looks=True,
)
async def bracket(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show the bracket of a knockout."""
    file = await _seen(ctx, args, "bracket")
    sections = [section for section in current(file, System.KNOCKOUT) if section.rounds]
    if not sections:
        ctx.refuse("look.no-knockout", title=file.title)
    for section in sections:
        title = said("bracket.title", heading=heading(file, section))
        await _show(ctx, file, title, picture=bracket_image(file, section))


@COMMANDS.declare(
    "crosstable",
    EVENT,
    aliases={"pl": ("krzyzowa",), "uk": ("shakhivka",), "gl": ("tabla",)},
    spoken={"pl": ("krzyżowa",)},
    looks=True,
)
async def crosstable(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show everyone's results against everyone, or round by round."""
    file = await _seen(ctx, args, "crosstable")
    sections: Sequence[Section] = current(file, System.ROUND_ROBIN, System.SWISS)
    if not sections:
        ctx.refuse("look.no-crosstable", title=file.title)
    for section in sections:
        if section.system is System.ROUND_ROBIN and len(section.entrants) > WIDEST:
            ctx.refuse("look.too-wide", title=file.title, count=WIDEST)
        table = file.event.table(section.id)
        title = said("crosstable.title", heading=heading(file, section))
        await _show(ctx, file, title, picture=crosstable_image(file, section, table))
