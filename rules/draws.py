"""Draw rules as data, and the counters that run them ply by ply.

A rule is what a regulation states; a counter is the rule together with what has happened so far in one game.
Counters are immutable and small: none keeps past positions that can no longer come back.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Protocol

from rules.ending import Reason
from rules.errors import RulesError
from rules.gametype import Position
from rules.pieces import Color, Kind, Piece


class PlyFacts(NamedTuple):
    """What the counters need to know of a ply that is finished, a huffed piece taken off.

    ``number`` is 1 for the first ply, 0 for the position the game starts from, where ``mover`` is the side
    that is not to move. ``king_move``: a king moved and nothing was captured or huffed. ``for_good``: no
    earlier position can come back (a man moved, or the number of pieces changed). ``took``: the move itself
    captured. ``gives``: the opponent must now capture.
    """

    number: int
    mover: Color
    king_move: bool
    for_good: bool
    took: bool
    gives: bool
    position: Position


class RunningCount(NamedTuple):
    """How far a draw count has come, counting from after ply ``since_ply``.

    A *move* of the count is ``plies_per_move`` plies: two where both players' moves count.
    """

    rule: DrawRule
    plies: int
    plies_needed: int
    plies_per_move: int
    since_ply: int

    @property
    def done(self) -> int:
        """Full moves made."""
        return self.plies // self.plies_per_move

    @property
    def of(self) -> int:
        """Moves the rule asks for."""
        return self.plies_needed // self.plies_per_move

    @property
    def moves_left(self) -> int:
        """Moves still to be made, a begun one included."""
        return -((self.plies - self.plies_needed) // self.plies_per_move)


class Counter(Protocol):
    """A draw rule at one point of a game."""

    @property
    def rule(self) -> DrawRule: ...

    @property
    def since_ply(self) -> int:
        """The ply after which the count stood at 0; for a repetition the first that brought the position."""

    @property
    def is_due(self) -> bool:
        """Whether the rule ends the game now, by itself."""

    def after(self, ply: PlyFacts) -> Counter: ...

    def running(self) -> RunningCount | None:
        """The progress of a count of moves, None when there is none."""


# --- repetition ---------------------------------------------------------------------------------------------


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

    reason = Reason.REPETITION

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


# --- no progress --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoProgress:
    """``moves`` of each player in which only kings moved and nothing was captured, nor huffed.

    ``giving_breaks``: a move after which the opponent must capture breaks the count as it is made.
    """

    article: str
    moves: int
    giving_breaks: bool = False

    reason = Reason.NO_PROGRESS

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


# --- material -----------------------------------------------------------------------------------------------


class PatternError(RulesError):
    """A material pattern that cannot be read; data holds ``text``."""

    code = "pattern"


class Force(NamedTuple):
    """Kings and men of one side."""

    kings: int
    men: int


def force_of(position: Position, color: Color) -> Force:
    """The material of one side."""
    return Force(position.kings(color), position.men(color))


@dataclass(frozen=True, slots=True)
class Pattern:
    """Material of two sides, of either colour: ``2K+m v K``."""

    stronger: Force
    weaker: Force

    def __str__(self) -> str:
        return f"{_format_force(self.stronger)} v {_format_force(self.weaker)}"


_FORCE = re.compile(r"(?:([0-9]{0,2})K)?(\+)?(?:([0-9]{0,2})m)?", re.ASCII)


def _format_force(force: Force) -> str:
    parts = ((force.kings, "K"), (force.men, "m"))
    return "+".join(f"{n if n > 1 else ''}{letter}" for n, letter in parts if n)


def _parse_force(text: str) -> Force:
    found = _FORCE.fullmatch(text.strip())
    force = Force(0, 0)
    if found is not None:
        kings, plus, men = found.groups()
        if (plus is not None) == (kings is not None and men is not None):
            force = Force(*(0 if n is None else int(n or 1) for n in (kings, men)))
    if not any(force):
        raise PatternError(text=text)
    return force


def parse_pattern(text: str) -> Pattern:
    """Read ``3K v K``, ``K+2m v K``: stronger side first, K kings and m men. Raises PatternError."""
    sides = text.split(" v ")
    if len(sides) != 2:
        raise PatternError(text=text)
    return Pattern(_parse_force(sides[0]), _parse_force(sides[1]))


class By(StrEnum):
    """Whose moves a material rule counts."""

    EACH = "each"
    STRONGER = "stronger"


class Diagonal(StrEnum):
    """Which side must hold the main diagonal alone: a king of its own on it, no piece of the other."""

    WEAKER_HOLDS = "weaker-holds"
    STRONGER_HOLDS = "stronger-holds"


@dataclass(frozen=True, slots=True)
class Material:
    """``moves`` of each player, or of the stronger, while the material is any of ``patterns``.

    ``latched``: once begun, the count ends only with the game.
    """

    article: str
    patterns: tuple[Pattern, ...]
    moves: int
    by: By = By.EACH
    diagonal: Diagonal | None = None
    latched: bool = False

    reason = Reason.MATERIAL

    def counter(self, start: PlyFacts) -> MaterialCounter:
        return MaterialCounter(self).after(start)

    @property
    def number(self) -> int:
        return self.moves

    def match(self, ply: PlyFacts, preferred: Color | None) -> tuple[Pattern, Color] | None:
        """The pattern on the board and its stronger side; of two colours that fit, ``preferred``."""
        forces = {color: force_of(ply.position, color) for color in Color}
        colors = (Color.BLACK, Color.WHITE) if preferred is Color.BLACK else (Color.WHITE, Color.BLACK)
        for stronger in colors:
            sides = forces[stronger], forces[stronger.opponent]
            for pattern in self.patterns:
                if (pattern.stronger, pattern.weaker) == sides and self._is_held(ply, stronger):
                    return pattern, stronger
        return None

    def _is_held(self, ply: PlyFacts, stronger: Color) -> bool:
        if self.diagonal is None:
            return True
        holder = stronger if self.diagonal is Diagonal.STRONGER_HOLDS else stronger.opponent
        position = ply.position
        on_it = [piece for square in position.board.main_diagonal() if (piece := position.piece_at(square))]
        return Piece(holder, Kind.KING) in on_it and all(piece.color is holder for piece in on_it)


@dataclass(frozen=True, slots=True)
class MaterialCounter:
    """``pattern`` and ``stronger`` are None while the count does not run."""

    rule: Material
    plies: int = 0
    since_ply: int = 0
    pattern: Pattern | None = None
    stronger: Color | None = None

    @property
    def _of(self) -> int:
        return self.rule.moves * (2 if self.rule.by is By.EACH else 1)

    @property
    def is_due(self) -> bool:
        return self.pattern is not None and self.plies >= self._of

    def after(self, ply: PlyFacts) -> MaterialCounter:
        latched = self.rule.latched and self.pattern is not None
        found = None if latched else self.rule.match(ply, self.stronger)
        if not latched and found is None:
            return self if self.pattern is None else MaterialCounter(self.rule)
        if self.pattern is None:
            pattern, stronger = found or (None, None)
            return MaterialCounter(self.rule, 0, ply.number, pattern, stronger)
        counts = self.rule.by is By.EACH or ply.mover is self.stronger
        pattern, stronger = found or (self.pattern, self.stronger)
        return replace(self, plies=self.plies + counts, pattern=pattern, stronger=stronger)

    def running(self) -> RunningCount | None:
        if self.pattern is None:
            return None
        return RunningCount(
            self.rule, self.plies, self._of, 2 if self.rule.by is By.EACH else 1, self.since_ply
        )


DrawRule = Repetition | NoProgress | Material


# --- the draw that the arbiter may call ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArbiterDraw:
    """A position standing for the ``count``-th time while each of the last ``plies`` plies took something.

    The arbiter is told of it, and may call a draw; without an arbiter it is one.
    """

    article: str
    count: int
    plies: int


@dataclass(frozen=True, slots=True)
class ArbiterDrawCounter:
    """``run``: how many plies without a break have taken something; ``was_due``: before, in this run."""

    rule: ArbiterDraw
    seen: _Seen = _Seen()
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
