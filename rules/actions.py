"""What can be done in a game. Every action has a JSON body: the actions are the log of a game.

Whether a person may do it is not decided here: a player's action comes with a colour, the arbiter's and the
bot's own come without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from typing import Any, ClassVar, Literal

from rules.errors import RulesError
from rules.pieces import Color

SCHEMA = 1
"""The version of every body written here."""


class Refusal(StrEnum):
    """Why an action is refused, the ``reason`` of an ``ActionRefused``; behind each, its data."""

    GAME_OVER = "game-over"
    TIME_UP = "time-up"
    NOT_A_PLAYER = "not-a-player"
    NOT_YOUR_TURN = "not-your-turn"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
    HUFF_DUE = "huff-due"
    """``candidates``: squares, as shown"""
    NO_HUFF = "no-huff"
    NOT_A_CANDIDATE = "not-a-candidate"
    """``square``, ``candidates``"""
    AGREEMENT_FORBIDDEN = "agreement-forbidden"
    """``article``"""
    AGREEMENT_TOO_EARLY = "agreement-too-early"
    """``article``, ``from_move``"""
    NO_ADVANTAGE = "no-advantage"
    OFFER_STANDS = "offer-stands"
    NO_OFFER = "no-offer"
    NOTHING_TO_CLAIM = "nothing-to-claim"
    CLAIM_WRONG = "claim-wrong"
    """``article``, ``times`` the position has stood, ``count`` it must"""
    ABORT_TOO_LATE = "abort-too-late"
    FLAG_STANDS = "flag-stands"
    NOT_DECIDABLE = "not-decidable"
    UNKNOWN_RESULT = "unknown-result"
    """``result``"""
    ADVANTAGE_DECIDED = "advantage-decided"
    """``article``, ``margin``"""
    IMPOSSIBLE_NOT_COUNTED = "impossible-not-counted"
    MOVE_POSSIBLE = "move-possible"
    """``text``"""
    LOSS_NOT_DUE = "loss-not-due"
    """``article``, ``number``, ``limit``"""


class UnknownAction(RulesError):
    """A stored action that this version cannot read; data holds ``kind`` and ``schema``."""

    code = "unknown-action"


class Action:
    """Base of all actions; ``kind`` is stable and stored."""

    __slots__ = ()
    kind: ClassVar[str]

    def to_body(self) -> dict[str, Any]:
        """The JSON body, fields that say nothing left out."""
        body: dict[str, Any] = {}
        for slot in fields(self):  # type: ignore[arg-type]  # every action is a dataclass
            value = getattr(self, slot.name)
            if value != slot.default:
                body[slot.name] = value.value if isinstance(value, Enum) else value
        return body


@dataclass(frozen=True, slots=True)
class Start(Action):
    """The first entry of a game: its clock (as ``format_clock`` writes it), position and circumstances.

    ``fen`` is None for the initial position. ``has_arbiter``: whether somebody decides what the regulation
    leaves to an arbiter; without one the regulation's automatic forms apply.
    """

    kind: ClassVar[str] = "start"
    clock: str
    fen: str | None = None
    has_arbiter: bool = False


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A move in any notation of the game."""

    kind: ClassVar[str] = "play"
    text: str


@dataclass(frozen=True, slots=True)
class Impossible(Action):
    """A well-formed move sent by the player on turn that the rules forbid, where such are counted."""

    kind: ClassVar[str] = "impossible"
    text: str


@dataclass(frozen=True, slots=True)
class Huff(Action):
    """The choice of the piece that is taken off; ``square`` by name or number."""

    kind: ClassVar[str] = "huff"
    square: str


@dataclass(frozen=True, slots=True)
class OfferDraw(Action):
    """A draw offered; with ``advantage`` ``plus`` is a draw with advantage for the one who offers."""

    kind: ClassVar[str] = "offer-draw"
    advantage: Literal["plus", "minus"] | None = None


@dataclass(frozen=True, slots=True)
class AnswerDraw(Action):
    """The answer to the opponent's offer."""

    kind: ClassVar[str] = "answer-draw"
    accept: bool


@dataclass(frozen=True, slots=True)
class ClaimDraw(Action):
    """A draw claimed by a rule whose mode is ``claim``."""

    kind: ClassVar[str] = "claim-draw"


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """The player gives the game up."""

    kind: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True)
class OfferAbort(Action):
    """A proposal to call the game off, as if it had never begun."""

    kind: ClassVar[str] = "offer-abort"


@dataclass(frozen=True, slots=True)
class AnswerAbort(Action):
    """The answer to the opponent's proposal to call the game off."""

    kind: ClassVar[str] = "answer-abort"
    accept: bool


@dataclass(frozen=True, slots=True)
class Flag(Action):
    """The time of the player on turn is up."""

    kind: ClassVar[str] = "flag"


@dataclass(frozen=True, slots=True)
class Forfeit(Action):
    """The arbiter declares the game lost for ``loser``, whatever the position."""

    kind: ClassVar[str] = "forfeit"
    loser: Color


@dataclass(frozen=True, slots=True)
class DeclareLoss(Action):
    """The arbiter declares the loss for impossible moves, once their number allows it."""

    kind: ClassVar[str] = "declare-loss"
    loser: Color


@dataclass(frozen=True, slots=True)
class Adjudicate(Action):
    """The arbiter's result: ``1-0``, ``0-1``, ``1/2-1/2``, ``1+`` or ``1-``."""

    kind: ClassVar[str] = "adjudicate"
    result: str


@dataclass(frozen=True, slots=True)
class Credit(Action):
    """Time given back to the side on turn for an outage of ours, in seconds."""

    kind: ClassVar[str] = "credit"
    seconds: float


@dataclass(frozen=True, slots=True)
class Pause(Action):
    """The arbiter stops the clock; no move is made until play is resumed."""

    kind: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class Resume(Action):
    """Play goes on after a pause."""

    kind: ClassVar[str] = "resume"


_KINDS: Mapping[str, type[Action]] = {
    cls.kind: cls
    for cls in (
        Start,
        Play,
        Impossible,
        Huff,
        OfferDraw,
        AnswerDraw,
        ClaimDraw,
        Resign,
        OfferAbort,
        AnswerAbort,
        Flag,
        Forfeit,
        DeclareLoss,
        Adjudicate,
        Credit,
        Pause,
        Resume,
    )
}


def from_body(kind: str, schema: int, body: Mapping[str, Any]) -> Action:
    """The inverse of ``Action.to_body``. Raises UnknownAction for what this version cannot read."""
    cls = _KINDS.get(kind)
    if cls is None or schema != SCHEMA:
        raise UnknownAction(kind=kind, schema=schema)
    values = dict(body)
    try:
        if "loser" in values:
            values["loser"] = Color(values["loser"])
        return cls(**values)
    except (TypeError, ValueError) as error:
        raise UnknownAction(kind=kind, schema=schema) from error


def to_entry(by: Color | None, action: Action) -> tuple[str, int, dict[str, Any]]:
    """``(kind, schema, body)`` of an action together with the colour that took it."""
    body = action.to_body()
    if by is not None:
        body["by"] = by.value
    return action.kind, SCHEMA, body


def from_entry(kind: str, schema: int, body: Mapping[str, Any]) -> tuple[Color | None, Action]:
    """The inverse of ``to_entry``. Raises UnknownAction."""
    rest = {key: value for key, value in body.items() if key != "by"}
    action = from_body(kind, schema, rest)
    try:
        return (Color(body["by"]) if "by" in body else None), action
    except ValueError as error:
        raise UnknownAction(kind=kind, schema=schema) from error
