"""Events and who takes part in them. Rows of events and entrants are computed from the log of the event."""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from storage.tables.base import metadata
from storage.types import Id, UtcDateTime

# The secret of the lots is no part of the log before it is published, and stands here until then.
events = Table(
    "events",
    metadata,
    Column("id", Id, primary_key=True),
    Column("code", String(16), nullable=False),
    Column("slug", String(32), nullable=False),
    Column("place", Id, ForeignKey("places.id"), nullable=False),
    Column("regulation", String(64), ForeignKey("regulations.hash"), nullable=False),
    Column("title", Text, nullable=False),
    Column("naming", String(16), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("deadline", UtcDateTime, index=True),
    Column("deadline_kind", String(16)),
    Column("secret", String(64)),
    Column("log_seq", Integer, nullable=False),
    Column("log_hash", String(64), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
    UniqueConstraint("code"),
    UniqueConstraint("place", "slug"),
    CheckConstraint("version >= 1", name="version"),
    CheckConstraint("(deadline IS NULL) = (deadline_kind IS NULL)", name="deadline"),
    Index("ix_events_place_phase", "place", "phase"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("id", Id, primary_key=True),
    Column("event", Id, ForeignKey("events.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("standing", String(16), nullable=False),
    Column("category", String(64), nullable=False),
    # the chat in which they signed up
    Column("place", Id),
    UniqueConstraint("event", "number"),
    CheckConstraint("number >= 1", name="number"),
)

# Whoever acts for an entrant: the entrant, a parent, a teacher; nobody for one without an account.
entrant_controllers = Table(
    "entrant_controllers",
    metadata,
    Column("entrant", Id, ForeignKey("entrants.id"), primary_key=True, autoincrement=False),
    Column("person", Id, ForeignKey("persons.id"), primary_key=True, autoincrement=False, index=True),
)

event_roles = Table(
    "event_roles",
    metadata,
    Column("event", Id, ForeignKey("events.id"), primary_key=True, autoincrement=False),
    Column("person", Id, ForeignKey("persons.id"), primary_key=True, autoincrement=False, index=True),
    Column("role", String(16), primary_key=True),
)

# A role kept for somebody whom the bot has not met: only an account of that name can take it.
event_invitations = Table(
    "event_invitations",
    metadata,
    Column("event", Id, ForeignKey("events.id"), primary_key=True, autoincrement=False),
    Column("platform", String(16), primary_key=True),
    Column("username", String(64), primary_key=True),
    Column("role", String(16), primary_key=True),
)

# Questions that wait for an answer, one conversation for each person in a place. The payload is personal and
# goes with the row.
dialogues = Table(
    "dialogues",
    metadata,
    Column("person", Id, ForeignKey("persons.id"), primary_key=True, autoincrement=False),
    Column("place", Id, ForeignKey("places.id"), primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("event", Id, ForeignKey("events.id"), index=True),
    Column("payload", Text, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
)

# Where an account is spoken to alone.
private_places = Table(
    "private_places",
    metadata,
    Column("account", Id, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    Column("place", Id, ForeignKey("places.id"), nullable=False),
)
