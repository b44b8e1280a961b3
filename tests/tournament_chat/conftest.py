from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tournament_chat.desk import Desk, open_desk


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A group chat in English with nothing in it."""
    async with open_desk(tmp_path) as desk:
        yield desk
