"""Positions as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draughts import Draughts
from rules.errors import FenError
from rules.pieces import Color
from rules.presets import PRESETS
from tests.strategies import placed_positions

BRAZILIAN = Draughts(PRESETS["brazilian"])


@pytest.mark.parametrize(
    ("preset", "text", "shown"),
    [
        ("brazilian", "W:Wc3,Ka1:Bb6,Kh8", "W:Wc3,Ka1:Bb6,Kh8"),
        ("brazilian", "W:W21,K32:B1,2", "W:Wa3,Kg1:Bb8,d8"),
        ("brazilian", " w : W a3 , k g1 : B b8 , d8 . ", "W:Wa3,Kg1:Bb8,d8"),
        ("brazilian", '"B:Bb6:Wc3"', "B:Wc3:Bb6"),
        ("brazilian", "W:WC3:BB6", "W:Wc3:Bb6"),
        ("brazilian", "W:W:BK1", "W:W:BKb8"),
        ("brazilian", "W:Wc3:Bb6:H0:F1", "W:Wc3:Bb6"),
        ("brazilian", "W:W31,32:B1-3", "W:We1,g1:Bb8,d8,f8"),
        ("brazilian", "W:WK1-2:B5", "W:WKb8,Kd8:Ba7"),
        # the game's own numbering: 1 is h1
        ("spanish", "W:W1:BK32,31", "W:W1:B31,K32"),
        ("spanish", "W:Wh1:BKa8", "W:W1:BK32"),
        # on a board of twelve k is a column, K a king
        ("canadian", "W:Wk1:BK1", "W:W72:BK1"),
    ],
)
def test_a_position_is_read_and_written(preset: str, text: str, shown: str) -> None:
    game = Draughts(PRESETS[preset])
    assert game.format_fen(game.parse_fen(text)) == shown


@pytest.mark.parametrize(
    ("preset", "ranges"),
    [
        ("international", "W:W31-50:B1-20"),
        ("brazilian", "W:W21-32:B1-12"),
        ("spanish", "W:W1-12:B21-32"),
        ("english", "B:W21-32:B1-12"),
        ("pool", "B:W21-32:B1-12"),
        ("italian", "W:W21-32:B1-12"),
        ("canadian", "W:W43-72:B1-30"),
    ],
)
def test_the_first_position_has_its_men_on_the_first_rows(preset: str, ranges: str) -> None:
    game = Draughts(PRESETS[preset])
    assert game.parse_fen(ranges) == game.initial_position()


@pytest.mark.parametrize(
    ("text", "reason", "part"),
    [
        ("", "empty", ""),
        ("  . ", "empty", ""),
        ("c3", "turn", "c3"),
        ("X:Wc3:Bb6", "turn", "X"),
        ("W", "side-missing", "W"),
        ("W:Wc3", "side-missing", "B"),
        ("W:Wc3:Wb6", "side-twice", "W"),
        ("W:Wc3:Xb6", "side", "Xb6"),
        ("W:Wc3::Bb6", "side", ""),
        ("W:Wc4:Bb6", "square", "c4"),
        ("W:Wc3,:Bb6", "square", ""),
        ("W:W33:Bb6", "square", "33"),
        ("W:W0:Bb6", "square", "0"),
        ("W:W3-1:Bb6", "square", "3-1"),
        ("W:W30-33:Bb6", "square", "30-33"),
        ("W:WKK3:Bb6", "square", "KK3"),
        ("W:Wc3:Bc3", "square-twice", "c3"),
        ("W:Wc3,Kc3:Bb6", "square-twice", "Kc3"),
        ("W:Wb8:Bb6", "man-on-last-row", "b8"),
        ("W:Wc3:Ba1", "man-on-last-row", "a1"),
        ("W:W" + "c3," * 1000, "too-long", ""),
    ],
)
def test_a_wrong_text_says_what_is_wrong_with_it(text: str, reason: str, part: str) -> None:
    with pytest.raises(FenError) as error:
        BRAZILIAN.parse_fen(text)
    assert (error.value.reason, error.value.part) == (reason, part)


@given(st.sampled_from(list(PRESETS.values())).flatmap(placed_positions))
def test_what_is_written_is_read_back(position) -> None:
    game = Draughts(position.variant)
    assert game.parse_fen(game.format_fen(position)) == position


@given(st.one_of(st.text(), st.from_regex(r"[WB]:W[Ka-h0-9,\-]{0,12}:B[Ka-h0-9,\-]{0,12}", fullmatch=True)))
def test_any_text_is_a_position_or_a_declared_error(text: str) -> None:
    try:
        position = BRAZILIAN.parse_fen(text)
    except FenError:
        return
    assert position.turn in Color
    assert BRAZILIAN.parse_fen(BRAZILIAN.format_fen(position)) == position
