"""Questions that wait for an answer: what a person was asked in a place, and what they have said so far."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from storage.ids import AccountId, EventId, PersonId, PlaceId
from storage.repositories.base import Repository
from storage.tables import dialogues, private_places
from storage.upsert import Upsert

_of = select(dialogues).where(
    dialogues.c.person == bindparam("of_person"), dialogues.c.place == bindparam("of_place")
)
_of_person = select(dialogues).where(dialogues.c.person == bindparam("of_person")).order_by(dialogues.c.place)
_asked_in = select(dialogues.c.person).where(dialogues.c.place == bindparam("of_place"))
_put = Upsert(dialogues, ("person", "place"), update=("kind", "event", "payload", "updated"))
_end = delete(dialogues).where(
    dialogues.c.person == bindparam("of_person"), dialogues.c.place == bindparam("of_place")
)
_end_all = delete(dialogues).where(dialogues.c.person == bindparam("of_person"))
_end_of_event = delete(dialogues).where(dialogues.c.event == bindparam("of_event"))
_prune = delete(dialogues).where(dialogues.c.updated < bindparam("before"))
_private = select(private_places.c.place).where(private_places.c.account == bindparam("of_account"))
_keep_private = Upsert(private_places, ("account",), update=("place",))


@dataclass(frozen=True, slots=True)
class Dialogue:
    """``payload`` is JSON text, personal, and exists no longer than the conversation."""

    person: PersonId
    place: PlaceId
    kind: str
    event: EventId | None
    payload: str
    updated: datetime


class Dialogues(Repository):
    """Conversations that are not finished, at most one for each person in a place; and private places."""

    __slots__ = ()

    async def of(self, person: PersonId, place: PlaceId) -> Dialogue | None:
        row = (await self._run(_of, {"of_person": person, "of_place": place})).first()
        return None if row is None else Dialogue(*row)

    async def everywhere(self, person: PersonId) -> list[Dialogue]:
        """What a person is being asked, in all places."""
        return [Dialogue(*row) for row in await self._run(_of_person, {"of_person": person})]

    async def asked_in(self, place: PlaceId) -> list[PersonId]:
        """Who is being asked something in a place."""
        return list((await self._run(_asked_in, {"of_place": place})).scalars())

    async def put(self, dialogue: Dialogue) -> None:
        """Store where the conversation stands, in the place of an earlier one."""
        values = {name: getattr(dialogue, name) for name in Dialogue.__slots__}
        await self._run(_put, values)

    async def end(self, person: PersonId, place: PlaceId) -> bool:
        """Forget a conversation; False where there was none."""
        return (await self._run(_end, {"of_person": person, "of_place": place})).rowcount > 0

    async def end_all(self, person: PersonId) -> None:
        """Forget every conversation with ``person``."""
        await self._run(_end_all, {"of_person": person})

    async def end_of_event(self, event: EventId) -> None:
        """Forget every conversation about ``event``."""
        await self._run(_end_of_event, {"of_event": event})

    async def prune(self, before: datetime) -> int:
        """Forget conversations in which nothing was said since then; returns how many."""
        return (await self._run(_prune, {"before": before})).rowcount

    async def private_place(self, account: AccountId) -> PlaceId | None:
        """Where an account is spoken to alone, None where that is not known."""
        place: PlaceId | None = (await self._run(_private, {"of_account": account})).scalar()
        return place

    async def keep_private_place(self, account: AccountId, place: PlaceId) -> None:
        """From now on the account is spoken to alone there."""
        await self._run(_keep_private, {"account": account, "place": place})
