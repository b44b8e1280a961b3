"""The next round of a section, by whatever system it is played."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from rules.tournament import knockout, round_robin, swiss
from rules.tournament.actions import Paired, SectionFinished
from rules.tournament.eventrules import System
from rules.tournament.model import PlannedPairing
from rules.tournament.systems import Finished, NextRound, PairingRequest

if TYPE_CHECKING:
    from rules.tournament.event import Event

Answer = tuple[PlannedPairing, ...] | Finished

BY_SYSTEM: Mapping[System, NextRound] = {
    System.KNOCKOUT: knockout.next_round,
    System.ROUND_ROBIN: round_robin.next_round,
    System.SWISS: swiss.next_round,
}


def next_round(request: PairingRequest) -> Answer:
    """The next round of a section, or its places. Raises CannotPair."""
    return BY_SYSTEM[request.section.system](request)


def to_action(
    event: Event, request: PairingRequest, answer: Answer, deadline: datetime | None = None
) -> Paired | SectionFinished:
    """The log entry that an answer becomes. ``event`` as it is now, which may be later than the request."""
    section = request.section
    if isinstance(answer, Finished):
        return SectionFinished(section.id, answer.places, answer.goes_on)
    return Paired(section.id, len(section.rounds) + 1, event.next_board, answer, deadline)
