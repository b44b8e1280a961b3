"""Typing a slash command: what was synced says which options there are and what they take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.servers.discord import shapes
from tests.servers.discord.bodies import Upload
from tests.servers.discord.command_rules import (
    BOOLEAN,
    CHANNEL,
    FILE,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    PERSON,
    ROLE,
    STRING,
    SUBCOMMAND,
)
from tests.servers.discord.model import Attachment, Channel, Role, User
from tests.servers.discord.permissions import Permission, in_channel

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord

JsonOption = dict[str, Any]


@dataclass(slots=True)
class Typed:
    """The data of a command interaction, and the files that came with it."""

    data: dict[str, Any]
    uploads: list[Attachment] = field(default_factory=list)


def find(
    discord: Discord, words: list[str], where: Channel, user: User
) -> tuple[JsonOption, list[JsonOption]]:
    """The synced command that ``words`` name and the groups and subcommands on the way to it; fails as a
    person would who does not find it in the list."""
    guild_id = where.guild.id if where.guild else None
    known = (
        [*discord.commands.get(guild_id, []), *discord.commands[None]] if guild_id else discord.commands[None]
    )
    command = next((one for one in known if one["name"] == words[0] and one["type"] == 1), None)
    assert command is not None, f"no command /{words[0]} was synced: {[one['name'] for one in known]}"
    assert may_use(command, where, user), f"/{words[0]} is not offered to {user.name} here"
    path: list[JsonOption] = []
    here = command
    for word in words[1:]:
        inner = [one for one in here.get("options") or [] if one["type"] in (SUBCOMMAND, GROUP)]
        found = next((one for one in inner if one["name"] == word), None)
        assert found is not None, f"/{' '.join(words)}: no {word} among {[one['name'] for one in inner]}"
        path.append(found)
        here = found
    assert not any(one["type"] in (SUBCOMMAND, GROUP) for one in here.get("options") or []), (
        f"/{' '.join(words)} is a group and cannot be used itself"
    )
    return command, path


def may_use(command: JsonOption, where: Channel, user: User) -> bool:
    """Whether the command is offered to a person in a place."""
    contexts = command.get("contexts")
    context = 0 if where.guild else 1
    if contexts is not None and context not in contexts:
        return False
    if where.guild is None:
        return bool(command.get("dm_permission", True)) or contexts is not None
    given = in_channel(user, where)
    needed = command.get("default_member_permissions")
    if not given & Permission.USE_APPLICATION_COMMANDS:
        return False
    if needed is None or given & Permission.ADMINISTRATOR:
        return True
    return needed != "0" and given & int(needed) == int(needed)


def type_in(
    discord: Discord,
    text: str,
    where: Channel,
    user: User,
    values: Mapping[str, Any],
    *,
    focused: tuple[str, str] | None = None,
) -> Typed:
    """Fill in a command. With ``focused``, an option and what is typed of it, it is not yet sent: options may
    be missing then."""
    words = text.removeprefix("/").split()
    command, path = find(discord, words, where, user)
    offered = (path[-1] if path else command).get("options") or []
    known = {option["name"]: option for option in offered}
    unknown = set(values) - set(known)
    assert not unknown, f"/{' '.join(words)} has no options {unknown}, only {list(known)}"
    typed = Typed({})
    resolved: dict[str, dict[str, Any]] = {}
    filled = []
    for name, option in known.items():
        if focused is not None and focused[0] == name:
            assert option.get("autocomplete"), f"/{' '.join(words)}: {name} is not completed"
            filled.append({"name": name, "type": option["type"], "value": focused[1], "focused": True})
        elif name in values:
            value = _value(discord, option, values[name], where, typed, resolved)
            filled.append({"name": name, "type": option["type"], "value": value})
        else:
            missing = option.get("required") and focused is None
            assert not missing, f"/{' '.join(words)}: {name} has to be given"
    assert focused is None or focused[0] in known, f"/{' '.join(words)} has no option {focused}"
    for step in reversed(path):
        filled = [{"name": step["name"], "type": step["type"], "options": filled}]
    typed.data = {"id": command["id"], "name": command["name"], "type": 1, "options": filled}
    if resolved:
        typed.data["resolved"] = resolved
    if "guild_id" in command:
        typed.data["guild_id"] = command["guild_id"]
    return typed


def _value(
    discord: Discord,
    option: JsonOption,
    value: Any,
    where: Channel,
    typed: Typed,
    resolved: dict[str, dict[str, Any]],
) -> Any:
    kind, name = option["type"], option["name"]
    if kind in (STRING, INTEGER, NUMBER):
        return _plain(option, value)
    if kind == BOOLEAN:
        assert isinstance(value, bool), f"{name} is true or false"
        return value
    value = getattr(value, "user", value)
    if kind in (PERSON, MENTIONABLE) and isinstance(value, User):
        resolved.setdefault("users", {})[str(value.id)] = shapes.user_json(value)
        if where.guild is not None and value.id in where.guild.members:
            member = shapes.resolved_member_json(where.guild, value)
            resolved.setdefault("members", {})[str(value.id)] = member
        return str(value.id)
    if kind in (ROLE, MENTIONABLE) and isinstance(value, Role):
        resolved.setdefault("roles", {})[str(value.id)] = shapes.role_json(value)
        return str(value.id)
    if kind == CHANNEL and isinstance(value, Channel):
        resolved.setdefault("channels", {})[str(value.id)] = shapes.place_json(
            value, discord.bot, discord.bot
        )
        return str(value.id)
    assert kind == FILE, f"{name} does not take {value!r}"
    file_name, content = value
    attachment = discord.attachment(where, Upload(file_name, content))
    typed.uploads.append(attachment)
    resolved.setdefault("attachments", {})[str(attachment.id)] = shapes.attachment_json(attachment)
    return str(attachment.id)


def _plain(option: JsonOption, value: Any) -> Any:
    """A text or a number, which has to be one of the choices where there are any."""
    kind, name = option["type"], option["name"]
    for choice in option.get("choices") or []:
        names = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        if value in (choice["value"], *names):
            return choice["value"]
    assert not option.get("choices"), f"{name} cannot be {value!r}"
    if kind == STRING:
        text = str(value)
        assert text.strip(), f"{name} cannot be empty"
        low, high = option.get("min_length") or 0, option.get("max_length") or 6000
        assert low <= len(text) <= high, f"{name} has {low} to {high} characters"
        return text
    number = int(value) if kind == INTEGER else float(value)
    low, high = option.get("min_value"), option.get("max_value")
    assert low is None or number >= low, f"{name} is at least {low}"
    assert high is None or number <= high, f"{name} is at most {high}"
    return number
