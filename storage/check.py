"""Whether a database is sound: the file, the chains of its logs, and what was computed from them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import select, text

from storage.chain import Entry, verify
from storage.database import Database
from storage.errors import Corrupt
from storage.ids import GameId, SubjectKind
from storage.repositories.games import StoredGame
from storage.repositories.regulations import StoredRegulation
from storage.tables import games, log
from storage.unit_of_work import Reading

Recompute = Callable[[StoredGame, StoredRegulation, Sequence[Entry]], Mapping[str, Any]]
"""Columns of a game's row as they follow from its log. Whatever it raises becomes a finding."""

_PAGE = 100
_orphans = (
    select(log.c.subject_id)
    .distinct()
    .where(log.c.subject_kind == SubjectKind.GAME.value, log.c.subject_id.not_in(select(games.c.id)))
    .order_by(log.c.subject_id)
)


class FindingKind(StrEnum):
    """What can be wrong."""

    DAMAGED = "damaged"
    """the file itself; ``detail`` is what the engine says"""
    DANGLING = "dangling"
    """a row of ``table`` points to one of ``refers`` that is not there"""
    ORPHAN = "orphan"
    """the log of a game without a row; ``subject`` is its id"""
    CHAIN = "chain"
    """the log of ``game`` does not hold from entry ``seq`` on; ``fault`` says how"""
    UNREADABLE = "unreadable"
    """the log of ``game`` cannot be played through; ``error`` says why"""
    PROJECTION = "projection"
    """``column`` of ``game`` is ``stored`` and follows from the log as ``computed``"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong."""

    kind: FindingKind
    data: Mapping[str, Any]


async def quick_check(reading: Reading) -> list[str]:
    """What SQLite finds damaged in the structure of its file; nothing for a server."""
    if reading.connection.dialect.name != "sqlite":
        return []
    try:
        rows = (await reading.connection.execute(text("PRAGMA quick_check"))).scalars().all()
    except Corrupt as error:
        return [str(error.data.get("detail", ""))]
    return [row for row in rows if row != "ok"]


async def check(database: Database, recompute: Recompute | None = None) -> AsyncIterator[Finding]:
    """Everything that is wrong, in one consistent view; the bot may go on meanwhile.

    ``recompute`` plays a game's log through, since this package knows no regulations; without it only the
    file and the chains are looked at.
    """
    async with database.reading() as reading:
        damages = await quick_check(reading)
        for detail in damages:
            yield Finding(FindingKind.DAMAGED, {"detail": detail})
        if damages:
            return
        for finding in await _dangling(reading):
            yield finding
        for row in await reading.connection.execute(_orphans):
            yield Finding(FindingKind.ORPHAN, {"subject": row[0]})
        texts: dict[str, StoredRegulation | None] = {}
        last: GameId | None = None
        while page := await reading.games.after(last, _PAGE):
            last = page[-1].id
            logs = await reading.log.of_many(SubjectKind.GAME, [game.id for game in page])
            for game in page:
                if game.regulation not in texts:
                    texts[game.regulation] = await reading.regulations.by_hash(game.regulation)
                for finding in _check_game(game, texts[game.regulation], logs[game.id], recompute):
                    yield finding


async def _dangling(reading: Reading) -> list[Finding]:
    if reading.connection.dialect.name != "sqlite":
        return []  # a server lets no such row arise
    rows = await reading.connection.execute(text("PRAGMA foreign_key_check"))
    return [Finding(FindingKind.DANGLING, {"table": row[0], "row": row[1], "refers": row[2]}) for row in rows]


def _check_game(
    game: StoredGame,
    regulation: StoredRegulation | None,
    entries: Sequence[Entry],
    recompute: Recompute | None,
) -> list[Finding]:
    if (broken := verify(entries, game.head)) is not None:
        data = {"game": game.code, "seq": broken.seq, "fault": broken.fault}
        return [Finding(FindingKind.CHAIN, data)]
    if recompute is None or regulation is None:
        return []
    try:
        computed = recompute(game, regulation, entries)
    except Exception as error:
        return [
            Finding(FindingKind.UNREADABLE, {"game": game.code, "error": f"{type(error).__name__}: {error}"})
        ]
    return [
        Finding(
            FindingKind.PROJECTION,
            {"game": game.code, "column": name, "stored": getattr(game, name), "computed": value},
        )
        for name, value in computed.items()
        if getattr(game, name) != value
    ]
