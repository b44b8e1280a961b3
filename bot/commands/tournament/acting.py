"""Actions in an event as commands take them, and telling about it: what every handler here works with."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.buttons import Press, encode_press, fits
from bot.commands.context import Context, Line, Rows
from bot.commands.place import Place
from bot.commands.tournament import errors
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.events import Newcomer
from bot.replies import Button, File, Picture, Said
from rules.tournament.actions import EventAction, Joined, Replaced
from rules.tournament.happenings import EventHappening
from rules.tournament.model import EntrantNo
from rules.tournament.refusals import EventRefused
from storage.ids import PersonId
from storage.repositories.events import EventRole

Happened = tuple[EventHappening, ...]


async def act(
    ctx: Context, file: EventFile, action: EventAction, *, reason: str = ""
) -> tuple[EventFile, Happened]:
    """Take an action; what the event does not allow is the answer, and nothing is changed."""
    try:
        return await ctx.events.act(file, action, reason=reason)
    except EventRefused as error:
        ctx.refuse_with(errors.refused(file, error))


async def enter(
    ctx: Context, file: EventFile, action: Joined | Replaced, newcomer: Newcomer
) -> tuple[EventFile, Happened]:
    """Let somebody sign up; refused like ``act``."""
    try:
        return await ctx.events.enter(file, action, newcomer)
    except EventRefused as error:
        ctx.refuse_with(errors.refused(file, error))


# --- telling ------------------------------------------------------------------------------------------------


async def announce(
    ctx: Context,
    file: EventFile,
    *lines: Line,
    picture: Picture | Callable[[Place], Picture] | None = None,
    document: File | None = None,
    buttons: Rows = (),
    subject: str | None = None,
    pin: bool = False,
) -> None:
    """Tell everybody in every chat of the event, each in its language, in the event's time zone.

    A ``picture`` that looks otherwise in each chat is made for its place.
    """
    for number in file.places:
        place = await ctx.in_place(number)
        ctx.say(
            *lines,
            picture=picture(place) if callable(picture) else picture,
            document=document,
            buttons=buttons,
            subject=subject,
            place=place,
            zone=str(file.zone),
            pin=pin,
        )


def answer(
    ctx: Context,
    file: EventFile,
    *lines: Line,
    picture: Picture | None = None,
    document: File | None = None,
    buttons: Rows = (),
    subject: str | None = None,
    asks: Said | None = None,
    personal: bool = False,
) -> None:
    """Tell only the speaker, in their language and the event's time zone; the rest as ``ctx.tell`` has it."""
    ctx.tell(
        *lines,
        picture=picture,
        document=document,
        buttons=buttons,
        subject=subject,
        zone=str(file.zone),
        asks=asks,
        personal=personal,
    )


def spoken_name(ctx: Context, file: EventFile, number: EntrantNo) -> str | Said:
    """What an entrant is called in an answer: in full only where nobody else reads it."""
    return file.name(number) if ctx.whispers_elsewhere else file.full_name(number)


async def tell_privately(
    ctx: Context, file: EventFile, person: PersonId, *lines: Line, buttons: Rows = ()
) -> bool:
    """Tell one person in their private chat; False where the bot cannot write to them."""
    places = await ctx.people.private_places(person)
    for place in places:
        ctx.say(*lines, buttons=buttons, place=place, zone=str(file.zone))
    return bool(places)


async def tell_organisers(ctx: Context, file: EventFile, *lines: Line, buttons: Rows = ()) -> bool:
    """Tell the organisers privately; False where none can be written to."""
    reached = [
        await tell_privately(ctx, file, person, *lines, buttons=buttons)
        for person in file.having_role(EventRole.ORGANISER)
    ]
    return any(reached)


def command_button(label: Said | str, command: str) -> tuple[Button, ...]:
    """A button that says ``command``; none where that is too long for one."""
    press = Press("do", argument=command)
    return (Button(label, encode_press(press)),) if fits(press) else ()


def rows(buttons: Iterable[tuple[Button, ...]]) -> Rows:
    """One button in a row, without those that could not be made."""
    return tuple(row for row in buttons if row)
