"""What the program counts about itself, for whoever watches it; by default nobody does."""

from __future__ import annotations


class Metrics:
    """Takes note of nothing. ``bot.monitoring`` has one that does."""

    def handled(self, command: str, seconds: float, outcome: str) -> None:
        """``command`` handled an input; ``outcome`` is ``done``, ``refused`` or ``failed``."""

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
