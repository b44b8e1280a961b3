"""Several programs on one server: each remembers for itself, until another has changed it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.app import Damka, running
from bot.commands.people import NAME
from bot.scheduler import HEARTBEAT
from storage import Database, open_database
from storage.ids import Subject, SubjectKind
from tests.commands.room import NOW, TEXTS, Room, keys, words
from tests.commands.test_linking import CODE, code_for, take
from tests.runtime.house import spoken
from tests.runtime.office import Chat
from tests.scale.member import RunningClock

PATIENCE = 30.0
"""seconds that a busy machine may need beside"""
ANNA: dict[str, Any] = {"chat": "@anna"}
ANKA: dict[str, Any] = {"chat": "@anka", "platform": "other"}


@pytest.fixture
async def rooms(shared: str) -> AsyncIterator[tuple[Room, Room]]:
    """Two programs that remember for themselves: anna on one is anka on the other, and plays piotr there."""
    async with AsyncExitStack() as stack:
        made = []
        for _ in range(2):
            database = open_database(shared)
            stack.push_async_callback(database.close)
            await database.take_over(NOW, beside_others=True)
            made.append(Room(database))
        one, other = made
        await take(one, "anna", await code_for(other, "anka", **ANKA), **ANNA)
        await other.say("piotr", "/start", chat="hall", platform="other")
        await other.say("anka", "/play @piotr grodziec-2017 white none", chat="hall", platform="other")
        await other.say("piotr", "/accept", chat="hall", platform="other")
        await one.dispatcher.look_around()
        await other.advance(timedelta(minutes=1))
        assert "anka on other" in words(await one.say("anna", "/profile", **ANNA))
        assert "Anka" in words(await one.say("anna", f"/board {(await one.games())[0].code}", **ANNA))
        yield one, other


async def _language(other: Room) -> None:
    await other.say("anka", "/language pl", **ANKA)


async def _speaks_polish(one: Room) -> bool:
    return {heard.reply.language for heard in await one.say("anna", "/profile", **ANNA)} == {"pl"}


async def _unlink(other: Room) -> None:
    assert "link.unlinked" in keys(await other.say("anka", "/unlink", **ANKA))


async def _plays_no_more(one: Room) -> bool:
    game = (await one.games())[0]
    heard = await one.say("anna", f"/resign {game.code}", **ANNA)
    return "refused.not-a-player" in keys(heard)


async def _link_again(other: Room) -> None:
    """Both become a third one, who gives the code on the other platform."""
    code = await code_for(other, "hania", **{**ANKA, "chat": "@hania"})
    assert "link.account-linked" in keys(await take(other, "anka", code, **ANKA))


async def _is_the_third_one(one: Room) -> bool:
    profile = words(await one.say("anna", "/profile", **ANNA))
    return "hania on other" in profile


async def _erase(other: Room) -> None:
    [question] = await other.say("anka", "/forgetme", **ANKA)
    assert "profile.erased" in keys(await other.say("anka", press=question.button("forget"), **ANKA))


async def _knows_no_name(one: Room) -> bool:
    game = (await one.games())[0]
    return "Anka" not in words(await one.say("piotr", f"/board {game.code}", **{**ANNA, "chat": "@piotr"}))


CHANGES: dict[str, tuple[Callable[[Room], Awaitable[None]], Callable[[Room], Awaitable[bool]]]] = {
    "language": (_language, _speaks_polish),
    "unlink": (_unlink, _plays_no_more),
    "link": (_link_again, _is_the_third_one),
    "forgetme": (_erase, _knows_no_name),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_what_one_has_changed_another_remembers_no_more(rooms: tuple[Room, Room], change: str) -> None:
    one, other = rooms
    do, is_seen = CHANGES[change]
    await do(other)
    await one.dispatcher.look_around()
    assert await is_seen(one)


async def test_what_is_read_meanwhile_is_not_remembered_either(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    async with other.database.unit_of_work() as unit:  # never committed
        account = await unit.accounts.by_external("console", "anna")
        assert account is not None
        await unit.personal.set(Subject(SubjectKind.PERSON, account.person), NAME, "Zuza")
        one.dispatcher.forget()
        doing = asyncio.create_task(one.dispatcher.handle(one.input("anna", "/profile", **ANNA)))
        await until_somebody_waits(other.database)  # it has read who she is, and not how she is called
        await _language(other)
        await one.dispatcher.look_around()
    await doing
    await one.hear()
    assert await _speaks_polish(one)


async def until_somebody_waits(database: Database) -> None:
    """Until a transaction waits for what another one holds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with database.reading() as reading:
                found = await reading.connection.execute(text("SELECT 1 FROM pg_locks WHERE NOT granted"))
                if found.first() is not None:
                    return
            await asyncio.sleep(0.02)


async def test_one_pulse_is_enough(shared: str) -> None:
    async with AsyncExitStack() as stack:
        database = open_database(shared, read_only=True)
        stack.push_async_callback(database.close)
        one, other = [
            await stack.enter_async_context(
                running(shared, {name: Chat(platform=name)}, TEXTS, RunningClock(time.time()), language="en")
            )
            for name in ("console", "other")
        ]
        code = CODE.search(await answer(database, other, "anka", "/link", **ANKA))
        assert code is not None
        await answer(database, one, "anna", "", press=f"link:{code[0]}:0:yes", **ANNA)
        asked = time.monotonic()
        await answer(database, other, "anka", "/language pl", **ANKA)
        while '"language":"pl"' not in await answer(database, one, "anna", "/profile", **ANNA):
            assert time.monotonic() - asked < HEARTBEAT.total_seconds() + PATIENCE
            await asyncio.sleep(0.2)


async def answer(database: Database, bot: Damka, user: str, said: str, chat: str, **more: Any) -> str:
    """The last thing that is said after somebody has said something."""
    await bot.hear(spoken(user, said, at=bot.timekeeper.now(), chat=chat, **more), send=False)
    async with database.reading() as reading:
        newest = await reading.outbox.newest()
        return await reading.outbox.body(newest) or ""
