"""An event of sixteen through the real program, which is killed at any moment and started again.

Whoever does not know whether a line was heard sends it again with the same id, as a chat platform does.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from examples.run import Line, Run, Script
from storage import open_database
from tests.console.harness import Console

SCRIPT = Path(__file__).with_name("sixteen.jsonl")
LONGEST_DELAY = 0.06
"""seconds after a line within which the program is killed: about what the slowest line takes"""
LONGEST_START = 0.9
"""seconds after a start within which it is killed: about what starting takes"""
_CHANCE = re.compile(r"\b(?i:[A-HJ-NP-Z][2-9][M-NP-Z][2-9])\b|\b(?:[0-9a-f]{32}){1,2}\b")
"""codes, and the hash of the secret of the lots"""


@dataclass
class Ending:
    """What a run comes to, with what is left to chance (codes, the secret) numbered as it appears.

    ``said`` has everything that each chat was told, in order. Whether a message was edited or posted anew is
    not compared: how far an older one has scrolled away is known to a running program only.
    """

    said: Mapping[str, list[tuple[str, str | None]]]
    log: list[tuple[Any, ...]]
    confirmed: int
    kills: int = 0
    resent: int = 0
    doubled: int = 0
    """messages, toasts left out, that came more than once with the same id"""

    def written(self) -> str:
        """Everything that must be the same in every run."""
        told = json.dumps([self.said, self.log], ensure_ascii=False, sort_keys=True, default=str)
        known: dict[str, str] = {}
        return _CHANCE.sub(lambda found: known.setdefault(found[0].upper(), f"CHANCE{len(known)}"), told)


@dataclass
class Killer:
    """A console for ``examples.run.Run`` that dies now and then. ``often``: how likely at each line."""

    console: Console
    chance: random.Random
    often: float
    most: int
    kills: int = 0
    resent: int = 0
    doubled: int = 0
    confirmed: int = 0
    said: dict[str, list[tuple[str, str | None]]] = field(default_factory=dict)
    _posted: set[tuple[int, str]] = field(default_factory=set)

    def send(self, **fields: Any) -> list[Line]:
        """One line, sent again until the program has confirmed it."""
        self.confirmed += 1
        update = fields["update"] = f"u{self.confirmed}"
        target = self._target(fields)
        heard: list[Line] = []
        while self.kills < self.most and self.chance.random() < self.often:
            self.console.post_raw(json.dumps(self._left(fields, target)))
            time.sleep(self.chance.uniform(0, LONGEST_DELAY))
            heard += self._kill_and_restart()
        events = self.console.send(**self._left(fields, target))
        assert self.console.done["update"] == update
        self._see(events)
        return heard + events

    def _kill_and_restart(self) -> list[Line]:
        """What was said before the end, and what a new start says again."""
        self.kills += 1
        heard = self.console.kill_and_read()
        self._see(heard)
        while self.kills < self.most and self.chance.random() < 0.2:
            self.kills += 1
            said = self.console.start_and_kill(
                _now(self.console.address), self.chance.uniform(0, LONGEST_START)
            )
            self._see(said)
            heard += said
        pending = self.console.restart(_now(self.console.address))
        assert all(event.get("resent") for event in pending)
        self.resent += len(pending)
        self._see(pending)
        return heard + pending

    def _see(self, events: list[Line]) -> None:
        for event in events:
            if event["event"] not in ("message", "edit"):
                assert event["event"] == "toast", event
                continue
            if event["event"] == "message":
                message = (event["id"], event["text"])  # the pages of a long table share their id
                if message in self._posted:
                    assert event.get("resent"), event
                    self.doubled += 1
                self._posted.add(message)
            told = self.said.setdefault(f"{event['chat']} {event['to']}", [])
            if (shown := (event["text"], event["alt"])) not in told:
                told.append(shown)

    def _target(self, fields: Mapping[str, Any]) -> datetime | None:
        """The moment to which a line moves the clock."""
        if "advance" not in fields:
            return None
        return datetime.fromisoformat(_now(self.console.address)) + _duration(fields["advance"])

    def _left(self, fields: Mapping[str, Any], target: datetime | None) -> dict[str, Any]:
        """The line with what is left of the time that it moves the clock by."""
        if target is None:
            return dict(fields)
        left = target - datetime.fromisoformat(_now(self.console.address))
        return {**fields, "advance": f"PT{left.total_seconds():.0f}S"}


def _duration(text: str) -> timedelta:
    return timedelta(seconds=float(text.removeprefix("PT").removesuffix("S")))


def _now(database: str) -> str:
    """The time that the database has been told last."""
    return asyncio.run(_stored_time(database)).isoformat()


async def _stored_time(database: str) -> datetime:
    db = open_database(database, read_only=True)
    try:
        async with db.reading() as reading:
            owner = await reading.operation.owner()
    finally:
        await db.close()
    assert owner is not None
    return owner.heartbeat


async def _log(database: str) -> list[tuple[Any, ...]]:
    """Every entry of every log: whose, what, by whom, because of which line, when.

    Rows and people are numbered as they appear: a server gives no number twice, whatever came of the first.
    """
    db = open_database(database, read_only=True)
    found: list[tuple[Any, ...]] = []
    actors: dict[int | None, int] = {}
    try:
        async with db.reading() as reading:
            games = await reading.games.after(limit=10_000)
            events = await reading.events.after(limit=10_000)
            for number, row in enumerate((*events, *games)):
                for entry in await reading.log.of(row.subject):
                    draft = entry.draft
                    actor = actors.setdefault(draft.actor, len(actors))
                    what = (draft.kind, draft.body, actor, draft.input, draft.recorded_time)
                    found.append((row.subject.kind, number, entry.seq, *what))
    finally:
        await db.close()
    return found


def play(database: Path, seed: int, kills: int = 0, often: float = 0.0) -> Ending:
    """The whole event, killed up to ``kills`` times. The same ``seed`` kills after the same lines."""
    script = Script.read(SCRIPT)
    with Console(database, now=script.now.isoformat()) as console:
        killer = Killer(console, random.Random(seed), often, kills)
        Run(script, killer, console.address).play()
        assert console.end() == 0
    return Ending(
        killer.said,
        asyncio.run(_log(console.address)),
        killer.confirmed,
        killer.kills,
        killer.resent,
        killer.doubled,
    )
