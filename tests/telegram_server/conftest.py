from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.servers.telegram.world import World
from tests.telegram_server.clients import Bot, client
from tests.telegram_server.raw import Raw


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with World() as world:
        yield world


@pytest.fixture
async def bot(world: World) -> AsyncIterator[Bot]:
    async with client(world.token, world.server.url) as bot:
        yield bot


@pytest.fixture
async def raw(world: World) -> AsyncIterator[Raw]:
    async with Raw(world.base_url, world.token) as raw:
        yield raw
