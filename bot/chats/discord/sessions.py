"""The interactions that may still be answered to whoever began them, and to them alone.

Discord lets a bot speak under an interaction for fifteen minutes. What belongs to somebody's last action is
said there; what comes later is news, and news are ordinary messages, which nobody loses by closing a window.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import discord

FRESH = timedelta(minutes=1)
"""for so long all that is said to somebody alone is about what they have just done"""
LIFETIME = timedelta(minutes=14)
"""a token lasts for a quarter of an hour; in its last moments what is sent with it may arrive too late"""


@dataclass(slots=True)
class Session:
    """One interaction, once it has been acknowledged."""

    interaction: discord.Interaction[Any]
    is_thinking: bool
    """Discord shows that the bot thinks, until something is said or that is taken away"""
    said: set[int] = field(default_factory=set)
    """the messages that only this interaction can change"""
    since: datetime = field(default_factory=discord.utils.utcnow)
    """by the clock of this machine, which need not be that of Discord"""

    @property
    def user(self) -> int:
        return self.interaction.user.id

    @property
    def is_in_a_server(self) -> bool:
        return self.interaction.guild_id is not None

    @property
    def pressed(self) -> int | None:
        """The message that only the speaker sees and under which this began."""
        message = self.interaction.message
        return message.id if message is not None and message.flags.ephemeral else None

    def is_alive(self, now: datetime) -> bool:
        return now < self.since + LIFETIME

    def is_fresh(self, now: datetime) -> bool:
        return now < self.since + FRESH


class Sessions:
    """The live interactions of everybody."""

    def __init__(self) -> None:
        self._of: defaultdict[int, list[Session]] = defaultdict(list)

    def open(self, session: Session) -> None:
        """From now on answers can be given under it."""
        now = discord.utils.utcnow()
        for user, sessions in list(self._of.items()):
            self._of[user] = [each for each in sessions if each.is_alive(now)]
            if not self._of[user]:
                del self._of[user]
        self._of[session.user].append(session)

    def end(self, session: Session) -> None:
        """Discord takes nothing more under it."""
        self._of[session.user] = [each for each in self._of[session.user] if each is not session]

    def latest(self, user: int, *, channel: int | None = None, only_fresh: bool = False) -> Session | None:
        """The last one of ``user`` in a server, in that ``channel`` if one is given."""
        now = discord.utils.utcnow()
        for session in reversed(self._of.get(user, ())):
            if not session.is_in_a_server or (
                channel is not None and session.interaction.channel_id != channel
            ):
                continue
            if session.is_fresh(now) or (session.is_alive(now) and not only_fresh):
                return session
        return None

    def pressing(self, user: int) -> Session | None:
        """The last one of ``user`` wherever it was, for a passing notice."""
        now = discord.utils.utcnow()
        fresh = (each for each in reversed(self._of.get(user, ())) if each.is_fresh(now))
        return next(fresh, None)

    def changing(self, user: int, message: int) -> tuple[Session, bool] | None:
        """What can change a message that ``user`` alone sees, and whether it was pressed there just now."""
        now = discord.utils.utcnow()
        for session in reversed(self._of.get(user, ())):
            if session.is_alive(now) and (session.pressed == message or message in session.said):
                return session, session.pressed == message
        return None
