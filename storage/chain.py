"""The hash chain of a log: each entry carries the hash of the one before it.

Whoever changes, removes or inserts an entry must change every later one, and the head that the row of the
game keeps.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple

from storage.ids import AccountId, PersonId, Subject


class Head(NamedTuple):
    """Where a log stands: number and hash of its last entry."""

    seq: int
    hash: str


EMPTY = Head(0, "")
"""the head of a log without entries"""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be appended. It holds ids and derived decisions, never personal values.

    ``body`` is JSON text and is kept exactly as it stands; ``schema`` the version of its form.
    ``input`` is the platform's id of what caused it, ``platform_time`` when that happened there,
    ``undoes`` the number of the entry that it takes back.
    """

    subject: Subject
    kind: str
    schema: int
    body: str
    recorded_time: datetime
    platform_time: datetime | None = None
    actor: PersonId | None = None
    account: AccountId | None = None
    input: str | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A link of the chain: the draft, its number from 1, the hash before it and its own (SHA-256, hex)."""

    draft: Draft
    seq: int
    previous: str
    hash: str

    @property
    def head(self) -> Head:
        return Head(self.seq, self.hash)


def seal(draft: Draft, head: Head) -> Entry:
    """The entry that ``draft`` becomes after ``head``."""
    seq = head.seq + 1
    return Entry(draft, seq, head.hash, _digest(draft, seq, head.hash))


class Fault(StrEnum):
    """What is wrong with a chain at an entry."""

    GAP = "gap"
    """the number does not follow"""
    LINK = "link"
    """it does not continue the entry before it"""
    CONTENT = "content"
    """its fields are not those that were hashed"""
    HEAD = "head"
    """the log ends elsewhere than its game says"""


class Break(NamedTuple):
    """The first entry, by its number, at which a chain does not hold."""

    seq: int
    fault: Fault


def verify(entries: Iterable[Entry], head: Head | None = None) -> Break | None:
    """The first break of a whole log in order, or None. With ``head`` the end is checked as well."""
    last = EMPTY
    for entry in entries:
        if entry.seq != last.seq + 1:
            return Break(last.seq + 1, Fault.GAP)
        if entry.previous != last.hash:
            return Break(entry.seq, Fault.LINK)
        if entry.hash != _digest(entry.draft, entry.seq, entry.previous):
            return Break(entry.seq, Fault.CONTENT)
        last = entry.head
    if head is not None and head != last:
        return Break(last.seq, Fault.HEAD)
    return None


def _moment(value: datetime | None) -> str | None:
    return None if value is None else value.astimezone(UTC).isoformat(timespec="microseconds")


def _digest(draft: Draft, seq: int, previous: str) -> str:
    fields = [
        previous,
        draft.subject.kind,
        draft.subject.id,
        seq,
        draft.kind,
        draft.schema,
        draft.actor,
        draft.account,
        draft.input,
        _moment(draft.platform_time),
        _moment(draft.recorded_time),
        draft.undoes,
        draft.body,
    ]
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
