"""Games: one row each, changed only by compare-and-set of its version."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, exists, insert, not_, select, union_all, update

from storage.chain import Head
from storage.errors import StaleVersion
from storage.ids import EventId, GameId, PersonId, PlaceId, SideId, Subject, SubjectKind
from storage.repositories.base import Repository
from storage.tables import controllers, game_places, games, places, posted, sides


class GameStatus(StrEnum):
    """Where a game is in its life; the values are stored."""

    OFFERED = "offered"
    RUNNING = "running"
    ENDED = "ended"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    ABORTED = "aborted"
    ANNULLED = "annulled"


OPEN = (GameStatus.OFFERED, GameStatus.RUNNING)
"""the statuses in which something can still happen"""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """The row of a game: all of it can be computed from its log.

    ``code`` is what people see, ``regulation`` the hash of the text that is played by, ``turn`` a stored
    colour, ``deadline`` the moment at which something happens by itself and ``deadline_kind`` what.
    """

    id: GameId
    code: str
    place: PlaceId
    regulation: str
    event: EventId | None
    status: GameStatus
    version: int
    turn: str | None
    ply: int
    fen: str | None
    deadline: datetime | None
    deadline_kind: str | None
    result: str | None
    reason: str | None
    article: str | None
    log_seq: int
    log_hash: str
    created: datetime
    updated: datetime

    @property
    def head(self) -> Head:
        """Where its log stands."""
        return Head(self.log_seq, self.log_hash)

    @property
    def subject(self) -> Subject:
        return Subject(SubjectKind.GAME, self.id)

    def at_head(self, head: Head) -> StoredGame:
        """The same game with its log ending at ``head``."""
        return replace(self, log_seq=head.seq, log_hash=head.hash)


@dataclass(frozen=True, slots=True)
class Side:
    """A seat at a game, numbered as its log does. ``color`` is None until it is settled."""

    id: SideId
    game: GameId
    seat: int
    color: str | None
    controllers: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True)
class Seated:
    """A game together with the seats in it that a person controls."""

    game: StoredGame
    seats: tuple[int, ...]


_WIDTH = len(fields(StoredGame))
_STATUS = [field.name for field in fields(StoredGame)].index("status")
_CHANGING = (
    "status",
    "turn",
    "ply",
    "fen",
    "deadline",
    "deadline_kind",
    "result",
    "reason",
    "article",
    "log_seq",
    "log_hash",
    "updated",
)

_all = select(*(games.c[field.name] for field in fields(StoredGame)))
_by_id = _all.where(games.c.id == bindparam("game"))
_take = _by_id.with_for_update(skip_locked=True)
_by_code = _all.where(games.c.code == bindparam("short"))
_by_message = _all.join(posted, posted.c.subject == bindparam("prefix") + games.c.code).where(
    posted.c.place == bindparam("of_place"), posted.c.message == bindparam("message")
)
_at_home = games.alias("at_home")


def _is_here(status: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a game in a ``status`` is played in a place: by its row, or there as well.

    Two lists of ids, since a server reads the whole table where either of two conditions may hold.
    """
    return games.c.id.in_(
        union_all(
            select(_at_home.c.id).where(_at_home.c.place == bindparam("of_place"), status),
            select(game_places.c.game).where(game_places.c.place == bindparam("of_place")),
        )
    )


_in_place = _all.where(
    _is_here(_at_home.c.status.in_(bindparam("statuses", expanding=True))),
    games.c.status.in_(bindparam("statuses", expanding=True)),
).order_by(games.c.id)
_latest_in = (
    _all.where(_is_here(_at_home.c.status == bindparam("status")), games.c.status == bindparam("status"))
    .order_by(games.c.id.desc())
    .limit(1)
)
_is_open = games.c.status.in_([status.value for status in OPEN])
_due = (
    _all.where(games.c.deadline <= bindparam("now"), _is_open)
    .order_by(games.c.deadline, games.c.id)
    .limit(bindparam("most"))
)
# asked of each game that is found: there may be any number of places on a platform
_on_platforms = places.c.platform.in_(bindparam("platforms", expanding=True))
_is_there = exists().where(places.c.id == games.c.place, _on_platforms) | exists().where(
    game_places.c.game == games.c.id, places.c.id == game_places.c.place, _on_platforms
)
_due_elsewhere = _due.where(not_(_is_there))
_after = _all.where(games.c.id > bindparam("last")).order_by(games.c.id).limit(bindparam("most"))
_with_deadline = (
    _all.where(games.c.deadline.is_not(None), _is_open).order_by(games.c.id).with_for_update(of=games)
)
_on_platform_with_deadline = _with_deadline.where(_is_there)


def _seated(*where: Any) -> Select[Any]:
    return (
        _all.add_columns(sides.c.seat)
        .join(sides, sides.c.game == games.c.id)
        .join(controllers, controllers.c.side == sides.c.id)
        .where(controllers.c.person == bindparam("person"), *where)
        .order_by(games.c.id, sides.c.seat)
    )


_running_for = _seated(
    _is_here(_at_home.c.status == GameStatus.RUNNING.value), games.c.status == GameStatus.RUNNING.value
)
_of_person = _seated(games.c.status.in_(bindparam("statuses", expanding=True)))

_versions = select(games.c.id, games.c.version).where(games.c.id.in_(bindparam("numbers", expanding=True)))
_add = insert(games)
_save = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.version == bindparam("expected"))
    .values({**{name: bindparam(name) for name in _CHANGING}, "version": bindparam("expected") + 1})
)


class Games(Repository):
    """Games in every status."""

    __slots__ = ()

    async def add(
        self,
        *,
        code: str,
        place: PlaceId,
        regulation: str,
        status: GameStatus,
        created: datetime,
        event: EventId | None = None,
        turn: str | None = None,
        fen: str | None = None,
        deadline: datetime | None = None,
        deadline_kind: str | None = None,
    ) -> StoredGame:
        """A game of version 1 with an empty log. Raises Conflict where ``code`` is taken."""
        values: dict[str, Any] = {
            "code": code,
            "place": place,
            "regulation": regulation,
            "event": event,
            "status": status,
            "version": 1,
            "turn": turn,
            "ply": 0,
            "fen": fen,
            "deadline": deadline,
            "deadline_kind": deadline_kind,
            "result": None,
            "reason": None,
            "article": None,
            "log_seq": 0,
            "log_hash": "",
            "created": created,
            "updated": created,
        }
        return StoredGame(GameId(await self._insert(_add, values)), **values)

    async def save(self, game: StoredGame) -> StoredGame:
        """Store the state of ``game`` if ``game.version`` is still the stored one; returns the next version.

        What was fixed at the start (code, place, regulation, event) is not written. Raises StaleVersion.
        """
        if (await self._run(_save, _changes(game))).rowcount != 1:
            raise StaleVersion(game=game.id, expected=game.version)
        return replace(game, version=game.version + 1)

    async def save_all(self, changed: Sequence[StoredGame]) -> None:
        """``save`` for many games in one go. Raises StaleVersion where that fails for any of them."""
        if not changed:
            return
        expected = {game.id: game.version for game in changed}
        for number, version in await self._run(_versions, {"numbers": list(expected)}):
            if version != expected[number]:
                raise StaleVersion(game=number, expected=expected[number])
        await self._run(_save, [_changes(game) for game in changed])

    async def by_id(self, game: GameId) -> StoredGame | None:
        return _maybe((await self._run(_by_id, {"game": game})).first())

    async def take(self, game: GameId) -> StoredGame | None:
        """A game for this unit of work alone. None where another one is busy with it, or there is none."""
        return _maybe((await self._run(_take, {"game": game})).first())

    async def by_code(self, code: str) -> StoredGame | None:
        """``code`` in any case of letters."""
        return _maybe((await self._run(_by_code, {"short": code.upper()})).first())

    async def by_message(self, place: PlaceId, message: str, prefix: str) -> StoredGame | None:
        """The game that a message in a place is about: whose subject is ``prefix`` and the code."""
        values = {"of_place": place, "message": message, "prefix": prefix}
        return _maybe((await self._run(_by_message, values)).first())

    async def running_for(self, place: PlaceId, person: PersonId) -> list[Seated]:
        """The running games of a place in which a person controls a seat. One statement."""
        return _group(await self._run(_running_for, {"of_place": place, "person": person}))

    async def of_person(self, person: PersonId, statuses: Collection[GameStatus] = OPEN) -> list[Seated]:
        """A person's games everywhere."""
        return _group(await self._run(_of_person, {"person": person, "statuses": list(statuses)}))

    async def in_place(self, place: PlaceId, statuses: Collection[GameStatus] = OPEN) -> list[StoredGame]:
        rows = await self._run(_in_place, {"of_place": place, "statuses": list(statuses)})
        return [_game(row) for row in rows]

    async def latest_in(self, place: PlaceId, status: GameStatus) -> StoredGame | None:
        """The newest game of ``place`` in this status."""
        return _maybe((await self._run(_latest_in, {"of_place": place, "status": status})).first())

    async def due(self, now: datetime, limit: int = 100, *, but: Collection[str] = ()) -> list[StoredGame]:
        """Open games whose deadline has come, the earliest first; none that is played on ``but``."""
        if but:
            values = {"now": now, "most": limit, "platforms": list(but)}
            return [_game(row) for row in await self._run(_due_elsewhere, values)]
        return [_game(row) for row in await self._run(_due, {"now": now, "most": limit})]

    async def with_deadline(self, platform: str | None = None) -> list[StoredGame]:
        """All open games that have a deadline, kept from others' changes until the unit of work ends.

        With ``platform``, only those that are played there.
        """
        if platform is None:
            return [_game(row) for row in await self._run(_with_deadline)]
        return [_game(row) for row in await self._run(_on_platform_with_deadline, {"platforms": [platform]})]

    async def after(self, last: GameId | None = None, limit: int = 100) -> list[StoredGame]:
        """Games in the order of their ids, page by page: those after ``last``."""
        return [_game(row) for row in await self._run(_after, {"last": last or 0, "most": limit})]


def _changes(game: StoredGame) -> dict[str, Any]:
    values = {name: getattr(game, name) for name in _CHANGING}
    values["game"] = game.id
    values["expected"] = game.version
    return values


def _game(row: Sequence[Any]) -> StoredGame:
    values = list(row[:_WIDTH])
    values[_STATUS] = GameStatus(values[_STATUS])
    return StoredGame(*values)


def _maybe(row: Sequence[Any] | None) -> StoredGame | None:
    return None if row is None else _game(row)


def _group(rows: Any) -> list[Seated]:
    found: dict[int, Seated] = {}
    for row in rows:
        seat: int = row[_WIDTH]
        known = found.get(row.id)
        found[row.id] = (
            Seated(_game(row), (seat,)) if known is None else Seated(known.game, (*known.seats, seat))
        )
    return list(found.values())
