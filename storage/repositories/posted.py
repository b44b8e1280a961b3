"""Messages that stand in a chat."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, exists, func, literal_column, select, update

from storage.ids import OutboxId, PlaceId
from storage.repositories.base import Repository
from storage.tables import outbox, posted

_MOST_COUNTED = 100
"""messages below another one: nobody asks for more, and there may be any number of them"""

_later = posted.alias("later")
_below = (
    select(_later.c.id)
    .where(_later.c.place == posted.c.place, _later.c.id > posted.c.id)
    .limit(literal_column(str(_MOST_COUNTED)))
    .correlate(posted)
    .subquery()
)
_newer = select(func.count()).select_from(_below).correlate(posted).scalar_subquery()
_one = select(
    posted.c.place, posted.c.subject, posted.c.message, posted.c.file_id, posted.c.outbox, _newer
).where(posted.c.place == bindparam("of_place"))
_current = _one.where(posted.c.subject.in_(bindparam("subjects", expanding=True)), posted.c.current).order_by(
    posted.c.subject, posted.c.id
)
_replaced = (
    select(posted.c.place, posted.c.message)
    .where(
        posted.c.current,
        exists().where(
            _later.c.place == posted.c.place,
            _later.c.subject == posted.c.subject,
            _later.c.id > posted.c.id,
            _later.c.current,
        ),
    )
    .order_by(posted.c.id)
)
_retire = (
    update(posted)
    .where(posted.c.place == bindparam("of_place"), posted.c.message == bindparam("message_id"))
    .values(current=False)
)
_prune = delete(posted).where(~posted.c.current, ~exists().where(outbox.c.id == posted.c.outbox))
_by_message = _one.where(posted.c.message == bindparam("message_id"))


@dataclass(frozen=True, slots=True)
class Posted:
    """``message`` is the platform's id, ``outbox`` what it shows now, ``newer`` how many stand below it, as
    far as they were counted."""

    place: PlaceId
    subject: str | None
    message: str
    file_id: str | None
    outbox: OutboxId
    newer: int


class PostedMessages(Repository):
    """Where the messages about a subject are."""

    __slots__ = ()

    async def current(self, place: PlaceId, subject: str) -> Posted | None:
        """The message to edit when something new is said about ``subject``."""
        return (await self.all_current(place, (subject,))).get(subject)

    async def all_current(self, place: PlaceId, subjects: Collection[str]) -> dict[str, Posted]:
        """The messages to edit, for those of ``subjects`` that have one: the newest about each."""
        rows = await self._run(_current, {"of_place": place, "subjects": list(subjects)}) if subjects else ()
        return {row.subject: Posted(*row) for row in rows}

    async def by_message(self, place: PlaceId, message: str) -> Posted | None:
        """What a message that somebody answers is about."""
        row = (await self._run(_by_message, {"of_place": place, "message_id": message})).first()
        return None if row is None else Posted(*row)

    async def replaced(self) -> list[tuple[PlaceId, str]]:
        """Messages, by place, that newer ones about the same have replaced and that are not retired yet."""
        return [(place, message) for place, message in await self._run(_replaced)]

    async def retire(self, messages: Collection[tuple[PlaceId, str]]) -> None:
        """Nothing is to be done any more with messages that were replaced."""
        if rows := [{"of_place": place, "message_id": message} for place, message in messages]:
            await self._run(_retire, rows)

    async def prune(self) -> int:
        """Forget messages that are not edited any more and of which the outbox has forgotten what they say.

        Returns how many.
        """
        return (await self._run(_prune)).rowcount
