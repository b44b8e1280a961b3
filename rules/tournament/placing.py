"""Places from groups of level entrants."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from rules.tournament.model import EntrantNo, Place


def _no_article(first: int) -> str:
    return ""


def places_of(
    groups: Iterable[Sequence[EntrantNo]], article_of: Callable[[int], str] = _no_article
) -> tuple[Place, ...]:
    """Places for groups of level entrants, best first: after two at place 3 the next is at place 5.

    Empty groups are passed over. ``article_of`` tells the article of a place by its number.
    """
    places: list[Place] = []
    first = 1
    for group in groups:
        if group:
            places.append(Place(first, tuple(group), article_of(first)))
            first += len(group)
    return tuple(places)


def places_among(places: Iterable[Place], who: Container[EntrantNo]) -> tuple[Place, ...]:
    """The places that some entrants have among themselves, as boys and girls of a mixed field do.

    Who shared a place with others shares it with those of them who are left. Each keeps the article of the
    place in the whole field.
    """
    among: list[Place] = []
    first = 1
    for place in places:
        group = tuple(number for number in place.entrants if number in who)
        if group:
            among.append(Place(first, group, place.article))
            first += len(group)
    return tuple(among)
