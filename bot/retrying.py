"""How long to wait before something that failed is tried again."""

from __future__ import annotations

from datetime import timedelta

FIRST_RETRY = timedelta(seconds=1)


def back_off(attempts: int, longest: timedelta) -> timedelta:
    """The wait after so many failures in a row, doubled from one to the next up to ``longest``."""
    delay: timedelta = FIRST_RETRY * 2 ** min(attempts - 1, 20)
    return min(delay, longest)
