"""What happened because of an action, for whoever tells it; the game itself is the state after it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from rules.ending import Outcome
from rules.errors import WhyIllegal
from rules.moves import Move, Square
from rules.pieces import Color


class Happening:
    """Base of all happenings."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Moved(Happening):
    """``by`` moved as ply ``ply`` (1-based); ``text`` in the notation shown."""

    by: Color
    text: str
    move: Move
    ply: int


@dataclass(frozen=True, slots=True)
class HuffDue(Happening):
    """``by`` must choose which of ``candidates`` (ascending by number) is taken off."""

    by: Color
    candidates: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Huffed(Happening):
    """The piece of ``loser`` on ``square`` was taken off; ``by_choice`` if the opponent named it."""

    loser: Color
    square: Square
    by_choice: bool
    article: str


@dataclass(frozen=True, slots=True)
class DrawOffered(Happening):
    """``outcome`` is what an acceptance would make of the game as it stands."""

    by: Color
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class DrawDeclined(Happening):
    by: Color


@dataclass(frozen=True, slots=True)
class OfferLapsed(Happening):
    """The draw offer of ``by`` lapsed because the opponent moved instead of answering."""

    by: Color


@dataclass(frozen=True, slots=True)
class AbortOffered(Happening):
    by: Color


@dataclass(frozen=True, slots=True)
class AbortDeclined(Happening):
    by: Color


@dataclass(frozen=True, slots=True)
class AbortLapsed(Happening):
    """The proposal of ``by`` to call the game off lapsed because the opponent moved."""

    by: Color


@dataclass(frozen=True, slots=True)
class Aborted(Happening):
    """The game was called off by agreement; it has no outcome."""


@dataclass(frozen=True, slots=True)
class ImpossibleCounted(Happening):
    """An impossible move of ``by`` was returned, the ``number``-th of ``limit``; ``article`` forbids it."""

    by: Color
    text: str
    why: WhyIllegal
    article: str
    number: int
    limit: int


class Case(StrEnum):
    """What the arbiter is called for."""

    IMPOSSIBLE_MOVES = "impossible-moves"
    REPETITION = "repetition"


@dataclass(frozen=True, slots=True)
class ArbiterCalled(Happening):
    """The arbiter may decide now: ``article`` says so. ``against`` is who may be declared to have lost."""

    case: Case
    article: str
    against: Color | None = None


@dataclass(frozen=True, slots=True)
class Credited(Happening):
    """The side on turn has got ``time`` back."""

    time: timedelta


@dataclass(frozen=True, slots=True)
class Paused(Happening):
    pass


@dataclass(frozen=True, slots=True)
class Resumed(Happening):
    pass


@dataclass(frozen=True, slots=True)
class Ended(Happening):
    outcome: Outcome
