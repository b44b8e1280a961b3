"""The log: what happened, appended and never changed."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, String, Table, Text

from storage.tables.base import metadata
from storage.types import Id, UtcDateTime

log = Table(
    "log",
    metadata,
    Column("subject_kind", String(16), primary_key=True),
    Column("subject_id", Id, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(32), nullable=False),
    Column("schema", Integer, nullable=False),
    Column("actor", Id, ForeignKey("persons.id")),
    Column("account", Id, ForeignKey("accounts.id")),
    Column("input", String(64)),
    Column("platform_time", UtcDateTime),
    Column("recorded_time", UtcDateTime, nullable=False),
    Column("undoes", Integer),
    Column("body", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    CheckConstraint("seq >= 1", name="seq"),
)
