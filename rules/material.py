"""The draw rule for endings of little material: patterns such as ``3K v K`` and the moves they may last."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from rules.counting import PlyFacts, RunningCount
from rules.ending import Reason
from rules.errors import RulesError
from rules.gametype import Position
from rules.pieces import Color, Kind, Piece


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
    see: str = ""

    @property
    def reason(self) -> Reason:
        return Reason.MATERIAL

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
    def pattern_text(self) -> str | None:
        return None if self.pattern is None else str(self.pattern)

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
