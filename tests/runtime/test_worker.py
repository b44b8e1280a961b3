"""Long work in a process of its own: what does not end is ended, and nobody pays for what others want."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Iterator

import pytest

from bot.worker import Worker

LONG = 600.0


@pytest.fixture
def others() -> set[int | None]:
    """Processes that have nothing to do with the worker."""
    return {child.pid for child in multiprocessing.active_children()}


@pytest.fixture
def worker(others: set[int | None]) -> Iterator[Worker]:
    worker = Worker(patience=3.0)
    yield worker
    worker.close()


async def ends(others: set[int | None]) -> bool:
    """Whether every process that was started ends soon."""
    for _ in range(100):
        if {child.pid for child in multiprocessing.active_children()} <= others:
            return True
        await asyncio.sleep(0.05)
    return False


async def test_what_does_not_end_is_ended_and_the_next_is_done(
    worker: Worker, others: set[int | None]
) -> None:
    assert await worker.run(abs, -1) == 1
    with pytest.raises(TimeoutError):
        await worker.run(time.sleep, LONG)
    assert await ends(others)
    assert await worker.run(abs, -2) == 2


async def test_what_others_want_first_is_not_held_against_anybody(worker: Worker) -> None:
    await worker.run(abs, -1)
    await asyncio.gather(*(worker.run(time.sleep, 0.5) for _ in range(8)))


async def test_closed_it_ends_whatever_it_is_doing(worker: Worker, others: set[int | None]) -> None:
    await worker.run(abs, -1)
    doing = asyncio.create_task(worker.run(time.sleep, LONG))
    await asyncio.sleep(0.2)
    doing.cancel()
    worker.close()
    assert await ends(others)
