"""Loading events from their logs, and appending to them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.commands.games import REASON, Author, draft_of, free_code, pinned_regulation
from bot.commands.people import NAME
from bot.commands.place import Person, Place
from bot.commands.tournament.due import ERASE_ANSWERS, OVER
from bot.commands.tournament.eventfile import (
    Card,
    EventCache,
    EventFile,
    Naming,
    entrant_projection,
    first_white,
    projection,
    rules_of,
    run_log,
    show_names,
)
from bot.regulations import Library
from rules.tournament.actions import SCHEMA, Created, EventAction, Joined, Replaced, Settings, Undone
from rules.tournament.event import Event, create
from rules.tournament.happenings import EventHappening
from rules.tournament.lots import commitment_of
from rules.tournament.model import Birth, EntrantNo, Phase
from storage.chain import EMPTY, Draft
from storage.ids import EntrantId, EventId, PersonId, PlaceId, SubjectKind
from storage.repositories.entrants import StoredEntrant
from storage.repositories.events import EventRole, StoredEvent
from storage.unit_of_work import Reading, UnitOfWork

if TYPE_CHECKING:
    from rules.regulation import Regulation

BORN = "born"
"""key of the birth year, or date in ISO 8601"""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who signs up: name, answers by key, the persons who act for them, and in which chat."""

    name: str
    answers: Mapping[str, str] = field(default_factory=dict)
    controllers: tuple[PersonId, ...] = ()
    place: PlaceId | None = None


class EventReader:
    """Events as files, from any view of the database."""

    def __init__(self, reading: Reading, library: Library, cache: EventCache) -> None:
        self._reading = reading
        self._library = library
        self._cache = cache

    async def load(self, row: StoredEvent) -> EventFile:
        """The event with its state, computed from its log where the version is not known yet."""
        known = self._cache.get(row)
        if known is not None:
            return known
        regulation = await pinned_regulation(self._reading, self._library, row.regulation)
        event = run_log(regulation, [entry.draft for entry in await self._reading.log.of(row.subject)])
        cards = await self._cards(row.id)
        return EventFile(
            row,
            regulation,
            event,
            cards,
            show_names(event.entrants, cards, Naming(row.naming)),
            await self._roles(row.id),
            tuple(await self._reading.events.invitations(row.id)),
            await self._reading.links.of_event(row.id),
        )

    async def _cards(self, event: EventId) -> dict[EntrantNo, Card]:
        rows = await self._reading.entrants.of(event)
        names = await self._reading.personal.many(SubjectKind.ENTRANT, [row.id for row in rows], NAME)
        return {EntrantNo(row.number): _card(row, names.get(row.id, "")) for row in rows}

    async def _roles(self, event: EventId) -> dict[PersonId, frozenset[EventRole]]:
        held: dict[PersonId, set[EventRole]] = defaultdict(set)
        for person, role in await self._reading.events.roles(event):
            held[person].add(role)
        return {person: frozenset(roles) for person, roles in held.items()}

    async def answers(self, file: EventFile, number: EntrantNo) -> dict[str, str]:
        """What was answered at sign-up, by key, the name included."""
        return await self._reading.personal.all(file.cards[number].subject)

    async def births(self, file: EventFile) -> dict[EntrantNo, Birth]:
        """When entrants were born, for those who have said so: the day, or the year alone."""
        by_id = {card.id: number for number, card in file.cards.items()}
        told = await self._reading.personal.many(SubjectKind.ENTRANT, list(by_id), BORN)
        return {
            by_id[EntrantId(id)]: Birth.within(int(text))
            if len(text) == 4
            else Birth.on(date.fromisoformat(text))
            for id, text in told.items()
        }


def _card(row: StoredEntrant, name: str) -> Card:
    return Card(row.id, EntrantNo(row.number), name, frozenset(row.controllers), row.place)


class Events(EventReader):
    """The events as seen from one unit of work: what it changes is shown to others when it is committed."""

    def __init__(
        self,
        unit: UnitOfWork,
        library: Library,
        cache: EventCache,
        lots: random.Random,
        now: datetime,
        author: Author,
    ) -> None:
        super().__init__(unit, library, cache)
        self._unit = unit
        self._lots = lots
        self._now = now
        self._author = author
        self.changed: dict[int, EventFile] = {}
        self._age = cache.age
        self._is_stale = False

    def forget_names(self) -> None:
        """Names were erased: nothing that holds one may be used or remembered."""
        self._is_stale = True
        self.changed.clear()
        self._cache.forget()

    @property
    def names_are_stale(self) -> bool:
        """Whether names were erased."""
        return self._is_stale

    def publish(self) -> None:
        """To be called after the commit."""
        if self._is_stale:
            self._cache.forget()
        elif self._age == self._cache.age:
            for file in self.changed.values():
                self._cache.keep(file)

    # --- finding --------------------------------------------------------------------------------------------

    async def load(self, row: StoredEvent) -> EventFile:
        file = self.changed.get(row.id)
        if file is None or file.row.version != row.version:
            file = self.changed[row.id] = await super().load(row)
        return file

    async def by_id(self, event: EventId) -> EventFile | None:
        row = await self._unit.events.by_id(event)
        return None if row is None else await self.load(row)

    async def by_code(self, code: str) -> EventFile | None:
        row = await self._unit.events.by_code(code)
        return None if row is None else await self.load(row)

    async def called(self, name: str, place: PlaceId) -> EventFile | None:
        """The event of that code, or of that ID: in ``place`` first, elsewhere if there is only one."""
        row = await self._unit.events.by_slug(place, name) or await self._unit.events.by_code(name)
        if row is None:
            others = await self._unit.events.with_slug(name)
            row = others[0] if len(others) == 1 else None
        return None if row is None else await self.load(row)

    async def here(self, place: PlaceId, phases: Collection[Phase]) -> list[EventFile]:
        """The events that ``place`` has part in, in these phases, the oldest first."""
        rows = await self._unit.events.in_place(place, [phase.value for phase in phases])
        return [await self.load(row) for row in rows]

    async def of(self, person: PersonId, phases: Collection[Phase]) -> list[EventFile]:
        """Events everywhere in which ``person`` has a role or acts for somebody, the oldest first."""
        rows = await self._unit.events.of_person(person, [phase.value for phase in phases])
        return [await self.load(row) for row in rows]

    # --- changing -------------------------------------------------------------------------------------------

    async def create(
        self,
        place: Place,
        regulation: Regulation,
        title: str,
        settings: Settings,
        organiser: Person,
        slug: str | None = None,
    ) -> EventFile:
        """Store a new event, run by ``organiser``. Raises Conflict where the ID is taken in the place."""
        await self._unit.regulations.add(regulation.hash, regulation.id, regulation.text)
        code = await free_code(self._unit, self._lots)
        row = await self._unit.events.add(
            code=code,
            slug=(slug or code).casefold(),
            place=place.id,
            regulation=regulation.hash,
            title=title,
            naming=Naming.FULL.value,
            phase=Phase.CREATED.value,
            created=self._now,
        )
        await self._unit.events.grant(row.id, organiser.id, EventRole.ORGANISER)
        action = Created(settings)
        draft = self._draft(row, action)
        event = create(rules_of(regulation), first_white(regulation), action, self._author.at or self._now)
        roles = {organiser.id: frozenset((EventRole.ORGANISER,))}
        return await self._store(EventFile(row, regulation, event, {}, {}, roles), draft, event)

    async def act(
        self, file: EventFile, action: EventAction, *, reason: str = ""
    ) -> tuple[EventFile, tuple[EventHappening, ...]]:
        """Append an action and store what follows from it. Raises EventRefused, before anything is written.

        ``reason`` is free text of an organiser, kept apart from the log, where it can be erased. Entrants are
        added by ``enter`` and ``replace``.
        """
        event, happened = file.event.apply(action, self._author.at or self._now)
        changed = await self._store(file, self._draft(file.row, action), event)
        if reason:
            await self._unit.personal.set(file.row.subject, f"{REASON}:{changed.event.seq}", reason)
        return changed, happened

    async def reason(self, file: EventFile, seq: int) -> str:
        """Why an entry was made, as the organiser has said; empty where it was not, or was erased."""
        return await self._unit.personal.get(file.row.subject, f"{REASON}:{seq}") or ""

    async def forget_reason(self, file: EventFile, seq: int) -> None:
        """Erase why an entry was made."""
        if await self.reason(file, seq):
            await self._unit.personal.set(file.row.subject, f"{REASON}:{seq}", "")

    async def enter(
        self, file: EventFile, action: Joined | Replaced, newcomer: Newcomer
    ) -> tuple[EventFile, tuple[EventHappening, ...]]:
        """Let somebody sign up, or take over a place. Raises EventRefused, before anything is written."""
        number = action.number if isinstance(action, Joined) else action.new_number
        event, happened = file.event.apply(action, self._author.at or self._now)
        row = await self._unit.entrants.add(
            file.id,
            number,
            **entrant_projection(event.entrants[number]),
            controllers=newcomer.controllers,
            place=newcomer.place,
        )
        card = _card(row, newcomer.name)
        for key, value in ((NAME, newcomer.name), *newcomer.answers.items()):
            await self._unit.personal.set(card.subject, key, value)
        draft = self._draft(file.row, action)
        return await self._store(replace(file, cards={**file.cards, number: card}), draft, event), happened

    async def _store(self, file: EventFile, draft: Draft, event: Event) -> EventFile:
        entry = await self._unit.log.append(draft, file.head if file.row.log_seq else EMPTY)
        row = replace(file.row, **projection(event), updated=self._now).at_head(entry.head)
        await self._save_entrants(file, event)
        cards = {number: card for number, card in file.cards.items() if number in event.entrants}
        # most actions change nobody's name or standing, and a field may be large
        shown = (
            file.shown
            if event.entrants is file.event.entrants
            else show_names(event.entrants, cards, Naming(row.naming))
        )
        row = await self._unit.events.save(row)
        if event.phase in OVER and file.phase not in OVER:
            due = self._now + timedelta(days=event.rules.sign_up.retention_days)
            key = f"{ERASE_ANSWERS}:{file.id}:{event.seq}"
            await self._unit.jobs.add(ERASE_ANSWERS, due, subject=row.subject, key=key)
        return self._keep(replace(file, row=row, event=event, cards=cards, shown=shown))

    async def _save_entrants(self, file: EventFile, event: Event) -> None:
        before = file.event.entrants
        changed = [
            StoredEntrant(file.cards[number].id, file.id, number, **entrant_projection(entrant))
            for number, entrant in event.entrants.items()
            if (old := before.get(number)) is not entrant
            and old is not None
            and entrant_projection(old) != entrant_projection(entrant)
        ]
        await self._unit.entrants.save_all(changed)
        for number in file.cards.keys() - event.entrants.keys():  # their signing up was taken back
            await self._unit.personal.erase(file.cards[number].subject)
            await self._unit.entrants.remove(file.cards[number].id)

    def _keep(self, file: EventFile) -> EventFile:
        self.changed[file.id] = file
        return file

    def _draft(self, row: StoredEvent, action: EventAction) -> Draft:
        draft = draft_of(row.subject, self._author, self._now, action.kind, SCHEMA, action.to_body())
        return replace(draft, undoes=action.seq) if isinstance(action, Undone) else draft

    async def save_row(self, file: EventFile, **columns: str | None) -> EventFile:
        """Store ``title``, ``naming`` or ``secret`` of an event, which no log holds."""
        changes: dict[str, Any] = {**columns, "updated": self._now}
        row = await self._unit.events.save(replace(file.row, **changes))
        shown = show_names(file.event.entrants, file.cards, Naming(row.naming))
        return self._keep(replace(file, row=row, shown=shown))

    async def with_secret(self, file: EventFile) -> tuple[EventFile, str]:
        """The event with a secret for its lots, and the hash that is published of it."""
        secret = file.row.secret
        if secret is None:
            secret = f"{self._lots.getrandbits(128):032x}"
            file = await self.save_row(file, secret=secret)
        return file, commitment_of(secret)

    # --- people ---------------------------------------------------------------------------------------------

    async def grant(self, file: EventFile, person: PersonId, role: EventRole) -> EventFile:
        """Give ``person`` a role."""
        await self._unit.events.grant(file.id, person, role)
        held = file.roles.get(person, frozenset()) | {role}
        return self._keep(replace(await self._touch(file), roles={**file.roles, person: held}))

    async def revoke(self, file: EventFile, person: PersonId, role: EventRole) -> EventFile:
        """Take a role from ``person``."""
        await self._unit.events.revoke(file.id, person, role)
        held = file.roles.get(person, frozenset()) - {role}
        return self._keep(replace(await self._touch(file), roles={**file.roles, person: held}))

    async def invite(self, file: EventFile, platform: str, username: str, role: EventRole) -> EventFile:
        """Keep a role for whoever appears under ``username``."""
        await self._unit.events.invite(file.id, platform, username, role)
        return await self._reload_invited(file)

    async def accept_invitations(self, file: EventFile, platform: str, person: Person) -> EventFile:
        """Give ``person`` the roles that were kept for their name."""
        name = (person.username or "").casefold()
        mine = [kept for kept in file.invited if (kept.platform, kept.username) == (platform, name)]
        for kept in mine:
            file = await self.grant(file, person.id, kept.role)
        if not mine:
            return file
        await self._unit.events.uninvite(file.id, platform, name)
        return await self._reload_invited(file)

    async def uninvite(self, file: EventFile, platform: str, username: str) -> EventFile:
        """Keep no role for that name any longer."""
        await self._unit.events.uninvite(file.id, platform, username)
        return await self._reload_invited(file)

    async def _reload_invited(self, file: EventFile) -> EventFile:
        invited = tuple(await self._unit.events.invitations(file.id))
        return self._keep(replace(await self._touch(file), invited=invited))

    async def link(self, file: EventFile, place: PlaceId) -> EventFile:
        """Let the event be announced in ``place`` as well."""
        await self._unit.links.link(file.id, place, self._now)
        return self._keep(replace(await self._touch(file), linked=(*file.linked, place)))

    async def unlink(self, file: EventFile, place: PlaceId) -> EventFile:
        """Announce nothing in ``place`` any longer; games that are played there go on."""
        await self._unit.links.unlink(file.id, place)
        linked = tuple(other for other in file.linked if other != place)
        return self._keep(replace(await self._touch(file), linked=linked))

    async def release(self, file: EventFile, numbers: Iterable[EntrantNo], person: PersonId) -> EventFile:
        """Let ``person`` act for these entrants no more."""
        cards = dict(file.cards)
        for number in numbers:
            await self._unit.entrants.release(cards[number].id, person)
            cards[number] = replace(cards[number], controllers=cards[number].controllers - {person})
        return self._keep(replace(await self._touch(file), cards=cards))

    async def erase_answers(self, file: EventFile, number: EntrantNo) -> EventFile:
        """Erase what an entrant answered at sign-up; the name stays until it is to be erased as well."""
        card = file.cards[number]
        await self._unit.personal.erase(card.subject)
        if card.name:
            await self._unit.personal.set(card.subject, NAME, card.name)
        return file

    async def erase(self, file: EventFile, numbers: Iterable[EntrantNo]) -> EventFile:
        """Erase names and answers of these entrants: they go on under their numbers."""
        cards = dict(file.cards)
        for number in numbers:
            await self._unit.personal.erase(cards[number].subject)
            cards[number] = replace(cards[number], name="")
        shown = show_names(file.event.entrants, cards, file.naming)
        return self._keep(replace(await self._touch(file), cards=cards, shown=shown))

    async def _touch(self, file: EventFile) -> EventFile:
        """A next version of the row, so that nobody works on with what stood before."""
        return replace(file, row=await self._unit.events.save(replace(file.row, updated=self._now)))
