"""What a file must say beyond the shape of its tables: nothing silently decided, nothing contradictory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.regulation.event_checks import check_event
from rules.regulation.event_sources import NAMES, decided
from rules.regulation.problems import Code, Conflict, Fault, KeyPath
from rules.regulation.schema.base import Names, Table, Texts
from rules.regulation.schema.document import Document, rules_of, tables_in
from rules.regulation.schema.ends import Ends
from rules.regulation.schema.game import PARAMETERS, DraughtsTable, TrailTable


def points_about(document: Document, about: str) -> tuple[int, ...]:
    """The numbers (from 1) of the silent points about exactly this."""
    return tuple(number for number, point in enumerate(document.silent, 1) if about in point.about)


def silent_points(document: Document, key: str) -> tuple[int, ...]:
    """The numbers of the silent points that stand for ``key`` (``ends.flag``): the most exact ones."""
    about = key
    while about:
        if found := points_about(document, about):
            return found
        about = about.rpartition(".")[0]
    return ()


def check(document: Document) -> Iterator[Fault]:
    """Every fault of a document that has the right shape, but for its draw rules."""
    yield from _check_languages(document)
    yield from _check_points(document)
    yield from _check_articles(document)
    yield from _check_game(document)
    yield from _check_results(document)
    yield from check_event(document)


def _check_languages(document: Document) -> Iterator[Fault]:
    needed = dict.fromkeys((document.language, "en"))
    for path, text in _texts(document):
        for language in needed:
            if getattr(text, language) is None:
                yield Fault((*path, language), Code.MISSING_LANGUAGE, {"language": language})


def _texts(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Names | Texts]]:
    """Every text by language in a document, and where it stands."""
    if isinstance(value, Names | Texts):
        yield path, value
    elif isinstance(value, Table):
        for key in type(value).model_fields:
            yield from _texts(getattr(value, key), (*path, key))
    elif isinstance(value, tuple):
        for position, entry in enumerate(value):
            yield from _texts(entry, (*path, position))


@cache
def _points() -> frozenset[str]:
    """Everything that a silent point can be about: ``table``, ``table.key`` or ``draws.rule``."""
    known: set[str] = set(NAMES)
    for name, field in Document.model_fields.items():
        for table in tables_in(field.annotation):
            known.add(name)
            if name == "draws":
                known.update(f"draws.{rule}" for rule in rules_of(table))
            elif name == "event":
                known.update(_points_in(table, name))
            else:
                known.update(f"{name}.{key}" for key in table.model_fields)
    return frozenset(known)


def _points_in(table: type[Table], name: str) -> Iterator[str]:
    """The keys of a table and of those in it."""
    for key, field in table.model_fields.items():
        yield f"{name}.{key}"
        for inner in tables_in(field.annotation):
            if inner not in (Names, Texts):
                yield from _points_in(inner, f"{name}.{key}")


def _check_points(document: Document) -> Iterator[Fault]:
    known = _points()
    for position, point in enumerate(document.silent):
        for place, about in enumerate(point.about):
            if about not in known:
                yield Fault(("silent", position, "about", place), Code.UNKNOWN_POINT, {"about": about})


def _check_articles(document: Document) -> Iterator[Fault]:
    """Each thing that software decides has an article or a silent point."""
    for key, path in _unstated(document):
        if not silent_points(document, key):
            yield Fault(path, Code.MISSING_ARTICLE, {"about": key})


def _unstated(document: Document) -> Iterator[tuple[str, KeyPath]]:
    if document.draughts is not None:
        for key in PARAMETERS:
            if getattr(document.draughts, key) is None:
                yield f"draughts.{key}", ("draughts", key)
    if document.trail is not None:
        for key in TrailTable.model_fields:
            if getattr(document.trail, key) is None:
                yield f"trail.{key}", ("trail", key)
    for key in Ends.model_fields:
        is_needed = document.draughts is not None or key != "no_pieces"
        if is_needed and getattr(document.ends, key) is None:
            yield f"ends.{key}", ("ends", key)
    for key in ("win", "draw"):
        if getattr(document.adjudication, key) is None and key not in document.adjudication.forbidden:
            yield f"adjudication.{key}", ("adjudication", key)
    for table in ("first_white", "agreement", "clock"):
        if getattr(document, table).article is None:
            yield table, (table, "article")
    for position, rule in enumerate(document.draws):
        if rule.article is None:
            yield f"draws.{rule.rule}", ("draws", position, "article")
    if document.event is not None:
        for key, path, article in decided(document.event):
            if article is None:
                yield key, path


def _check_game(document: Document) -> Iterator[Fault]:
    draughts, trail = document.draughts, document.trail
    if (draughts is None) == (trail is None):
        code = Code.MISSING_KEY if draughts is None else Code.CONTRADICTION
        data = {} if draughts is None else {"why": Conflict.TWO_GAMES, "other": "draughts"}
        yield Fault(("draughts" if draughts is None else "trail",), code, data)
        return
    huffs = False
    if draughts is not None:
        huffs = draughts.missed_capture is not None and draughts.missed_capture.value == "huff"
        yield from _check_draughts(draughts)
    if huffs and document.huffing is None:
        data = {"why": Conflict.HUFF_WITHOUT_HUFFING, "other": "huffing"}
        yield Fault(("draughts", "missed_capture"), Code.CONTRADICTION, data)
    if not huffs and document.huffing is not None:
        data = {"why": Conflict.HUFFING_WITHOUT_HUFF, "other": "draughts.missed_capture"}
        yield Fault(("huffing",), Code.CONTRADICTION, data)
    for table in ("advantage", "count_kings"):
        if trail is not None and getattr(document, table) is not None:
            yield Fault((table,), Code.CONTRADICTION, {"why": Conflict.NO_KINGS_HERE, "other": "trail"})


def _check_draughts(draughts: DraughtsTable) -> Iterator[Fault]:
    values = draughts.values()
    if values["rows_of_men"] > (values["size"] - 2) // 2:
        key = "rows_of_men" if draughts.rows_of_men else "size"
        other = "draughts.size" if draughts.rows_of_men else "draughts.rows_of_men"
        yield Fault(("draughts", key), Code.CONTRADICTION, {"why": Conflict.TOO_MANY_ROWS, "other": other})
    priority = values["capture_priority"]
    if len(set(priority)) < len(priority):
        yield Fault(("draughts", "capture_priority", "value"), Code.REPEATED)
    if "with-king" in priority and draughts.no_precedence is not None:
        data = {"why": Conflict.ALLOWED_AND_FORBIDDEN, "other": "draughts.capture_priority"}
        yield Fault(("draughts", "no_precedence"), Code.CONTRADICTION, data)
    if "frisian-value" in priority and values["capture_directions"] == "diagonal":
        key = "capture_priority" if draughts.capture_priority else "capture_directions"
        other = "capture_directions" if key == "capture_priority" else "capture_priority"
        data = {"why": Conflict.VALUE_NEEDS_EIGHT_WAYS, "other": f"draughts.{other}"}
        yield Fault(("draughts", key), Code.CONTRADICTION, data)


def _check_results(document: Document) -> Iterator[Fault]:
    agreement = document.agreement
    if not agreement.allowed and agreement.from_move > 1:
        data = {"why": Conflict.OFFER_FORBIDDEN, "other": "agreement.allowed"}
        yield Fault(("agreement", "from_move"), Code.CONTRADICTION, data)
    if document.advantage is not None and document.count_kings is not None:
        data = {"why": Conflict.TWO_JUDGEMENTS, "other": "advantage"}
        yield Fault(("count_kings",), Code.CONTRADICTION, data)
    for place, key in enumerate(document.adjudication.forbidden):
        if getattr(document.adjudication, key) is not None:
            data = {"why": Conflict.ALLOWED_AND_FORBIDDEN, "other": f"adjudication.{key}"}
            yield Fault(("adjudication", "forbidden", place), Code.CONTRADICTION, data)
