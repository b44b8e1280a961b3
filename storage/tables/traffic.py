"""What came in and what goes out."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from storage.tables.base import metadata
from storage.types import Id, UtcDateTime

inbox = Table(
    "inbox",
    metadata,
    Column("id", Id, primary_key=True),
    Column("platform", String(16), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("update_id", String(64), nullable=False),
    Column("payload", Text),
    Column("received", UtcDateTime, nullable=False),
    Column("state", String(16), nullable=False),
    UniqueConstraint("platform", "bot", "update_id"),
    Index("ix_inbox_state_id", "state", "id"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, primary_key=True),
    Column("place", Id, ForeignKey("places.id"), nullable=False),
    Column("to_account", Id, ForeignKey("accounts.id")),
    Column("toast", Boolean, nullable=False),
    Column("subject", String(64)),
    Column("body", Text, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_attempt", UtcDateTime),
    Column("error", Text),
    Column("state", String(16), nullable=False),
    Column("key", String(128)),
    UniqueConstraint("key"),
    Index("ix_outbox_state_place_id", "state", "place", "id"),
    # message ids shown to people come from here, so a number is never given twice
    sqlite_autoincrement=True,
)

posted = Table(
    "posted",
    metadata,
    Column("id", Id, primary_key=True),
    Column("place", Id, ForeignKey("places.id"), nullable=False),
    Column("subject", String(64)),
    Column("message", String(64), nullable=False),
    Column("file_id", Text),
    Column("outbox", Id, nullable=False),
    Column("current", Boolean, nullable=False),
    UniqueConstraint("place", "message"),
    Index("ix_posted_place_subject", "place", "subject"),
    Index("ix_posted_place_id", "place", "id"),
)
