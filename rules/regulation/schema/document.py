"""The whole file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, Field
from pydantic.fields import FieldInfo

from rules.regulation.problems import Code
from rules.regulation.schema.base import (
    Article,
    Id,
    Language,
    Name,
    Names,
    Sentence,
    Table,
    Texts,
    entries,
    fault,
)
from rules.regulation.schema.draws import DrawRule
from rules.regulation.schema.ends import (
    Adjudication,
    Advantage,
    Agreement,
    CountKings,
    Ends,
    FirstWhite,
    ImpossibleMoves,
)
from rules.regulation.schema.event import EventTable
from rules.regulation.schema.game import DraughtsTable, Huffing, TrailTable

SCHEMAS = (1, 2)
"""The versions of the schema that this package reads: 1 is the game alone, 2 adds the tournament."""


def _check_about(text: str) -> str:
    if not re.fullmatch(r"[a-z_]+(\.[a-z_-]+){0,3}", text):
        raise fault(Code.UNKNOWN_POINT, about=text[:80])
    return text


class Source(Table):
    """The document that the file follows."""

    title: Sentence
    author: Name | None = None
    date: Name | None = None
    """As the document says it: a year, a month, a day."""


class Clock(Table):
    """The time of a game, unless the players agree on another."""

    setting: Name
    """``10+5`` (minutes and seconds a move), ``2d`` or ``12h`` (for each move), ``none``"""
    article: Article | None = None


class SilentPoint(Table):
    """Something that the source does not say and that software must decide."""

    about: Annotated[tuple[Annotated[str, AfterValidator(_check_about)], ...], entries(20)] = ()
    """The keys for which the point stands: ``ends.flag``, ``draughts`` for all in it without an article."""
    point: Texts
    choice: Texts
    why: Texts


class Document(Table):
    """A regulation file: the game and, if it is for tournaments, the event."""

    schema_: Annotated[int, Field(alias="schema")]
    id: Id
    version: Name
    language: Language
    name: Names
    source: Source
    draughts: DraughtsTable | None = None
    trail: TrailTable | None = None
    huffing: Huffing | None = None
    ends: Ends
    first_white: FirstWhite
    agreement: Agreement
    advantage: Advantage | None = None
    count_kings: CountKings | None = None
    adjudication: Adjudication = Adjudication()
    impossible_moves: ImpossibleMoves | None = None
    clock: Clock
    draws: Annotated[tuple[DrawRule, ...], entries(20)] = ()
    event: EventTable | None = None
    silent: Annotated[tuple[SilentPoint, ...], entries(100)] = ()


def table_at(path: tuple[str | int, ...], values: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys that may stand in the table at ``path`` of a file with these ``values``."""
    table: type[Table] | None = Document
    tables: tuple[type[Table], ...] = ()
    found: Any = values
    for part in path:
        try:
            found = found[part]
        except (KeyError, IndexError, TypeError):
            found = None
        if isinstance(part, str):
            tables = tuple(tables_in(_fields(table)[part].annotation)) if part in _fields(table) else ()
            table = tables[0] if len(tables) == 1 else None
        if table is None and isinstance(found, Mapping):
            table = next((one for one in tables if found.get("rule") in rules_of(one)), None)
    return tuple(_fields(table))


def _fields(table: type[Table] | None) -> dict[str, FieldInfo]:
    """The fields of a table by the names that they have in a file."""
    fields = {} if table is None else table.model_fields
    return {field.alias or key: field for key, field in fields.items()}


def tables_in(annotation: Any) -> Iterator[type[Table]]:
    """The tables that a field can hold, within lists and unions too."""
    if isinstance(annotation, type) and issubclass(annotation, Table):
        yield annotation
    else:
        for part in get_args(annotation):
            yield from tables_in(part)


def rules_of(table: type[Table]) -> tuple[str, ...]:
    """The names by which a draw rule is chosen; none for other tables."""
    return get_args(table.model_fields["rule"].annotation) if "rule" in table.model_fields else ()
