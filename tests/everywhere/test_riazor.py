"""One Swiss in two chats: four play on Discord, four on Telegram, one without an account."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from examples.run import Script
from tests.chats.service import Service
from tests.everywhere.course import HERE, course_of, fix_lots
from tests.everywhere.on_console import play_on_console
from tests.everywhere.on_discord import OnDiscord
from tests.everywhere.on_telegram import OnTelegram
from tests.everywhere.playing import Playing
from tests.servers.discord.world import World as Discord
from tests.servers.telegram.world import World as Telegram

CLUB = "riazor"
TITLE = "Torneo de Riazor"
ASKED_FOR = "Clasificación:"
"""what somebody asks for is said where they ask"""
ON_DISCORD = ("organiza", "uxia", "xurxo", "noa", "iria")
ON_TELEGRAM = ("administra", "brais", "antia", "sabela", "anton")
_CODE = re.compile(r"/tournament link ([0-9A-Za-z-]+)")


async def test_a_swiss_of_nine_on_two_platforms_is_the_one_of_the_console(tmp_path: Path) -> None:
    script = Script.read(HERE / "riazor.jsonl")
    console = tmp_path / "console"
    console.mkdir()
    on_console = await asyncio.to_thread(play_on_console, script, console / "damka.db", CLUB)
    expected = on_console.without_chance()
    async with Discord() as discord, Telegram() as telegram:
        sections = {
            "telegram": {"api": telegram.server.url, "pace": False},
            "discord": {"api": discord.discord.api},
        }
        async with Service(
            tmp_path, sections, telegram=telegram.token, discord=discord.discord.token
        ) as service:
            await discord.connected()
            there = await OnDiscord.of(discord, service, script, ON_DISCORD)
            here = OnTelegram.of(telegram, service, script, ON_TELEGRAM)

            async def link() -> None:
                await service.kill()
                await fix_lots(service.database)
                await service.start()
                await discord.connected()
                organiser = there.people["organiza"]
                await organiser.uses("/tournament link", there.channel)
                await there.rest()
                code = _CODE.findall(organiser.reads(there.channel))[-1]
                here.people["administra"].writes(f"/tournament link {code}", in_=here.group)
                await here.rest()

            async def reconnect() -> None:
                await discord.gateway.disconnect(1001)

            async def restart() -> None:
                await service.kill()
                await service.start()
                await discord.connected()

            happens = {1: link, 90: reconnect, 150: restart}
            await Playing(service, there, here, happens=happens).play(script)
            told = [*there.told(), *here.told()]
            found = (await course_of(service.database, there.public(), told)).without_chance()
            beside = (await course_of(service.database, here.public(), told)).without_chance()
            await service.stop()
            assert max(session.resumed for session in discord.gateway.sessions) == 1
    assert found.log == expected.log
    assert [text for text in expected.told if text not in found.told] == []
    announced = [text for text in expected.announced(TITLE)[1:] if ASKED_FOR not in text]
    for side in (found, beside):  # the first was said before there was another chat
        assert [text for text in announced if text not in side.announced(TITLE)] == []
