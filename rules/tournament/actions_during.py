"""What can happen from the start of an event on: rounds, games and results, leaving, taking back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from rules.tournament.action import EventAction
from rules.tournament.eventrules import System
from rules.tournament.model import BoardNo, EntrantNo, How, Place, PlannedPairing

# --- stages, rounds ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlannedSection:
    """A section as it starts; ``entrants`` in their order."""

    id: str
    category: str
    group: str
    system: System
    entrants: tuple[EntrantNo, ...]
    goes_on: int | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Started(EventAction):
    """Sections of stage ``stage`` (from 0) begin, as ``plan_start`` or ``plan_stage`` has them."""

    kind: ClassVar[str] = "started"
    stage: int
    sections: tuple[PlannedSection, ...]


@dataclass(frozen=True, slots=True)
class RoundsSet(EventAction):
    """The organiser changes how many rounds a section of a Swiss has."""

    kind: ClassVar[str] = "rounds-set"
    section: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Paired(EventAction):
    """Round ``round`` of a section, its boards numbered from ``first_board``: ``event.next_board``."""

    kind: ClassVar[str] = "paired"
    section: str
    round: int
    first_board: BoardNo
    pairings: tuple[PlannedPairing, ...]
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeadlineSet(EventAction):
    """The deadline of the round that is being played is another one."""

    kind: ClassVar[str] = "deadline-set"
    section: str
    round: int
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class Missing:
    """Who of a board did not appear, or was to move when the time was up."""

    board: BoardNo
    entrants: tuple[EntrantNo, ...]


@dataclass(frozen=True, slots=True)
class DeadlinePassed(EventAction):
    """A round's deadline is over. Where that loses, those ``missing`` do; at other open boards both do."""

    kind: ClassVar[str] = "deadline-passed"
    section: str
    round: int
    missing: tuple[Missing, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionFinished(EventAction):
    """A section is over; ``places`` best first, ``goes_on`` who play the next stage, in order."""

    kind: ClassVar[str] = "section-finished"
    section: str
    places: tuple[Place, ...]
    goes_on: tuple[EntrantNo, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFinished(EventAction):
    """All sections of the last stage are over: the event is."""

    kind: ClassVar[str] = "event-finished"


# --- games and results ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameOpened(EventAction):
    """Game ``game`` (from 1) of a board is played in a chat under ``code``."""

    kind: ClassVar[str] = "game-opened"
    board: BoardNo
    game: int
    code: str


@dataclass(frozen=True, slots=True)
class GameEnded(EventAction):
    """The game played in a chat has a result; ``reason`` and ``article`` as the game says."""

    kind: ClassVar[str] = "game-ended"
    board: BoardNo
    game: int
    code: str
    result: str
    how: How = How.PLAYED
    reason: str = ""
    article: str = ""


@dataclass(frozen=True, slots=True)
class GameCalledOff(EventAction):
    """The game played in a chat was called off or lost its place: it has to be opened anew."""

    kind: ClassVar[str] = "game-called-off"
    board: BoardNo
    game: int
    code: str


@dataclass(frozen=True, slots=True)
class Reported(EventAction):
    """A player's report; it counts when the opponent reports the same or confirms it."""

    kind: ClassVar[str] = "reported"
    board: BoardNo
    game: int
    result: str
    by: EntrantNo
    how: How = How.PLAYED


@dataclass(frozen=True, slots=True)
class Confirmed(EventAction):
    """``by`` agrees to what the opponent has reported."""

    kind: ClassVar[str] = "confirmed"
    board: BoardNo
    game: int
    by: EntrantNo


@dataclass(frozen=True, slots=True)
class Decided(EventAction):
    """The organiser's or arbiter's result; it also corrects an earlier one."""

    kind: ClassVar[str] = "decided"
    board: BoardNo
    game: int
    result: str
    how: How = How.PLAYED
    article: str = ""


# --- leaving ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Withdrawn(EventAction):
    """An entrant leaves: sign-up before the start, the tournament after it (open games are lost)."""

    kind: ClassVar[str] = "withdrawn"
    number: EntrantNo


@dataclass(frozen=True, slots=True)
class Returned(EventAction):
    """One who withdrew after the start plays again from the next round on."""

    kind: ClassVar[str] = "returned"
    number: EntrantNo


@dataclass(frozen=True, slots=True)
class Excluded(EventAction):
    """An entrant is excluded, by ``article``; the organiser's reason is kept apart, as it can be erased."""

    kind: ClassVar[str] = "excluded"
    number: EntrantNo
    article: str = ""


@dataclass(frozen=True, slots=True)
class ByeRequested(EventAction):
    """A bye was asked for round ``round``, or is wanted no more."""

    kind: ClassVar[str] = "bye-requested"
    number: EntrantNo
    round: int
    is_wanted: bool = True


# --- pausing ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paused(EventAction):
    """Nothing of the event falls due by itself until it is resumed."""

    kind: ClassVar[str] = "paused"


@dataclass(frozen=True, slots=True)
class Resumed(EventAction):
    """The event goes on; what was due later is put off by the length of the pause."""

    kind: ClassVar[str] = "resumed"


# --- taking back ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undone(EventAction):
    """The entry ``seq`` of the log counts no more: what follows is computed without it."""

    kind: ClassVar[str] = "undone"
    seq: int
