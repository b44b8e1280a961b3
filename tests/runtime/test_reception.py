"""What comes in is kept before it is confirmed, handled in order for each place, and once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chats.port import Answers, Input
from bot.reception import Reception
from storage.errors import Busy, StorageError
from tests.databases import needs_file
from tests.runtime.house import House, open_house, spoken
from tests.runtime.office import NOW, Office, open_office


class Handler:
    """Handles inputs after a moment; those from a broken place fail as often as is said."""

    def __init__(self) -> None:
        self.handled: list[str] = []
        self.begun: list[str] = []
        self.broken: dict[str, list[Exception]] = {}
        self.held: dict[str, asyncio.Event] = {}

    async def handle(self, heard: Input) -> Answers:
        self.begun.append(heard.text)
        if heard.place.chat in self.held:
            await self.held[heard.place.chat].wait()
        if failures := self.broken.get(heard.place.chat):
            raise failures.pop(0)
        self.handled.append(heard.text)
        return Answers(alone=True)


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    office = await open_office(tmp_path / "damka.db")
    yield office
    await office.db.close()


def said(text: str, chat: str = "lib") -> Input:
    return spoken("anna", text, at=NOW, chat=chat, update=f"{chat} {text}")


async def receive(reception: Reception, *inputs: Input) -> None:
    for heard in inputs:
        assert await reception.receive("console", "damka", heard.update or "", heard.text)


async def test_one_place_is_in_order_and_no_other_waits_for_it(office: Office) -> None:
    handler = Handler()
    reception = Reception(office.db, office.clock, handler.handle)
    handler.held["lib"] = asyncio.Event()
    slow = [asyncio.create_task(reception.hear(said(f"{number}"))) for number in range(10)]
    assert await reception.hear(said("quick", "club")) == Answers(alone=True)
    assert handler.handled == ["quick"]
    assert sorted(handler.begun) == ["0", "quick"]
    handler.held["lib"].set()
    await asyncio.gather(*slow)
    assert handler.handled == ["quick", *(f"{number}" for number in range(10))]


async def test_what_could_not_be_stored_is_tried_again_by_itself_and_keeps_its_turn(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    handler = Handler()
    reception = Reception(office.db, office.clock, handler.handle)
    handler.broken["lib"] = [Busy(), Busy()]
    first, second, elsewhere = said("first"), said("second"), said("elsewhere", "club")
    await receive(reception, first, second, elsewhere)
    with pytest.raises(Busy):
        await reception.hear(first)
    later = asyncio.create_task(reception.hear(second))
    await reception.hear(elsewhere)
    assert handler.handled == ["elsewhere"]
    await asyncio.wait_for(later, 10)
    assert handler.handled == ["elsewhere", "first", "second"]
    assert "waits for the database: busy" in caplog.text


async def test_what_nobody_kept_is_not_tried_again(office: Office) -> None:
    """Whoever said it has to say it again, as a console does."""
    handler = Handler()
    reception = Reception(office.db, office.clock, handler.handle)
    handler.broken["lib"] = [Busy()]
    with pytest.raises(StorageError):
        await reception.hear(said("first"))
    await reception.hear(said("second"))
    assert handler.handled == ["second"]


async def test_an_input_is_handled_though_nobody_waits_for_the_answer(office: Office) -> None:
    handler = Handler()
    reception = Reception(office.db, office.clock, handler.handle)
    handler.held["lib"] = asyncio.Event()
    impatient = asyncio.create_task(reception.hear(said("one")))
    await asyncio.sleep(0.01)
    impatient.cancel()
    handler.held["lib"].set()
    await reception.finish()
    assert handler.handled == ["one"]


@needs_file
async def test_a_locked_file_delays_an_input_and_costs_nothing(tmp_path: Path) -> None:
    """With the whole of the dispatcher: somebody else holds the file for a moment."""
    office = await open_office(tmp_path / "damka.db", busy_seconds=0.05)
    reception = Reception(office.db, office.clock, office.dispatcher.handle)
    heard = said("/help")
    await receive(reception, heard)
    with closing(sqlite3.connect(tmp_path / "damka.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError):
            await reception.hear(heard)
    async with asyncio.timeout(60):
        await reception.hear(said("/games"))
    async with office.db.reading() as reading:
        assert await reading.inbox.waiting("console", "damka") == []
        assert await reading.outbox.places() != {}
    await office.db.close()


# --- the whole program --------------------------------------------------------------------------------------


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path / "damka.db") as house:
        yield house


async def keep(house: House, updates: Iterable[str]) -> list[bool]:
    return [await house.bot.receive("console", "damka", update, f'{{"u":"{update}"}}') for update in updates]


async def test_an_input_waits_until_it_is_handled_or_dropped_and_comes_once(house: House) -> None:
    assert await keep(house, ("1", "2", "3", "1")) == [True, True, True, False]
    waiting = await house.bot.waiting("console", "damka")
    assert [(update, payload) for update, payload, _ in waiting] == [(u, f'{{"u":"{u}"}}') for u in "123"]
    assert [received for _, _, received in waiting] == [NOW] * 3
    assert await house.say("anna", "/help", update="1")
    assert await house.say("anna", "/help", update="1") == []
    await house.bot.drop("console", "damka", "2")
    assert [update for update, _, _ in await house.bot.waiting("console", "damka")] == ["3"]
    assert await house.bot.waiting("console", "another") == []
    assert await keep(house, ("1", "2")) == [False, False]


async def test_another_process_finds_what_waits(tmp_path: Path) -> None:
    async with open_house(tmp_path / "damka.db") as house:
        await keep(house, ("1", "2"))
    async with open_house(tmp_path / "damka.db", NOW + timedelta(hours=1)) as house:
        assert [update for update, _, _ in await house.bot.waiting("console", "damka")] == ["1", "2"]
        await house.say("anna", "/help", update="1", late=timedelta(minutes=30))
        assert [update for update, _, _ in await house.bot.waiting("console", "damka")] == ["2"]


@pytest.mark.parametrize(
    ("text", "chat", "answers"),
    [
        ("/help", "@anna", Answers(alone=True)),
        ("/profile", "lib", Answers(alone=True)),
        ("hello there", "lib", Answers()),
        ("/play", "lib", Answers()),
    ],
)
async def test_the_adapter_learns_what_is_on_its_way_to_the_speaker(
    house: House, text: str, chat: str, answers: Answers
) -> None:
    await house.say("anna", "/start", chat="@anna")
    await house.say("anna", "/settings regulation grodziec-2017", admin=True)
    assert await house.bot.hear(spoken("anna", text, at=NOW, chat=chat)) == answers


async def test_a_press_that_is_refused_is_answered_by_a_notice(house: House) -> None:
    code = await house.begin()
    version = (await house.game(code)).version
    press = spoken("ola", at=NOW, press=f"play:{code}:{version}:0")
    assert await house.bot.hear(press) == Answers(notice=True)
    assert house.chat.shown["m" + str(house.chat.keys[-1][0]) + ".0"].toast
