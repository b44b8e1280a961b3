"""What of all that happens reaches the bot, and as which update."""

from __future__ import annotations

import re

from tests.servers.telegram.markup import found_in
from tests.servers.telegram.model import Chat, Json, Membership, Message, User
from tests.servers.telegram.state import Telegram
from tests.servers.telegram.updates import Update


def deliver(telegram: Telegram, message: Message, *, edited: bool = False) -> Update | None:
    """Hand a message of somebody to the bot, if the bot may read it there."""
    if not may_read(telegram, message):
        return None
    kind = "channel_post" if message.chat.type == "channel" else "message"
    return telegram.updates.put(f"edited_{kind}" if edited else kind, message.json())


def may_read(telegram: Telegram, message: Message) -> bool:
    """Whether the bot sees a message: in groups its privacy mode leaves it what is meant for it."""
    chat, bot = message.chat, telegram.bot
    if chat.person:
        return not chat.person.has_blocked
    membership = chat.membership(bot)
    if not membership.is_inside:
        return False
    if message.service or chat.type == "channel" or membership.is_admin:
        return True
    return not telegram.settings.has_privacy_mode or is_for(bot, message)


def is_for(bot: User, message: Message) -> bool:
    """A command, an answer to the bot or to what was for it, or its name."""
    if message.reply_to and (message.reply_to.author is bot or is_for(bot, message.reply_to)):
        return True
    for entity in message.content.entities:
        words = cut(message.text, entity["offset"], entity["length"])
        if entity["type"] == "bot_command":
            _, at, name = words.partition("@")
            last = message.chat.last_speaking_bot
            if name.lower() == (bot.username or "").lower() if at else last in (None, bot.username):
                return True
        if entity["type"] == "mention" and words[1:].lower() == (bot.username or "").lower():
            return True
    return False


def cut(text: str, offset: int, length: int) -> str:
    encoded = text.encode("utf-16-le", "surrogatepass")
    return encoded[2 * offset : 2 * (offset + length)].decode("utf-16-le", "surrogatepass")


def entities_in(text: str, naming: dict[str, User]) -> list[Json]:
    """Entities as a client makes them: ``naming`` are people chosen from the list, by the words for them."""
    chosen: list[Json] = []
    for words, user in naming.items():
        match = re.search(re.escape(words), text)
        if match is None:
            raise LookupError(f"{words!r} is not in {text!r}")
        before = len(text[: match.start()].encode("utf-16-le")) // 2
        length = len(words.encode("utf-16-le")) // 2
        chosen.append({"type": "text_mention", "offset": before, "length": length, "user": user})
    return sorted([*chosen, *found_in(text, chosen)], key=lambda entity: int(entity["offset"]))


def change_member(telegram: Telegram, chat: Chat, user: User, new: Membership, by: User) -> Update | None:
    """Give somebody another place in a chat, and tell the bot what it may know of that."""
    old = chat.membership(user)
    chat.members[user] = new
    of_channel = chat.type == "channel"
    body = {
        "chat": chat.json(),
        "from": by.json(),
        "date": int(telegram.now().timestamp()),
        "old_chat_member": old.json(user, of_channel),
        "new_chat_member": new.json(user, of_channel),
    }
    telegram.changes.tell()
    if user is telegram.bot:
        return telegram.updates.put("my_chat_member", body)
    if chat.membership(telegram.bot).is_admin:
        return telegram.updates.put("chat_member", body)
    return None
