"""What each round was for an entrant: the one source of points, tie-breaks, pairings and exports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from rules.pieces import Color
from rules.tournament.eventrules import EventRules, MatchRule, Scoring, System
from rules.tournament.model import Entrant, EntrantNo, How, MatchGame, Pairing, PairingKind, Round, Section

NOTHING = Fraction(0)


class Was(StrEnum):
    """What a round was for an entrant; shown by key."""

    PLAYED = "played"
    WON_BY_FORFEIT = "won-by-forfeit"
    LOST_BY_FORFEIT = "lost-by-forfeit"
    BYE = "bye"
    """by the pairing rules"""
    REQUESTED_BYE = "requested-bye"
    MISSED = "missed"
    """before a late entry"""
    ABSENT = "absent"
    """not paired: withdrawn or excluded by then"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of one entrant, as far as it has a result.

    ``color`` is that of the first game. ``points`` as the regulation counts them; ``won``, ``drawn`` and
    ``lost`` are games, forfeits among them (or one match, where a match counts once); ``played``: how many of
    them were played. ``advantage``: draws with advantage for, less those against. ``is_voluntary``: the
    entrant chose not to play (FIDE C.07, 16.2.5).
    """

    round: int
    was: Was
    opponent: EntrantNo | None
    color: Color | None
    points: Fraction
    is_voluntary: bool = False
    won: int = 0
    drawn: int = 0
    lost: int = 0
    played: int = 0
    black_wins: int = 0
    advantage: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """All rounds of one entrant in order, and the extra games that only tell level entrants apart."""

    entries: tuple[Entry, ...]
    extra: tuple[Entry, ...] = ()

    @property
    def points(self) -> Fraction:
        return sum((entry.points for entry in self.entries), NOTHING)


def points_of(result: str, scoring: Scoring) -> tuple[Fraction, Fraction]:
    """Points of White and Black for a result; ``1+`` and ``1-`` are draws.

    Raises KeyError for what is no result.
    """
    win, draw, loss = scoring.win, scoring.draw, scoring.loss
    return {
        "1-0": (win, loss),
        "0-1": (loss, win),
        "1/2-1/2": (draw, draw),
        "1+": (draw, draw),
        "1-": (draw, draw),
        "0-0": (NOTHING, NOTHING),
    }[result]


def match_rule(section: Section, rules: EventRules) -> MatchRule:
    """The games of one meeting in a section with a table."""
    if section.system is System.SWISS and rules.swiss is not None:
        return rules.swiss.match
    if section.system is System.ROUND_ROBIN and rules.round_robin is not None:
        return rules.round_robin.match
    return MatchRule()


def meeting_points(section: Section, rules: EventRules) -> tuple[Fraction, Fraction]:
    """The most a meeting can bring, and what an even one does."""
    match = match_rule(section, rules)
    games = 1 if match.counts_once else match.games
    return rules.scoring.win * games, rules.scoring.draw * games


def table_rounds(section: Section) -> Iterator[Round]:
    """The rounds that bring points; those of extra games alone do not."""
    for round_ in section.rounds:
        if any(pairing.kind is not PairingKind.EXTRA for pairing in round_.pairings):
            yield round_


def records(
    section: Section, entrants: Mapping[EntrantNo, Entrant], rules: EventRules
) -> dict[EntrantNo, Record]:
    """The record of every entrant of a section. Open games and annulled ones are in none."""
    annulled = {number for number in section.entrants if entrants[number].is_annulled}
    entries: dict[EntrantNo, list[Entry]] = {number: [] for number in section.entrants}
    extra: dict[EntrantNo, list[Entry]] = {}
    counted = {round_.number for round_ in table_rounds(section)}
    full, _ = meeting_points(section, rules)
    for round_ in section.rounds:
        paired: set[EntrantNo] = set()
        for pairing in round_.pairings:
            into = extra if pairing.kind is PairingKind.EXTRA else entries
            paired.update(pairing.players)
            if not annulled.isdisjoint(pairing.players):
                continue
            for number, entry in _of_pairing(section, rules, round_.number, pairing, full):
                into.setdefault(number, []).append(entry)
        if section.system is System.SWISS and round_.number in counted:
            for number in entries.keys() - paired:
                entries[number].append(_unpaired(section, rules, round_.number, entrants[number], full))
    return {number: Record(tuple(mine), tuple(extra.get(number, ()))) for number, mine in entries.items()}


def _of_pairing(
    section: Section, rules: EventRules, number: int, pairing: Pairing, full: Fraction
) -> Iterator[tuple[EntrantNo, Entry]]:
    first, second = pairing.first, pairing.second
    if second is None:
        if section.system is System.SWISS and rules.swiss is not None:
            if pairing.kind is PairingKind.REQUESTED_BYE:
                points = rules.swiss.requested_bye_points
                yield first, _idle(number, Was.REQUESTED_BYE, points, full)
            else:
                yield first, Entry(number, Was.BYE, None, None, rules.swiss.bye_points)
        return
    games = [game for game in pairing.games if game.result is not None and game.how is not How.ANNULLED]
    if not games or (pairing.match.counts_once and not pairing.is_decided):
        return
    for me, other in ((first, second), (second, first)):
        yield me, _of_games(rules.scoring, number, me, other, games, pairing.match.counts_once)


def _of_games(
    scoring: Scoring, number: int, me: EntrantNo, other: EntrantNo, games: list[MatchGame], once: bool
) -> Entry:
    """One side's entry of a match with at least one result."""
    points, advantage, black_wins, played = NOTHING, 0, 0, 0
    outcomes = [0, 0, 0]
    for game in games:
        is_white = game.white == me
        result = game.result or ""
        points += points_of(result, scoring)[0 if is_white else 1]
        side = _side(result, is_white)
        outcomes[side] += 1
        was_played = game.how is How.PLAYED
        played += was_played
        black_wins += was_played and side == 0 and not is_white
        if result in ("1+", "1-"):
            advantage += 1 if (result == "1+") is is_white else -1
    balance = outcomes[0] - outcomes[2]
    if once:
        outcomes = [int(balance > 0), int(balance == 0), int(balance < 0)]
        points = (scoring.win, scoring.draw, scoring.loss)[outcomes.index(1)]
        played = min(played, 1)
    unplayed = Was.WON_BY_FORFEIT if balance > 0 else Was.LOST_BY_FORFEIT
    was = Was.PLAYED if played else unplayed
    color = Color.WHITE if games[0].white == me else Color.BLACK
    return Entry(
        number,
        was,
        other,
        color,
        points,
        is_voluntary=was is Was.LOST_BY_FORFEIT,
        won=outcomes[0],
        drawn=outcomes[1],
        lost=outcomes[2],
        played=played,
        black_wins=black_wins,
        advantage=advantage,
    )


def _side(result: str, is_white: bool) -> int:
    """0 for a win, 1 for a draw, 2 for a loss of that side; where both were absent both have lost."""
    if result == "0-0":
        return 2
    if result in ("1-0", "0-1"):
        return 0 if (result == "1-0") is is_white else 2
    return 1


def _idle(number: int, was: Was, points: Fraction, full: Fraction) -> Entry:
    """A round not played by choice; with the points of a win it is not held against its entrant (16.2.3)."""
    return Entry(number, was, None, None, points, is_voluntary=points < full)


def _unpaired(section: Section, rules: EventRules, number: int, entrant: Entrant, full: Fraction) -> Entry:
    if is_before_entry(section, entrant, number) and rules.swiss is not None:
        return _idle(number, Was.MISSED, rules.swiss.missed_points, full)
    return _idle(number, Was.ABSENT, NOTHING, full)


def is_before_entry(section: Section, entrant: Entrant, number: int) -> bool:
    """Whether a late entrant does not play yet in round ``number``.

    Only the first stage can be entered late.
    """
    return section.stage == 0 and number < entrant.enters
