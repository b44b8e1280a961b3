"""Whole bots at the server: polling and by webhook, on the same loop and in a process of their own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.servers.telegram.faults import Breaking
from tests.servers.telegram.world import World
from tests.telegram_server import echo

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def polling(world: World) -> AsyncIterator[None]:
    application = echo.build(world.token, world.base_url, world.base_file_url)
    assert application.updater
    async with application:
        await application.updater.start_polling(poll_interval=0, timeout=5)
        await application.start()
        yield
        await application.updater.stop()
        await application.stop()


@asynccontextmanager
async def hooked(world: World) -> AsyncIterator[None]:
    application = echo.build(world.token, world.base_url, world.base_file_url)
    assert application.updater
    async with application:
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        await application.updater.start_webhook(
            "127.0.0.1",
            port,
            url_path="hook",
            webhook_url=f"http://127.0.0.1:{port}/hook",
            secret_token="s3-cret",  # noqa: S106
        )
        await application.start()
        yield
        await application.updater.stop()
        await application.stop()


@asynccontextmanager
async def elsewhere(world: World) -> AsyncIterator[None]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "tests" / "telegram_server" / "echo.py"),
        world.token,
        world.base_url,
        world.base_file_url,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 20) == 0


@pytest.mark.parametrize("running", [polling, hooked, elsewhere])
async def test_a_bot_answers(world: World, running: object) -> None:
    anna, piotr = world.person("Anna"), world.person("Piotr")
    group = world.group("Library", anna, piotr)
    async with running(world):  # type: ignore[operator]
        anna.starts_bot("K7R2")
        await world.until(lambda: anna.private.said)
        await world.settled()
        assert (anna.private.texts, anna.private.last().source) == (["Hello K7R2"], "Hello <b>K7R2</b>")
        anna.presses("More", anna.private.last())
        await world.settled()
        assert (anna.private.texts, anna.notices) == (["More"], [{"text": "Here you are"}])
        piotr.writes("Hi", in_=group)
        piotr.writes("Hi @damka_test_bot", in_=group)
        await world.settled()
        assert group.texts == ["Hi @damka_test_bot"]
    assert world.refusals == []


async def test_a_bot_comes_back_after_an_outage(world: World) -> None:
    anna = world.person("Anna", started=True)
    async with polling(world):
        anna.writes("one")
        await world.settled()
        async with world.outage():
            anna.writes("two")
            await asyncio.sleep(0.1)
        await world.until(lambda: len(anna.private.said) == 2)
        world.telegram.faults.hang_up(Breaking.AFTER, methods=["getUpdates"])
        anna.writes("three")
        await world.settled(within=30)
    assert anna.private.texts == ["one", "two", "three"]
