from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures.fonts import LINE_PITCH, drawable, fit, fit_lines, font

BOX = bytes(font(24).getmask("\uffff"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Żółć gęślą jaźń", "Żółć gęślą jaźń"),
        ("Ґава, їжак, єнот", "Ґава, їжак, єнот"),
        ("Taboleiro, peón, ñ", "Taboleiro, peón, ñ"),
        ("Z\u0307o\u0301l", "Żól"),
        ("①", "1"),
        ("a\u0000b\u200bc", "abc"),
        ("გიორგი ბერიძე", "Giorgi Beridze"),
        ("Անի Պետրոսյան", "Ani Petrosyan"),
        ("漢", "Han"),
        ("김철수", "GimCheolSu"),
        ("Anna 🦊", "Anna"),
        ("♔ Jan", "Jan"),
        ("🦊", ":fox:"),
        ("Jan\nNowak", "Jan Nowak"),
        ("\u0378", ""),
        ("", ""),
    ],
)
def test_letters_are_drawn_or_replaced(text: str, shown: str) -> None:
    assert drawable(text) == shown


@given(st.text(max_size=20))
def test_nothing_is_ever_drawn_as_a_box(text: str) -> None:
    shown = drawable(text)
    assert all(character.isspace() or bytes(font(24).getmask(character)) != BOX for character in shown)
    assert drawable(shown) == shown


@pytest.mark.parametrize(
    ("text", "width", "size", "shown"),
    [("Anna", 200, 20, "Anna"), ("Anna", 45, 24, "Anna"), ("Anna", 0, 24, "")],
)
def test_a_text_that_fits_stays_whole(text: str, width: int, size: int, shown: str) -> None:
    assert fit(text, width, size)[0] == shown


@given(st.text(max_size=60), st.integers(0, 300), st.integers(8, 30))
def test_a_fitted_text_is_never_wider_than_its_place(text: str, width: int, size: int) -> None:
    shown, face = fit(text, width, size)
    assert face.getlength(shown) <= width
    assert size * 2 // 3 <= face.size <= size


def test_a_long_text_shrinks_first_and_is_then_cut() -> None:
    assert fit("Wincenty Konstanty", 150, 20)[0] == "Wincenty Konstanty"
    shown, face = fit("Wincenty Konstanty Kalinowski", 100, 20)
    assert shown.startswith("Wincenty")
    assert shown.endswith("\u2026")
    assert face.size == 13


@given(st.text(max_size=60), st.integers(0, 300), st.integers(0, 80), st.integers(8, 30))
def test_fitted_lines_are_never_larger_than_their_place(
    text: str, width: int, height: int, size: int
) -> None:
    lines, face = fit_lines(text, width, height, size)
    assert all(face.getlength(line) <= width for line in lines)
    assert len(lines) == 1 or len(lines) * face.size * LINE_PITCH <= height


@pytest.mark.parametrize(
    ("width", "height", "lines"),
    [
        (400, 60, ("Wincenty Konstanty Kalinowski",)),
        (180, 60, ("Wincenty Konstanty", "Kalinowski")),
        (180, 20, ("Wincenty Konstanty Kalin\u2026",)),
    ],
)
def test_a_long_text_takes_two_lines_where_there_is_room(
    width: int, height: int, lines: tuple[str, ...]
) -> None:
    assert fit_lines("Wincenty Konstanty Kalinowski", width, height, 24)[0] == lines
