"""An adapter that ends, whoever is to blame, costs nobody a game, and no other platform anything."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import running
from bot.chats.port import AdapterError, Bot
from bot.commands.record import Status
from bot.replies import said
from bot.timekeeper import WallClock
from tests.databases import address, needs_file
from tests.runtime.house import open_house
from tests.runtime.office import TEXTS, Chat
from tests.runtime.test_ears import stands


class Faulty(Chat):
    """An adapter that ends with one problem after the other, and then listens."""

    def __init__(self, *problems: Exception) -> None:
        super().__init__(platform="console")
        self.problems = list(problems)
        self.listens = asyncio.Event()

    async def run(self, bot: Bot) -> None:
        bot.hearing("console")
        if self.problems:
            raise self.problems.pop(0)
        self.listens.set()
        await asyncio.Event().wait()


async def test_an_adapter_that_fails_for_a_fault_of_ours_begins_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    adapter = Faulty(RuntimeError("never thought of"), RuntimeError("nor of this"))
    where = address(tmp_path / "damka.db")
    async with running(where, {"console": adapter}, TEXTS, WallClock(), language="en") as bot:
        talking = asyncio.create_task(bot.talk(adapter))
        await asyncio.wait_for(adapter.listens.wait(), 20)
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)
    assert "never thought of" in caplog.text


@needs_file
@pytest.mark.parametrize("problem", [RuntimeError("a fault"), AdapterError(said("discord.wrong-token"))])
async def test_no_flag_falls_where_nobody_listens_any_more(tmp_path: Path, problem: Exception) -> None:
    start = WallClock().now() - timedelta(minutes=9, seconds=58)
    async with open_house(tmp_path / "damka.db", start) as house:
        code = await house.begin("10+0")
        await house.pass_time(minutes=9, seconds=58)
    adapter = Faulty(problem, *[RuntimeError("again")] * 10)
    where = address(tmp_path / "damka.db")
    async with running(where, {"console": adapter}, TEXTS, WallClock(), language="en") as bot:
        talking = asyncio.create_task(bot.talk(adapter))
        await asyncio.sleep(4)
        assert await stands(tmp_path / "damka.db", code) == (Status.RUNNING, 0)
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)


@needs_file
async def test_no_flag_falls_on_a_platform_for_which_there_is_no_adapter(tmp_path: Path) -> None:
    """Its token is missing since the last start."""
    start = WallClock().now() - timedelta(minutes=9, seconds=58)
    async with open_house(tmp_path / "damka.db", start) as house:
        code = await house.begin("10+0", platform="other")
        await house.pass_time(minutes=9, seconds=58)
    adapter = Faulty()
    where = address(tmp_path / "damka.db")
    for _ in range(2):
        async with running(where, {"console": adapter}, TEXTS, WallClock(), language="en") as bot:
            talking = asyncio.create_task(bot.talk(adapter))
            await asyncio.sleep(3)
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)
    assert await stands(tmp_path / "damka.db", code) == (Status.RUNNING, 0)
