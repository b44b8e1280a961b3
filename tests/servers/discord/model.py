"""What exists on the server: users, guilds, channels, messages. Tests read it as it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.servers.discord.interactions import Interaction

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

TEXT, DM, NEWS, CATEGORY, FORUM = 0, 1, 5, 4, 15
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
DEFAULT, PINNED, THREAD_CREATED, REPLY, CHAT_INPUT, THREAD_STARTER = 0, 6, 18, 19, 20, 21


@dataclass(eq=False)
class User:
    """An account, whether a person or the bot."""

    id: int
    username: str
    name: str
    locale: str = "en-US"
    is_bot: bool = False
    takes_messages: bool = True
    """whether the bot can write to them in private"""

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(eq=False)
class Role:
    id: int
    name: str
    permissions: int
    position: int
    is_mentionable: bool = False

    @property
    def mention(self) -> str:
        return f"<@&{self.id}>"


@dataclass(eq=False)
class Overwrite:
    """What a channel allows and denies to a role or a user besides what the guild gives."""

    target: Role | User
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Member:
    user: User
    joined: datetime
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None


@dataclass(eq=False)
class Guild:
    id: int
    name: str
    owner: User
    everyone: Role
    created: datetime
    locale: str = "en-US"
    roles: list[Role] = field(default_factory=list)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    """threads too"""
    is_available: bool = True

    @property
    def threads(self) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.thread is not None]


@dataclass(eq=False)
class ThreadState:
    owner: User
    created: datetime
    archived_at: datetime
    auto_archive_minutes: int = 1440
    is_archived: bool = False
    is_locked: bool = False
    members: dict[int, datetime] = field(default_factory=dict)


@dataclass(eq=False)
class Attachment:
    id: int
    name: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None
    is_embedded: bool = False
    """shown inside an embed, so that the message does not list it"""


@dataclass(frozen=True, slots=True)
class Revision:
    """How a message read before an edit."""

    at: datetime
    content: str
    embeds: tuple[dict[str, Any], ...]
    components: tuple[dict[str, Any], ...]
    attachments: tuple[Attachment, ...]


@dataclass(eq=False)
class Message:
    id: int
    channel: Channel
    author: User
    created: datetime
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    type: int = DEFAULT
    nonce: str | None = None
    answers: Message | None = None
    edited: datetime | None = None
    is_pinned: bool = False
    is_deleted: bool = False
    is_loading: bool = False
    """the bot is shown as thinking"""
    for_only: User | None = None
    """the one person who sees it"""
    pings: set[int] = field(default_factory=set)
    """ids of users and roles who were notified when it was posted"""
    pings_everyone: bool = False
    mentioned: list[User] = field(default_factory=list)
    revisions: list[Revision] = field(default_factory=list)
    interaction: Interaction | None = None
    thread: Channel | None = None

    @property
    def is_ephemeral(self) -> bool:
        return self.for_only is not None

    @property
    def text(self) -> str:
        """All its words: the content, those of embeds and of text components."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.get("title", ""), embed.get("description", "")]
            parts += [f"{entry['name']}\n{entry['value']}" for entry in embed.get("fields", ())]
            parts.append(embed.get("footer", {}).get("text", ""))
        parts += [component["content"] for component in walk(self.components) if component["type"] == 10]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[dict[str, Any]]:
        return [component for component in walk(self.components) if component["type"] == 2]

    @property
    def labels(self) -> list[str]:
        return [button.get("label") or button.get("emoji", {}).get("name", "") for button in self.buttons]

    @property
    def menus(self) -> list[dict[str, Any]]:
        return [component for component in walk(self.components) if component["type"] in (3, 5, 6, 7, 8)]

    def is_seen_by(self, user: User) -> bool:
        return not self.is_deleted and self.for_only in (None, user)


def walk(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Components and all that they hold, in the order shown."""
    found = []
    for component in components:
        found.append(component)
        found += walk(component.get("components", []))
        found += walk([component[key] for key in ("accessory", "component") if component.get(key)])
    return found


@dataclass(eq=False)
class Channel:
    """A channel of a guild, a thread in one, or a private chat."""

    id: int
    type: int
    name: str = ""
    guild: Guild | None = None
    parent: Channel | None = None
    thread: ThreadState | None = None
    people: list[User] = field(default_factory=list)
    """both sides of a private chat"""
    overwrites: list[Overwrite] = field(default_factory=list)
    every_message: dict[int, Message] = field(default_factory=dict)
    """deleted and ephemeral ones too"""
    position: int = 0
    topic: str | None = None
    is_deleted: bool = False

    @property
    def messages(self) -> list[Message]:
        """What everybody there sees, the oldest first."""
        return [message for message in self.every_message.values() if message.is_seen_by(NOBODY)]

    def seen_by(self, user: User) -> list[Message]:
        """What one person sees: the messages of all and those only for them."""
        return [message for message in self.every_message.values() if message.is_seen_by(user)]

    @property
    def pins(self) -> list[Message]:
        return [message for message in self.messages if message.is_pinned]

    @property
    def is_private(self) -> bool:
        return self.guild is None

    @property
    def is_archived(self) -> bool:
        return self.thread is not None and self.thread.is_archived


NOBODY = User(0, "", "")


@dataclass(slots=True)
class Call:
    """A request that the server got, and what it answered."""

    at: datetime
    method: str
    path: str
    route: str
    """the path with its parameters by name, such as `/channels/{channel_id}/messages`"""
    body: Any
    files: tuple[str, ...] = ()
    status: int = 0
    code: int = 0
    took: float = 0.0
    """seconds until it was answered"""
