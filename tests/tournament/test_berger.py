"""Berger tables beside those of the FIDE Handbook (C.05, Annex 1), and what holds in all of them."""

from __future__ import annotations

from itertools import combinations

import pytest
from gacrux.berger import bergertables

from rules.tournament.berger import round_of, schedule, table_round, table_size

SIZES = range(2, 61)

PRINTED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
}


def read(table: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(
        tuple((int(white), int(black)) for white, black in (meeting.split("-") for meeting in line.split()))
        for line in table.strip().splitlines()
    )


@pytest.mark.parametrize("size", PRINTED)
def test_tables_are_those_the_federations_print(size: int) -> None:
    assert schedule(size) == read(PRINTED[size])


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_an_odd_field_has_the_table_of_the_next_number(size: int) -> None:
    assert schedule(size) == read(PRINTED[size + 1])


@pytest.mark.parametrize(("size", "rounds"), [(0, ()), (1, ()), (2, (((1, 2),),))])
def test_the_smallest_fields(size: int, rounds: object) -> None:
    assert schedule(size) == rounds


@pytest.mark.parametrize("size", SIZES)
def test_everyone_meets_everyone_once_and_plays_once_a_round(size: int) -> None:
    rounds = schedule(size)
    table = table_size(size)
    assert len(rounds) == table - 1
    for meetings in rounds:
        assert sorted(number for meeting in meetings for number in meeting) == list(range(1, table + 1))
    met = [frozenset(meeting) for meetings in rounds for meeting in meetings]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, table + 1), 2)]


@pytest.mark.parametrize("size", SIZES)
def test_colours_of_everyone_differ_by_at_most_one(size: int) -> None:
    balance = dict.fromkeys(range(1, size + 1), 0)
    for white, black in (meeting for meetings in schedule(size) for meeting in meetings):
        if max(white, black) <= size:
            balance[white] += 1
            balance[black] -= 1
    assert set(balance.values()) <= {-1, 0, 1}


@pytest.mark.parametrize("size", [size for size in SIZES if size % 2 == 0])
def test_the_highest_number_changes_colour_every_round(size: int) -> None:
    colours = [meetings[0].index(size) for meetings in schedule(size)]
    assert colours == [1 - number % 2 for number in range(size - 1)]


@pytest.mark.parametrize("size", [size for size in SIZES if size % 2])
def test_everyone_of_an_odd_field_rests_once(size: int) -> None:
    rests = [min(meetings[0]) for meetings in schedule(size) if size + 1 in meetings[0]]
    assert sorted(rests) == list(range(1, size + 1))


@pytest.mark.parametrize("size", SIZES)
def test_a_second_cycle_swaps_all_colours(size: int) -> None:
    once, twice = schedule(size), schedule(size, 2)
    assert twice[: len(once)] == once
    assert twice[len(once) :] == tuple(
        tuple((black, white) for white, black in meetings) for meetings in once
    )


@pytest.mark.parametrize("size", SIZES)
def test_another_program_has_the_same_tables(size: int) -> None:
    printed = bergertables(size)["pairing"]
    assert schedule(size) == tuple(
        tuple((meeting["white"], meeting["black"]) for meeting in meetings.values())
        for meetings in printed.values()
    )


@pytest.mark.parametrize("size", [2, 4, 10, 60])
def test_the_round_of_a_meeting_is_found_without_its_table(size: int) -> None:
    for number in range(1, size):
        for white, black in table_round(size, number):
            assert round_of(size, white, black) == round_of(size, black, white) == number
