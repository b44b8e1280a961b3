"""A program that is told to end does so in time and in order, whatever it is doing and whatever fails."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import running
from bot.chats.port import Bot, Outcome, PlaceRef, Rendered
from bot.timekeeper import WallClock
from tests.databases import needs_file, new_database
from tests.runtime.house import spoken
from tests.runtime.office import TEXTS, Chat

LONGEST = 10.0
"""seconds that a program may take to end"""


class Platform(Chat):
    async def run(self, bot: Bot) -> None:
        bot.hearing(self.platform)
        await asyncio.Event().wait()


async def lock(file: sqlite3.Connection) -> None:
    """Let nobody else write, as soon as nobody does."""
    while True:
        try:
            file.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError:
            await asyncio.sleep(0.01)


@needs_file
async def test_it_ends_in_time_though_the_file_is_locked_and_the_platform_is_silent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address, chat, clock = await new_database(tmp_path / "damka.db"), Platform(), WallClock()

    async def never(place: PlaceRef, message: Rendered) -> Outcome | None:
        await asyncio.Event().wait()
        return None

    chat.answer = never
    with closing(sqlite3.connect(tmp_path / "damka.db", timeout=0, isolation_level=None)) as other:
        async with running(address, {"console": chat}, TEXTS, clock, language="en") as damka:
            talking = asyncio.create_task(damka.talk(chat))
            await damka.hear(spoken("anna", "/start", at=clock.now(), update="1"), send=False)
            await chat.is_called(1)
            await damka.receive("console", "damka", "2", "")
            await lock(other)
            waiting = asyncio.create_task(
                damka.hear(spoken("piotr", "/start", at=clock.now(), update="2"), send=False)
            )
            await asyncio.sleep(0.1)
            began = time.monotonic()
            await damka.finish()
            talking.cancel()
            await asyncio.gather(talking, waiting, return_exceptions=True)
        took = time.monotonic() - began
    assert took < LONGEST
    assert "the end is not noted: busy" in caplog.text
