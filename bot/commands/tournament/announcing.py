"""What is said about an event before it starts. Every sentence that follows from a rule names its article."""

from __future__ import annotations

from collections.abc import Iterator

from bot.buttons import Press, encode_press
from bot.commands.context import Context, Line
from bot.commands.tournament.acting import announce, command_button, rows
from bot.commands.tournament.errors import category_name
from bot.commands.tournament.eventfile import EventFile
from bot.replies import Button, Said, said
from bot.words import by_article
from rules.tournament.eventrules import Choice, Stated, System
from rules.tournament.model import Phase, Standing
from rules.tournament.sections import by_section

MOST_NAMED = 60
"""entrants that the list under the sign-up names; of more the last ones"""


def stated(point: Stated) -> Said:
    """A sentence of the document with its article."""
    return by_article(said("regulation.event.statement", text=point.text), point.article)


def signup_subject(file: EventFile) -> str:
    """What the message with the sign-up is about: it is edited as people join."""
    return f"signup:{file.code}"


async def show_signup(ctx: Context, file: EventFile) -> None:
    """The sign-up in the event's chat: what, until when, who; the last such message is edited."""
    is_open = file.phase is Phase.OPEN
    lines: list[Line] = [
        said("signup.open" if is_open else "signup.closed", title=file.title, id=file.slug),
        *_terms(file),
        *entered(file),
    ]
    buttons: list[Button] = []
    if is_open:
        lines.append(said("signup.how", id=file.slug))
        buttons.append(Button(said("button.join"), encode_press(Press("join", file.code))))
    buttons += command_button(said("button.info"), f"tournament info #{file.code}")
    await announce(ctx, file, *lines, buttons=(tuple(buttons),), subject=signup_subject(file))


def _terms(file: EventFile) -> Iterator[Line]:
    sign_up = file.rules.sign_up
    if sign_up.open_to is not None:
        yield stated(sign_up.open_to)
    if file.event.closes is not None:
        yield said("signup.until", until=file.event.closes)
    yield fee(file)
    if file.event.capacity is not None:
        yield by_article(said("signup.capacity", count=file.event.capacity), sign_up.capacity_article)
    if sign_up.approval:
        yield by_article(said("signup.approval"), sign_up.approval_article)
    if file.event.commitment and file.event.secret is None:
        yield by_article(said("lots.commitment", hash=file.event.commitment), file.rules.lots_article)


def fee(file: EventFile) -> Said:
    """What it costs, or that it costs nothing."""
    sign_up = file.rules.sign_up
    what = said("signup.fee", fee=sign_up.fee) if sign_up.fee else said("signup.free")
    return by_article(what, sign_up.fee_article)


def entered(file: EventFile) -> Iterator[Line]:
    """Who takes part, by category and class, and how many wait. Nobody who is not in is named."""
    playing = file.event.having(Standing.IN)
    yield said("signup.count", count=len(playing))
    for (category, group), members in by_section(file.event, file.rules.stages[0], playing).items():
        names = file.names(entrant.number for entrant in members[-MOST_NAMED:])
        shown = names if len(members) <= MOST_NAMED else ("…", *names)
        if not category and not group:
            yield said("signup.names", names=shown)
        else:
            heading = group or category_name(file, category)
            yield said("signup.group", group=heading, count=len(members), names=shown)
    for standing in (Standing.APPLIED, Standing.WAITING):
        if waiting := file.event.having(standing):
            yield said(f"signup.{standing.value}", count=len(waiting))


def info(file: EventFile) -> Iterator[Line]:
    """Everything that somebody who thinks of coming wants to know."""
    yield said(
        "info.title",
        title=file.title,
        id=file.slug,
        phase=said(f"event.phase.{file.phase.value}"),
    )
    yield said("info.regulation", name=file.regulation.names, id=file.regulation.id)
    yield from _when_and_where(file)
    yield from _terms(file)
    yield from _awards(file)
    for notice in file.rules.notices:
        yield stated(notice)
    if file.rules.programme:
        yield said("info.programme")
        for point in file.rules.programme:
            yield said("info.point", point=stated(point))
    if file.event.settings.classes:
        yield said("info.classes", classes=file.event.settings.classes)
    yield from entered(file)


def _awards(file: EventFile) -> Iterator[Line]:
    """What there is to win."""
    for award in file.rules.awards:
        if award.first_place is None:
            what = said("info.award-others", what=award.what)
        else:
            last = award.last_place or award.first_place
            place = str(last) if last == award.first_place else f"{award.first_place}–{last}"
            what = said("info.award", place=place, what=award.what)
        yield by_article(what, award.article)


def _when_and_where(file: EventFile) -> Iterator[Line]:
    schedule, settings = file.rules.schedule, file.event.settings
    if settings.starts is not None:
        day = settings.starts.astimezone(file.zone).date()
        is_stated = schedule.start_date in (None, day) and schedule.start_time is not None
        yield by_article(said("info.starts", at=settings.starts), schedule.article if is_stated else "")
    elif schedule.day is not None:
        yield by_article(said("info.day", day=schedule.day), schedule.article)
    elif schedule.start_date is not None and schedule.start_date.year == settings.year:
        yield by_article(said("info.day", day=schedule.start_date), schedule.article)
    place = settings.place or schedule.place
    if place:
        is_own = bool(settings.place)
        yield by_article(said("info.place", place=place), "" if is_own else schedule.place_article)
    yield from _system(file)


def _system(file: EventFile) -> Iterator[Line]:
    """How it is played, once that is decided, by the document or by the organiser."""
    rules, settings = file.rules, file.event.settings
    stage = rules.stages[0]
    system = settings.system or (stage.systems[0] if len(stage.systems) == 1 else None)
    if system is None:
        return
    asked = (asked.article for asked in rules.organiser_asked if asked.choice is Choice.SYSTEM)
    article = next(asked, "") if settings.system else stage.article or rules.system_article
    yield by_article(said("info.system", system=said(f"regulation.system.{system.value}")), article)
    rounds = settings.rounds or (rules.swiss.rounds if rules.swiss is not None else None)
    if system is System.SWISS and rounds is not None:
        yield by_article(said("section.rounds", count=rounds), "" if settings.rounds else article)


def close_buttons(file: EventFile) -> tuple[tuple[Button, ...], ...]:
    """What the organiser does after closing."""
    return rows(
        [
            command_button(said("button.lots"), f"tournament lots #{file.code}"),
            command_button(said("button.lots-manual"), f"tournament lots manual #{file.code}"),
        ]
    )
