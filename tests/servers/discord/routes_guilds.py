"""Guilds, their members and users."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.servers.discord import shapes
from tests.servers.discord.bodies import Asked
from tests.servers.discord.errors import refusal
from tests.servers.discord.intents import Intent
from tests.servers.discord.model import Guild, Member, Role
from tests.servers.discord.permissions import in_channel, in_guild

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord


async def me(discord: Discord, asked: Asked) -> Any:
    return shapes.own_json(discord.bot)


async def user(discord: Discord, asked: Asked) -> Any:
    return shapes.user_json(discord.user(asked.id("user_id")))


async def own_guilds(discord: Discord, asked: Asked) -> Any:
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "owner": False,
            "permissions": str(in_guild(discord.bot, guild)),
            "features": [],
        }
        for guild in discord.own_guilds()
    ]


async def fetch(discord: Discord, asked: Asked) -> Any:
    return shapes.guild_json(discord.own_guild(asked.id("guild_id")))


async def channels(discord: Discord, asked: Asked) -> Any:
    guild = discord.own_guild(asked.id("guild_id"))
    visible = [one for one in guild.channels.values() if one.thread is None and in_channel(discord.bot, one)]
    return [shapes.channel_json(channel, discord.bot) for channel in visible]


async def roles(discord: Discord, asked: Asked) -> Any:
    return [shapes.role_json(role) for role in discord.own_guild(asked.id("guild_id")).roles]


async def member(discord: Discord, asked: Asked) -> Any:
    guild = discord.own_guild(asked.id("guild_id"))
    found = guild.members.get(discord.user(asked.id("user_id")).id)
    if found is None:
        raise refusal("unknown member")
    return shapes.member_json(found)


async def members(discord: Discord, asked: Asked) -> Any:
    """The list needs the privileged intent; searching by a name does not."""
    guild = discord.own_guild(asked.id("guild_id"))
    if not discord.gateway.allowed_intents & Intent.GUILD_MEMBERS:
        raise refusal("missing access")
    limit = int(asked.query.get("limit", 1))
    return [shapes.member_json(one) for one in list(guild.members.values())[:limit]]


async def search(discord: Discord, asked: Asked) -> Any:
    guild = discord.own_guild(asked.id("guild_id"))
    query = asked.query.get("query", "").lower()
    limit = int(asked.query.get("limit", 1))
    found = [
        one
        for one in guild.members.values()
        if one.user.username.lower().startswith(query) or (one.nick or "").lower().startswith(query)
    ]
    return [shapes.member_json(one) for one in found[:limit]]


async def leave(discord: Discord, asked: Asked) -> Any:
    await remove_bot(discord, discord.own_guild(asked.id("guild_id")))


async def remove_bot(discord: Discord, guild: Guild) -> None:
    """The bot is no longer in a guild, by its own will or not."""
    guild.members.pop(discord.bot.id, None)
    await discord.tell("GUILD_DELETE", {"id": str(guild.id)}, guild)


async def add_bot(discord: Discord, guild: Guild, roles: list[Role]) -> None:
    """Somebody has invited the bot."""
    guild.members[discord.bot.id] = Member(discord.bot, datetime.now(UTC), roles)
    event = shapes.guild_event(guild, discord.bot)
    # A guild that the bot has just been added to is not one that was unavailable.
    del event["unavailable"]
    await discord.tell("GUILD_CREATE", event, guild)


ROUTES = (
    ("GET", "/users/@me", me),
    ("GET", "/users/@me/guilds", own_guilds),
    ("DELETE", "/users/@me/guilds/{guild_id}", leave),
    ("GET", "/users/{user_id}", user),
    ("GET", "/guilds/{guild_id}", fetch),
    ("GET", "/guilds/{guild_id}/channels", channels),
    ("GET", "/guilds/{guild_id}/roles", roles),
    ("GET", "/guilds/{guild_id}/members", members),
    ("GET", "/guilds/{guild_id}/members/search", search),
    ("GET", "/guilds/{guild_id}/members/{user_id}", member),
)
