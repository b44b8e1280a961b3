"""Where nobody can be heard no deadline acts, and the time is given back; whoever was in time is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import running
from bot.chats.port import Bot
from bot.commands.record import Status
from bot.timekeeper import WallClock
from rules.pieces import Color
from storage import open_database
from tests.databases import address, copy
from tests.runtime.house import House, open_house, spoken
from tests.runtime.office import TEXTS, Chat


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path / "damka.db") as house:
        yield house


async def left(house: House, code: str, color: Color) -> timedelta:
    """What is left on a clock."""
    remaining = (await house.game(code)).game.clock.remaining(color, house.clock.now())
    assert remaining is not None
    return remaining


async def test_no_flag_falls_while_nothing_is_heard_and_the_time_comes_back(house: House) -> None:
    code = await house.begin("10+0")
    await house.pass_time(minutes=4)
    house.bot.deaf("console")
    assert await house.pass_time(hours=2) == []
    assert (await house.game(code)).record.status is Status.RUNNING
    house.bot.hearing("console")
    [credited] = await house.pass_time(seconds=0)
    assert "2 hours" in credited
    assert code in credited
    assert await left(house, code, Color.WHITE) == timedelta(minutes=6)
    await house.pass_time(minutes=5)
    assert (await house.game(code)).record.status is Status.RUNNING
    await house.pass_time(minutes=1)
    assert (await house.game(code)).record.status is Status.ENDED


async def test_other_platforms_go_on_and_are_given_nothing(house: House) -> None:
    here, there = await house.begin(), await house.begin(platform="other", chat="club")
    house.bot.deaf("console")
    await house.pass_time(hours=1)
    assert (await house.game(here)).record.status is Status.RUNNING
    assert (await house.game(there)).record.status is Status.ENDED
    house.bot.hearing("console")
    await house.pass_time(seconds=0)
    assert await left(house, here, Color.WHITE) == timedelta(minutes=10)
    assert not any("I was away" in text for text in house.said_in("club"))


@pytest.mark.parametrize("late", [timedelta(0), timedelta(minutes=59), timedelta(minutes=65)])
async def test_a_move_that_was_made_in_time_counts_however_late_it_is_heard(
    house: House, late: timedelta
) -> None:
    """Whether it is said while nobody listened, or just before, or when everybody listens again."""
    code = await house.begin("10+0")
    await house.pass_time(minutes=6)
    house.bot.deaf("console")
    await house.pass_time(hours=1)
    await house.say("anna", "c3-d4", late=late)
    file = await house.game(code)
    assert (file.record.status, file.game.ply) == (Status.RUNNING, 1)
    assert await left(house, code, Color.WHITE) == timedelta(minutes=4)
    assert await left(house, code, Color.BLACK) == timedelta(minutes=10)
    await house.pass_time(minutes=20)  # all that waited is still being handed over
    house.bot.hearing("console")
    await house.pass_time(seconds=0)
    assert await left(house, code, Color.BLACK) == timedelta(minutes=10)


async def test_what_was_said_before_a_deadline_is_heard_before_it_acts(house: House) -> None:
    """The deadline comes while what waits is being handed over."""
    code = await house.begin("10+0")
    await house.pass_time(minutes=9, seconds=58)
    house.bot.deaf("console")
    await house.pass_time(seconds=0.5)
    await house.say("anna", "c3-d4")
    await house.pass_time(minutes=5)
    house.bot.hearing("console")
    await house.pass_time(seconds=0)
    file = await house.game(code)
    assert (file.record.status, file.game.ply) == (Status.RUNNING, 1)
    assert await left(house, code, Color.BLACK) == timedelta(minutes=10)


async def test_signing_up_in_time_counts_though_it_is_heard_after_the_hour(house: House) -> None:
    await house.say("olga", "/tournament new mikolajki-2023 Cup")
    await house.say("olga", "/tournament open until 20:00")
    house.bot.deaf("console")
    await house.pass_time(hours=2)
    assert not any("closed" in text for text in house.said_in("lib"))
    assert any("Signing up" in text for text in await house.say("anna", "/join", late=timedelta(hours=1.75)))
    house.bot.hearing("console")
    assert any("closed" in text for text in await house.pass_time(hours=3))


async def test_hearing_for_a_moment_only_does_not_give_the_time_back_twice(house: House) -> None:
    code = await house.begin("10+0")
    house.bot.deaf("console")
    await house.pass_time(minutes=30)
    house.bot.hearing("console")
    house.bot.deaf("console")
    house.bot.deaf("console")
    await house.pass_time(minutes=30)
    assert (await house.game(code)).record.status is Status.RUNNING
    house.bot.hearing("console")
    house.bot.hearing("console")
    await house.pass_time(seconds=0)
    assert await left(house, code, Color.WHITE) == timedelta(minutes=10)
    await house.pass_time(minutes=3)
    assert await left(house, code, Color.WHITE) == timedelta(minutes=7)


async def test_a_kill_meanwhile_loses_none_of_the_time(house: House, tmp_path: Path) -> None:
    code = await house.begin("10+0")
    await house.pass_time(minutes=1)
    house.bot.deaf("console")
    await house.pass_time(minutes=20)
    copy(tmp_path / "damka.db", tmp_path / "killed.db")
    async with open_house(tmp_path / "killed.db", house.clock.now() + timedelta(minutes=5)) as again:
        assert await left(again, code, Color.WHITE) == timedelta(minutes=9)
        assert "25 min" in again.said_in("lib")[-1]


class Listener(Chat):
    """An adapter whose platform keeps what was said while nobody listened, until it is ``ready``."""

    def __init__(self, *waiting: str) -> None:
        super().__init__(platform="console")
        self.waiting = waiting
        self.ready = asyncio.Event()
        self.listens = asyncio.Event()

    async def run(self, bot: Bot) -> None:
        await self.ready.wait()
        for number, text in enumerate(self.waiting):
            at = bot.timekeeper.now()
            await bot.hear(spoken("anna", text, at=at, update=f"{number}"), send=False)
        bot.hearing("console")
        self.listens.set()
        await asyncio.Event().wait()


async def stands(path: Path, code: str) -> tuple[Status, int]:
    """How a game stands in the database, as somebody else reads it."""
    database = open_database(address(path), read_only=True)
    async with database.reading() as reading:
        row = await reading.games.by_code(code)
    await database.close()
    assert row is not None
    return row.status, row.ply


async def until_ended(path: Path, code: str) -> None:
    async with asyncio.timeout(30):
        while (await stands(path, code))[0] is not Status.ENDED:  # noqa: ASYNC110 (another program says so)
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(("waiting", "plies"), [((), 0), (("c3-d4",), 1)])
async def test_a_program_that_has_just_started_waits_for_what_its_platform_has_kept(
    tmp_path: Path, waiting: tuple[str, ...], plies: int
) -> None:
    start = WallClock().now() - timedelta(minutes=9, seconds=57)
    async with open_house(tmp_path / "damka.db", start) as house:
        code = await house.begin("10+0")
        await house.pass_time(minutes=9, seconds=57)
    adapter = Listener(*waiting)
    where = address(tmp_path / "damka.db")
    async with running(where, {"console": adapter}, TEXTS, WallClock(), language="en") as bot:
        listening = asyncio.create_task(bot.talk(adapter))
        await asyncio.sleep(3.5)
        assert await stands(tmp_path / "damka.db", code) == (Status.RUNNING, 0)
        adapter.ready.set()
        await adapter.listens.wait()
        await asyncio.sleep(0.2)
        assert await stands(tmp_path / "damka.db", code) == (Status.RUNNING, plies)
        if plies:  # nobody waits any more, and the one who has moved loses nothing by it
            await asyncio.sleep(3.5)
        else:
            await until_ended(tmp_path / "damka.db", code)
        assert await stands(tmp_path / "damka.db", code) == (Status.RUNNING if plies else Status.ENDED, plies)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
