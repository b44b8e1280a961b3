"""Draw rules by repetition and by moves without progress; material has its own module, named here too."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.counting import Counter, DrawRule, PlyFacts, RunningCount
from rules.ending import Reason
from rules.material import By, Diagonal, Force, Material, Pattern, PatternError, parse_pattern

__all__ = [
    "ArbiterDraw",
    "By",
    "Counter",
    "Diagonal",
    "DrawRule",
    "Force",
    "Material",
    "Mode",
    "NoProgress",
    "Pattern",
    "PatternError",
    "PlyFacts",
    "Repetition",
    "RunningCount",
    "parse_pattern",
]


class Mode(StrEnum):
    """Whether a rule ends the game by itself or when a player claims it."""

    AUTOMATIC = "automatic"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Repetition:
    """The same position with the same side to move for the ``count``-th time, the start included."""

    article: str
    count: int
    mode: Mode
    see: str = ""

    @property
    def reason(self) -> Reason:
        return Reason.REPETITION

    def counter(self, start: PlyFacts) -> RepetitionCounter:
        return RepetitionCounter(self, _Seen().after(start))

    @property
    def number(self) -> int:
        return self.count


class _Seen(NamedTuple):
    """How often each position that can still come back has stood, and which ply brought it first."""

    positions: Mapping[Hashable, tuple[int, int]] = {}
    times: int = 0
    first_ply: int = 0

    def after(self, ply: PlyFacts) -> _Seen:
        if ply.for_good:
            return _Seen({ply.position.key: (1, ply.number)}, 1, ply.number)
        times, first = self.positions.get(ply.position.key, (0, ply.number))
        return _Seen({**self.positions, ply.position.key: (times + 1, first)}, times + 1, first)


@dataclass(frozen=True, slots=True)
class RepetitionCounter:
    """``seen.times``: how often the position now on the board has stood."""

    rule: Repetition
    seen: _Seen

    @property
    def times(self) -> int:
        return self.seen.times

    @property
    def since_ply(self) -> int:
        return self.seen.first_ply

    @property
    def pattern_text(self) -> None:
        return None

    @property
    def is_due(self) -> bool:
        return self.rule.mode is Mode.AUTOMATIC and self.is_claimable

    @property
    def is_claimable(self) -> bool:
        """Whether the position on the board has stood often enough: for either player, while it stands."""
        return self.seen.times >= self.rule.count

    def after(self, ply: PlyFacts) -> RepetitionCounter:
        return RepetitionCounter(self.rule, self.seen.after(ply))

    def running(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class NoProgress:
    """``moves`` of each player in which only kings moved and nothing was captured, nor huffed.

    ``giving_breaks``: a move after which the opponent must capture breaks the count as it is made.
    """

    article: str
    moves: int
    giving_breaks: bool = False
    see: str = ""

    @property
    def reason(self) -> Reason:
        return Reason.NO_PROGRESS

    def counter(self, start: PlyFacts) -> NoProgressCounter:
        return NoProgressCounter(self, 0, start.number)

    @property
    def number(self) -> int:
        return self.moves


@dataclass(frozen=True, slots=True)
class NoProgressCounter:
    rule: NoProgress
    plies: int
    since_ply: int

    @property
    def pattern_text(self) -> None:
        return None

    @property
    def is_due(self) -> bool:
        return self.plies >= 2 * self.rule.moves

    def after(self, ply: PlyFacts) -> NoProgressCounter:
        if not ply.king_move or (self.rule.giving_breaks and ply.gives):
            return NoProgressCounter(self.rule, 0, ply.number)
        return NoProgressCounter(self.rule, self.plies + 1, self.since_ply)

    def running(self) -> RunningCount | None:
        if not self.plies:
            return None
        return RunningCount(self.rule, self.plies, 2 * self.rule.moves, 2, self.since_ply)


@dataclass(frozen=True, slots=True)
class ArbiterDraw:
    """A position standing for the ``count``-th time while each of the last ``plies`` plies took something.

    The arbiter is told of it, and may call a draw; without an arbiter it is one.
    """

    article: str
    count: int
    plies: int


_NOTHING_SEEN = _Seen()


@dataclass(frozen=True, slots=True)
class ArbiterDrawCounter:
    """``run``: how many plies without a break have taken something; ``was_due``: before, in this run."""

    rule: ArbiterDraw
    seen: _Seen = _NOTHING_SEEN
    run: int = 0
    was_due: bool = False

    def after(self, ply: PlyFacts) -> ArbiterDrawCounter:
        seen = self.seen.after(ply)
        if not ply.took:
            return ArbiterDrawCounter(self.rule, seen)
        return ArbiterDrawCounter(self.rule, seen, self.run + 1, self.was_due or self.is_due)

    @property
    def since_ply(self) -> int:
        return self.seen.first_ply

    @property
    def is_due(self) -> bool:
        return self.seen.times >= self.rule.count and self.run >= self.rule.plies
