"""Whether everything is heard that is said on Telegram."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from telegram import Bot as Api
from telegram.error import TelegramError
from telegram.request import HTTPXRequest

from bot.chats.port import Bot
from bot.chats.telegram.inbox import Inbox
from bot.chats.telegram.limits import PLATFORM

_log = logging.getLogger(__name__)

PATIENCE = 5.0
"""seconds without an answer, after the first failure, from when on nothing is heard"""
LOOKS_EVERY = 0.2
"""seconds"""
ASKS_EVERY = 5.0
"""seconds between questions whether webhooks still come through"""
MOST_IN_AN_ANSWER = 100
_OK = 200
_REFUSED = (401, 404)


class Ears(HTTPXRequest):
    """The connection over which updates are fetched; knows since when it fails."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.failing_since: float | None = None
        self.answers = 0
        self.refused = asyncio.Event()
        """set when Telegram takes the token no longer"""

    async def do_request(self, *args: Any, **options: Any) -> tuple[int, bytes]:
        try:
            code, payload = await super().do_request(*args, **options)
        except TelegramError:
            self.failed()
            raise
        if code == _OK:
            self.failing_since = None
            self.answers += 1
        else:
            self.failed()
        if code in _REFUSED:
            self.refused.set()
        return code, payload

    def failed(self) -> None:
        """Nothing could be fetched."""
        if self.failing_since is None:
            self.failing_since = time.monotonic()


class Hearing:
    """Tells the program when nothing comes through from Telegram, and when all of it has."""

    def __init__(self, bot: Bot, api: Api, inbox: Inbox, ears: Ears, *, is_polling: bool) -> None:
        self._bot = bot
        self._api = api
        self._inbox = inbox
        self._ears = ears
        self._is_polling = is_polling
        self._asked = time.monotonic()
        self._answers_then: int | None = None

    async def run(self) -> None:
        """Watch until cancelled. At the beginning nothing has been heard."""
        is_deaf = True
        while True:
            if is_deaf and self._ears.failing_since is None and await self._has_caught_up():
                self._bot.hearing(PLATFORM)
                is_deaf = False
            await asyncio.sleep(LOOKS_EVERY)
            await self._ask_from_time_to_time()
            since = self._ears.failing_since
            if not is_deaf and since is not None and time.monotonic() - since > PATIENCE:
                _log.warning("nothing comes through from Telegram")
                self._bot.deaf(PLATFORM)
                is_deaf = True

    async def _has_caught_up(self) -> bool:
        """Whether nothing waits at Telegram, and all that has come from there is handled."""
        try:
            waiting = (await self._api.get_webhook_info()).pending_update_count
        except TelegramError:
            return False
        if waiting and not self._was_fetched(waiting):
            return False
        self._answers_then = None
        await self._inbox.emptied()
        return True

    def _was_fetched(self, waiting: int) -> bool:
        """Whether what still waits is newer than all that waited when this was first asked. Somebody always
        writes to a busy bot; an answer then holds everything that waits, and the next one confirms it."""
        if not self._is_polling or waiting >= MOST_IN_AN_ANSWER:
            self._answers_then = None
        elif self._answers_then is None:
            self._answers_then = self._ears.answers
        return self._answers_then is not None and self._ears.answers >= self._answers_then + 2

    async def _ask_from_time_to_time(self) -> None:
        """With webhooks nobody fetches anything: what fails then is a question asked for that reason."""
        now = time.monotonic()
        if self._is_polling or now - self._asked < (ASKS_EVERY if self._ears.failing_since is None else 1.0):
            return
        self._asked = now
        try:
            await self._api.get_webhook_info()
        except TelegramError:
            self._ears.failed()
        else:
            self._ears.failing_since = None
