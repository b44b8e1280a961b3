"""The lines of the scripted console: what is read from them, and what is refused."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.console_lines import (
    LARGEST_UPLOAD,
    LONGEST_ADVANCE,
    Advance,
    BadLine,
    parse_duration,
    parse_line,
)
from bot.chats.port import Input, PlaceRef, Speaker

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
ANNA: dict[str, Any] = {"chat": "lib", "user": "anna"}


def parse(**fields: Any) -> Input | Advance:
    return parse_line(json.dumps(fields).encode(), NOW)


def refused(line: bytes) -> BadLine:
    with pytest.raises(BadLine) as caught:
        parse_line(line, NOW)
    return caught.value


def test_a_line_with_every_field_becomes_an_input(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(b"id = 1")
    heard = parse(
        **ANNA,
        name="Anna",
        locale="pl",
        text="/regulations add",
        update="u17",
        admin=True,
        file=str(file),
        reply_to=4,
    )
    assert isinstance(heard, Input)
    assert heard.place == PlaceRef("console", "damka", "lib")
    assert heard.speaker == Speaker("anna", "Anna", username="anna", locale="pl", is_admin=True)
    assert (heard.text, heard.update, heard.reply_to, heard.at) == ("/regulations add", "u17", "4", NOW)
    assert heard.upload is not None
    assert (heard.upload.name, heard.upload.content) == ("own.toml", b"id = 1")
    assert not heard.is_private


def test_a_name_that_a_line_does_not_tell_is_left_to_what_is_known() -> None:
    heard = parse(**ANNA, text="hello")
    assert isinstance(heard, Input)
    assert heard.speaker == Speaker("anna", "", username="anna")


def test_null_is_the_same_as_nothing() -> None:
    assert parse(**ANNA, text="x", press=None, update=None) == parse(**ANNA, text="x")


@pytest.mark.parametrize("name", ["👩‍👩‍👧", "\u202eabc", "Jan\n\n1-0", "x" * 10_240, "", " "])
def test_whatever_name_a_platform_shows_is_taken(name: str) -> None:
    heard = parse_line(json.dumps({**ANNA, "text": "x", "name": name}).encode(), NOW)
    assert isinstance(heard, Input)
    assert heard.speaker.name == name


def test_a_chat_named_after_its_user_is_private() -> None:
    heard = parse(chat="@anna", user="anna", text="x")
    assert isinstance(heard, Input)
    assert heard.is_private


def test_a_press_is_an_input_without_text() -> None:
    heard = parse(**ANNA, press="move:G7R2:3:c3d4")
    assert isinstance(heard, Input)
    assert (heard.press, heard.text) == ("move:G7R2:3:c3d4", "")


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b"", "cli.line.not-json"),
        (b"anna: /play", "cli.line.not-json"),
        (b'{"chat": "lib"', "cli.line.not-json"),
        (b'{"chat": "lib", "user": "anna", "text": NaN}', "cli.line.not-json"),
        (b"\xff\xfe", "cli.line.not-json"),
        (b"[" * 100_000, "cli.line.not-json"),
        (b"1" * 5000, "cli.line.not-json"),
        (b"[]", "cli.line.not-object"),
        (b"null", "cli.line.not-object"),
        (b"{}", "cli.line.missing-field"),
        (b'{"user": "anna", "text": "x"}', "cli.line.missing-field"),
        (b'{"chat": "lib", "text": "x"}', "cli.line.missing-field"),
        (b'{"chat": "lib", "user": "anna"}', "cli.line.text-or-press"),
        (b'{"chat": "lib", "user": "anna", "text": "x", "press": "y"}', "cli.line.text-or-press"),
        (b'{"chat": "lib", "user": "anna", "press": "y", "file": "z"}', "cli.line.text-or-press"),
        (b'{"chat": "lib", "user": "anna", "txt": "x"}', "cli.line.unknown-field"),
        (b'{"chat": 7, "user": "anna", "text": "x"}', "cli.line.wrong-field"),
        (b'{"chat": "", "user": "anna", "text": "x"}', "cli.line.wrong-field"),
        (b'{"chat": "@", "user": "anna", "text": "x"}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "an na", "text": "x"}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "@anna", "text": "x"}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "anna", "text": 7}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "anna", "text": "\\u0000"}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "anna", "text": "\\ud800"}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "anna", "text": "x", "admin": 1}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "anna", "text": "x", "update": ""}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "anna", "text": "x", "update": 17}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "anna", "text": "x", "reply_to": true}', "cli.line.wrong-field"),
        (b'{"chat": "lib", "user": "anna", "text": "x", "file": "/no/such/file"}', "cli.line.no-file"),
        (b'{"chat": "lib", "user": "anna", "text": "x", "file": "/"}', "cli.line.no-file"),
        (b'{"chat": "@piotr", "user": "anna", "text": "x"}', "cli.line.not-your-chat"),
        (b'{"advance": "10 minutes"}', "cli.line.wrong-duration"),
        (b'{"advance": null}', "cli.line.wrong-duration"),
        (b'{"advance": 600}', "cli.line.wrong-field"),
        (b'{"advance": "PT10M", "user": "anna"}', "cli.line.unknown-field"),
    ],
)
def test_a_line_that_is_not_valid_is_refused_with_its_reason(line: bytes, key: str) -> None:
    assert refused(line).said.key == key


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"x" * (LARGEST_UPLOAD + 1))
    assert refused(json.dumps({**ANNA, "file": str(file)}).encode()).said.key == "cli.line.large-file"


def test_a_refused_line_keeps_its_id_and_its_language() -> None:
    bad = refused(b'{"chat": "lib", "update": "u3", "locale": "gl", "text": "x"}')
    assert (bad.update, bad.locale) == ("u3", "gl")


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("PT10M", timedelta(minutes=10)),
        ("PT1H30M", timedelta(hours=1, minutes=30)),
        ("P1D", timedelta(days=1)),
        ("P2DT3H4M5S", timedelta(days=2, hours=3, minutes=4, seconds=5)),
        ("P1W", timedelta(weeks=1)),
        ("PT0.5S", timedelta(milliseconds=500)),
        ("PT0,25S", timedelta(milliseconds=250)),
        ("PT0S", timedelta()),
        ("PT90M", timedelta(minutes=90)),
    ],
)
def test_a_duration_is_read_as_iso_8601_has_it(text: str, length: timedelta) -> None:
    assert parse_duration(text) == length


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P",
        "PT",
        "P1DT",
        "10M",
        "PT10",
        "-PT10M",
        "PT-10M",
        "P1Y",
        "P1M",
        "pt10m",
        "PT1E3S",
        "P99999D",
        "PT" + "9" * 90 + "S",
    ],
)
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(text) + "$"):
        parse_duration(text)


@given(st.timedeltas(min_value=timedelta(0), max_value=LONGEST_ADVANCE))
def test_a_written_duration_is_read_back(length: timedelta) -> None:
    assert parse_duration(f"P{length.days}DT{length.seconds}.{length.microseconds:06}S") == length


@given(st.binary() | st.text().map(str.encode))
def test_whatever_is_sent_is_read_or_refused(line: bytes) -> None:
    with suppress(BadLine):
        parse_line(line, NOW)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
FIELDS = st.dictionaries(
    st.sampled_from(
        ["chat", "user", "name", "locale", "text", "press", "advance", "update", "admin", "reply_to"]
    ),
    JSON,
)


@given(FIELDS)
def test_whatever_the_fields_hold_is_read_or_refused(fields: dict[str, Any]) -> None:
    with suppress(BadLine):
        parse(**fields)
