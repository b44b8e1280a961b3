"""People, chats, files and messages, as the server keeps them and as the Bot API shows them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tests.servers.telegram.markup import Entity

Json = dict[str, Any]

GROUP_ANONYMOUS_BOT = 1087968824
CHANNEL_BOT = 136817688

RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
)
GROUP_RIGHTS = ("can_pin_messages", "can_manage_topics")
CHANNEL_RIGHTS = ("can_post_messages", "can_edit_messages")
PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)


@dataclass(eq=False, slots=True)
class User:
    id: int
    first_name: str
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    has_started: bool = False
    has_blocked: bool = False
    is_deleted: bool = False

    def json(self) -> Json:
        shown: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        if self.username:
            shown["username"] = self.username
        if self.language_code:
            shown["language_code"] = self.language_code
        return shown


@dataclass(frozen=True, slots=True)
class Membership:
    """What somebody is in a chat: ``creator``, ``administrator``, ``member``, ``left`` or ``kicked``."""

    status: str
    rights: frozenset[str] = frozenset()
    is_anonymous: bool = False

    @property
    def is_inside(self) -> bool:
        return self.status in ("creator", "administrator", "member")

    @property
    def is_admin(self) -> bool:
        return self.status in ("creator", "administrator")

    def may(self, right: str) -> bool:
        return self.status == "creator" or right in self.rights

    def json(self, user: User, of_channel: bool) -> Json:
        shown: Json = {"user": user.json(), "status": self.status}
        if self.is_admin:
            shown["is_anonymous"] = self.is_anonymous
        if self.status == "administrator":
            kinds = (*RIGHTS, *(CHANNEL_RIGHTS if of_channel else GROUP_RIGHTS))
            shown |= {"can_be_edited": False} | {right: right in self.rights for right in kinds}
        if self.status == "kicked":
            shown["until_date"] = 0
        return shown


LEFT = Membership("left")


@dataclass(eq=False, slots=True)
class StoredFile:
    """Content that Telegram keeps; ``id`` is good for this bot, ``path`` for a download."""

    id: str
    unique_id: str
    kind: str
    content: bytes
    name: str | None
    mime: str | None
    path: str
    width: int = 0
    height: int = 0
    small: StoredFile | None = None
    """a photo is offered in two sizes; the small one is for previews, and nobody should send it on"""

    def json(self) -> Json:
        shown: Json = {"file_id": self.id, "file_unique_id": self.unique_id, "file_size": len(self.content)}
        if self.kind in ("photo", "animation"):
            shown |= {"width": self.width, "height": self.height}
        if self.kind == "animation":
            shown["duration"] = 1
        if self.kind != "photo":
            shown |= {"file_name": self.name, "mime_type": self.mime}
        return shown


@dataclass(frozen=True, slots=True)
class Media:
    file: StoredFile
    was_uploaded: bool
    """the bytes came with the call, instead of a ``file_id``"""

    @property
    def kind(self) -> str:
        return self.file.kind


@dataclass(frozen=True, slots=True)
class Content:
    """What a message says at one time: ``source`` as it was written, ``text`` without markup."""

    source: str = ""
    parse_mode: str | None = None
    text: str = ""
    entities: tuple[Entity, ...] = ()
    media: Media | None = None
    keyboard: Json | None = None
    at: datetime | None = None

    def looks_like(self, other: Content) -> bool:
        """Whether nobody could tell the two apart, which is when Telegram refuses an edit."""
        same_media = (self.media and self.media.file) is (other.media and other.media.file)
        mine = (self.text, self.entities, self.keyboard)
        return same_media and mine == (other.text, other.entities, other.keyboard)


@dataclass(eq=False, slots=True)
class Chat:
    id: int
    type: str
    title: str | None = None
    username: str | None = None
    person: User | None = None
    """whose private chat with the bot it is"""
    is_forum: bool = False
    members: dict[User, Membership] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    topics: dict[int, str] = field(default_factory=dict)
    forbidden: set[str] = field(default_factory=set)
    """permissions that plain members, the bot among them, do not have"""
    migrated_to: int | None = None
    is_deleted: bool = False
    last_speaking_bot: str | None = None
    pinned: list[int] = field(default_factory=list)
    questions: list[Message] = field(default_factory=list)
    """messages that forced a reply"""
    last_message_id: int = 0

    @property
    def is_private(self) -> bool:
        return self.type == "private"

    def membership(self, user: User) -> Membership:
        return self.members.get(user, LEFT)

    def json(self) -> Json:
        if self.person:
            named: Json = {"first_name": self.person.first_name, "username": self.person.username}
        else:
            named = {"title": self.title, "username": self.username, "is_forum": self.is_forum or None}
        known = {name: value for name, value in named.items() if value is not None}
        return {"id": self.id, "type": self.type, **known}


@dataclass(eq=False, slots=True)
class Message:
    id: int
    chat: Chat
    at: datetime
    author: User | None
    content: Content
    sender_chat: Chat | None = None
    thread: int | None = None
    reply_to: Message | None = None
    service: Json | None = None
    seen_by: frozenset[User] = frozenset()
    is_silent: bool = False
    asks: Json | None = None
    """a reply keyboard, its removal, or a forced reply, that came with the message"""
    answered_by: set[User] = field(default_factory=set)
    """whose client has done with the reply that this message forced"""
    options: Json = field(default_factory=dict)
    """what else the call said about it, such as ``link_preview_options``"""
    history: list[Content] = field(default_factory=list)
    """what it said before, the oldest first"""
    edited_at: datetime | None = None
    deleted_at: datetime | None = None
    is_frozen: bool = False
    """it can no longer be edited"""

    @property
    def text(self) -> str:
        return self.content.text

    @property
    def source(self) -> str:
        return self.content.source

    @property
    def picture(self) -> bytes | None:
        media = self.content.media
        return media.file.content if media and media.kind in ("photo", "animation") else None

    @property
    def file(self) -> StoredFile | None:
        media = self.content.media
        return media.file if media else None

    @property
    def beginning(self) -> Message:
        """The first message of the replies that led to this one."""
        return self.reply_to.beginning if self.reply_to else self

    @property
    def keys(self) -> list[list[Json]]:
        """The buttons below it, as rows."""
        return list((self.content.keyboard or {}).get("inline_keyboard", []))

    @property
    def labels(self) -> list[list[str]]:
        return [[key["text"] for key in row] for row in self.keys]

    def key(self, label: str) -> Json:
        """The button with that label, or the only one whose label has it as a part."""
        all_keys = [key for row in self.keys for key in row]
        fitting = [key for key in all_keys if key["text"] == label]
        fitting = fitting or [key for key in all_keys if label in key["text"]]
        if len(fitting) != 1:
            raise LookupError(f"{label!r} is not one of {self.labels}")
        return fitting[0]

    def forces(self, user: User) -> bool:
        """Whether the client of somebody starts to reply to this message by itself."""
        asks = self.asks or {}
        if not asks.get("force_reply") or self.deleted_at or user in self.answered_by:
            return False
        if not asks.get("selective"):
            return True
        names = {entity.get("user") for entity in self.content.entities}
        is_named = user.username is not None and f"@{user.username}".lower() in self.text.lower()
        return is_named or user in names or (self.reply_to is not None and self.reply_to.author is user)

    def edit(self, content: Content, at: datetime) -> None:
        self.history.append(self.content)
        self.content = replace(content, at=at)
        self.edited_at = at

    def json(self, *, with_reply: bool = True) -> Json:
        shown: Json = {"message_id": self.id, "date": int(self.at.timestamp()), "chat": self.chat.json()}
        if self.deleted_at:
            return shown | {"date": 0}
        if self.author:
            shown["from"] = self.author.json()
        if self.sender_chat:
            shown["sender_chat"] = self.sender_chat.json()
        if self.edited_at:
            shown["edit_date"] = int(self.edited_at.timestamp())
        if self.thread:
            shown |= {"message_thread_id": self.thread, "is_topic_message": True}
        elif self.reply_to and self.chat.type == "supergroup":
            # Replies are threads as well, by the message that began them; no topic is meant by that.
            shown["message_thread_id"] = self.beginning.id
        answered = self.reply_to or (self.chat.messages[self.thread] if self.thread else None)
        if answered and answered is not self and with_reply:
            shown["reply_to_message"] = answered.json(with_reply=False)
        return shown | (self.service or self._said())

    def _said(self) -> Json:
        content, said = self.content, Json()
        words = "caption" if content.media else "text"
        if content.text:
            said[words] = content.text
            if content.entities:
                said["caption_entities" if content.media else "entities"] = [
                    *map(shown_entity, content.entities)
                ]
        if content.media:
            file = content.media.file
            if file.kind == "photo":
                said["photo"] = [size.json() for size in (file.small, file) if size]
            else:
                said[file.kind] = file.json()
            if file.kind == "animation":
                said["document"] = {
                    name: value
                    for name, value in file.json().items()
                    if name not in ("width", "height", "duration")
                }
        if content.keyboard and content.keyboard["inline_keyboard"]:
            said["reply_markup"] = content.keyboard
        return said


def shown_entity(entity: Entity) -> Entity:
    return entity | {"user": entity["user"].json()} if entity["type"] == "text_mention" else entity
