"""What the program counts about itself, for whoever watches it; by default nobody does."""

from __future__ import annotations

import time

from bot.chats.port import Capabilities, ChatPort, Outcome, PlaceRef, Rendered, RetryAfter, Unknown


class Metrics:
    """Takes note of nothing. ``bot.monitoring`` has one that does."""

    is_watched = False

    def handled(self, command: str, seconds: float, outcome: str) -> None:
        """An input for ``command`` was handled; ``outcome`` is ``done`` or ``failed``."""

    def sent(self, platform: str, outcome: str, seconds: float) -> None:
        """A message was handed to a platform, which answered with ``outcome`` after so many seconds."""

    def retried(self, platform: str) -> None:
        """A message will be tried again."""

    def queued(self, inbox: int, outbox: int) -> None:
        """So many inputs wait to be handled, and so many messages to be sent."""

    def late(self, seconds: float) -> None:
        """Something due was done so long after its time."""

    def pulse(self) -> None:
        """The program lives."""


class Measured:
    """A port that tells ``metrics`` what becomes of messages."""

    def __init__(self, port: ChatPort, metrics: Metrics) -> None:
        self._port = port
        self._metrics = metrics

    @property
    def platform(self) -> str:
        return self._port.platform

    @property
    def capabilities(self) -> Capabilities:
        return self._port.capabilities

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        began = time.perf_counter()
        became = "failed"
        try:
            outcome = await self._port.send(place, message, key=key, part=part, edit=edit, resent=resent)
            became = type(outcome).__name__.lower()
            if isinstance(outcome, RetryAfter | Unknown):
                self._metrics.retried(self.platform)
            return outcome
        finally:
            self._metrics.sent(self.platform, became, time.perf_counter() - began)
