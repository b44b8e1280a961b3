"""The whole program keeps Telegram's pace: ten boards in one group, a crowd that writes to it in private, and
the server at the other end counts.

Twenty messages in three seconds stand for twenty in a minute; the thirty a second for everybody are those of
Telegram.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from pydantic import SecretStr

from bot.app import running
from bot.chats.port import Adapter, Bot, Capabilities, Limit, Outcome, PlaceRef, Rendered
from bot.chats.telegram import make
from bot.chats.telegram.limits import PACE
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from tests.databases import new_database
from tests.servers.telegram.world import Message, Place, World
from tests.telegram.program import section

SHORT_MINUTE = timedelta(seconds=3)
OPENING = (
    *("c3-b4", "d6-e5", "d2-c3", "f6-g5", "c1-d2", "e5-f4", "g3:e5", "g7-f6"),
    *("e5:g7", "h8:f6", "h2-g3", "g5-f4", "g3:g7", "h6-g5", "g7-h8", "f8-g7"),
)
POSTING = re.compile("send|edit")


@dataclass(frozen=True)
class Hasty:
    """The adapter, on a Telegram whose minutes are short."""

    adapter: Adapter

    @property
    def platform(self) -> str:
        return self.adapter.platform

    @property
    def capabilities(self) -> Capabilities:
        pace = replace(PACE, group=Limit(PACE.group.count, SHORT_MINUTE))
        return replace(self.adapter.capabilities, pace=pace)

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        return await self.adapter.send(place, message, key=key, part=part, edit=edit, resent=resent)

    async def run(self, bot: Bot) -> None:
        await self.adapter.run(bot)


@asynccontextmanager
async def at_work(world: World, file: Path) -> AsyncIterator[None]:
    """The program on that Telegram, until the block ends."""
    world.telegram.pace.group = (PACE.group.count, SHORT_MINUTE)
    adapter = Hasty(make(SecretStr(world.token), section(world)))
    address, texts = await new_database(file), Catalogues.load()
    async with running(address, {"telegram": adapter}, texts, WallClock(), language="en") as damka:
        talking = asyncio.create_task(damka.talk(adapter))
        try:
            await world.until(lambda: world.calls_of("getMyCommands"))
            yield
        finally:
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)


def posted_to(world: World, place: Place) -> int:
    """How often something was posted or edited there."""
    calls = [call for call in world.calls if POSTING.match(call.method)]
    return sum(call.fields.get("chat_id") == str(place.id) for call in calls)


async def test_ten_boards_and_a_list_in_one_group_and_a_crowd_in_private_keep_the_pace(
    world: World, tmp_path: Path
) -> None:
    teacher = world.person("Ewa", "ewa", language="en")
    pairs = [
        (world.person(f"White {n}", language="en"), world.person(f"Black {n}", f"black{n}"))
        for n in range(10)
    ]
    crowd = [world.person(f"Reader {n}") for n in range(20)]
    children = [f"Child {n}." for n in range(30)]
    group = world.group("Class 4b", teacher, *(person for pair in pairs for person in pair))

    def boards(containing: str = "") -> list[Message]:
        return [message for message in group.said if message.picture and containing in message.text]

    began = time.monotonic()
    async with at_work(world, tmp_path / "damka.db"):
        for white, black in pairs:
            white.writes(f"/play {black.at} mikolajki-2023 white", in_=group)
            black.writes("/accept", in_=group)
        teacher.writes("/tournament new pzwarc-64 Autumn", in_=group)
        teacher.writes("/tournament open", in_=group)
        for ply, move in enumerate(OPENING):
            for pair in pairs:
                pair[ply % 2].writes(f"/move {move}", in_=group)
            for child in children[2 * ply : 2 * ply + 2]:
                teacher.writes(f"/tournament add {child}", in_=group)
            if ply < 3:
                for person in crowd:
                    person.writes("/help")
            await asyncio.sleep(0.25)
        await world.until(lambda: len(boards(f"Last move: 8… {OPENING[-1]}")) == len(pairs))
        await world.until(lambda: sum(bool(board.keys) for board in boards()) == len(pairs))
        await world.until(lambda: all(child in "".join(group.texts) for child in children))
    assert world.telegram.pace.violations == []
    assert world.refusals == []
    assert all(len(person.private.said) == 3 for person in crowd)
    # each move and each child would be one of its own; how many are merged depends on the machine, and one
    # that is so busy that the pace lets everything through has to merge nothing
    moves = len(OPENING) * len(pairs)
    assert posted_to(world, group) > 40
    if PACE.group.count * (time.monotonic() - began) / SHORT_MINUTE.total_seconds() < moves:
        assert posted_to(world, group) < moves
        assert sum(len(board.history) + 1 for board in boards()) < moves
        assert sum("takes part" in text for text in group.texts) < len(children)
