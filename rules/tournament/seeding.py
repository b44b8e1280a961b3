"""Seeded fields of a knockout: the strongest apart, everything else by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.tournament.model import EntrantNo


def spread_seeds(by_lot: Sequence[EntrantNo], seeds: Mapping[EntrantNo, int]) -> tuple[EntrantNo, ...]:
    """The order of a knockout in which the top seeds meet as late as they can.

    Of the first two seeds one is in each half of the order, of the first four one in each quarter, and so on,
    as far as the field allows. Lots decide which half, and the order of all others. Level seeds (several
    strong entrants of one class) are taken in the order of their lots. With fewer than two seeds lots decide
    everything.
    """
    seeded = sorted((number for number in by_lot if number in seeds), key=seeds.__getitem__)
    if len(by_lot) < 3 or len(seeded) < 2:
        return tuple(by_lot)
    half = (len(by_lot) + 1) // 2
    half += half % 2  # a pair is never split
    rest = len(by_lot) - half
    lot = {number: place for place, number in enumerate(by_lot)}
    upper: set[EntrantNo] = set()
    lower: set[EntrantNo] = set()
    for place in range(0, len(seeded), 2):
        pair = sorted(seeded[place : place + 2], key=lot.__getitem__)
        for number, goes_up in zip(pair, (len(pair) == 2 or lot[pair[0]] < half, False), strict=False):
            is_upper = len(upper) < half if goes_up else len(lower) >= rest
            (upper if is_upper else lower).add(number)
    others = [number for number in by_lot if number not in seeds]
    upper.update(others[: half - len(upper)])
    return spread_seeds([number for number in by_lot if number in upper], seeds) + spread_seeds(
        [number for number in by_lot if number not in upper], seeds
    )
