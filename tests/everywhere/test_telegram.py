"""A whole knockout over Telegram, with everything that may befall a bot, is the one of the console."""

from __future__ import annotations

import asyncio
from pathlib import Path

from examples.run import Script
from tests.databases import needs_file
from tests.everywhere.course import HERE
from tests.everywhere.on_console import play_on_console
from tests.everywhere.on_telegram import OnTelegram
from tests.everywhere.service import Service
from tests.servers.telegram.world import World

SCHOOL = "szkola"


@needs_file
async def test_a_knockout_of_eight_is_the_same_over_telegram(tmp_path: Path) -> None:
    script = Script.read(HERE / "mikolajki-2023.jsonl")
    console = tmp_path / "console"
    console.mkdir()
    expected = (
        await asyncio.to_thread(play_on_console, script, console / "damka.db", SCHOOL)
    ).without_chance()
    async with World() as world:
        section = {"api": world.base_url.removesuffix("/bot"), "pace": False}
        async with Service(tmp_path, {"telegram": section}, telegram=world.token) as service:
            course = OnTelegram.of(world, service, script, SCHOOL)
            found = (await course.play(script)).without_chance()
            assert await service.stop() == 0
    assert found.log == expected.log
    missing = [text for text in expected.told if text not in found.told]
    assert missing == []
