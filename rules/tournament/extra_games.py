"""Extra games that tell level entrants apart, where the regulation lists them among its tie-breaks.

They are played where something depends on it: the first place, one for which there is a prize of its own,
going on to the next stage. Among more than two everyone meets everyone once. If that leaves them level as
well, lots decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.tournament.berger import schedule
from rules.tournament.eventrules import MatchRule, TieBreak
from rules.tournament.model import EntrantNo, PairingKind, Place, PlannedPairing
from rules.tournament.standings import going_on, places, table
from rules.tournament.systems import Finished, PairingRequest
from rules.tournament.white import Colours, first_game

Pair = frozenset[EntrantNo]


def extra_round(request: PairingRequest, match: MatchRule) -> tuple[PlannedPairing, ...]:
    """The next round of extra games once a table is complete; empty if there are none to play.

    ``match`` is the regulation's for a meeting: its articles and its return game hold for extra games too.
    """
    single = replace(match, games=1, to_wins=None, counts_once=True)
    last_white: dict[Pair, EntrantNo] = {}
    extra: set[Pair] = set()
    for pairing in (pairing for round_ in request.section.rounds for pairing in round_.pairings):
        pair = frozenset(pairing.players)
        last_white[pair] = pairing.games[-1].white if pairing.games else pairing.first
        if pairing.kind is PairingKind.EXTRA:
            extra.add(pair)
    planned: list[PlannedPairing] = []
    for _, group in _contested(request):
        for due in _meetings(group):
            open_pairs = [
                (white, black)
                for white, black in due
                if frozenset((white, black)) not in extra and _both_play(request, white, black)
            ]
            for white, black in open_pairs:
                colours = _colours(request, white, black, last_white.get(frozenset((white, black))))
                planned.append(
                    PlannedPairing(
                        PairingKind.EXTRA,
                        colours.white,
                        colours.black,
                        single,
                        colours.by,
                        colours.article,
                        request.rules.tie_break_article,
                    )
                )
            if open_pairs:
                break
    return tuple(planned)


def final_places(request: PairingRequest) -> Finished:
    """The places of a complete table, and who goes on where a stage says how many do.

    Level entrants share a place, unless lots or extra games are to part them.
    """
    section = request.section
    contested = {number: (first, group) for first, group in _contested(request) for number in group}
    found: list[Place] = []
    for place in places(section, request.entrants, request.rules, request.draw):
        if len(place.entrants) == 1 or place.entrants[0] not in contested:
            found.append(place)
        else:
            drawn = _drawn(request, place)
            article = request.rules.tie_break_article
            found.extend(Place(place.first + behind, (no,), article) for behind, no in enumerate(drawn))
    return Finished(tuple(found), going_on(section, request.entrants, found, request.draw))


def _contested(request: PairingRequest) -> Iterator[tuple[int, Sequence[EntrantNo]]]:
    """Groups that the tie-breaks before extra games leave level, with their first place, where it matters."""
    rules = request.rules
    if TieBreak.EXTRA_GAME not in rules.tie_breaks:
        return
    before = rules.tie_breaks[: rules.tie_breaks.index(TieBreak.EXTRA_GAME)]
    level: dict[int, list[EntrantNo]] = {}
    for score in table(request.section, request.entrants, replace(rules, tie_breaks=before)):
        level.setdefault(score.rank, []).append(score.entrant)
    for first, group in level.items():
        if len(group) > 1 and _matters(request, first, first + len(group) - 1):
            yield first, group


def _matters(request: PairingRequest, first: int, last: int) -> bool:
    quota = request.section.goes_on
    if quota is not None:
        return first <= quota < last
    return first == 1 or any(
        award.first_place is not None
        and award.last_place is not None
        and award.first_place <= last
        and first <= award.last_place
        for award in request.rules.awards
    )


def _meetings(group: Sequence[EntrantNo]) -> Iterator[list[tuple[EntrantNo, EntrantNo]]]:
    """Rounds of everyone against everyone, White first."""
    for meetings in schedule(len(group)):
        yield [
            (group[white - 1], group[black - 1])
            for white, black in meetings
            if max(white, black) <= len(group)
        ]


def _both_play(request: PairingRequest, one: EntrantNo, other: EntrantNo) -> bool:
    return request.entrants[one].is_playing and request.entrants[other].is_playing


def _colours(
    request: PairingRequest, white: EntrantNo, black: EntrantNo, last_white: EntrantNo | None
) -> Colours:
    """Swapped from the last game of the two; as for a first game if there was none."""
    if last_white is None:
        return first_game(request, white, black, "pairing")
    return Colours(black, white, "swap", "") if last_white == white else Colours(white, black, "swap", "")


def _drawn(request: PairingRequest, place: Place) -> list[EntrantNo]:
    """Level entrants by lot, those who have left behind those who stayed."""
    drawn = request.draw.order(f"place:{request.section.id}:{place.first}", place.entrants)
    return sorted(drawn, key=lambda number: not request.entrants[number].is_playing)
