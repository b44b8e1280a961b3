"""What can happen until an event starts: the event itself, sign-up, lots."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from rules.tournament.action import EventAction
from rules.tournament.eventrules import Pace, System
from rules.tournament.model import ConsentBy, EntrantNo

# --- the event itself -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settings:
    """What the organiser decides of an event.

    ``year``: the event's, in its own time zone; ages are counted in it. ``classes`` that take part, where
    classes matter. ``system``: of the first stage, where the regulation allows several. None: as the
    regulation says.
    """

    year: int
    classes: tuple[str, ...] = ()
    capacity: int | None = None
    starts: datetime | None = None
    place: str = ""
    system: System | None = None
    rounds: int | None = None
    pace: Pace | None = None


@dataclass(frozen=True, slots=True)
class Created(EventAction):
    """The first entry."""

    kind: ClassVar[str] = "created"
    settings: Settings


@dataclass(frozen=True, slots=True)
class Configured(EventAction):
    """The organiser decides otherwise. With more room than before, who waits moves up."""

    kind: ClassVar[str] = "configured"
    settings: Settings


@dataclass(frozen=True, slots=True)
class Opened(EventAction):
    """Sign-up opens, also again. ``commitment``: SHA-256 of the secret, the same at a second opening."""

    kind: ClassVar[str] = "opened"
    commitment: str
    closes: datetime | None = None


@dataclass(frozen=True, slots=True)
class Closed(EventAction):
    """Sign-up closes; for a minute words may be added to the lots."""

    kind: ClassVar[str] = "closed"


@dataclass(frozen=True, slots=True)
class Cancelled(EventAction):
    kind: ClassVar[str] = "cancelled"


@dataclass(frozen=True, slots=True)
class Scheduled(EventAction):
    """When the next round is to be paired; None: when the organiser says so."""

    kind: ClassVar[str] = "scheduled"
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PointShown(EventAction):
    """The ``index``-th point of the programme (from 0) was announced."""

    kind: ClassVar[str] = "point-shown"
    index: int


# --- sign-up ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Joined(EventAction):
    """An entrant signs up under ``number``, which is ``event.next_number``.

    ``by_organiser``: needs no approval, and is possible when sign-up is closed and, in a Swiss, between
    rounds.
    """

    kind: ClassVar[str] = "joined"
    number: EntrantNo
    category: str = ""
    group: str = ""
    prize_list: str = ""
    consent: str = ""
    """version of the text agreed to"""
    consent_by: ConsentBy | None = None
    by_organiser: bool = False


@dataclass(frozen=True, slots=True)
class Approved(EventAction):
    """The organiser lets an applicant in, or one who waits."""

    kind: ClassVar[str] = "approved"
    number: EntrantNo


@dataclass(frozen=True, slots=True)
class Rejected(EventAction):
    kind: ClassVar[str] = "rejected"
    number: EntrantNo


@dataclass(frozen=True, slots=True)
class Paid(EventAction):
    """The fee was ticked off, or the tick taken back."""

    kind: ClassVar[str] = "paid"
    number: EntrantNo
    is_paid: bool = True


@dataclass(frozen=True, slots=True)
class CheckedIn(EventAction):
    kind: ClassVar[str] = "checked-in"
    number: EntrantNo


@dataclass(frozen=True, slots=True)
class Recategorised(EventAction):
    """What sign-up derived was corrected before the start."""

    kind: ClassVar[str] = "recategorised"
    number: EntrantNo
    category: str = ""
    group: str = ""
    prize_list: str = ""


@dataclass(frozen=True, slots=True)
class Consented(EventAction):
    """Consent was given later, or again."""

    kind: ClassVar[str] = "consented"
    number: EntrantNo
    consent: str
    consent_by: ConsentBy


@dataclass(frozen=True, slots=True)
class Replaced(EventAction):
    """``number`` leaves before the start, and ``new_number`` (``event.next_number``) has the place."""

    kind: ClassVar[str] = "replaced"
    number: EntrantNo
    new_number: EntrantNo
    category: str = ""
    group: str = ""
    prize_list: str = ""
    consent: str = ""
    consent_by: ConsentBy | None = None


@dataclass(frozen=True, slots=True)
class Seeded(EventAction):
    """Entrants in the order of their seeds, the strongest first; an empty order takes all seeds back."""

    kind: ClassVar[str] = "seeded"
    order: tuple[EntrantNo, ...]


@dataclass(frozen=True, slots=True)
class Forbade(EventAction):
    """Two entrants must not be paired (siblings, one class), or may be again."""

    kind: ClassVar[str] = "forbade"
    first: EntrantNo
    second: EntrantNo
    is_forbidden: bool = True


# --- lots -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WordAdded(EventAction):
    """A word of ``number`` for the lots; a second one of the same entrant takes the place of the first.

    ``hash`` as ``lots.hash_of_word`` has it: the word itself is kept apart, where it can be erased.
    """

    kind: ClassVar[str] = "word-added"
    number: EntrantNo
    hash: str


@dataclass(frozen=True, slots=True)
class LotsDrawn(EventAction):
    """The secret is told; ``order`` follows from it (``lots.draw_order``): the first has number 1."""

    kind: ClassVar[str] = "lots-drawn"
    secret: str
    order: tuple[EntrantNo, ...]


@dataclass(frozen=True, slots=True)
class LotsEntered(EventAction):
    """Numbers drawn from a hat: ``order`` by them. The secret is told too, for byes and colours."""

    kind: ClassVar[str] = "lots-entered"
    secret: str
    order: tuple[EntrantNo, ...]
