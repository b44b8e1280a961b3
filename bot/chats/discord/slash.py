"""The commands of the program as Discord's slash commands, from their declarations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.http import Route

from bot.chats.discord.words import Words
from bot.commands.declaration import Command, Kind, Parameter
from bot.replies import said

Interaction = discord.Interaction[Any]
Given = Mapping[str, Any]

MOST_CHOICES = 25
LONGEST_CHOICE = 100
LONGEST_TYPED = 900
"""signs of a free text, so that whatever Discord takes the grammar takes as well"""
FILE = "file"
TAKES_A_FILE = ("regulations add",)
"""commands that come with a file, which Discord asks for as an option of its own"""
PLAINLY_WRITTEN = frozenset({"title", "reason", "count", "numbers", "word", "code", "account"})
"""parameters for which nothing can be suggested"""
DIFFERENT: Mapping[tuple[str, str], str] = {("result", "what"): "report"}
"""parameters that mean something else than others of their name"""
BARE = "info"
"""what a command is called below its own name, where that is also the first word of others"""


class Handlers(Protocol):
    """What is done about a command, and about one that is being written."""

    async def command(self, interaction: Interaction, command: Command, given: Given) -> None: ...

    async def suggest(
        self, interaction: Interaction, command: Command, parameter: Parameter, typed: str
    ) -> list[app_commands.Choice[str]]: ...


def build(
    commands: Iterable[Command], words: Words, handlers: Handlers
) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """All commands; those of two words as subcommands of the first."""
    every = list(commands)
    firsts = {command.name.split()[0] for command in every if " " in command.name}
    groups: dict[str, app_commands.Group] = {}
    made: list[app_commands.Command[Any, ..., Any] | app_commands.Group] = []
    for command in every:
        first, _, second = command.name.partition(" ")
        if not second and first in firsts:
            second = BARE
        group: app_commands.Group | None = None
        if second:
            if first not in groups:
                explained = words.text("group", first, said(f"slash.group-{first}"))
                groups[first] = app_commands.Group(name=words.name(first), description=explained)
                made.append(groups[first])
            group = groups[first]
        slash: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=words.name(second or first, group=first if second else None),
            description=words.text("command", command.name, said(command.help_key)),
            callback=_callback(command, words, handlers),
        )
        if group is None:
            made.append(slash)
        else:
            group.add_command(slash)
    return made


def _callback(command: Command, words: Words, handlers: Handlers) -> Callable[..., Coroutine[Any, Any, None]]:
    """What discord.py calls, with the options of ``command`` as its parameters."""

    async def run(interaction: Interaction, **given: Any) -> None:
        values = {name: value for name, value in given.items() if value is not None}
        await handlers.command(interaction, command, values)

    options = [_option(parameter) for parameter in command.parameters]
    explained = {p.name: _explained(command, p, words) for p in command.parameters}
    if command.name in TAKES_A_FILE:
        options.append(_one(FILE, discord.Attachment, is_required=True))
        explained[FILE] = words.text("option", FILE, said(f"option.{FILE}"))
    heard = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    run.__signature__ = inspect.Signature([heard, *options])  # type: ignore[attr-defined]
    app_commands.describe(**explained)(run)
    app_commands.rename(**{option.name: words.option(option.name) for option in options})(run)
    listed = {p.name: _choices(p, words) for p in command.parameters if p.kind is Kind.CHOICE}
    app_commands.choices(**listed)(run)
    suggesting = {p.name: _suggesting(command, p, handlers) for p in command.parameters if _is_suggested(p)}
    app_commands.autocomplete(**suggesting)(run)
    return run


def _option(parameter: Parameter) -> inspect.Parameter:
    is_free = parameter.kind in (Kind.TEXT, Kind.COMMAND, Kind.MOVE)
    kind: Any = app_commands.Range[str, 1, LONGEST_TYPED if is_free else LONGEST_CHOICE]
    if parameter.kind is Kind.PERSON:
        kind = discord.User
    elif parameter.kind is Kind.CHOICE:
        kind = str
    return _one(parameter.name, kind, is_required=parameter.required)


def _explained(command: Command, parameter: Parameter, words: Words) -> app_commands.locale_str:
    key = DIFFERENT.get((command.name, parameter.name), parameter.name)
    return words.text("option", key, said(f"option.{key}"))


def _one(name: str, kind: Any, *, is_required: bool) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if is_required else None,
        annotation=kind if is_required else kind | None,
    )


def _choices(parameter: Parameter, words: Words) -> list[app_commands.Choice[str]]:
    """Each meaning once, with the first word that has it."""
    first: dict[str, str] = {}
    for word, meaning in parameter.choices.items():
        first.setdefault(meaning, word)
    return [
        app_commands.Choice(name=words.text("choice", meaning, said(f"choice.{meaning}")), value=word)
        for meaning, word in list(first.items())[:MOST_CHOICES]
    ]


def _is_suggested(parameter: Parameter) -> bool:
    return parameter.kind not in (Kind.PERSON, Kind.CHOICE) and parameter.name not in PLAINLY_WRITTEN


def _suggesting(command: Command, parameter: Parameter, handlers: Handlers) -> Callable[..., Any]:
    async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await handlers.suggest(interaction, command, parameter, typed)

    return suggest


# --- what is registered already -----------------------------------------------------------------------------

_EMPTY: tuple[Any, ...] = (None, False, [], {}, "")
_COMPARED = (
    "type",
    "name",
    "description",
    "name_localizations",
    "description_localizations",
    "required",
    "autocomplete",
    "min_length",
    "max_length",
    "value",
)


async def synchronize(tree: app_commands.CommandTree[Any], translator: app_commands.Translator) -> bool:
    """Register the commands of ``tree`` with Discord, unless just these are; whether that was needed.

    Raises discord.HTTPException.
    """
    wanted = [
        await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
        if not isinstance(command, app_commands.ContextMenu)
    ]
    # by itself discord.py asks for no translations, and would find every command changed
    listed = Route("GET", "/applications/{application}/commands", application=tree.client.application_id)
    held = await tree.client.http.request(listed, params={"with_localizations": "true"})
    if _comparable(wanted) == _comparable(held):
        return False
    await tree.sync()
    return True


def _comparable(commands: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What makes up commands, whichever side wrote them down: in one order, and nothing that is empty."""
    return sorted((_essence(command) for command in commands), key=lambda each: str(each["name"]))


def _essence(described: Mapping[str, Any]) -> dict[str, Any]:
    essence: dict[str, Any] = {key: described[key] for key in _COMPARED if described.get(key) not in _EMPTY}
    for nested in ("options", "choices"):
        if inner := described.get(nested):
            essence[nested] = [_essence(each) for each in inner]
    return essence
