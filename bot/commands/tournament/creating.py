"""Making an event and deciding what its regulation leaves to the organiser."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from bot.buttons import Press, encode_press
from bot.commands.context import Context, Refusal
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.registry import COMMANDS
from bot.commands.rights import need_permissions
from bot.commands.tournament.acting import act, announce
from bot.commands.tournament.eventfile import UNFINISHED, EventFile, rules_of
from bot.commands.tournament.finding import find_organised, is_organiser
from bot.commands.tournament.settings import (
    NAMES,
    SETTINGS,
    Unreadable,
    ask_next,
    first_settings,
    read_setting,
    tell_ready,
)
from bot.letters import one_line
from bot.replies import Button, said
from rules.tournament.actions import Configured
from rules.tournament.eventrules import Choice
from storage.repositories.dialogues import Dialogue

if TYPE_CHECKING:
    from rules.regulation import Regulation

NEW = "new"
"""kind of the conversation in which the regulation is asked"""
LONGEST_TITLE = 100
MOST_OPEN = 20
"""unfinished events that one person may organise"""
_SLUG = re.compile(r"[\w.-]{2,32}")


@COMMANDS.declare(
    "tournament new",
    Parameter("id", Kind.REGULATION, required=True),
    Parameter("title", Kind.TEXT),
    aliases={
        "pl": ("turniej nowy", "nowyturniej"),
        "uk": ("turnir novyi", "novyiturnir"),
        "gl": ("torneo novo", "novotorneo"),
    },
    spoken={"uk": ("турнір новий",)},
)
async def new(ctx: Context, args: Mapping[str, Any]) -> None:
    """Make a tournament: by a regulation, or under an ID of your own."""
    need_permissions(ctx)
    await _need_leave(ctx)
    title = one_line(args.get("title", ""))
    if not title:
        ctx.refuse("tournament.give-title", id=args["id"])
    if len(title) > LONGEST_TITLE:
        ctx.refuse("tournament.title-too-long", limit=LONGEST_TITLE)
    regulation = await _named(ctx, args["id"])
    if regulation is not None:
        await _create(ctx, regulation, title, None)
        return
    await _check_free(ctx, args["id"])
    payload = json.dumps({"id": args["id"], "title": title}, ensure_ascii=False)
    await ctx.people.ask(Dialogue(ctx.speaker.id, ctx.place.id, NEW, None, payload, ctx.now))
    ctx.tell(said("tournament.which-regulation", title=title), buttons=await _regulations(ctx))


async def _need_leave(ctx: Context) -> None:
    """Refuse whoever may not make a tournament here, or has made enough."""
    if ctx.place.settings.events == "admins" and not ctx.is_admin:
        ctx.refuse("tournament.admins-only")
    if len(await _organised(ctx)) >= MOST_OPEN:
        ctx.refuse("tournament.too-many", count=MOST_OPEN)


async def _organised(ctx: Context) -> list[EventFile]:
    return [file for file in await ctx.events.of(ctx.speaker.id, UNFINISHED) if is_organiser(ctx, file)]


async def _named(ctx: Context, name: str) -> Regulation | None:
    """The regulation that an ID names, if it names one: an ID may also be the event's own."""
    try:
        return await ctx.regulation(name)
    except Refusal:
        return None


async def _check_free(ctx: Context, slug: str) -> None:
    if not _SLUG.fullmatch(slug):
        ctx.refuse("tournament.bad-id", id=slug)
    if await ctx.unit.events.by_slug(ctx.place.home, slug) is not None:
        ctx.refuse("tournament.id-taken", id=slug)


async def _regulations(ctx: Context) -> tuple[tuple[Button, ...], ...]:
    library, loaded = ctx.services.library, await ctx.loaded()
    known = {id: library.get(id) for id in library.ids} | loaded
    language = ctx.speaker.language
    return tuple(
        (
            Button(
                regulation.names.get(language) or regulation.names["en"],
                encode_press(Press("new", argument=id)),
            ),
        )
        for id, regulation in known.items()
        if regulation.event is not None and len(id) <= 50
    )


async def choose_regulation(ctx: Context, argument: str) -> None:
    """The button that names the regulation of a new event."""
    asked = await ctx.people.asked(ctx.speaker.id, ctx.place.id)
    if asked is None or asked.kind != NEW:
        ctx.refuse("error.stale-question")
    await _need_leave(ctx)
    payload = json.loads(asked.payload)
    await ctx.people.stop_asking(ctx.speaker.id, ctx.place.id)
    await _check_free(ctx, payload["id"])
    await _create(ctx, await ctx.regulation(argument), payload["title"], payload["id"])


async def answer_new(ctx: Context, asked: Dialogue, text: str) -> bool:
    """The regulation may be written, too; in a group other words are conversation."""
    regulation = await _named(ctx, text) if " " not in text else None
    if regulation is None:
        if ctx.place.is_private:
            await ctx.regulation(text)
        return False
    await choose_regulation(ctx, regulation.id)
    return True


async def _create(ctx: Context, regulation: Regulation, title: str, slug: str | None) -> None:
    if regulation.event is None:
        ctx.refuse("tournament.no-rules", regulation=regulation.names)
    rules = rules_of(regulation)
    local = ctx.now.astimezone(ZoneInfo(rules.schedule.zone))
    settings = first_settings(rules, ctx.now, local)
    chat = await ctx.in_place(ctx.place.home)
    file = await ctx.events.create(chat, regulation, title, settings, ctx.speaker, slug)
    await announce(
        ctx,
        file,
        said("tournament.created", title=title, organiser=ctx.speaker.name, regulation=regulation.names),
        said("tournament.id", id=file.slug),
    )
    if not await ask_next(ctx, file):
        tell_ready(ctx, file)


@COMMANDS.declare(
    "tournament set",
    Parameter("event", Kind.EVENT),
    Parameter("setting", Kind.CHOICE, required=True, choices=SETTINGS),
    Parameter("value", Kind.TEXT, required=True),
    aliases={"pl": ("turniej ustaw",), "uk": ("turnir zadaty",), "gl": ("torneo axustar",)},
    role=Role.ORGANISER,
)
async def set_up(ctx: Context, args: Mapping[str, Any]) -> None:
    """Decide what the regulation leaves open: classes, start, place, system, rounds, room, names."""
    name, value = args["setting"], args["value"].strip()
    file = await find_organised(ctx, args.get("event"), f"tournament set {name} {value}")
    title = file.title
    if name == "names":
        if value.casefold() not in NAMES:
            ctx.refuse("setup.bad-choice", value=value, known=tuple(dict.fromkeys(NAMES.values())))
        file = await ctx.events.save_row(file, naming=NAMES[value.casefold()].value)
    elif name == "title":
        if not 0 < len(value) <= LONGEST_TITLE:
            ctx.refuse("tournament.title-too-long", limit=LONGEST_TITLE)
        file = await ctx.events.save_row(file, title=value)
    else:
        try:
            settings = read_setting(file, name, value, ctx.now)
        except Unreadable as error:
            ctx.refuse_with(error.what)
        file, _ = await act(ctx, file, Configured(settings))
    system = file.event.settings.system
    shown = said(f"regulation.system.{system.value}") if name == Choice.SYSTEM and system else value
    await announce(ctx, file, said("setup.changed", title=title, what=said(f"setup.{name}"), value=shown))
    asked = await ctx.people.asked(ctx.speaker.id, ctx.place.id)
    if asked is not None and asked.event == file.id:
        skipped = tuple(json.loads(asked.payload).get("skipped", ()))
        if not await ask_next(ctx, file, skipped):
            tell_ready(ctx, file)
