from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures.bracket import draw_bracket, paint_bracket
from bot.pictures.page import LOOK
from bot.pictures.tree import feeders_of, parts_of
from bot.sheets import BracketImage, BracketMatch, BracketRound, BracketSide
from tests.pictures.sheets import any_name, assert_readable, knockout


def match(*entrants: int) -> BracketMatch:
    return BracketMatch(tuple(BracketSide(entrant, str(entrant)) for entrant in entrants))


def rounds_of(*rounds: list[BracketMatch]) -> tuple[BracketRound, ...]:
    return tuple(BracketRound("", tuple(matches)) for matches in rounds)


@pytest.mark.parametrize(
    ("count", "pages"), [(2, 1), (3, 1), (4, 1), (5, 1), (8, 1), (13, 2), (16, 2), (32, 2), (64, 5), (128, 6)]
)
def test_every_match_is_on_a_page_that_a_telephone_shows(count: int, pages: int) -> None:
    names = ["", *(f"G{number}" for number in range(1, count + 1))]
    bracket = knockout(count, names)
    painted = paint_bracket(bracket)
    assert_readable(painted)
    assert len(painted) == pages
    shown = sorted(line.text for page in painted for line in page.written if line.text[:1] == "G")
    sides = (side for column in bracket.rounds for match in column.matches for side in match.sides)
    assert shown == sorted(str(side.name) for side in sides)


def test_a_large_bracket_begins_with_its_quarters() -> None:
    names = ["", *(f"G{number}" for number in range(1, 129))]
    for quarter, page in enumerate(paint_bracket(knockout(128, names))[:4]):
        numbers = {int(line.text[1:]) for line in page.written if line.text[:1] == "G"}
        assert numbers == set(range(quarter * 32 + 1, quarter * 32 + 33))


@pytest.mark.parametrize(
    ("before", "after", "feeders"),
    [
        ([match(1, 2), match(3, 4)], [match(1, 4)], [[0, 1]]),
        ([match(1, 2), match(3, 4), match(5)], [match(3), match(1, 5)], [[1], [0, 2]]),
        ([match(1, 2), match(3, 4)], [match(0, 0)], [[0, 1]]),
        ([match(1, 2), match(3, 4), match(5, 6), match(7, 8)], [match(0, 0), match(5, 0)], [[0, 1], [2, 3]]),
        ([match(1, 2), match(3, 4), match(5, 6)], [match(1, 3, 6)], [[0, 1, 2]]),
        ([match(1, 2), match(3, 4)], [], []),
    ],
    ids=["two", "bye", "not yet known", "half known", "three-way final", "nothing after"],
)
def test_a_match_follows_from_those_its_entrants_come_from(
    before: list[BracketMatch], after: list[BracketMatch], feeders: list[list[int]]
) -> None:
    assert feeders_of(*rounds_of(before, after)) == feeders


@given(st.integers(2, 300))
def test_every_match_is_in_one_place_of_the_trees(count: int) -> None:
    bracket = knockout(count)
    parts = parts_of(bracket.rounds)
    matches = [node.match for part in parts for tree in part.trees for node in tree.all()]
    expected = [match for column in bracket.rounds for match in column.matches]
    assert sorted(map(id, matches)) == sorted(map(id, expected))
    assert all(len(part.rounds) <= 3 for part in parts)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.lists(any_name, min_size=1, max_size=9))
def test_names_of_any_length_and_script_stay_in_their_boxes(count: int, names: list[str]) -> None:
    bracket = knockout(count, names)
    third = BracketMatch((BracketSide(1, names[0], "10½"), BracketSide(2, names[-1])), names[0])
    assert_readable(paint_bracket(replace(bracket, beside=(third,))))


def test_a_final_of_three_has_its_name_above_it() -> None:
    final = replace(match(1, 3, 5), label="Finał trzech")
    bracket = BracketImage("Drabinka", rounds_of([match(1, 2), match(3, 4), match(5, 6)], [final]))
    (page,) = paint_bracket(bracket)
    assert_readable([page])
    assert "Finał trzech" in [line.text for line in page.written]


def test_the_way_of_the_champion_is_marked_once_there_is_one() -> None:
    finished = knockout(8)
    (last,) = finished.rounds[-1].matches
    open_sides = tuple(replace(side, is_winner=False) for side in last.sides)
    running = replace(finished, rounds=(*finished.rounds[:-1], BracketRound("", (BracketMatch(open_sides),))))
    is_marked = [
        LOOK.gold in paint_bracket(bracket)[0].canvas.get_flattened_data() for bracket in (finished, running)
    ]
    assert is_marked == [True, False]


def test_a_knockout_without_rounds_is_an_empty_sheet() -> None:
    assert draw_bracket(BracketImage("Drabinka", ()))


def test_the_same_bracket_is_the_same_picture() -> None:
    assert draw_bracket(knockout(9)) == draw_bracket(knockout(9))
