"""A stored move: the five statements bare, and the same through the unit of work.

    python benchmarks/move_floor.py [MOVES]

Both write to files of their own in one temporary folder, in turns, with the same durability.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage import Draft, PersonId, PlaceId, open_database
from storage.repositories.games import GameStatus
from storage.repositories.outbox import Outgoing

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
BODY = '{"by":"white","text":"c3-d4"}'
REPLY = '{"$":"Reply","lines":[{"$":"Said","key":"game.turn","args":{"player":"Anna"}}]}'
TURNS = 10

CLAIM = text("INSERT INTO inbox (platform, bot, update_id, received, state) VALUES (:p, :b, :u, :r, 'done')")
READ = text(
    "SELECT games.*, sides.seat FROM games JOIN sides ON sides.game = games.id"
    " JOIN controllers ON controllers.side = sides.id"
    " WHERE controllers.person = :person AND games.place = :place AND games.status = 'running'"
)
APPEND = text(
    "INSERT INTO log (subject_kind, subject_id, seq, kind, schema, recorded_time, body, previous, hash)"
    " VALUES ('game', :game, :seq, 'play', 1, :at, :body, :previous, :hash)"
)
SAVE = text(
    "UPDATE games SET version = :expected + 1, ply = :ply, deadline = :deadline, log_seq = :seq,"
    " log_hash = :hash, updated = :at WHERE id = :game AND version = :expected"
)
SAY = text(
    "INSERT INTO outbox (place, toast, subject, body, created, attempts, state)"
    " VALUES (:place, 0, 'board:G7K2', :body, :at, 0, 'pending')"
)


async def prepare(path: Path) -> tuple[PlaceId, PersonId]:
    """A database with one running game; returns where and by whom it is played."""
    database = open_database(path)
    await database.migrate()
    async with database.unit_of_work() as unit:
        place = await unit.places.add("console", "damka", "lib", kind="group", created=NOW)
        person = await unit.persons.add(created=NOW)
        await unit.regulations.add("h", "grodziec-2017", "")
        game = await unit.games.add(
            code="G7K2",
            place=place.id,
            regulation="h",
            status=GameStatus.RUNNING,
            created=NOW,
            fen="W:Wc3:Bd6",
            deadline=NOW,
            deadline_kind="flag",
        )
        await unit.sides.add(game.id, 1, color="white", controllers=(person.id,))
        await unit.commit()
    await database.close()
    return place.id, person.id


def bare_engine(path: Path) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", connect_args={"isolation_level": None})

    def pragmas(connection: object, record: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine.sync_engine, "connect", pragmas)
    event.listen(engine.sync_engine, "begin", lambda c: c.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


async def bare(engine: AsyncEngine, place: int, person: int, first: int, moves: int) -> float:
    started = time.perf_counter()
    for number in range(first, first + moves):
        async with engine.begin() as connection:
            at = (NOW + timedelta(seconds=number)).strftime("%Y-%m-%d %H:%M:%S.%f")
            await connection.execute(CLAIM, {"p": "console", "b": "damka", "u": f"u{number}", "r": at})
            game = (await connection.execute(READ, {"person": person, "place": place})).one()
            seq = game.log_seq + 1
            entry = {"game": game.id, "seq": seq, "at": at, "body": BODY, "previous": game.log_hash}
            await connection.execute(APPEND, {**entry, "hash": "0" * 64})
            state = {"game": game.id, "expected": game.version, "ply": game.ply + 1, "deadline": at}
            saved = await connection.execute(SAVE, {**state, "seq": seq, "hash": "0" * 64, "at": at})
            assert saved.rowcount == 1
            await connection.execute(SAY, {"place": place, "body": REPLY, "at": at})
    return time.perf_counter() - started


async def through(database: object, place: PlaceId, person: PersonId, first: int, moves: int) -> float:
    started = time.perf_counter()
    for number in range(first, first + moves):
        async with database.unit_of_work() as unit:  # type: ignore[attr-defined]
            at = NOW + timedelta(seconds=number)
            assert await unit.inbox.claim("console", "damka", f"u{number}", at)
            game = (await unit.games.running_for(place, person))[0].game
            entry = await unit.log.append(Draft(game.subject, "play", 1, BODY, at), game.head)
            game = replace(game.at_head(entry.head), ply=game.ply + 1, deadline=at, updated=at)
            await unit.games.save(game)
            await unit.outbox.add(Outgoing(place, REPLY, at, subject="board:G7K2"))
            await unit.commit()
    return time.perf_counter() - started


async def main(moves: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "bare.db", Path(folder) / "unit.db"
        place, person = await prepare(paths[0])
        assert await prepare(paths[1]) == (place, person)
        engine, database = bare_engine(paths[0]), open_database(paths[1])
        await bare(engine, place, person, 0, 50)
        await through(database, place, person, 0, 50)
        spent = [0.0, 0.0]
        for turn in range(TURNS):
            first = 50 + turn * (moves // TURNS)
            spent[0] += await bare(engine, place, person, first, moves // TURNS)
            spent[1] += await through(database, place, person, first, moves // TURNS)
        await engine.dispose()
        await database.close()
    print(f"bare transaction  {moves / spent[0]:8.0f} moves/s")
    print(f"unit of work      {moves / spent[1]:8.0f} moves/s")
    print(f"ratio             {spent[0] / spent[1]:8.2f}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
