"""Tokens, and webhooks: what is configured, over real HTTP."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr

from bot.chats.port import AdapterError, Rendered
from bot.chats.telegram import make
from bot.config import ConfigError, TelegramSection
from tests.chats.notes import Sending
from tests.chats.service import free_port
from tests.servers.telegram.world import World
from tests.telegram.program import connected, place_in, secret_file
from tests.waiting import until


@pytest.mark.parametrize("token", ["", "abc", "123:", "123:a b", "123:abc\n", "https://x"])
def test_what_is_no_token_is_told_before_anything_is_asked(token: str) -> None:
    with pytest.raises(AdapterError) as caught:
        make(SecretStr(token), TelegramSection())
    assert caught.value.said.key == "telegram.not-a-token"


def hooked(world: World, tmp_path: Path) -> dict[str, object]:
    port = free_port()
    return {
        "mode": "webhook",
        "webhook_url": f"http://127.0.0.1:{port}/hook",
        "webhook_port": port,
        "webhook_secret_file": str(secret_file(tmp_path, "a-secret_WORD1")),
    }


async def test_a_webhook_is_kept_before_it_is_answered(world: World, tmp_path: Path) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world, None, **hooked(world, tmp_path)) as (_, program):
        program.failures = 1
        anna.writes("over the web")
        await until(lambda: program.failures == 0)
        assert world.pending
        await until(lambda: program.heard)
        await until(lambda: not world.pending)
    assert program.said_texts == ["over the web"]


@pytest.mark.parametrize("secret", [None, "wrong"])
async def test_nobody_else_speaks_through_the_webhook(
    world: World, tmp_path: Path, secret: str | None
) -> None:
    settings = hooked(world, tmp_path)
    headers = {} if secret is None else {"X-Telegram-Bot-Api-Secret-Token": secret}
    async with connected(world, None, **settings) as (_, program), httpx.AsyncClient() as client:
        answer = await client.post(str(settings["webhook_url"]), json={"update_id": 1}, headers=headers)
    assert answer.status_code == 403
    assert (program.heard, program.kept) == ([], {})


async def test_a_port_that_is_taken_gets_a_sentence(world: World, tmp_path: Path) -> None:
    settings = hooked(world, tmp_path)
    holder = await asyncio.start_server(lambda *_: None, "127.0.0.1", int(str(settings["webhook_port"])))
    async with holder:
        with pytest.raises(AdapterError) as caught:
            async with connected(world, None, **settings):
                pass
    assert caught.value.said.key == "telegram.no-port"


async def test_a_webhook_that_telegram_refuses_gets_its_reason(world: World, tmp_path: Path) -> None:
    world.telegram.faults.refuse(
        400, "Bad Request: bad webhook: HTTPS url must be provided", methods=("setWebhook",)
    )
    with pytest.raises(AdapterError) as caught:
        async with connected(world, None, **hooked(world, tmp_path)):
            pass
    assert caught.value.said.key == "telegram.refused"
    assert "https url must be provided" in str(caught.value.said.args["why"])


async def test_webhooks_that_cannot_come_are_noticed(world: World, tmp_path: Path) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world, None, **hooked(world, tmp_path)) as (_, program):
        async with world.outage():
            await until(lambda: "deaf" in program.ears)
            anna.writes("meanwhile")
        await until(lambda: program.ears == ["hearing", "deaf", "hearing"])
        assert program.said_texts == ["meanwhile"]


def test_a_secret_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = secret_file(tmp_path, "a-secret")
    file.chmod(0o644)
    with pytest.raises(ConfigError):
        make(SecretStr("123:abc"), TelegramSection(mode="webhook", webhook_secret_file=str(file)))


async def test_no_token_is_logged_at_any_level_of_ours(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    anna = world.person("Anna", "anna")
    world.telegram.faults.refuse(502, "Bad Gateway")
    async with connected(world) as (adapter, program):
        anna.writes("/start")
        await until(lambda: program.heard)
        await Sending(adapter, place_in(world, anna.id))(Rendered("x"))
        async with world.outage():
            await asyncio.sleep(0.5)
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("bot")]
    assert ours
    assert not any(world.token in line for line in ours)
