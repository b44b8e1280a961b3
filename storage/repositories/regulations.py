"""Texts of regulations by their hash, and those that a chat has loaded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select

from storage.ids import PlaceId
from storage.repositories.base import Repository
from storage.tables import place_regulations, regulations
from storage.upsert import Upsert

_add = Upsert(regulations, ("hash",))
_by_hash = select(regulations).where(regulations.c.hash == bindparam("digest"))
_load = Upsert(place_regulations, ("place", "regulation"), update=("hash", "added"))
_of_place = (
    select(regulations.c.hash, place_regulations.c.regulation, regulations.c.text)
    .join(place_regulations, place_regulations.c.hash == regulations.c.hash)
    .where(place_regulations.c.place == bindparam("of_place"))
    .order_by(place_regulations.c.regulation)
)


@dataclass(frozen=True, slots=True)
class StoredRegulation:
    """``text`` is the file as it was when ``hash`` (SHA-256, hex) was pinned."""

    hash: str
    regulation: str
    text: str


class Regulations(Repository):
    """What games pin, and what chats have loaded for themselves."""

    __slots__ = ()

    async def add(self, hash: str, regulation: str, text: str) -> None:
        """Keep a text; one that is kept already stays as it is."""
        await self._run(_add, {"hash": hash, "regulation": regulation, "text": text})

    async def by_hash(self, hash: str) -> StoredRegulation | None:
        row = (await self._run(_by_hash, {"digest": hash})).first()
        return None if row is None else StoredRegulation(*row)

    async def load(self, place: PlaceId, regulation: str, hash: str, added: datetime) -> None:
        """Let ``regulation`` mean the text ``hash`` in that place, from now on."""
        await self._run(_load, {"place": place, "regulation": regulation, "hash": hash, "added": added})

    async def of_place(self, place: PlaceId) -> list[StoredRegulation]:
        """What the place has loaded, by id."""
        return [StoredRegulation(*row) for row in await self._run(_of_place, {"of_place": place})]
