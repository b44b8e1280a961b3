"""The next round of a section, by whatever system it is played."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from rules.tournament import knockout, round_robin, swiss
from rules.tournament.actions import Paired, SectionFinished
from rules.tournament.eventrules import System
from rules.tournament.extra_games import final_places
from rules.tournament.model import PlannedPairing
from rules.tournament.systems import Finished, NextRound, PairingRequest

if TYPE_CHECKING:
    from rules.tournament.event import Event

FEWEST = 2
"""who can meet"""
Answer = tuple[PlannedPairing, ...] | Finished

BY_SYSTEM: Mapping[System, NextRound] = {
    System.KNOCKOUT: knockout.next_round,
    System.ROUND_ROBIN: round_robin.next_round,
    System.SWISS: swiss.next_round,
}


def next_round(request: PairingRequest) -> Answer:
    """The next round of a section, or its places: in every system it is over when fewer than two are left.

    Raises CannotPair.
    """
    section = request.section
    left = sum(1 for number in section.entrants if request.entrants[number].is_playing)
    if section.system is System.SWISS and left < FEWEST:
        return final_places(request)
    return BY_SYSTEM[request.section.system](request)


def to_action(
    event: Event, request: PairingRequest, answer: Answer, deadline: datetime | None = None
) -> Paired | SectionFinished:
    """The log entry that an answer becomes. ``event`` as it is now, which may be later than the request."""
    section = request.section
    if isinstance(answer, Finished):
        return SectionFinished(section.id, answer.places, answer.goes_on)
    return Paired(section.id, len(section.rounds) + 1, event.next_board, answer, deadline)
