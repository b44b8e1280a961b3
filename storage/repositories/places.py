"""Places: a chat of one bot on one platform, or a topic or thread in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from storage.ids import PersonId, PlaceId
from storage.repositories.base import Repository
from storage.tables import accounts, places, private_places

_by_ref = select(places).where(
    places.c.platform == bindparam("platform"),
    places.c.bot == bindparam("bot"),
    places.c.chat == bindparam("chat"),
    places.c.topic == bindparam("topic"),
)
_by_id = select(places).where(places.c.id == bindparam("place"))
_of_chat = (
    select(places)
    .where(
        places.c.platform == bindparam("platform"),
        places.c.bot == bindparam("bot"),
        places.c.chat == bindparam("chat"),
    )
    .order_by(places.c.id)
)
_lost = (
    select(places)
    .where(
        places.c.platform == bindparam("platform"),
        places.c.bot == bindparam("bot"),
        places.c.unreachable.is_not(None),
    )
    .order_by(places.c.id)
)
_platforms = select(places.c.platform).distinct()
_lose = (
    update(places)
    .where(places.c.id == bindparam("place"), places.c.unreachable.is_(None))
    .values(unreachable=bindparam("now"))
)
_owners = (
    select(accounts.c.person)
    .join(private_places, private_places.c.account == accounts.c.id)
    .where(private_places.c.place == bindparam("place"))
    .order_by(accounts.c.person)
)
_add = insert(places)
_update = update(places).where(places.c.id == bindparam("place"))


@dataclass(frozen=True, slots=True)
class Place:
    """A stored place. ``kind`` is ``private`` or ``group``; ``settings`` what the chat has chosen."""

    id: PlaceId
    platform: str
    bot: str
    chat: str
    topic: str
    kind: str
    title: str | None
    language: str | None
    settings: Mapping[str, Any] = field(hash=False)
    created: datetime
    unreachable: datetime | None = None
    """since when nothing can be sent there"""

    @property
    def is_private(self) -> bool:
        return self.kind == "private"


class Places(Repository):
    """Where the bot has been spoken to."""

    __slots__ = ()

    async def by_ref(self, platform: str, bot: str, chat: str, topic: str = "") -> Place | None:
        values = {"platform": platform, "bot": bot, "chat": chat, "topic": topic}
        row = (await self._run(_by_ref, values)).first()
        return None if row is None else Place(*row)

    async def by_id(self, place: PlaceId) -> Place | None:
        row = (await self._run(_by_id, {"place": place})).first()
        return None if row is None else Place(*row)

    async def of_chat(self, platform: str, bot: str, chat: str) -> list[Place]:
        """A chat with all its topics, as far as the bot was spoken to there; the oldest first."""
        rows = await self._run(_of_chat, {"platform": platform, "bot": bot, "chat": chat})
        return [Place(*row) for row in rows]

    async def lost(self, platform: str, bot: str) -> list[Place]:
        """Where one bot can send nothing."""
        rows = await self._run(_lost, {"platform": platform, "bot": bot})
        return [Place(*row) for row in rows]

    async def platforms(self) -> set[str]:
        """Every platform on which the bot has been spoken to."""
        return set((await self._run(_platforms)).scalars())

    async def owners(self, place: PlaceId) -> list[PersonId]:
        """Who is spoken to alone in a place."""
        return list((await self._run(_owners, {"place": place})).scalars())

    async def lose(self, place: PlaceId, now: datetime) -> bool:
        """Nothing can be sent there from now on; False where that is known."""
        return (await self._run(_lose, {"place": place, "now": now})).rowcount == 1

    async def add(
        self,
        platform: str,
        bot: str,
        chat: str,
        topic: str = "",
        *,
        kind: str,
        created: datetime,
        title: str | None = None,
        language: str | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Place:
        """Raises Conflict where the place is known."""
        values: dict[str, Any] = {
            "platform": platform,
            "bot": bot,
            "chat": chat,
            "topic": topic,
            "kind": kind,
            "title": title,
            "language": language,
            "settings": dict(settings or {}),
            "created": created,
        }
        return Place(PlaceId(await self._insert(_add, values)), **values)

    async def update(self, place: Place) -> None:
        """Store everything of ``place`` anew: settings, but also the chat that it has moved to."""
        values = {column.key: getattr(place, column.key) for column in places.columns if column.key != "id"}
        await self._run(_update, {**values, "settings": dict(place.settings), "place": place.id})
