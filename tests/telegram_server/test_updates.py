"""Updates wait until they are confirmed, over polling or a webhook."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from tests.servers.telegram.world import World
from tests.telegram_server.raw import Raw, button, keyboard


async def polled(raw: Raw, **fields: Any) -> list[dict[str, Any]]:
    status, answer = await raw.call("getUpdates", fields)
    assert status == 200, answer
    return list(answer)


async def test_updates_come_again_until_an_offset_confirms_them(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    for text in "abc":
        anna.writes(text)
    first = await polled(raw)
    assert [update["message"]["text"] for update in first] == ["a", "b", "c"]
    assert await polled(raw) == first
    assert await polled(raw, limit=2) == first[:2]
    assert await polled(raw, offset=first[1]["update_id"]) == first[1:]
    assert [update.id for update in world.pending] == [update["update_id"] for update in first[1:]]
    assert await polled(raw, offset=-1) == first[2:]
    assert await polled(raw, offset=first[2]["update_id"] + 1) == []
    assert world.pending == []


async def test_an_update_can_come_twice(world: World, raw: Raw) -> None:
    world.person("Anna").writes("a")
    (update,) = await polled(raw)
    after = update["update_id"] + 1
    assert await polled(raw, offset=after) == []
    world.repeat()
    assert await polled(raw, offset=after) == [update]
    assert await polled(raw, offset=after) == []


async def test_only_what_is_asked_for_comes(world: World, raw: Raw) -> None:
    anna, piotr = world.person("Anna"), world.person("Piotr")
    group = world.group("Library", anna, piotr, bot_is_admin=True)
    group.promote(piotr, by=anna)
    assert await polled(raw, allowed_updates=["message", "chat_member"]) == []
    group.demote(piotr, by=anna)
    anna.edits(anna.writes("a"), "b")
    assert [list(update)[1] for update in await polled(raw)] == ["chat_member", "message"]
    assert (await raw.call("getWebhookInfo", {}))[1]["allowed_updates"] == ["message", "chat_member"]
    await polled(raw, allowed_updates=[])
    anna.edits(anna.writes("a"), "b")
    assert [list(update)[1] for update in await polled(raw)][2:] == ["message", "edited_message"]


async def test_a_second_poll_ends_the_first(world: World, raw: Raw) -> None:
    first = asyncio.create_task(raw.call("getUpdates", {"timeout": 50}))
    await world.until(lambda: world.calls)
    second = asyncio.create_task(raw.call("getUpdates", {"timeout": 50}))
    status, why = await first
    assert (status, why.partition(";")[0]) == (409, "Conflict: terminated by other getUpdates request")
    assert world.telegram.updates.conflicts == 1
    world.person("Anna").writes("a")
    assert len((await second)[1]) == 1


async def test_a_poll_that_was_given_up_is_no_conflict(world: World, raw: Raw) -> None:
    first = asyncio.create_task(raw.call("getUpdates", {"timeout": 50}))
    await world.until(lambda: world.calls)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await asyncio.sleep(0.05)
    assert await polled(raw) == []
    assert world.telegram.updates.conflicts == 0


async def test_nobody_answers_while_the_server_is_out(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    poll = asyncio.create_task(raw.call("getUpdates", {"timeout": 50}))
    await world.until(lambda: world.calls)
    async with world.outage():
        with pytest.raises(aiohttp.ClientConnectionError):
            await poll
        anna.writes("a")
        with pytest.raises(aiohttp.ClientConnectionError):
            await raw.call("getMe", {})
    assert [update["message"]["text"] for update in await polled(raw)] == ["a"]


# Webhooks

Hook = Callable[[web.Request], Any]


@asynccontextmanager
async def listening(answers: list[int]) -> AsyncIterator[tuple[str, list[tuple[str | None, Any]]]]:
    """A bot's end of a webhook: it answers as given, then 200; what came is listed."""
    came: list[tuple[str | None, Any]] = []

    async def take(request: web.Request) -> web.Response:
        came.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), await request.json()))
        return web.Response(status=answers.pop(0) if answers else 200)

    app = web.Application()
    app.router.add_post("/hook", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook", came
    finally:
        await runner.cleanup()


async def test_a_webhook_gets_each_update_until_it_takes_it(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    anna.writes("a")
    async with listening([500, 404]) as (url, came):
        assert await raw.call("setWebhook", {"url": url, "secret_token": "s3-cret"}) == (200, True)
        anna.writes("b")
        await world.until(lambda: not world.pending)
        assert [(secret, update["message"]["text"]) for secret, update in came] == [
            ("s3-cret", "a"),
            ("s3-cret", "a"),
            ("s3-cret", "a"),
            ("s3-cret", "b"),
        ]
        _, info = await raw.call("getWebhookInfo", {})
        assert (info["url"], info["pending_update_count"]) == (url, 0)
        assert info["last_error_message"] == "Wrong response from the webhook: 404"
        status, why = await raw.call("getUpdates", {})
        assert (status, why.partition(";")[0]) == (
            409,
            "Conflict: can't use getUpdates method while webhook is active",
        )
        await raw.call("deleteWebhook", {})
    anna.writes("c")
    assert [update["message"]["text"] for update in await polled(raw)] == ["c"]


async def test_what_waits_can_be_dropped(world: World, raw: Raw) -> None:
    world.person("Anna").writes("a")
    await raw.call("deleteWebhook", {"drop_pending_updates": True})
    assert await polled(raw) == []


async def test_a_webhook_that_is_set_ends_a_poll(world: World, raw: Raw) -> None:
    poll = asyncio.create_task(raw.call("getUpdates", {"timeout": 50}))
    await world.until(lambda: world.calls)
    await raw.call("setWebhook", {"url": "http://127.0.0.1:9/hook"})
    assert await poll == (409, "Conflict: terminated by setWebhook request")


async def test_settled_waits_for_what_the_bot_still_does(world: World, raw: Raw) -> None:
    anna = world.person("Anna")

    async def bot() -> None:
        (update,) = await polled(raw, timeout=5)
        await polled(raw, offset=update["update_id"] + 1)
        await asyncio.sleep(0.05)
        fields = {"chat_id": anna.id, "text": "b", "reply_markup": keyboard([button()])}
        await raw.call("sendMessage", fields)

    task = asyncio.create_task(bot())
    anna.writes("a")
    await world.settled()
    assert [message.text for message in anna.private.messages] == ["a", "b"]
    await task
