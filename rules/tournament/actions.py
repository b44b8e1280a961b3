"""What can happen in an event. Every action has a JSON body: the actions are the log of an event.

Who may do it is decided by the caller. Nothing personal is in a body: entrants are numbers, answers at
sign-up are kept elsewhere, and what was derived from them (category, class, prize list) stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.actions import UnknownAction
from rules.tournament.action import EventAction
from rules.tournament.actions_before import (
    Approved,
    Cancelled,
    CheckedIn,
    Closed,
    Configured,
    Consented,
    Created,
    Forbade,
    Joined,
    LotsDrawn,
    LotsEntered,
    Opened,
    Paid,
    PointShown,
    Recategorised,
    Rejected,
    Replaced,
    Scheduled,
    Seeded,
    Settings,
    WordAdded,
)
from rules.tournament.actions_during import (
    ByeRequested,
    Confirmed,
    DeadlinePassed,
    DeadlineSet,
    Decided,
    EventFinished,
    Excluded,
    GameCalledOff,
    GameEnded,
    GameOpened,
    Missing,
    Paired,
    Paused,
    PlannedSection,
    Reported,
    Resumed,
    Returned,
    RoundsSet,
    SectionFinished,
    Started,
    Undone,
    Withdrawn,
)
from rules.tournament.bodies import from_json

__all__ = [
    "SCHEMA",
    "Approved",
    "ByeRequested",
    "Cancelled",
    "CheckedIn",
    "Closed",
    "Configured",
    "Confirmed",
    "Consented",
    "Created",
    "DeadlinePassed",
    "DeadlineSet",
    "Decided",
    "EventAction",
    "EventFinished",
    "Excluded",
    "Forbade",
    "GameCalledOff",
    "GameEnded",
    "GameOpened",
    "Joined",
    "LotsDrawn",
    "LotsEntered",
    "Missing",
    "Opened",
    "Paid",
    "Paired",
    "Paused",
    "PlannedSection",
    "PointShown",
    "Recategorised",
    "Rejected",
    "Replaced",
    "Reported",
    "Resumed",
    "Returned",
    "RoundsSet",
    "Scheduled",
    "SectionFinished",
    "Seeded",
    "Settings",
    "Started",
    "Undone",
    "Withdrawn",
    "WordAdded",
    "from_body",
]

SCHEMA = 1
"""The version of every body written here."""

_KINDS: Mapping[str, type[EventAction]] = {
    cls.kind: cls
    for cls in (
        Created, Opened, Closed, Configured, Cancelled, Scheduled, PointShown,
        Joined, Approved, Rejected, Paid, CheckedIn, Recategorised, Consented, Replaced, Seeded, Forbade,
        WordAdded, LotsDrawn, LotsEntered,
        Started, RoundsSet, Paired, DeadlineSet, DeadlinePassed, SectionFinished, EventFinished,
        GameOpened, GameEnded, GameCalledOff, Reported, Confirmed, Decided,
        Withdrawn, Returned, Excluded, ByeRequested,
        Paused, Resumed, Undone,
    )
}  # fmt: skip


def from_body(kind: str, schema: int, body: Mapping[str, Any]) -> EventAction:
    """The inverse of ``EventAction.to_body``. Raises UnknownAction for what this version cannot read."""
    cls = _KINDS.get(kind)
    if cls is None or schema != SCHEMA:
        raise UnknownAction(kind=kind, schema=schema)
    try:
        action: EventAction = from_json(cls, body)
    except ValueError as error:
        raise UnknownAction(kind=kind, schema=schema) from error
    return action
