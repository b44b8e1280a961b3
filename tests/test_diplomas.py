"""Diplomas as they are printed: a sheet each, every word on it, the same bytes for the same values."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.diplomas import HEIGHT, WIDTH, diplomas, print_diplomas
from bot.pictures.fonts import font_file
from bot.sheets import Diploma
from tests.pictures.sheets import NAMES, any_name


def letters() -> set[int]:
    with TTFont(font_file("Regular")) as face:
        return set(face.getBestCmap())


LETTERS = letters()
ANNA = Diploma(
    name="Anna Nowak",
    place=1,
    event="XII Turniej Warcabowy o Puchar Burmistrza",
    award="za zajęcie pierwszego miejsca",
    category="Juniorzy młodsi",
    organiser="Gminna Biblioteka Publiczna",
    date="6 grudnia 2026",
    venue="Grodziec",
    signatures=("Sędzia główny", "Organizator"),
    language="pl",
    heading="Dyplom",
)
FRAME = 20.0
"""millimetres at the edge that only the ornament takes"""


def texts(sheet: Diploma) -> list[str]:
    return [line for line, _, _ in print_diplomas([sheet]).written]


def test_everything_is_on_the_sheet() -> None:
    assert texts(ANNA) == [
        "DYPLOM",
        "XII Turniej Warcabowy o Puchar Burmistrza",
        "Juniorzy młodsi",
        "Anna Nowak",
        "za zajęcie pierwszego miejsca",
        "1",
        "Grodziec",
        "6 grudnia 2026",
        "Gminna Biblioteka Publiczna",
        "Sędzia główny",
        "Organizator",
    ]


@pytest.mark.parametrize("count", [1, 2, 30])
def test_each_diploma_is_a_page_of_its_own(count: int) -> None:
    content = diplomas([replace(ANNA, place=None)] * count)
    assert content.startswith(b"%PDF-")
    assert content.count(b"/Type /Page\n") == count
    assert b"/MediaBox [0 0 841.89 595.28]" in content
    assert (WIDTH, HEIGHT) == (297, 210)


@pytest.mark.parametrize(("place", "numbers"), [(1, ["1"]), (2, ["2"]), (3, ["3"]), (4, []), (None, [])])
def test_only_the_first_three_places_have_a_medal(place: int | None, numbers: list[str]) -> None:
    assert [text for text in texts(replace(ANNA, place=place)) if text.isdigit()] == numbers


def test_no_two_places_look_alike() -> None:
    assert len({diplomas([replace(ANNA, place=place)]) for place in (1, 2, 3, None)}) == 4


@settings(max_examples=30, deadline=None)
@given(any_name, any_name, st.sampled_from([1, 3, None]), st.integers(0, 3))
def test_words_of_any_length_and_script_stay_within_the_frame(
    name: str, words: str, place: int | None, signatures: int
) -> None:
    sheet = replace(
        ANNA, name=name, place=place, event=words, award=words, venue=words, signatures=(words,) * signatures
    )
    for line, left, right in print_diplomas([sheet]).written:
        assert left >= FRAME
        assert right <= WIDTH - FRAME
        assert {ord(character) for character in line} <= LETTERS


@pytest.mark.parametrize("name", NAMES)
def test_a_name_shrinks_and_is_then_broken_before_it_is_cut(name: str) -> None:
    lines = texts(replace(ANNA, name=name))
    assert any("\u2026" in line for line in lines) == (len(name) > 60)


def test_a_document_has_its_letters_with_it_and_no_date_of_its_making() -> None:
    content = diplomas([ANNA])
    names = set(re.findall(rb"/FontName /[A-Z]+\+(\w+)", content))
    assert names == {b"Roboto", b"RobotoMedium", b"RobotoBold"}
    assert content.count(b"(D:") == content.count(b"(D:19700101000000") == 1


def test_the_same_diplomas_are_the_same_document_in_another_process() -> None:
    program = (
        "import hashlib; from bot.diplomas import diplomas; from tests.test_diplomas import ANNA; "
        "print(hashlib.sha256(diplomas([ANNA])).hexdigest())"
    )
    runs = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(runs) == 1


def test_no_diploma_is_no_document() -> None:
    with pytest.raises(ValueError, match="needs a page"):
        diplomas([])
