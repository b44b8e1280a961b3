"""What belongs together across chats: further places of events and games, and the codes that link them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from sqlalchemy import bindparam, delete, func, insert, select, update

from storage.ids import EventId, GameId, PersonId, PlaceId
from storage.repositories.base import Repository
from storage.tables import event_places, game_places, link_codes, wrong_codes
from storage.upsert import Upsert

_event_places = (
    select(event_places.c.place)
    .where(event_places.c.event == bindparam("of_event"))
    .order_by(event_places.c.since, event_places.c.place)
)
_link = Upsert(event_places, ("event", "place"))
_unlink = delete(event_places).where(
    event_places.c.event == bindparam("of_event"), event_places.c.place == bindparam("of_place")
)
_game_places = (
    select(game_places.c.place, game_places.c.instead_of)
    .where(game_places.c.game == bindparam("of_game"))
    .order_by(game_places.c.place)
)
_game_places_of_many = (
    select(game_places.c.game, game_places.c.place)
    .where(game_places.c.game.in_(bindparam("of_games", expanding=True)), game_places.c.instead_of.is_(None))
    .order_by(game_places.c.game, game_places.c.place)
)
_add_game_place = insert(game_places)
_add_code = insert(link_codes)
_code = select(link_codes).where(link_codes.c.hash == bindparam("digest"))
_use = (
    update(link_codes)
    .where(link_codes.c.hash == bindparam("digest"), link_codes.c.used.is_(None))
    .values(used=bindparam("at"))
)
_forget_codes = delete(link_codes).where(link_codes.c.expires < bindparam("before"))
_wrong = insert(wrong_codes)
_count_wrong = select(func.count()).where(
    wrong_codes.c.person == bindparam("of_person"), wrong_codes.c.at > bindparam("since")
)
_count_wrong_in = _count_wrong.where(wrong_codes.c.place == bindparam("of_place"))
_forget_wrong = delete(wrong_codes).where(wrong_codes.c.at < bindparam("before"))


class CodeKind(StrEnum):
    """What a code links; the values are stored."""

    EVENT = "event"
    ACCOUNT = "account"


@dataclass(frozen=True, slots=True)
class LinkCode:
    """A code given to ``person`` in ``place``, known by its hash alone; one for an event links a chat."""

    hash: str
    kind: CodeKind
    event: EventId | None
    person: PersonId
    place: PlaceId
    expires: datetime
    used: datetime | None = None


@dataclass(frozen=True, slots=True)
class GamePlaces:
    """Where a game is played besides the chat in its row: ``also`` in other chats.

    ``threads`` are those that were made for it, by the chat in whose stead they show it.
    """

    also: tuple[PlaceId, ...] = ()
    threads: Mapping[PlaceId, PlaceId] = field(default_factory=dict)


class Links(Repository):
    """Places of an event or game besides the one in its row, and one-time codes."""

    __slots__ = ()

    async def of_event(self, event: EventId) -> tuple[PlaceId, ...]:
        """The chats that are linked to an event, the first ones first; its own is not among them."""
        return tuple((await self._run(_event_places, {"of_event": event})).scalars())

    async def link(self, event: EventId, place: PlaceId, since: datetime) -> None:
        """Link a chat to an event; one that is linked already stays so."""
        await self._run(_link, {"event": event, "place": place, "since": since})

    async def unlink(self, event: EventId, place: PlaceId) -> None:
        await self._run(_unlink, {"of_event": event, "of_place": place})

    async def of_game(self, game: GameId) -> GamePlaces:
        """Where a game is played besides the chat in its row."""
        rows = (await self._run(_game_places, {"of_game": game})).all()
        return GamePlaces(
            tuple(place for place, instead_of in rows if instead_of is None),
            {instead_of: place for place, instead_of in rows if instead_of is not None},
        )

    async def of_games(self, games: list[GameId]) -> dict[GameId, tuple[PlaceId, ...]]:
        """The other chats of many games at once; without those that have one chat only."""
        found: dict[GameId, tuple[PlaceId, ...]] = {}
        for game, place in await self._run(_game_places_of_many, {"of_games": games}):
            found[game] = (*found.get(game, ()), place)
        return found

    async def add_game_place(
        self, game: GameId, place: PlaceId, *, instead_of: PlaceId | None = None
    ) -> None:
        """Let a game that is just being opened be played in ``place`` as well, or in a thread of a chat."""
        await self._run(_add_game_place, {"game": game, "place": place, "instead_of": instead_of})

    # --- codes ----------------------------------------------------------------------------------------------

    async def add_code(self, code: LinkCode) -> None:
        """Raises Conflict where the same code was given before."""
        await self._run(_add_code, {name: getattr(code, name) for name in LinkCode.__slots__})

    async def code(self, digest: str) -> LinkCode | None:
        row = (await self._run(_code, {"digest": digest})).first()
        if row is None:
            return None
        return LinkCode(row.hash, CodeKind(row.kind), row.event, row.person, row.place, row.expires, row.used)

    async def use(self, digest: str, at: datetime) -> bool:
        """Use a code up; False where it was already."""
        return (await self._run(_use, {"digest": digest, "at": at})).rowcount == 1

    async def add_wrong(self, person: PersonId, place: PlaceId, at: datetime) -> None:
        """Note that somebody has tried a code that is none."""
        await self._run(_wrong, {"person": person, "place": place, "at": at})

    async def count_wrong(self, person: PersonId, since: datetime, place: PlaceId | None = None) -> int:
        """How often somebody has done so after ``since``, everywhere or in one place."""
        values: dict[str, object] = {"of_person": person, "since": since}
        if place is not None:
            values["of_place"] = place
        number: int = (
            await self._run(_count_wrong if place is None else _count_wrong_in, values)
        ).scalar_one()
        return number

    async def prune(self, before: datetime) -> None:
        """Forget codes that ran out, and attempts made, before then."""
        await self._run(_forget_codes, {"before": before})
        await self._run(_forget_wrong, {"before": before})
