"""A stored game as its log tells it: from the challenge over every move to the result.

``Record.after`` is the one place where a log entry becomes state. Running the program and checking a database
both go through it, so what is stored can always be computed anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from rules.actions import Credit, Start, from_entry
from rules.game import Game, begin
from rules.happenings import Happening
from rules.pieces import Color
from rules.playrules import PlayRules
from storage.chain import Draft
from storage.repositories.games import GameStatus

SCHEMA = 1
Status = GameStatus


class Kind(StrEnum):
    """Kinds of log entries that are not of play; those of play are the actions of ``rules.actions``."""

    CHALLENGED = "challenged"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    ANNULLED = "annulled"
    """of a tournament, at any time: the game counts no more"""


class WhiteBy(StrEnum):
    """Why somebody has White."""

    WISH = "wish"
    LOT = "lot"
    YOUNGER = "younger"
    SWAP = "swap"
    ORDER = "order"
    """the lower number, in a tournament"""
    PAIRING = "pairing"
    """the table, or the rules of pairing, in a tournament"""


@dataclass(frozen=True, slots=True)
class Terms:
    """What was proposed: clock, challenger's colour, until when, and which game it returns."""

    clock: str
    wish: str
    expires: datetime
    returns: str | None = None


class DeadlineKind(StrEnum):
    """What happens when the stored deadline passes."""

    EXPIRY = "expiry"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Record:
    """The state after the entries so far. ``white`` is the seat (0 the challenger, 1) that has White."""

    rules: PlayRules
    status: Status
    terms: Terms
    at: datetime
    white: int | None = None
    white_by: WhiteBy | None = None
    game: Game | None = None
    credits: int = 0
    """how many of the entries only gave time back"""

    def after(self, draft: Draft) -> tuple[Record, tuple[Happening, ...]]:
        """The state after one more entry, and what it brought.

        Raises RulesError where the entry is none that the state allows.
        """
        at = max(self.at, effective_time(draft))
        body = json.loads(draft.body)
        match draft.kind:
            case Kind.ACCEPTED:
                return replace(self, at=at, white=body["white"], white_by=WhiteBy(body["by"])), ()
            case Kind.DECLINED:
                return replace(self, at=at, status=Status.DECLINED), ()
            case Kind.CANCELLED:
                return replace(self, at=at, status=Status.CANCELLED), ()
            case Kind.EXPIRED:
                return replace(self, at=at, status=Status.EXPIRED), ()
            case Kind.ANNULLED:
                return replace(self, at=at, status=Status.ANNULLED), ()
        by, action = from_entry(draft.kind, draft.schema, body)
        credits = self.credits + isinstance(action, Credit)
        if isinstance(action, Credit) and self.status is Status.OFFERED:
            later = self.terms.expires + timedelta(seconds=action.seconds)
            return replace(self, at=at, terms=replace(self.terms, expires=later), credits=credits), ()
        if isinstance(action, Start):
            game = begin(self.rules, action, at)
            return replace(self, at=at, status=_status_of(game), game=game), ()
        if self.game is None:
            raise ValueError(f"{draft.kind} before the start")
        game, happened = self.game.apply(by, action, at)
        return replace(self, at=at, game=game, status=_status_of(game), credits=credits), happened

    @property
    def is_over(self) -> bool:
        return self.status not in (Status.OFFERED, Status.RUNNING)

    def color_of(self, seat: int) -> Color | None:
        """The colour of a seat, None before the challenge is accepted."""
        if self.white is None:
            return None
        return Color.WHITE if seat == self.white else Color.BLACK

    @property
    def deadline(self) -> tuple[datetime, DeadlineKind] | None:
        """When something happens by itself, and what."""
        if self.status is Status.OFFERED:
            return self.terms.expires, DeadlineKind.EXPIRY
        if self.status is Status.RUNNING and self.game is not None and self.game.deadline is not None:
            return self.game.deadline, DeadlineKind.FLAG
        return None

    def projection(self) -> dict[str, Any]:
        """The columns of the games table that follow from the log."""
        game, due = self.game, self.deadline
        outcome = game.outcome if game is not None else None
        return {
            "status": self.status.value,
            "turn": game.turn.value if game is not None and self.status is Status.RUNNING else None,
            "ply": game.ply if game is not None else 0,
            "fen": self.rules.game_type.format_fen(game.position) if game is not None else None,
            "deadline": due[0] if due is not None else None,
            "deadline_kind": due[1].value if due is not None else None,
            "result": outcome.result if outcome is not None else None,
            "reason": outcome.reason.value if outcome is not None else None,
            "article": outcome.article if outcome is not None else None,
        }

    def seat_projections(self) -> dict[int, dict[str, Any]]:
        """The columns of the sides table that follow from the log, by seat."""
        colors = {seat: self.color_of(seat) for seat in (0, 1)}
        return {seat: {"color": None if color is None else color.value} for seat, color in colors.items()}


def _status_of(game: Game) -> Status:
    if game.is_aborted:
        return Status.ABORTED
    return Status.RUNNING if game.outcome is None else Status.ENDED


def effective_time(draft: Draft) -> datetime:
    """When an entry counts: the platform's time, which can lie before but never after that of recording."""
    if draft.platform_time is None:
        return draft.recorded_time
    return min(draft.platform_time, draft.recorded_time)


def terms_body(terms: Terms) -> Mapping[str, Any]:
    """The body of the first entry."""
    body: dict[str, Any] = {"clock": terms.clock, "wish": terms.wish, "expires": terms.expires.isoformat()}
    if terms.returns is not None:
        body["returns"] = terms.returns
    return body


def opened(rules: PlayRules, draft: Draft) -> Record:
    """The record that a first entry begins. Raises ValueError where it is none."""
    if draft.kind != Kind.CHALLENGED:
        raise ValueError(f"a log cannot begin with {draft.kind}")
    body = json.loads(draft.body)
    terms = Terms(body["clock"], body["wish"], datetime.fromisoformat(body["expires"]), body.get("returns"))
    return Record(rules, Status.OFFERED, terms, effective_time(draft))


def recompute(rules: PlayRules, drafts: Iterable[Draft]) -> Record:
    """The record of a whole log, in order."""
    record: Record | None = None
    for draft in drafts:
        record = opened(rules, draft) if record is None else record.after(draft)[0]
    if record is None:
        raise ValueError("a game without a log")
    return record
