"""A chat as the command layer knows it: its language, its time zone, how its boards look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any
from zoneinfo import ZoneInfo

from bot.chats.port import Capabilities, PlaceRef
from storage import AccountId, PersonId, PlaceId

DEFAULT_ZONES: Mapping[str, str] = {
    "pl": "Europe/Warsaw",
    "uk": "Europe/Kyiv",
    "gl": "Europe/Madrid",
    "en": "Europe/London",
}
"""where a chat that has not said so probably is, by its language"""


ANY_CHAT = Capabilities(
    edits=True,
    buttons_in_a_row=8,
    rows_of_buttons=12,
    private_notices=True,
    longest_text=4096,
    longest_caption=1024,
    largest_file=10_000_000,
    scrolls_away_after=12,
)
"""of a chat about which nothing is known"""


@dataclass(frozen=True, slots=True)
class PlaceSettings:
    """What the administrators of a chat can set; each value is a word that ``/settings`` takes.

    ``board`` is the side from which boards are seen (``turn``: that of the player on turn). ``arbiter`` says
    whether the administrators act as arbiters here: then the bot asks them where a regulation leaves the
    decision to an arbiter, otherwise it decides as the regulation's silent points say. ``events`` says who
    may make a tournament, ``anyone`` or ``admins``. ``regulation`` is the one that ``/play`` takes when none
    is named. ``threads`` says whether a game has a thread of its own where the chat can make them.
    ``organisers`` and ``arbiters`` are roles of the chat, by their ids there: whoever has one may act so.
    """

    theme: str = "wood"
    board: str = "turn"
    notation: str = "own"
    arbiter: str = "no"
    events: str = "anyone"
    zone: str = ""
    regulation: str = ""
    threads: str = "yes"
    organisers: str = ""
    arbiters: str = ""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> PlaceSettings:
        """Settings from what was stored, whatever version wrote it."""
        known = {slot.name for slot in fields(cls)}
        return cls(**{key: str(value) for key, value in stored.items() if key in known})

    def to_stored(self) -> dict[str, str]:
        """Only what differs from the defaults."""
        return {
            slot.name: value for slot in fields(self) if (value := getattr(self, slot.name)) != slot.default
        }


@dataclass(frozen=True, slots=True)
class Place:
    id: PlaceId
    ref: PlaceRef
    is_private: bool
    language: str
    settings: PlaceSettings
    channel: PlaceId | None = None
    """where a thread that was made for a game hangs: language and settings are those of that place"""

    @property
    def home(self) -> PlaceId:
        """The place to which all that is no single game belongs: events, settings, loaded regulations."""
        return self.id if self.channel is None else self.channel

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.settings.zone or DEFAULT_ZONES[self.language])

    def in_language(self, language: str) -> Place:
        return replace(self, language=language)

    def with_settings(self, **changes: str) -> Place:
        return replace(self, settings=replace(self.settings, **changes))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who speaks, through one of their accounts. ``language`` is None until they choose one."""

    id: PersonId
    account: AccountId
    external: str
    name: str
    username: str | None
    chosen_language: str | None
    locale_language: str

    @property
    def language(self) -> str:
        return self.chosen_language or self.locale_language
