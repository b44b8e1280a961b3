"""Knockout: pairs follow the order of the lots, 1 v 2, 3 v 4; survivors keep it and neighbours meet.

Where a regulation is silent:

- In an odd field one bye is drawn among those who have had fewest, in all stages together.
- Whoever has left after a round is not of the next field: neighbours close up. Whoever leaves while paired
  has lost that pairing.
- Down to an exact number the last round pairs only as many as have to drop out; who sits out is drawn like
  byes.
- Places follow the round that was reached: first who took part in a later one, then who came through it.
  Level entrants share theirs, except where the third place is played for. Whoever was excluded is behind all
  others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.tournament.course import Course, course_of, excluded_last, still_in
from rules.tournament.eventrules import KnockoutRules, System, ThirdPlace
from rules.tournament.model import EntrantNo, PairingKind, PlannedPairing
from rules.tournament.placing import places_of
from rules.tournament.systems import CannotPair, Finished, PairingRequest
from rules.tournament.three_way import ThreeWay, final_order, next_meeting, three_way_of
from rules.tournament.white import first_game


def next_round(request: PairingRequest) -> tuple[PlannedPairing, ...] | Finished:
    """The next round of a knockout section whose rounds are all over, or its places.

    Raises CannotPair where the regulation has no knockout.
    """
    rules = request.rules.knockout
    if rules is None:
        raise CannotPair("system-unknown", system=System.KNOCKOUT)
    section = request.section
    course = course_of(section)
    if course.three_way:
        three = three_way_of(section, course.three_way)
        return next_meeting(request, rules, three) or _finished(request, rules, course)
    if course.final is not None:
        return _finished(request, rules, course)
    field = still_in(course.survivors, request.entrants)
    if section.goes_on is not None:
        planned = _elimination(request, rules, course, field, section.goes_on)
    elif len(field) == 3 and rules.three_way_final:
        planned = next_meeting(request, rules, ThreeWay(field, {}, {}))
    elif len(field) > 2:
        planned = _elimination(request, rules, course, field, 1)
    else:
        planned = (*_final(request, rules, field), *_third_place(request, rules, course))
    return planned or _finished(request, rules, course)


def _elimination(
    request: PairingRequest, rules: KnockoutRules, course: Course, field: Sequence[EntrantNo], quota: int
) -> tuple[PlannedPairing, ...]:
    """A round after which ``quota`` are left, or as near to it as one round comes; none if no more are in."""
    pairs = max(0, min(len(field) // 2, len(field) - quota))
    if not pairs:
        return ()
    idle = _without_play(request, course, field, len(field) - 2 * pairs)
    playing = [number for number in field if number not in idle]
    is_bye = len(field) - pairs > quota
    kind = PairingKind.BYE if is_bye else PairingKind.SITS_OUT
    article = rules.bye_article if is_bye else _quota_article(request)
    return (
        *(
            _pairing(request, rules, PairingKind.GAME, one, other)
            for one, other in zip(playing[::2], playing[1::2], strict=True)
        ),
        *(
            PlannedPairing(kind, number, None, rules.match, article=article)
            for number in field
            if number in idle
        ),
    )


def _without_play(
    request: PairingRequest, course: Course, field: Sequence[EntrantNo], count: int
) -> frozenset[EntrantNo]:
    """Who goes on without play: drawn among those who have done so least often."""
    if not count:
        return frozenset()
    purpose = f"bye:{request.section.id}:{len(request.section.rounds) + 1}"

    def how_often(number: EntrantNo) -> int:
        return course.byes[number] + request.byes.get(number, 0)

    drawn = sorted(field, key=lambda number: (how_often(number), request.draw.key(purpose, number)))
    return frozenset(drawn[:count])


def _final(
    request: PairingRequest, rules: KnockoutRules, field: Sequence[EntrantNo]
) -> Iterator[PlannedPairing]:
    if len(field) == 2:
        yield _pairing(request, rules, PairingKind.FINAL, *field)


def _third_place(request: PairingRequest, rules: KnockoutRules, course: Course) -> Iterator[PlannedPairing]:
    """The match of the losing semi-finalists, if both of them are still there and have not played it."""
    losers = still_in(course.semi_losers, request.entrants)
    if rules.third_place is ThirdPlace.MATCH and course.third is None and len(losers) == 2:
        yield _pairing(request, rules, PairingKind.THIRD_PLACE, *losers)


def _pairing(
    request: PairingRequest, rules: KnockoutRules, kind: PairingKind, one: EntrantNo, other: EntrantNo
) -> PlannedPairing:
    """``one`` has the lower number, and White in the first game unless the regulation says otherwise."""
    colours = first_game(request, one, other)
    match, article = {
        PairingKind.FINAL: (rules.final, rules.final_article),
        PairingKind.THIRD_PLACE: (rules.match, rules.third_article),
    }.get(kind, (rules.match, rules.article))
    return PlannedPairing(kind, colours.white, colours.black, match, colours.by, colours.article, article)


def _quota_article(request: PairingRequest) -> str:
    stages, stage = request.rules.stages, request.section.stage
    return stages[stage].quota_article if stage < len(stages) else ""


def _finished(request: PairingRequest, rules: KnockoutRules, course: Course) -> Finished:
    section, entrants = request.section, request.entrants
    field = still_in(course.survivors, entrants)
    top = final_order(request, three_way_of(section, course.three_way)) if course.three_way else []
    placed = {number for group in top for number in group}
    ahead = frozenset(field)

    def how_far(number: EntrantNo) -> tuple[int, bool, bool]:
        return (*course.came[number], number in ahead)

    best_first = sorted((no for no in section.entrants if no not in placed), key=how_far, reverse=True)
    groups = [*top]
    for _, level in groupby(best_first, key=how_far):
        groups.extend(_split_third(request, rules, course, list(level)))

    def article_of(first: int) -> str:
        if section.goes_on is not None:
            return _quota_article(request)
        if course.three_way and first <= len(placed):
            return rules.three_way_article
        if first == 1:
            return rules.final_article
        return rules.third_article if first == 3 else rules.article

    places = places_of(excluded_last(groups, entrants), article_of)
    return Finished(places, field if section.goes_on is not None else ())


def _split_third(
    request: PairingRequest, rules: KnockoutRules, course: Course, level: list[EntrantNo]
) -> list[list[EntrantNo]]:
    """Level entrants told apart where they are the losing semi-finalists and the third place is played for.

    A loser who is still there is before one who has left and cannot play.
    """
    losers = [number for number in level if number in course.semi_losers]
    if rules.third_place is ThirdPlace.SHARED or request.section.goes_on is not None or len(losers) < 2:
        return [level]
    if course.third is not None:
        winner = course.third.winner
        third = [winner] if winner is not None else losers
    else:
        third = list(still_in(losers, request.entrants)) or losers
    return [third, [number for number in level if number not in third]]
