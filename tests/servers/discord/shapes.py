"""How what exists is written in JSON, for REST answers and for gateway events alike."""

from __future__ import annotations

from typing import Any

from tests.servers.discord import model
from tests.servers.discord.model import (
    Attachment,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    User,
)
from tests.servers.discord.permissions import in_channel, in_guild
from tests.servers.discord.snowflakes import iso

Json = dict[str, Any]


def user_json(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": None if user.is_bot else user.name,
        "discriminator": "0001" if user.is_bot else "0",
        "avatar": None,
        "public_flags": 0,
        "bot": user.is_bot,
    }


def own_json(user: User) -> Json:
    """The bot's own account, as only it sees it."""
    return user_json(user) | {"verified": True, "mfa_enabled": True, "flags": 0, "email": None}


def role_json(role: Role) -> Json:
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": role.position,
        "permissions": str(role.permissions),
        "managed": False,
        "mentionable": role.is_mentionable,
        "flags": 0,
    }


def member_json(member: Member, *, with_user: bool = True) -> Json:
    shape: Json = {
        "roles": [str(role.id) for role in member.roles],
        "nick": member.nick,
        "avatar": None,
        "joined_at": iso(member.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    return shape | {"user": user_json(member.user)} if with_user else shape


def thread_member_json(thread: Channel, user_id: int) -> Json:
    assert thread.thread is not None
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": iso(thread.thread.members[user_id]),
        "flags": 0,
    }


def channel_json(channel: Channel, bot: User) -> Json:
    shown = channel.messages
    shape: Json = {
        "id": str(channel.id),
        "type": channel.type,
        "last_message_id": str(shown[-1].id) if shown else None,
        "flags": 0,
    }
    if channel.guild is None:
        return shape | {"recipients": [user_json(user) for user in channel.people if user is not bot]}
    shape |= {
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "parent_id": str(channel.parent.id) if channel.parent else None,
        "rate_limit_per_user": 0,
    }
    if channel.thread is None:
        return shape | {
            "position": channel.position,
            "topic": channel.topic,
            "nsfw": False,
            "permission_overwrites": [
                {
                    "id": str(overwrite.target.id),
                    "type": 0 if isinstance(overwrite.target, Role) else 1,
                    "allow": str(overwrite.allow),
                    "deny": str(overwrite.deny),
                }
                for overwrite in channel.overwrites
            ],
        }
    state = channel.thread
    shape |= {
        "owner_id": str(state.owner.id),
        "message_count": len(shown),
        "member_count": len(state.members),
        "total_message_sent": len(channel.every_message),
        "thread_metadata": {
            "archived": state.is_archived,
            "auto_archive_duration": state.auto_archive_minutes,
            "archive_timestamp": iso(state.archived_at),
            "locked": state.is_locked,
            "create_timestamp": iso(state.created),
        },
    }
    if bot.id in state.members:
        shape["member"] = thread_member_json(channel, bot.id)
    return shape


def attachment_json(attachment: Attachment) -> Json:
    shape: Json = {
        "id": str(attachment.id),
        "filename": attachment.name,
        "size": len(attachment.content),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    return shape | {"description": attachment.description} if attachment.description else shape


def message_json(message: Message, *, with_answered: bool = True) -> Json:
    channel = message.channel
    shape: Json = {
        "id": str(message.id),
        "channel_id": str(channel.id),
        "author": user_json(message.author),
        "content": message.content,
        "timestamp": iso(message.created),
        "edited_timestamp": iso(message.edited),
        "tts": False,
        "mention_everyone": message.pings_everyone,
        "mentions": [user_json(user) for user in message.mentioned],
        "mention_roles": [],
        "attachments": [attachment_json(one) for one in message.attachments if not one.is_embedded],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": message.is_pinned,
        "type": message.type,
        "flags": message.flags | (model.LOADING if message.is_loading else 0),
    }
    if message.nonce is not None:
        shape["nonce"] = message.nonce
    if message.interaction is not None:
        shape |= {
            "webhook_id": str(message.interaction.application_id),
            "application_id": str(message.interaction.application_id),
            "interaction_metadata": {
                "id": str(message.interaction.id),
                "type": message.interaction.type,
                "user": user_json(message.interaction.user),
                "authorizing_integration_owners": {},
            },
        }
    if message.answers is not None:
        shape["message_reference"] = {
            "type": 0,
            "message_id": str(message.answers.id),
            "channel_id": str(message.answers.channel.id),
        }
        if with_answered:
            answered = message.answers
            shape["referenced_message"] = (
                None if answered.is_deleted else message_json(answered, with_answered=False)
            )
    return shape


def message_event(message: Message, guild: Guild | None) -> Json:
    """As MESSAGE_CREATE and MESSAGE_UPDATE carry it: with the guild and the author's membership."""
    shape = message_json(message)
    if guild is not None:
        shape["guild_id"] = str(guild.id)
        member = guild.members.get(message.author.id)
        if member is not None:
            shape["member"] = member_json(member, with_user=False)
        for user in shape["mentions"]:
            mentioned = guild.members.get(int(user["id"]))
            if mentioned is not None:
                user["member"] = member_json(mentioned, with_user=False)
    return shape


def guild_json(guild: Guild) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": str(guild.owner.id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [role_json(role) for role in guild.roles],
        "emojis": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "preferred_locale": guild.locale,
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
        "stickers": [],
    }


def guild_event(guild: Guild, bot: User) -> Json:
    """As GUILD_CREATE carries it: what the bot may see, and of the members only itself."""
    visible = [channel for channel in guild.channels.values() if in_channel(bot, channel)]
    return guild_json(guild) | {
        "joined_at": iso(guild.members[bot.id].joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [member_json(guild.members[bot.id])],
        "channels": [channel_json(one, bot) for one in visible if one.thread is None],
        "threads": [channel_json(one, bot) for one in visible if one.thread and not one.is_archived],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def resolved_member_json(guild: Guild, user: User) -> Json:
    """The partial member of resolved data and of interactions, with what they may do in the guild."""
    shape = member_json(guild.members[user.id], with_user=False)
    del shape["deaf"], shape["mute"]
    return shape | {"permissions": str(in_guild(user, guild))}


def place_json(channel: Channel, user: User, bot: User) -> Json:
    """The channel of an interaction, with the permissions of whoever acts."""
    return channel_json(channel, bot) | {"permissions": str(in_channel(user, channel))}
