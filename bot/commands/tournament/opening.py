"""Opening and closing the sign-up, calling the event off, telling about it, and who runs it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.registry import COMMANDS
from bot.commands.rights import need_permissions
from bot.commands.tournament.acting import act, announce, answer, command_button, rows
from bot.commands.tournament.announcing import close_buttons, info, show_signup
from bot.commands.tournament.conduct import direct
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.finding import find_event, find_organised, need_organiser
from bot.commands.tournament.settings import still_missing
from bot.replies import said
from bot.words import by_article
from rules.tournament.actions import Cancelled, Closed, Opened
from rules.tournament.model import Phase, Standing
from storage.repositories.events import EventRole

EVENT = Parameter("event", Kind.EVENT)
UNTIL = dict.fromkeys(("until", "do", "до", "ata"), "until")
YES = dict.fromkeys(("yes", "tak", "так", "si", "sí"), "yes")
ADD = {
    **dict.fromkeys(("add", "dodaj", "додати", "engadir"), "add"),
    **dict.fromkeys(("remove", "usuń", "usun", "прибрати", "quitar"), "remove"),
}


@COMMANDS.declare(
    "tournament open",
    Parameter("until", Kind.CHOICE, choices=UNTIL),
    Parameter("date", Kind.DATE),
    Parameter("time", Kind.TIME),
    EVENT,
    aliases={
        "pl": ("turniej zapisy", "turniej otwórz", "turniej otworz"),
        "uk": ("turnir vidkryty",),
        "gl": ("torneo abrir",),
    },
    role=Role.ORGANISER,
)
async def open_signup(ctx: Context, args: Mapping[str, Any]) -> None:
    """Open the sign-up, until a time if you name one."""
    need_permissions(ctx)
    when = " ".join(str(args[name])[:16] for name in ("until", "date", "time") if name in args)
    file = await find_organised(
        ctx,
        args.get("event"),
        f"tournament open {when}".strip(),
        phases=(Phase.CREATED, Phase.CLOSED, Phase.OPEN),
    )
    await do_open(ctx, file, _closes(ctx, file, args))
    if missing := still_missing(file, "setup.missing"):
        answer(ctx, file, missing)


def _closes(ctx: Context, file: EventFile, args: Mapping[str, Any]) -> datetime | None:
    """When it closes by itself, in the event's time zone: an hour alone is the next such hour."""
    if not {"until", "date", "time"} & args.keys():
        return None
    if "time" not in args:
        ctx.refuse("signup.name-hour", id=file.slug)
    local = ctx.now.astimezone(file.zone)
    day = args.get("date") or local.date()
    closes = datetime.combine(day, args["time"], file.zone)
    if closes <= local and "date" not in args:
        closes = datetime.combine(day + timedelta(days=1), args["time"], file.zone)
    if closes <= local:
        ctx.refuse("signup.gone-by", until=closes)
    return closes


async def do_open(ctx: Context, file: EventFile, closes: datetime | None) -> EventFile:
    """Open the sign-up and publish the hash of the secret that the lots will follow from."""
    file, commitment = await ctx.events.with_secret(file)
    file, _ = await act(ctx, file, Opened(commitment, closes))
    await show_signup(ctx, file)
    return file


async def tell_stays_open(ctx: Context, file: EventFile, payload: Mapping[str, Any]) -> None:
    """The bot could not be reached for a while, and signing up is possible for longer because of that."""
    if file.phase is Phase.OPEN and file.event.closes is not None:
        await announce(ctx, file, said("signup.stays-open", title=file.title, until=file.event.closes))
        await show_signup(ctx, file)


async def open_by_itself(ctx: Context, file: EventFile) -> None:
    """The hour has come at which the regulation opens the sign-up."""
    await announce(
        ctx, file, by_article(said("signup.opens-itself", title=file.title), file.rules.sign_up.opens_article)
    )
    await do_open(ctx, file, None)


@COMMANDS.declare(
    "tournament close",
    EVENT,
    aliases={
        "pl": ("turniej zamknij",),
        "uk": ("turnir zakryty",),
        "gl": ("torneo pechar",),
    },
    role=Role.ORGANISER,
)
async def close_signup(ctx: Context, args: Mapping[str, Any]) -> None:
    """Close the sign-up; for a minute anybody signed up may add a word to the lots."""
    file = await find_organised(ctx, args.get("event"), "tournament close", phases=(Phase.OPEN,))
    await do_close(ctx, file)


async def do_close(ctx: Context, file: EventFile) -> EventFile:
    """Close the sign-up, by hand or because its hour has come."""
    file, _ = await act(ctx, file, Closed())
    await show_signup(ctx, file)
    count = len(file.event.having(Standing.IN))
    await announce(
        ctx,
        file,
        said("signup.closing", title=file.title, count=count),
        by_article(said("lots.words-wanted"), file.rules.lots_article),
        buttons=close_buttons(file),
    )
    return file


@COMMANDS.declare(
    "tournament cancel",
    Parameter("sure", Kind.CHOICE, choices=YES),
    EVENT,
    aliases={
        "pl": ("turniej odwołaj", "turniej odwolaj"),
        "uk": ("turnir skasuvaty",),
        "gl": ("torneo cancelar",),
    },
    role=Role.ORGANISER,
)
async def cancel(ctx: Context, args: Mapping[str, Any]) -> None:
    """Call a tournament off, after one question back."""
    file = await find_organised(ctx, args.get("event"), "tournament cancel")
    if "sure" not in args:
        answer(
            ctx,
            file,
            said("tournament.ask-cancel", title=file.title),
            buttons=rows(
                [command_button(said("button.cancel-event"), f"tournament cancel yes #{file.code}")]
            ),
        )
        return
    await ctx.people.stop_asking_about(file.id)
    await direct(ctx, file, Cancelled(), said("tournament.cancelled", title=file.title))


@COMMANDS.declare(
    "tournament info",
    EVENT,
    aliases={"pl": ("turniej info",), "uk": ("turnir info",), "gl": ("torneo info",)},
    looks=True,
)
async def show_info(ctx: Context, args: Mapping[str, Any]) -> None:
    """When, where, what it costs, the programme, what to know before coming, and who takes part."""
    file = await find_event(ctx, args.get("event"), "tournament info", phases=tuple(Phase))
    lines = list(info(file))
    organisers = [await ctx.people.name_of(person) for person in file.having_role(EventRole.ORGANISER)]
    arbiters = [await ctx.people.name_of(person) for person in file.having_role(EventRole.ARBITER)]
    lines.append(said("info.organisers", names=tuple(filter(None, organisers))))
    if arbiters:
        lines.append(said("info.arbiters", names=tuple(filter(None, arbiters))))
    if file.linked:
        lines.append(said("info.chats", count=len(file.places)))
    answer(ctx, file, *lines)


# --- who runs it --------------------------------------------------------------------------------------------


@COMMANDS.declare(
    "tournament organiser",
    Parameter("what", Kind.CHOICE, required=True, choices=ADD),
    Parameter("person", Kind.PERSON, required=True),
    EVENT,
    aliases={
        "pl": ("turniej organizator",),
        "uk": ("turnir orhanizator",),
        "gl": ("torneo organizador",),
    },
    role=Role.ORGANISER,
)
async def organiser(ctx: Context, args: Mapping[str, Any]) -> None:
    """Let somebody organise with you, or no longer."""
    await _change_role(ctx, args, EventRole.ORGANISER)


@COMMANDS.declare(
    "tournament arbiter",
    Parameter("what", Kind.CHOICE, required=True, choices=ADD),
    Parameter("person", Kind.PERSON, required=True),
    EVENT,
    aliases={"pl": ("turniej sędzia", "turniej sedzia"), "uk": ("turnir suddia",), "gl": ("torneo árbitro",)},
    role=Role.ORGANISER,
)
async def arbiter(ctx: Context, args: Mapping[str, Any]) -> None:
    """Let somebody be the arbiter, or no longer."""
    await _change_role(ctx, args, EventRole.ARBITER)


async def _change_role(ctx: Context, args: Mapping[str, Any], role: EventRole) -> None:
    username, what, platform = args["person"], args["what"], ctx.input.place.platform
    command = f"tournament {role.value} {what} @{username}"
    file = await find_organised(ctx, args.get("event"), command)
    account = await ctx.people.named(ctx.input, username)
    if what == "add" and account is None:
        await ctx.events.invite(file, platform, username, role)
        name = f"@{username}"
    elif what == "add" and account is not None:
        await ctx.events.grant(file, account.person, role)
        name = await ctx.people.name_of(account.person) or f"@{username}"
    else:
        name = await _take_back(ctx, file, username, role)
    await announce(ctx, file, said(f"role.{role.value}-{what}", name=name, title=file.title))


async def _take_back(ctx: Context, file: EventFile, username: str, role: EventRole) -> str:
    """The name of whoever has the role no more; the last organiser keeps it."""
    platform = ctx.input.place.platform
    account = await ctx.people.named(ctx.input, username)
    is_invited = any(kept.username == username.casefold() and kept.role is role for kept in file.invited)
    if account is not None and file.has_role(account.person, role):
        if role is EventRole.ORGANISER and len(file.having_role(role)) == 1:
            ctx.refuse("role.last-organiser")
        await ctx.events.revoke(file, account.person, role)
        return await ctx.people.name_of(account.person) or f"@{username}"
    if not is_invited:
        ctx.refuse("role.not-held", name=f"@{username}")
    need_organiser(ctx, file)
    await ctx.events.uninvite(file, platform, username)
    return f"@{username}"
