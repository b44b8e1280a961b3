"""Threads: making, joining, leaving."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.servers.discord import threads
from tests.servers.discord.bodies import Asked
from tests.servers.discord.errors import refusal
from tests.servers.discord.forms import ABSENT, Form
from tests.servers.discord.intents import Intent
from tests.servers.discord.model import (
    ANNOUNCEMENT_THREAD,
    NEWS,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
)
from tests.servers.discord.permissions import Permission, can
from tests.servers.discord.shapes import channel_json, thread_member_json

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord

MINUTES = (60, 1440, 4320, 10080)


def _read(asked: Asked) -> tuple[str, int]:
    form = Form()
    name = form.text(asked.form, "name", least=1, most=100, required=True)
    minutes = form.integer(asked.form, "auto_archive_duration", one_of=MINUTES)
    form.integer(asked.form, "rate_limit_per_user", least=0, most=21600)
    form.done()
    return name, minutes if isinstance(minutes, int) else 1440


def _parent(discord: Discord, asked: Asked, needed: Permission) -> Channel:
    channel = discord.open_channel(asked.id("channel_id"))
    if channel.guild is None:
        raise refusal("not in private")
    if channel.type not in (TEXT, NEWS):
        raise refusal("wrong type of channel")
    if not can(discord.bot, channel, needed):
        raise refusal("missing permissions")
    return channel


async def create(discord: Discord, asked: Asked) -> Any:
    form = Form()
    parent = discord.open_channel(asked.id("channel_id"))
    kinds = (ANNOUNCEMENT_THREAD,) if parent.type == NEWS else (PUBLIC_THREAD, PRIVATE_THREAD)
    kind = form.integer(asked.form, "type", one_of=kinds)
    form.done()
    if kind is ABSENT:
        kind = PRIVATE_THREAD
    is_private = kind == PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if is_private else Permission.CREATE_PUBLIC_THREADS
    channel = _parent(discord, asked, needed)
    name, minutes = _read(asked)
    thread = await threads.open_thread(discord, channel, discord.bot, name, kind=kind, minutes=minutes)
    return channel_json(thread, discord.bot)


async def create_on_message(discord: Discord, asked: Asked) -> Any:
    channel = _parent(discord, asked, Permission.CREATE_PUBLIC_THREADS)
    message = discord.message_in(channel, asked.id("message_id"))
    if message.id in discord.channels:
        raise refusal("thread exists")
    name, minutes = _read(asked)
    kind = ANNOUNCEMENT_THREAD if channel.type == NEWS else PUBLIC_THREAD
    thread = await threads.open_thread(
        discord, channel, discord.bot, name, kind=kind, minutes=minutes, message=message
    )
    return channel_json(thread, discord.bot)


def _thread(discord: Discord, asked: Asked) -> Channel:
    channel = discord.open_channel(asked.id("channel_id"))
    if channel.thread is None:
        raise refusal("wrong type of channel")
    return channel


async def add_member(discord: Discord, asked: Asked) -> Any:
    channel = _thread(discord, asked)
    if channel.is_archived:
        raise refusal("archived")
    who = asked.params["user_id"]
    user = discord.bot if who == "@me" else discord.user(asked.id("user_id"))
    assert channel.guild is not None
    if user.id not in channel.guild.members:
        raise refusal("unknown member")
    assert channel.thread is not None
    channel.thread.members.setdefault(user.id, datetime.now(UTC))


async def remove_member(discord: Discord, asked: Asked) -> Any:
    channel = _thread(discord, asked)
    assert channel.thread is not None
    if channel.is_archived:
        raise refusal("archived")
    if asked.params["user_id"] == "@me":
        channel.thread.members.pop(discord.bot.id, None)
        return
    if not can(discord.bot, channel, Permission.MANAGE_THREADS):
        raise refusal("missing permissions")
    channel.thread.members.pop(asked.id("user_id"), None)


async def members(discord: Discord, asked: Asked) -> Any:
    if not discord.gateway.allowed_intents & Intent.GUILD_MEMBERS:
        raise refusal("missing access")
    channel = _thread(discord, asked)
    assert channel.thread is not None
    return [thread_member_json(channel, user_id) for user_id in channel.thread.members]


async def archived(discord: Discord, asked: Asked) -> Any:
    parent = discord.open_channel(asked.id("channel_id"), Permission.READ_MESSAGE_HISTORY)
    assert parent.guild is not None
    found = [one for one in parent.guild.threads if one.parent is parent and one.is_archived]
    return {
        "threads": [channel_json(one, discord.bot) for one in found],
        "members": [],
        "has_more": False,
    }


async def active(discord: Discord, asked: Asked) -> Any:
    guild = discord.own_guild(asked.id("guild_id"))
    found = [one for one in guild.threads if not one.is_archived]
    return {"threads": [channel_json(one, discord.bot) for one in found], "members": []}


MEMBER = "/channels/{channel_id}/thread-members/{user_id}"

ROUTES = (
    ("POST", "/channels/{channel_id}/threads", create),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads", create_on_message),
    ("PUT", MEMBER, add_member),
    ("DELETE", MEMBER, remove_member),
    ("GET", "/channels/{channel_id}/thread-members", members),
    ("GET", "/channels/{channel_id}/threads/archived/public", archived),
    ("GET", "/guilds/{guild_id}/threads/active", active),
)
