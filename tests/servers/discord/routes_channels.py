"""Channels: looking at them, changing them, deleting them, and private chats."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.servers.discord import threads
from tests.servers.discord.bodies import Asked
from tests.servers.discord.errors import refusal
from tests.servers.discord.forms import Form
from tests.servers.discord.model import Channel
from tests.servers.discord.permissions import Permission, can
from tests.servers.discord.routes_threads import MINUTES
from tests.servers.discord.shapes import channel_json

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord


async def fetch(discord: Discord, asked: Asked) -> Any:
    return channel_json(discord.open_channel(asked.id("channel_id")), discord.bot)


async def change(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"))
    if channel.guild is None:
        raise refusal("not in private")
    if channel.thread is not None:
        await _change_thread(discord, channel, asked)
    else:
        if not can(discord.bot, channel, Permission.MANAGE_CHANNELS):
            raise refusal("missing permissions")
        form = Form()
        name = form.text(asked.form, "name", least=1, most=100)
        topic = form.text(asked.form, "topic", most=1024)
        form.done()
        channel.name = name if isinstance(name, str) else channel.name
        channel.topic = topic if isinstance(topic, str) else channel.topic
        await discord.tell_channel("CHANNEL_UPDATE", channel)
    return channel_json(channel, discord.bot)


async def _change_thread(discord: Discord, channel: Channel, asked: Asked) -> None:
    """The owner of a thread may rename and archive it; whoever manages threads may do all."""
    state = channel.thread
    assert state is not None
    form = Form()
    name = form.text(asked.form, "name", least=1, most=100)
    archived = form.flag(asked.form, "archived")
    locked = form.flag(asked.form, "locked")
    minutes = form.integer(asked.form, "auto_archive_duration", one_of=MINUTES)
    form.done()
    manages = can(discord.bot, channel, Permission.MANAGE_THREADS)
    if not manages and (isinstance(locked, bool) or state.owner is not discord.bot):
        raise refusal("missing permissions")
    if state.is_archived and archived is not False:
        raise refusal("archived")
    if state.is_locked and not manages:
        raise refusal("thread locked")
    channel.name = name if isinstance(name, str) else channel.name
    state.auto_archive_minutes = minutes if isinstance(minutes, int) else state.auto_archive_minutes
    state.is_locked = locked if isinstance(locked, bool) else state.is_locked
    if isinstance(archived, bool) and archived != state.is_archived:
        state.is_archived, state.archived_at = archived, datetime.now(UTC)
    await discord.tell_channel("THREAD_UPDATE", channel)


async def delete(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"))
    if channel.guild is not None:
        needed = Permission.MANAGE_CHANNELS if channel.thread is None else Permission.MANAGE_THREADS
        if not can(discord.bot, channel, needed):
            raise refusal("missing permissions")
        await threads.remove(discord, channel)
    return channel_json(channel, discord.bot)


async def open_private(discord: Discord, asked: Asked) -> Any:
    form = Form()
    number = form.snowflake(asked.form.get("recipient_id"), ("recipient_id",))
    form.done()
    user = discord.users.get(number or 0)
    if user is None or user.is_bot:
        raise refusal("invalid recipient")
    return channel_json(discord.private_channel(user), discord.bot)


ROUTES = (
    ("GET", "/channels/{channel_id}", fetch),
    ("PATCH", "/channels/{channel_id}", change),
    ("DELETE", "/channels/{channel_id}", delete),
    ("POST", "/users/@me/channels", open_private),
)
