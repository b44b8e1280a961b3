"""The end of a section and of an event: places, awards, what each rests on."""

from __future__ import annotations

from collections.abc import Iterator

from bot.commands.context import Context
from bot.commands.tournament.acting import act, announce, command_button, rows
from bot.commands.tournament.announcing import stated
from bot.commands.tournament.errors import category_name
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.sheets import bracket_image, standings_image
from bot.commands.tournament.telling import places_lines
from bot.replies import Said, said
from bot.sheets import SheetImage
from bot.words import by_article
from rules.tournament.actions import PointShown
from rules.tournament.awards import Awarded, PlaceList, is_for
from rules.tournament.eventrules import System
from rules.tournament.happenings import PlacesStand
from rules.tournament.model import Section, Standing

MOST_LISTED = 100
"""entrants who are named for an award of all others"""


def picture_of(file: EventFile, section: Section) -> SheetImage | None:
    """How a section stands: its bracket, or its table. None where nobody has played in it."""
    if section.system is not System.KNOCKOUT:
        return standings_image(file, section, file.event.table(section.id))
    return bracket_image(file, section) if section.rounds else None


async def show_section(ctx: Context, file: EventFile, what: PlacesStand) -> None:
    """The places of a section that is over, or who goes on from it."""
    section = file.event.section(what.section)
    lines = places_lines(file, section, what.places, what.goes_on)
    await announce(ctx, file, *lines, picture=picture_of(file, section))


async def finish(ctx: Context, file: EventFile) -> EventFile:
    """The event is over: the last point of its programme, then what was won."""
    programme = file.rules.programme
    while file.event.programme_shown < len(programme) - 1:  # nobody wants to hear them any more
        file, _ = await act(ctx, file, PointShown(file.event.programme_shown))
    if file.event.programme_shown < len(programme):
        file = await show_point(ctx, file)
    lines = [said("event.over", title=file.title), *awards_lines(file)]
    buttons = [
        command_button(said("button.standings"), f"standings #{file.code}"),
        command_button(said("button.diplomas"), f"diplomas #{file.code}"),
    ]
    if not any(award.diploma for award in file.rules.awards):
        buttons.pop()
    await announce(ctx, file, *lines, buttons=rows(buttons))
    return file


async def show_point(ctx: Context, file: EventFile) -> EventFile:
    """Announce the next point of the programme."""
    index = file.event.programme_shown
    file, _ = await act(ctx, file, PointShown(index))
    await announce(ctx, file, said("programme.point", point=stated(file.rules.programme[index])))
    return file


def awards_lines(file: EventFile) -> Iterator[Said]:
    """What is awarded for places, list by list, and what all others get."""
    awards = file.event.awards()
    for listed in file.event.places():
        yield from _list_lines(file, listed)
    for award in file.rules.awards:
        others = [won for won in awards if won.award is award and won.place is None]
        if others:
            names = file.names(won.entrant for won in others[:MOST_LISTED])
            line = said("award.others", what=award.what, names=names)
            yield by_article(line, award.article)


def _list_lines(file: EventFile, listed: PlaceList) -> Iterator[Said]:
    lines = []
    for place in listed.places:
        awarded = [award for award in file.rules.awards if is_for(award, place.first)]
        in_it = [no for no in place.entrants if file.event.entrants[no].standing is not Standing.EXCLUDED]
        for award in awarded if in_it else ():
            line = said("award.line", place=place.first, names=file.names(in_it), what=award.what)
            lines.append(by_article(line, award.article))
        if not awarded and listed.prize_list and in_it:
            lines.append(said("place.line", place=str(place.first), names=file.names(in_it)))
    if lines and (parts := list_name(file, listed)):
        yield said("award.list", where=parts)
    yield from lines


def list_name(file: EventFile, listed: PlaceList | Awarded) -> tuple[object, ...]:
    """Category, class, boys or girls, as far as places are told apart by them."""
    parts: list[object] = []
    if listed.category and len(file.rules.categories) > 1:
        parts.append(category_name(file, listed.category))
    if listed.prize_list and file.rules.prize_lists:
        parts.append(said(f"prize-list.{listed.prize_list}"))
    return tuple(parts)
