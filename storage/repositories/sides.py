"""Seats of games: who controls them, in which colour, and for whom they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, exists, insert, select, update

from storage.ids import GameId, PersonId, SideId
from storage.repositories.base import Repository
from storage.repositories.games import Side
from storage.tables import controllers, invitations, sides
from storage.upsert import Upsert

_add = insert(sides)
_control = Upsert(controllers, ("side", "person"))
_release = delete(controllers).where(
    controllers.c.side == bindparam("of_side"), controllers.c.person == bindparam("of_person")
)
_color = update(sides).where(sides.c.id == bindparam("of_side")).values(color=bindparam("color"))
_with_controllers = (
    select(sides.c.id, sides.c.game, sides.c.seat, sides.c.color, controllers.c.person)
    .outerjoin(controllers, controllers.c.side == sides.c.id)
    .order_by(sides.c.game, sides.c.seat, controllers.c.person)
)
_of_games = _with_controllers.where(sides.c.game.in_(bindparam("of_games", expanding=True)))
_others = controllers.alias("others")
_only_of = select(controllers.c.side).where(
    controllers.c.person == bindparam("of_person"),
    ~exists().where(_others.c.side == controllers.c.side, _others.c.person != controllers.c.person),
)
_invite = Upsert(invitations, ("side",), update=("platform", "username"))
_uninvite = delete(invitations).where(invitations.c.side == bindparam("of_side"))
_invited = (
    select(invitations.c.side, sides.c.game, invitations.c.platform, invitations.c.username)
    .join(sides, sides.c.id == invitations.c.side)
    .order_by(sides.c.game, sides.c.seat)
)
_invitations_of = _invited.where(sides.c.game == bindparam("of_game"))
_invitations_to = _invited.where(
    invitations.c.platform == bindparam("platform"), invitations.c.username == bindparam("username")
)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat that only an account with this name (in lower case) can take."""

    side: SideId
    game: GameId
    platform: str
    username: str


class Sides(Repository):
    """The seats of games. Their names are personal values of the subject ``side``."""

    __slots__ = ()

    async def add(
        self, game: GameId, seat: int, *, color: str | None = None, controllers: tuple[PersonId, ...] = ()
    ) -> Side:
        """Raises Conflict where the seat or the colour is taken."""
        number = SideId(await self._insert(_add, {"game": game, "seat": seat, "color": color}))
        for person in controllers:
            await self.control(number, person)
        return Side(number, game, seat, color, controllers)

    async def control(self, side: SideId, person: PersonId) -> None:
        """Let ``person`` play for ``side``, alone or with others."""
        await self._run(_control, {"side": side, "person": person})

    async def release(self, side: SideId, person: PersonId) -> None:
        await self._run(_release, {"of_side": side, "of_person": person})

    async def set_color(self, side: SideId, color: str) -> None:
        """Raises Conflict where the other side of the game has that colour."""
        await self._run(_color, {"of_side": side, "color": color})

    async def of(self, game: GameId) -> tuple[Side, ...]:
        """The sides of a game, by seat."""
        return (await self.of_many((game,)))[game]

    async def of_many(self, games: tuple[GameId, ...]) -> dict[GameId, tuple[Side, ...]]:
        """The sides of several games, each by seat."""
        found: dict[GameId, list[Side]] = {game: [] for game in games}
        for number, game, seat, color, person in await self._run(_of_games, {"of_games": list(games)}):
            seats = found[game]
            if seats and seats[-1].id == number:
                seats[-1] = Side(number, game, seat, color, (*seats[-1].controllers, person))
            else:
                seats.append(Side(number, game, seat, color, () if person is None else (person,)))
        return {game: tuple(seats) for game, seats in found.items()}

    async def only_of(self, person: PersonId) -> list[SideId]:
        """The sides that nobody but ``person`` controls, in games of every status."""
        return list((await self._run(_only_of, {"of_person": person})).scalars())

    async def invite(self, side: SideId, platform: str, username: str) -> None:
        """Keep ``side`` for whoever appears under ``username``."""
        await self._run(_invite, {"side": side, "platform": platform, "username": username.casefold()})

    async def uninvite(self, side: SideId) -> None:
        """The seat is taken, or the offer is over: the name is forgotten."""
        await self._run(_uninvite, {"of_side": side})

    async def invitations(self, game: GameId) -> list[Invitation]:
        """Seats of ``game`` that are kept for somebody not met yet."""
        return _invitations(await self._run(_invitations_of, {"of_game": game}))

    async def invitations_to(self, platform: str, username: str) -> list[Invitation]:
        """Seats that are kept for whoever appears under ``username``, in any case of letters."""
        values = {"platform": platform, "username": username.casefold()}
        return _invitations(await self._run(_invitations_to, values))


def _invitations(rows: Any) -> list[Invitation]:
    return [Invitation(*row) for row in rows]
