"""Whether each value can be what its column holds: SQLite keeps anything anywhere, and some columns are lists
of words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ColumnElement,
    Integer,
    Select,
    Table,
    Text,
    case,
    cast,
    func,
    null,
    or_,
    select,
    true,
)

from storage.ids import SubjectKind
from storage.repositories.events import EventRole
from storage.repositories.games import GameStatus
from storage.tables import event_invitations, event_roles, games, log, metadata
from storage.types import UtcDateTime
from storage.unit_of_work import Reading

_WORDS: Mapping[Column[Any], Iterable[StrEnum]] = {
    games.c.status: GameStatus,
    event_roles.c.role: EventRole,
    event_invitations.c.role: EventRole,
    log.c.subject_kind: (SubjectKind.GAME, SubjectKind.EVENT, SubjectKind.PERSON),
}
_SHORTEST_MOMENT = len("2026-12-06 18:30:00")


async def wrong_values(reading: Reading) -> AsyncIterator[tuple[str, str, str]]:
    """Table, row (its key) and column of each value that cannot be read."""
    is_file = reading.connection.dialect.name == "sqlite"
    for table in metadata.sorted_tables:
        wrong = {column.name: reasons for column in table.c if (reasons := _wrong(column, is_file))}
        if not wrong:
            continue
        for row in await reading.connection.execute(_look(table, wrong)):
            key, found = row[: len(table.primary_key)], row[len(table.primary_key) :]
            for name, is_wrong in zip(wrong, found, strict=True):
                if is_wrong:
                    yield table.name, " ".join(key), name


def _look(table: Table, wrong: Mapping[str, list[ColumnElement[bool]]]) -> Select[Any]:
    """The rows in which anything is wrong: the key as text, then for each column whether it is."""
    conditions = [table.c[name].is_not(null()) & or_(*reasons) for name, reasons in wrong.items()]
    key: list[ColumnElement[Any]] = [cast(column, Text) for column in table.primary_key]
    return select(*key, *conditions).where(or_(*conditions)).order_by(*table.primary_key)


def _wrong(column: Column[Any], is_file: bool) -> list[ColumnElement[bool]]:
    """What would be wrong with a value of ``column``; a server keeps only values of its type."""
    reasons: list[ColumnElement[bool]] = []
    if column in _WORDS:
        reasons.append(column.not_in([word.value for word in _WORDS[column]]))
    if is_file:
        reasons.append(
            func.typeof(column) != ("integer" if isinstance(column.type, Integer | Boolean) else "text")
        )
        if isinstance(column.type, UtcDateTime):
            reasons += [func.length(column) < _SHORTEST_MOMENT, func.datetime(column).is_(null())]
        elif isinstance(column.type, JSON):
            is_json = func.json_valid(column) == 1
            reasons.append(case((is_json, func.json_type(column) != "object"), else_=true()))
    elif isinstance(column.type, JSON):
        reasons.append(func.json_typeof(column) != "object")
    return reasons
