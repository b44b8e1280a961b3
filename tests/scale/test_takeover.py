"""Two machines run the same bot on Telegram: the second goes on where the first one died."""

from __future__ import annotations

import time
from pathlib import Path

from tests.scale.test_several import TAKEOVER
from tests.servers.telegram.world import World
from tests.telegram.test_service import begin
from tests.telegram.whole import service
from tests.waiting import until


async def test_a_game_on_telegram_goes_on_on_the_second_machine(shared: str, tmp_path: Path) -> None:
    machines = [tmp_path / name for name in ("first", "second")]
    for folder in machines:
        folder.mkdir()
    async with World() as world:
        anna = world.person("Anna", "anna", language="en")
        piotr = world.person("Piotr", "piotr", language="en")
        group = world.group("Reading room", anna, piotr)
        async with (
            service(world, machines[0], database=shared) as first,
            service(world, machines[1], database=shared) as second,
        ):
            await until(lambda: "t.me" in first.said + second.said)
            speaker, heir = (first, second) if "t.me" in first.said else (second, first)
            await until(lambda: "standing by" in heir.said)
            await begin(world, speaker, group, anna, piotr)
            board = group.last(keys=True)

            await speaker.kill()
            killed = time.monotonic()
            anna.writes("c3-d4", in_=group, reply_to=board)
            await world.until(lambda: "1. c3-d4" in board.text)
            assert time.monotonic() - killed < TAKEOVER
            await world.settled()
            assert await heir.stop() < 10
        assert [message.id for message in group.said if message.picture] == [board.id]
        assert world.telegram.updates.conflicts == 0
        assert "Traceback" not in first.said + second.said
