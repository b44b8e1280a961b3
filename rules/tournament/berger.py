"""Berger tables, as the federations print them (FIDE Handbook C.05, Annex 1).

Ten entrants, White first::

    1   1-10  2-9   3-8   4-7   5-6
    2  10-6   7-5   8-4   9-3   1-2
    3   2-10  3-1   4-9   5-8   6-7

The highest number stays at its board and changes colour every round; all others move on by half the table. An
odd field takes the table of the next even number: whoever meets the missing number rests.
"""

from __future__ import annotations

Meeting = tuple[int, int]
"""Two numbers from 1, White first."""


def schedule(entrants: int, cycles: int = 1) -> tuple[tuple[Meeting, ...], ...]:
    """Every round of a round robin, in the order of the boards; in every second cycle colours are swapped.

    In an odd field the first board holds the missing number ``entrants + 1``, and is a rest. Fewer than two
    entrants have no rounds.
    """
    if entrants < 2:
        return ()
    size = table_size(entrants)
    return tuple(
        tuple((black, white) if cycle % 2 else (white, black) for white, black in table_round(size, number))
        for cycle in range(cycles)
        for number in range(1, size)
    )


def table_size(entrants: int) -> int:
    """The even number whose table is used."""
    return entrants + entrants % 2


def table_round(size: int, number: int) -> tuple[Meeting, ...]:
    """Round ``number``, from 1 to ``size - 1``, of the table for ``size`` entrants, an even number."""
    others = size - 1
    # who meets the highest number: 1, 6, 2, 7, 3 ... of ten
    pivot = (number + 1) // 2 if number % 2 else (size + number) // 2
    first = (pivot, size) if number % 2 else (size, pivot)
    rest = (
        ((pivot + apart - 1) % others + 1, (pivot - apart - 1) % others + 1) for apart in range(1, size // 2)
    )
    return (first, *rest)


def round_of(size: int, one: int, other: int) -> int:
    """The round in which two numbers meet in the table for ``size`` entrants."""
    highest = max(one, other)
    lowest = min(one, other)
    if highest == size:
        highest = lowest
    return (lowest + highest - 2) % (size - 1) + 1
