"""What stands at one moment of a tournament. Entrants are numbers here; nobody in this package has a name.

An *entrant* has a number from sign-up. A *section* is one tournament run by itself: a category, or a class of
one, in one stage. A *pairing* is two entrants at a board, or one with a bye; its games are a *match*.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import NewType

from rules.pieces import Color
from rules.tournament.eventrules import MatchRule, System

EntrantNo = NewType("EntrantNo", int)
"""sign-up number, from 1, never given twice"""
BoardNo = NewType("BoardNo", int)
"""number of a pairing, from 1 through the whole event"""
FIRST_ENTRANT, FIRST_BOARD = EntrantNo(1), BoardNo(1)


class Phase(StrEnum):
    """Where an event stands; the values are stored."""

    CREATED = "created"
    OPEN = "open"
    CLOSED = "closed"
    """sign-up is over, lots may be drawn"""
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Standing(StrEnum):
    """Where an entrant stands; the values are stored."""

    APPLIED = "applied"
    """waits for approval"""
    WAITING = "waiting"
    """on the waiting list"""
    IN = "in"
    LEFT = "left"
    """before the start"""
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    """after the start, may return"""
    EXCLUDED = "excluded"


class ConsentBy(StrEnum):
    """Who gave the consent; the values are stored."""

    SELF = "self"
    GUARDIAN = "guardian"
    ORGANISER = "organiser"
    """on paper, kept by the organiser"""


@dataclass(frozen=True, slots=True)
class ConsentGiven:
    """Which version of the text was agreed to, by whom and when."""

    version: str
    by: ConsentBy
    at: datetime


@dataclass(frozen=True, slots=True)
class Birth:
    """When somebody was born, as far as it is known: on some day from ``first`` to ``last``."""

    first: date
    last: date

    @classmethod
    def on(cls, day: date) -> Birth:
        return cls(day, day)

    @classmethod
    def within(cls, year: int) -> Birth:
        return cls(date(year, 1, 1), date(year, 12, 31))

    def is_after(self, other: Birth) -> bool:
        """Whether this one is certainly the younger."""
        return self.first > other.last


@dataclass(frozen=True, slots=True)
class Entrant:
    """``group`` is the class (``IVa``) where classes matter; ``prize_list`` ``boy``, ``girl`` or empty.

    ``lot``: the number drawn. ``enters``: the round of the first stage from which a late entrant plays.
    ``byes``: rounds for which a bye was asked. ``replaces``: whose place was taken over. ``is_annulled``:
    left so early that no result of theirs counts.
    """

    number: EntrantNo
    standing: Standing
    category: str = ""
    group: str = ""
    prize_list: str = ""
    seed: int | None = None
    lot: int | None = None
    is_paid: bool = False
    is_here: bool = False
    enters: int = 1
    byes: frozenset[int] = frozenset()
    replaces: EntrantNo | None = None
    consent: ConsentGiven | None = None
    is_annulled: bool = False

    @property
    def is_playing(self) -> bool:
        """Whether the entrant is to be paired, once the event runs."""
        return self.standing is Standing.IN


class How(StrEnum):
    """How a result came about; the values are stored."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """one side did not play; not a game played for colour or rematch"""
    BOTH_ABSENT = "both-absent"
    ANNULLED = "annulled"
    """played and kept, but counting for nothing any more"""


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a pairing.

    ``result`` is ``1-0``, ``0-1``, ``1/2-1/2``, ``1+``, ``1-`` (White's view), or None while it is open;
    ``0-0`` where both were absent. ``code``: the game played in a chat, if it is one. ``proposed``: a result
    that one side has reported and the other not yet, ``proposed_how`` as it would have come about.
    """

    white: EntrantNo
    black: EntrantNo
    result: str | None = None
    how: How = How.PLAYED
    code: str | None = None
    reason: str = ""
    article: str = ""
    proposed: str | None = None
    proposed_by: EntrantNo | None = None
    proposed_how: How = How.PLAYED


class PairingKind(StrEnum):
    GAME = "game"
    BYE = "bye"
    """by lot or by the pairing rules"""
    REQUESTED_BYE = "requested-bye"
    FINAL = "final"
    THIRD_PLACE = "third-place"
    THREE_WAY = "three-way"
    SITS_OUT = "sits-out"
    """goes on without play, because only so many have to drop out"""
    EXTRA = "extra"
    """an extra game to tell level entrants apart"""


@dataclass(frozen=True, slots=True)
class Pairing:
    """``first`` has White in the first game, by ``white_by``; ``second`` is None for a bye.

    ``winner`` is who goes on or has won the match, None while that is open (and in a match drawn in a table).
    ``white_by``: ``order``, ``lot``, ``younger``, ``swap``, ``pairing``, with ``white_article``.
    ``walkover``: who of the two did not play the match to its end, because they left.
    """

    board: BoardNo
    kind: PairingKind
    first: EntrantNo
    second: EntrantNo | None
    match: MatchRule
    games: tuple[MatchGame, ...] = ()
    winner: EntrantNo | None = None
    is_decided: bool = False
    white_by: str = "order"
    white_article: str = ""
    article: str = ""
    walkover: tuple[EntrantNo, ...] = ()

    @property
    def players(self) -> tuple[EntrantNo, ...]:
        """Both entrants, or the one with a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    pairings: tuple[Pairing, ...]
    deadline: datetime | None = None

    @property
    def is_over(self) -> bool:
        return all(pairing.is_decided for pairing in self.pairings)


@dataclass(frozen=True, slots=True)
class Place:
    """Entrants ``entrants`` share the places from ``first`` on (one of them: that place)."""

    first: int
    entrants: tuple[EntrantNo, ...]
    article: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """``entrants`` in their order (by lot, by seed).

    ``goes_on``: how many do, None where places are played for; ``through``: who they are, once it is
    finished.
    """

    id: str
    stage: int
    category: str
    group: str
    system: System
    entrants: tuple[EntrantNo, ...]
    goes_on: int | None
    rounds_planned: int | None = None
    rounds: tuple[Round, ...] = ()
    places: tuple[Place, ...] = ()
    """once it is finished: all of them, best first; they never change afterwards"""
    through: tuple[EntrantNo, ...] = ()
    is_finished: bool = False


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """A pairing as a system proposes it; boards are numbered when it is stored."""

    kind: PairingKind
    first: EntrantNo
    second: EntrantNo | None
    match: MatchRule
    white_by: str = "order"
    white_article: str = ""
    article: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What an entrant has in a table. ``tie_breaks`` in the regulation's order."""

    entrant: EntrantNo
    rank: int
    points: Fraction
    played: int
    won: int
    drawn: int
    lost: int
    tie_breaks: tuple[Fraction, ...]
    is_out: bool = False
    """withdrawn or excluded"""


Colour = Color
