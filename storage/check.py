"""Whether a database is sound: the file, the chains of its logs, and what was computed from them."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Select, Table, bindparam, select, text

from storage.chain import Entry, Head, verify
from storage.database import Database
from storage.errors import Corrupt
from storage.ids import EventId, GameId, PersonId, SubjectKind
from storage.repositories.events import StoredEvent
from storage.repositories.games import StoredGame
from storage.repositories.merging import accounts_added
from storage.repositories.regulations import StoredRegulation
from storage.structure import acting_things, missing_things
from storage.tables import entrants, events, games, log, metadata, persons, places, regulations
from storage.unit_of_work import Reading
from storage.values import wrong_values

Columns = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Computed:
    """What follows from a log: columns of the row, columns of those who take part by their number (the seats
    of a game, the entrants of an event), and the codes of the games that an event has opened."""

    columns: Columns
    members: Mapping[int, Columns]
    games: frozenset[str] = field(default=frozenset())


Recompute = Callable[[StoredGame, StoredRegulation, Sequence[Entry]], Computed]
"""What follows from the log of a game. Whatever it raises becomes a finding."""

RecomputeEvent = Callable[[StoredEvent, StoredRegulation, Sequence[Entry]], Computed]
"""The same of an event."""

_PAGE = 100


def _without_row(kind: SubjectKind, table: Table) -> Select[Any]:
    return (
        select(log.c.subject_id)
        .distinct()
        .where(log.c.subject_kind == kind.value, log.c.subject_id.not_in(select(table.c.id)))
        .order_by(log.c.subject_id)
    )


_orphans = {
    "subject": _without_row(SubjectKind.GAME, games),
    "event": _without_row(SubjectKind.EVENT, events),
    "person": _without_row(SubjectKind.PERSON, persons),
}
_POINTING = [
    *((key.parent, key.column) for table in metadata.sorted_tables for key in table.foreign_keys),
    (games.c.event, events.c.id),
    (entrants.c.place, places.c.id),
]
"""columns that name a row of another table: the declared ones too, as they are not enforced for whoever
restores a server's tables, or works on a file"""
_of_events = select(games.c.event, games.c.code).where(
    games.c.event.in_(bindparam("numbers", expanding=True))
)


class FindingKind(StrEnum):
    """What can be wrong. ``game`` or ``event`` in the data is the code of what it is wrong with, ``person``
    the number of whom."""

    DAMAGED = "damaged"
    """the file itself; ``detail`` is what the engine says"""
    ACTING = "acting"
    """``name`` is a trigger or the like, which changes what is stored or shown, and none of ours"""
    MISSING = "missing"
    """the table or index ``name`` is not there"""
    VALUE = "value"
    """``column`` in ``row`` of ``table`` holds what it cannot hold"""
    TEXT = "text"
    """the text of ``regulation`` is not that whose hash games and events pin"""
    DANGLING = "dangling"
    """a row of ``table`` points to one of ``refers`` that is not there"""
    ORPHAN = "orphan"
    """the log of a game without a row (``subject`` is its id), of an ``event`` or of a ``person``"""
    CHAIN = "chain"
    """the log does not hold from entry ``seq`` on; ``fault`` says how"""
    UNREADABLE = "unreadable"
    """the log cannot be played through; ``error`` says why"""
    PROJECTION = "projection"
    """``column`` is ``stored`` and follows from the log as ``computed``"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong."""

    kind: FindingKind
    data: Mapping[str, Any]


async def quick_check(reading: Reading) -> list[str]:
    """What SQLite finds damaged in the structure of its file; nothing for a server."""
    if reading.connection.dialect.name != "sqlite":
        return []
    try:
        rows = (await reading.connection.execute(text("PRAGMA quick_check"))).scalars().all()
    except Corrupt as error:
        return [str(error.data.get("detail", ""))]
    return [row for row in rows if row != "ok"]


async def check(
    database: Database,
    recompute: Recompute | None = None,
    recompute_event: RecomputeEvent | None = None,
) -> AsyncIterator[Finding]:
    """Everything that is wrong, in one consistent view; the bot may go on meanwhile.

    ``recompute`` plays a game's log through and ``recompute_event`` an event's, since this package knows no
    regulations; without them only the file, its values and the chains are looked at.
    """
    async with database.reading() as reading:
        damages = await quick_check(reading)
        for detail in damages:
            yield Finding(FindingKind.DAMAGED, {"detail": detail})
        for name in [] if damages else await acting_things(reading.connection):
            yield Finding(FindingKind.ACTING, {"name": name})
        lacking = [] if damages else await missing_things(reading.connection)
        for name in lacking:
            yield Finding(FindingKind.MISSING, {"name": name})
        if not metadata.tables.keys().isdisjoint(lacking):
            return
        wrong = [] if damages else [value async for value in wrong_values(reading)]
        for table, key, column in wrong:
            yield Finding(FindingKind.VALUE, {"table": table, "row": key, "column": column})
        if damages or wrong:  # the rest cannot be read
            return
        async for finding in _dangling(reading):
            yield finding
        for name, statement in _orphans.items():
            for row in await reading.connection.execute(statement):
                yield Finding(FindingKind.ORPHAN, {name: row[0]})
        texts: dict[str, StoredRegulation] = {}
        for row in await reading.connection.execute(select(regulations)):
            regulation = StoredRegulation(*row)
            if hashlib.sha256(regulation.text.encode()).hexdigest() == regulation.hash:
                texts[regulation.hash] = regulation
            else:
                yield Finding(FindingKind.TEXT, {"regulation": regulation.regulation})
        async for finding in _check_games(reading, texts, recompute):
            yield finding
        async for finding in _check_events(reading, texts, recompute_event):
            yield finding
        async for finding in _check_persons(reading):
            yield finding


async def _dangling(reading: Reading) -> AsyncIterator[Finding]:
    for column, target in _POINTING:
        table, there = column.table, target.table.alias()
        lost = column.is_not(None) & column.not_in(select(there.c[target.name]))
        statement = select(*table.primary_key).where(lost).order_by(*table.primary_key)
        for key in await reading.connection.execute(statement):
            data = {"table": table.name, "row": " ".join(map(str, key)), "refers": target.table.name}
            yield Finding(FindingKind.DANGLING, data)


Texts = Mapping[str, StoredRegulation]
"""by the hash that games and events pin; what is played by another one is not computed"""


async def _check_games(reading: Reading, texts: Texts, recompute: Recompute | None) -> AsyncIterator[Finding]:
    last: GameId | None = None
    while page := await reading.games.after(last, _PAGE):
        last = page[-1].id
        logs = await reading.log.of_many(SubjectKind.GAME, [game.id for game in page])
        sides = await reading.sides.of_many(tuple(game.id for game in page))
        for game in page:
            subject = {"game": game.code}
            if (broken := _broken_chain(subject, logs[game.id], game.head)) is not None:
                yield broken
                continue
            regulation = texts.get(game.regulation)
            if recompute is None or regulation is None:
                continue
            try:
                computed = recompute(game, regulation, logs[game.id])
            except Exception as error:
                yield _unreadable(subject, error)
                continue
            seats = {side.seat: side for side in sides[game.id]}
            for finding in (
                *_differences(subject, game, computed.columns),
                *_differing_members(subject, "seat", seats, computed.members),
            ):
                yield finding


async def _check_events(
    reading: Reading, texts: Texts, recompute: RecomputeEvent | None
) -> AsyncIterator[Finding]:
    last: EventId | None = None
    while page := await reading.events.after(last, _PAGE):
        last = page[-1].id
        logs = await reading.log.of_many(SubjectKind.EVENT, [event.id for event in page])
        members = await reading.entrants.of_many([event.id for event in page])
        opened: dict[EventId, set[str]] = {event.id: set() for event in page}
        for number, code in await reading.connection.execute(_of_events, {"numbers": list(opened)}):
            opened[number].add(code)
        for event in page:
            subject = {"event": event.code}
            if (broken := _broken_chain(subject, logs[event.id], event.head)) is not None:
                yield broken
                continue
            regulation = texts.get(event.regulation)
            if recompute is None or regulation is None:
                continue
            try:
                computed = recompute(event, regulation, logs[event.id])
            except Exception as error:
                yield _unreadable(subject, error)
                continue
            entered = {entrant.number: entrant for entrant in members[event.id]}
            for finding in (
                *_differences(subject, event, computed.columns),
                *_differing_members(subject, "entrant", entered, computed.members),
                *_differing_keys(subject, "game", opened[event.id], computed.games),
            ):
                yield finding


async def _check_persons(reading: Reading) -> AsyncIterator[Finding]:
    """Whether the accounts that somebody has got by linking are that person's."""
    last: PersonId | None = None
    while page := await reading.persons.with_log(last, _PAGE):
        last = page[-1].id
        logs = await reading.log.of_many(SubjectKind.PERSON, [person.id for person in page])
        for person in page:
            subject = {"person": person.id}
            if (broken := _broken_chain(subject, logs[person.id], person.head)) is not None:
                yield broken
                continue
            try:
                added = accounts_added(logs[person.id])
            except Exception as error:
                yield _unreadable(subject, error)
                continue
            stored = {account.id for account in await reading.accounts.of(person.id)}
            for account in added:
                if account not in stored:
                    data = {**subject, "column": f"account {account}", "stored": None, "computed": person.id}
                    yield Finding(FindingKind.PROJECTION, data)


def _broken_chain(subject: Mapping[str, Any], entries: Sequence[Entry], head: Head) -> Finding | None:
    broken = verify(entries, head)
    if broken is None:
        return None
    return Finding(FindingKind.CHAIN, {**subject, "seq": broken.seq, "fault": broken.fault})


def _unreadable(subject: Mapping[str, Any], error: Exception) -> Finding:
    return Finding(FindingKind.UNREADABLE, {**subject, "error": f"{type(error).__name__}: {error}"})


def _differences(
    subject: Mapping[str, Any], row: object, computed: Columns, prefix: str = ""
) -> Iterator[Finding]:
    for name, value in computed.items():
        stored = getattr(row, name, None)
        if stored != value:
            yield Finding(
                FindingKind.PROJECTION,
                {**subject, "column": prefix + name, "stored": stored, "computed": value},
            )


def _differing_keys(
    subject: Mapping[str, Any], what: str, stored: Collection[int | str], computed: Collection[int | str]
) -> Iterator[Finding]:
    """Those that only the tables have, or only the log."""
    for key in sorted({*stored} ^ {*computed}, key=str):
        data = {
            **subject,
            "column": f"{what} {key}",
            "stored": key if key in stored else None,
            "computed": key if key in computed else None,
        }
        yield Finding(FindingKind.PROJECTION, data)


def _differing_members(
    subject: Mapping[str, Any], what: str, stored: Mapping[int, object], computed: Mapping[int, Columns]
) -> Iterator[Finding]:
    yield from _differing_keys(subject, what, stored, computed)
    for number in sorted({*stored} & {*computed}):
        yield from _differences(subject, stored[number], computed[number], prefix=f"{what} {number}, ")
