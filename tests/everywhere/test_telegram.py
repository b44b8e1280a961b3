"""A whole knockout over Telegram, with everything that may befall a bot, is the one of the console."""

from __future__ import annotations

import asyncio
from pathlib import Path

from examples.run import Script
from tests.chats.service import Service
from tests.everywhere.course import HERE, course_of, fix_lots
from tests.everywhere.on_console import play_on_console
from tests.everywhere.on_telegram import OnTelegram
from tests.everywhere.playing import Playing
from tests.servers.telegram.world import World

SCHOOL = "szkola"
WRITE_TO_ME = "O to pytam prywatnie. Napisz do mnie na osobności"
"""a console can always write to people alone, Telegram only when they have begun"""


async def test_a_knockout_of_eight_is_the_same_over_telegram(tmp_path: Path) -> None:
    script = Script.read(HERE / "mikolajki-2023.jsonl")
    console = tmp_path / "console"
    console.mkdir()
    on_console = await asyncio.to_thread(play_on_console, script, console / "damka.db", SCHOOL)
    expected = on_console.without_chance()
    async with World() as world:
        section = {"api": world.server.url, "pace": False}
        async with Service(tmp_path, {"telegram": section}, telegram=world.token) as service:
            school = OnTelegram.of(world, service, script, script.people)

            async def fix() -> None:
                await service.kill()
                await fix_lots(service.database)
                await service.start()

            async def restart() -> None:
                await service.kill()
                await service.start()

            async def throttle() -> None:
                world.telegram.faults.throttle(1, calls=2, chat=school.group.id)

            happens = {1: fix, 60: throttle, 80: restart, 100: school.migrate, 120: throttle}
            await Playing(service, school, happens=happens).play(script)
            course = await course_of(service.database, school.public(), school.told())
            found = course.without_chance()
            await service.stop()
            refused = [call.code for call in world.refusals]
    assert found.log == expected.log
    assert [text for text in expected.told if text not in found.told] == []
    new = [text for text in found.told if text not in expected.told]
    assert [text for text in new if not text.startswith(WRITE_TO_ME)] == []
    assert refused.count(429) == 4
    assert len(school.groups) == 2
