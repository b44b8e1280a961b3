"""From an update of Telegram to what somebody has said or pressed. Looks nothing up."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from telegram import CallbackQuery, Chat, Document, Message, MessageEntity, User
from telegram.constants import ChatType

from bot.chats.port import Input, PlaceRef, Speaker
from bot.chats.telegram.limits import PLATFORM
from bot.commands.registry import COMMANDS

GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)

_COMMAND = re.compile(r"/(?P<name>[^\s@]+)@(?P<bot>\w+)")
_CALLED = re.compile(r"@(?P<bot>\w+)[\s,:]*")


@dataclass(frozen=True, slots=True)
class Me:
    """The bot itself, as its messages and those to it name it."""

    id: int
    username: str

    def place(self, chat: int, topic: int | None = None) -> PlaceRef:
        return PlaceRef(PLATFORM, str(self.id), str(chat), "" if topic is None else str(topic))


@dataclass(frozen=True, slots=True)
class Heard:
    """An input as far as the update tells it. ``asks_rights``: whether they administer the chat can matter,
    and has to be asked; ``document`` is yet to be fetched."""

    input: Input
    asks_rights: bool = False
    document: Document | None = None


def read_message(message: Message, me: Me, update: str) -> Heard | None:
    """What a message says to the bot; None where it is nothing to it, such as a command for another bot."""
    speaker = _speaker(message)
    if speaker is None or message.is_automatic_forward:
        return None
    text = _text_for(me, *_with_accounts(message))
    document = _document(message, text)
    if text is None or not (text or document):
        return None
    is_private = message.chat.type == ChatType.PRIVATE
    place = _place(me, message)
    answered = _answered(message)
    heard = Input(
        place=place,
        is_private=is_private,
        speaker=speaker,
        at=message.date,
        update=update,
        text=text,
        reply_to=None if answered is None else str(answered.message_id),
        alone=place if is_private else None,
        mentions=_mentions(message),
        answered=_author(answered, me),
    )
    is_asked = message.chat.type in GROUPS and not speaker.is_anonymous
    return Heard(heard, is_asked and (document is not None or _may_order(text, answered, me)), document)


def read_press(query: CallbackQuery, me: Me, update: str, at: datetime) -> Heard | None:
    """What a button asks; None where it hangs below no message of a chat. ``at`` is when it was received."""
    if query.message is None or query.data is None:
        return None
    chat = query.message.chat
    is_private = chat.type == ChatType.PRIVATE
    # of a message that is too old only chat and number are told
    place = _place(me, query.message) if isinstance(query.message, Message) else me.place(chat.id)
    heard = Input(
        place=place,
        is_private=is_private,
        speaker=replace(speaker_of(query.from_user), is_unseen=chat.type == ChatType.CHANNEL),
        at=at,
        update=update,
        press=query.data,
        reply_to=str(query.message.message_id),
        alone=place if is_private else None,
    )
    return Heard(heard, asks_rights=not is_private)


def _may_order(text: str, answered: Message | None, me: Me) -> bool:
    """Whether it begins as a command does, in any spelling, or answers what the bot may have asked."""
    if text.startswith("/") or COMMANDS.without_slash(text.split()) is not None:
        return True
    return answered is not None and answered.from_user is not None and answered.from_user.id == me.id


def speaker_of(user: User) -> Speaker:
    name = user.full_name.strip() or user.username or str(user.id)
    return Speaker(str(user.id), name, user.username, user.language_code)


def _place(me: Me, message: Message) -> PlaceRef:
    # outside of topics, message_thread_id is the beginning of a chain of replies
    is_topic = message.is_topic_message and message.chat.type != ChatType.PRIVATE
    return me.place(message.chat.id, message.message_thread_id if is_topic else None)


def _speaker(message: Message) -> Speaker | None:
    """Whoever speaks; None for other bots. A chat that speaks for itself has no name of a person: its own
    administrators speak so, and in groups also whoever has a channel."""
    chat: Chat | None = message.sender_chat
    if chat is not None:
        is_own = chat.id == message.chat.id
        return Speaker(
            str(chat.id),
            chat.title or chat.username or str(chat.id),
            chat.username,
            is_admin=is_own,
            is_anonymous=True,
        )
    if message.from_user is None or message.from_user.is_bot:
        return None
    return speaker_of(message.from_user)


def _with_accounts(message: Message) -> tuple[str, bool]:
    """The text, with ``@`` and the account for everybody it names without a username; and whether its first
    word names somebody by username."""
    text = message.text or message.caption or ""
    entities = message.entities or message.caption_entities
    units = text.encode("utf-16-le")  # in which Telegram counts
    for entity in sorted(entities, key=lambda each: each.offset, reverse=True):
        if entity.type == MessageEntity.TEXT_MENTION and entity.user is not None:
            start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
            units = units[:start] + f"@{entity.user.id}".encode("utf-16-le") + units[end:]
    begins = any(entity.type == MessageEntity.MENTION and entity.offset == 0 for entity in entities)
    return units.decode("utf-16-le").strip(), begins


def _text_for(me: Me, text: str, begins_with_name: bool) -> str | None:
    """The text without the bot's own name; None for a command that names another bot."""
    if named := _COMMAND.match(text):
        if named["bot"].casefold() != me.username.casefold():
            return None
        return f"/{named['name']}{text[named.end() :]}"
    called = _CALLED.match(text) if begins_with_name else None
    if called and called["bot"].casefold() == me.username.casefold():
        return text[called.end() :]
    return text


def _document(message: Message, text: str | None) -> Document | None:
    """A file that is meant for the bot: sent to it alone, with a command, or a regulation."""
    document = message.document
    if document is None or message.animation is not None:
        return None
    is_named = (document.file_name or "").casefold().endswith(".toml")
    is_ordered = bool(text) and str(text).startswith("/")
    return document if is_named or is_ordered or message.chat.type == ChatType.PRIVATE else None


def _mentions(message: Message) -> tuple[Speaker, ...]:
    entities = message.entities or message.caption_entities
    users = [entity.user for entity in entities if entity.type == MessageEntity.TEXT_MENTION and entity.user]
    return tuple(speaker_of(user) for user in users if not user.is_bot)


def _answered(message: Message) -> Message | None:
    """The message that is answered; every message of a topic says that it answers the one that opened it."""
    answered = message.reply_to_message
    if answered is None or (message.is_topic_message and answered.message_id == message.message_thread_id):
        return None
    return answered


def _author(message: Message | None, me: Me) -> Speaker | None:
    if message is None or message.sender_chat is not None:
        return None
    user = message.from_user
    return None if user is None or user.is_bot else speaker_of(user)
