"""Work that takes long, done in a process of its own: nobody's move waits for it."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import ParamSpec, TypeVar

from bot.parent import end_with_parent

PATIENCE = 120.0
"""seconds that a piece of work may take"""

_P = ParamSpec("_P")
_R = TypeVar("_R")


class Worker:
    """One process, started when it is first needed. Work and what comes of it have to be picklable."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def run(self, task: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
        """What ``task`` returns; a process that dies or does not end is replaced once."""
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            if self._pool is None:
                # a fresh interpreter: a fork of a program with threads may hang
                self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), end_with_parent)
            try:
                async with asyncio.timeout(PATIENCE):
                    return await loop.run_in_executor(self._pool, partial(task, *args, **kwargs))
            except (BrokenProcessPool, TimeoutError):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError  # the loop returns or raises
