"""What is stored about somebody because of tournaments, taking a consent back, and being erased."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from bot.buttons import Press, encode_press
from bot.commands.context import Context, Line
from bot.commands.people import NAME
from bot.commands.tournament import conduct
from bot.commands.tournament.acting import act, answer
from bot.commands.tournament.drawing import WORD
from bot.commands.tournament.due import OVER
from bot.commands.tournament.eventfile import ENTERED, EventFile
from bot.commands.tournament.events import BORN
from bot.commands.tournament.joining import tell_joined
from bot.replies import Button, Said, said
from bot.words import by_article
from rules.pieces import Color
from rules.tournament.actions import Excluded, Withdrawn
from rules.tournament.model import EntrantNo, Phase, Standing
from rules.tournament.signup import BEFORE_START
from storage.ids import Subject, SubjectKind

_QUIET = {NAME}
"""answers that are shown by themselves"""


async def stored(ctx: Context) -> tuple[list[Line], list[tuple[Button, ...]]]:
    """Every entrant of the speaker's with all answers and the consent; buttons take a consent back."""
    lines: list[Line] = []
    buttons: list[tuple[Button, ...]] = []
    for file in await ctx.events.of(ctx.speaker.id, tuple(Phase)):
        for entrant in file.controlled_by(ctx.speaker.id):
            lines += await _about(ctx, file, entrant.number)
            if (
                entrant.consent is not None
                and entrant.standing in ENTERED
                and file.cards[entrant.number].name
            ):
                label = said("button.withdraw-consent", name=file.full_name(entrant.number))
                press = Press("consent", file.code, argument=str(entrant.number))
                buttons.append((Button(label, encode_press(press)),))
        lines += [
            said(f"profile.role-{role.value}", title=file.title)
            for role in sorted(file.roles.get(ctx.speaker.id, ()))
        ]
    if await ctx.unit.dialogues.everywhere(ctx.speaker.id):
        lines.append(said("profile.unfinished"))
    return lines, buttons


async def stored_in_short(ctx: Context) -> tuple[list[Line], list[tuple[Button, ...]]]:
    """In a group nothing personal is shown, not even to the one it is about: where it can be read."""
    files = await ctx.events.of(ctx.speaker.id, tuple(Phase))
    return [said("profile.events", count=len(files))] if files else [], []


async def _about(ctx: Context, file: EventFile, number: EntrantNo) -> list[Line]:
    entrant = file.event.entrants[number]
    lines: list[Line] = [
        said(
            "profile.entrant",
            title=file.title,
            name=file.full_name(number),
            number=number,
            standing=said(f"event.standing.{entrant.standing.value}"),
        )
    ]
    answers = await ctx.events.answers(file, number)
    shown = [
        said("profile.answer", what=_label(key), value=_value(key, value))
        for key, value in sorted(answers.items())
        if key not in _QUIET
    ]
    if shown:
        lines.append(said("profile.answers", answers=tuple(shown)))
    consent = file.rules.sign_up.consent
    if entrant.consent is not None and consent is not None:
        what = said(
            "profile.consent",
            by=said(f"consent.by-{entrant.consent.by.value}"),
            at=entrant.consent.at,
            version=entrant.consent.version,
        )
        lines.append(by_article(what, consent.article))
    return lines


def _label(key: str) -> Said | str:
    """What an answer is about; free questions go by their own id."""
    known = {BORN: "birth", "class": "class", "sex": "sex", "rating": "rating", "guardian": "guardian"}
    if key == WORD:
        return said("profile.word")
    return said(f"regulation.asked.{known[key]}") if key in known else key.removeprefix("q.")


def _value(key: str, value: str) -> Said | date | str:
    if key == BORN and not value.isdecimal():
        return date.fromisoformat(value)
    return said(f"join.{value}") if key == "sex" else said(value) if key == "guardian" else value


# --- taking back --------------------------------------------------------------------------------------------


async def withdraw_consent(ctx: Context, code: str, argument: str) -> None:
    """Whoever takes a consent back leaves, and everything personal goes."""
    file = await ctx.events.by_code(code)
    number = EntrantNo(int(argument)) if argument.isdecimal() and len(argument) < 7 else EntrantNo(0)
    if file is None or number not in file.cards:
        ctx.refuse("error.unknown-button")
    if ctx.speaker.id not in file.cards[number].controllers:
        ctx.refuse("tournament.not-yours", name=file.name(number))
    file, name = await _forget(ctx, file, number)
    await scrub(ctx, {name} - {ctx.speaker.name})
    consent = file.rules.sign_up.consent
    article = consent.article if consent is not None else ""
    answer(ctx, file, by_article(said("consent.withdrawn", number=number, title=file.title), article))


async def _forget(ctx: Context, file: EventFile, number: EntrantNo) -> tuple[EventFile, str]:
    """Erase an entrant and let them leave as far as the event goes on; the event after it, and the name.

    The names go first: what is told of the leaving knows the number alone.
    """
    name = file.cards[number].name
    file = await ctx.events.erase(file, (number,))
    await _forget_games(ctx, file, number)
    for entry in file.event.log:
        if isinstance(entry.action, Excluded) and entry.action.number == number:
            await ctx.events.forget_reason(file, entry.seq)
    ctx.events.forget_names()
    if file.phase in BEFORE_START and file.event.entrants[number].standing in ENTERED:
        file, happened = await act(ctx, file, Withdrawn(number))
        await tell_joined(ctx, file, happened)
    elif file.phase is Phase.RUNNING and file.event.entrants[number].standing is Standing.IN:
        file = await conduct.direct(ctx, file, Withdrawn(number))
    return file, name


async def _forget_games(ctx: Context, file: EventFile, number: EntrantNo) -> None:
    """The seats that the entrant had in games of the event keep no name either."""
    for pairing in (p for s in file.event.sections for r in s.rounds for p in r.pairings):
        for game in pairing.games:
            if game.code is None or number not in (game.white, game.black):
                continue
            played = await ctx.games.by_code(game.code)
            if played is not None:
                seat = played.seat(Color.WHITE if game.white == number else Color.BLACK)
                await ctx.unit.personal.erase(Subject(SubjectKind.SIDE, seat.side))
    ctx.games.forget_names()


async def erase_everywhere(ctx: Context) -> None:
    """Erase all entrants for whom the speaker alone acts, their roles and open questions.

    What is played stays under numbers. Others who act for an entrant go on doing so.
    """
    me = ctx.speaker.id
    names: set[str] = set()
    alone = set(await ctx.unit.entrants.only_of(me))
    for file in await ctx.events.of(me, tuple(Phase)):
        for entrant in file.controlled_by(me):
            if file.cards[entrant.number].id in alone:
                file, name = await _forget(ctx, file, entrant.number)
                names.add(name)
            else:
                file = await ctx.events.release(file, (entrant.number,), me)
    await ctx.unit.events.revoke_all(me)
    await ctx.unit.dialogues.end_all(me)
    ctx.events.forget_names()
    await scrub(ctx, names)


async def erase_answers(ctx: Context, file: EventFile, payload: Mapping[str, Any]) -> None:
    """The event was over long enough ago: answers go, names stay with the results."""
    if file.phase in OVER:
        for number in file.cards:
            file = await ctx.events.erase_answers(file, number)


async def scrub(ctx: Context, names: set[str]) -> None:
    """Empty what was said with these names, as far as it has been said."""
    for name in names - {""}:
        await ctx.unit.outbox.scrub(json.dumps(name, ensure_ascii=False)[1:-1])
