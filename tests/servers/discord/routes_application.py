"""The application: what it is, how its bot connects, and its commands."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from tests.servers.discord import command_rules, shapes
from tests.servers.discord.bodies import Asked
from tests.servers.discord.errors import refusal
from tests.servers.discord.forms import Form
from tests.servers.discord.intents import Intent

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord

CREATIONS_A_DAY = 200


async def gateway(discord: Discord, asked: Asked) -> Any:
    return {"url": discord.gateway_url}


async def gateway_for_bot(discord: Discord, asked: Asked) -> Any:
    return {
        "url": discord.gateway_url,
        "shards": discord.gateway.shards,
        "session_start_limit": {
            "total": 1000,
            "remaining": discord.gateway.starts_left,
            "reset_after": 14400000,
            "max_concurrency": 1,
        },
    }


async def about(discord: Discord, asked: Asked) -> Any:
    flags = 0
    # The limited variants of the flags: what an application in fewer than a hundred guilds has.
    for intent, bit in (
        (Intent.GUILD_PRESENCES, 13),
        (Intent.GUILD_MEMBERS, 15),
        (Intent.MESSAGE_CONTENT, 19),
    ):
        if discord.gateway.allowed_intents & intent:
            flags |= 1 << bit
    return {
        "id": str(discord.application_id),
        "name": discord.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "team": None,
        "owner": shapes.user_json(next(iter(discord.users.values()))),
        "bot": shapes.user_json(discord.bot),
        "approximate_guild_count": len(discord.own_guilds()),
        "install_params": {"scopes": ["applications.commands", "bot"], "permissions": "0"},
    }


def _own(discord: Discord, asked: Asked) -> int | None:
    """The guild whose commands are meant, or None for the global ones."""
    if asked.id("application_id") != discord.application_id:
        raise refusal("unknown application")
    if "guild_id" not in asked.params:
        return None
    return discord.own_guild(asked.id("guild_id")).id


def _shaped(discord: Discord, command: dict[str, Any], guild_id: int | None, number: str) -> dict[str, Any]:
    """A command as Discord keeps it, with what was left out filled in."""
    permissions = command.get("default_member_permissions")
    shape = copy.deepcopy(command) | {
        "id": number,
        "application_id": str(discord.application_id),
        "version": str(discord.snowflakes.next()),
        "type": command.get("type", 1),
        "description": command.get("description", ""),
        "default_member_permissions": None if permissions is None else str(permissions),
        "nsfw": command.get("nsfw", False),
        "dm_permission": command.get("dm_permission", True),
        "contexts": command.get("contexts"),
        "integration_types": command.get("integration_types") or [0],
        "name_localizations": command.get("name_localizations"),
        "description_localizations": command.get("description_localizations"),
    }
    if guild_id is not None:
        shape["guild_id"] = str(guild_id)
    return shape


def _keep(discord: Discord, body: dict[str, Any], guild_id: int | None) -> dict[str, Any]:
    """A command under the id of the one that it replaces, or under a new one."""
    kept = discord.commands.setdefault(guild_id, [])
    key = (body.get("type", 1), body["name"])
    for index, command in enumerate(kept):
        if (command["type"], command["name"]) == key:
            kept[index] = _shaped(discord, body, guild_id, command["id"])
            return kept[index]
    if sum(command["type"] == 1 for command in kept) >= command_rules.MOST_COMMANDS:
        raise refusal("too many commands")
    discord.created_commands += 1
    if discord.created_commands > CREATIONS_A_DAY:
        raise refusal("too many creations")
    kept.append(_shaped(discord, body, guild_id, str(discord.snowflakes.next())))
    return kept[-1]


async def listed(discord: Discord, asked: Asked) -> Any:
    commands = discord.commands.get(_own(discord, asked), [])
    return commands if asked.says("with_localizations") else [_in_one_language(each) for each in commands]


def _in_one_language(described: Any) -> Any:
    """A list of commands comes without the dictionaries of their translations, unless these are asked for."""
    if isinstance(described, list):
        return [_in_one_language(each) for each in described]
    if not isinstance(described, dict):
        return described
    return {
        key: _in_one_language(value) for key, value in described.items() if not key.endswith("_localizations")
    }


async def overwrite(discord: Discord, asked: Asked) -> Any:
    """All commands at once: what is not named any more is gone."""
    guild_id = _own(discord, asked)
    if not isinstance(asked.body, list):
        raise refusal("invalid json")
    form = Form()
    command_rules.check_all(form, asked.body)
    form.done()
    if sum(command.get("type", 1) == 1 for command in asked.body) > command_rules.MOST_COMMANDS:
        raise refusal("too many commands")
    names = {(command.get("type", 1), command["name"]) for command in asked.body}
    kept = discord.commands.setdefault(guild_id, [])
    kept[:] = [command for command in kept if (command["type"], command["name"]) in names]
    return [_keep(discord, command, guild_id) for command in asked.body]


async def create(discord: Discord, asked: Asked) -> Any:
    guild_id = _own(discord, asked)
    form = Form()
    command_rules.check(form, asked.form)
    form.done()
    return _keep(discord, asked.form, guild_id)


def _one(discord: Discord, asked: Asked) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    commands = discord.commands.get(_own(discord, asked), [])
    for command in commands:
        if command["id"] == asked.params["command_id"]:
            return commands, command
    raise refusal("unknown command")


async def fetch(discord: Discord, asked: Asked) -> Any:
    return _one(discord, asked)[1]


async def change(discord: Discord, asked: Asked) -> Any:
    commands, command = _one(discord, asked)
    form = Form()
    command_rules.check(form, command | asked.form)
    form.done()
    shaped = _shaped(discord, command | asked.form, _own(discord, asked), command["id"])
    commands[commands.index(command)] = shaped
    return shaped


async def delete(discord: Discord, asked: Asked) -> Any:
    commands, command = _one(discord, asked)
    commands.remove(command)


COMMANDS = "/applications/{application_id}/commands"
GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"

ROUTES = (
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_for_bot),
    ("GET", "/oauth2/applications/@me", about),
    ("GET", "/applications/@me", about),
    *(
        route
        for place in (COMMANDS, GUILD_COMMANDS)
        for route in (
            ("GET", place, listed),
            ("PUT", place, overwrite),
            ("POST", place, create),
            ("GET", f"{place}/{{command_id}}", fetch),
            ("PATCH", f"{place}/{{command_id}}", change),
            ("DELETE", f"{place}/{{command_id}}", delete),
        )
    ),
)
