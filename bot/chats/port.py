"""The one port between Damka and a chat, in both directions.

Inwards an adapter hands over ``Input`` values; outwards the sender gives it ``Rendered`` messages. An adapter
translates and decides nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from bot.said import Said
from bot.timekeeper import Timekeeper


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
    is_anonymous: bool = False
    """an administrator or a channel that speaks without a name of its own: it may look and link, no more"""
    roles: tuple[str, ...] = ()
    """the platform's ids of the roles that the speaker has where this is said"""
    is_unseen: bool = False
    """a reader of a channel, of whom the others do not know: nothing is said to them where all read it"""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with an input; its content is already bounded by the adapter."""

    name: str
    content: bytes
    is_too_large: bool = False
    """it was left where it is, for its size, and ``content`` is empty"""


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
    mentions: tuple[Speaker, ...] = ()
    """accounts that words of the text name: ``@`` and the account's id or its username"""
    answered: Speaker | None = None
    """who wrote the message that is answered, where that was a person"""
    typed: Mapping[str, str] | None = None
    """arguments by parameter, where the chat has asked for each on its own; ``text`` is the bare command"""
    lacking: tuple[str, ...] = ()
    """permissions, by the platform's name, that the bot would need here to play and does not have"""


@dataclass(frozen=True, slots=True)
class Answers:
    """What is on its way to the speaker, when an input has been handled: whether a passing ``notice``
    answers a press, and whether anything else is said to them ``alone``, here or in private."""

    notice: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``count`` messages in any ``within``."""

    count: int
    within: timedelta


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a platform lets a bot speak: to one group, to one person, and to everybody together."""

    group: Limit
    person: Limit
    overall: Limit


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a chat can do. Replies degrade by this, never by the platform's name."""

    edits: bool
    buttons_in_a_row: int
    rows_of_buttons: int
    private_notices: bool
    """a message in a group that only one person sees"""
    longest_text: int
    longest_caption: int
    largest_file: int
    scrolls_away_after: int
    """a message with this many newer ones below it is posted anew instead of edited"""
    keeps_buttons: bool = False
    """a message that was said stays as it is: the buttons of one that another replaced are not taken off"""
    one_attachment: bool = False
    """a message shows a picture or brings a file, never both"""
    text_boards: bool = False
    """boards are drawn with characters as well, for a chat that shows no pictures itself"""
    forms: bool = False
    """a written answer is given in a form that a button opens, and whoever has just spoken in a group reads
    there what is said to them alone"""
    threads: bool = False
    """a game can have a thread of its own: it is made when something is first sent to a place whose topic
    begins with ``NEW_THREAD``"""
    roles: bool = False
    """it gives people roles; where a setting names none, whoever administers it has those that count here"""
    pace: Pace | None = None


NEW_THREAD = "new:"
"""a topic that begins so is a thread still to be made; the adapter answers that it is ``Moved`` there"""


@dataclass(frozen=True, slots=True)
class Attachment:
    name: str
    content: bytes
    mime: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A message in words. ``to`` is the account that alone may see it; ``toast`` a passing notice to it, and
    with a ``start`` button the way to where that leads."""

    text: str
    image: Attachment | None = None
    alt: str | None = None
    file: Attachment | None = None
    buttons: tuple[tuple[tuple[str, str], ...], ...] = ()
    """rows of (label, data)"""
    to: str | None = None
    toast: bool = False
    asks: str | None = None
    """the message waits for a written answer, and this is what it asks for"""
    pin: bool = False
    """it is to be found easily from now on, where the chat can do that"""
    closes: bool = False
    """the last message of its thread, which may be put away"""
    calls: tuple[str, ...] = ()
    """accounts that are to notice it when it is posted, where the chat can call somebody"""
    fixed_width: tuple[tuple[int, int], ...] = ()
    """from where to where the text keeps its columns"""
    language: str = "en"
    """of the text, for the few words that a chat adds by itself"""


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


@dataclass(frozen=True, slots=True)
class Moved:
    """Not sent: the chat is now to be found at ``place``, with all its topics, or this topic is."""

    place: PlaceRef


@dataclass(frozen=True, slots=True)
class Impossible:
    """The platform takes this message in no form; others to the same place are not affected."""

    why: str


Outcome = Sent | Gone | Forbidden | RetryAfter | Unknown | Moved | Impossible


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


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose while typing: ``label`` is shown, ``value`` is what is typed."""

    label: str
    value: str


class Bot(Protocol):
    """What an adapter needs of the program behind it."""

    @property
    def timekeeper(self) -> Timekeeper: ...

    async def receive(self, platform: str, bot: str, update: str, payload: str) -> bool:
        """Keep an input as the platform wrote it, before it is confirmed. False where it is known."""

    async def waiting(self, platform: str, bot: str) -> Sequence[tuple[str, str, datetime]]:
        """Inputs that an earlier process kept and did not handle, the oldest first: id, payload, received."""

    async def drop(self, platform: str, bot: str, update: str) -> None:
        """A kept input that means nothing to the program: it is done with."""

    async def hear(self, heard: Input, *, send: bool = True) -> Answers:
        """Do what an input asks, in order for each place; without ``send`` the answers go out by themselves.

        Raises StorageError where nothing could be stored: the input then still waits.
        """

    def passed(self, place: PlaceRef) -> None:
        """Somebody has written there what is not for the bot: what stands above has moved up."""

    async def choices(self, heard: Input, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        """What fits as ``parameter`` of ``command`` and what was typed of it so far; changes nothing.

        Nothing fits for whoever asks too much at once.
        """

    async def moved(self, old: PlaceRef, new: PlaceRef) -> None:
        """A chat has got another id: it, its topics and all that belongs to them follow."""

    async def lost(self, place: PlaceRef) -> None:
        """The bot was removed from a chat, or blocked there."""

    async def found(self, platform: str, bot: str, chats: Collection[str]) -> None:
        """The bot is let into chats, from some of which it may have been removed."""

    def deaf(self, platform: str) -> None:
        """Nothing can be heard from a platform: no deadline acts there until ``hearing``."""

    def hearing(self, platform: str) -> None:
        """All that waited on a platform has been handed over; the time since ``deaf`` is given back."""

    def say(self, what: Said, locale: str | None = None) -> str: ...


class Adapter(ChatPort, Protocol):
    """A chat platform, from its connection to its messages."""

    async def run(self, bot: Bot) -> None:
        """Listen until cancelled. A platform counts as deaf until ``bot.hearing`` is called for it.

        Raises bot.chats.port.AdapterError where it can never work, such as for a wrong token.
        """


class AdapterError(Exception):
    """The platform will not have the bot; ``said`` is the sentence about it, with the remedy."""

    def __init__(self, what: Said) -> None:
        self.said = what
        super().__init__(what.key)
