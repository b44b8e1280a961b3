"""What every system of play has in common: a request for the next round, and the answers to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.errors import RulesError
from rules.playrules import FirstWhite
from rules.tournament.draw import Draw
from rules.tournament.eventrules import EventRules
from rules.tournament.model import Birth, Entrant, EntrantNo, Place, PlannedPairing, Section


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """Everything that pairing the next round of a section depends on; it can be sent to another process.

    ``births`` of those who have told them, needed only where the younger player has White; no
    log keeps them. ``forbidden`` are pairs that must not meet, ``byes`` how often somebody went on without
    being paired in the earlier stages.
    """

    section: Section
    entrants: Mapping[EntrantNo, Entrant]
    rules: EventRules
    white: FirstWhite
    draw: Draw
    births: Mapping[EntrantNo, Birth]
    forbidden: frozenset[frozenset[EntrantNo]] = frozenset()
    byes: Mapping[EntrantNo, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finished:
    """There is no next round. ``places`` best first; where entrants go on, ``goes_on`` are they, in order."""

    places: tuple[Place, ...]
    goes_on: tuple[EntrantNo, ...] = ()


class CannotPair(RulesError):
    """The rules of the system allow no next round; ``reason`` is a code, data holds what can be done."""

    code = "cannot-pair"

    def __init__(self, reason: str, **data: object) -> None:
        self.reason = reason
        super().__init__(reason=reason, **data)


NextRound = Callable[[PairingRequest], "tuple[PlannedPairing, ...] | Finished"]
"""What each system provides as ``next_round``: the next round of a section, or that it is over.

Raises CannotPair.
"""
