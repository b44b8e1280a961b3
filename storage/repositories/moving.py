"""Places that move: a chat that gets another id takes all that belongs to it along."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import (
    Column,
    Delete,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    Update,
    bindparam,
    delete,
    exists,
    func,
    select,
    update,
)

from storage.ids import PlaceId
from storage.repositories.base import Repository
from storage.repositories.places import Place, Places
from storage.tables import entrants, event_places, events, game_places, games, metadata, places, posted


def _pointing() -> Iterator[Column[PlaceId]]:
    """Every column that names a place."""
    for table in metadata.sorted_tables:
        for column in table.columns:
            if any(key.column is places.c.id for key in column.foreign_keys):
                yield column
    yield entrants.c.place


def _doubles(column: Column[PlaceId]) -> Iterator[Delete]:
    """What the older place has already, so that the newer one cannot bring it."""
    table: Table = column.table
    older = table.alias("older")
    for constraint in table.constraints:
        if (
            isinstance(constraint, PrimaryKeyConstraint | UniqueConstraint)
            and column.name in constraint.columns
        ):
            same = [older.c[part.name] == part for part in constraint.columns if part is not column]
            its = exists().where(older.c[column.name] == bindparam("kept"), *same)
            yield delete(table).where(column == bindparam("given_up"), its)


def _repoint(column: Column[PlaceId]) -> Update:
    return (
        update(column.table).where(column == bindparam("given_up")).values({column.name: bindparam("kept")})
    )


_merging = [
    statement
    for column in _pointing()
    for statement in (*(() if column.table is events else _doubles(column)), _repoint(column))
]
_older = events.alias("older")
_rename = (
    update(events)
    .where(
        events.c.place == bindparam("given_up"),
        exists().where(_older.c.place == bindparam("kept"), _older.c.slug == events.c.slug),
    )
    .values(slug=func.lower(events.c.code))
)
_forget_messages = delete(posted).where(posted.c.place == bindparam("of_place"))
_own_places = [
    delete(linked).where(
        linked.c.place == bindparam("kept"),
        linked.c[key].in_(select(table.c.id).where(table.c.place == bindparam("kept"))),
    )
    for linked, key, table in ((event_places, "event", events), (game_places, "game", games))
]
_delete = delete(places).where(places.c.id == bindparam("given_up"))


class Moving(Repository):
    """What moves."""

    __slots__ = ()

    async def move(self, place: Place, chat: str, topic: str) -> Place:
        """Let a place be in another chat or topic of its platform; returns what it is now.

        The ids of messages there mean nothing in another chat and are forgotten. Where the new chat is known
        by itself already, the two become one: the one with the lower id, with what either has; an event whose
        name is taken then is called by its code.
        """
        if (chat, topic) != (place.chat, place.topic):
            await self._run(_forget_messages, {"of_place": place.id})
        known = Places(self._connection)
        other = await known.by_ref(place.platform, place.bot, chat, topic)
        if other is not None and other.id != place.id:
            kept, given_up = sorted((place, other), key=lambda row: row.id)
            await self._merge(kept.id, given_up.id)
            place = replace(kept, unreachable=other.unreachable)
        moved = replace(place, chat=chat, topic=topic)
        await known.update(moved)
        return moved

    async def _merge(self, kept: PlaceId, given_up: PlaceId) -> None:
        both = {"kept": kept, "given_up": given_up}
        await self._run(_rename, both)
        for statement in _merging:
            await self._run(statement, both)
        for statement in _own_places:
            await self._run(statement, {"kept": kept})
        await self._run(_delete, {"given_up": given_up})
