"""Reports of a table in FIDE's format TRF-2026, which pairing and tie-break checkers read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from rules.pieces import Color
from rules.tournament.draw import Draw
from rules.tournament.eventrules import EventRules, System, TieBreak
from rules.tournament.history import NOTHING, Entry, Was, meeting_points, records, table_rounds
from rules.tournament.model import Entrant, EntrantNo, How, Pairing, Round, Section, Standing
from rules.tournament.standings import table
from rules.tournament.swiss import first_colour, has_met

NAME_LENGTH = 33
_BLANK = " " * 8

TIE_BREAK_CODES: Mapping[TieBreak, str] = {
    TieBreak.DIRECT_GAME: "DE",
    TieBreak.BUCHHOLZ: "BH",
    TieBreak.BUCHHOLZ_MEDIAN: "BH/M1",
    TieBreak.BUCHHOLZ_CUT_1: "BH/C1",
    TieBreak.BUCHHOLZ_CUT_2: "BH/C2",
    TieBreak.SONNEBORN_BERGER: "SB",
    TieBreak.WINS: "WIN",
    TieBreak.BLACK_WINS: "BWG",
    TieBreak.PROGRESSIVE: "PS",
}
"""FIDE's codes; there are none for the other tie-breaks"""


class Unsaid(StrEnum):
    """What the format has no words for; shown by key."""

    NAMES = "names"
    """written in other letters, or shortened"""
    ADVANTAGE = "advantage"
    """draws with advantage are written as draws"""
    MATCHES = "matches"
    """a match of several games is written as one result"""
    POINTS = "points"
    """points that do not follow from the results as they are written"""
    ANNULLED = "annulled"
    """games that count for nothing any more"""
    EXTRA_GAMES = "extra-games"
    TIE_BREAKS = "tie-breaks"
    """tie-breaks without a code: ranks may not follow from those that have one"""
    EXCLUDED = "excluded"
    """a last rank that does not follow from the points"""
    COLOURS = "colours"
    """given by the regulation, not by the pairing rules"""


@dataclass(frozen=True, slots=True)
class Lost:
    """One thing that a report does not say, and whom it concerns (nobody in particular, if empty)."""

    what: Unsaid
    entrants: tuple[EntrantNo, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """What a report says of the event itself; empty texts are left out."""

    title: str
    place: str = ""
    starts: date | None = None
    ends: date | None = None
    arbiter: str = ""


def to_trf(
    section: Section,
    entrants: Mapping[EntrantNo, Entrant],
    rules: EventRules,
    names: Mapping[EntrantNo, str],
    heading: Heading,
    draw: Draw,
    forbidden: frozenset[frozenset[EntrantNo]] = frozenset(),
) -> tuple[str, tuple[Lost, ...]]:
    """A Swiss or round robin as a report in ASCII, and what is lost in it.

    Starting numbers are places in the section's order. Whoever has no name any more appears under the sign-up
    number. Raises ValueError for a knockout.
    """
    if section.system is System.KNOCKOUT:
        raise ValueError("a knockout has no report in this format")
    report = _Report(section, entrants, rules)
    lines = [
        *_heading(heading, len(section.entrants)),
        *report.about(draw),
        *report.players(names),
        *report.prohibited(forbidden),
    ]
    lost = tuple(Lost(what, tuple(sorted(report.lost[what]))) for what in Unsaid if what in report.lost)
    return "\n".join(lines) + "\n", lost


def ascii_name(name: str) -> str:
    """A name in ASCII letters, of at most 33 characters."""
    # Imported here: its tables are needed for reports only.
    from anyascii import anyascii

    return " ".join(str(anyascii(name)).split())[:NAME_LENGTH].rstrip()


def _heading(heading: Heading, count: int) -> Iterator[str]:
    fields = (
        ("012", ascii_name(heading.title)),
        ("022", ascii_name(heading.place)),
        ("042", heading.starts.strftime("%Y/%m/%d") if heading.starts else ""),
        ("052", heading.ends.strftime("%Y/%m/%d") if heading.ends else ""),
        ("062", str(count)),
        ("102", ascii_name(heading.arbiter)),
    )
    yield from (f"{record} {text}" for record, text in fields if text)


class _Report:
    """One section's part of a report. ``lost`` grows with what is written."""

    def __init__(self, section: Section, entrants: Mapping[EntrantNo, Entrant], rules: EventRules) -> None:
        self._section, self._entrants, self._rules = section, entrants, rules
        self._place = {number: at for at, number in enumerate(section.entrants, start=1)}
        self._records = records(section, entrants, rules)
        self._full, self._even = meeting_points(section, rules)
        self._bye = rules.swiss.bye_points if self._is_swiss and rules.swiss else NOTHING
        self._rounds = list(table_rounds(section))
        self._planned = section.rounds_planned or len(self._rounds)
        self.lost: dict[Unsaid, set[EntrantNo]] = {}

    @property
    def _is_swiss(self) -> bool:
        return self._section.system is System.SWISS

    def about(self, draw: Draw) -> Iterator[str]:
        """Records about the tournament: system, rounds, first colour, points and tie-breaks."""
        yield f"092 Individual: {'Swiss-System' if self._is_swiss else 'Round-Robin'}"
        yield f"142 {self._planned}"
        yield f"XXR {self._planned}"  # the same for readers of the format before 2026
        if self._is_swiss:
            yield f"152 {'W' if first_colour(draw, self._section) is Color.WHITE else 'B'}"
        letters = (("W", self._full), ("D", self._even), ("L", self._rules.scoring.loss), ("P", self._bye))
        yield "162  " + "    ".join(f"{letter}{_decimal(points)}" for letter, points in letters)
        yield f"192 {'FIDE_DUTCH_2026' if self._is_swiss else 'FIDE_ROUNDROBIN'}"
        codes = [TIE_BREAK_CODES[one] for one in self._rules.tie_breaks if one in TIE_BREAK_CODES]
        if len(codes) < len(self._rules.tie_breaks):
            self._lose(Unsaid.TIE_BREAKS)
        yield " ".join(("212 PTS", *codes))

    def players(self, names: Mapping[EntrantNo, str]) -> Iterator[str]:
        """One record an entrant, in the order of their starting numbers."""
        ranks = {score.entrant: score.rank for score in table(self._section, self._entrants, self._rules)}
        self._lose_what_has_no_column()
        for number, place in self._place.items():
            name = ascii_name(names.get(number, "")) or f"No {number}"
            if name != names.get(number):
                self._lose(Unsaid.NAMES, number)
            cells, points = self._cells(number)
            if points != self._records[number].points:
                self._lose(Unsaid.POINTS, number)
            columns = (f"001 {place:>4}", f"{'':4} {name:<{NAME_LENGTH}}", f"{'':31}", _decimal(points))
            yield f"{' '.join((*columns, f'{ranks[number]:>4}'))}  {'  '.join(cells)}".rstrip()

    def prohibited(self, forbidden: Iterable[frozenset[EntrantNo]]) -> Iterator[str]:
        """Pairs that must not meet; one that has met all the same was forbidden only afterwards."""
        here = set(self._place)
        met = set(has_met(self._section))
        pairs = [pair for pair in forbidden if pair <= here and pair not in met]
        for one, other in sorted(sorted(self._place[number] for number in pair) for pair in pairs):
            yield f"260 {1:>3} {self._planned:>3} {one:>4} {other:>4}"

    def _lose(self, what: Unsaid, *whom: EntrantNo) -> None:
        self.lost.setdefault(what, set()).update(whom)

    def _lose_what_has_no_column(self) -> None:
        for number, record in self._records.items():
            if record.extra:
                self._lose(Unsaid.EXTRA_GAMES, number)
            if any(entry.advantage for entry in record.entries):
                self._lose(Unsaid.ADVANTAGE, number)
            if self._entrants[number].standing is Standing.EXCLUDED:
                self._lose(Unsaid.EXCLUDED, number)
        for pairing in (pairing for round_ in self._rounds for pairing in round_.pairings):
            if len(pairing.games) > 1:
                self._lose(Unsaid.MATCHES, *pairing.players)
            if self._is_swiss and pairing.white_by in ("younger", "lot"):
                self._lose(Unsaid.COLOURS, *pairing.players)
            if pairing.games and self._is_annulled(pairing):
                self._lose(Unsaid.ANNULLED, *pairing.players)

    def _is_annulled(self, pairing: Pairing) -> bool:
        return any(self._entrants[number].is_annulled for number in pairing.players) or any(
            game.how is How.ANNULLED for game in pairing.games
        )

    def _cells(self, number: EntrantNo) -> tuple[list[str], Fraction]:
        """An entrant's rounds, eight characters each, and the points that a reader adds up from them."""
        by_round = {entry.round: entry for entry in self._records[number].entries}
        cells, points = [], NOTHING
        for round_ in self._rounds:
            entry = by_round.get(round_.number)
            if entry is None:
                cells.append(self._open(number, round_))
                continue
            letter, worth = self._letter(entry)
            points += worth
            cells.append(self._cell(entry.opponent, entry.color, letter))
        return cells, points

    def _cell(self, opponent: EntrantNo | None, color: Color | None, letter: str) -> str:
        if opponent is None:
            return f"0000 - {letter}" if letter else _BLANK
        return f"{self._place[opponent]:>4} {'w' if color is Color.WHITE else 'b'} {letter}"

    def _open(self, number: EntrantNo, round_: Round) -> str:
        """A game not finished yet has no result; a rest or an annulled game no opponent either."""
        for pairing in round_.pairings:
            if number in pairing.players and pairing.second is not None and not self._is_annulled(pairing):
                is_first = number == pairing.first
                opponent = pairing.second if is_first else pairing.first
                return self._cell(opponent, Color.WHITE if is_first else Color.BLACK, " ")
        return _BLANK

    def _letter(self, entry: Entry) -> tuple[str, Fraction]:
        """The format's letter for a round, and what it is worth to a reader."""
        if entry.was is Was.BYE:
            return "U", self._bye
        if entry.was is Was.WON_BY_FORFEIT:
            return "+", self._full
        if entry.was is Was.LOST_BY_FORFEIT:
            return "-", NOTHING
        if entry.was is Was.PLAYED:
            if entry.won == entry.lost:
                return "=", self._even
            return ("1", self._full) if entry.won > entry.lost else ("0", self._rules.scoring.loss)
        if entry.points >= self._full:
            return "F", self._full
        # A blank says the same as Z. Some readers take every written bye for one by pairing, but whoever has
        # nothing written in the first round for present.
        zero = "Z" if entry.round == self._rounds[0].number else ""
        return ("H", self._even) if entry.points >= self._even else (zero, NOTHING)


def _decimal(points: Fraction) -> str:
    """Points in the four characters that the format has for them."""
    return f"{float(points):>4.1f}"
