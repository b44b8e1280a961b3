"""Signing up: ``/join`` and the questions after it, which are asked and answered in private."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.buttons import Press, encode_press, fits
from bot.commands.context import Context, Line, Rows
from bot.commands.declaration import Kind, Parameter
from bot.commands.place import Place
from bot.commands.registry import COMMANDS
from bot.commands.tournament import errors, questions
from bot.commands.tournament.acting import (
    Happened,
    announce,
    answer,
    command_button,
    enter,
    rows,
    spoken_name,
    tell_organisers,
    tell_privately,
)
from bot.commands.tournament.announcing import fee, show_signup, stated
from bot.commands.tournament.answers import BadAnswer, meaning
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.events import Newcomer
from bot.commands.tournament.finding import find_event
from bot.commands.tournament.questions import Prompt, Talk, Who, next_prompt, read_talk
from bot.replies import Button, Said, said, start_button
from bot.words import by_article
from rules.tournament.actions import Joined
from rules.tournament.happenings import LateEntry, MovedUp, SignedUp
from rules.tournament.model import ConsentBy, EntrantNo, Phase, Standing
from rules.tournament.refusals import EventRefused, Refusal
from storage.ids import PersonId, PlaceId
from storage.repositories.dialogues import Dialogue

JOIN = "join"
"""kind of the conversation in which somebody signs up"""
MOST_OF_ONE = 60
"""entrants for whom one person may act in an event: two classes of a teacher"""


@COMMANDS.declare(
    "join",
    Parameter("event", Kind.EVENT),
    aliases={"pl": ("dolacz", "zapisz"), "uk": ("uchast",), "gl": ("apuntarme",)},
    spoken={"pl": ("dołącz",), "uk": ("участь",)},
)
async def join(ctx: Context, args: Mapping[str, Any]) -> None:
    """Sign up for a tournament: yourself, your child, or somebody else."""
    file = await find_event(ctx, args.get("event"), "join", phases=(Phase.OPEN,))
    await begin(ctx, file)


async def press_join(ctx: Context, code: str) -> None:
    """The button under the sign-up."""
    file = await ctx.events.by_code(code)
    if file is None:
        ctx.refuse("error.unknown-button")
    await begin(ctx, file)


async def begin(ctx: Context, file: EventFile) -> None:
    """Start signing up: at once where nothing personal is asked, otherwise in private."""
    if file.phase is not Phase.OPEN:
        ctx.refuse_with(errors.refused(file, EventRefused(Refusal.JOIN_CLOSED, phase=file.phase)))
    if len(file.controlled_by(ctx.speaker.id)) >= MOST_OF_ONE:
        ctx.refuse("join.too-many", count=MOST_OF_ONE)
    sign_up = file.rules.sign_up
    if ctx.place.is_private:
        await _open_talk(ctx, file, ctx.place)
    elif not sign_up.questions and sign_up.consent is None:
        await _join_at_once(ctx, file)
    else:
        place = await ctx.people.alone_with(ctx.input, ctx.speaker)
        if place is None:
            button = start_button(file.code, JOIN)
            ctx.point(said("join.write-privately", id=file.code), ((button,),))
            return
        await _open_talk(ctx, file, place)
        if not ctx.capabilities().forms:  # with forms it is asked where they have just spoken
            ctx.point(said("join.look-privately", title=file.title), subject=f"join:{file.code}")


async def _join_at_once(ctx: Context, file: EventFile) -> None:
    """Under one's own name, where that is all there is to know."""
    if questions.is_mine_already(file, ctx.speaker.name, ctx.speaker.id):
        ctx.refuse("join.already-more", name=ctx.speaker.name, id=file.code)
    talk = Talk(who=Who.ME, name=ctx.speaker.name, chat=await _chat_of(ctx, file))
    await _finish(ctx, file, talk, None, None)


async def _chat_of(ctx: Context, file: EventFile) -> PlaceId:
    """The chat of the event in which the speaker will play: this one, or else one of the same platform."""
    if ctx.place.home in file.places:
        return ctx.place.home
    for number in file.places:
        if (await ctx.in_place(number)).ref.platform == ctx.place.ref.platform:
            return number
    return file.place


# --- the conversation ---------------------------------------------------------------------------------------


async def _open_talk(ctx: Context, file: EventFile, place: Place) -> None:
    lines: list[Line] = [said("join.welcome", title=file.title, regulation=file.regulation.names)]
    lines += [stated(notice) for notice in file.rules.notices]
    lines.append(fee(file))
    await _ask(ctx, file, place, Talk(chat=await _chat_of(ctx, file)), lines)


async def _ask(ctx: Context, file: EventFile, place: Place, talk: Talk, lines: Iterable[Line] = ()) -> None:
    """Put the next question, and keep what was answered; without one left, sign up."""
    prompt = next_prompt(file, talk)
    if prompt is None:
        await _finish(ctx, file, talk, None, place)
        return
    await ctx.people.ask(Dialogue(ctx.speaker.id, place.id, JOIN, file.id, talk.to_payload(), ctx.now))
    asks = prompt.what if prompt.is_written else None
    _say(ctx, file, place, *lines, prompt.what, buttons=_buttons(file, talk, prompt), asks=asks)


def _say(
    ctx: Context,
    file: EventFile,
    place: Place,
    *lines: Line,
    buttons: Rows = (),
    asks: Said | None = None,
) -> None:
    """In the speaker's private chat, in their own language."""
    in_their_own = place.in_language(ctx.speaker.language)
    ctx.say(*lines, buttons=buttons, place=in_their_own, zone=str(file.zone), asks=asks)


def _buttons(file: EventFile, talk: Talk, prompt: Prompt) -> Rows:
    found = [
        Button(label, encode_press(press))
        for value, label in prompt.choices
        if fits(press := Press("ask", file.code, talk.step, value))
    ]
    in_a_row = 4 if all(isinstance(button.label, str) for button in found) else 1
    lines = [tuple(found[at : at + in_a_row]) for at in range(0, len(found), in_a_row)]
    stop = Button(said("button.stop-joining"), encode_press(Press("ask", file.code, talk.step, "stop")))
    return (*lines, (stop,))


async def press_answer(ctx: Context, code: str, step: int, value: str) -> None:
    """A button under a question; one under an older question is told so and changes nothing."""
    asked = await ctx.people.asked(ctx.speaker.id, ctx.place.id)
    file = await ctx.events.by_code(code)
    if asked is None or file is None or asked.kind != JOIN or asked.event != file.id:
        ctx.refuse("error.stale-question")
    talk = read_talk(asked.payload)
    if talk.step != step:
        ctx.refuse("error.stale-question")
    await _answer(ctx, file, talk, value)


async def answer_join(ctx: Context, asked: Dialogue, text: str) -> bool:
    """The answer to a question, in words."""
    file = await ctx.events.by_id(asked.event) if asked.event is not None else None
    if file is None:
        return False
    await _answer(ctx, file, read_talk(asked.payload), text)
    return True


async def _stop(ctx: Context, file: EventFile) -> None:
    await ctx.people.stop_asking(ctx.speaker.id, ctx.place.id)
    _say(ctx, file, ctx.place, said("join.stopped"))


async def _answer(ctx: Context, file: EventFile, talk: Talk, text: str) -> None:
    prompt = next_prompt(file, talk)
    if prompt is None:
        ctx.refuse("error.stale-question")
    if meaning(text) == "stop":
        await _stop(ctx, file)
        return
    if prompt.about == questions.CONSENT:
        await _answer_consent(ctx, file, talk, prompt, text)
        return
    try:
        talk = questions.take_answer(file, talk, prompt, text, ctx.speaker.name)
    except BadAnswer as bad:
        asks = prompt.what if prompt.is_written else None
        ctx.refuse_with(bad.what, _buttons(file, talk, prompt), asks)
    if prompt.about in (questions.WHO, questions.NAME, questions.SAME_NAME) and not talk.is_namesake:
        _check_new(ctx, file, talk)
    await _ask(ctx, file, ctx.place, talk)


def _check_new(ctx: Context, file: EventFile, talk: Talk) -> None:
    """Nobody signs the same person up twice."""
    if talk.name and questions.is_mine_already(file, talk.name, ctx.speaker.id):
        ctx.refuse("join.already", name=talk.name)


async def _answer_consent(ctx: Context, file: EventFile, talk: Talk, prompt: Prompt, text: str) -> None:
    values = [value for value, _ in prompt.choices]
    text = meaning(text)
    if text == "yes" and len(values) == 2:  # whoever can say yes is clear
        text = values[0]
    if text not in values:
        ctx.refuse_with(said("join.use-buttons"), _buttons(file, talk, prompt))
    if text == "no":
        consent = file.rules.sign_up.consent
        await ctx.people.stop_asking(ctx.speaker.id, ctx.place.id)
        article = consent.article if consent is not None else ""
        _say(ctx, file, ctx.place, by_article(said("consent.refused"), article))
        return
    await _finish(ctx, file, talk, ConsentBy(text), ctx.place)


# --- signing up ---------------------------------------------------------------------------------------------


async def _finish(
    ctx: Context, file: EventFile, talk: Talk, consent_by: ConsentBy | None, place: Place | None
) -> None:
    """Everything is known: sign up, forget the conversation, and tell everybody what they may know."""
    consent = file.rules.sign_up.consent
    try:
        category = questions.category_of(file, talk)
    except BadAnswer as bad:
        ctx.refuse_with(bad.what)
    action = Joined(
        file.event.next_number,
        category,
        talk.answers.get("class", ""),
        talk.answers.get("sex", "") if file.rules.prize_lists else "",
        consent.version if consent is not None and consent_by is not None else "",
        consent_by,
    )
    answers = {key: value for key, value in talk.answers.items() if value}
    newcomer = Newcomer(talk.name, answers, (ctx.speaker.id,), PlaceId(talk.chat) if talk.chat else None)
    file, happened = await enter(ctx, file, action, newcomer)
    if place is not None:
        await ctx.people.stop_asking(ctx.speaker.id, place.id)
    name = spoken_name(ctx, file, action.number) if place is None else file.full_name(action.number)
    lines = joined_lines(file, action.number, happened, name)
    buttons = joined_buttons(file, action.number)
    if place is None:
        answer(ctx, file, *lines, buttons=buttons)
    else:
        if place.id not in file.places:
            lines.append(said("join.back", title=file.title))
        _say(ctx, file, place, *lines, buttons=buttons)
    await tell_joined(ctx, file, happened)


def joined_lines(file: EventFile, number: EntrantNo, happened: Happened, name: str | Said) -> list[Line]:
    """Of ``name``, for whoever signed them up: the number, where they stand and why, what is to be paid."""
    entrant = file.event.entrants[number]
    signed = next((what for what in happened if isinstance(what, SignedUp)), None)
    article = signed.article if signed is not None else ""
    lines: list[Line] = [
        by_article(said(f"join.{entrant.standing.value}", name=name, number=number), article)
    ]
    if entrant.category:
        category = next(c for c in file.rules.categories if c.id == entrant.category)
        lines.append(by_article(said("join.category", category=category.names), category.article))
    if entrant.group:
        lines.append(said("join.class", name=entrant.group))
    if file.rules.sign_up.fee:
        lines.append(fee(file))
    return lines


def joined_buttons(file: EventFile, number: EntrantNo) -> Rows:
    return rows(
        [
            command_button(said("button.join-another"), f"join #{file.code}"),
            command_button(said("button.leave"), f"leave #{file.code} {number}"),
        ]
    )


async def tell_joined(ctx: Context, file: EventFile, happened: Happened) -> None:
    """What others hear of somebody who signed up or moved up: the list, the organisers, the lucky ones."""
    await show_signup(ctx, file)
    for what in happened:
        match what:
            case SignedUp(number, Standing.APPLIED):
                await tell_organisers(
                    ctx, file, applicant_line(file, number), buttons=approval_buttons(file, number)
                )
            case MovedUp(number):
                await tell_entrant(ctx, file, number, said("join.moved-up", name=file.full_name(number)))
            case LateEntry(number, _, round_):
                await announce(ctx, file, said("join.late", name=file.name(number), round=round_))


def applicant_line(file: EventFile, number: EntrantNo) -> Said:
    """Who waits for the organiser's approval."""
    entrant = file.event.entrants[number]
    what = said(
        "join.applicant",
        title=file.title,
        name=file.full_name(number),
        number=number,
        group=entrant.group or errors.category_name(file, entrant.category),
    )
    return by_article(what, file.rules.sign_up.approval_article)


def approval_buttons(file: EventFile, number: EntrantNo) -> Rows:
    return rows(
        [
            command_button(said("button.approve"), f"tournament approve #{file.code} {number}"),
            command_button(said("button.reject"), f"tournament reject #{file.code} {number}"),
        ]
    )


async def tell_entrant(ctx: Context, file: EventFile, number: EntrantNo, *lines: Line) -> set[PersonId]:
    """Tell privately whoever acts for an entrant; those who could be reached."""
    return {person for person in file.controllers(number) if await tell_privately(ctx, file, person, *lines)}
