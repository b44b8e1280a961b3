"""One event in several chats: linked by a one-time code, with the consent of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.buttons import Press, encode_press
from bot.commands.codes import LIFETIME, give_code, read_code, use_code
from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.place import Place
from bot.commands.registry import COMMANDS
from bot.commands.rights import need_name
from bot.commands.tournament.acting import announce, answer, command_button, rows
from bot.commands.tournament.announcing import show_signup
from bot.commands.tournament.eventfile import UNFINISHED, EventFile
from bot.commands.tournament.finding import find_event, find_organised, is_organiser, need_organiser
from bot.replies import Button, Said, said
from rules.tournament.model import Phase
from storage.ids import PlaceId
from storage.repositories.links import CodeKind

MOST_CHATS = 16
"""chats of one event: everything that is announced is said in each"""
EVENT = Parameter("event", Kind.EVENT)


@COMMANDS.declare(
    "tournament link",
    EVENT,
    Parameter("code", Kind.TEXT),
    aliases={
        "pl": ("turniej połącz", "turniej polacz"),
        "uk": ("turnir ziednaty",),
        "gl": ("torneo ligar",),
    },
    role=Role.ORGANISER,
    looks=True,
)
async def link(ctx: Context, args: Mapping[str, Any]) -> None:
    """Announce a tournament in another chat too: get a code, an administrator there writes it."""
    if "code" in args:
        await _link_here(ctx, args["code"])
        return
    need_name(ctx)
    file = await find_organised(ctx, args.get("event"), "tournament link")
    _check_room(ctx, file)
    code = await give_code(ctx, CodeKind.EVENT, file.id)
    ctx.tell(
        said("link.event-code", title=file.title, code=code, minutes=int(LIFETIME.total_seconds() // 60)),
        said("link.event-how", command=f"/tournament link {code}"),
        personal=True,
    )


def _check_room(ctx: Context, file: EventFile) -> None:
    if len(file.places) >= MOST_CHATS:
        ctx.refuse("link.too-many", title=file.title, count=MOST_CHATS)


async def _link_here(ctx: Context, text: str) -> None:
    """The other side agrees: this chat belongs to the event from now on."""
    if ctx.place.is_private:
        ctx.refuse("link.not-in-private")
    if not ctx.is_admin:
        ctx.refuse("refused.not-an-admin")
    code = await read_code(ctx, CodeKind.EVENT, text)
    if code is None:
        return
    file = await ctx.events.by_id(code.event) if code.event is not None else None
    if file is None or file.phase not in UNFINISHED:
        ctx.refuse("link.over")
    if ctx.place.home in file.places:
        ctx.refuse("link.already", title=file.title)
    _check_room(ctx, file)
    await use_code(ctx, code)
    await _speak_as_the_event_does(ctx, file)
    file = await ctx.events.link(file, ctx.place.home)
    await announce(
        ctx,
        file,
        said("link.event-linked", title=file.title, platform=_platform(ctx.place), count=len(file.places)),
        buttons=rows([command_button(said("button.info"), f"tournament info #{file.code}")]),
    )
    if file.phase is Phase.OPEN:
        await show_signup(ctx, file)


async def _speak_as_the_event_does(ctx: Context, file: EventFile) -> None:
    """In a channel nobody speaks who has a language: it takes that of the event's own chat."""
    row = await ctx.unit.places.by_id(ctx.place.home)
    if row is not None and row.language is None:
        ctx.place = ctx.place.in_language((await ctx.in_place(file.place)).language)
        await ctx.people.change_place(ctx.place)


@COMMANDS.declare(
    "tournament unlink",
    EVENT,
    aliases={
        "pl": ("turniej rozłącz", "turniej rozlacz"),
        "uk": ("turnir vidiednaty",),
        "gl": ("torneo desligar",),
    },
    role=Role.ORGANISER,
    looks=True,
)
async def unlink(ctx: Context, args: Mapping[str, Any]) -> None:
    """Take a chat out of a tournament again: its administrators here, the organiser anywhere."""

    def is_meant(file: EventFile) -> bool:
        return bool(file.linked) and (ctx.place.home in file.linked or is_organiser(ctx, file))

    file = await find_event(ctx, args.get("event"), "tournament unlink", is_meant=is_meant)
    if ctx.place.home in file.linked:
        if not ctx.is_admin:
            need_name(ctx)
            need_organiser(ctx, file)
        await _unlink(ctx, file, ctx.place.home)
        return
    need_name(ctx)
    need_organiser(ctx, file)
    if not file.linked:
        ctx.refuse("link.none", title=file.title)
    buttons = [
        Button(
            await _chat(ctx, number, place),
            encode_press(Press("unlink", file.code, file.version, str(number))),
        )
        for number, place in enumerate(file.linked, 1)
    ]
    answer(
        ctx,
        file,
        said("link.which", title=file.title, count=len(file.linked)),
        buttons=tuple((button,) for button in buttons),
    )


async def _chat(ctx: Context, number: int, place: PlaceId) -> Said:
    return said("link.chat", number=number, platform=_platform(await ctx.in_place(place)))


def _platform(place: Place) -> str:
    return place.ref.platform.title()


async def press_unlink(ctx: Context, pressed: Press) -> None:
    """The button that names the chat."""
    file = await ctx.events.by_code(pressed.code)
    if file is None:
        ctx.refuse("error.unknown-button")
    need_organiser(ctx, file)
    chats = dict(enumerate(file.linked, 1))
    if pressed.version != file.version or not pressed.argument.isdecimal():
        ctx.refuse("error.stale-button")
    if (place := chats.get(int(pressed.argument))) is None:
        ctx.refuse("error.stale-button")
    await _unlink(ctx, file, place)


async def _unlink(ctx: Context, file: EventFile, place: PlaceId) -> None:
    """Said in all chats, that one included; what is being played there is played to its end."""
    left = await ctx.in_place(place)
    lines = [
        said("link.event-unlinked", title=file.title, platform=_platform(left), count=len(file.places) - 1)
    ]
    if file.phase is Phase.RUNNING:
        lines.append(said("link.games-go-on"))
    await announce(ctx, file, *lines)
    await ctx.events.unlink(file, place)
    if ctx.place.home not in file.places:
        answer(ctx, file, *lines)
