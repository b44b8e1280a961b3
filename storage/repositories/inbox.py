"""Inputs by the platform's own ids: each is applied once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, select

from storage.repositories.base import Repository
from storage.tables import inbox
from storage.upsert import Upsert

_RECEIVED, _DONE = "received", "done"
_KEY = ("platform", "bot", "update_id")

_receive = Upsert(inbox, _KEY)
_claim = Upsert(inbox, _KEY, update=("state", "payload"), where=lambda old: old.c.state == _RECEIVED)
_waiting = (
    select(inbox.c.update_id, inbox.c.payload, inbox.c.received)
    .where(
        inbox.c.state == _RECEIVED, inbox.c.platform == bindparam("platform"), inbox.c.bot == bindparam("bot")
    )
    .order_by(inbox.c.id)
)
_count = select(func.count()).select_from(inbox).where(inbox.c.state == _RECEIVED)
_prune = delete(inbox).where(inbox.c.state == _DONE, inbox.c.received < bindparam("before"))


@dataclass(frozen=True, slots=True)
class Waiting:
    """An input that was received and not handled yet; ``payload`` is as the adapter wrote it."""

    update: str
    payload: str
    received: datetime


class Inbox(Repository):
    """Received inputs."""

    __slots__ = ()

    async def receive(self, platform: str, bot: str, update: str, payload: str, received: datetime) -> bool:
        """Keep an input before it is confirmed to the platform. False where the id is known already."""
        values = _values(platform, bot, update, received, _RECEIVED, payload)
        return (await self._run(_receive, values)).rowcount == 1

    async def claim(self, platform: str, bot: str, update: str, received: datetime) -> bool:
        """Take an input for handling, received before or not; its payload is forgotten.

        False where it has been handled already: then nothing may be changed and nothing said. One statement.
        """
        values = _values(platform, bot, update, received, _DONE, None)
        return (await self._run(_claim, values)).rowcount == 1

    async def waiting(self, platform: str, bot: str) -> list[Waiting]:
        """What was received and not handled, in the order of its coming."""
        rows = await self._run(_waiting, {"platform": platform, "bot": bot})
        return [Waiting(*row) for row in rows]

    async def count(self) -> int:
        """How many inputs wait to be handled."""
        return int((await self._run(_count)).scalar() or 0)

    async def prune(self, before: datetime) -> int:
        """Forget the ids of handled inputs that came before that moment; returns how many."""
        return (await self._run(_prune, {"before": before})).rowcount


def _values(
    platform: str, bot: str, update: str, received: datetime, state: str, payload: str | None
) -> dict[str, object]:
    return {
        "platform": platform,
        "bot": bot,
        "update_id": update,
        "payload": payload,
        "received": received,
        "state": state,
    }
