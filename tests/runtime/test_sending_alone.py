"""A sender that runs by itself: no place waits for another one, and every place keeps its order."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chats.port import Outcome, PlaceRef, Rendered, RetryAfter, Unknown
from bot.timekeeper import WallClock
from tests.databases import needs_file
from tests.runtime.office import Office, by_itself, open_office


class Desk:
    """Lets a test wait for messages, and hold some chats up."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.held: dict[str, asyncio.Event] = {}
        self.asked: list[str] = []
        self._said = asyncio.Condition()
        office.chat.answer = self._answer

    def hold(self, chat: str) -> asyncio.Event:
        """Calls to ``chat`` are answered when the event is set."""
        return self.held.setdefault(chat, asyncio.Event())

    async def _answer(self, place: PlaceRef, message: Rendered) -> Outcome | None:
        self.asked.append(message.text)
        async with self._said:
            self._said.notify_all()
        if place.chat in self.held:
            await self.held[place.chat].wait()
        return None

    async def hears(self, text: str) -> None:
        """Returns when the platform was asked to send ``text``."""
        async with asyncio.timeout(30), self._said:
            await self._said.wait_for(lambda: text in self.asked)


async def test_a_chat_that_answers_slowly_holds_no_other_up(live_office: Office) -> None:
    desk = Desk(live_office)
    slow = desk.hold("lib")
    async with by_itself(live_office):
        await live_office.write("slow")
        await desk.hears("slow")
        for number in range(3):
            await live_office.write(f"quick {number}", place=1)
            await desk.hears(f"quick {number}")
        await live_office.write("slow too")
        await live_office.write("last", place=1)
        await desk.hears("last")
        assert "slow too" not in desk.asked
        slow.set()
        await desk.hears("slow too")
    assert [text for chat, text, *_ in live_office.chat.log if chat == "lib"] == ["slow", "slow too"]
    assert await live_office.waiting() == 0


async def test_many_slow_chats_hold_no_other_up(live_office: Office) -> None:
    desk = Desk(live_office)
    async with live_office.db.unit_of_work() as unit:
        for number in range(100):
            place = await unit.places.add(
                "console", "damka", f"slow {number}", kind="group", created=live_office.clock.now()
            )
            live_office.places.append(place.id)
        await unit.commit()
    slow = [desk.hold(f"slow {number}") for number in range(100)]
    async with by_itself(live_office):
        for number in range(100):
            await live_office.write(f"to {number}", place=3 + number)
        await live_office.write("quick")
        await desk.hears("quick")
        for event in slow:
            event.set()
        for number in range(100):
            await desk.hears(f"to {number}")
    assert await live_office.waiting() == 0


async def write_all(office: Office, place: int) -> None:
    for number in range(60):
        await office.write(f"{place} {number}", place=place)


async def test_everything_arrives_once_and_in_order_however_it_is_written(live_office: Office) -> None:
    desk = Desk(live_office)
    async with by_itself(live_office):
        await asyncio.gather(write_all(live_office, 0), write_all(live_office, 1))
        await asyncio.gather(desk.hears("0 59"), desk.hears("1 59"))
    assert await live_office.waiting() == 0
    for place, chat in enumerate(("lib", "club")):
        arrived = [text for where, text, *_ in live_office.chat.log if where == chat]
        assert arrived == [f"{place} {number}" for number in range(60)]


async def test_only_the_place_that_has_to_wait_does(live_office: Office) -> None:
    desk = Desk(live_office)
    live_office.chat.answers = [RetryAfter(timedelta(seconds=1))]
    async with by_itself(live_office):
        for text in ("one", "two"):
            await live_office.write(text)
        await live_office.chat.is_called(1)
        await live_office.write("elsewhere", place=1)
        await desk.hears("elsewhere")
        assert desk.asked == ["elsewhere"]
        await desk.hears("two")
    assert live_office.chat.texts == ["elsewhere", "one", "two"]


async def test_a_platform_that_answers_again_gets_at_once_what_waited_for_it(live_office: Office) -> None:
    live_office.chat.answers = [Unknown("no connection")] * 7  # by itself it would take two minutes
    async with by_itself(live_office), asyncio.timeout(60):
        await live_office.write("one")
        while len(live_office.chat.keys) < 8:  # that it failed is noted a moment later
            await asyncio.sleep(0.02)
            live_office.sender.hurry("console")
    assert live_office.chat.texts == ["one"]


async def test_what_is_on_its_way_when_the_program_ends_still_arrives(live_office: Office) -> None:
    desk = Desk(live_office)
    slow = desk.hold("lib")
    async with by_itself(live_office):
        await live_office.write("one")
        await desk.hears("one")
        asyncio.get_running_loop().call_later(0.1, slow.set)
    assert live_office.chat.texts == ["one"]
    assert await live_office.waiting() == 0


@needs_file
async def test_what_the_database_could_not_note_is_not_sent_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The file is locked by somebody else between sending and marking."""
    office = await open_office(tmp_path / "damka.db", WallClock(), busy_seconds=0.05)
    with closing(sqlite3.connect(tmp_path / "damka.db", isolation_level=None)) as other:

        async def lock(place: PlaceRef, message: Rendered) -> Outcome | None:
            other.execute("BEGIN IMMEDIATE")
            return None

        office.chat.answer = lock
        async with by_itself(office):
            await office.write("one")
            await office.chat.is_called(1)
            await asyncio.sleep(0.3)
            office.chat.answer = None
            other.rollback()
            await office.write("two")
            await office.chat.is_called(2)
    assert office.chat.texts == ["one", "two"]
    assert await office.waiting() == 0
    assert "goes on in a moment" in caplog.text
    await office.db.close()
