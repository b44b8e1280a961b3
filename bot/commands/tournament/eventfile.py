"""An event with everything that is stored about it: its state, who its entrants are, who runs it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from bot.commands.cache import Cache
from bot.commands.record import effective_time
from bot.commands.tournament.due import next_due
from bot.replies import Said, said
from rules.playrules import FirstWhite
from rules.tournament.actions import from_body
from rules.tournament.event import Event, replay
from rules.tournament.eventrules import EventRules
from rules.tournament.model import Entrant, EntrantNo, Phase, Standing
from storage.chain import Draft, Head
from storage.ids import EntrantId, EventId, PersonId, PlaceId, Subject, SubjectKind
from storage.repositories.events import EventRole, RoleInvitation, StoredEvent

if TYPE_CHECKING:
    from rules.regulation import Regulation

ENTERED = (Standing.APPLIED, Standing.WAITING, Standing.IN)
"""the standings of those who take part, or want to"""
UNFINISHED = (Phase.CREATED, Phase.OPEN, Phase.CLOSED, Phase.RUNNING)


class Naming(StrEnum):
    """How entrants are shown in public; the values are stored."""

    FULL = "full"
    FIRST = "first"
    """first name and class"""
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Card:
    """An entrant as a person: the name that was given (empty where it was erased) and who acts for them."""

    id: EntrantId
    number: EntrantNo
    name: str
    controllers: frozenset[PersonId] = frozenset()
    place: PlaceId | None = None
    """the chat in which they signed up, as far as there is one"""

    @property
    def subject(self) -> Subject:
        """Of the name and the answers, in the one table that can be erased."""
        return Subject(SubjectKind.ENTRANT, self.id)


@dataclass(frozen=True, slots=True)
class EventFile:
    """``row`` is what the table holds, ``event`` its state, ``cards`` its entrants as persons by number.

    ``shown``: how each is called in public. ``roles``: who organises it and who is its arbiter; ``invited``
    to that are names which the bot has not met. ``linked`` are the chats that it is announced in besides its
    own.
    """

    row: StoredEvent
    regulation: Regulation
    event: Event
    cards: Mapping[EntrantNo, Card]
    shown: Mapping[EntrantNo, str | Said]
    roles: Mapping[PersonId, frozenset[EventRole]]
    invited: tuple[RoleInvitation, ...] = ()
    linked: tuple[PlaceId, ...] = ()

    @property
    def id(self) -> EventId:
        return self.row.id

    @property
    def code(self) -> str:
        """Unique in the database; what buttons and files name the event by."""
        return self.row.code

    @property
    def slug(self) -> str:
        """What people call it by, unique in its place."""
        return self.row.slug

    @property
    def title(self) -> str:
        return self.row.title

    @property
    def place(self) -> PlaceId:
        """Its own chat, in which it was made."""
        return self.row.place

    @property
    def places(self) -> tuple[PlaceId, ...]:
        """Every chat that it is announced in, its own first."""
        return (self.row.place, *self.linked)

    def place_of(self, number: EntrantNo) -> PlaceId:
        """Where an entrant plays: in the chat where they signed up, as long as it belongs to the event."""
        place = self.cards[number].place
        return place if place is not None and place in self.places else self.place

    @property
    def head(self) -> Head:
        return self.row.head

    @property
    def version(self) -> int:
        return self.row.version

    @property
    def phase(self) -> Phase:
        return self.event.phase

    @property
    def results(self) -> tuple[str, ...]:
        """How a game that is played can end, as people write it; with an advantage where that is known."""
        return ("1-0", "0-1", "1/2", *(("1+", "1-") if self.regulation.play.advantage else ()))

    @property
    def rules(self) -> EventRules:
        return self.event.rules

    @property
    def zone(self) -> ZoneInfo:
        """Where the event takes place: its times are said so, and its year is counted so."""
        return ZoneInfo(self.rules.schedule.zone)

    @property
    def naming(self) -> Naming:
        return Naming(self.row.naming)

    def name(self, number: EntrantNo) -> str | Said:
        """What an entrant is called in public, as the organiser has set; homonyms are told apart."""
        return self.shown[number]

    def public_name(self, number: EntrantNo) -> str:
        """The same in any language, without what tells homonyms apart; empty where that is a number alone."""
        shown = self.shown[number]
        return shown if isinstance(shown, str) else str(shown.args.get("name", ""))

    def full_name(self, number: EntrantNo) -> str | Said:
        """The name as it was given, for the organiser and for whoever acts for the entrant."""
        return self.cards[number].name or said("player.number", number=number)

    def names(self, numbers: Iterable[EntrantNo]) -> tuple[str | Said, ...]:
        return tuple(self.shown[number] for number in numbers)

    def controlled_by(self, person: PersonId, *standings: Standing) -> tuple[Entrant, ...]:
        """The entrants for whom ``person`` acts, by number; those in these standings if any are given."""
        return tuple(
            entrant
            for number, entrant in self.event.entrants.items()
            if person in self.cards[number].controllers and (not standings or entrant.standing in standings)
        )

    def controllers(self, number: EntrantNo) -> frozenset[PersonId]:
        """Who acts for an entrant; nobody where the organiser reports for them."""
        return self.cards[number].controllers

    @property
    def forgotten(self) -> frozenset[EntrantNo]:
        """Entrants whose name was erased: they go on as numbers, and come back no more."""
        return frozenset(number for number, card in self.cards.items() if not card.name)

    def has_role(self, person: PersonId, *roles: EventRole) -> bool:
        """Whether ``person`` has one of these roles."""
        return not self.roles.get(person, frozenset()).isdisjoint(roles)

    def having_role(self, role: EventRole) -> tuple[PersonId, ...]:
        return tuple(person for person, held in self.roles.items() if role in held)

    @property
    def subject(self) -> str:
        """What messages about the event as a whole are about."""
        return f"event:{self.code}"


class EventCache(Cache[EventFile]):
    """Events as they were last committed."""

    def __init__(self, most: int = 256) -> None:
        super().__init__(most)


def show_names(
    entrants: Mapping[EntrantNo, Entrant], cards: Mapping[EntrantNo, Card], naming: Naming
) -> Mapping[EntrantNo, str | Said]:
    """What everybody is called in public; who has the name of another one who is there gets a number."""
    plain: dict[EntrantNo, str] = {}
    for number, entrant in entrants.items():
        name = cards[number].name
        if name and naming is Naming.FIRST:
            name = " ".join(filter(None, (name.split()[0], entrant.group)))
        plain[number] = "" if naming is Naming.NUMBER else name
    times = Counter(
        name.casefold() for number, name in plain.items() if entrants[number].standing is not Standing.LEFT
    )
    shown: dict[EntrantNo, str | Said] = {}
    for number, name in plain.items():
        if not name:
            shown[number] = said("player.number", number=number)
        elif times[name.casefold()] > 1:
            shown[number] = said("entrant.homonym", name=name, number=number)
        else:
            shown[number] = name
    return shown


# --- from the log -------------------------------------------------------------------------------------------


def rules_of(regulation: Regulation) -> EventRules:
    """What a regulation says about a tournament. Raises ValueError where it says nothing."""
    if regulation.event is None:
        raise ValueError(f"{regulation.id} has no tournament")
    return regulation.event


def first_white(regulation: Regulation) -> FirstWhite:
    """Who has White by the rules of play."""
    return regulation.play.first_white


def run_log(regulation: Regulation, drafts: Iterable[Draft]) -> Event:
    """The state of an event from its whole log. Raises what an action of it raises."""
    entries = (
        (from_body(draft.kind, draft.schema, json.loads(draft.body)), effective_time(draft))
        for draft in drafts
    )
    return replay(rules_of(regulation), first_white(regulation), entries)


def projection(event: Event) -> dict[str, Any]:
    """The columns of the events table that follow from the log."""
    due = next_due(event)
    return {
        "phase": event.phase.value,
        "deadline": None if due is None else due[0],
        "deadline_kind": None if due is None else due[1].value,
    }


def entrant_projection(entrant: Entrant) -> dict[str, Any]:
    """The columns of the entrants table that follow from the log."""
    return {"standing": entrant.standing.value, "category": entrant.category}
