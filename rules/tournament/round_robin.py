"""Round robin: everyone meets everyone by the Berger table of the field, once or several times.

The numbers are the places in the section's order. Whoever meets the missing number of an odd field rests.
Games of those who have left are not played: where their results count, the opponent has won without play;
where these are annulled, the opponent rests. A round in which nobody meets anybody is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.tournament.berger import round_of, table_round, table_size
from rules.tournament.eventrules import RoundRobinRules, System
from rules.tournament.extra_games import extra_round, final_places
from rules.tournament.model import EntrantNo, PairingKind, PlannedPairing, Section
from rules.tournament.placing import places_of
from rules.tournament.systems import CannotPair, Finished, PairingRequest
from rules.tournament.white import first_game


def next_round(request: PairingRequest) -> tuple[PlannedPairing, ...] | Finished:
    """The next round of a round robin whose rounds are all over, or its places.

    After the last round of the table level entrants may have extra games. Where no more take part than go on,
    all do without play. Raises CannotPair where the regulation has no round robin.
    """
    rules, section = _rules(request), request.section
    playing = [number for number in section.entrants if request.entrants[number].is_playing]
    if section.goes_on is not None and len(playing) <= section.goes_on and not section.rounds:
        gone = [number for number in section.entrants if number not in playing]
        return Finished(places_of((playing, gone)), tuple(playing))
    size = table_size(len(section.entrants))
    planned = next(_rounds(request, rules, size, rounds_played(section) + 1), None)
    return planned or extra_round(request, rules.match) or final_places(request)


def whole_table(request: PairingRequest) -> tuple[tuple[PlannedPairing, ...], ...]:
    """Every round of the table as it stands now, those in which nobody meets anybody left out.

    Before the first game this is all that will be played but extra games. Raises CannotPair like
    ``next_round``.
    """
    rules = _rules(request)
    size = table_size(len(request.section.entrants))
    return tuple(_rounds(request, rules, size, 1))


def rounds_played(section: Section) -> int:
    """The round of the table, from 1 through all cycles, that was paired last; 0 before the first."""
    size = table_size(len(section.entrants))
    numbers = {number: place for place, number in enumerate(section.entrants, start=1)}
    played = 0
    for round_ in section.rounds:
        for pairing in round_.pairings:
            if pairing.kind is PairingKind.GAME and pairing.second is not None:
                # rounds left out lie between the one before and this one
                round_number = round_of(size, numbers[pairing.first], numbers[pairing.second])
                played += (round_number - 1 - played) % (size - 1) + 1
                break
    return played


def _rules(request: PairingRequest) -> RoundRobinRules:
    rules = request.rules.round_robin
    if rules is None:
        raise CannotPair("system-unknown", system=System.ROUND_ROBIN)
    return rules


def _rounds(
    request: PairingRequest, rules: RoundRobinRules, size: int, first: int
) -> Iterator[tuple[PlannedPairing, ...]]:
    """The rounds of the table from ``first`` on in which anybody meets anybody."""
    for number in range(first, rules.cycles * (size - 1) + 1):
        planned = tuple(_table_round(request, rules, size, number))
        if any(pairing.second is not None for pairing in planned):
            yield planned


def _table_round(
    request: PairingRequest, rules: RoundRobinRules, size: int, number: int
) -> Iterator[PlannedPairing]:
    """Round ``number`` of the table through all cycles: the meetings in its order, then the rests."""
    cycle, place = divmod(number - 1, size - 1)
    rests: list[EntrantNo] = []
    for numbers in table_round(size, place + 1):
        meeting = [
            entrant
            for entrant in (
                request.section.entrants[no - 1] for no in numbers if no <= len(request.section.entrants)
            )
            if not request.entrants[entrant].is_annulled
        ]
        playing = [entrant for entrant in meeting if request.entrants[entrant].is_playing]
        if len(meeting) == 2 and playing:
            white, black = meeting
            colours = first_game(request, white, black, "pairing", cycle + 1)
            yield PlannedPairing(
                PairingKind.GAME,
                colours.white,
                colours.black,
                rules.match,
                colours.by,
                colours.article,
                rules.article,
            )
        else:
            rests.extend(playing)
    for entrant in rests:
        yield PlannedPairing(PairingKind.BYE, entrant, None, rules.match, article=rules.article)
