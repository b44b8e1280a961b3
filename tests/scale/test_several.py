"""Several programs on one server: one speaks, another takes over, nothing is missed, lost or done twice."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.commands.record import Status
from bot.replies import Reply, encode_reply, said
from storage import Database, open_database
from storage.repositories.outbox import Outgoing
from storage.tables import log, outbox
from tests.commands.room import NOW, Room
from tests.storage.processes import ROOT

GAMES = 12
BEFORE = 6.0
"""seconds that are left on the clocks when the programs start"""
TAKEOVER = 10.0
"""seconds within which another program has to speak"""


class Member:
    """A program in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @property
    def pid(self) -> int:
        return self.process.pid

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()


class Town:
    """Programs on the database at ``url``, and all that they have sent."""

    def __init__(self, url: str, folder: Path, database: Database, started: float) -> None:
        self.url = url
        self.database = database
        self._file = folder / "sent.jsonl"
        self._errors = folder / "errors"
        self._started = started
        self._members: list[Member] = []
        self.last_before = 0
        """the last message from before"""

    async def start(self, platform: str = "console") -> Member:
        with self._errors.open("ab") as errors:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.scale.member"),
                *(self.url, str(self._started), str(self._file), platform),
                cwd=ROOT,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        self._members.append(Member(process))
        assert process.stdout is not None
        assert await process.stdout.readline() == b"runs\n", self.errors
        return self._members[-1]

    async def end(self) -> None:
        for member in self._members:
            if member.process.returncode is None:
                await member.kill()

    @property
    def errors(self) -> str:
        return self._errors.read_text("utf-8")

    @property
    def lines(self) -> list[dict[str, Any]]:
        if not self._file.exists():
            return []
        return [json.loads(line) for line in self._file.read_text("utf-8").splitlines()]

    @property
    def sent(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if "key" in line]

    async def speaker(self, but: int | None = None) -> tuple[int, float]:
        """Who speaks, and since when by the machine's clock."""
        async with asyncio.timeout(30):
            while True:
                for line in self.lines:
                    if "speaks" in line and line["by"] != but:
                        return line["by"], line["speaks"]
                await asyncio.sleep(0.05)

    async def speaks(self, member: Member) -> None:
        """Until a program has begun to speak."""
        await self.until(lambda lines: any("speaks" in line and line["by"] == member.pid for line in lines))

    async def until(self, holds: Callable[[list[dict[str, Any]]], bool]) -> None:
        """Until it ``holds`` of the lines that all have written together."""
        async with asyncio.timeout(60):
            while True:
                if holds(self.lines):
                    return
                await asyncio.sleep(0.01)

    async def until_all_are_over(self, within: float) -> None:
        async with asyncio.timeout(within):
            while True:
                async with self.database.reading() as reading:
                    games = await reading.games.after(limit=1000)
                    waiting = await reading.outbox.places()
                if not waiting and all(game.status == Status.ENDED for game in games):
                    return
                await asyncio.sleep(0.1)

    async def found(self) -> tuple[Counter[int], set[int]]:
        """How often each game has ended, and the messages that were to be sent since the programs run."""
        async with self.database.reading() as reading:
            entries = (await reading.connection.execute(log.select())).all()
            messages = (await reading.connection.execute(outbox.select().order_by(outbox.c.id))).all()
        ended = Counter(entry.subject_id for entry in entries if entry.kind == "flag")
        waited = [message for message in messages if message.state != "superseded"]
        return ended, {message.id for message in waited if message.id > self.last_before}


@asynccontextmanager
async def town(url: str, folder: Path) -> AsyncIterator[Town]:
    """Games in as many chats, each with a flag that falls in a moment."""
    database = open_database(url)
    await database.take_over(NOW, beside_others=True)
    room = Room(database)
    for number in range(GAMES):
        await room.begin("grodziec-2017", "1+0", chat=f"chat{number}")
    await database.heartbeat(NOW + timedelta(minutes=1) - timedelta(seconds=BEFORE))
    await database.close()
    reader = open_database(url, read_only=True)
    made = Town(url, folder, reader, time.time() - 60 + BEFORE)
    async with reader.reading() as reading:
        made.last_before = await reading.outbox.newest()
    try:
        yield made
    finally:
        await made.end()
        await reader.close()


async def test_what_falls_due_is_done_once_and_said_by_who_speaks(shared: str, tmp_path: Path) -> None:
    async with town(shared, tmp_path) as made:
        await asyncio.gather(made.start(), made.start(), made.start())
        speaker, _ = await made.speaker()
        await made.until_all_are_over(within=BEFORE + 15)
        ended, messages = await made.found()
        assert list(ended.values()) == [1] * GAMES
        assert {line["by"] for line in made.sent} == {speaker}
        assert sorted(line["key"] for line in made.sent) == sorted(messages)
        assert "Traceback" not in made.errors


@pytest.mark.parametrize("seed", range(2))
async def test_another_one_takes_over_within_ten_seconds(shared: str, tmp_path: Path, seed: int) -> None:
    async with town(shared, tmp_path) as made:
        first, second = await made.start(), await made.start()
        speaker, _ = await made.speaker()
        assert speaker == first.pid
        await asyncio.sleep(random.Random(seed).uniform(0, BEFORE))
        killed = time.time()
        await first.kill()
        heir, since = await made.speaker(but=first.pid)
        assert heir == second.pid
        assert since - killed < TAKEOVER
        await made.until_all_are_over(within=BEFORE + 25)
        ended, messages = await made.found()
        assert list(ended.values()) == [1] * GAMES
        # nothing is lost; what the first may have sent just before it died says so
        assert {line["key"] for line in made.sent} == messages
        doubled = Counter(line["key"] for line in made.sent if not line["resent"])
        assert set(doubled.values()) <= {1}


async def test_whoever_ends_in_order_leaves_the_word_at_once(shared: str, tmp_path: Path) -> None:
    async with town(shared, tmp_path) as made:
        first, second = await made.start(), await made.start()
        await made.speaker()
        first.process.send_signal(signal.SIGTERM)
        left = time.time()
        heir, since = await made.speaker(but=first.pid)
        assert heir == second.pid
        assert since - left < 5


async def test_the_time_without_a_speaker_is_given_back(shared: str, tmp_path: Path) -> None:
    async with town(shared, tmp_path) as made:
        first, _ = await made.start(), await made.start()
        await made.speaker()
        await asyncio.sleep(1)
        first.process.send_signal(signal.SIGSTOP)  # it lives and says nothing: nobody may take over, nor act
        await asyncio.sleep(BEFORE + 4)
        ended, _ = await made.found()
        assert not ended
        await first.kill()
        await made.until_all_are_over(within=40)
        ended, _ = await made.found()
        assert list(ended.values()) == [1] * GAMES


async def test_two_programs_with_a_platform_each_share_what_falls_due(shared: str, tmp_path: Path) -> None:
    async with town(shared, tmp_path) as made:
        await asyncio.gather(made.start("console"), made.start("other"))
        await made.until_all_are_over(within=BEFORE + 15)
        ended, _ = await made.found()
        assert list(ended.values()) == [1] * GAMES
        assert "Traceback" not in made.errors


async def test_a_place_hears_everything_in_order_though_speakers_die(shared: str, tmp_path: Path) -> None:
    async with town(shared, tmp_path) as made, AsyncExitStack() as stack:
        writer = open_database(shared)
        stack.push_async_callback(writer.close)
        async with writer.unit_of_work() as unit:
            places = [await unit.places.by_ref("console", "damka", f"chat{number}") for number in range(3)]
        body = encode_reply(Reply((said("language.which"),)))
        speaker = await made.start()
        for _ in range(4):
            await made.speaks(speaker)  # only then does the next one certainly come after it
            heir = await made.start()
            for place in places * 30:
                assert place is not None
                async with writer.unit_of_work() as unit:
                    await unit.outbox.add(Outgoing(place.id, body, NOW))
                    await unit.commit()
            await made.until(lambda lines, by=speaker.pid: sum(each["by"] == by for each in lines) > 20)
            await speaker.kill()
            speaker = heir
        await made.until_all_are_over(within=60)
        for chat in ("chat0", "chat1", "chat2"):
            keys = [line["key"] for line in made.sent if line["chat"] == chat]
            fresh = list(dict.fromkeys(keys))
            assert fresh == sorted(fresh)
            assert len(fresh) >= 120


async def test_a_claim_has_one_holder(shared: str) -> None:
    one, other = open_database(shared), open_database(shared)
    for database in (one, other):
        await database.take_over(NOW, beside_others=True)
    claims = await asyncio.gather(*(database.claim("platform x") for database in (one, other) * 5))
    assert sorted({claims[0], claims[1]}) == [False, True]
    holder, loser = (one, other) if claims[0] else (other, one)
    assert (await holder.holds("platform x"), await loser.holds("platform x")) == (True, False)
    await holder.give_up("platform x")
    assert await loser.claim("platform x")
    assert not await holder.claim("platform x")
    await loser.close()
    assert await holder.claim("platform x")
    await holder.close()
