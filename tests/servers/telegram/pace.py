"""How fast the bot speaks, counted as Telegram counts: what it posts and edits, to one group and to all.

Whatever is faster than allowed is noted; it is refused only where a test asks for that.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from dataclasses import dataclass
from datetime import timedelta

from tests.servers.telegram.errors import too_many

EVERYWHERE = 0


@dataclass(frozen=True, slots=True)
class TooFast:
    """One call above a limit: ``chat`` is None where it is the limit for all chats together."""

    chat: int | None
    at: float
    count: int
    within: timedelta


class Pace:
    """Times of calls in a sliding window for each group, and one for everything."""

    def __init__(self) -> None:
        self.group = (20, timedelta(minutes=1))
        self.overall = (30, timedelta(seconds=1))
        self.is_enforced = False
        self.violations: list[TooFast] = []
        self.impatient: list[int] = []
        """chats to which something was posted before the time was over that a refusal had asked for"""
        self._closed: dict[int, float] = {}
        self._times: dict[int, deque[float]] = defaultdict(deque)

    def count(self, chat: int, is_group: bool) -> None:
        """One more message or edit. Raises Refused with the time to wait where limits are enforced."""
        now = time.monotonic()
        if now < self._closed.get(chat, now):
            self.impatient.append(chat)
        limits = [(EVERYWHERE, self.overall)] + ([(chat, self.group)] if is_group else [])
        for key, (most, within) in limits:
            times = self._times[key]
            while times and times[0] <= now - within.total_seconds():
                times.popleft()
            if len(times) >= most:
                self.violations.append(TooFast(key or None, now, len(times) + 1, within))
                if self.is_enforced:
                    raise too_many(timedelta(seconds=times[0] + within.total_seconds() - now))
        for key, _ in limits:
            self._times[key].append(now)

    def close(self, chat: int, retry_after: int) -> None:
        """The bot was told to leave a chat alone for so many seconds."""
        self._closed[chat] = time.monotonic() + retry_after
