"""A knockout's final of three: everyone against everyone, a match each, one match a round.

Grodziec 6.3: "Jeśli w finale jest nieparzysta liczba uczestników, to rozgrywane są mecze 'każdy z każdym'".
Most matches won; then the difference of won games; then one more cycle of single games among those who are
level; then lots. A match that somebody's leaving has prevented goes to the other; among level entrants, those
who have left are behind those who stayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from rules.tournament.berger import schedule
from rules.tournament.eventrules import KnockoutRules, MatchRule
from rules.tournament.model import EntrantNo, How, Pairing, PairingKind, PlannedPairing, Section
from rules.tournament.systems import PairingRequest
from rules.tournament.white import first_game

Pair = frozenset[EntrantNo]
Rounds = Sequence[Sequence[Pairing]]


@dataclass(frozen=True, slots=True)
class ThreeWay:
    """The three in the order of their section, their matches, and the single games of a second cycle."""

    members: tuple[EntrantNo, ...]
    matches: Mapping[Pair, Pairing]
    extra: Mapping[Pair, Pairing]


def three_way_of(section: Section, rounds: Rounds) -> ThreeWay:
    """What ``rounds`` of a final of three hold; at least its first."""
    first = {number for pairing in rounds[0] for number in pairing.players}
    matches: dict[Pair, Pairing] = {}
    extra: dict[Pair, Pairing] = {}
    for pairing in (pairing for pairings in rounds for pairing in pairings if pairing.second is not None):
        pair = frozenset(pairing.players)
        (extra if pair in matches else matches)[pair] = pairing
    return ThreeWay(tuple(number for number in section.entrants if number in first), matches, extra)


def next_meeting(
    request: PairingRequest, rules: KnockoutRules, three: ThreeWay
) -> tuple[PlannedPairing, ...]:
    """The next round of a final of three: a match, and a rest for the third. Empty if it is over."""
    for white, black in _table(three.members):
        if not {white, black} & _gone(request, three) and frozenset((white, black)) not in three.matches:
            return _meeting(request, rules, three.members, white, black)
    for group in _level(request, three):
        for white, black in _table(three.members):
            pair = frozenset((white, black))
            if pair <= set(group) - _gone(request, three) and pair not in three.extra:
                return _meeting(request, rules, group, white, black, meeting=2)
    return ()


def final_order(request: PairingRequest, three: ThreeWay) -> list[list[EntrantNo]]:
    """The three, best first; level only where several have left."""
    order: list[list[EntrantNo]] = []
    for group in _level(request, three):
        again = _balance(group, {pair: extra.winner for pair, extra in three.extra.items()})
        for _, same in groupby(sorted(group, key=lambda number: -again[number]), key=again.__getitem__):
            level = list(same)
            if _gone(request, three).issuperset(level):
                order.append(level)
            else:
                drawn = request.draw.order(f"three-way:{request.section.id}", level)
                order.extend([number] for number in drawn)
    return order


def _level(request: PairingRequest, three: ThreeWay) -> list[list[EntrantNo]]:
    """Groups that matches and the difference of won games leave level, best first."""
    gone = _gone(request, three)
    winners: dict[Pair, EntrantNo | None] = {pair: match.winner for pair, match in three.matches.items()}
    for pair in map(frozenset, combinations(three.members, 2)):
        staying = pair - gone
        if pair not in winners and len(staying) == 1:
            winners[pair] = next(iter(staying))
    games = _won_less_lost(three)

    def score(number: EntrantNo) -> tuple[int, bool, int]:
        won = sum(1 for winner in winners.values() if winner == number)
        return (won, number not in gone, games[number])

    best_first = sorted(three.members, key=score, reverse=True)
    return [list(level) for _, level in groupby(best_first, key=score)]


def _won_less_lost(three: ThreeWay) -> Mapping[EntrantNo, int]:
    """Games won, less games lost, in the matches."""
    difference = dict.fromkeys(three.members, 0)
    for match in three.matches.values():
        for game in match.games:
            if game.how is not How.ANNULLED and game.result in ("1-0", "0-1"):
                for_white = 1 if game.result == "1-0" else -1
                difference[game.white] += for_white
                difference[game.black] -= for_white
    return difference


def _balance(group: Iterable[EntrantNo], winners: Mapping[Pair, EntrantNo | None]) -> dict[EntrantNo, int]:
    """Pairings within a group that were won, less those lost."""
    balance = dict.fromkeys(group, 0)
    for pair, winner in winners.items():
        if winner is not None and pair <= balance.keys():
            for number in pair:
                balance[number] += 1 if number == winner else -1
    return balance


def _gone(request: PairingRequest, three: ThreeWay) -> set[EntrantNo]:
    return {number for number in three.members if not request.entrants[number].is_playing}


def _table(members: Sequence[EntrantNo]) -> list[tuple[EntrantNo, EntrantNo]]:
    """White and Black of each meeting: 2-3, 1-2, 3-1, so that each has White once."""
    return [
        (members[white - 1], members[black - 1])
        for table_round in schedule(len(members))
        for white, black in table_round
        if max(white, black) <= len(members)
    ]


def _meeting(
    request: PairingRequest,
    rules: KnockoutRules,
    group: Iterable[EntrantNo],
    white: EntrantNo,
    black: EntrantNo,
    meeting: int = 1,
) -> tuple[PlannedPairing, ...]:
    colours = first_game(request, white, black, "pairing", meeting)
    extra = MatchRule(article=rules.final.extra_article, extra_article=rules.final.extra_article)
    match = rules.final if meeting == 1 else extra
    article = rules.three_way_article
    return (
        PlannedPairing(
            PairingKind.THREE_WAY, colours.white, colours.black, match, colours.by, colours.article, article
        ),
        *(
            PlannedPairing(PairingKind.BYE, number, None, match, article=article)
            for number in group
            if number not in (white, black) and request.entrants[number].is_playing
        ),
    )
