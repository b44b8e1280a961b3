"""What can be wrong with a regulation file: where, which code, and the values a sentence about it needs.

The catalogues turn a code into words and a remedy (``regulation.problem.<code>``); the codes are stable.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.errors import RulesError

KeyPath = tuple[str | int, ...]


class Code(StrEnum):
    """The kinds of problems, in the order in which reading a file meets them."""

    NOT_TEXT = "not-text"
    """The bytes are no UTF-8."""
    TOO_LARGE = "too-large"
    TOO_DEEP = "too-deep"
    NOT_TOML = "not-toml"
    UNKNOWN_SCHEMA = "unknown-schema"
    """The file is written for another version of the schema."""
    UNKNOWN_KEY = "unknown-key"
    MISSING_KEY = "missing-key"
    MISSING_ARTICLE = "missing-article"
    """Nothing says where the source states it, and no silent point stands for it."""
    MISSING_LANGUAGE = "missing-language"
    WRONG_TYPE = "wrong-type"
    NOT_A_CHOICE = "not-a-choice"
    TOO_SMALL = "too-small"
    """A number below ``limit``."""
    TOO_BIG = "too-big"
    TOO_FEW = "too-few"
    """A list with fewer entries than ``limit``."""
    TOO_MANY = "too-many"
    BAD_TEXT = "bad-text"
    """Empty, longer than ``most`` characters, or with control characters."""
    BAD_ID = "bad-id"
    BAD_CLOCK = "bad-clock"
    BAD_PATTERN = "bad-pattern"
    BAD_POINTS = "bad-points"
    """Points below zero, above ``most``, or in small fractions."""
    BAD_SPAN = "bad-span"
    """A span of time that is none, or more than a year."""
    UNKNOWN_ZONE = "unknown-zone"
    REPEATED = "repeated"
    """A value stands twice where once is all it can mean."""
    NEVER_APPLIES = "never-applies"
    """A draw rule that no game can reach, or a tie-break that decides nothing; ``why`` is one of Never."""
    CONTRADICTION = "contradiction"
    """Two keys that cannot both hold; ``why`` is one of Conflict."""
    UNKNOWN_POINT = "unknown-point"
    """A silent point is about something that no regulation has."""


class Never(StrEnum):
    """Why a draw rule or a tie-break cannot apply."""

    AT_ONCE = "at-once"
    """Its count is reached before a game can begin it."""
    NOT_IN_THIS_GAME = "not-in-this-game"
    """What it counts does not exist in this game."""
    TOO_MANY_PIECES = "too-many-pieces"
    """A side of the pattern has more pieces than the game begins with."""
    WRONG_WAY_ROUND = "wrong-way-round"
    """The second side of the pattern is the stronger one."""
    NOBODY_STRONGER = "nobody-stronger"
    """The condition asks for a stronger side and the pattern has none."""
    NO_KING_TO_HOLD = "no-king-to-hold"
    """The side that must hold the diagonal has no king."""
    COVERED = "covered"
    """The rule at ``other`` always ends the game first."""
    NO_TABLE = "no-table"
    """Nothing is played in which points are added up."""
    NO_ADVANTAGE = "no-advantage"
    """The game knows no draws with advantage."""
    ALREADY_DECIDED = "already-decided"
    """The tie-break at ``other`` leaves nothing undecided."""


class Conflict(StrEnum):
    """Which two statements contradict each other; ``other`` names the second key."""

    TWO_GAMES = "two-games"
    HUFF_WITHOUT_HUFFING = "huff-without-huffing"
    """A missed capture is huffed, but the table that says how is missing."""
    HUFFING_WITHOUT_HUFF = "huffing-without-huff"
    """The table is there, but a missed capture is not huffed."""
    TOO_MANY_ROWS = "too-many-rows"
    """The rows of men leave no two empty rows between them."""
    VALUE_NEEDS_EIGHT_WAYS = "value-needs-eight-ways"
    """The Frisian value is meant for captures in all eight directions."""
    NO_KINGS_HERE = "no-kings-here"
    """An advantage or a count of kings in a game that has none."""
    OFFER_FORBIDDEN = "offer-forbidden"
    """Agreement is forbidden, yet it is said from which move on."""
    TWO_JUDGEMENTS = "two-judgements"
    """A stopped game is judged both by kings and by advantage."""
    ALLOWED_AND_FORBIDDEN = "allowed-and-forbidden"
    OLD_SCHEMA = "old-schema"
    """The tournament part came with schema 2."""
    TWO_COURSES = "two-courses"
    """The event names systems, and so do its stages."""
    SYSTEM_WITHOUT_TABLE = "system-without-table"
    """A system is played, but the table that says how is missing."""
    TABLE_WITHOUT_SYSTEM = "table-without-system"
    """The table is there, but its system is not played."""
    NOBODY_CHOOSES = "nobody-chooses"
    """Something is left open that the organiser is not asked."""
    NOTHING_TO_CHOOSE = "nothing-to-choose"
    """The organiser is asked what is settled or does not matter."""
    QUOTA_LEADS_NOWHERE = "quota-leads-nowhere"
    """A quota without a stage that follows."""
    TWO_QUOTAS = "two-quotas"
    """One quota for all, and one for each category."""
    STAGES_NARROW = "stages-narrow"
    """A stage within classes after one that has mixed them."""
    NOT_ASKED = "not-asked"
    """Sign-up does not ask what this depends on."""
    RANGE_REVERSED = "range-reversed"
    """A range ends before it begins."""
    OVERLAP = "overlap"
    """Somebody or something belongs to two entries of a list."""
    POINTS_REVERSED = "points-reversed"
    """A loss is worth a win, or a draw is not between them."""
    BYE_ABOVE_WIN = "bye-above-win"
    TWO_LENGTHS = "two-lengths"
    """A match has a number of games and a number of wins."""
    RETURN_NEEDS_ONE_GAME = "return-needs-one-game"
    """A return game alone decides only a match of one game."""
    INTERVAL_UNUSED = "interval-unused"
    """An interval, but rounds follow in another way."""
    MISSED_WITHOUT_DEADLINE = "missed-without-deadline"
    OPENS_TOO_LATE = "opens-too-late"
    """Sign-up opens when play has begun."""


class Fault(NamedTuple):
    """A problem before its file and line are known."""

    path: KeyPath
    code: Code
    data: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a file.

    ``line`` is 1-based; ``path`` the keys and (0-based) positions that lead to the fault, for example
    ``("draws", 1, "moves")``.
    """

    file: str
    line: int
    path: KeyPath
    code: Code
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key_path(self) -> str:
        """The path as an organiser reads it, positions counted from 1: ``draws[2].moves``."""
        return format_path(self.path)


class RegulationErrors(RulesError):
    """A file that is no regulation, with everything that is wrong with it, in the order of the lines."""

    code = "regulation"

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(problems=problems)


def format_path(path: KeyPath) -> str:
    """``("draws", 1, "moves")`` -> ``draws[2].moves``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            is_bare = re.fullmatch(r"[\w-]{1,60}", part) is not None
            name = part if is_bare else json.dumps(part[:60])
            text += f".{name}" if text else name
    return text
