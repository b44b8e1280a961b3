"""What stands at the end of an event: the places of every category, and what is awarded for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.tournament.eventrules import Award
from rules.tournament.model import EntrantNo, Phase, Place, Section, Standing
from rules.tournament.placing import places_among

if TYPE_CHECKING:
    from rules.tournament.event import Event

PRIZE_LISTS = ("boy", "girl")


@dataclass(frozen=True, slots=True)
class PlaceList:
    """Places of all entrants of a section or, with ``prize_list``, of the boys or the girls in it."""

    section: str
    category: str
    group: str
    prize_list: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Awarded:
    """``entrant`` has earned ``award``: by ``place`` of a list, or, without one, by taking part."""

    entrant: EntrantNo
    award: Award
    category: str
    group: str
    prize_list: str
    place: Place | None


def final_sections(event: Event) -> tuple[Section, ...]:
    """Of each category the sections of the last stage that it reached: there its places are played for.

    Categories come in the regulation's order, whichever got there first. While the event runs a category may
    reach a later stage yet: an earlier one gives no places of its own.
    """
    final = len(event.rules.stages) - 1
    last: dict[str, int] = {}
    for section in event.sections:
        last[section.category] = max(section.stage, last.get(section.category, 0))
    order = {category.id: place for place, category in enumerate(event.rules.categories)}
    reached = [
        section
        for section in event.sections
        if section.stage == (last[section.category] if event.phase is Phase.FINISHED else final)
    ]
    return tuple(sorted(reached, key=lambda section: order.get(section.category, len(order))))


def place_lists(event: Event) -> tuple[PlaceList, ...]:
    """The places of finished sections, boys and girls apart where the regulation tells them so."""
    return tuple(_place_lists(event))


def _place_lists(event: Event) -> Iterator[PlaceList]:
    for section in final_sections(event):
        if not section.is_finished:
            continue
        if not event.rules.prize_lists:
            yield PlaceList(section.id, section.category, section.group, "", section.places)
            continue
        for prize_list in PRIZE_LISTS:
            who = {no for no in section.entrants if event.entrants[no].prize_list == prize_list}
            places = places_among(section.places, who)
            if places:
                yield PlaceList(section.id, section.category, section.group, prize_list, places)


def awards(event: Event) -> tuple[Awarded, ...]:
    """What has been won, list by list, best first; then what all others get.

    The excluded get nothing; no place is awarded to those whose results are annulled.
    """
    won = tuple(_won(event))
    have = {awarded.entrant for awarded in won}
    return (*won, *_for_all_others(event, have))


def _won(event: Event) -> Iterator[Awarded]:
    for listed in place_lists(event):
        for place in listed.places:
            for award in event.rules.awards:
                if is_for(award, place.first):
                    for number in place.entrants:
                        entrant = event.entrants[number]
                        if entrant.standing is not Standing.EXCLUDED and not entrant.is_annulled:
                            yield Awarded(
                                number, award, listed.category, listed.group, listed.prize_list, place
                            )


def is_for(award: Award, place: int) -> bool:
    """Whether a place earns an award."""
    if award.first_place is None:
        return False
    return award.first_place <= place and (award.last_place is None or place <= award.last_place)


def _for_all_others(event: Event, have: set[EntrantNo]) -> Iterator[Awarded]:
    for_all = [award for award in event.rules.awards if award.first_place is None]
    finished = {section.category for section in final_sections(event) if section.is_finished}
    took_part = sorted({number for section in event.sections for number in section.entrants} - have)
    for number in took_part:
        entrant = event.entrants[number]
        if entrant.category in finished and entrant.standing is not Standing.EXCLUDED:
            for award in for_all:
                yield Awarded(number, award, entrant.category, entrant.group, entrant.prize_list, None)
