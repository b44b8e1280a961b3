"""Small things that the tests of storage share."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from storage import AccountId, Database, Draft, PersonId, PlaceId, UnitOfWork
from storage.repositories.games import GameStatus, StoredGame
from storage.repositories.outbox import Outgoing

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
HASH = sha256(b"text").hexdigest()


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


@dataclass(frozen=True)
class Club:
    """A place with two people in it."""

    place: PlaceId
    anna: PersonId
    piotr: PersonId
    account: AccountId


async def found_club(unit: UnitOfWork) -> Club:
    place = await unit.places.add("console", "damka", "lib", kind="group", created=NOW)
    anna = await unit.persons.add(created=NOW)
    piotr = await unit.persons.add(created=NOW)
    account = await unit.accounts.add("console", "anna", anna.id, created=NOW, username="Anna")
    await unit.regulations.add(HASH, "grodziec-2017", "text")
    return Club(place.id, anna.id, piotr.id, account.id)


async def start_game(unit: UnitOfWork, club: Club, code: str = "G7K2") -> StoredGame:
    """A running game of Anna (white, seat 1) and Piotr (black, seat 2), with one entry in its log."""
    game = await unit.games.add(
        code=code, place=club.place, regulation=HASH, status=GameStatus.RUNNING, created=NOW, turn="white"
    )
    await unit.sides.add(game.id, 1, color="white", controllers=(club.anna,))
    await unit.sides.add(game.id, 2, color="black", controllers=(club.piotr,))
    entry = await unit.log.append(Draft(game.subject, "start", 1, "{}", NOW), game.head)
    return await unit.games.save(game.at_head(entry.head))


async def club_with_game(database: Database) -> tuple[Club, StoredGame]:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        game = await start_game(unit, club)
        await unit.commit()
    return club, game


async def store_move(unit: UnitOfWork, club: Club, number: int) -> StoredGame:
    """A move as the command layer stores it: claim, read, append, save, say."""
    at = later(number)
    assert await unit.inbox.claim("console", "damka", f"u{number}", at)
    game = (await unit.games.running_for(club.place, club.anna))[0].game
    body = json.dumps({"text": f"move {number}"})
    draft = Draft(
        game.subject, "play", 1, body, at, actor=club.anna, account=club.account, input=f"u{number}"
    )
    entry = await unit.log.append(draft, game.head)
    game = await unit.games.save(replace(game.at_head(entry.head), ply=game.ply + 1, updated=at))
    await unit.outbox.add(Outgoing(club.place, body, at, subject=f"board:{game.code}"))
    return game
