"""Damka's Telegram: connects, listens, and hands over what is said in both directions."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import re
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr
from telegram import Update, ext
from telegram.error import BadRequest, InvalidToken, RetryAfter, TelegramError
from telegram.ext import Application, ApplicationBuilder, Updater
from telegram.request import HTTPXRequest

from bot.chats import port
from bot.chats.port import Adapter, AdapterError, Bot, Capabilities, Outcome, PlaceRef, Rendered
from bot.chats.telegram import menu
from bot.chats.telegram.addressees import Addressees
from bot.chats.telegram.hearing import Ears, Hearing
from bot.chats.telegram.inbox import Inbox, Lanes
from bot.chats.telegram.limits import PLATFORM, capabilities
from bot.chats.telegram.listener import Listener
from bot.chats.telegram.posting import Poster
from bot.chats.telegram.reading import Me
from bot.config import TelegramSection
from bot.replies import said
from bot.retrying import back_off

_log = logging.getLogger(__name__)

# its errors are told here, in a sentence instead of a traceback
logging.getLogger(ext.__name__).setLevel(logging.CRITICAL)

App = Application[Any, Any, Any, Any, Any, Any]

ALLOWED_UPDATES = ("message", "channel_post", "callback_query", "my_chat_member", "chat_member")
"""edited messages are not among them: a move is not changed by editing"""
LONG_POLL = timedelta(seconds=10)
LAST_RETRY = timedelta(seconds=30)
SOON = timedelta(seconds=1)
ANOTHER_BOT = timedelta(minutes=5)
_TIMEOUTS = {"connect_timeout": 5.0, "read_timeout": 10.0, "write_timeout": 10.0, "pool_timeout": 5.0}
_READING, _UPLOADING = 20.0, 60.0
"""seconds; an answer to a file takes its time"""
_CONNECTIONS = 64
"""for all that is sent; updates have a connection of their own"""
_TOKEN = re.compile(r"([0-9]+):[A-Za-z0-9_-]+")


def make(token: SecretStr, section: TelegramSection) -> Adapter:
    """The adapter for the bot with this token. Raises AdapterError where it can be none, and
    ConfigError."""
    return Telegram(token, section)


class Telegram:
    """One bot of Telegram; see ``bot.chats.port.Adapter``."""

    platform = PLATFORM

    def __init__(self, token: SecretStr, section: TelegramSection) -> None:
        """Raises AdapterError for what has not the form of a token, ConfigError for a webhook's secret."""
        form = _TOKEN.fullmatch(token.get_secret_value())
        if form is None:
            raise AdapterError(said("telegram.not-a-token"))
        self._token = token
        self._section = section
        self._id = form[1]
        self._secret = section.webhook_secret() if section.mode == "webhook" else None
        self._capabilities = capabilities(keeps_pace=section.pace)
        self._addressees = Addressees()
        self._poster: Poster | None = None

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        """See ``ChatPort.send``. Telegram knows no keys: what is sent again is there twice."""
        if place.bot != self._id:
            return port.RetryAfter(ANOTHER_BOT)
        if self._poster is None:
            return port.RetryAfter(SOON)
        return await self._poster.send(place, message, edit)

    async def run(self, bot: Bot) -> None:
        """See ``Adapter.run``."""
        ears = Ears(connection_pool_size=1, **_TIMEOUTS)
        inbox = Inbox(bot, self._id)
        app = self._build(inbox, ears)
        try:
            await self._insist(app.initialize)
            me = Me(app.bot.id, app.bot.username)
            self._poster = Poster(app.bot, self._addressees, bot.say)
            for handler in Listener(bot, app.bot, inbox, me, self._poster, self._addressees).handlers():
                app.add_handler(handler)
            await app.start()
            await self._resume(bot, app, inbox)
            await self._listen(app)
            name, link = app.bot.first_name, f"https://t.me/{me.username}"
            _log.info("%s", bot.say(said("telegram.connected", name=name, link=link)))
            hearing = Hearing(bot, app.bot, inbox, ears, is_polling=self._section.mode == "polling")
            await _until_one_fails(hearing.run(), menu.publish(app.bot, bot.say), self._refusal(ears))
        finally:
            self._poster = None
            inbox.end()
            await _close(app)

    def _build(self, inbox: Inbox, ears: Ears) -> App:
        api = self._section.api.rstrip("/")
        settings: dict[str, Any] = {**_TIMEOUTS, "read_timeout": _READING}
        return (
            ApplicationBuilder()
            .token(self._token.get_secret_value())
            .base_url(f"{api}/bot")
            .base_file_url(f"{api}/file/bot")
            .get_updates_request(ears)
            .request(
                HTTPXRequest(
                    connection_pool_size=_CONNECTIONS,
                    media_write_timeout=_UPLOADING,
                    httpx_kwargs={"event_hooks": {"request": [_in_one_piece]}},
                    **settings,
                )
            )
            .concurrent_updates(Lanes())
            .update_queue(inbox)
            .job_queue(None)
            .build()
        )

    async def _resume(self, bot: Bot, app: App, inbox: Inbox) -> None:
        """Handle what an earlier process has kept and not handled."""
        for number, payload, received in await bot.waiting(PLATFORM, self._id):
            try:
                update = Update.de_json(json.loads(payload), app.bot)
            except Exception:  # another version of the library has written it
                _log.exception("the kept update %s cannot be read", number)
                await bot.drop(PLATFORM, self._id, number)
            else:
                await inbox.put_again(update, received)
        await inbox.emptied()

    async def _listen(self, app: App) -> None:
        updater = app.updater
        if updater is None:  # it is made by the builder
            raise RuntimeError("an application without an updater")
        section = self._section
        if section.mode == "polling":
            await self._insist(
                lambda: updater.start_polling(
                    timeout=LONG_POLL,
                    bootstrap_retries=-1,
                    allowed_updates=ALLOWED_UPDATES,
                    error_callback=_Complaints().hear,
                )
            )
            return
        await self._hook(updater)

    async def _hook(self, updater: Updater) -> None:
        """Let Telegram call. Raises AdapterError where it will not or cannot."""
        section, secret = self._section, self._secret
        address, port = section.webhook_address, section.webhook_port
        try:  # the library leaves a socket behind where the address is taken
            with socket.create_server((address, port), family=_family(address)):
                pass
        except OSError as problem:
            why = str(problem.strerror)
            raise AdapterError(said("telegram.no-port", address=f"{address}:{port}", why=why)) from None
        settings: dict[str, Any] = {
            "allowed_updates": ALLOWED_UPDATES,
            "secret_token": None if secret is None else secret.get_secret_value(),
        }
        # to know at once what Telegram has against it
        await self._insist(lambda: updater.bot.set_webhook(section.webhook_url or "", **settings))
        await updater.start_webhook(
            listen=address,
            port=port,
            url_path=re.escape(urlsplit(section.webhook_url or "").path),
            webhook_url=section.webhook_url,
            bootstrap_retries=-1,
            **settings,
        )

    async def _insist(self, call: Callable[[], Awaitable[object]]) -> None:
        """Make a call until it succeeds. Raises AdapterError where it never will."""
        for attempt in itertools.count(1):
            delay = back_off(attempt, LAST_RETRY)
            try:
                await call()
                return
            except InvalidToken:
                raise _wrong_token() from None  # the error of the library holds the token
            except BadRequest as error:
                raise AdapterError(said("telegram.refused", why=error.message)) from None
            except RetryAfter as error:
                delay = max(delay, _seconds(error))
            except TelegramError as error:
                _log.warning("Telegram cannot be reached, which is tried again: %s", error.message)
            await asyncio.sleep(delay.total_seconds())

    async def _refusal(self, ears: Ears) -> None:
        await ears.refused.wait()
        raise _wrong_token()


async def _in_one_piece(request: httpx.Request) -> None:
    """Send a form as a whole; otherwise each of its fields is sent on its own."""
    await request.aread()


class _Complaints:
    """Says once what keeps updates from coming, and again when that is something else."""

    def __init__(self) -> None:
        self._last = ""

    def hear(self, error: TelegramError) -> None:
        if error.message != self._last:
            self._last = error.message
            _log.warning("updates cannot be fetched, which is tried again: %s", error.message)


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _wrong_token() -> AdapterError:
    return AdapterError(said("telegram.wrong-token"))


def _seconds(error: RetryAfter) -> timedelta:
    delay = error.retry_after
    return delay if isinstance(delay, timedelta) else timedelta(seconds=delay)


async def _until_one_fails(*work: Any) -> None:
    """Do everything at once until it is cancelled. Raises the first error, when the rest has ended."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _close(app: App) -> None:
    """End in order, and however the network is, in a few seconds."""
    for seconds, step in ((3, _stop_listening), (3, _stop_handling), (2, _disconnect)):
        with suppress(TimeoutError, TelegramError):  # nobody waits for what Telegram says to that
            async with asyncio.timeout(seconds):
                await step(app)


async def _stop_listening(app: App) -> None:
    if app.updater is not None and app.updater.running:
        await app.updater.stop()


async def _stop_handling(app: App) -> None:
    if app.running:
        await app.stop()


async def _disconnect(app: App) -> None:
    await app.shutdown()
    await app.bot.shutdown()  # where it was never started as a whole
