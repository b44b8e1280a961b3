"""Who speaks, and where."""

from __future__ import annotations

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from storage.tables.base import metadata
from storage.types import Id, UtcDateTime

places = Table(
    "places",
    metadata,
    Column("id", Id, primary_key=True),
    Column("platform", String(16), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("chat", String(128), nullable=False),
    Column("topic", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("title", Text),
    Column("language", String(8)),
    Column("settings", JSON, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("unreachable", UtcDateTime),
    UniqueConstraint("platform", "bot", "chat", "topic"),
)

persons = Table(
    "persons",
    metadata,
    Column("id", Id, primary_key=True),
    Column("language", String(8)),
    Column("settings", JSON, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("erased", UtcDateTime),
    # where the log of their linked accounts ends
    Column("log_seq", Integer, nullable=False, server_default="0"),
    Column("log_hash", String(64), nullable=False, server_default=""),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("platform", String(16), nullable=False),
    Column("external", String(128), nullable=False),
    Column("person", Id, ForeignKey("persons.id"), nullable=False, index=True),
    Column("username", String(64)),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("platform", "external"),
    Index("ix_accounts_platform_username", "platform", "username"),
)

# The one table of values that can be erased: names, dates of birth, an arbiter's reasons.
personal = Table(
    "personal",
    metadata,
    Column("subject_kind", String(16), primary_key=True),
    Column("subject_id", Id, primary_key=True, autoincrement=False),
    Column("key", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
