"""Who says too much at once is slowed: told so once, and for a moment heard in nothing but moves.

What counts is when things were said, not when they arrive: what has piled up while the program was away is no
flood.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from bot.buttons import decode_press
from bot.chats.port import Input
from bot.commands.pressing import ON_GAMES
from bot.commands.registry import COMMANDS
from rules.notation import looks_like_move

LONGEST_MOVE = 40
"""characters of what can be a move"""
MOST_REMEMBERED = 10_000


class Verdict(Enum):
    HEARD = "heard"
    TOLD = "told"
    """too much, and whoever says it is told"""
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Bucket:
    """So many inputs at once, and one more every ``every``."""

    at_once: int
    every: timedelta

    @property
    def depth(self) -> timedelta:
        return self.at_once * self.every


ACCOUNT = Bucket(100, timedelta(milliseconds=100))
PLACE = Bucket(300, timedelta(milliseconds=20))
MOVES = Bucket(100, timedelta(milliseconds=100))
"""of one account, counted for themselves"""
FILES = Bucket(5, timedelta(seconds=10))
"""of one account: each is read as a whole"""
TYPING = Bucket(100, timedelta(milliseconds=100))
"""what is looked up while an account writes a command, likewise"""
LONGEST_WAY = timedelta(minutes=1)
"""what seems to be from longer before is not counted with the rest: it was kept, or our clock put back"""
PAUSE = timedelta(seconds=10)
"""how long nothing but moves is heard, from the last thing on that was too much"""


class Floods:
    """How full the buckets of accounts and places are; those of the quiet ones are forgotten."""

    def __init__(self) -> None:
        self._full_until: dict[Hashable, datetime] = {}
        self._latest: dict[Hashable, datetime] = {}
        self._paused: dict[Hashable, datetime] = {}

    def judge(self, heard: Input) -> Verdict:
        """What is to become of an input, which is counted."""
        who, at = (heard.place.platform, heard.speaker.account), heard.at
        self._forget(at)
        if _is_move(heard):
            return Verdict.HEARD if self._take(("moves", who), MOVES, at) else Verdict.IGNORED
        keys: tuple[tuple[Hashable, Bucket], ...] = ((who, ACCOUNT), (heard.place, PLACE))
        if heard.upload is not None:
            keys = (*keys, (("files", who), FILES))
        if any(timedelta(0) < self._paused.get(key, at) - at <= PAUSE + LONGEST_WAY for key, _ in keys):
            return Verdict.IGNORED
        flooding = [key for key, bucket in keys if not self._take(key, bucket, at)]
        for key in flooding:
            self._paused[key] = at + PAUSE
        return Verdict.TOLD if flooding else Verdict.HEARD

    def may_be_helped(self, typing: Input) -> bool:
        """Whether what fits is to be looked up for somebody who is writing a command, which is counted."""
        who, at = (typing.place.platform, typing.speaker.account), typing.at
        self._forget(at)
        return self._take(("typing", who), TYPING, at)

    def _take(self, key: Hashable, bucket: Bucket, at: datetime) -> bool:
        # a press has the time of its receipt: what was written before it may come after it
        latest = self._latest.get(key, at)
        if latest - at > LONGEST_WAY:
            self._full_until.pop(key, None)
            latest = at
        at = self._latest[key] = max(at, latest)
        full_until = max(self._full_until.get(key, at), at)
        if full_until - at + bucket.every > bucket.depth:
            return False
        self._full_until[key] = full_until + bucket.every
        return True

    def _forget(self, now: datetime) -> None:
        for known in (self._full_until, self._latest, self._paused):
            if len(known) > MOST_REMEMBERED:
                for key in [key for key, until in known.items() if until <= now]:
                    del known[key]


def _is_move(heard: Input) -> bool:
    """Whether it is about a game that is played: a bare move, ``/move``, or a button under a board."""
    if heard.press is not None:
        pressed = decode_press(heard.press)
        return pressed is not None and pressed.verb in ON_GAMES
    text = heard.text.strip()
    if text.startswith("/"):
        found = COMMANDS.with_slash(text[1:].split(maxsplit=2)[:2])
        return found is not None and found[0].name == "move"
    return len(text) <= LONGEST_MOVE and looks_like_move(text)
