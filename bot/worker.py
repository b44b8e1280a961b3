"""Work that takes long, done in a process of its own: nobody's move waits for it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
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
    """One process, started when it is first needed, that does one thing after the other. Work and what comes
    of it have to be picklable."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._process: int | None = None
        self._turn = asyncio.Lock()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._pool is not None:
            for child in multiprocessing.active_children():
                if child.pid == self._process:
                    child.kill()  # a pool lets what has begun go on for ever, and waits for it at the end
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._process = None

    async def run(self, task: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
        """What ``task`` returns; a process that dies is replaced once.

        Its time counts from its turn on: what others want done before it is not held against it. Raises
        TimeoutError where it takes too long.
        """
        async with self._turn:
            for attempt in (1, 2):
                try:
                    async with asyncio.timeout(self._patience):
                        pool = self._pool or await self._start()
                        return await _in(pool, partial(task, *args, **kwargs))
                except (BrokenProcessPool, TimeoutError) as problem:
                    self.close()
                    if attempt == 2 or isinstance(problem, TimeoutError):
                        raise
        raise AssertionError  # the loop returns or raises

    async def _start(self) -> ProcessPoolExecutor:
        # a fresh interpreter: a fork of a program with threads may hang
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), end_with_parent)
        self._process = await _in(self._pool, os.getpid)
        return self._pool


async def _in(pool: ProcessPoolExecutor, task: Callable[[], _R]) -> _R:
    return await asyncio.get_running_loop().run_in_executor(pool, task)
