"""What happens to threads, whoever does it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.servers.discord.model import (
    PUBLIC_THREAD,
    THREAD_CREATED,
    Channel,
    Message,
    ThreadState,
    User,
)

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord


async def open_thread(
    discord: Discord,
    parent: Channel,
    owner: User,
    name: str,
    *,
    kind: int = PUBLIC_THREAD,
    minutes: int = 1440,
    message: Message | None = None,
) -> Channel:
    """Make a thread in a channel, on a message or without one."""
    now = datetime.now(UTC)
    number = message.id if message is not None else discord.snowflakes.next()
    state = ThreadState(owner, now, now, minutes, members={owner.id: now})
    thread = Channel(number, kind, name, parent.guild, parent, state)
    assert parent.guild is not None
    parent.guild.channels[thread.id] = discord.channels[thread.id] = thread
    if message is not None:
        message.thread = thread
    await discord.tell_channel("THREAD_CREATE", thread, newly_created=True)
    if message is None and kind == PUBLIC_THREAD:
        notice = Message(discord.snowflakes.next(), parent, owner, now, content=name, type=THREAD_CREATED)
        parent.every_message[notice.id] = notice
        await discord.tell_message("MESSAGE_CREATE", notice)
    return thread


async def unarchive(discord: Discord, channel: Channel) -> None:
    """Writing in an archived thread brings it back."""
    if channel.thread is not None and channel.thread.is_archived:
        await set_archived(discord, channel, is_archived=False)


async def set_archived(discord: Discord, channel: Channel, *, is_archived: bool) -> None:
    assert channel.thread is not None
    channel.thread.is_archived = is_archived
    channel.thread.archived_at = datetime.now(UTC)
    await discord.tell_channel("THREAD_UPDATE", channel)


async def remove(discord: Discord, channel: Channel) -> None:
    """A channel is gone with its threads, or a thread alone."""
    guild = channel.guild
    if guild is not None:
        # Of the threads in a deleted channel nothing is said.
        for thread in [one for one in guild.threads if one.parent is channel]:
            guild.channels.pop(thread.id)
            thread.is_deleted = True
        guild.channels.pop(channel.id, None)
    channel.is_deleted = True
    if channel.thread is None:
        await discord.tell_channel("CHANNEL_DELETE", channel)
        return
    assert guild is not None
    assert channel.parent is not None
    event = {
        "id": str(channel.id),
        "guild_id": str(guild.id),
        "parent_id": str(channel.parent.id),
        "type": channel.type,
    }
    await discord.tell("THREAD_DELETE", event, guild)
