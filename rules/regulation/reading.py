"""From text to a Regulation, or to everything that is wrong with the text."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rules.regulation.build import build, read_clock, read_draws
from rules.regulation.checks import check
from rules.regulation.event_build import build_event
from rules.regulation.problems import Code, Fault, KeyPath, Problem, RegulationErrors
from rules.regulation.regulation import Regulation
from rules.regulation.schema.document import SCHEMAS, Document, table_at
from rules.regulation.source import Lines, normalised, parse, value_at

MOST_PROBLEMS = 30
"""How many problems are reported at once."""

_TYPES = {
    "string_type": "text",
    "int_type": "number",
    "bool_type": "yes-no",
    "tuple_type": "list",
    "model_type": "table",
    "model_attributes_type": "table",
    "dict_type": "table",
    "date_type": "date",
    "time_type": "time",
}


def load(
    content: str | bytes, *, source: str = "", is_zone: Callable[[str], bool] = lambda name: True
) -> Regulation:
    """Read a regulation.

    ``source`` names the file in the problems; ``is_zone`` knows the names of time zones, of which only the
    form is checked otherwise. Raises RegulationErrors, and nothing else, for a content that is no regulation.
    """
    text = normalised(content, source)
    values = parse(text, source)
    stated = values.get("schema")
    if isinstance(stated, int) and not isinstance(stated, bool) and stated not in SCHEMAS:
        data = {"found": stated if abs(stated) < 10**6 else 0, "known": SCHEMAS[-1]}
        raise _errors(text, source, [Fault(("schema",), Code.UNKNOWN_SCHEMA, data)])
    try:
        document = Document.model_validate(values)
    except ValidationError as error:
        raise _errors(text, source, _faults(error, values)) from None
    faults = list(check(document))
    clock = read_clock(document, faults)
    draws = read_draws(document, faults)
    if document.event is not None and not is_zone(zone := document.event.schedule.zone):
        faults.append(Fault(("event", "schedule", "zone"), Code.UNKNOWN_ZONE, {"value": zone}))
    if faults:
        raise _errors(text, source, faults)
    play, event = build(document, draws), build_event(document)
    return Regulation(document, text, content_hash(text), play, clock, event)


def content_hash(text: str) -> str:
    """The SHA-256 of a regulation's text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def _errors(text: str, source: str, faults: Iterable[Fault]) -> RegulationErrors:
    lines = Lines(text)
    problems = {
        (fault.path, fault.code): Problem(source, lines.of(fault.path), fault.path, fault.code, fault.data)
        for fault in faults
    }
    in_order = sorted(problems.values(), key=lambda problem: problem.line)
    return RegulationErrors(tuple(in_order[:MOST_PROBLEMS]))


def _faults(error: ValidationError, values: Mapping[str, Any]) -> Iterator[Fault]:
    for details in error.errors(include_url=False, include_input=False):
        path = _path(details["loc"], values)
        yield _fault(details, path, values)


def _path(location: Sequence[str | int], values: Mapping[str, Any]) -> KeyPath:
    """pydantic names the chosen member of a union in its locations; a path has only what is in the file."""
    path: KeyPath = ()
    for place, part in enumerate(location):
        around = value_at(values, path)
        is_member = isinstance(around, dict) and part not in around and around.get("rule") == part
        if not (is_member and place < len(location) - 1):
            path = (*path, part)
    return path


_PLAIN_CODES = {
    "greater_than_equal": (Code.TOO_SMALL, "ge"),
    "less_than_equal": (Code.TOO_BIG, "le"),
    "too_short": (Code.TOO_FEW, "min_length"),
    "too_long": (Code.TOO_MANY, "max_length"),
}
"""pydantic's types of error that hold one limit."""


def _fault(details: ErrorDetails, path: KeyPath, values: Mapping[str, Any]) -> Fault:
    kind, context = details["type"], details.get("ctx", {})
    if kind in tuple(Code):
        return Fault(path, Code(kind), {key: value for key, value in context.items() if key != "code"})
    if kind in _PLAIN_CODES:
        code, key = _PLAIN_CODES[kind]
        return Fault(path, code, {"limit": context[key]})
    match kind:
        case "missing" if path[-1] == "article":
            return Fault(path, Code.MISSING_ARTICLE)
        case "missing":
            return Fault(path, Code.MISSING_KEY)
        case "union_tag_not_found":
            return Fault((*path, "rule"), Code.MISSING_KEY)
        case "union_tag_invalid":
            return Fault((*path, "rule"), Code.NOT_A_CHOICE, {"choices": _choices(context["expected_tags"])})
        case "literal_error":
            return Fault(path, Code.NOT_A_CHOICE, {"choices": _choices(context["expected"])})
        case "extra_forbidden":
            known = tuple(table_at(path[:-1], values))
            close = difflib.get_close_matches(str(path[-1]), known, 1)
            return Fault(path, Code.UNKNOWN_KEY, {"known": known, "close": close[0] if close else ""})
    expected = _TYPES.get(kind, "other")
    is_stated = expected == "table" and set(table_at(path, values)) == {"value", "article"}
    return Fault(path, Code.WRONG_TYPE, {"expected": "stated" if is_stated else expected})


def _choices(listed: str) -> tuple[str, ...]:
    """pydantic lists choices as ``'x', 'y' or 'z'``."""
    return tuple(listed.replace(" or ", ", ").replace("'", "").split(", "))
