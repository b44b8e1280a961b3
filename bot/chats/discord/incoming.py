"""What people do on Discord, as inputs; and inputs as the inbox keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

import discord

from bot.chats.discord.permissions import lacking
from bot.chats.port import Input, PlaceRef, Speaker

PLATFORM = "discord"
ALONE = "@"
"""begins the chat of somebody alone, before the id of the account"""


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that came with an input, where it can be fetched."""

    name: str
    url: str
    size: int
    """bytes"""


@dataclass(frozen=True, slots=True)
class Arrived:
    """An input, and the file that goes with it, which was not fetched yet."""

    input: Input
    file: Attached | None = None


def write(arrived: Arrived) -> str:
    """What the inbox keeps. It holds no token of an interaction: these outlive no process."""
    fields = {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in asdict(replace(arrived.input, upload=None)).items()
    }
    return json.dumps(
        {"input": fields, "file": None if arrived.file is None else asdict(arrived.file)},
        ensure_ascii=False,
        separators=(",", ":"),
    )


def read(payload: str) -> Arrived:
    """The inverse of ``write``. Raises ValueError, KeyError or TypeError for what it has not written."""
    held = json.loads(payload)
    fields: dict[str, Any] = held["input"]
    known = {
        "place": PlaceRef(**fields["place"]),
        "speaker": _read_speaker(fields["speaker"]),
        "at": datetime.fromisoformat(fields["at"]),
        "alone": None if fields["alone"] is None else PlaceRef(**fields["alone"]),
        "mentions": tuple(_read_speaker(each) for each in fields["mentions"]),
        "answered": None if fields["answered"] is None else _read_speaker(fields["answered"]),
        "lacking": tuple(fields["lacking"]),
    }
    return Arrived(Input(**{**fields, **known}), None if held["file"] is None else Attached(**held["file"]))


def _read_speaker(fields: Mapping[str, Any]) -> Speaker:
    return Speaker(**{**fields, "roles": tuple(fields["roles"])})


# --- from what discord.py hands over ------------------------------------------------------------------------


def place_alone(bot: int, user: int) -> PlaceRef:
    """Where somebody is spoken to alone."""
    return PlaceRef(PLATFORM, str(bot), f"{ALONE}{user}")


def place_in(bot: int, channel: Any) -> PlaceRef:
    """The place that a channel of a server is, or a thread in it.

    A post of a forum stands for itself: in a forum nothing can be said but in posts.
    """
    if isinstance(channel, discord.Thread) and not isinstance(channel.parent, discord.ForumChannel):
        return PlaceRef(PLATFORM, str(bot), str(channel.parent_id), str(channel.id))
    return PlaceRef(PLATFORM, str(bot), str(channel.id))


def speaker_of(
    user: discord.User | discord.Member, locale: str | None = None, *, is_admin: bool = False
) -> Speaker:
    """An account as the server shows it."""
    roles = [role for role in user.roles if not role.is_default()] if isinstance(user, discord.Member) else []
    return Speaker(
        account=str(user.id),
        name=user.display_name,
        username=user.name,
        locale=locale,
        is_admin=is_admin,
        roles=tuple(str(role.id) for role in roles),
    )


def spoken_language(locale: discord.Locale) -> str:
    """The locale in which somebody reads. Discord has no Galician: its speakers mostly use Spanish."""
    return "gl" if locale.value.split("-")[0] == "es" else locale.value


def from_interaction(
    interaction: discord.Interaction[Any],
    *,
    is_private: bool = False,
    text: str = "",
    press: str | None = None,
    typed: Mapping[str, str] | None = None,
    mentions: Iterable[discord.User | discord.Member] = (),
    file: discord.Attachment | None = None,
) -> Arrived:
    """A command, a press or a form. ``is_private``: it belongs to what only the speaker reads."""
    bot, user, channel = interaction.application_id, interaction.user, interaction.channel
    alone = place_alone(bot, user.id)
    is_alone = is_private or interaction.guild_id is None or channel is None
    is_thread = isinstance(channel, discord.Thread)
    return Arrived(
        Input(
            place=alone if is_alone else place_in(bot, channel),
            is_private=is_alone,
            speaker=speaker_of(
                user, spoken_language(interaction.locale), is_admin=interaction.permissions.manage_guild
            ),
            at=interaction.created_at,
            update=str(interaction.id),
            text=text,
            press=press,
            typed=typed,
            alone=alone,
            mentions=tuple(speaker_of(each) for each in mentions),
            lacking=() if is_alone else lacking(interaction.app_permissions, is_thread=is_thread),
        ),
        None if file is None else Attached(file.filename, file.url, file.size),
    )


def from_message(message: discord.Message, bot: discord.ClientUser, application: int) -> Arrived:
    """A message in words. A mention of the bot at its beginning only says to whom it is spoken.

    The ids of ``bot`` and ``application`` differ where these are older than a certain day.
    """
    author, channel, guild = message.author, message.channel, message.guild
    alone = place_alone(application, author.id)
    answered = message.reference.resolved if message.reference is not None else None
    is_admin = isinstance(author, discord.Member) and author.guild_permissions.manage_guild
    attached = message.attachments[0] if message.attachments else None
    return Arrived(
        Input(
            place=alone if guild is None else place_in(application, channel),
            is_private=guild is None,
            speaker=speaker_of(author, is_admin=is_admin),
            at=message.created_at,
            update=str(message.id),
            text=_words(message, bot),
            reply_to=str(message.reference.message_id) if message.reference is not None else None,
            alone=alone,
            mentions=tuple(speaker_of(each) for each in message.mentions if each.id != bot.id),
            answered=(
                speaker_of(answered.author)
                if isinstance(answered, discord.Message) and not answered.author.bot
                else None
            ),
            lacking=() if guild is None else _lacking_in(channel, guild.me),
        ),
        None if attached is None else Attached(attached.filename, attached.url, attached.size),
    )


def _lacking_in(channel: Any, me: discord.Member) -> tuple[str, ...]:
    """What the bot would need in a channel, as far as that is known of the channel."""
    if isinstance(channel, discord.PartialMessageable):
        return ()
    try:
        held = channel.permissions_for(me)
    except discord.ClientException:  # a thread of a channel that Discord has told nothing about yet
        return ()
    return lacking(held, is_thread=isinstance(channel, discord.Thread))


def _words(message: discord.Message, bot: discord.ClientUser) -> str:
    """The text with every mention as ``@`` and the id, and without those of the bot."""
    text = message.content
    for user in message.mentions:
        named = "" if user.id == bot.id else f"@{user.id}"
        text = text.replace(f"<@{user.id}>", named).replace(f"<@!{user.id}>", named)
    return text.strip()
