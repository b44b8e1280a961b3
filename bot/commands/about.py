"""The bot about itself: languages, settings, regulations, what is stored about somebody."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from bot.buttons import Press, encode_press
from bot.commands import announce, privacy
from bot.commands.context import Context, Line
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.grammar import is_free
from bot.commands.helping import language_button
from bot.commands.registry import COMMANDS
from bot.commands.rights import need_name
from bot.commands.tournament.privacy import stored, stored_in_short
from bot.letters import one_line
from bot.pictures.themes import THEMES
from bot.regulations import check, explain, listing, readable
from bot.replies import Button, said
from bot.texts import LANGUAGES

LARGEST_REGULATION = 64 * 1024
"""bytes of a file that a chat may load"""
LONGEST_FILE_NAME = 64
"""characters of its name that are shown"""
MOST_LOADED = 20
"""regulations that a chat may load"""


# --- languages and settings ---------------------------------------------------------------------------------


@COMMANDS.declare(
    "language",
    Parameter("language", Kind.LANGUAGE),
    aliases={"pl": ("jezyk",), "uk": ("mova",), "gl": ("lingua",)},
    spoken={"pl": ("język",), "uk": ("мова",)},
)
async def language(ctx: Context, args: Mapping[str, Any]) -> None:
    """Choose a language: for oneself in private, for the whole chat as its administrator."""
    if "language" not in args:
        ctx.tell(
            said("language.which"), buttons=(tuple(language_button(language) for language in LANGUAGES),)
        )
        return
    chosen = args["language"]
    speaker = await ctx.people.choose_language(ctx.input.place.platform, ctx.speaker, chosen)
    ctx.hear_as(speaker)
    if not ctx.is_admin:
        ctx.tell(said("language.yours"))
        return
    place = ctx.place.in_language(chosen)
    await ctx.people.change_place(place)
    ctx.place = place
    ctx.say(said("language.chosen"))


SETTINGS = (
    "theme",
    "board",
    "notation",
    "arbiter",
    "events",
    "threads",
    "zone",
    "regulation",
    "organisers",
    "arbiters",
)
_ROLES = ("organisers", "arbiters")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": tuple(THEMES),
    "board": ("turn", "white", "black"),
    "notation": ("own", "numeric", "algebraic", "both"),
    "arbiter": ("no", "yes"),
    "events": ("anyone", "admins"),
    "threads": ("yes", "no"),
}
_ROLE = re.compile(r"<?@?&?([0-9]{1,24})>?")


@COMMANDS.declare(
    "settings",
    Parameter("setting", Kind.CHOICE, choices={name: name for name in SETTINGS}),
    Parameter("value", Kind.TEXT),
    aliases={"pl": ("ustawienia",), "uk": ("nalashtuvannia",), "gl": ("axustes",)},
    spoken={"uk": ("налаштування",)},
    looks=True,
)
async def settings(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show how this chat is set up, or change it as its administrator."""
    if "value" in args and "setting" not in args:
        ctx.refuse("settings.unknown", value=args["value"].split()[0], known=SETTINGS)
    if "setting" in args and "value" in args:
        need_name(ctx)
        if not ctx.is_admin:
            ctx.refuse("refused.not-an-admin")
        name = args["setting"]
        place = ctx.place.with_settings(**{name: await _checked(ctx, name, args["value"].strip())})
        await ctx.people.change_place(place)
        ctx.place = place
        ctx.say(said("settings.changed", name=said(f"setting.{name}"), value=_shown(ctx, name)))
        return
    shown = [args["setting"]] if "setting" in args else _fitting(ctx)
    lines: list[Line] = [said("settings.title")]
    lines += [
        said("settings.line", name=said(f"setting.{name}"), value=_shown(ctx, name), usage=_usage(name))
        for name in shown
    ]
    ctx.tell(*lines, buttons=tuple(row for name in shown for row in _choices(ctx, name)))


def _fitting(ctx: Context) -> list[str]:
    """The settings that mean something in a chat of this kind."""
    has_roles = bool(ctx.input.speaker.roles)
    return [
        name
        for name in SETTINGS
        if not (name == "threads" and not ctx.capabilities().threads)
        and not (name in _ROLES and not has_roles and not getattr(ctx.place.settings, name))
    ]


async def _checked(ctx: Context, name: str, value: str) -> str:
    """``value`` as it is stored."""
    if name == "zone":
        return _zone(ctx, value)
    if name == "regulation":
        return "" if value in ("none", "-") else (await ctx.regulation(value)).id
    if name in _ROLES:
        return "" if value in ("none", "-") else _role(ctx, value)
    if value.casefold() not in CHOICES[name]:
        ctx.refuse("settings.unknown", value=value, known=CHOICES[name])
    return value.casefold()


def _role(ctx: Context, value: str) -> str:
    """The id of a role of this chat, as a mention of it is written."""
    found = _ROLE.fullmatch(value)
    if found is None:
        ctx.refuse("settings.unknown-role", value=value)
    return found[1]


def _zone(ctx: Context, value: str) -> str:
    known = {zone.casefold(): zone for zone in available_timezones()}
    if value.casefold() not in known:
        ctx.refuse("settings.unknown-zone", value=value)
    return ZoneInfo(known[value.casefold()]).key


def _shown(ctx: Context, name: str) -> Any:
    value = getattr(ctx.place.settings, name)
    if name == "zone":
        return str(ctx.place.zone)
    if name == "regulation":
        return value or said("settings.no-regulation")
    if name in _ROLES:
        return f"<@&{value}>" if value else said("settings.no-role")
    return said(f"settings.{name}-{value}")


def _usage(name: str) -> str:
    choices = CHOICES.get(name)
    return f"/settings {name} " + ("|".join(choices) if choices else "…")


def _choices(ctx: Context, name: str) -> list[tuple[Button, ...]]:
    current = getattr(ctx.place.settings, name)
    if not ctx.is_admin:
        return []
    return announce.rows(
        Button(
            said(f"settings.{name}-{value}"), encode_press(Press("do", argument=f"settings {name} {value}"))
        )
        for value in CHOICES.get(name, ())
        if value != current
    )


# --- regulations --------------------------------------------------------------------------------------------


@COMMANDS.declare(
    "regulations list",
    aliases={"pl": ("regulaminy",), "uk": ("rehlamenty",), "gl": ("regulamentos",)},
    spoken={"uk": ("регламенти",)},
    looks=True,
)
async def regulations_list(ctx: Context, args: Mapping[str, Any]) -> None:
    """List the regulations that can be played by here."""
    loaded = await ctx.loaded()
    lines: list[Line] = [*listing(ctx.services.library, "/regulations show")]
    if loaded:
        lines.append(said("regulations.loaded-here"))
        lines += [said("regulation.listed", id=id, name=loaded[id].names) for id in loaded]
    ids = (*ctx.services.library.ids, *loaded)
    buttons = [
        Button(id, encode_press(Press("do", argument=f"regulations show {id}"))) for id in ids[:MOST_LOADED]
    ]
    ctx.tell(*lines, buttons=tuple((button,) for button in buttons))


@COMMANDS.declare(
    "regulations show",
    Parameter("regulation", Kind.REGULATION, required=True),
    aliases={"pl": ("regulamin",), "uk": ("rehlament",), "gl": ("regulamento",)},
    spoken={"uk": ("регламент",)},
    looks=True,
)
async def regulations_show(ctx: Context, args: Mapping[str, Any]) -> None:
    """Read one regulation, with its articles and the points on which its source is silent."""
    ctx.tell(*readable(await ctx.regulation(args["regulation"])))


@COMMANDS.declare("regulations add", role=Role.CHAT_ADMIN)
async def regulations_add(ctx: Context, args: Mapping[str, Any]) -> None:
    """Load a regulation from a TOML file, for this chat."""
    from rules.regulation import RegulationErrors  # only whoever loads one waits for the reader of files

    upload = ctx.input.upload
    if upload is None:
        ctx.refuse("regulations.attach-file")
    name = one_line(upload.name)[:LONGEST_FILE_NAME]
    if upload.is_too_large or len(upload.content) > LARGEST_REGULATION:
        ctx.refuse("regulations.too-large", name=name, limit=LARGEST_REGULATION // 1024)
    try:
        text = upload.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        ctx.refuse("regulations.not-text", name=name)
    try:
        regulation = check(text, source=name)
    except RegulationErrors as errors:
        ctx.tell(*explain(errors))
        return
    if regulation.id in ctx.services.library.ids:
        ctx.refuse("regulations.shipped", id=regulation.id)
    if not is_free(regulation.id):
        ctx.refuse("regulations.taken-word", id=regulation.id)
    loaded = {row.regulation for row in await ctx.unit.regulations.of_place(ctx.place.home)}
    if len(loaded) >= MOST_LOADED and regulation.id not in loaded:
        ctx.refuse("regulations.too-many", limit=MOST_LOADED)
    await ctx.unit.regulations.add(regulation.hash, regulation.id, regulation.text)
    await ctx.unit.regulations.load(ctx.place.home, regulation.id, regulation.hash, ctx.now)
    ctx.say(said("regulations.added", id=regulation.id, name=regulation.names))


# --- what is stored about somebody --------------------------------------------------------------------------


@COMMANDS.declare(
    "profile",
    aliases={"pl": ("profil",), "gl": ("perfil",)},
    spoken={"uk": ("профіль",)},
)
async def profile(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show what the bot has stored about whoever asks."""
    speaker = ctx.speaker
    open_games = await ctx.games.everywhere(speaker.id)
    in_private = ctx.place.is_private or ctx.whispers_elsewhere
    entered, buttons = await (stored(ctx) if in_private else stored_in_short(ctx))
    ctx.tell(
        said("profile.title"),
        said("profile.name", name=speaker.name),
        *await _accounts(ctx),
        said("profile.language", language=said(f"language.{speaker.language}")),
        said("profile.games", count=len(open_games)),
        *entered,
        said("profile.erase"),
        buttons=tuple(buttons),
        personal=True,
    )


async def _accounts(ctx: Context) -> list[Line]:
    """How platforms know the speaker: the account that speaks first, then those that are linked to it."""
    lines: list[Line] = []
    for account in sorted(
        await ctx.people.accounts(ctx.speaker.id), key=lambda account: account.id != ctx.speaker.account
    ):
        lines.append(said("profile.account", platform=account.platform, account=account.external))
        if account.username:
            lines.append(said("profile.username", username=f"@{account.username}"))
    return lines


@COMMANDS.declare(
    "forgetme",
    aliases={"pl": ("zapomnij",), "uk": ("zabudmene",), "gl": ("esqueceme",)},
)
async def forgetme(ctx: Context, args: Mapping[str, Any]) -> None:
    """Erase what is personal, after one question back; results stay, under a number."""
    await privacy.ask_to_forget(ctx)
