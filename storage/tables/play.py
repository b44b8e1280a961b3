"""Regulations, games and who plays them. A game's row is computed from its log and can be made anew."""

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

# The text stays as long as a game pins it, also when a later version ships another one.
regulations = Table(
    "regulations",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("regulation", String(64), nullable=False),
    Column("text", Text, nullable=False),
)

place_regulations = Table(
    "place_regulations",
    metadata,
    Column("place", Id, ForeignKey("places.id"), primary_key=True, autoincrement=False),
    Column("regulation", String(64), primary_key=True),
    Column("hash", String(64), ForeignKey("regulations.hash"), nullable=False),
    Column("added", UtcDateTime, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", Id, primary_key=True),
    Column("code", String(16), nullable=False),
    Column("place", Id, ForeignKey("places.id"), nullable=False),
    Column("regulation", String(64), ForeignKey("regulations.hash"), nullable=False),
    Column("event", Id, index=True),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("turn", String(8)),
    Column("ply", Integer, nullable=False),
    Column("fen", Text),
    Column("deadline", UtcDateTime, index=True),
    Column("deadline_kind", String(16)),
    Column("result", String(8)),
    Column("reason", String(32)),
    Column("article", String(64)),
    Column("log_seq", Integer, nullable=False),
    Column("log_hash", String(64), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
    UniqueConstraint("code"),
    CheckConstraint("version >= 1", name="version"),
    CheckConstraint("(deadline IS NULL) = (deadline_kind IS NULL)", name="deadline"),
    Index("ix_games_place_status", "place", "status"),
)

sides = Table(
    "sides",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", Id, ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("color", String(8)),
    UniqueConstraint("game", "seat"),
    UniqueConstraint("game", "color"),
)

controllers = Table(
    "controllers",
    metadata,
    Column("side", Id, ForeignKey("sides.id"), primary_key=True, autoincrement=False),
    Column("person", Id, ForeignKey("persons.id"), primary_key=True, autoincrement=False, index=True),
)

# A seat kept for somebody whom the bot has not met: only an account of that name can take it.
invitations = Table(
    "invitations",
    metadata,
    Column("side", Id, ForeignKey("sides.id"), primary_key=True, autoincrement=False),
    Column("platform", String(16), nullable=False),
    Column("username", String(64), nullable=False),
)
