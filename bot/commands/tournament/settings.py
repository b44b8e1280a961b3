"""What an organiser decides of an event: each setting is read from words, and asked where it is due."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, time

from bot.buttons import Press, encode_press
from bot.commands.context import Context
from bot.commands.grammar import read_date, read_time
from bot.commands.tournament.acting import act, answer, command_button, rows
from bot.commands.tournament.eventfile import EventFile, Naming
from bot.commands.tournament.finding import is_organiser
from bot.replies import Button, Said, said
from bot.words import by_article
from rules.tournament.actions import Configured, Settings
from rules.tournament.categories import find_class, grade_of, parse_class
from rules.tournament.eventrules import Choice, EventRules, OrganiserQuestion, Pace, System
from storage.repositories.dialogues import Dialogue

SETUP = "setup"
"""kind of the conversation in which the organiser is asked"""
LONGEST_PLACE = 200
MOST_CLASSES = 60
MOST_ENTRANTS = 100_000
MOST_ROUNDS = 100
NAMES: Mapping[str, Naming] = {
    **dict.fromkeys(("full", "pełne", "pelne", "повні", "completos"), Naming.FULL),
    **dict.fromkeys(("first", "imię", "imie", "ім'я", "nome"), Naming.FIRST),
    **dict.fromkeys(("number", "numer", "номер", "número", "numero"), Naming.NUMBER),
}
SYSTEMS: Mapping[str, System] = {
    **dict.fromkeys(("knockout", "pucharowy", "puchar", "олімпійська", "eliminatorias"), System.KNOCKOUT),
    **dict.fromkeys(("round-robin", "kołowy", "kolowy", "колова", "liga"), System.ROUND_ROBIN),
    **dict.fromkeys(("swiss", "szwajcarski", "швейцарська", "suízo", "suizo"), System.SWISS),
}
SETTINGS: Mapping[str, str] = {
    **{choice.value: choice.value for choice in Choice},
    **{name: name for name in ("capacity", "names", "pace", "title")},
}


class Unreadable(Exception):
    """Words that say nothing for a setting; ``what`` is the answer."""

    def __init__(self, what: Said) -> None:
        self.what = what
        super().__init__(what.key)


def first_settings(rules: EventRules, now: datetime, zone: datetime) -> Settings:
    """What holds before the organiser decides anything: the document's own date where it is still ahead.

    ``zone`` is ``now`` in the event's time zone. A date that has gone by belongs to an earlier event.
    """
    day, hour = rules.schedule.start_date, rules.schedule.start_time
    if day is None or day < zone.date():
        return Settings(year=zone.year)
    starts = None if hour is None else datetime.combine(day, hour, zone.tzinfo)
    return Settings(year=day.year, starts=starts if starts is not None and starts > now else None)


def read_setting(file: EventFile, name: str, text: str, now: datetime) -> Settings:
    """The settings with ``name`` as the words say. Raises Unreadable."""
    settings = file.event.settings
    text = text.strip()
    match name:
        case Choice.SYSTEM:
            return replace(settings, system=_system(file, text))
        case Choice.CLASSES:
            return replace(settings, classes=_classes(file.rules, text))
        case Choice.START:
            return _start(file, settings, text, now)
        case Choice.PLACE:
            if not 0 < len(text) <= LONGEST_PLACE:
                raise Unreadable(said("setup.bad-place", limit=LONGEST_PLACE))
            return replace(settings, place=text)
        case Choice.ROUNDS:
            return replace(settings, rounds=_number(text, 1, MOST_ROUNDS))
        case "capacity":
            return replace(settings, capacity=_number(text, 2, MOST_ENTRANTS))
        case "pace":
            if text not in list(Pace):
                raise Unreadable(said("setup.bad-choice", value=text, known=tuple(Pace)))
            return replace(settings, pace=Pace(text))
    raise ValueError(name)


def _system(file: EventFile, text: str) -> System:
    known = file.rules.stages[0].systems
    system = SYSTEMS.get(text.casefold())
    if system is None or system not in known:
        raise Unreadable(said("setup.bad-choice", value=text, known=tuple(s.value for s in known)))
    return system


def _classes(rules: EventRules, text: str) -> tuple[str, ...]:
    words = text.replace(",", " ").replace(";", " ").split()
    found = tuple(dict.fromkeys(filter(None, (find_class((), word) for word in words))))
    if not 0 < len(found) <= MOST_CLASSES or any(len(name) > 12 for name in found):
        raise Unreadable(said("setup.bad-classes"))
    if strange := tuple(name for name in found if not _plays(rules, name)):
        names = tuple(category.names for category in rules.categories)
        raise Unreadable(said("setup.no-category", classes=strange, categories=names))
    return found


def _plays(rules: EventRules, name: str) -> bool:
    """Whether some category takes the grade of a class."""
    grades = [category.grades for category in rules.categories]
    return not grades or any(not some or grade_of(name) in some for some in grades)


def _start(file: EventFile, settings: Settings, text: str, now: datetime) -> Settings:
    local = now.astimezone(file.zone)
    moment = read_moment(text, local, file.rules.schedule.start_time)
    if moment is None:
        raise Unreadable(said("setup.bad-start"))
    if moment.date() < local.date():  # earlier today is where everybody sits already
        raise Unreadable(said("signup.gone-by", until=moment))
    return replace(settings, starts=moment, year=moment.year)


def read_moment(text: str, local: datetime, usual: time | None = None) -> datetime | None:
    """``2026-12-06 15:00``, ``6.12.2026 15:00``, a day alone with the ``usual`` hour, or the next ``19:30``.

    ``local`` is the present moment where the event is. Of an hour that a change of clocks skips or repeats,
    the first that there is is meant.
    """
    words = text.replace(",", " ").split()
    days = [day for word in words if (day := read_date(word)) is not None]
    hours = [] if len(words) > 2 else [hour for word in words if (hour := read_time(word)) is not None]
    if len(days) + len(hours) != len(words) or len(days) > 1 or len(hours) > 1 or not words:
        return None
    hour = hours[0] if hours else usual
    if hour is None:
        return None
    if days:
        return datetime.combine(days[0], hour, local.tzinfo)
    moment = datetime.combine(local.date(), hour, local.tzinfo)
    if moment <= local:
        moment = datetime.combine(local.date().fromordinal(local.toordinal() + 1), hour, local.tzinfo)
    return moment


def _number(text: str, least: int, most: int) -> int:
    number = int(text[:9]) if text.isascii() and text.isdecimal() else 0
    if not least <= number <= most:
        raise Unreadable(said("setup.bad-number", value=text, least=least, most=most))
    return number


# --- asking -------------------------------------------------------------------------------------------------

_IS_SET: Mapping[Choice, Callable[[Settings], bool]] = {
    Choice.SYSTEM: lambda settings: settings.system is not None,
    Choice.CLASSES: lambda settings: bool(settings.classes),
    Choice.START: lambda settings: settings.starts is not None,
    Choice.PLACE: lambda settings: bool(settings.place),
    Choice.ROUNDS: lambda settings: settings.rounds is not None,
}


def unanswered(file: EventFile) -> list[OrganiserQuestion]:
    """What the regulation asks the organiser and is not decided yet; the rounds only of a Swiss."""
    settings = file.event.settings
    return [
        question
        for question in file.rules.organiser_asked
        if not _IS_SET[question.choice](settings)
        and not (question.choice is Choice.ROUNDS and settings.system not in (None, System.SWISS))
    ]


def still_missing(file: EventFile, key: str, *decided: Choice) -> Said | None:
    """What has to be decided before the start, and the command for the first of it; None for nothing."""
    open_ = [question.choice.value for question in unanswered(file) if question.required]
    choices = [choice for choice in open_ if choice not in decided]
    if not choices:
        return None
    what = tuple(said(f"setup.{choice}") for choice in choices)
    return said(key, what=what, id=file.slug, setting=choices[0])


async def ask_next(ctx: Context, file: EventFile, skipped: tuple[str, ...] = ()) -> bool:
    """Ask the organiser what comes next, here; False where all is answered."""
    for question in unanswered(file):
        if question.choice.value not in skipped:
            payload = json.dumps({"ask": question.choice.value, "skipped": list(skipped)})
            await ctx.people.ask(
                Dialogue(ctx.speaker.id, ctx.place.id, SETUP, file.id, payload, ctx.now),
            )
            prompt = _prompt(file, question)
            asks = None if question.choice is Choice.SYSTEM else prompt
            answer(ctx, file, prompt, buttons=_choices(file, question), asks=asks)
            return True
    await ctx.people.stop_asking(ctx.speaker.id, ctx.place.id)
    return False


def _prompt(file: EventFile, question: OrganiserQuestion) -> Said:
    return by_article(said(f"setup.ask-{question.choice.value}"), question.article)


def _choices(file: EventFile, question: OrganiserQuestion) -> tuple[tuple[Button, ...], ...]:
    buttons = []
    if question.choice is Choice.SYSTEM:
        buttons = [
            command_button(
                said(f"regulation.system.{system.value}"),
                f"tournament set #{file.code} system {system.value}",
            )
            for system in file.rules.stages[0].systems
        ]
    later = Press("setup", file.code, argument=f"later {question.choice.value}")
    return (*rows(buttons), (Button(said("button.later"), encode_press(later)),))


async def put_off(ctx: Context, file: EventFile, argument: str) -> None:
    """The button under a question: it is answered later."""
    asked = await ctx.people.asked(ctx.speaker.id, ctx.place.id)
    payload = json.loads(asked.payload) if asked is not None and asked.event == file.id else {}
    if payload.get("ask") != argument.removeprefix("later "):
        ctx.refuse("error.stale-question")
    if not await ask_next(ctx, file, (*payload["skipped"], payload["ask"])):
        tell_ready(ctx, file)


async def answer_setup(ctx: Context, asked: Dialogue, text: str) -> bool:
    """The organiser writes the answer; in a group words that do not even try to are conversation."""
    payload = json.loads(asked.payload)
    file = await ctx.events.by_id(asked.event) if asked.event is not None else None
    if file is None or not is_organiser(ctx, file):  # who was asked may organise it no more
        return False
    try:
        settings = read_setting(file, payload["ask"], text, ctx.now)
    except Unreadable as error:
        if ctx.place.is_private or _tries(text):
            question = next(q for q in file.rules.organiser_asked if q.choice.value == payload["ask"])
            ctx.refuse_with(error.what, _choices(file, question), _prompt(file, question))
        return False
    file, _ = await act(ctx, file, Configured(settings))
    answer(ctx, file, said("setup.noted", what=said(f"setup.{payload['ask']}"), value=text))
    if not await ask_next(ctx, file, tuple(payload["skipped"])):
        tell_ready(ctx, file)
    return True


def _tries(text: str) -> bool:
    """Whether words look like a day, an hour, a number or classes, though they are none that will do."""
    words = text.replace(",", " ").split()
    return bool(words) and all(
        any(sign.isdecimal() for sign in word) or parse_class(word) is not None for word in words
    )


def tell_ready(ctx: Context, file: EventFile) -> None:
    """Nothing more is asked: what comes next is opening the sign-up."""
    lines = [said("setup.ready", title=file.title, id=file.slug)]
    if missing := still_missing(file, "setup.missing"):
        lines.append(missing)
    answer(
        ctx,
        file,
        *lines,
        buttons=rows([command_button(said("button.open"), f"tournament open #{file.code}")]),
    )
