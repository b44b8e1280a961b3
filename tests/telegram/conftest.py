from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.chats.port import Adapter
from tests.chats.notes import Notes
from tests.servers.telegram.world import World
from tests.telegram.program import connected


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with World() as world:
        yield world


@pytest.fixture
async def at_work(world: World) -> AsyncIterator[tuple[Adapter, Notes]]:
    async with connected(world) as both:
        yield both


@pytest.fixture
def adapter(at_work: tuple[Adapter, Notes]) -> Adapter:
    return at_work[0]
