"""Places: a chat of one bot on one platform, or a topic or thread in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from storage.ids import PlaceId
from storage.repositories.base import Repository
from storage.tables import places

_by_ref = select(places).where(
    places.c.platform == bindparam("platform"),
    places.c.bot == bindparam("bot"),
    places.c.chat == bindparam("chat"),
    places.c.topic == bindparam("topic"),
)
_by_id = select(places).where(places.c.id == bindparam("place"))
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
