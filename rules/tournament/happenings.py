"""What happened because of an action, for whoever announces it; the event itself is the state after it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.tournament.actions import EventAction
from rules.tournament.eventrules import Missed
from rules.tournament.model import BoardNo, EntrantNo, Pairing, Place, Section, Standing


class EventHappening:
    """Base of all happenings. What an action itself says already is not said again."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SignedUp(EventHappening):
    """An entrant stands on the list now: in, waiting for approval (``APPLIED``) or for room (``WAITING``)."""

    number: EntrantNo
    standing: Standing
    article: str = ""


@dataclass(frozen=True, slots=True)
class MovedUp(EventHappening):
    """There was room: the first of the waiting list is in."""

    number: EntrantNo


@dataclass(frozen=True, slots=True)
class LateEntry(EventHappening):
    """An entrant came late and plays in ``section`` from ``round`` on."""

    number: EntrantNo
    section: str
    round: int


@dataclass(frozen=True, slots=True)
class Gone(EventHappening):
    """An entrant left: before the start, withdrew, was rejected, or was excluded by ``article``."""

    number: EntrantNo
    standing: Standing
    article: str = ""


@dataclass(frozen=True, slots=True)
class CameBack(EventHappening):
    """One who withdrew plays again from ``round`` on."""

    number: EntrantNo
    section: str
    round: int


@dataclass(frozen=True, slots=True)
class NotHere(EventHappening):
    """Who has not checked in does not take part."""

    entrants: tuple[EntrantNo, ...]


@dataclass(frozen=True, slots=True)
class ResultsAnnulled(EventHappening):
    """All results of one who left before half of the games count no more."""

    number: EntrantNo
    section: str
    boards: tuple[BoardNo, ...]
    article: str = ""


@dataclass(frozen=True, slots=True)
class WordsWanted(EventHappening):
    """Until then anyone signed up may add a word to the lots."""

    until: datetime


@dataclass(frozen=True, slots=True)
class LotsTold(EventHappening):
    """Numbers were drawn (``by_hand``: from a hat); ``order``: the first has number 1."""

    order: tuple[EntrantNo, ...]
    by_hand: bool
    article: str = ""


@dataclass(frozen=True, slots=True)
class SectionStarted(EventHappening):
    section: Section


@dataclass(frozen=True, slots=True)
class RoundPaired(EventHappening):
    section: str
    round: int
    pairings: tuple[Pairing, ...]
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class ResultProposed(EventHappening):
    """``by`` reported ``result``; ``waits_for`` has to say the same or confirm it."""

    board: BoardNo
    game: int
    result: str
    by: EntrantNo
    waits_for: EntrantNo


@dataclass(frozen=True, slots=True)
class Contradicted(EventHappening):
    """The opponents report different results: ``result`` of ``by`` against ``other``."""

    board: BoardNo
    game: int
    result: str
    by: EntrantNo
    other: str


@dataclass(frozen=True, slots=True)
class ResultStands(EventHappening):
    """A game has a result; ``before``: the one that was corrected. ``pairing`` as it is now."""

    game: int
    pairing: Pairing
    before: str | None = None


@dataclass(frozen=True, slots=True)
class MatchOver(EventHappening):
    """The match is decided: ``pairing.winner``, or nobody where it may be level or both were absent."""

    pairing: Pairing


@dataclass(frozen=True, slots=True)
class MatchGoesOn(EventHappening):
    """Game ``game`` of the match is due now; ``event.next_games`` says who has White in it and why."""

    pairing: Pairing
    game: int


@dataclass(frozen=True, slots=True)
class GamesDropped(EventHappening):
    """Games of a board count no more: a correction, a leaving or an undo has overtaken them.

    ``codes``: those that are, or were, played in a chat; open ones among them have to be stopped.
    """

    board: BoardNo
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundOver(EventHappening):
    section: str
    round: int


@dataclass(frozen=True, slots=True)
class DeadlineMissed(EventHappening):
    """These boards had no result in time; ``missed`` says what that means."""

    section: str
    round: int
    boards: tuple[BoardNo, ...]
    missed: Missed
    article: str = ""


@dataclass(frozen=True, slots=True)
class PlacesStand(EventHappening):
    """A section is over."""

    section: str
    places: tuple[Place, ...]
    goes_on: tuple[EntrantNo, ...]


@dataclass(frozen=True, slots=True)
class StageOver(EventHappening):
    """All sections of a stage are over: the next one can be started."""

    stage: int


@dataclass(frozen=True, slots=True)
class SectionReopened(EventHappening):
    """A correction or an undo took back the end of a section (and of the event); it is judged anew."""

    section: str


@dataclass(frozen=True, slots=True)
class EventOver(EventHappening):
    """The event is finished: ``event.places`` and ``event.awards`` stand."""


@dataclass(frozen=True, slots=True)
class Undid(EventHappening):
    """Entry ``seq`` was taken back; ``boards`` are no longer paired, later entries ``fell`` with it."""

    seq: int
    action: EventAction
    boards: tuple[BoardNo, ...] = ()
    fell: tuple[int, ...] = ()
