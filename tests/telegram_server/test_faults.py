"""Telegram at its worst, on command; and how fast a bot may speak."""

from __future__ import annotations

import asyncio
import re
import time
from datetime import timedelta
from typing import Any

import aiohttp
import pytest

from tests.servers.telegram.faults import Breaking
from tests.servers.telegram.people import Place
from tests.servers.telegram.world import World
from tests.telegram_server.raw import Raw


@pytest.fixture
def place(world: World) -> Place:
    return world.group("Library", world.person("Anna"))


async def say(raw: Raw, place: Place, text: str = "a") -> tuple[int, Any]:
    return await raw.call("sendMessage", {"chat_id": place.id, "text": text})


async def test_too_many_requests_on_command(world: World, raw: Raw, place: Place) -> None:
    fault = world.telegram.faults.throttle(3, calls=2, chat=place.id)
    assert (await raw.call("getMe", {}))[0] == 200
    refused = (429, "Too Many Requests: retry after 3")
    assert [await say(raw, place) for _ in range(2)] == [refused, refused]
    assert (await say(raw, place))[0] == 200
    assert (fault.hit, len(place.said), len(world.refusals)) == (2, 1, 2)


async def test_any_refusal_on_command(world: World, raw: Raw, place: Place) -> None:
    world.telegram.faults.refuse(502, "Bad Gateway", methods=["sendMessage"])
    assert await say(raw, place) == (502, "Bad Gateway")


@pytest.mark.parametrize(
    ("breaking", "said"), [(Breaking.BEFORE, []), (Breaking.AFTER, ["a"]), (Breaking.GARBAGE, ["a"])]
)
async def test_connections_that_break(
    world: World, raw: Raw, place: Place, breaking: Breaking, said: list[str]
) -> None:
    world.telegram.faults.hang_up(breaking)
    with pytest.raises(aiohttp.ClientError):
        await say(raw, place)
    assert place.texts == said
    assert (await say(raw, place, "b"))[0] == 200


async def test_an_answer_that_is_slow(world: World, raw: Raw, place: Place) -> None:
    world.telegram.faults.delay(timedelta(seconds=0.2))
    began = time.monotonic()
    assert (await say(raw, place))[0] == 200
    assert time.monotonic() - began >= 0.2
    (call,) = world.calls_of("sendMessage")
    assert call.ended
    assert call.ended - call.began >= 0.2


async def test_what_was_asked_happens_although_nobody_waits(world: World, raw: Raw, place: Place) -> None:
    released = asyncio.Event()
    held = world.telegram.faults.hold(released)
    asked = asyncio.create_task(say(raw, place))
    await world.until(lambda: held.hit)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert place.texts == []
    released.set()
    await world.until(lambda: place.texts == ["a"])


async def test_the_pace_in_a_group_is_counted_with_edits(world: World, raw: Raw, place: Place) -> None:
    anna = world.person("Anna", started=True)
    world.telegram.pace.group = (3, timedelta(minutes=1))
    _, sent = await say(raw, place)
    edit = {"chat_id": place.id, "message_id": sent["message_id"]}
    assert (await raw.call("editMessageText", {**edit, "text": "b"}))[0] == 200
    for text in "cde":
        assert (await raw.call("sendMessage", {"chat_id": anna.id, "text": text}))[0] == 200
    assert (await raw.call("getChat", {"chat_id": place.id}))[0] == 200
    assert (await raw.call("editMessageText", {**edit, "text": "c"}))[0] == 200
    assert world.telegram.pace.violations == []
    assert (await say(raw, place))[0] == 200
    (violation,) = world.telegram.pace.violations
    assert (violation.chat, violation.count) == (place.id, 4)
    world.telegram.pace.is_enforced = True
    status, why = await say(raw, place)
    assert status == 429
    assert re.fullmatch(r"Too Many Requests: retry after (60|[1-5]\d)", why)


async def test_posting_before_the_time_is_over_is_noted(world: World, raw: Raw, place: Place) -> None:
    world.telegram.faults.throttle(60, chat=place.id)
    assert (await say(raw, place))[0] == 429
    assert (await say(raw, world.person("Anna", started=True).private))[0] == 200
    assert world.telegram.pace.impatient == []
    assert (await say(raw, place))[0] == 200
    assert world.telegram.pace.impatient == [place.id]


async def test_the_pace_in_all_is_counted(world: World, raw: Raw) -> None:
    world.telegram.pace.overall = (5, timedelta(minutes=1))
    people = [world.person(name, started=True) for name in "abcdef"]
    for person in people:
        await raw.call("sendMessage", {"chat_id": person.id, "text": "a"})
    (violation,) = world.telegram.pace.violations
    assert (violation.chat, violation.count) == (None, 6)


async def test_calls_are_kept_in_order_with_what_was_answered(world: World, raw: Raw, place: Place) -> None:
    await raw.call("getMe", {})
    await say(raw, place)
    await say(raw, place, "")
    assert [(call.number, call.method, call.code) for call in world.calls] == [
        (1, "getMe", 200),
        (2, "sendMessage", 200),
        (3, "sendMessage", 400),
    ]
    assert world.calls[1].fields == {"chat_id": str(place.id), "text": "a"}
    assert world.calls[2].description == "Bad Request: message text is empty"


async def test_a_wait_that_ends_in_nothing_says_what_happened(world: World, raw: Raw, place: Place) -> None:
    await say(raw, place)
    with pytest.raises(AssertionError, match="sendMessage"):
        await world.until(lambda: False, within=0.05)
