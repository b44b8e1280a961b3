"""What must be said: written in the transaction that causes it, sent afterwards, in order per place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, case, delete, exists, func, select, update

from storage.ids import AccountId, OutboxId, PlaceId
from storage.repositories.base import Repository
from storage.tables import accounts, outbox, places, posted
from storage.upsert import Upsert

_PENDING, _SENT, _SUPERSEDED, _SET_ASIDE = "pending", "sent", "superseded", "set-aside"

_add = Upsert(outbox, ("key",))
_pending = (
    select(
        outbox.c.id,
        outbox.c.place,
        outbox.c.to_account,
        accounts.c.external,
        outbox.c.toast,
        outbox.c.subject,
        outbox.c.body,
        outbox.c.created,
        outbox.c.attempts,
        outbox.c.next_attempt,
    )
    .outerjoin(accounts, accounts.c.id == outbox.c.to_account)
    .where(outbox.c.state == _PENDING, outbox.c.place == bindparam("of_place"))
    .order_by(outbox.c.id)
    .limit(bindparam("most"))
)
_body = select(outbox.c.body).where(outbox.c.id == bindparam("message_id"))
_places = (
    select(outbox.c.place, func.count())
    .where(outbox.c.state == _PENDING)
    .group_by(outbox.c.place)
    .order_by(func.min(outbox.c.id))
)
_new_places = (
    select(outbox.c.place, func.max(outbox.c.id))
    .where(outbox.c.id > bindparam("last"), outbox.c.state == _PENDING)
    .group_by(outbox.c.place)
    .order_by(func.min(outbox.c.id))
)
_newest = select(func.max(outbox.c.id))
_mine = outbox.c.id == bindparam("message_id")
# what was said to one person alone is nobody's business afterwards; a message with a subject is edited later
_is_private = exists().where(places.c.id == outbox.c.place, places.c.kind == "private")
_scrubbed = case(
    (outbox.c.to_account.is_not(None) | (outbox.c.subject.is_(None) & _is_private), ""),
    else_=outbox.c.body,
)
_sent = update(outbox).where(_mine).values(state=_SENT, next_attempt=None, error=None, body=_scrubbed)
_superseded = (
    update(outbox).where(_mine, outbox.c.state == _PENDING).values(state=_SUPERSEDED, body=_scrubbed)
)
_retry = (
    update(outbox)
    .where(_mine)
    .values(attempts=outbox.c.attempts + 1, next_attempt=bindparam("at"), error=bindparam("error"))
)
_set_aside = (
    update(outbox)
    .where(_mine)
    .values(state=_SET_ASIDE, attempts=outbox.c.attempts + 1, next_attempt=None, error=bindparam("error"))
)
_set_aside_all = (
    update(outbox)
    .where(outbox.c.place == bindparam("of_place"), outbox.c.state == _PENDING)
    .values(state=_SET_ASIDE, next_attempt=None, error=bindparam("error"))
)
# where the message belongs now: its place may have become one with another while it was on its way
_its_place = select(outbox.c.place).where(outbox.c.id == bindparam("of_message")).scalar_subquery()
_post = Upsert(
    posted,
    ("place", "message"),
    update=("subject", "file_id", "outbox", "current"),
    computed={"place": _its_place},
)
_ESCAPE = "\\"
_scrub = (
    update(outbox)
    .where(outbox.c.state != _PENDING, outbox.c.body.like(bindparam("pattern"), escape=_ESCAPE))
    .values(body="")
)
_prune = delete(outbox).where(outbox.c.state != _PENDING, outbox.c.created < bindparam("before"))


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A reply for one place. ``body`` is the encoded reply, with all its values.

    ``to_account``: only that account may see it; ``toast``: a passing notice; ``subject``: what it is about,
    a newer one supersedes it; ``key``: a second one with the same key is not written.
    """

    place: PlaceId
    body: str
    created: datetime
    to_account: AccountId | None = None
    toast: bool = False
    subject: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """A message not sent yet. ``to_external`` is the platform's id of ``to_account``."""

    id: OutboxId
    place: PlaceId
    to_account: AccountId | None
    to_external: str | None
    toast: bool
    subject: str | None
    body: str
    created: datetime
    attempts: int
    next_attempt: datetime | None


@dataclass(frozen=True, slots=True)
class Delivered:
    """A message that arrived as ``message`` (None: nothing stays of it, as of a toast)."""

    pending: Pending
    message: str | None
    file_id: str | None = None


class Outbox(Repository):
    """Messages to send."""

    __slots__ = ()

    async def add(self, *messages: Outgoing) -> None:
        """Write messages in this order. One statement."""
        if messages:
            rows = [_row(message) for message in messages]
            await self._run(_add, rows[0] if len(rows) == 1 else rows)

    async def pending(self, place: PlaceId, limit: int = 100) -> list[Pending]:
        """What waits for a place, in the order of sending."""
        rows = await self._run(_pending, {"of_place": place, "most": limit})
        return [Pending(*row) for row in rows]

    async def places(self) -> dict[PlaceId, int]:
        """The places for which something waits and how much, longest waiting first."""
        return {row[0]: row[1] for row in await self._run(_places)}

    async def places_after(self, last: OutboxId) -> dict[PlaceId, OutboxId]:
        """The places for which messages wait that were written after ``last``, and the newest for each."""
        return {row[0]: row[1] for row in await self._run(_new_places, {"last": last})}

    async def newest(self) -> OutboxId:
        """The number of the message written last; 0 where there is none."""
        number: OutboxId | None = (await self._run(_newest)).scalar()
        return number or OutboxId(0)

    async def body(self, message: OutboxId) -> str | None:
        """What a message says, sent or not; None where it is forgotten, empty where it was scrubbed."""
        body: str | None = (await self._run(_body, {"message_id": message})).scalar()
        return body

    async def mark_sent(self, batch: Sequence[Delivered]) -> None:
        """Note that messages arrived and what became of them; bodies for one person are scrubbed."""
        if not batch:
            return
        await self._run(_sent, [{"message_id": item.pending.id} for item in batch])
        if kept := [item for item in batch if item.message is not None]:
            await self._run(
                _post,
                [
                    {
                        "of_message": item.pending.id,
                        "subject": item.pending.subject,
                        "message": item.message,
                        "file_id": item.file_id,
                        "outbox": item.pending.id,
                        "current": item.pending.subject is not None,
                    }
                    for item in kept
                ],
            )

    async def supersede(self, messages: Iterable[OutboxId]) -> None:
        """Newer messages on their subjects make these superfluous."""
        if rows := [{"message_id": message} for message in messages]:
            await self._run(_superseded, rows)

    async def retry(self, message: OutboxId, at: datetime, error: str) -> None:
        """Not sent, as it seems for a fault of the message: try again at that moment."""
        await self._run(_retry, {"message_id": message, "at": at, "error": error})

    async def set_aside(self, message: OutboxId, error: str) -> None:
        """Not sent and never will be."""
        await self._run(_set_aside, {"message_id": message, "error": error})

    async def set_aside_all(self, place: PlaceId, error: str) -> int:
        """Nothing that waits for a place will be sent; returns how much that was. One statement."""
        return (await self._run(_set_aside_all, {"of_place": place, "error": error})).rowcount

    async def scrub(self, text: str) -> int:
        """Empty the messages done with in which ``text``, as JSON writes it, stands; returns how many."""
        pattern = "".join(_ESCAPE + sign if sign in ("%", "_", _ESCAPE) else sign for sign in text)
        return (await self._run(_scrub, {"pattern": f"%{pattern}%"})).rowcount

    async def prune(self, before: datetime) -> int:
        """Forget messages that are done with and older than that; returns how many."""
        return (await self._run(_prune, {"before": before})).rowcount


def _row(message: Outgoing) -> dict[str, object]:
    return {
        "place": message.place,
        "to_account": message.to_account,
        "toast": message.toast,
        "subject": message.subject,
        "body": message.body,
        "created": message.created,
        "attempts": 0,
        "next_attempt": None,
        "error": None,
        "state": _PENDING,
        "key": message.key,
    }
