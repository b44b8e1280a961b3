"""Clocks and deadlines, given the time from outside."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules.errors import RulesError
from rules.pieces import Color

_FISCHER = re.compile(r"([0-9]{1,4})(?:\+([0-9]{1,4}))?", re.ASCII)
_PER_MOVE = re.compile(r"([0-9]{1,3})([dh])", re.ASCII)
_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1)}
_ZERO = timedelta(0)


class ClockError(RulesError):
    """A clock text that cannot be read; data holds ``text``."""

    code = "clock"


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """``base`` for the whole game and ``increment`` after each move, or ``per_move``, or neither."""

    base: timedelta | None = None
    increment: timedelta = _ZERO
    per_move: timedelta | None = None

    @property
    def is_none(self) -> bool:
        return self.base is None and self.per_move is None


NO_CLOCK = ClockSettings()


def parse_clock(text: str) -> ClockSettings:
    """Read ``10+5`` (minutes + seconds), ``10``, ``2d``, ``12h`` or ``none``.

    Raises ClockError, also for a clock without any time (``0+0``, ``0d``).
    """
    word = text.strip().lower()
    if word == "none":
        return NO_CLOCK
    if (found := _FISCHER.fullmatch(word)) is not None:
        base = timedelta(minutes=int(found[1]))
        if base:
            return ClockSettings(base, timedelta(seconds=int(found[2] or 0)))
    elif (found := _PER_MOVE.fullmatch(word)) is not None:
        per_move = int(found[1]) * _UNITS[found[2]]
        if per_move:
            return ClockSettings(per_move=per_move)
    raise ClockError(text=text)


def format_clock(settings: ClockSettings) -> str:
    """The inverse of ``parse_clock``; whole minutes, seconds and hours, as that function makes them."""
    if settings.base is not None:
        return f"{int(settings.base.total_seconds()) // 60}+{int(settings.increment.total_seconds())}"
    if settings.per_move is not None:
        hours = int(settings.per_move.total_seconds()) // 3600
        return f"{hours}h" if hours % 24 else f"{hours // 24}d"
    return "none"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game at one point of its history.

    ``white`` and ``black`` is the time each had when the running side's turn began (or when it was stopped);
    without a clock both are None. ``running`` has used time since ``since``; a stopped clock has neither.
    """

    settings: ClockSettings
    white: timedelta | None
    black: timedelta | None
    running: Color | None
    since: datetime | None

    @classmethod
    def start(cls, settings: ClockSettings, turn: Color, at: datetime) -> Clock:
        """A clock that begins to run for ``turn`` at ``at``."""
        time = settings.base if settings.base is not None else settings.per_move
        return cls(settings, time, time, turn, at)

    def remaining(self, color: Color, at: datetime) -> timedelta | None:
        """What ``color`` has left at ``at``, never below zero; None without a clock."""
        time = self.white if color is Color.WHITE else self.black
        if time is None or color is not self.running or self.since is None:
            return time
        return max(time - max(at - self.since, _ZERO), _ZERO)

    @property
    def deadline(self) -> datetime | None:
        """When the running side's time is up; None without a clock or while it stands still."""
        time = self.white if self.running is Color.WHITE else self.black
        if time is None or self.since is None:
            return None
        return self.since + time

    def is_up(self, at: datetime) -> bool:
        """Whether the running side has no time left at ``at``; the deadline itself is too late."""
        deadline = self.deadline
        return deadline is not None and at >= deadline

    def after_move(self, at: datetime) -> Clock:
        """The running side has moved at ``at``: its increment is added and the other side's time runs.

        A time before the turn began (platforms count in whole seconds) costs nothing and turns nothing back.
        """
        if self.running is None or self.since is None:
            raise ValueError("a stopped clock cannot be pressed")
        mover, at = self.running, max(at, self.since)
        time = self.remaining(mover, at)
        if time is not None:
            per_move = self.settings.per_move
            time = per_move if per_move is not None else time + self.settings.increment
        return self._with(mover, time, running=mover.opponent, since=at)

    def credit(self, delta: timedelta) -> Clock:
        """Give the running side ``delta`` back, as for an outage of ours; a stopped clock is left alone."""
        return self if self.since is None else replace(self, since=self.since + delta)

    def pause(self, at: datetime) -> Clock:
        """Stop the running side's time at ``at``."""
        if self.running is None:
            return self
        return self._with(self.running, self.remaining(self.running, at), running=None, since=None)

    def resume(self, turn: Color, at: datetime) -> Clock:
        """Let the time of ``turn`` run from ``at`` on."""
        return replace(self, running=turn, since=at)

    def _with(
        self, color: Color, time: timedelta | None, running: Color | None, since: datetime | None
    ) -> Clock:
        white, black = (time, self.black) if color is Color.WHITE else (self.white, time)
        return Clock(self.settings, white, black, running, since)
