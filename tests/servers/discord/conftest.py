from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.servers.discord.raw import Raw, raw_world


@pytest_asyncio.fixture
async def raw() -> AsyncIterator[Raw]:
    async with raw_world() as found:
        yield found
