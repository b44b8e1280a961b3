"""The bracket of a knockout for pictures: what was played, and what is sure to follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.tournament.eventrules import KnockoutRules, ThirdPlace
from rules.tournament.model import BoardNo, EntrantNo, Pairing, PairingKind, Section


@dataclass(frozen=True, slots=True)
class Slot:
    """One box of a bracket.

    ``upper`` and ``lower``: the two of a pairing in the order of the section, None while unknown; who goes on
    without play is ``upper``. ``upper_from`` and ``lower_from``: the place (from 0) of the slot in the round
    before from which they come, None in a first round and where a bye has still to be drawn. ``board`` is
    None while the pairing is only expected.
    """

    kind: PairingKind
    upper: EntrantNo | None
    lower: EntrantNo | None
    upper_from: int | None
    lower_from: int | None
    board: BoardNo | None = None
    winner: EntrantNo | None = None
    is_decided: bool = False

    @property
    def is_expected(self) -> bool:
        """Whether it has not been paired yet."""
        return self.board is None

    @property
    def players(self) -> tuple[EntrantNo, ...]:
        """Who is known to play in it."""
        return tuple(number for number in (self.upper, self.lower) if number is not None)

    @property
    def loser(self) -> EntrantNo | None:
        """Who has lost, once somebody has won."""
        if self.winner is None or self.lower is None:
            return None
        return self.lower if self.winner == self.upper else self.upper


@dataclass(frozen=True, slots=True)
class BracketRound:
    """``number`` from 1, counting on through rounds still expected; ``slots`` from the top."""

    number: int
    slots: tuple[Slot, ...]


def bracket(section: Section, rules: KnockoutRules | None = None) -> tuple[BracketRound, ...]:
    """All rounds of a knockout, paired ones and those to be expected, from left to right.

    ``rules`` add the final of three and the match for the third place to what is expected.
    """
    order = {number: place for place, number in enumerate(section.entrants)}
    rounds: list[BracketRound] = []
    for round_ in section.rounds:
        before = rounds[-1].slots if rounds else ()
        came_from = {
            number: place
            for place, slot in enumerate(before)
            for number in (slot.upper, slot.lower)
            if number is not None
        }
        slots = [_slot(pairing, order, came_from) for pairing in round_.pairings]
        # from the top, the match for the third place below all others
        slots.sort(key=lambda slot: (slot.kind is PairingKind.THIRD_PLACE, order[slot.players[0]]))
        rounds.append(BracketRound(round_.number, tuple(slots)))
    if not section.is_finished:
        rounds.extend(_expected(section, rules, rounds[-1] if rounds else None))
    return tuple(rounds)


def _slot(pairing: Pairing, order: Mapping[EntrantNo, int], came_from: Mapping[EntrantNo, int]) -> Slot:
    players = sorted(pairing.players, key=order.__getitem__)
    upper, lower = players[0], players[1] if len(players) == 2 else None
    return Slot(
        kind=pairing.kind,
        upper=upper,
        lower=lower,
        upper_from=came_from.get(upper),
        lower_from=None if lower is None else came_from.get(lower),
        board=pairing.board,
        winner=pairing.winner,
        is_decided=pairing.is_decided,
    )


class _Coming(NamedTuple):
    """Who goes on from a slot of the round before, as far as both are known."""

    number: EntrantNo | None
    place: int | None


def _expected(
    section: Section, rules: KnockoutRules | None, last: BracketRound | None
) -> Iterator[BracketRound]:
    """The rounds after ``last``, until as many are left as shall be."""
    left = 1 if section.goes_on is None else section.goes_on
    coming = [_Coming(number, None) for number in section.entrants] if last is None else _who_goes_on(last)
    number = 0 if last is None else last.number
    while len(coming) > left:
        number += 1
        is_final = section.goes_on is None and len(coming) <= 3
        if is_final and len(coming) == 3 and rules is not None and rules.three_way_final:
            meetings = ((0, 1), (0, 2), (1, 2))
            yield BracketRound(
                number,
                tuple(_between(PairingKind.THREE_WAY, coming[one], coming[other]) for one, other in meetings),
            )
            return
        pairs = min(len(coming) // 2, len(coming) - left)
        if 2 * pairs < len(coming):
            # a bye has still to be drawn, so that nobody knows who meets whom
            coming = [_Coming(None, None)] * len(coming)
        kind = PairingKind.FINAL if is_final and len(coming) == 2 else PairingKind.GAME
        slots = [_between(kind, coming[2 * pair], coming[2 * pair + 1]) for pair in range(pairs)]
        idle = PairingKind.BYE if len(coming) - pairs > left else PairingKind.SITS_OUT
        slots.extend(Slot(idle, None, None, None, None) for _ in range(len(coming) - 2 * pairs))
        if kind is PairingKind.FINAL and rules is not None and rules.third_place is ThirdPlace.MATCH:
            slots.extend(_third_place(last))
        last = BracketRound(number, tuple(slots))
        yield last
        known = 2 * pairs == len(coming)
        coming = [_Coming(None, place if known else None) for place in range(len(coming) - pairs)]


def _who_goes_on(last: BracketRound) -> list[_Coming]:
    """Who goes on from a round that was paired: nobody from a last one, or where nobody has won."""
    ends = {PairingKind.FINAL, PairingKind.THREE_WAY}
    if any(slot.kind in ends for slot in last.slots):
        return []
    return [
        _Coming(slot.winner, place)
        for place, slot in enumerate(last.slots)
        if slot.kind is not PairingKind.THIRD_PLACE and (slot.winner is not None or not slot.is_decided)
    ]


def _between(kind: PairingKind, one: _Coming, other: _Coming) -> Slot:
    return Slot(kind, one.number, other.number, one.place, other.place)


def _third_place(semi_final: BracketRound | None) -> Iterator[Slot]:
    """The match of those who lose the two pairings of a semi-final."""
    games = [
        (place, slot)
        for place, slot in enumerate(semi_final.slots if semi_final is not None else ())
        if slot.kind is PairingKind.GAME
    ]
    if len(games) == 2:
        yield _between(
            PairingKind.THIRD_PLACE,
            *(_Coming(slot.loser, place) for place, slot in games),
        )
