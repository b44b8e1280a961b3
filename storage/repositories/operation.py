"""Downtime to be made good, and single values about the database itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from storage.ids import OutageId
from storage.repositories.base import Repository
from storage.tables import meta, outages, owner
from storage.upsert import Upsert

_add = insert(outages)
_open = (
    select(outages.c.id, outages.c.began, outages.c.ended, outages.c.platform)
    .where(outages.c.credited.is_(None))
    .order_by(outages.c.id)
)
_extend = (
    update(outages)
    .where(
        outages.c.platform == bindparam("of_platform"),
        outages.c.began == bindparam("since"),
        outages.c.credited.is_(None),
    )
    .values(ended=bindparam("until"))
)
_credit = (
    update(outages)
    .where(outages.c.id == bindparam("outage"), outages.c.credited.is_(None))
    .values(credited=bindparam("at"))
)
_prune = delete(outages).where(outages.c.credited < bindparam("before"))
_owner = select(owner.c.process, owner.c.host, owner.c.started, owner.c.heartbeat)
_own = Upsert(owner, ("id",), update=("process", "host", "started", "heartbeat"))
_beat = update(owner).values(heartbeat=bindparam("now"))
_get = select(meta.c.value).where(meta.c.key == bindparam("name"))
_beginning = select(meta.c.key, meta.c.value).where(meta.c.key.startswith(bindparam("prefix")))
_set = Upsert(meta, ("key",), update=("value",))


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody ran the bot, or in which it could not hear one ``platform``."""

    id: OutageId
    began: datetime
    ended: datetime
    platform: str | None = None


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """Who ran the bot last, and the last moment at which it was known to run."""

    process: int
    host: str
    started: datetime
    heartbeat: datetime


class Operation(Repository):
    """Owner, outages and meta values."""

    __slots__ = ()

    async def owner(self) -> OwnerRow | None:
        row = (await self._run(_owner)).first()
        return None if row is None else OwnerRow(*row)

    async def set_owner(self, row: OwnerRow) -> None:
        values = {
            "process": row.process,
            "host": row.host,
            "started": row.started,
            "heartbeat": row.heartbeat,
        }
        await self._run(_own, {"id": 1, **values})

    async def heartbeat(self, now: datetime) -> None:
        await self._run(_beat, {"now": now})

    async def add_outage(self, began: datetime, ended: datetime) -> Outage:
        """A time in which nobody ran the bot."""
        values = {"began": began, "ended": ended, "credited": None, "platform": None}
        return Outage(OutageId(await self._insert(_add, values)), began, ended)

    async def keep_outage(self, platform: str, began: datetime, ended: datetime) -> None:
        """A time in which a platform could not be heard, or a later end of the one that began then."""
        values = {"of_platform": platform, "since": began, "until": ended}
        if (await self._run(_extend, values)).rowcount == 0:
            row = {"began": began, "ended": ended, "credited": None, "platform": platform}
            await self._insert(_add, row)

    async def uncredited_outages(self, but: Collection[str] = ()) -> list[Outage]:
        """Outages that no clock has been given back yet, in order, without those of the platforms ``but``."""
        found = [Outage(*row) for row in await self._run(_open)]
        return [outage for outage in found if outage.platform not in but]

    async def credit_outage(self, outage: OutageId, at: datetime) -> bool:
        """Note that every clock has got it, in the unit of work that does so. False: it was done before."""
        return (await self._run(_credit, {"outage": outage, "at": at})).rowcount == 1

    async def prune(self, before: datetime) -> int:
        """Forget outages that were credited before that moment; returns how many."""
        return (await self._run(_prune, {"before": before})).rowcount

    async def get(self, key: str) -> str | None:
        """A single value about the database itself."""
        value: str | None = (await self._run(_get, {"name": key})).scalar()
        return value

    async def beginning(self, prefix: str) -> list[tuple[str, str]]:
        """All such values whose keys begin with ``prefix``, with their keys."""
        return [(row[0], row[1]) for row in await self._run(_beginning, {"prefix": prefix})]

    async def set(self, key: str, value: str) -> None:
        await self._run(_set, {"key": key, "value": value})
