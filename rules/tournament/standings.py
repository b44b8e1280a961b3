"""Tables of every system: points by the regulation's scoring, then its tie-breaks in its order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.tournament.draw import Draw
from rules.tournament.eventrules import EventRules, TieBreak
from rules.tournament.model import Entrant, EntrantNo, Place, Score, Section, Standing
from rules.tournament.tie_breaks import TieBreaks, total


def table(section: Section, entrants: Mapping[EntrantNo, Entrant], rules: EventRules) -> tuple[Score, ...]:
    """Everybody of a section, best first, after whatever results there are.

    Ranks are shared only where no tie-break separates (lots are no part of a table; see ``places``). The
    excluded, and those whose games are annulled, stand behind all others. Once a section is finished, its
    places are the ranks, whatever happens to entrants later. Open games count for nothing yet.
    """
    tie_breaks = TieBreaks(section, entrants, rules)
    groups = tie_breaks.by_points()
    values: dict[EntrantNo, list[Fraction]] = {number: [] for number in section.entrants}
    for tie_break in rules.tie_breaks:
        for group in groups:
            level = frozenset(group)
            for number in group:
                values[number].append(_value(tie_breaks, tie_break, number, level))
        groups = tie_breaks.split(groups, tie_break)
    if section.is_finished and section.places:
        groups = [list(place.entrants) for place in section.places]
    return tuple(
        _score(tie_breaks, entrants[number], rank, tuple(values[number]))
        for rank, group in _ranks(groups)
        for number in group
    )


def places(
    section: Section, entrants: Mapping[EntrantNo, Entrant], rules: EventRules, draw: Draw
) -> tuple[Place, ...]:
    """The final places by the table, best first.

    Where the regulation lists lots, they part those who are still level; such a place carries the article of
    the tie-breaks.
    """
    by_rank: dict[int, list[EntrantNo]] = {}
    for score in table(section, entrants, rules):
        by_rank.setdefault(score.rank, []).append(score.entrant)
    found: list[Place] = []
    for rank, level in by_rank.items():
        if len(level) == 1 or TieBreak.LOTS not in rules.tie_breaks:
            found.append(Place(rank, tuple(level)))
        else:
            drawn = draw.order(f"places {section.id} {rank}", level)
            found.extend(
                Place(rank + behind, (number,), rules.tie_break_article)
                for behind, number in enumerate(drawn)
            )
    return tuple(found)


def going_on(
    section: Section, entrants: Mapping[EntrantNo, Entrant], final: Sequence[Place], draw: Draw
) -> tuple[EntrantNo, ...]:
    """Who goes on to the next stage, best first; nobody where places are played for.

    Those who have left make room for the next. Where the last ones share a place, they draw.
    """
    if section.goes_on is None:
        return ()
    ordered: list[EntrantNo] = []
    for place in final:
        in_it = [number for number in place.entrants if entrants[number].is_playing]
        room = section.goes_on - len(ordered)
        if len(in_it) > room > 0:
            in_it = list(draw.order(f"goes on {section.id}", in_it))
        ordered.extend(in_it[:room])
    return tuple(ordered)


def _value(
    tie_breaks: TieBreaks, tie_break: TieBreak, number: EntrantNo, level: frozenset[EntrantNo]
) -> Fraction:
    if tie_break is TieBreak.DIRECT_GAME:
        return total(tie_breaks.direct_terms(number, level))
    return tie_breaks.values(tie_break)[number]


def _ranks(groups: Sequence[Sequence[EntrantNo]]) -> list[tuple[int, Sequence[EntrantNo]]]:
    ranks, rank = [], 1
    for group in groups:
        ranks.append((rank, group))
        rank += len(group)
    return ranks


def _score(tie_breaks: TieBreaks, entrant: Entrant, rank: int, values: tuple[Fraction, ...]) -> Score:
    entries = tie_breaks.records[entrant.number].entries
    return Score(
        entrant=entrant.number,
        rank=rank,
        points=tie_breaks.points[entrant.number],
        played=sum(entry.played for entry in entries),
        won=sum(entry.won for entry in entries),
        drawn=sum(entry.drawn for entry in entries),
        lost=sum(entry.lost for entry in entries),
        tie_breaks=values,
        is_out=entrant.standing in (Standing.WITHDRAWN, Standing.EXCLUDED),
    )
