"""People and chats as tests speak of them: they write, press, upload, leave; chats move and forbid."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from tests.servers.telegram.delivery import change_member, deliver, entities_in
from tests.servers.telegram.files import Uploaded
from tests.servers.telegram.model import (
    CHANNEL_BOT,
    CHANNEL_RIGHTS,
    GROUP_ANONYMOUS_BOT,
    GROUP_RIGHTS,
    RIGHTS,
    Chat,
    Content,
    Json,
    Media,
    Membership,
    Message,
    User,
)
from tests.servers.telegram.state import Callback, Telegram

if TYPE_CHECKING:
    from tests.servers.telegram.updates import Update

MEMBER = Membership("member")


class Place:
    """A chat: a private one, a group, a supergroup, a channel."""

    def __init__(self, telegram: Telegram, chat: Chat) -> None:
        self.telegram = telegram
        self.chat = chat

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def everything(self) -> list[Message]:
        """All messages, the oldest first; what was deleted too, and what the chat itself says."""
        return [self.chat.messages[number] for number in sorted(self.chat.messages)]

    @property
    def messages(self) -> list[Message]:
        """What can be read there now."""
        return [message for message in self.everything if not message.deleted_at and not message.service]

    @property
    def said(self) -> list[Message]:
        """What the bot says there."""
        return [message for message in self.messages if self.is_of_bot(message)]

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.said]

    def is_of_bot(self, message: Message) -> bool:
        return message.author is self.telegram.bot or (
            message.author is None and not message.options.get("by")
        )

    def last(self, containing: str = "", *, keys: bool = False) -> Message:
        """The bot's newest message, of those with these words and, if wanted, with buttons."""
        for message in reversed(self.said):
            if containing in message.text and (message.keys or not keys):
                return message
        raise LookupError(f"nothing with {containing!r} among {self.texts[-10:]}")

    # What happens to chats

    def add(self, *people: Person) -> None:
        """They come in; groups say so."""
        for person in people:
            change_member(self.telegram, self.chat, person.user, MEMBER, person.user)
            self._notes(person.user, {"new_chat_members": [person.user.json()]})

    def welcome_bot(
        self, by: Person, *, as_admin: bool = False, rights: tuple[str, ...] | None = None
    ) -> None:
        """Put the bot into the chat; a channel takes it as an administrator only."""
        if as_admin or self.chat.type == "channel":
            membership = Membership(
                "administrator", frozenset(self.all_rights() if rights is None else rights)
            )
        else:
            membership = MEMBER
        change_member(self.telegram, self.chat, self.telegram.bot, membership, by.user)
        self._notes(by.user, {"new_chat_members": [self.telegram.bot.json()]})

    def promote_bot(self, by: Person, *rights: str) -> None:
        """Make the bot an administrator, with all rights unless some are named."""
        membership = Membership("administrator", frozenset(rights or self.all_rights()))
        change_member(self.telegram, self.chat, self.telegram.bot, membership, by.user)

    def demote_bot(self, by: Person) -> None:
        change_member(self.telegram, self.chat, self.telegram.bot, MEMBER, by.user)

    def kick_bot(self, by: Person) -> None:
        change_member(self.telegram, self.chat, self.telegram.bot, Membership("kicked"), by.user)

    def promote(self, person: Person, *, anonymous: bool = False, by: Person | None = None) -> None:
        membership = Membership("administrator", frozenset(self.all_rights()), is_anonymous=anonymous)
        change_member(self.telegram, self.chat, person.user, membership, (by or person).user)

    def demote(self, person: Person, by: Person | None = None) -> None:
        change_member(self.telegram, self.chat, person.user, MEMBER, (by or person).user)

    def remove(self, person: Person, by: Person | None = None) -> None:
        change_member(self.telegram, self.chat, person.user, Membership("left"), (by or person).user)
        self._notes((by or person).user, {"left_chat_member": person.user.json()})

    def _notes(self, by: User, service: Json) -> None:
        """A line of the chat's own about what happened; channels have none."""
        if self.chat.type != "channel":
            deliver(self.telegram, self.telegram.post(self.chat, by, Content(), service=service))

    def all_rights(self) -> tuple[str, ...]:
        return RIGHTS + (CHANNEL_RIGHTS if self.chat.type == "channel" else GROUP_RIGHTS)

    def forbid(self, *permissions: str) -> None:
        """What plain members may no longer do, such as ``can_send_photos``."""
        self.chat.forbidden |= set(permissions)

    def open_topic(self, name: str, by: Person) -> int:
        """A new topic of a forum: the id of its thread."""
        service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        message = self.telegram.post(self.chat, by.user, Content(), service=service)
        message.thread = message.id
        self.chat.topics[message.id] = name
        deliver(self.telegram, message)
        return message.id

    def migrate(self) -> Place:
        """The group becomes a supergroup, with another id; this one takes nothing any more."""
        old, telegram = self.chat, self.telegram
        new = telegram.add_chat("supergroup", old.title or "")
        new.members = dict(old.members)
        new.forbidden = set(old.forbidden)
        owner = next((user for user, held in old.members.items() if held.status == "creator"), None)
        leaving = telegram.post(old, owner, Content(), service={"migrate_to_chat_id": new.id})
        old.migrated_to = new.id
        deliver(telegram, leaving)
        coming = telegram.post(new, owner, Content(), service={"migrate_from_chat_id": old.id})
        deliver(telegram, coming)
        return Place(telegram, new)

    def another_bot_speaks(self, name: str = "other_bot", text: str = "beep") -> None:
        """From now on commands without a name are that bot's. No bot hears another one."""
        other = User(7_200_000_001, name, name, is_bot=True)
        self.telegram.post(self.chat, other, Content(text, text=text))

    def posts(self, text: str, *, signed: Person | None = None) -> Message:
        """The channel speaks in its own name."""
        message = self.telegram.post(
            self.chat,
            None,
            Content(text, text=text, entities=tuple(entities_in(text, {}))),
            sender_chat=self.chat,
        )
        message.options["by"] = signed.user.first_name if signed else self.chat.title
        deliver(self.telegram, message)
        return message


class Person:
    """Somebody with an account."""

    def __init__(self, telegram: Telegram, user: User) -> None:
        self.telegram = telegram
        self.user = user
        self.private = Place(telegram, telegram.chats[user.id])

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def at(self) -> str:
        """How a text names them."""
        return f"@{self.user.username}"

    @property
    def notices(self) -> list[Json]:
        """What the bot answered to their presses, the oldest first."""
        return [call.answer for call in self.presses_made if call.answer is not None]

    @property
    def presses_made(self) -> list[Callback]:
        return [call for call in self.telegram.callbacks.values() if call.user is self.user]

    def starts_bot(self, parameter: str = "") -> Message:
        """Press "Start", perhaps by a link with a parameter."""
        if self.user.has_blocked:
            self.unblocks_bot()
        self.user.has_started = True
        return self.writes(f"/start {parameter}".rstrip())

    def writes(
        self,
        text: str,
        *,
        in_: Place | None = None,
        thread: int | None = None,
        reply_to: Message | None = None,
        naming: dict[str, Person] | None = None,
        as_: Place | None = None,
        ago: timedelta = timedelta(),
    ) -> Message:
        """Say something, in private if nowhere else; ``as_`` the group itself or as a channel.

        It answers the bot's message that forces a reply, as the clients do, if nothing else. ``ago`` is how
        long Telegram has had it before the bot can hear of it.
        """
        chosen = {words: person.user for words, person in (naming or {}).items()}
        content = Content(text, text=text, entities=tuple(entities_in(text, chosen)))
        return self._says(content, in_, thread, reply_to, as_, ago)

    def uploads(
        self,
        name: str,
        content: bytes,
        *,
        caption: str = "",
        in_: Place | None = None,
        thread: int | None = None,
        reply_to: Message | None = None,
        kind: str = "document",
    ) -> Message:
        file = self.telegram.files.keep(kind, Uploaded(name, content))
        media = Media(file, was_uploaded=True)
        said = Content(caption, text=caption, entities=tuple(entities_in(caption, {})), media=media)
        return self._says(said, in_, thread, reply_to)

    def _says(
        self,
        content: Content,
        in_: Place | None,
        thread: int | None,
        reply_to: Message | None,
        as_: Place | None = None,
        ago: timedelta = timedelta(),
    ) -> Message:
        place = in_ or self.private
        if place is self.private:
            if self.user.has_blocked:
                raise LookupError(f"{self.user.first_name} has blocked the bot")
            self.user.has_started = True
        elif not place.chat.membership(self.user).is_inside:
            raise LookupError(f"{self.user.first_name} is not in {place.chat.title}")
        reply_to = reply_to or self._forced(place.chat, thread)
        author: User | None = self.user
        if as_ or place.chat.membership(self.user).is_anonymous:
            as_ = as_ or place
            is_group = as_.chat is place.chat
            author = (
                User(GROUP_ANONYMOUS_BOT, "Group", "GroupAnonymousBot", is_bot=True)
                if is_group
                else User(CHANNEL_BOT, "Channel", "Channel_Bot", is_bot=True)
            )
        message = self.telegram.post(
            place.chat,
            author,
            content,
            at=self.telegram.now() - ago,
            thread=thread or (reply_to.thread if reply_to else None),
            reply_to=reply_to,
            sender_chat=as_.chat if as_ else None,
        )
        deliver(self.telegram, message)
        return message

    def _forced(self, chat: Chat, thread: int | None) -> Message | None:
        """The newest question that the client holds open; whatever is written next, it is done with it."""
        for question in reversed(chat.questions):
            if question.forces(self.user) and question.thread == thread:
                question.answered_by.add(self.user)
                return question
        return None

    def edits(self, message: Message, text: str) -> None:
        content = Content(text, text=text, entities=tuple(entities_in(text, {})))
        message.edit(replace(content, media=message.content.media), self.telegram.now())
        deliver(self.telegram, message, edited=True)

    def presses(self, label: str, message: Message) -> Callback | None:
        """Press a button; one with a link to the bot starts it and gives no callback."""
        key = message.key(label)
        if "url" in key:
            link, _, parameter = key["url"].partition("?start=")
            if link == f"https://t.me/{self.telegram.bot.username}":
                self.starts_bot(parameter)
            return None
        return self.presses_data(key["callback_data"], message)

    def presses_data(self, data: str, message: Message) -> Callback:
        """Press a button that the client still shows, whatever the message says now."""
        callback = Callback(secrets.token_hex(8), self.user, message, data, self.telegram.now())
        self.telegram.callbacks[callback.id] = callback
        body = {
            "id": callback.id,
            "from": self.user.json(),
            "message": message.json(),
            "chat_instance": str(message.chat.id * 31),
            "data": data,
        }
        self.telegram.updates.put("callback_query", body)
        return callback

    def blocks_bot(self) -> Update | None:
        self.user.has_blocked = True
        kicked = Membership("kicked")
        return change_member(self.telegram, self.private.chat, self.telegram.bot, kicked, self.user)

    def unblocks_bot(self) -> Update | None:
        self.user.has_blocked = False
        return change_member(self.telegram, self.private.chat, self.telegram.bot, MEMBER, self.user)
