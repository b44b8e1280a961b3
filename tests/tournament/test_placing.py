"""Places from groups, and of a part of the field."""

from __future__ import annotations

import pytest

from rules.tournament.model import EntrantNo, Place
from rules.tournament.placing import places_among, places_of
from tests.tournament.pairings import shown


def groups(*levels: list[int]) -> list[list[EntrantNo]]:
    return [[EntrantNo(number) for number in level] for level in levels]


def test_a_shared_place_takes_as_many_places_as_entrants() -> None:
    places = places_of(groups([4], [2, 3], [], [1]), lambda first: f"article {first}")
    assert shown(places) == [(1, [4]), (2, [2, 3]), (4, [1])]
    assert [place.article for place in places] == ["article 1", "article 2", "article 4"]


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        pytest.param([5, 3, 2], [(1, [5]), (2, [3]), (3, [2])], id="girls"),
        pytest.param([1, 4], [(1, [1, 4])], id="boys level in the whole field"),
        pytest.param([], [], id="none of them"),
    ],
)
def test_boys_and_girls_have_places_of_their_own(who: list[int], expected: list[object]) -> None:
    places = (
        Place(1, (EntrantNo(5),), "a"),
        Place(2, (EntrantNo(3),), "a"),
        Place(3, (EntrantNo(1), EntrantNo(4)), "b"),
        Place(5, (EntrantNo(2),), "c"),
    )
    assert shown(places_among(places, set(map(EntrantNo, who)))) == expected
