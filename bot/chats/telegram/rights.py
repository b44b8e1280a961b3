"""Who administers a chat, as Telegram says."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from telegram import Bot
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.chats.telegram.recent import Recent

_log = logging.getLogger(__name__)

YES_LASTS = 1.0
"""seconds: where the bot is no administrator itself, nobody tells it that somebody else is none any more"""
NO_LASTS = 10.0
ATTEMPTS = 3
_MOST = 4096
_RULING = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)


@dataclass(frozen=True, slots=True)
class _Answer:
    is_admin: bool
    until: float


class Rights:
    """Asks with ``getChatMember``, and remembers the answer for moments."""

    def __init__(self, bot: Bot, clock: Callable[[], float] = time.monotonic) -> None:
        self._bot = bot
        self._clock = clock
        self._known: Recent[int, dict[int, _Answer]] = Recent(_MOST)
        self._changes = 0

    async def is_admin(self, chat: int, user: int) -> bool:
        """Whether ``user`` administers ``chat``; nobody does whom Telegram cannot be asked about."""
        here = self._known.get(chat) or {}
        known = here.get(user)
        now, changes = self._clock(), self._changes
        if known is not None and known.until > now:
            return known.is_admin
        is_admin = await self._ask(chat, user)
        if is_admin is None or self._changes != changes:  # what has been asked may be over already
            return bool(is_admin)
        here = {each: answer for each, answer in (self._known.get(chat) or {}).items() if answer.until > now}
        here[user] = _Answer(is_admin, now + (YES_LASTS if is_admin else NO_LASTS))
        self._known.put(chat, here)
        return is_admin

    def changed(self, chat: int, user: int | None = None) -> None:
        """What ``user``, or anybody, may do in a chat is to be asked anew."""
        self._changes += 1
        if user is None:
            self._known.pop(chat)
        elif here := self._known.get(chat):
            here.pop(user, None)

    async def _ask(self, chat: int, user: int) -> bool | None:
        for attempt in range(ATTEMPTS):
            try:
                return (await self._bot.get_chat_member(chat, user)).status in _RULING
            except (BadRequest, Forbidden) as error:  # no member, or the bot is not there itself
                _log.info("no rights of an account in chat %d: %s", chat, error.message)
                return None
            except TelegramError as error:
                _log.warning("the rights of an account could not be asked: %s", error.message)
                if attempt + 1 < ATTEMPTS:
                    await asyncio.sleep(1)
        return None
