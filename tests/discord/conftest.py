from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.servers.discord.world import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with World() as world:
        yield world
