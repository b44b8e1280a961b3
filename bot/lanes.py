"""Work in order for each key, such as a place; work for different keys never waits for one another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Lanes(Generic[Key]):
    """A lane for each key, in which one piece of work follows another."""

    def __init__(self) -> None:
        self._last: dict[Key, asyncio.Task[None]] = {}
        self._all: set[asyncio.Task[None]] = set()

    def put(self, key: Key, work: Callable[[], Awaitable[None]]) -> None:
        """Let ``work``, which must not raise, be done when all that was put into the lane before is over."""
        task = asyncio.create_task(_after(self._last.get(key), work))
        self._last[key] = task
        self._all.add(task)
        task.add_done_callback(lambda _: self._forget(key, task))

    def _forget(self, key: Key, task: asyncio.Task[None]) -> None:
        self._all.discard(task)
        if self._last.get(key) is task:
            del self._last[key]

    async def finish(self, within: float) -> None:
        """Wait for what is being done, and cancel what is not over after so many seconds."""
        if not self._all:
            return
        _, late = await asyncio.wait(self._all, timeout=within)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


async def _after(earlier: asyncio.Task[None] | None, work: Callable[[], Awaitable[None]]) -> None:
    if earlier is not None:
        await asyncio.wait([earlier])
    await work()
