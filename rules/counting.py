"""What draw rules and their counters have in common.

A rule is what a regulation states; a counter is the rule together with what has happened so far in one game.
Counters are immutable and small: none keeps past positions that can no longer come back.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from rules.ending import Reason
from rules.gametype import Position
from rules.pieces import Color


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


class DrawRule(Protocol):
    """A rule that draws a game, as a regulation states it."""

    @property
    def article(self) -> str: ...

    @property
    def see(self) -> str:
        """A further article that bears on the rule, empty if there is none."""

    @property
    def reason(self) -> Reason: ...

    @property
    def number(self) -> int:
        """The number that the rule names: of moves, or of times a position stands."""

    def counter(self, start: PlyFacts) -> Counter:
        """The rule at the start of a game."""


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

    @property
    def pattern_text(self) -> str | None:
        """The material that the count runs on, such as ``2K v K``."""

    def after(self, ply: PlyFacts) -> Counter: ...

    def running(self) -> RunningCount | None:
        """The progress of a count of moves, None when there is none."""
