"""Entrants of events: where they stand, and who acts for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, delete, exists, insert, select, update

from storage.ids import EntrantId, EventId, PersonId, PlaceId, Subject, SubjectKind
from storage.repositories.base import Repository
from storage.tables import entrant_controllers, entrants
from storage.upsert import Upsert

_add = insert(entrants)
_save = (
    update(entrants)
    .where(entrants.c.id == bindparam("entrant"))
    .values(standing=bindparam("standing"), category=bindparam("category"))
)
_control = Upsert(entrant_controllers, ("entrant", "person"))
_release = delete(entrant_controllers).where(
    entrant_controllers.c.entrant == bindparam("of_entrant"),
    entrant_controllers.c.person == bindparam("of_person"),
)
_release_all = delete(entrant_controllers).where(entrant_controllers.c.entrant == bindparam("of_entrant"))
_remove = delete(entrants).where(entrants.c.id == bindparam("of_entrant"))
_with_controllers = (
    select(
        entrants.c.id,
        entrants.c.event,
        entrants.c.number,
        entrants.c.standing,
        entrants.c.category,
        entrants.c.place,
        entrant_controllers.c.person,
    )
    .outerjoin(entrant_controllers, entrant_controllers.c.entrant == entrants.c.id)
    .order_by(entrants.c.event, entrants.c.number, entrant_controllers.c.person)
)
_of = _with_controllers.where(entrants.c.event == bindparam("of_event"))
_of_many = _with_controllers.where(entrants.c.event.in_(bindparam("of_events", expanding=True)))
_others = entrant_controllers.alias("others")
_only_of = select(entrant_controllers.c.entrant).where(
    entrant_controllers.c.person == bindparam("of_person"),
    ~exists().where(
        _others.c.entrant == entrant_controllers.c.entrant, _others.c.person != entrant_controllers.c.person
    ),
)


@dataclass(frozen=True, slots=True)
class StoredEntrant:
    """``number`` is that of the event's log; name and answers are personal values of the subject.

    ``place`` is the chat in which they signed up, None where that is not known.
    """

    id: EntrantId
    event: EventId
    number: int
    standing: str
    category: str
    controllers: tuple[PersonId, ...] = ()
    place: PlaceId | None = None

    @property
    def subject(self) -> Subject:
        return Subject(SubjectKind.ENTRANT, self.id)


class Entrants(Repository):
    """Those who take part in events."""

    __slots__ = ()

    async def add(
        self,
        event: EventId,
        number: int,
        *,
        standing: str,
        category: str,
        controllers: tuple[PersonId, ...] = (),
        place: PlaceId | None = None,
    ) -> StoredEntrant:
        """Raises Conflict where the number is taken."""
        values = {
            "event": event,
            "number": number,
            "standing": standing,
            "category": category,
            "place": place,
        }
        added = EntrantId(await self._insert(_add, values))
        for person in controllers:
            await self.control(added, person)
        return StoredEntrant(added, event, number, standing, category, controllers, place)

    async def save_all(self, changed: Sequence[StoredEntrant]) -> None:
        """Store standing and category of these anew, in one statement."""
        if changed:
            rows = [
                {"entrant": entrant.id, "standing": entrant.standing, "category": entrant.category}
                for entrant in changed
            ]
            await self._run(_save, rows)

    async def control(self, entrant: EntrantId, person: PersonId) -> None:
        """Let ``person`` act for ``entrant``, alone or with others."""
        await self._run(_control, {"entrant": entrant, "person": person})

    async def release(self, entrant: EntrantId, person: PersonId) -> None:
        await self._run(_release, {"of_entrant": entrant, "of_person": person})

    async def remove(self, entrant: EntrantId) -> None:
        """Take out an entrant who never was: the signing up was taken back."""
        await self._run(_release_all, {"of_entrant": entrant})
        await self._run(_remove, {"of_entrant": entrant})

    async def of(self, event: EventId) -> tuple[StoredEntrant, ...]:
        """The entrants of an event, by number."""
        return tuple(_group(await self._run(_of, {"of_event": event})))

    async def of_many(self, events: Sequence[EventId]) -> dict[EventId, tuple[StoredEntrant, ...]]:
        """The entrants of several events, each by number."""
        found: dict[EventId, list[StoredEntrant]] = {event: [] for event in events}
        for entrant in _group(await self._run(_of_many, {"of_events": list(events)})):
            found[entrant.event].append(entrant)
        return {event: tuple(members) for event, members in found.items()}

    async def only_of(self, person: PersonId) -> list[EntrantId]:
        """Those for whom nobody but ``person`` acts, in events of every phase."""
        return list((await self._run(_only_of, {"of_person": person})).scalars())


def _group(rows: Any) -> list[StoredEntrant]:
    found: list[StoredEntrant] = []
    for number, event, entrant, standing, category, place, person in rows:
        if found and found[-1].id == number:
            last = found[-1]
            found[-1] = replace(last, controllers=(*last.controllers, person))
        else:
            controllers = () if person is None else (person,)
            found.append(StoredEntrant(number, event, entrant, standing, category, controllers, place))
    return found
