"""Events: one row each, changed only by compare-and-set of its version; and who organises them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import bindparam, delete, exists, insert, not_, select, update

from storage.chain import Head
from storage.errors import StaleVersion
from storage.ids import EventId, PersonId, PlaceId, Subject, SubjectKind
from storage.repositories.base import Repository
from storage.tables import (
    entrant_controllers,
    entrants,
    event_invitations,
    event_places,
    event_roles,
    events,
    places,
)
from storage.upsert import Upsert


class EventRole(StrEnum):
    """What somebody may do in an event; the values are stored."""

    ORGANISER = "organiser"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """The row of an event: its state can be computed from its log.

    ``code`` is unique in the database, ``slug`` in its place; ``regulation`` is the hash of the text by which
    it is run, ``naming`` how entrants are shown in public, ``secret`` that of the lots. ``deadline`` is the
    moment at which something happens by itself and ``deadline_kind`` what.
    """

    id: EventId
    code: str
    slug: str
    place: PlaceId
    regulation: str
    title: str
    naming: str
    phase: str
    version: int
    deadline: datetime | None
    deadline_kind: str | None
    secret: str | None = field(repr=False)
    log_seq: int
    log_hash: str
    created: datetime
    updated: datetime

    @property
    def head(self) -> Head:
        """Where its log stands."""
        return Head(self.log_seq, self.log_hash)

    @property
    def subject(self) -> Subject:
        return Subject(SubjectKind.EVENT, self.id)

    def at_head(self, head: Head) -> StoredEvent:
        """The same event with its log ending at ``head``."""
        return replace(self, log_seq=head.seq, log_hash=head.hash)


@dataclass(frozen=True, slots=True)
class RoleInvitation:
    """A role that only an account with this name (in lower case) can take."""

    platform: str
    username: str
    role: EventRole


_CHANGING = (
    "title",
    "naming",
    "phase",
    "deadline",
    "deadline_kind",
    "secret",
    "log_seq",
    "log_hash",
    "updated",
)

_all = select(*(events.c[field.name] for field in fields(StoredEvent)))
_by_id = _all.where(events.c.id == bindparam("event"))
_take = _by_id.with_for_update(skip_locked=True)
_lock = select(events.c.id).where(events.c.id == bindparam("event")).with_for_update()
_by_code = _all.where(events.c.code == bindparam("short"))
_linked = select(event_places.c.event).where(event_places.c.place == bindparam("of_place"))
_is_here = (events.c.place == bindparam("of_place")) | events.c.id.in_(_linked)
_by_slug = _all.where(_is_here, events.c.slug == bindparam("name")).order_by(events.c.id)
_with_slug = _all.where(events.c.slug == bindparam("name")).order_by(events.c.id)
_phases = events.c.phase.in_(bindparam("phases", expanding=True))
_in_place = _all.where(_is_here, _phases).order_by(events.c.id)
_entered = (
    select(entrants.c.event)
    .join(entrant_controllers, entrant_controllers.c.entrant == entrants.c.id)
    .where(entrant_controllers.c.person == bindparam("of_person"))
)
_roles_held = select(event_roles.c.event).where(event_roles.c.person == bindparam("of_person"))
_of_person = _all.where(events.c.id.in_(_entered) | events.c.id.in_(_roles_held), _phases).order_by(
    events.c.id
)
_due = (
    _all.where(events.c.deadline <= bindparam("now"))
    .order_by(events.c.deadline, events.c.id)
    .limit(bindparam("most"))
)
# asked of each event that is found: there may be any number of places on a platform
_on_platforms = places.c.platform.in_(bindparam("platforms", expanding=True))
_is_there = exists().where(places.c.id == events.c.place, _on_platforms) | exists().where(
    event_places.c.event == events.c.id, places.c.id == event_places.c.place, _on_platforms
)
_due_there = _due.where(_is_there)
_due_elsewhere = _due.where(not_(_is_there))
_after = _all.where(events.c.id > bindparam("last")).order_by(events.c.id).limit(bindparam("most"))
_add = insert(events)
_save = (
    update(events)
    .where(events.c.id == bindparam("event"), events.c.version == bindparam("expected"))
    .values({**{name: bindparam(name) for name in _CHANGING}, "version": bindparam("expected") + 1})
)

_grant = Upsert(event_roles, ("event", "person", "role"))
_revoke = delete(event_roles).where(
    event_roles.c.event == bindparam("of_event"),
    event_roles.c.person == bindparam("of_person"),
    event_roles.c.role == bindparam("of_role"),
)
_forget = delete(event_roles).where(event_roles.c.person == bindparam("of_person"))
_roles = (
    select(event_roles.c.person, event_roles.c.role)
    .where(event_roles.c.event == bindparam("of_event"))
    .order_by(event_roles.c.person, event_roles.c.role)
)
_invite = Upsert(event_invitations, ("event", "platform", "username", "role"))
_uninvite = delete(event_invitations).where(
    event_invitations.c.event == bindparam("of_event"),
    event_invitations.c.platform == bindparam("on_platform"),
    event_invitations.c.username == bindparam("name"),
)
_invited = select(event_invitations.c.platform, event_invitations.c.username, event_invitations.c.role).where(
    event_invitations.c.event == bindparam("of_event")
)
_uninvite_everywhere = delete(event_invitations).where(
    event_invitations.c.platform == bindparam("on_platform"),
    event_invitations.c.username == bindparam("name"),
)


class Events(Repository):
    """Events in every phase."""

    __slots__ = ()

    async def add(
        self,
        *,
        code: str,
        slug: str,
        place: PlaceId,
        regulation: str,
        title: str,
        naming: str,
        phase: str,
        created: datetime,
    ) -> StoredEvent:
        """An event of version 1 with an empty log. Raises Conflict where code or slug is taken."""
        values: dict[str, Any] = {
            "code": code,
            "slug": slug,
            "place": place,
            "regulation": regulation,
            "title": title,
            "naming": naming,
            "phase": phase,
            "version": 1,
            "deadline": None,
            "deadline_kind": None,
            "secret": None,
            "log_seq": 0,
            "log_hash": "",
            "created": created,
            "updated": created,
        }
        return StoredEvent(EventId(await self._insert(_add, values)), **values)

    async def save(self, event: StoredEvent) -> StoredEvent:
        """Store the state of ``event`` if ``event.version`` is still the stored one; gives the next version.

        What was fixed at the start (code, slug, place, regulation) is not written. Raises StaleVersion.
        """
        values = {name: getattr(event, name) for name in _CHANGING}
        values |= {"event": event.id, "expected": event.version}
        if (await self._run(_save, values)).rowcount != 1:
            raise StaleVersion(event=event.id, expected=event.version)
        return replace(event, version=event.version + 1)

    async def lock(self, event: EventId) -> None:
        """Keep others from changing the event until the unit of work ends."""
        await self._run(_lock, {"event": event})

    async def by_id(self, event: EventId) -> StoredEvent | None:
        return _maybe((await self._run(_by_id, {"event": event})).first())

    async def take(self, event: EventId) -> StoredEvent | None:
        """An event for this unit of work alone. None where another one is busy with it, or there is none."""
        return _maybe((await self._run(_take, {"event": event})).first())

    async def by_code(self, code: str) -> StoredEvent | None:
        """``code`` in any case of letters."""
        return _maybe((await self._run(_by_code, {"short": code.upper()})).first())

    async def by_slug(self, place: PlaceId, slug: str) -> StoredEvent | None:
        """The event of ``place`` that is called so, in any case of letters; its own before a linked one."""
        rows = [
            _event(row) for row in await self._run(_by_slug, {"of_place": place, "name": slug.casefold()})
        ]
        return min(rows, key=lambda event: event.place != place, default=None)

    async def with_slug(self, slug: str) -> list[StoredEvent]:
        """The events of all places that are called so."""
        return [_event(row) for row in await self._run(_with_slug, {"name": slug.casefold()})]

    async def in_place(self, place: PlaceId, phases: Collection[str]) -> list[StoredEvent]:
        """The events of a place, and those linked to it, in these phases, the oldest first."""
        rows = await self._run(_in_place, {"of_place": place, "phases": list(phases)})
        return [_event(row) for row in rows]

    async def of_person(self, person: PersonId, phases: Collection[str]) -> list[StoredEvent]:
        """Events in which a person has a role or acts for an entrant, the oldest first."""
        rows = await self._run(_of_person, {"of_person": person, "phases": list(phases)})
        return [_event(row) for row in rows]

    async def due(
        self, now: datetime, limit: int = 100, *, on: str | None = None, but: Collection[str] = ()
    ) -> list[StoredEvent]:
        """Events whose deadline has come, the earliest first.

        Only those that are announced ``on`` a platform, or none that is on one of those named by ``but``.
        """
        statement, values = _due, {"now": now, "most": limit}
        if on is not None:
            statement, values = _due_there, {**values, "platforms": [on]}
        elif but:
            statement, values = _due_elsewhere, {**values, "platforms": list(but)}
        return [_event(row) for row in await self._run(statement, values)]

    async def after(self, last: EventId | None = None, limit: int = 100) -> list[StoredEvent]:
        """Events in the order of their ids, page by page: those after ``last``."""
        return [_event(row) for row in await self._run(_after, {"last": last or 0, "most": limit})]

    # --- roles ----------------------------------------------------------------------------------------------

    async def grant(self, event: EventId, person: PersonId, role: EventRole) -> None:
        """Give ``person`` a role; one that is held already stays."""
        await self._run(_grant, {"event": event, "person": person, "role": role})

    async def revoke(self, event: EventId, person: PersonId, role: EventRole) -> None:
        await self._run(_revoke, {"of_event": event, "of_person": person, "of_role": role})

    async def revoke_all(self, person: PersonId) -> None:
        """Take every role in every event from ``person``."""
        await self._run(_forget, {"of_person": person})

    async def roles(self, event: EventId) -> list[tuple[PersonId, EventRole]]:
        """Who has which role, by person."""
        rows = await self._run(_roles, {"of_event": event})
        return [(PersonId(person), EventRole(role)) for person, role in rows]

    async def invite(self, event: EventId, platform: str, username: str, role: EventRole) -> None:
        """Keep a role for whoever appears under ``username``."""
        values = {"event": event, "platform": platform, "username": username.casefold(), "role": role}
        await self._run(_invite, values)

    async def uninvite(self, event: EventId, platform: str, username: str) -> None:
        """Roles kept for that name are taken, or wanted no more."""
        values = {"of_event": event, "on_platform": platform, "name": username.casefold()}
        await self._run(_uninvite, values)

    async def uninvite_everywhere(self, platform: str, username: str) -> None:
        """Forget that name in every event."""
        await self._run(_uninvite_everywhere, {"on_platform": platform, "name": username.casefold()})

    async def invitations(self, event: EventId) -> list[RoleInvitation]:
        """Roles that are kept for somebody not met yet."""
        rows = await self._run(_invited, {"of_event": event})
        return [RoleInvitation(platform, username, EventRole(role)) for platform, username, role in rows]


def _event(row: Sequence[Any]) -> StoredEvent:
    return StoredEvent(*row)


def _maybe(row: Sequence[Any] | None) -> StoredEvent | None:
    return None if row is None else _event(row)
