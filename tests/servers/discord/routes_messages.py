"""Messages: sending, editing, deleting, reading, pinning."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tests.servers.discord import drafts
from tests.servers.discord.bodies import Asked
from tests.servers.discord.errors import refusal
from tests.servers.discord.forms import ABSENT, Form
from tests.servers.discord.intents import Intent
from tests.servers.discord.model import (
    CATEGORY,
    COMPONENTS_V2,
    FORUM,
    PINNED,
    REPLY,
    Channel,
    Message,
)
from tests.servers.discord.permissions import Permission, can
from tests.servers.discord.shapes import message_json
from tests.servers.discord.snowflakes import iso
from tests.servers.discord.threads import unarchive

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord

NONCE_REMEMBERED = timedelta(minutes=5)
MOST_PINS = 250


def sending_right(channel: Channel) -> Permission:
    return Permission.SEND_MESSAGES if channel.thread is None else Permission.SEND_MESSAGES_IN_THREADS


async def create(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"))
    may_send(discord, channel)
    draft = drafts.read(asked, asked.form)
    if draft.is_empty:
        raise refusal("empty")
    if draft.embeds is not ABSENT and draft.embeds and not can(discord.bot, channel, Permission.EMBED_LINKS):
        raise refusal("missing permissions")
    if draft.new and not can(discord.bot, channel, Permission.ATTACH_FILES):
        raise refusal("missing permissions")
    same = said_already(discord, draft)
    if same is not None:
        if same.is_deleted:
            raise refusal("unknown message")
        return message_json(same)
    now = datetime.now(UTC)
    message = Message(discord.snowflakes.next(), channel, discord.bot, now, nonce=draft.nonce)
    if draft.reference is not None:
        answered = channel.every_message.get(draft.reference)
        if answered is not None and not answered.is_deleted and not answered.is_ephemeral:
            if not can(discord.bot, channel, Permission.READ_MESSAGE_HISTORY):
                raise refusal("no history")
            message.answers, message.type = answered, REPLY
        elif draft.insists_on_reference:
            form = Form()
            form.refuse(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            form.done()
    await unarchive(discord, channel)
    drafts.post(discord, message, draft)
    await discord.tell_message("MESSAGE_CREATE", message)
    return message_json(message)


def may_send(discord: Discord, channel: Channel) -> None:
    """Refuse what the bot may not do in a channel, or to a person."""
    if channel.type in (CATEGORY, FORUM):
        raise refusal("forum" if channel.type == FORUM else "not a text channel")
    if channel.guild is None:
        person = next(user for user in channel.people if user is not discord.bot)
        if not any(person.id in guild.members for guild in discord.own_guilds()):
            raise refusal("no mutual guilds")
        if not person.takes_messages:
            raise refusal("not to this user")
        return
    if not can(discord.bot, channel, sending_right(channel)):
        raise refusal("missing permissions")
    if is_locked(discord, channel):
        raise refusal("thread locked")


def is_locked(discord: Discord, channel: Channel) -> bool:
    """Whether only moderators may write, edit and delete here, and the bot is none."""
    locked = channel.thread is not None and channel.thread.is_locked
    return locked and not can(discord.bot, channel, Permission.MANAGE_THREADS)


def said_already(discord: Discord, draft: drafts.Draft) -> Message | None:
    """The message of the last minutes with the same nonce, wherever it is, where that has to be unique."""
    if draft.nonce is None or not draft.enforces_nonce:
        return None
    since = datetime.now(UTC) - NONCE_REMEMBERED
    for message in discord.every_message():
        if message.nonce == draft.nonce and message.author is discord.bot and message.created > since:
            return message
    return None


async def edit(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"))
    message = discord.message_in(channel, asked.id("message_id"))
    if message.author is not discord.bot:
        raise refusal("not the author")
    if channel.is_archived:
        raise refusal("archived")
    if is_locked(discord, channel):
        raise refusal("thread locked")
    settable = drafts.SUPPRESS_EMBEDS | COMPONENTS_V2
    draft = drafts.read(asked, asked.form, settable=settable, was_layout=bool(message.flags & COMPONENTS_V2))
    if draft.new and not can(discord.bot, channel, Permission.ATTACH_FILES):
        raise refusal("missing permissions")
    drafts.edit(discord, message, draft)
    await discord.tell_message("MESSAGE_UPDATE", message)
    return message_json(message)


async def delete(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"))
    message = discord.message_in(channel, asked.id("message_id"))
    if message.author is not discord.bot:
        if channel.guild is None:
            raise refusal("not in private")
        if not can(discord.bot, channel, Permission.MANAGE_MESSAGES):
            raise refusal("missing permissions")
    # Deleting is the one thing that goes on in an archived thread, unless that is locked as well.
    if channel.is_archived and is_locked(discord, channel):
        raise refusal("archived")
    await take_away(discord, message)


async def take_away(discord: Discord, message: Message) -> None:
    """A message is deleted, by whomever."""
    message.is_deleted = True
    message.is_pinned = False
    channel = message.channel
    event = {"id": str(message.id), "channel_id": str(channel.id)}
    if message.is_ephemeral:
        return
    if channel.guild is not None:
        event["guild_id"] = str(channel.guild.id)
    intent = Intent.GUILD_MESSAGES if channel.guild else Intent.DIRECT_MESSAGES
    await discord.tell("MESSAGE_DELETE", event, channel.guild, intent)


async def delete_many(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"), Permission.MANAGE_MESSAGES)
    form = Form()
    listed = form.listed(asked.form, "messages", least=2, most=100, required=True)
    ids = [form.snowflake(one, ("messages", index)) for index, one in enumerate(listed or [])]
    form.done()
    for number in ids:
        message = channel.every_message.get(number or 0)
        if message is not None and not message.is_deleted:
            await take_away(discord, message)


async def fetch(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"), Permission.READ_MESSAGE_HISTORY)
    return message_json(discord.message_in(channel, asked.id("message_id")))


async def history(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"))
    if not can(discord.bot, channel, Permission.READ_MESSAGE_HISTORY):
        return []
    messages = channel.messages
    limit = int(asked.query.get("limit", 50))
    if not 1 <= limit <= 100:
        form = Form()
        form.refuse(("limit",), "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
        form.done()
    if "after" in asked.query:
        messages = [one for one in messages if one.id > int(asked.query["after"])][:limit]
    elif "before" in asked.query:
        messages = [one for one in messages if one.id < int(asked.query["before"])]
    return [message_json(message) for message in reversed(messages[-limit:])]


async def pin(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"), Permission.PIN_MESSAGES)
    message = discord.message_in(channel, asked.id("message_id"))
    if channel.is_archived:
        raise refusal("archived")
    if message.type not in (0, REPLY, 20):
        raise refusal("system message")
    if message.is_pinned:
        return
    if len(channel.pins) >= MOST_PINS:
        raise refusal("too many pins")
    message.is_pinned = True
    await _pins_changed(discord, message)
    notice = Message(
        discord.snowflakes.next(), channel, discord.bot, datetime.now(UTC), type=PINNED, answers=message
    )
    channel.every_message[notice.id] = notice
    await discord.tell_message("MESSAGE_CREATE", notice)


async def unpin(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"), Permission.PIN_MESSAGES)
    message = discord.message_in(channel, asked.id("message_id"))
    if channel.is_archived:
        raise refusal("archived")
    if message.is_pinned:
        message.is_pinned = False
        await _pins_changed(discord, message)


async def _pins_changed(discord: Discord, message: Message) -> None:
    channel = message.channel
    event = {"channel_id": str(channel.id), "last_pin_timestamp": iso(datetime.now(UTC))}
    if channel.guild is not None:
        event["guild_id"] = str(channel.guild.id)
    await discord.tell("CHANNEL_PINS_UPDATE", event, channel.guild)
    await discord.tell_message("MESSAGE_UPDATE", message)


async def pins(discord: Discord, asked: Asked) -> Any:
    channel = discord.open_channel(asked.id("channel_id"), Permission.READ_MESSAGE_HISTORY)
    items = [{"pinned_at": iso(one.created), "message": message_json(one)} for one in channel.pins]
    return {"items": items, "has_more": False}


async def typing(discord: Discord, asked: Asked) -> Any:
    may_send(discord, discord.open_channel(asked.id("channel_id")))


PLACE = "/channels/{channel_id}/messages"

ROUTES = (
    ("POST", PLACE, create),
    ("GET", PLACE, history),
    ("POST", f"{PLACE}/bulk-delete", delete_many),
    ("GET", f"{PLACE}/pins", pins),
    ("PUT", f"{PLACE}/pins/{{message_id}}", pin),
    ("DELETE", f"{PLACE}/pins/{{message_id}}", unpin),
    ("GET", f"{PLACE}/{{message_id}}", fetch),
    ("PATCH", f"{PLACE}/{{message_id}}", edit),
    ("DELETE", f"{PLACE}/{{message_id}}", delete),
    ("POST", "/channels/{channel_id}/typing", typing),
)
