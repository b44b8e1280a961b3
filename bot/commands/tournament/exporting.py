"""``/export`` and ``/diplomas``: the event as files, and what hangs on a wall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.gamefile import GameFile
from bot.commands.registry import COMMANDS
from bot.commands.tournament import exports
from bot.commands.tournament.acting import answer
from bot.commands.tournament.ending import list_name
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.finding import find_event, find_organised
from bot.replies import Document, Said, said
from bot.sheets import Diploma, Diplomas
from rules.tournament.awards import Awarded
from rules.tournament.model import Phase

EVENT = Parameter("event", Kind.EVENT)
FORMATS = {name: name for name in ("pdn", "trf", "csv", "json")}
SEEN = (Phase.RUNNING, Phase.FINISHED)


@COMMANDS.declare(
    "export",
    Parameter("format", Kind.CHOICE, choices=FORMATS),
    EVENT,
    aliases={"pl": ("eksport",), "uk": ("eksport_turniru",), "gl": ("exportar",)},
    looks=True,
)
async def export(ctx: Context, args: Mapping[str, Any]) -> None:
    """Hand over the event as a file."""
    wanted = args.get("format")
    file = await find_event(ctx, args.get("event"), f"export {wanted or ''}".strip(), phases=SEEN)
    if wanted is None:
        ctx.refuse("export.which", id=file.slug)
    if not file.event.sections:
        ctx.refuse("look.not-begun", title=file.title)
    if wanted == "trf":
        _export_trf(ctx, file)
        return
    content = {"csv": exports.to_csv, "json": exports.to_json}
    text = content[wanted](file) if wanted in content else await pdn(ctx, file)
    _hand_over(ctx, file, f"{file.slug}.{wanted}", text)


async def pdn(ctx: Context, file: EventFile) -> str:
    """All games of the event in PDN."""
    games: dict[str, GameFile] = {}
    for code in exports.codes_of(file.event.sections):
        game = await ctx.games.by_code(code)
        if game is not None:
            games[code] = game
    return exports.to_pdn(file, games)


def _export_trf(ctx: Context, file: EventFile) -> None:
    sections = exports.trf_sections(file)
    if not sections:
        ctx.refuse("export.no-trf", title=file.title)
    for section in sections:
        text, lost = exports.section_trf(file, section)
        name = f"{file.slug}.trf" if len(sections) == 1 else f"{file.slug}-{section.id}.trf"
        lines = []
        if lost:
            what = tuple(said(f"export.lost.{item.what.value}") for item in lost)
            lines.append(said("export.lost", what=what))
        _hand_over(ctx, file, name.replace(":", "-"), text, *lines)


def _hand_over(ctx: Context, file: EventFile, name: str, text: str, *lines: Said) -> None:
    answer(ctx, file, said("export.done", title=file.title, name=name), *lines, document=Document(name, text))


@COMMANDS.declare(
    "diplomas",
    EVENT,
    aliases={"pl": ("dyplomy",), "uk": ("dyplomy_turniru",), "gl": ("diplomas_torneo",)},
    spoken={"uk": ("дипломи",)},
    role=Role.ORGANISER,
)
async def diplomas(ctx: Context, args: Mapping[str, Any]) -> None:
    """Print the diplomas: for the places awarded, and for all others where the regulation says so."""
    file = await find_organised(ctx, args.get("event"), "diplomas", phases=SEEN)
    if not any(award.diploma for award in file.rules.awards):
        ctx.refuse("diplomas.not-awarded", title=file.title)
    place = await ctx.in_place(file.place)
    day = ctx.now.astimezone(file.zone).date()
    sheets = tuple(diploma_sheets(file, place.language, day))
    if not sheets:
        ctx.refuse("diplomas.none", title=file.title)
    documents = _by_list(file, sheets)
    for name, group in documents.items():
        answer(
            ctx,
            file,
            said("diplomas.done", title=file.title, count=len(group)),
            document=Diplomas(name, tuple(group)),
        )


def diploma_sheets(file: EventFile, language: str, day: date) -> Iterator[tuple[Awarded, Diploma]]:
    """A sheet for everybody who has earned one, the places first."""
    names = exports.names_of(file)
    schedule, settings = file.rules.schedule, file.event.settings
    venue: Any = settings.place or (schedule.place or {}).get(language, "")
    for awarded in file.event.awards():
        if not awarded.award.diploma:
            continue
        parts = list_name(file, awarded)
        yield (
            awarded,
            Diploma(
                name=names[awarded.entrant],
                place=awarded.place.first if awarded.place is not None else None,
                event=said("diploma.event", title=file.title),
                award=_earned(awarded, language),
                category=said("diploma.category", where=parts) if parts else "",
                date=said("diploma.date", date=day),
                venue=venue,
                signatures=(said("diploma.organiser"),),
                language=language,
            ),
        )


def _earned(awarded: Awarded, language: str) -> Said | str:
    """What a sheet is for: the place, or what all others get in the regulation's own words."""
    if awarded.place is not None:
        return said("diploma.place", place=awarded.place.first)
    return awarded.award.what.get(language) or awarded.award.what["en"]


def _by_list(file: EventFile, sheets: tuple[tuple[Awarded, Diploma], ...]) -> dict[str, list[Diploma]]:
    """One document for each category and, where they have places of their own, for boys and girls."""
    found: dict[str, list[Diploma]] = {}
    for awarded, sheet in sheets:
        parts = [file.slug, "diplomas", awarded.category]
        if file.rules.prize_lists:
            parts.append(awarded.prize_list)
        found.setdefault("-".join(filter(None, parts)) + ".pdf", []).append(sheet)
    return found
