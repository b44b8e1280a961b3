"""Whatever happens to one message or one place, sending goes on: everywhere else, and there as well."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from bot.chats.console import CAPABILITIES
from bot.chats.port import Limit, Outcome, Pace, PlaceRef, Rendered, RetryAfter, Unknown
from bot.commands.whereabouts import Whereabouts
from bot.render import Renderer
from bot.replies import Button
from bot.sending.delivery import PATIENCE
from bot.sending.sender import Sender
from bot.timekeeper import WallClock
from tests.databases import needs_file
from tests.runtime.office import TEXTS, Office, by_itself, open_office

MINUTE = timedelta(minutes=1)
TWO_A_MINUTE = Pace(*[Limit(2, MINUTE)] * 3)


def whereabouts(office: Office) -> Whereabouts:
    return Whereabouts(office.db, office.dispatcher, office.clock, office.sender.wake)


async def test_two_chats_become_one_while_a_message_is_on_its_way(live_office: Office) -> None:
    """The chat is known by its old and its new id; the message goes to the new one."""
    office, arriving = live_office, asyncio.Event()

    async def slowly(place: PlaceRef, message: Rendered) -> Outcome | None:
        if message.text == "on its way":
            await arriving.wait()
        return None

    office.chat.answer = slowly
    async with by_itself(office):
        await office.write("on its way", place=1, subject="board:1")
        await office.chat.is_called(1)
        old, new = (PlaceRef("console", "damka", chat) for chat in ("lib", "club"))
        await whereabouts(office).moved(old, new)
        arriving.set()
        await office.write("elsewhere", place=2)
        await office.chat.is_called(2)
        await office.write("newer", place=0, subject="board:1")
        await office.chat.is_called(3)
    assert [(chat, text, edit) for chat, text, edit, _ in office.chat.log] == [
        ("club", "on its way", None),
        ("@anna", "elsewhere", None),
        ("club", "newer", "m1.0"),
    ]
    assert await office.waiting() == 0


async def replace_a_board(office: Office) -> None:
    """A board with buttons is posted anew, and the pace lets nothing more be sent."""
    office.chat.capabilities = replace(
        CAPABILITIES, scrolls_away_after=0, keeps_buttons=False, pace=TWO_A_MINUTE
    )
    for number in (1, 2):
        await office.write(f"board {number}", subject="board:G7R2", buttons=((Button("go", "go"),),))
        await office.sender.drain()
    assert buttons(office) == {"board 1": True, "board 2": True}


def buttons(office: Office) -> dict[str, bool]:
    return {message.text: bool(message.buttons) for message in office.chat.shown.values()}


async def test_a_chat_is_lost_while_buttons_are_to_be_taken_off_there(office: Office) -> None:
    await replace_a_board(office)
    await whereabouts(office).lost(PlaceRef("console", "damka", "lib"))
    async with asyncio.timeout(60):
        await office.pass_time(minutes=1)
    assert len(office.chat.keys) == 2


async def test_a_chat_moves_while_buttons_are_to_be_taken_off_there(office: Office) -> None:
    """What its messages were called means nothing where it is now."""
    await replace_a_board(office)
    old, new = (PlaceRef("console", "damka", chat) for chat in ("lib", "library"))
    await whereabouts(office).moved(old, new)
    await office.pass_time(minutes=1)
    assert len(office.chat.keys) == 2


async def start_again(office: Office) -> None:
    """A minute later another process sends."""
    office.clock.move_to(office.clock.now() + MINUTE)
    office.sender = office.new_sender()
    await office.sender.open()


async def test_buttons_are_taken_off_after_a_start(office: Office) -> None:
    await replace_a_board(office)
    await start_again(office)
    await office.sender.drain()
    assert buttons(office) == {"board 1": False, "board 2": True}
    await start_again(office)
    await office.pass_time(minutes=1)
    assert len(office.chat.keys) == 3


async def test_a_sender_that_runs_by_itself_takes_buttons_off_after_a_start(office: Office) -> None:
    await replace_a_board(office)
    await start_again(office)
    async with by_itself(office):
        await office.chat.is_called(3)
    assert buttons(office) == {"board 1": False, "board 2": True}


async def test_buttons_are_taken_off_when_the_platform_answers_again(office: Office) -> None:
    await replace_a_board(office)
    office.chat.answers = [Unknown("no connection")] * 3
    for _ in range(5):
        await office.pass_time(minutes=1)
    assert buttons(office) == {"board 1": False, "board 2": True}


async def test_a_message_whose_buttons_cannot_be_taken_off_holds_nothing_up(office: Office) -> None:
    await replace_a_board(office)

    async def refuse(place: PlaceRef, message: Rendered) -> Outcome | None:
        return Unknown("no connection") if message.text == "board 1" else None

    office.chat.answer = refuse
    await office.write("next")
    for _ in range(15):
        await office.pass_time(minutes=1)
    assert office.chat.texts == ["board 1", "board 2", "next"]


class SetClock(WallClock):
    """The clock of a machine that somebody sets."""

    ahead = timedelta(0)

    def now(self) -> datetime:
        return super().now() + self.ahead


async def test_a_clock_that_is_put_back_holds_no_message_up(tmp_path: Path) -> None:
    """Neither one that the platform has put off, nor one that waits for the pace."""
    office = await open_office(tmp_path / "damka.db", clock := SetClock())
    second = timedelta(seconds=1)
    office.chat.capabilities = replace(CAPABILITIES, pace=Pace(*[Limit(1, second)] * 3))
    office.chat.answers = [RetryAfter(second)]
    async with by_itself(office), asyncio.timeout(30):
        await office.write("put off")
        await office.write("first", place=1)
        await office.chat.is_called(2)
        await asyncio.sleep(0.1)
        clock.ahead -= timedelta(hours=1)
        await office.write("second", place=1)
        await office.chat.is_called(4)
    assert sorted(office.chat.texts) == ["first", "put off", "second"]
    await office.db.close()


async def test_what_the_platform_puts_off_is_not_put_off_longer_by_what_is_written_meanwhile(
    live_office: Office,
) -> None:
    asked, answering = asyncio.Event(), asyncio.Event()

    async def refuse(place: PlaceRef, message: Rendered) -> Outcome | None:
        if asked.is_set():
            return None
        asked.set()
        await answering.wait()
        return RetryAfter(timedelta(seconds=0.5))

    live_office.chat.answer = refuse
    async with by_itself(live_office):
        await live_office.write("one")
        await asked.wait()
        await live_office.write("two")
        await asyncio.sleep(0.3)
        answering.set()
        async with asyncio.timeout(3):
            await live_office.chat.is_called(3)
    assert live_office.chat.texts == ["one", "two"]


async def test_nothing_more_is_sent_by_who_has_lost_the_right_to_speak(live_office: Office) -> None:
    """Another process has it now, and begins with the first message that is not marked as sent."""
    office, ours = live_office, {"console"}
    office.sender = Sender(
        office.db,
        {"console": office.chat},
        Renderer(TEXTS),
        office.clock,
        whereabouts(office),
        lambda platform: platform in ours,
    )

    async def lose(place: PlaceRef, message: Rendered) -> Outcome | None:
        ours.clear()
        return None

    office.chat.answer = lose
    for text in ("one", "two", "three"):
        await office.write(text)
    await office.sender.drain()
    assert office.chat.texts == ["one"]
    ours.add("console")
    office.chat.answer = None
    office.sender.hurry("console")
    await office.sender.drain()
    assert office.chat.texts == ["one", "two", "three"]


async def test_what_was_left_by_a_bot_that_was_away_for_days_is_tried_more_than_once(office: Office) -> None:
    await office.write("one")
    office.clock.move_to(office.clock.now() + 2 * PATIENCE)
    office.sender = office.new_sender()
    await office.sender.open()
    office.chat.answers = [Unknown("no connection yet")] * 3
    for _ in range(5):
        await office.pass_time(minutes=1)
    assert office.chat.texts == ["one"]


@needs_file
async def test_a_platform_is_asked_when_it_said_though_the_database_takes_nothing(tmp_path: Path) -> None:
    office = await open_office(tmp_path / "damka.db", WallClock(), busy_seconds=0.05)
    asked: list[float] = []
    with closing(sqlite3.connect(tmp_path / "damka.db", isolation_level=None)) as other:

        async def refuse(place: PlaceRef, message: Rendered) -> Outcome | None:
            asked.append(time.monotonic())
            if len(asked) > 1:
                return None
            other.execute("BEGIN IMMEDIATE")
            return RetryAfter(timedelta(seconds=3))

        office.chat.answer = refuse
        await office.write("one")
        async with by_itself(office):
            await office.chat.is_called(2)
            other.rollback()
    assert asked[1] - asked[0] >= 3
    await office.db.close()
