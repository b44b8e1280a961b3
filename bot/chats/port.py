"""The one port between Damka and a chat, in both directions.

Inwards an adapter hands over ``Input`` values; outwards the sender gives it ``Rendered`` messages. An adapter
translates and decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """Where something is said: a chat of one bot on one platform, or a topic or thread in it."""

    platform: str
    bot: str
    chat: str
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Speaker:
    """The account that speaks, as the platform shows it."""

    account: str
    name: str
    username: str | None = None
    locale: str | None = None
    is_admin: bool = False


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with an input; its content is already bounded by the adapter."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Input:
    """One thing that a person did: wrote ``text`` (perhaps with ``upload``) or pressed a button."""

    place: PlaceRef
    is_private: bool
    speaker: Speaker
    at: datetime
    """when it happened for the platform, UTC"""
    update: str | None = None
    """the platform's own id of the input; the same id a second time changes nothing"""
    text: str = ""
    press: str | None = None
    upload: Upload | None = None
    reply_to: str | None = None
    """the platform's id of the message that is answered"""
    alone: PlaceRef | None = None
    """where the bot can write to the speaker alone, if the platform lets it without being asked"""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a chat can do. Replies degrade by this, never by the platform's name."""

    edits: bool
    buttons_in_a_row: int
    rows_of_buttons: int
    private_notices: bool
    """a message in a group that only one person sees"""
    alternative_text: bool
    longest_text: int
    longest_caption: int
    largest_file: int
    scrolls_away_after: int
    """a message with this many newer ones below it is posted anew instead of edited"""
    keeps_buttons: bool = False
    """a message that was said stays as it is: the buttons of one that another replaced are not taken off"""
    text_boards: bool = False
    """boards are drawn with characters as well, for a chat that shows no pictures itself"""


@dataclass(frozen=True, slots=True)
class Attachment:
    name: str
    content: bytes
    mime: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A message in words. ``to`` is the account that alone may see it; ``toast`` a passing notice to it."""

    text: str
    image: Attachment | None = None
    alt: str | None = None
    file: Attachment | None = None
    buttons: tuple[tuple[tuple[str, str], ...], ...] = ()
    """rows of (label, data)"""
    to: str | None = None
    toast: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """Delivered; ``message`` is the platform's id of it."""

    message: str
    file_id: str | None = None


@dataclass(frozen=True, slots=True)
class Gone:
    """The message to edit is not there any more: post it anew."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The bot may not write there."""

    why: str


@dataclass(frozen=True, slots=True)
class RetryAfter:
    """Not now: ``delay`` is what the platform asks for."""

    delay: timedelta


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody can say whether it arrived, or why it did not."""

    why: str


Outcome = Sent | Gone | Forbidden | RetryAfter | Unknown


class ChatPort(Protocol):
    """What the sender needs of an adapter."""

    @property
    def platform(self) -> str: ...

    @property
    def capabilities(self) -> Capabilities: ...

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        """Post ``message``, or put it in the place of the message ``edit``.

        ``key`` and ``part`` (what is too long for one message goes out in parts, from 0) are the same at
        every attempt at the same message, so that a platform which knows idempotency keys shows it once.
        ``resent`` says that an earlier process may have sent it already.
        """
