"""Seeded orders of a knockout."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tournament.model import EntrantNo
from rules.tournament.seeding import spread_seeds


def spread(by_lot: list[int], *seeds: int) -> list[int]:
    """The order of entrants, of whom ``seeds`` are named with the strongest first."""
    return list(
        spread_seeds(
            list(map(EntrantNo, by_lot)), {EntrantNo(no): place for place, no in enumerate(seeds, start=1)}
        )
    )


@pytest.mark.parametrize(
    ("by_lot", "seeds", "order"),
    [
        pytest.param([3, 1, 2], (), [3, 1, 2], id="lots alone"),
        pytest.param([3, 1, 4, 2], (4,), [3, 1, 4, 2], id="one seed can meet no other"),
        pytest.param([1, 2, 3, 4], (1, 2), [1, 3, 2, 4], id="one in each half"),
        pytest.param([1, 2, 3, 4], (1, 3), [1, 2, 3, 4], id="apart by lot already"),
        pytest.param([1, 2, 3, 4], (2, 1), [1, 3, 2, 4], id="lots decide the half"),
        # halves 1 3 + 5 6 and 2 4 + 7 8, each with a seed in either quarter
        pytest.param([1, 2, 3, 4, 5, 6, 7, 8], (1, 2, 3, 4), [1, 5, 3, 6, 2, 7, 4, 8], id="quarters"),
        # six: four and two, as a pair is never split
        pytest.param([1, 2, 3, 4, 5, 6], (1, 2), [1, 3, 4, 5, 2, 6], id="six"),
        pytest.param([1, 2, 3, 4, 5], (1, 2, 3, 4, 5), [1, 4, 3, 5, 2], id="all of five"),
    ],
)
def test_seeds_are_apart_and_the_rest_is_by_lot(
    by_lot: list[int], seeds: tuple[int, ...], order: list[int]
) -> None:
    assert spread(by_lot, *seeds) == order


def test_level_seeds_are_spread_as_well() -> None:
    strong = {EntrantNo(number): 1 for number in (1, 2, 3, 4)}
    order = spread_seeds([EntrantNo(number) for number in range(1, 9)], strong)
    assert [sum(number in strong for number in order[place : place + 2]) for place in range(0, 8, 2)] == [
        1
    ] * 4


@given(st.permutations(range(1, 33)), st.integers(1, 5))
def test_the_top_seeds_of_a_full_bracket_meet_as_late_as_they_can(by_lot: list[int], depth: int) -> None:
    seeds = list(range(1, 2**depth + 1))
    order = spread(by_lot, *seeds)
    for level in range(1, depth + 1):
        part = 32 // 2**level
        top = [order.index(seed) // part for seed in seeds[: 2**level]]
        assert sorted(top) == list(range(2**level))


@given(st.lists(st.integers(1, 99), unique=True, max_size=40), st.data())
def test_nobody_is_lost_and_lots_order_the_unseeded(by_lot: list[int], data: st.DataObject) -> None:
    seeds = data.draw(st.lists(st.sampled_from(by_lot), unique=True)) if by_lot else []
    order = spread(by_lot, *seeds)
    assert sorted(order) == sorted(by_lot)
    assert [no for no in order if no not in seeds] == [no for no in by_lot if no not in seeds]
