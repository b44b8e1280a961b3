"""Waiting for what happens, however long a busy machine takes for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PATIENCE = 60.0
"""seconds after which something that has not happened is a fault, and not a slow machine"""


async def until(
    holds: Callable[[], object], *, within: float = PATIENCE, otherwise: Callable[[], object] = lambda: ""
) -> None:
    """Wait for something to be so. Raises AssertionError with what ``otherwise`` has to say of it."""
    try:
        async with asyncio.timeout(within):
            while not holds():  # noqa: ASYNC110 (whatever it is that is waited for)
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"not so within {within} s {otherwise()}") from None
