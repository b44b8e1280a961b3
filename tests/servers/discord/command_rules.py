"""What application commands may look like."""

from __future__ import annotations

import unicodedata
from typing import Any

from tests.servers.discord.forms import ABSENT, Form, Path

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, PERSON, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)

MOST_COMMANDS = 100
MOST_OPTIONS = 25
MOST_CHOICES = 25
MOST_CHARACTERS = 8000
"""of names, descriptions and values of one command together"""

LOCALES = frozenset(
    (
        *(
            "id",
            "da",
            "de",
            "en-GB",
            "en-US",
            "es-ES",
            "es-419",
            "fr",
            "hr",
            "it",
            "lt",
            "hu",
            "nl",
            "no",
            "pl",
        ),
        *("pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja"),
        *("zh-TW", "ko"),
    )
)


def is_name(name: str) -> bool:
    """Letters, digits, ``-``, ``_`` and ``'`` of any script, lower case where there is one."""
    return name == name.lower() and all(
        char in "-_'"
        or unicodedata.category(char)[0] in "LN"
        or unicodedata.name(char, "").startswith(("DEVANAGARI", "THAI"))
        for char in name
    )


def check_all(form: Form, commands: list[Any]) -> None:
    names = set()
    for index, command in enumerate(commands):
        path: Path = (index,)
        if not isinstance(command, dict):
            form.refuse(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        check(form, command, path)
        key = (command.get("type", CHAT_INPUT), command.get("name"))
        if key in names:
            message = "Application command names must be unique"
            form.refuse((*path, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        names.add(key)


def check(form: Form, command: dict[str, Any], path: Path = ()) -> None:
    kind = form.integer(command, "type", path, one_of={CHAT_INPUT, USER, MESSAGE})
    kind = kind if isinstance(kind, int) else CHAT_INPUT
    if kind == CHAT_INPUT:
        _named(form, command, path)
    else:
        form.text(command, "name", path, least=1, most=32, required=True)
        if command.get("description") or command.get("options"):
            message = "Context menu commands cannot have description or options"
            form.refuse(path, "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", message)
    form.flag(command, "nsfw", path)
    form.flag(command, "dm_permission", path)
    _permissions(form, command, path)
    for name, values in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        listed = form.listed(command, name, path, most=3)
        if isinstance(listed, list) and not set(map(str, listed)) <= set(map(str, values)):
            form.refuse((*path, name), "BASE_TYPE_CHOICES", f"Value must be one of {values}.")
    _options(form, command, path, kind)
    if _size(command) > MOST_CHARACTERS:
        message = f"Command exceeds maximum size ({MOST_CHARACTERS})"
        form.refuse(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _permissions(form: Form, command: dict[str, Any], path: Path) -> None:
    value = command.get("default_member_permissions")
    if value is not None and not str(value).isdigit():
        where = (*path, "default_member_permissions")
        form.refuse(where, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')


def _named(form: Form, thing: dict[str, Any], path: Path) -> None:
    """The name and the description of a command or an option, in all languages."""
    name = form.text(thing, "name", path, least=1, most=32, required=True)
    if isinstance(name, str) and name and not is_name(name):
        form.refuse((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    form.text(thing, "description", path, least=1, most=100, required=True)
    for key, most in (("name_localizations", 32), ("description_localizations", 100)):
        for locale in _localised(form, thing, key, path):
            value = form.text(thing[key], locale, (*path, key), least=1, most=most)
            if key == "name_localizations" and isinstance(value, str) and value and not is_name(value):
                where = (*path, key, locale)
                form.refuse(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _localised(form: Form, thing: dict[str, Any], key: str, path: Path) -> list[str]:
    localised = form.mapping(thing, key, path)
    if not isinstance(localised, dict):
        return []
    for locale in localised:
        if locale not in LOCALES:
            form.refuse(
                (*path, key), "DICT_TYPE_KEY_CHOICES", f"Key must be one of the locales, not {locale}."
            )
    return [locale for locale in localised if locale in LOCALES]


def _options(form: Form, holder: dict[str, Any], path: Path, kind: int, depth: int = 0) -> None:
    options = form.objects(holder, "options", path, most=MOST_OPTIONS)
    names: set[str] = set()
    optional_came = False
    kinds = set()
    for index, option in options:
        where: Path = (*path, "options", index)
        type_ = form.integer(option, "type", where, one_of=range(1, 12), required=True)
        if type_ is ABSENT:
            continue
        kinds.add(type_ in (SUBCOMMAND, GROUP))
        _named(form, option, where)
        if option.get("name") in names:
            message = "Option names must be unique"
            form.refuse((*where, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", message)
        names.add(option.get("name", ""))
        if type_ in (SUBCOMMAND, GROUP):
            _nested(form, option, where, type_, depth)
            continue
        required = form.flag(option, "required", where) is True
        if required and optional_came:
            message = "Required options must be placed before non-required options"
            form.refuse(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_came |= not required
        _value(form, option, where, type_)
    if len(kinds) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.refuse((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def _nested(form: Form, option: dict[str, Any], path: Path, type_: int, depth: int) -> None:
    inner = option.get("options") or []
    if type_ == GROUP and (depth > 0 or not inner or any(one.get("type") != SUBCOMMAND for one in inner)):
        message = "A group holds subcommands, and is in no other group"
        form.refuse(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        return
    if type_ == SUBCOMMAND and any(one.get("type") in (SUBCOMMAND, GROUP) for one in inner):
        message = "A subcommand holds values only"
        form.refuse(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        return
    _options(form, option, path, CHAT_INPUT, depth + 1)


def _value(form: Form, option: dict[str, Any], path: Path, type_: int) -> None:
    autocomplete = form.flag(option, "autocomplete", path) is True
    choices = form.objects(option, "choices", path, most=MOST_CHOICES)
    if (autocomplete or choices) and type_ not in (STRING, INTEGER, NUMBER):
        message = "Choices are for strings, integers and numbers"
        form.refuse(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message)
    if autocomplete and choices:
        message = "Autocomplete and choices are mutually exclusive"
        form.refuse(path, "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", message)
    for index, choice in choices:
        check_choice(form, choice, (*path, "choices", index), type_)
    if type_ == STRING:
        form.integer(option, "min_length", path, least=0, most=6000)
        form.integer(option, "max_length", path, least=1, most=6000)


def check_choice(form: Form, choice: dict[str, Any], path: Path, type_: int = STRING) -> None:
    form.text(choice, "name", path, least=1, most=100, required=True)
    for locale in _localised(form, choice, "name_localizations", path):
        form.text(choice["name_localizations"], locale, (*path, "name_localizations"), least=1, most=100)
    if type_ == STRING:
        form.text(choice, "value", path, least=1, most=100, required=True)
    elif isinstance(choice.get("value"), bool) or not isinstance(choice.get("value"), int | float):
        form.refuse((*path, "value"), "NUMBER_TYPE_COERCE", f'Value "{choice.get("value")}" is not a number.')


def _size(thing: dict[str, Any]) -> int:
    """For every field that is localised the longest of its languages counts."""
    total = 0
    for key in ("name", "description"):
        texts = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts if isinstance(text, str))
    total += len(str(thing["value"])) if "value" in thing else 0
    for key in ("options", "choices"):
        total += sum(_size(one) for one in thing.get(key) or [] if isinstance(one, dict))
    return total
