"""A reply is stored as JSON and read back as it was, whatever is in it."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.buttons import ANY_VERSION, LONGEST_DATA, Press, decode_press, encode_press, fits
from bot.replies import (
    Animation,
    BoardImage,
    Button,
    Document,
    Reply,
    Said,
    Verbatim,
    decode_reply,
    encode_reply,
    said,
)

texts = st.text(max_size=30)
squares = st.lists(st.integers(0, 200), max_size=5).map(tuple)
moments = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=2))]))
scalars = (
    texts
    | st.integers()
    | st.booleans()
    | st.none()
    | moments
    | st.dates()
    | st.timedeltas(timedelta(days=-999), timedelta(days=9999))
)
names = st.dictionaries(texts, texts, max_size=3)
values = st.recursive(
    scalars | names,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.builds(Said, texts, st.dictionaries(texts, inner, max_size=3), st.none() | st.integers())
    ),
    max_leaves=8,
)
saids = st.builds(Said, texts, st.dictionaries(texts, values, max_size=3), st.none() | st.integers())
boards = st.builds(
    BoardImage,
    texts,
    texts,
    squares,
    squares,
    st.none() | st.integers(0, 200),
    texts,
    texts,
    texts,
    st.booleans(),
)
animations = st.builds(Animation, texts, texts, st.lists(texts, max_size=3).map(tuple), texts, texts, texts)
replies = st.builds(
    Reply,
    lines=st.lists(saids | st.builds(Verbatim, texts, st.booleans()), max_size=3).map(tuple),
    picture=st.none() | boards | animations,
    document=st.none() | st.builds(Document, texts, texts),
    buttons=st.lists(
        st.lists(st.builds(Button, saids | texts, texts), max_size=3).map(tuple), max_size=3
    ).map(tuple),
    subject=st.none() | texts,
    language=texts,
    zone=texts,
    afresh=st.booleans(),
)


@given(replies)
def test_a_reply_is_read_back_as_it_was_written(reply: Reply) -> None:
    stored = encode_reply(reply)
    json.loads(stored)
    assert decode_reply(stored) == reply


def test_values_keep_their_kind() -> None:
    reply = Reply(
        (
            said(
                "x",
                count=2,
                at=datetime(2026, 12, 6, tzinfo=UTC),
                on=date(2026, 12, 6),
                left=timedelta(seconds=1.5),
                names={"pl": "Gra"},
                parts=(said("y"), "z"),
            ),
        )
    )
    assert decode_reply(encode_reply(reply)) == reply


@pytest.mark.parametrize("value", [1.5, object(), {1, 2}, b"bytes"])
def test_what_cannot_be_stored_is_refused_when_it_is_said(value: object) -> None:
    with pytest.raises(TypeError):
        encode_reply(Reply((said("x", value=value),)))


# --- buttons ------------------------------------------------------------------------------------------------

_word = st.text(st.characters(codec="ascii", categories=["L", "N", "P"], exclude_characters=":"), max_size=12)
presses = st.builds(
    Press,
    _word.filter(bool),
    _word,
    st.integers(ANY_VERSION, 10**9),
    st.text(st.characters(exclude_categories=["C", "Z"]), max_size=20),
)


@given(presses)
def test_a_press_that_fits_is_read_back(press: Press) -> None:
    if fits(press):
        data = encode_press(press)
        assert len(data.encode()) <= LONGEST_DATA
        assert decode_press(data) == press
    else:
        with pytest.raises(ValueError, match="carry"):
            encode_press(press)


@given(st.text(max_size=80) | st.text(alphabet=":0123456789abc²٣", max_size=80))
def test_any_data_is_a_press_or_none_of_ours(data: str) -> None:
    press = decode_press(data)
    if press is not None:
        assert press.verb
        assert press.version >= 0
