"""Ways to tell level entrants apart, each with its sum written out.

Unplayed rounds are treated by FIDE's Tie-Break Regulations C.07, article 16, as of March 2026:

- In an opponent's score, rounds at the end that the opponent chose not to play count as draws (16.3.2); all
  other rounds count what they brought.
- One's own unplayed round counts as a game against an opponent with one's own score; after a forfeit no more
  than the score of who was paired there (16.4.1), otherwise no more than a draw in every round (16.4.2).
- The lowest value is cut first among the rounds that one chose not to play (16.5).

In a round robin every pairing counts as played, and a rest for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Any

from rules.tournament.eventrules import EventRules, System, TieBreak
from rules.tournament.history import NOTHING, Entry, Record, Was, meeting_points, records, table_rounds
from rules.tournament.model import Entrant, EntrantNo, Section, Standing


class Treated(StrEnum):
    """Where a term of a sum comes from; shown by key."""

    OPPONENT = "opponent"
    """the score of the opponent played, or points made against them"""
    OWN_SCORE = "own-score"
    """not played: one's own score instead of an opponent's"""
    ABSENT_OPPONENT = "absent-opponent"
    """a forfeit: the opponent's score, which is lower than one's own"""
    ALL_DRAWN = "all-drawn"
    """not played: a draw in every round, which is lower than one's own score"""
    ROUND = "round"
    """something of the round itself, whoever the opponent"""


class Cut(StrEnum):
    """Why a term does not count; shown by key."""

    LOWEST = "lowest"
    HIGHEST = "highest"


@dataclass(frozen=True, slots=True)
class Term:
    """One round's part of a tie-break.

    ``value`` is what is added up unless ``cut``. Where an opponent's score counts, ``score`` is it, with
    ``as_draws`` rounds at its end counted as draws; a Sonneborn-Berger term is ``score`` times the ``points``
    of the round. ``was`` tells what the round was, so that an unplayed one can be named.
    """

    round: int
    opponent: EntrantNo | None
    value: Fraction
    was: Was
    treated: Treated
    points: Fraction
    score: Fraction | None = None
    as_draws: int = 0
    cut: Cut | None = None
    is_voluntary: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """A tie-break's value for one entrant and the terms it is the sum of, by round.

    ``level_with``: for a direct game, the others it is about; ``decides`` whether it tells any of them apart.
    """

    value: Fraction
    terms: tuple[Term, ...]
    level_with: tuple[EntrantNo, ...] = ()
    decides: bool = True


@dataclass(frozen=True, slots=True)
class _Adjusted:
    """A score as it counts for the opponents."""

    score: Fraction
    as_draws: int


class TieBreaks:
    """All tie-breaks of a section at one moment."""

    def __init__(self, section: Section, entrants: Mapping[EntrantNo, Entrant], rules: EventRules) -> None:
        self.records: Mapping[EntrantNo, Record] = records(section, entrants, rules)
        self.points = {number: record.points for number, record in self.records.items()}
        self._full, self._draw = meeting_points(section, rules)
        self._all_meet = section.system is not System.SWISS
        self._rounds = sum(1 for _ in table_rounds(section))
        self._adjusted = {number: self._adjust(record) for number, record in self.records.items()}
        self._opposition = {number: self._facing(number) for number in self.records}
        self._values: dict[TieBreak, Mapping[EntrantNo, Fraction]] = {}
        self._unranked = frozenset(
            number
            for number in section.entrants
            if entrants[number].standing is Standing.EXCLUDED or entrants[number].is_annulled
        )

    def by_points(self) -> list[list[EntrantNo]]:
        """Entrants with equal points, best first; the excluded and the annulled come last."""
        return _by_value(
            tuple(self.records), lambda number: (number not in self._unranked, self.points[number])
        )

    def level_before(self, order: Sequence[TieBreak], tie_break: TieBreak) -> list[list[EntrantNo]]:
        """Those who are level when a tie-break's turn comes in a regulation's order, best first."""
        groups = self.by_points()
        for earlier in order:
            if earlier is tie_break:
                break
            groups = self.split(groups, earlier)
        return groups

    def split(self, groups: Sequence[Sequence[EntrantNo]], tie_break: TieBreak) -> list[list[EntrantNo]]:
        """Groups of level entrants, best first, told apart further by one tie-break."""
        if tie_break is TieBreak.DIRECT_GAME:
            return [part for group in groups for part in self.by_direct_game(group)]
        values = self.values(tie_break)
        return [part for group in groups for part in _by_value(group, values.__getitem__)]

    def values(self, tie_break: TieBreak) -> Mapping[EntrantNo, Fraction]:
        """The value of every entrant, by a tie-break that does not depend on who is level."""
        if tie_break not in self._values:
            self._values[tie_break] = {
                number: total(self.terms(tie_break, number)) for number in self.records
            }
        return self._values[tie_break]

    def terms(self, tie_break: TieBreak, entrant: EntrantNo) -> tuple[Term, ...]:
        """The terms of a tie-break that does not depend on who is level, by round."""
        return _TERMS[tie_break](self, entrant)

    def direct_terms(self, entrant: EntrantNo, level: frozenset[EntrantNo]) -> tuple[Term, ...]:
        """Points made against those who are level, by round."""
        return tuple(
            Term(entry.round, entry.opponent, entry.points, entry.was, Treated.OPPONENT, entry.points)
            for entry in self.records[entrant].entries
            if entry.opponent in level and self._counts(entry)
        )

    def by_direct_game(self, level: Sequence[EntrantNo]) -> list[list[EntrantNo]]:
        """Level entrants split by the games among them, best first (C.07, 6).

        Where not all have met, only those are told apart whom the rest could not overtake by winning the
        games that were not played. What is still level is looked at again by itself.
        """
        if len(level) < 2:
            return [list(level)]
        group = frozenset(level)
        made: dict[EntrantNo, Fraction] = {}
        reach: dict[EntrantNo, Fraction] = {}
        for number in level:
            terms = self.direct_terms(number, group)
            missing = len(group) - 1 - len({term.opponent for term in terms})
            made[number] = total(terms)
            reach[number] = made[number] + (0 if self._all_meet else missing * self._full)
        parts = _split(sorted(level, key=lambda number: (-made[number], -reach[number])), made, reach)
        if len(parts) == 1:
            return [list(level)]
        return [part for parts_of in map(self.by_direct_game, parts) for part in parts_of]

    def _counts(self, entry: Entry) -> bool:
        """Whether a round counts as a game: in a round robin a forfeited one does as well."""
        return entry.opponent is not None and (self._all_meet or entry.was is Was.PLAYED)

    def _adjust(self, record: Record) -> _Adjusted:
        score, as_draws = record.points, 0
        if not self._all_meet:
            for entry in reversed(record.entries):
                if not entry.is_voluntary:
                    break
                if entry.opponent is None:
                    score += self._draw - entry.points
                    as_draws += 1
        return _Adjusted(score, as_draws)

    def _facing(self, entrant: EntrantNo) -> tuple[Term, ...]:
        """The score that each round counts with: an opponent's, or what stands for it."""
        return tuple(self._faced(entrant, entry) for entry in self.records[entrant].entries)

    def _faced(self, entrant: EntrantNo, entry: Entry) -> Term:
        own, opponent = self.points[entrant], entry.opponent
        there = self._adjusted[opponent] if opponent is not None else None
        if there is not None and self._counts(entry):
            score, treated, as_draws, voluntary = there.score, Treated.OPPONENT, there.as_draws, False
        elif there is not None and there.score < own:
            score, treated, as_draws = there.score, Treated.ABSENT_OPPONENT, there.as_draws
            voluntary = entry.is_voluntary
        elif there is None and self._draw * self._rounds < own:
            score, treated, as_draws = self._draw * self._rounds, Treated.ALL_DRAWN, 0
            voluntary = entry.is_voluntary
        else:
            score, treated, as_draws, voluntary = own, Treated.OWN_SCORE, 0, entry.is_voluntary
        return Term(
            entry.round,
            opponent,
            score,
            entry.was,
            treated,
            entry.points,
            score,
            as_draws,
            is_voluntary=voluntary,
        )

    def _buchholz(self, entrant: EntrantNo, lowest: int, highest: int) -> tuple[Term, ...]:
        terms = list(self._opposition[entrant])
        for kind, count in ((Cut.LOWEST, lowest), (Cut.HIGHEST, highest)):
            for _ in range(count):
                left = [place for place, term in enumerate(terms) if term.cut is None]
                if left:
                    place = min(left, key=lambda place: _cut_order(terms[place], kind))
                    terms[place] = replace(terms[place], cut=kind)
        return tuple(terms)

    def _sonneborn_berger(self, entrant: EntrantNo) -> tuple[Term, ...]:
        return tuple(replace(term, value=term.value * term.points) for term in self._opposition[entrant])

    def _progressive(self, entrant: EntrantNo) -> tuple[Term, ...]:
        entries = self.records[entrant].entries
        return tuple(
            Term(entry.round, entry.opponent, so_far, entry.was, Treated.ROUND, entry.points)
            for entry, so_far in zip(entries, accumulate(entry.points for entry in entries), strict=True)
        )

    def _wins(self, entrant: EntrantNo) -> tuple[Term, ...]:
        """Games won, and rounds that brought as much as a win without being played (C.07, 7.1)."""
        return self._counted(
            entrant, lambda entry: entry.won or int(entry.opponent is None and entry.points >= self._full)
        )

    def _black_wins(self, entrant: EntrantNo) -> tuple[Term, ...]:
        return self._counted(entrant, lambda entry: entry.black_wins)

    def _plus_minus(self, entrant: EntrantNo) -> tuple[Term, ...]:
        return self._counted(entrant, lambda entry: entry.advantage)

    def _counted(self, entrant: EntrantNo, count: Callable[[Entry], int]) -> tuple[Term, ...]:
        return tuple(
            Term(entry.round, entry.opponent, Fraction(number), entry.was, Treated.ROUND, entry.points)
            for entry in self.records[entrant].entries
            if (number := count(entry))
        )

    def _extra_games(self, entrant: EntrantNo) -> tuple[Term, ...]:
        return tuple(
            Term(entry.round, entry.opponent, entry.points, entry.was, Treated.OPPONENT, entry.points)
            for entry in self.records[entrant].extra
        )

    def _none(self, entrant: EntrantNo) -> tuple[Term, ...]:
        """Lots and direct games are no sum of an entrant alone."""
        return ()


_TERMS: Mapping[TieBreak, Callable[[TieBreaks, EntrantNo], tuple[Term, ...]]] = {
    TieBreak.DIRECT_GAME: TieBreaks._none,
    TieBreak.BUCHHOLZ: lambda tie_breaks, entrant: tie_breaks._buchholz(entrant, 0, 0),
    TieBreak.BUCHHOLZ_MEDIAN: lambda tie_breaks, entrant: tie_breaks._buchholz(entrant, 1, 1),
    TieBreak.BUCHHOLZ_CUT_1: lambda tie_breaks, entrant: tie_breaks._buchholz(entrant, 1, 0),
    TieBreak.BUCHHOLZ_CUT_2: lambda tie_breaks, entrant: tie_breaks._buchholz(entrant, 2, 0),
    TieBreak.SONNEBORN_BERGER: TieBreaks._sonneborn_berger,
    TieBreak.WINS: TieBreaks._wins,
    TieBreak.BLACK_WINS: TieBreaks._black_wins,
    TieBreak.PROGRESSIVE: TieBreaks._progressive,
    TieBreak.PLUS_MINUS: TieBreaks._plus_minus,
    TieBreak.EXTRA_GAME: TieBreaks._extra_games,
    TieBreak.LOTS: TieBreaks._none,
}


def total(terms: Sequence[Term]) -> Fraction:
    """What a sum comes to, without the terms that are cut."""
    return sum((term.value for term in terms if term.cut is None), NOTHING)


def explain(
    section: Section,
    entrants: Mapping[EntrantNo, Entrant],
    rules: EventRules,
    tie_break: TieBreak,
    entrant: EntrantNo,
) -> Explanation:
    """The value of a tie-break as it stands in the table, with its sum.

    A direct game is about those who are level when its turn comes. Raises KeyError for a stranger.
    """
    tie_breaks = TieBreaks(section, entrants, rules)
    if tie_break is not TieBreak.DIRECT_GAME:
        terms = tie_breaks.terms(tie_break, entrant)
        return Explanation(total(terms), terms)
    groups = tie_breaks.level_before(rules.tie_breaks, tie_break)
    level = next(group for group in groups if entrant in group)
    terms = tie_breaks.direct_terms(entrant, frozenset(level))
    others = tuple(number for number in level if number != entrant)
    return Explanation(total(terms), terms, others, decides=len(tie_breaks.by_direct_game(level)) > 1)


def _by_value(group: Sequence[EntrantNo], value: Callable[[EntrantNo], Any]) -> list[list[EntrantNo]]:
    """Those of equal value together, highest first, each part in the order given."""
    best_first = sorted(group, key=value, reverse=True)
    return [list(same) for _, same in groupby(best_first, key=value)]


def _cut_order(term: Term, kind: Cut) -> tuple[bool, Fraction]:
    if kind is Cut.LOWEST:
        return (not term.is_voluntary, term.value)
    return (False, -term.value)


def _split(
    ordered: Sequence[EntrantNo], made: Mapping[EntrantNo, Fraction], reach: Mapping[EntrantNo, Fraction]
) -> list[list[EntrantNo]]:
    """Parts from the top, each out of reach of all below it; from the first doubt on they stay together."""
    if all(made[number] == reach[number] for number in ordered):
        return [list(same) for _, same in groupby(ordered, key=lambda number: made[number])]
    best_behind = list(accumulate((reach[number] for number in reversed(ordered)), max))[::-1]
    parts: list[list[EntrantNo]] = []
    for place, number in enumerate(ordered):
        if place + 1 == len(ordered) or made[number] <= best_behind[place + 1]:
            parts.append(list(ordered[place:]))
            break
        parts.append([number])
    return parts
