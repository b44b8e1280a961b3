"""Waiting until something holds, without asking again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Changes:
    """``tell`` whenever anything changes; ``until`` looks again each time."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def tell(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, holds: Callable[[], object]) -> None:
        while not holds():
            future = asyncio.get_running_loop().create_future()
            self._waiting.add(future)
            try:
                await future
            finally:
                self._waiting.discard(future)
