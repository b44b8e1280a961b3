"""What a script comes to in a chat: everything that was said, and every entry of every log."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import update

from bot.commands.people import NAME
from storage import open_database
from storage.ids import Subject, SubjectKind
from storage.tables import events

HERE = Path(__file__).parent
_CHANCE = re.compile(r"\b(?i:[A-HJ-NP-Z][2-9][M-NP-Z][2-9])\b|\b(?:[0-9a-f]{32}){1,2}\b")
"""codes, secrets of lots and their hashes"""
_CLOCK = re.compile(r"\b[0-9]+:[0-9]{2}\b")

Entry = tuple[Any, ...]


@dataclass(frozen=True)
class Course:
    """``public`` has what everybody in the chat of the event reads, ``told`` whatever was said to anybody.

    Each text once, in the order in which it first came. Whether a message was edited or posted anew depends
    on how far the older one has scrolled away, which is the chat's own matter.
    """

    public: tuple[str, ...]
    told: tuple[str, ...]
    log: tuple[Entry, ...]

    def without_chance(self) -> Course:
        """Without codes and secrets, which are left to chance, and without what clocks show."""
        log = tuple(tuple(_plain(str(part)) for part in entry) for entry in self.log)
        return Course(each_once(map(_plain, self.public)), each_once(map(_plain, self.told)), log)

    def announced(self, title: str) -> tuple[str, ...]:
        """What is public and about the event: every chat of it hears that, and its games are elsewhere."""
        return tuple(text for text in self.public if title in text)


def _plain(text: str) -> str:
    return _CHANCE.sub("CHANCE", _CLOCK.sub("", text))


async def fix_lots(database: str | Path) -> None:
    """Give the event of a stopped program the secret from which all its lots are drawn."""
    db = open_database(database)
    async with db.unit_of_work() as unit:
        changed = await unit.connection.execute(update(events).values(secret="5eed" * 8))
        await unit.commit()
    await db.close()
    assert changed.rowcount == 1


def each_once(texts: Iterable[str]) -> tuple[str, ...]:
    """Each of ``texts`` where it first comes."""
    return tuple(dict.fromkeys(text for text in texts if text))


async def course_of(database: str | Path, public: Iterable[str], told: Iterable[str]) -> Course:
    """What was said, and what the database has of it."""
    return Course(each_once(public), each_once(told), await logs(database))


async def logs(address: str | Path) -> tuple[Entry, ...]:
    """Every entry of every event and game, in order: whose it is, what, and who did it.

    Events and games are numbered as they appear: a server gives no number twice, whatever came of the first.
    Left out are times, and what is given back to clocks for times in which nobody could be heard.
    """
    db = open_database(address, read_only=True)
    found: list[Entry] = []
    try:
        async with db.reading() as reading:
            rows = [*await reading.events.after(limit=10_000), *await reading.games.after(limit=10_000)]
            for number, row in enumerate(rows):
                for entry in await reading.log.of(row.subject):
                    draft = entry.draft
                    who = draft.actor and await reading.personal.get(
                        Subject(SubjectKind.PERSON, draft.actor), NAME
                    )
                    if draft.kind != "credit":
                        body = _timeless(json.loads(draft.body))
                        found.append((row.subject.kind.value, number, draft.kind, body, who))
    finally:
        await db.close()
    return tuple(found)


def _timeless(body: Mapping[str, Any]) -> str:
    return json.dumps({key: value for key, value in body.items() if key not in ("expires", "at", "until")})
