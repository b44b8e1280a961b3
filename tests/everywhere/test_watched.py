"""Whoever runs the bot can see how it does, and stop it without losing anything."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from datetime import timedelta
from pathlib import Path

from tests.chats.service import Service, free_port
from tests.servers.telegram.world import World


async def page(port: int, path: str) -> str:
    def read() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return str(answer.read().decode())

    return await asyncio.to_thread(read)


async def test_health_metrics_and_log_tell_of_what_happens(tmp_path: Path) -> None:
    port = free_port()
    async with World() as world:
        anna = world.person("Anna", "anna", language="pl")
        sections: dict[str, dict[str, object]] = {
            "telegram": {"api": world.server.url, "pace": False},
            "monitoring": {"port": port},
            "log": {"style": "json"},
        }
        async with Service(tmp_path, sections, telegram=world.token) as service:
            anna.writes("/start")
            anna.writes("/regulations list")
            await world.until(lambda: len(anna.private.said) == 2)
            await service.idle()
            assert (await page(port, "/health")).startswith("last sign of life")
            counted = await page(port, "/metrics")
            await service.stop()
    assert 'damka_input_seconds_count{command="start",outcome="done"} 1.0' in counted
    assert 'damka_input_seconds_count{command="regulations list",outcome="done"} 1.0' in counted
    assert 'damka_send_seconds_count{outcome="sent",platform="telegram"} 2.0' in counted
    lines = service.said.splitlines()
    assert len([json.loads(line) for line in lines]) > 0
    assert world.token not in service.said


async def test_told_to_end_it_finishes_what_it_holds(tmp_path: Path) -> None:
    """While Telegram takes two seconds for each message."""
    async with World() as world:
        people = [world.person(f"Person {number}", language="en") for number in range(4)]
        async with Service(
            tmp_path, {"telegram": {"api": world.server.url, "pace": False}}, telegram=world.token
        ) as service:
            people[0].writes("/start")
            await world.until(lambda: people[0].private.said)
            world.telegram.faults.delay(timedelta(seconds=2), calls=100, methods=("sendMessage",))
            for person in people[1:]:
                person.writes("/start")
            await world.until(lambda: not world.pending)
            assert await service.stop() < 10
            await service.start()
            await service.idle()
            assert [len(person.private.said) for person in people] == [1, 1, 1, 1]
