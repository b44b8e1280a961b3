"""What the tests of the runtime share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.timekeeper import WallClock
from tests.runtime.office import Office, open_office


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """With a clock that is moved, and a sender that is drained."""
    office = await open_office(tmp_path / "damka.db")
    yield office
    await office.db.close()


@pytest.fixture
async def live_office(tmp_path: Path) -> AsyncIterator[Office]:
    """With the machine's clock, for a sender that runs by itself."""
    office = await open_office(tmp_path / "damka.db", WallClock())
    yield office
    await office.db.close()
