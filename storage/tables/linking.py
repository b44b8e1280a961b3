"""What belongs together across chats: the further places of events and games, and the codes that link them.

The first place of an event or a game is in its own row; here are those that were added.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, String, Table

from storage.tables.base import metadata
from storage.types import Id, UtcDateTime

event_places = Table(
    "event_places",
    metadata,
    Column("event", Id, ForeignKey("events.id"), primary_key=True, autoincrement=False),
    Column("place", Id, ForeignKey("places.id"), primary_key=True, autoincrement=False, index=True),
    Column("since", UtcDateTime, nullable=False),
)

# Fixed when the game is opened: it is played to its end where it began.
game_places = Table(
    "game_places",
    metadata,
    Column("game", Id, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("place", Id, ForeignKey("places.id"), primary_key=True, autoincrement=False, index=True),
    # the chat in whose stead a thread made for the game shows it; empty for a chat
    Column("instead_of", Id, ForeignKey("places.id")),
)

# A code itself is nowhere stored, only its hash.
link_codes = Table(
    "link_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("event", Id, ForeignKey("events.id")),
    Column("person", Id, ForeignKey("persons.id"), nullable=False),
    Column("place", Id, ForeignKey("places.id"), nullable=False),
    Column("expires", UtcDateTime, nullable=False, index=True),
    Column("used", UtcDateTime),
)

wrong_codes = Table(
    "wrong_codes",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", Id, ForeignKey("persons.id"), nullable=False),
    Column("place", Id, ForeignKey("places.id"), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_wrong_codes_person_at", "person", "at"),
)
