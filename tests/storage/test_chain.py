"""The hash chain finds the first entry that was changed, left out, put in or cut off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage import EMPTY, AccountId, Draft, Entry, PersonId, Subject, SubjectKind
from storage.chain import Break, Fault, seal, verify

GAME = Subject(SubjectKind.GAME, 1)
AT = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)


def chain(*bodies: str) -> list[Entry]:
    entries: list[Entry] = []
    for body in bodies:
        head = entries[-1].head if entries else EMPTY
        entries.append(seal(Draft(GAME, "play", 1, body, AT, platform_time=AT, actor=PersonId(3)), head))
    return entries


LOG = chain("a", "b", "c", "d")


def test_an_entry_has_the_sha256_of_its_fields_and_of_the_entry_before() -> None:
    # printf '["","game",1,1,"play",1,3,null,null,"2026-12-06T18:30:00.000000+00:00",
    #   "2026-12-06T18:30:00.000000+00:00",null,"a"]' (in one line) | sha256sum
    assert LOG[0].hash == "dcd11363dd1363d63fba925a74815bfc49bcb353cdf65089453398c4c593574c"
    assert LOG[1].previous == LOG[0].hash


def test_a_whole_log_holds() -> None:
    assert verify(LOG, LOG[-1].head) is None
    assert verify([], EMPTY) is None


CHANGES: dict[str, tuple[Callable[[list[Entry]], list[Entry]], Break]] = {
    "left out": (lambda log: [log[0], log[2], log[3]], Break(2, Fault.GAP)),
    "first left out": (lambda log: log[1:], Break(1, Fault.GAP)),
    "cut off": (lambda log: log[:3], Break(3, Fault.HEAD)),
    "all gone": (lambda log: [], Break(0, Fault.HEAD)),
    "swapped": (lambda log: [log[0], log[2], log[1], log[3]], Break(2, Fault.GAP)),
    "put in": (
        lambda log: [*log[:2], seal(Draft(GAME, "play", 1, "x", AT), log[1].head), *log[2:]],
        Break(4, Fault.GAP),
    ),
    "rewritten and sealed anew": (
        lambda log: [log[0], seal(replace(log[1].draft, body="x"), log[0].head), *log[2:]],
        Break(3, Fault.LINK),
    ),
    "appended": (
        lambda log: [*log, seal(Draft(GAME, "play", 1, "e", AT), log[-1].head)],
        Break(5, Fault.HEAD),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_log_is_found_at_its_first_change(name: str) -> None:
    change, expected = CHANGES[name]
    assert verify(change(list(LOG)), LOG[-1].head) == expected


FIELDS: dict[str, Any] = {
    "subject": Subject(SubjectKind.EVENT, 1),
    "kind": "resign",
    "schema": 2,
    "body": "b ",
    "recorded_time": AT + timedelta(microseconds=1),
    "platform_time": None,
    "actor": PersonId(4),
    "account": AccountId(1),
    "input": "u1",
    "undoes": 1,
}


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_is_protected(field: str) -> None:
    changed = replace(LOG[1], draft=replace(LOG[1].draft, **{field: FIELDS[field]}))
    assert verify([LOG[0], changed, *LOG[2:]]) == Break(2, Fault.CONTENT)


@given(st.lists(st.text(max_size=20), min_size=1, max_size=8), st.data())
def test_any_changed_body_is_found(bodies: list[str], data: st.DataObject) -> None:
    log = chain(*bodies)
    assert verify(log, log[-1].head) is None
    place = data.draw(st.integers(0, len(log) - 1))
    body = data.draw(st.text(max_size=20).filter(lambda text: text != bodies[place]))
    log[place] = replace(log[place], draft=replace(log[place].draft, body=body))
    assert verify(log) == Break(place + 1, Fault.CONTENT)


def test_the_hash_does_not_depend_on_the_zone_in_which_a_moment_is_written() -> None:
    warsaw = AT.astimezone(timezone(timedelta(hours=1)))
    draft = Draft(GAME, "play", 1, "a", AT)
    assert seal(draft, EMPTY).hash == seal(replace(draft, recorded_time=warsaw), EMPTY).hash
