"""The machine sleeps, and its clock is set: nobody loses a game by it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.app import Damka
from bot.commands.record import Status
from bot.timekeeper import WallClock
from storage import Database, open_database
from tests.databases import new_database
from tests.runtime.house import House, spoken
from tests.runtime.office import TEXTS, Chat

HOUR = timedelta(hours=1)
LOST = "I was away for 1 hour."


class SetClock(WallClock):
    """The clock of a machine that somebody sets, or that sleeps."""

    ahead = timedelta(0)

    def now(self) -> datetime:
        return super().now() + self.ahead


class Home(House):
    """A house by that clock."""

    def __init__(self, db: Database, clock: SetClock) -> None:
        self.db = db
        self.set_clock, self.chat, self.other = clock, Chat(), Chat(platform="other")
        self.bot = Damka(self.db, {"console": self.chat}, TEXTS, clock, "en", in_step=True)

    async def say(self, user: str, text: str, **more: object) -> list[str]:
        before = len(self.chat.log)
        await self.bot.hear(spoken(user, text, at=self.set_clock.now()))
        return [text for _, text, _, _ in self.chat.log[before:]]


@asynccontextmanager
async def open_home(path: Path, clock: SetClock) -> AsyncIterator[Home]:
    db = open_database(await new_database(path))
    await db.take_over(clock.now(), may_go_back=True)
    home = Home(db, clock)  # it lives since it owns its database, as in ``running``
    await home.bot.open()
    try:
        yield home
    finally:
        await home.bot.close()
        await home.db.close()


@pytest.mark.parametrize("is_noticed", [True, False])
async def test_a_machine_that_slept_for_an_hour_costs_no_player_anything(
    tmp_path: Path, is_noticed: bool
) -> None:
    async with open_home(tmp_path / "damka.db", clock := SetClock()) as home:
        code = await home.begin("10+0")
        clock.ahead += HOUR
        if is_noticed:
            await home.bot.heartbeat(clock.now())
        await home.say("anna", "c3-d4")
        game = await home.game(code)
    assert game.record.status is Status.RUNNING
    assert [move.text for move in game.game.moves] == ["c3-d4"]
    assert len([text for text in home.said_in("lib") if LOST in text and code in text]) == 1


async def test_a_clock_that_is_put_back_stops_nothing(tmp_path: Path) -> None:
    async with open_home(tmp_path / "damka.db", clock := SetClock()) as home:
        code = await home.begin("10+0")
        clock.ahead -= 2 * HOUR
        await home.bot.heartbeat(clock.now())
        async with home.db.reading() as found:
            owner = await found.operation.owner()
        assert owner is not None
        assert abs(owner.heartbeat - clock.now()) < timedelta(seconds=5)
        await home.say("anna", "c3-d4")
        await home.say("piotr", "f6-e5")
        assert len((await home.game(code)).game.moves) == 2
    async with open_home(tmp_path / "damka.db", clock) as again:
        await again.say("anna", "d4:f6")
        assert len((await again.game(code)).game.moves) == 3
