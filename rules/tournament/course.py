"""The course of a knockout so far: who is still in it, and how far everybody else came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.tournament.model import Entrant, EntrantNo, Pairing, PairingKind, Section, Standing


@dataclass(frozen=True, slots=True)
class Course:
    """What the rounds of a knockout have come to.

    ``survivors`` came through every round, in the order of the section; some may have left since.
    ``came``: the last round that an entrant took part in (0 for none) and whether they came through it.
    ``byes``: how often an entrant went on without play. ``semi_losers``: who lost in the round that left two.
    ``final``, ``third``: the pairings for the first and the third place, once there are any; ``three_way``
    those of a final of three, round by round.
    """

    survivors: tuple[EntrantNo, ...]
    came: Mapping[EntrantNo, tuple[int, bool]]
    byes: Mapping[EntrantNo, int]
    semi_losers: tuple[EntrantNo, ...]
    final: Pairing | None
    third: Pairing | None
    three_way: tuple[tuple[Pairing, ...], ...]


def course_of(section: Section) -> Course:
    """Follow the rounds of a knockout; each of them is over."""
    survivors: Sequence[EntrantNo] = section.entrants
    came = dict.fromkeys(section.entrants, (0, True))
    byes = dict.fromkeys(section.entrants, 0)
    semi_losers: tuple[EntrantNo, ...] = ()
    single: dict[PairingKind, Pairing] = {}
    three_way: list[tuple[Pairing, ...]] = []
    for round_ in section.rounds:
        kinds = {pairing.kind for pairing in round_.pairings}
        if PairingKind.THREE_WAY in kinds:
            three_way.append(round_.pairings)
            continue
        through: set[EntrantNo] = set()
        losers: list[EntrantNo] = []
        for pairing in round_.pairings:
            single[pairing.kind] = pairing
            if pairing.kind is PairingKind.THIRD_PLACE:
                continue
            winner = pairing.winner
            if pairing.second is None:
                winner = pairing.first
                byes[winner] += 1
            for number in pairing.players:
                came[number] = (round_.number, number == winner)
            if winner is not None:
                through.add(winner)
                losers.extend(number for number in pairing.players if number != winner)
        if kinds != {PairingKind.THIRD_PLACE}:
            survivors = [number for number in survivors if number in through]
            if len(survivors) == 2:
                semi_losers = tuple(losers)
    return Course(
        tuple(survivors),
        came,
        byes,
        semi_losers,
        single.get(PairingKind.FINAL),
        single.get(PairingKind.THIRD_PLACE),
        tuple(three_way),
    )


def byes_in(sections: Iterable[Section]) -> Mapping[EntrantNo, int]:
    """How often entrants went on from rounds of these sections without being paired."""
    return Counter(
        pairing.first
        for section in sections
        for round_ in section.rounds
        for pairing in round_.pairings
        if pairing.second is None
    )


def still_in(numbers: Iterable[EntrantNo], entrants: Mapping[EntrantNo, Entrant]) -> tuple[EntrantNo, ...]:
    """Those who have not left."""
    return tuple(number for number in numbers if entrants[number].is_playing)


def excluded_last(
    groups: Sequence[Sequence[EntrantNo]], entrants: Mapping[EntrantNo, Entrant]
) -> list[list[EntrantNo]]:
    """Groups of level entrants, best first, with everybody who was excluded behind all others."""

    def is_excluded(number: EntrantNo) -> bool:
        return entrants[number].standing is Standing.EXCLUDED

    return [
        *([number for number in group if not is_excluded(number)] for group in groups),
        [number for group in groups for number in group if is_excluded(number)],
    ]
