"""How a game ends: the outcome, which rule and article made it, and where that rule's count began."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rules.pieces import Color

if TYPE_CHECKING:
    from rules.counting import DrawRule


class Reason(StrEnum):
    """Why a game is over; the values are stored."""

    NO_PIECES = "no-pieces"
    BLOCKED = "blocked"
    RESIGNATION = "resignation"
    FLAG = "flag"
    DEADLINE = "deadline"
    FORFEIT = "forfeit"
    IMPOSSIBLE_MOVES = "impossible-moves"
    REPETITION = "repetition"
    NO_PROGRESS = "no-progress"
    MATERIAL = "material"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    MORE_KINGS = "more-kings"
    EQUAL_KINGS = "equal-kings"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    ``winner`` is None for a draw; ``advantage`` names the side a draw favours, with ``advantage_article``
    saying why. ``article`` is that of the rule that ended the game, empty where the document is silent.

    ``since_ply`` is the ply after which the count of the rule stood at 0 (for a repetition: the ply that
    brought the position first), ``count`` the number the rule asks for (of impossible moves: how many were
    made), ``rule`` a material pattern such as ``2K v K``. Where kings were counted, ``kings`` holds White's
    and Black's, and ``stopped_by`` and ``stopped_article`` tell what had stopped play. ``drawn_by`` is the
    draw rule that ended or stopped the game.
    """

    winner: Color | None
    reason: Reason
    article: str
    advantage: Color | None = None
    since_ply: int | None = None
    rule: str | None = None
    count: int | None = None
    advantage_article: str = ""
    kings: tuple[int, int] | None = None
    stopped_by: Reason | None = None
    stopped_article: str = ""
    drawn_by: DrawRule | None = None

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, and for a draw with advantage ``1+`` (White's) or ``1-``."""
        if self.winner is not None:
            return "1-0" if self.winner is Color.WHITE else "0-1"
        if self.advantage is not None:
            return "1+" if self.advantage is Color.WHITE else "1-"
        return "1/2-1/2"
