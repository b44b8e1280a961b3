"""Which event and which entrant somebody means, and whether they may do what they want there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NoReturn

from bot.commands.context import Context
from bot.commands.rights import holds_role
from bot.commands.tournament.acting import command_button, rows
from bot.commands.tournament.eventfile import UNFINISHED, EventFile
from bot.replies import Said, said
from rules.tournament.model import Entrant, EntrantNo, Phase, Standing
from storage.repositories.events import EventRole

MOST_SHOWN = 12
"""events or entrants that a question lists"""


async def find_event(
    ctx: Context,
    name: str | None,
    command: str,
    *,
    phases: Collection[Phase] = UNFINISHED,
    is_meant: Callable[[EventFile], bool] = lambda file: True,
) -> EventFile:
    """The event called ``name``, or the only one that can be meant here; of several the speaker is asked.

    In a chat its events are meant, in private those in which the speaker takes part or has a role. ``phases``
    and ``is_meant`` narrow that down as far as anything is left. ``command`` is what the buttons say again.
    """
    if name is not None:
        found = await ctx.events.called(name, ctx.place.home)
        if found is None:
            ctx.refuse("tournament.unknown", id=name)
        return await _met(ctx, found)
    if ctx.place.is_private:
        files = await ctx.events.of(ctx.speaker.id, UNFINISHED)
    else:
        files = await ctx.events.here(ctx.place.home, UNFINISHED)
    if not files:
        finished = await _last_finished(ctx, phases)
        if finished is None:
            ctx.refuse("tournament.none-private" if ctx.place.is_private else "tournament.none-here")
        return finished
    files = [file for file in files if file.phase in phases] or files
    files = [file for file in files if is_meant(file)] or files
    if len(files) > 1:
        _ask_which(ctx, files, command)
    return await _met(ctx, files[0])


async def _last_finished(ctx: Context, phases: Collection[Phase]) -> EventFile | None:
    """What was played last here, for whoever wants to look at it."""
    over = [phase for phase in phases if phase not in UNFINISHED]
    files = await ctx.events.here(ctx.place.home, over) if over else []
    return files[-1] if files else None


async def _met(ctx: Context, file: EventFile) -> EventFile:
    """The event, with a role that waited for the speaker's name given to them."""
    if not file.invited:
        return file
    return await ctx.events.accept_invitations(file, ctx.input.place.platform, ctx.speaker)


def _ask_which(ctx: Context, files: list[EventFile], command: str) -> NoReturn:
    name, _, rest = command.partition(" ") if not command.startswith("tournament ") else _two_words(command)
    buttons = (
        command_button(file.title, " ".join(filter(None, (name, f"#{file.code}", rest))))
        for file in files[:MOST_SHOWN]
    )
    ids = tuple(file.slug for file in files)
    ctx.refuse_with(said("tournament.which", ids=ids), rows(buttons))


def _two_words(command: str) -> tuple[str, str, str]:
    first, _, rest = command.partition(" ")
    second, _, rest = rest.partition(" ")
    return f"{first} {second}", " ", rest


async def find_organised(
    ctx: Context, name: str | None, command: str, *, phases: Collection[Phase] = UNFINISHED
) -> EventFile:
    """The event that is meant, which the speaker organises; refused for anybody else."""

    def is_mine(file: EventFile) -> bool:
        return is_organiser(ctx, file)

    file = await find_event(ctx, name, command, phases=phases, is_meant=is_mine)
    need_organiser(ctx, file)
    return file


def is_organiser(ctx: Context, file: EventFile) -> bool:
    """Whether the speaker organises the event: by name, or by a role of its chat.

    Where nobody does so by name any more, the chat's administrators do.
    """
    if holds_role(ctx, EventRole.ORGANISER, file.place):
        return True
    if not file.having_role(EventRole.ORGANISER):
        return ctx.place.home == file.place and ctx.input.speaker.is_admin
    return file.has_role(ctx.speaker.id, EventRole.ORGANISER)


def is_arbiter(ctx: Context, file: EventFile) -> bool:
    """Whether the speaker may decide about games: the organisers may too."""
    is_one = file.has_role(ctx.speaker.id, EventRole.ARBITER) or holds_role(
        ctx, EventRole.ARBITER, file.place
    )
    return is_one or is_organiser(ctx, file)


def need_organiser(ctx: Context, file: EventFile) -> None:
    if not is_organiser(ctx, file):
        ctx.refuse("tournament.not-organiser", title=file.title)


def find_entrant(ctx: Context, file: EventFile, text: str, command: str, *standings: Standing) -> EntrantNo:
    """The entrant of that name or number; of several namesakes the speaker is asked which.

    ``standings``: only these are meant, if any is left of that name. ``command`` is what the buttons say,
    with ``#event`` and the number after it.
    """
    wanted = text.strip().lstrip("#").casefold()
    if not wanted:
        ctx.refuse("tournament.name-whom", example=f"/{command} #{file.slug} …")
    numbers = _matching(ctx, file, wanted)
    numbers = [number for number in numbers if file.event.entrants[number].standing in standings] or numbers
    if not numbers:
        ctx.refuse("tournament.no-such-name", name=text.strip(), title=file.title)
    if len(numbers) > 1:
        buttons = (
            command_button(said_of(file, number), f"{command} #{file.code} {number}")
            for number in numbers[:MOST_SHOWN]
        )
        ctx.refuse_with(said("tournament.which-entrant", name=text.strip()), rows(buttons))
    return numbers[0]


def _matching(ctx: Context, file: EventFile, wanted: str) -> list[EntrantNo]:
    """By number, or by the name that the speaker is shown: nobody learns the full one by trying."""
    if wanted.isdecimal():
        number = EntrantNo(int(wanted[:9]))
        return [number] if number in file.cards else []
    sees_all, me = is_organiser(ctx, file), ctx.speaker.id
    names = {
        number: (card.name if sees_all or me in card.controllers else file.public_name(number)).casefold()
        for number, card in file.cards.items()
    }
    exact = [number for number, name in names.items() if name == wanted]
    return exact or [number for number, name in names.items() if name.startswith(wanted)]


def said_of(file: EventFile, number: EntrantNo) -> Said:
    """An entrant on a button: number, name and class, so that namesakes are told apart."""
    entrant = file.event.entrants[number]
    if not entrant.group:
        return said("entrant.numbered", number=number, name=file.name(number))
    return said("entrant.button", number=number, name=file.name(number), group=entrant.group)


def find_mine(
    ctx: Context,
    file: EventFile,
    text: str | None,
    command: str,
    entrants: Iterable[Entrant],
    *,
    none: str,
) -> EntrantNo:
    """One of ``entrants`` for whom the speaker acts: named, or the only one; of several they are asked."""
    mine = list(entrants)
    if text:
        number = find_entrant(ctx, file, text, command)
        if number not in {entrant.number for entrant in mine}:
            ctx.refuse("tournament.not-yours", name=file.name(number))
        return number
    if not mine:
        ctx.refuse(none, title=file.title)
    if len(mine) > 1:
        buttons = (
            command_button(said_of(file, entrant.number), f"{command} #{file.code} {entrant.number}")
            for entrant in mine[:MOST_SHOWN]
        )
        ctx.refuse_with(said("tournament.which-of-yours"), rows(buttons))
    return mine[0].number
