"""Permissions in a channel, computed as the reference describes."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.servers.discord.model import Channel, Guild, User


class Permission(IntFlag):
    CREATE_INSTANT_INVITE = 1 << 0
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1

MEMBERS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.ADD_REACTIONS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""what everybody has in a new guild, as far as it matters here"""

PRIVATE = (
    MEMBERS | Permission.MENTION_EVERYONE | Permission.PIN_MESSAGES
) & ~Permission.CREATE_PUBLIC_THREADS
"""what anybody may do in a private chat"""


def in_guild(user: User, guild: Guild) -> int:
    member = guild.members.get(user.id)
    if member is None:
        return 0
    if guild.owner is user:
        return ALL
    given = guild.everyone.permissions
    for role in member.roles:
        given |= role.permissions
    return ALL if given & Permission.ADMINISTRATOR else given


def in_channel(user: User, channel: Channel) -> int:
    """Of the parent for a thread; of everybody for a private chat."""
    if channel.guild is None:
        return PRIVATE if user in channel.people else 0
    place = channel.parent if channel.thread is not None and channel.parent is not None else channel
    given = in_guild(user, channel.guild)
    member = channel.guild.members.get(user.id)
    if member is None or given & Permission.ADMINISTRATOR:
        return given
    layers = [
        [o for o in place.overwrites if o.target is channel.guild.everyone],
        [o for o in place.overwrites if o.target in member.roles],
        [o for o in place.overwrites if o.target is user],
    ]
    for layer in layers:
        for overwrite in layer:
            given &= ~overwrite.deny
        for overwrite in layer:
            given |= overwrite.allow
    if not given & Permission.VIEW_CHANNEL:
        return 0
    sending = Permission.SEND_MESSAGES if channel.thread is None else Permission.SEND_MESSAGES_IN_THREADS
    if not given & sending:
        given &= ~(
            Permission.MENTION_EVERYONE
            | Permission.SEND_TTS_MESSAGES
            | Permission.ATTACH_FILES
            | Permission.EMBED_LINKS
        )
    return given


def can(user: User, channel: Channel, permission: Permission) -> bool:
    return bool(in_channel(user, channel) & permission)
