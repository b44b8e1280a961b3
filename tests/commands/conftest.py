from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.commands.room import Room, open_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A group chat in English, nothing played yet."""
    async with open_room(tmp_path) as room:
        yield room
