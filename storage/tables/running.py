"""What keeps the bot itself going: who runs it, when nobody did, and what is due."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, Integer, String, Table, Text, UniqueConstraint

from storage.tables.base import metadata
from storage.types import Id, UtcDateTime

owner = Table(
    "owner",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("process", Integer, nullable=False),
    Column("host", String(255), nullable=False),
    Column("started", UtcDateTime, nullable=False),
    Column("heartbeat", UtcDateTime, nullable=False),
    CheckConstraint("id = 1", name="single"),
)

outages = Table(
    "outages",
    metadata,
    Column("id", Id, primary_key=True),
    Column("began", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime, nullable=False),
    Column("credited", UtcDateTime),
    Column("platform", String(16)),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("subject_kind", String(16)),
    Column("subject_id", Id),
    Column("due", UtcDateTime, nullable=False),
    Column("payload", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", Text),
    Column("state", String(16), nullable=False),
    Column("key", String(128)),
    UniqueConstraint("key"),
    Index("ix_jobs_state_due", "state", "due"),
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
