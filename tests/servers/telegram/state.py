"""Telegram as one bot meets it: who there is, what was said, what the bot may do."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.servers.telegram.changes import Changes
from tests.servers.telegram.errors import bad_request, forbidden, migrated
from tests.servers.telegram.faults import Faults
from tests.servers.telegram.files import Files
from tests.servers.telegram.model import Chat, Content, Json, Membership, Message, User
from tests.servers.telegram.pace import Pace
from tests.servers.telegram.updates import Updates

SPEAKS_FOR_ALL = ("group", "supergroup")


@dataclass(slots=True)
class Call:
    """One call of the bot, in the order in which they came."""

    number: int
    method: str
    fields: dict[str, Any]
    uploads: tuple[str, ...]
    """names of the fields that brought a file"""
    at: datetime
    began: float
    """seconds of the monotonic clock"""
    ended: float | None = None
    code: int | None = None
    """HTTP status of the answer; None where there was none"""
    description: str | None = None


@dataclass(eq=False, slots=True)
class Callback:
    """A press of a button, and what the bot answered to it."""

    id: str
    user: User
    message: Message
    data: str
    at: datetime
    answer: Json | None = None


@dataclass(slots=True)
class Webhook:
    url: str = ""
    secret_token: str | None = None
    max_connections: int = 40
    last_error: tuple[datetime, str] | None = None


@dataclass(slots=True)
class Settings:
    """What tests may set: how long things stay possible, and what the bot is allowed."""

    has_privacy_mode: bool = True
    callback_lifetime: timedelta = timedelta(seconds=15)
    editable_for: timedelta | None = None
    """Telegram lets a bot edit its messages without a limit of time"""
    deletable_for: timedelta = timedelta(hours=48)
    webhook_pause: timedelta = timedelta(seconds=0.1)


@dataclass(eq=False, slots=True)
class Telegram:
    bot: User = field(
        default_factory=lambda: User(7_100_000_001, "Damka", "damka_test_bot", is_bot=True, has_started=True)
    )
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(26)[:35].replace("-", "A"))
    settings: Settings = field(default_factory=Settings)
    changes: Changes = field(default_factory=Changes)
    files: Files = field(default_factory=Files)
    faults: Faults = field(default_factory=Faults)
    pace: Pace = field(default_factory=Pace)
    webhook: Webhook = field(default_factory=Webhook)
    updates: Updates = field(init=False)
    calls: list[Call] = field(default_factory=list)
    users: dict[int, User] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    callbacks: dict[str, Callback] = field(default_factory=dict)
    commands: dict[tuple[str, ...], list[Json]] = field(default_factory=dict)
    """by scope, chat, user and language"""
    descriptions: dict[tuple[str, str], str] = field(default_factory=dict)
    ahead: timedelta = timedelta()
    """how far Telegram's clock is ahead of that of this machine"""
    last_message_id: int = 0

    def __post_init__(self) -> None:
        self.updates = Updates(self.changes)
        self.users[self.bot.id] = self.bot

    @property
    def token(self) -> str:
        return f"{self.bot.id}:{self.secret}"

    def now(self) -> datetime:
        return (datetime.now(UTC) + self.ahead).replace(microsecond=0)

    # Who and where

    def add_user(self, name: str, username: str | None, language: str | None) -> User:
        user = User(7_000_000_000 + len(self.users), name, username, language)
        self.users[user.id] = user
        both = {user: Membership("member"), self.bot: Membership("member")}
        self.chats[user.id] = Chat(user.id, "private", username=username, person=user, members=both)
        return user

    def add_chat(self, kind: str, title: str, *, is_forum: bool = False, username: str | None = None) -> Chat:
        number = len(self.chats) + 1
        chat_id = -4_000_000_000 - number if kind == "group" else -1_002_000_000_000 - number
        chat = Chat(chat_id, kind, title, username=username, is_forum=is_forum)
        self.chats[chat_id] = chat
        return chat

    def find(self, chat_id: int | str) -> Chat:
        """A chat that the bot has met. Raises Refused where there is none of that id."""
        if isinstance(chat_id, str):
            named = [chat for chat in self.chats.values() if chat.username == chat_id[1:] and not chat.person]
            chat = named[0] if named else None
        else:
            chat = self.chats.get(chat_id)
        if chat is None or not self.has_met(chat):
            raise bad_request("chat not found")
        if chat.migrated_to:
            raise migrated(chat.migrated_to)
        return chat

    def has_met(self, chat: Chat) -> bool:
        """The bot knows its chats, who wrote to it, and the people of its groups."""
        if chat.person is None:
            return chat.username is not None or self.bot in chat.members
        shared = (other for other in self.chats.values() if not other.person and self.bot in other.members)
        return chat.person.has_started or any(chat.person in other.members for other in shared)

    def enter(self, chat_id: int | str) -> Chat:
        """A chat that the bot is in. Raises Refused, as Telegram does, where it is not."""
        chat = self.find(chat_id)
        if chat.person:
            if chat.person.is_deleted:
                raise forbidden("user is deactivated")
            if chat.person.has_blocked:
                raise forbidden("bot was blocked by the user")
            if not chat.person.has_started:
                raise forbidden("bot can't initiate conversation with a user")
            return chat
        kind = f"{chat.type} chat"
        if chat.is_deleted:
            raise forbidden(f"the {kind} was deleted")
        membership = chat.membership(self.bot)
        if membership.status == "kicked":
            raise forbidden(f"bot was kicked from the {kind}")
        if not membership.is_inside:
            raise forbidden(f"bot is not a member of the {kind}")
        return chat

    def enter_to_write(self, chat_id: int | str, what: str, permission: str) -> Chat:
        """A chat in which the bot may send ``what``. Raises Refused where it may not."""
        chat = self.enter(chat_id)
        membership = chat.membership(self.bot)
        if chat.type == "channel" and not membership.may("can_post_messages"):
            raise bad_request("need administrator rights in the channel chat")
        if not membership.is_admin and {permission, "can_send_messages"} & chat.forbidden:
            raise bad_request(f"not enough rights to send {what} to the chat")
        return chat

    # What is said

    def post(
        self,
        chat: Chat,
        author: User | None,
        content: Content,
        *,
        at: datetime | None = None,
        thread: int | None = None,
        reply_to: Message | None = None,
        sender_chat: Chat | None = None,
        service: Json | None = None,
    ) -> Message:
        if chat.type in ("private", "group"):
            # One count for all of these: a message of a supergroup or channel is counted there.
            self.last_message_id += 1
            number = self.last_message_id
        else:
            number = chat.last_message_id + 1
        chat.last_message_id = number
        inside = {user for user, membership in chat.members.items() if membership.is_inside}
        message = Message(
            number,
            chat,
            at or self.now(),
            author,
            content,
            sender_chat=sender_chat,
            thread=thread,
            reply_to=reply_to,
            service=service,
            seen_by=frozenset(inside - {self.bot}),
        )
        chat.messages[number] = message
        if author and author.is_bot and sender_chat is None:
            chat.last_speaking_bot = author.username
        self.changes.tell()
        return message

    def message(self, chat: Chat, number: int, why: str) -> Message:
        """A message that is still there. Raises Refused with ``why`` where it is not."""
        message = chat.messages.get(number)
        if message is None or message.deleted_at:
            raise bad_request(why)
        return message

    def messages(self) -> Iterable[Message]:
        return (message for chat in self.chats.values() for message in chat.messages.values())

    # Calls

    def begin(self, method: str, fields: dict[str, Any], uploads: tuple[str, ...]) -> Call:
        call = Call(len(self.calls) + 1, method, fields, uploads, self.now(), time.monotonic())
        self.calls.append(call)
        self.changes.tell()
        return call

    def end(self, call: Call, code: int | None, description: str | None = None) -> None:
        call.ended, call.code, call.description = time.monotonic(), code, description
        self.changes.tell()

    @property
    def is_busy(self) -> bool:
        """A call is being handled, one that waits for updates aside."""
        return any(call.ended is None and call.method != "getUpdates" for call in reversed(self.calls[-200:]))
