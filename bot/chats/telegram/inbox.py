"""Updates on their way in: handled or kept before they are confirmed, in order in each chat."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, TypeVar

from telegram import Update
from telegram.error import NetworkError
from telegram.ext import BaseUpdateProcessor

from bot.chats.port import Bot
from bot.chats.telegram.limits import PLATFORM
from bot.retrying import back_off
from storage.errors import StorageError

_log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_AT_ONCE = 1024
"""updates in hand; Telegram keeps what is more"""
AT_ONCE = 0.05
"""seconds that a lone update gets to be handled, which keeps it as well as keeping it first would"""
CALM = 0.05
"""seconds without another one after which an update counts as a lone one"""
LAST_RETRY = timedelta(seconds=30)


class Inbox(asyncio.Queue[object]):
    """The queue of the application. Who puts an update in waits until it is in the database: only then does
    the library ask for the next, or answer a webhook, and so confirm it.

    A lone update is handled at once: what that stores has its id too. Others are kept first, so that chats
    need not wait for one another.
    """

    def __init__(self, bot: Bot, me: str) -> None:
        super().__init__()
        self._bot = bot
        self._me = me
        self._in_hand: dict[int, datetime] = {}
        self._failed: set[int] = set()
        self._last_put = 0.0
        self._room = asyncio.Condition()
        self._ending = asyncio.Event()

    @property
    def is_ending(self) -> bool:
        return self._ending.is_set()

    def end(self) -> None:
        """Take no more in hand: what is not handled stays in the database for the next start."""
        self._ending.set()

    async def put(self, item: object) -> None:
        """Keep an update and let it be handled. Raises NetworkError, which the library takes for a reason to
        ask for it again, where it was not kept."""
        if isinstance(item, Update):
            async with self._room:
                await self._room.wait_for(lambda: len(self._in_hand) < MOST_AT_ONCE)
            at = self._bot.timekeeper.now()
            if self._is_lone():
                if not await self._handled_at_once(item, at):
                    await self._keep(item)
                return
            if not await self._keep(item):
                return
            self._in_hand[item.update_id] = at
        await super().put(item)

    def _is_lone(self) -> bool:
        """Whether nothing else is in hand, and nothing has come just before."""
        before, self._last_put = self._last_put, asyncio.get_running_loop().time()
        return not self._in_hand and self._last_put - before > CALM

    async def _handled_at_once(self, update: Update, at: datetime) -> bool:
        """Hand an update over that is not kept yet; whether it was done with, and stored, in time."""
        self._in_hand[update.update_id] = at
        await super().put(update)
        try:
            async with asyncio.timeout(AT_ONCE), self._room:
                await self._room.wait_for(lambda: update.update_id not in self._in_hand)
        except TimeoutError:
            return False
        is_stored = update.update_id not in self._failed and not self.is_ending
        self._failed.discard(update.update_id)
        return is_stored

    async def _keep(self, update: Update) -> bool:
        payload = update.to_json()
        try:
            is_new = await self.stored(
                lambda: self._bot.receive(PLATFORM, self._me, str(update.update_id), payload)
            )
        except Exception as problem:
            _log.exception("an update could not be kept")
            raise NetworkError("an update was not kept") from problem
        if is_new is None:
            raise NetworkError("an update was not kept")
        return is_new

    async def put_again(self, update: Update, received: datetime) -> None:
        """Hand over what an earlier process has kept and not handled."""
        self._in_hand[update.update_id] = received
        await super().put(update)

    def received(self, update: Update) -> datetime:
        """When an update in hand was received."""
        return self._in_hand[update.update_id]

    async def done(self, update: Update, *, failed: bool) -> None:
        """An update is handled, or, where that has ``failed``, left to the next start."""
        async with self._room:
            if failed:
                self._failed.add(update.update_id)
            self._in_hand.pop(update.update_id, None)
            self._room.notify_all()

    async def emptied(self) -> None:
        """Wait until everything is done that is in hand now."""
        now = set(self._in_hand)
        async with self._room:
            await self._room.wait_for(lambda: now.isdisjoint(self._in_hand))

    async def stored(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do ``work`` however long the database cannot; None where the program ends first."""
        for attempt in itertools.count(1):
            try:
                return await work()
            except StorageError:
                _log.exception("the database takes nothing; it is tried again")
            with suppress(TimeoutError):
                async with asyncio.timeout(back_off(attempt, LAST_RETRY).total_seconds()):
                    await self._ending.wait()
            if self.is_ending:
                break
        return None


class Lanes(BaseUpdateProcessor):
    """The updates of a chat one after the other, those of different chats at once."""

    def __init__(self) -> None:
        super().__init__(2 * MOST_AT_ONCE)
        self._lanes: dict[int, tuple[asyncio.Lock, int]] = {}

    async def initialize(self) -> None:
        """Nothing is needed."""

    async def shutdown(self) -> None:
        """Nothing is left behind."""

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        chat = update.effective_chat if isinstance(update, Update) else None
        if chat is None:
            await coroutine
            return
        lock, waiting = self._lanes.get(chat.id, (asyncio.Lock(), 0))
        self._lanes[chat.id] = lock, waiting + 1
        try:
            async with lock:
                await coroutine
        finally:
            if isinstance(coroutine, Coroutine):
                coroutine.close()  # of one that was cancelled before its turn
            lock, waiting = self._lanes.pop(chat.id)
            if waiting > 1:
                self._lanes[chat.id] = lock, waiting - 1
