"""Damka on Discord: connects, stays connected, and carries messages there."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from datetime import timedelta

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.chats.discord.client import DamkaClient
from bot.chats.discord.courier import Courier
from bot.chats.discord.incoming import PLATFORM
from bot.chats.discord.outcomes import FAILURES, outcome_of
from bot.chats.discord.permissions import invite_link
from bot.chats.discord.posting import LONGEST_CONTENT
from bot.chats.discord.sessions import Sessions
from bot.chats.port import Adapter, AdapterError, Bot, Capabilities, Outcome, PlaceRef, Rendered, RetryAfter
from bot.config import DISCORD, DiscordSection
from bot.replies import said
from bot.retrying import back_off

_log = logging.getLogger(__name__)

CAPABILITIES = Capabilities(
    edits=True,
    buttons_in_a_row=25,  # more than five become a menu
    rows_of_buttons=5,
    private_notices=True,
    longest_text=LONGEST_CONTENT,
    longest_caption=LONGEST_CONTENT,
    largest_file=10 << 20,
    scrolls_away_after=15,
    forms=True,
    threads=True,
    roles=True,
)
NOT_CONNECTED = timedelta(seconds=2)
ANOTHER_BOT = timedelta(hours=1)
"""until a message is tried again that another application should send, which may come back"""
PORTAL = "https://discord.com/developers/applications"
LAST_RETRY = timedelta(minutes=5)
LONGEST_NONCE = 25
_WRONG_TOKEN = 4004
_REFUSED_INTENTS = (4013, 4014)


def make(token: SecretStr, section: DiscordSection) -> Adapter:
    """The adapter for the application with this token."""
    return DiscordAdapter(token, section)


class DiscordAdapter:
    """One application on Discord, with all its servers."""

    platform = PLATFORM
    capabilities = CAPABILITIES

    def __init__(self, token: SecretStr, section: DiscordSection) -> None:
        self._token = token
        self._section = section
        self._courier: Courier | None = None
        self._bot_id = ""

    async def run(self, bot: Bot) -> None:
        """Listen until cancelled. Raises AdapterError where Discord will never have the bot."""
        Route.BASE = self._section.api.rstrip("/")
        failures = 0
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await self._listen(bot)
            except discord.LoginFailure:
                raise AdapterError(said("discord.wrong-token", site=PORTAL)) from None
            except discord.PrivilegedIntentsRequired:
                raise AdapterError(said("discord.refused-intents", site=PORTAL)) from None
            except discord.ConnectionClosed as closed:
                if closed.code == _WRONG_TOKEN:
                    raise AdapterError(said("discord.wrong-token", site=PORTAL)) from None
                if closed.code in _REFUSED_INTENTS:
                    raise AdapterError(said("discord.refused-intents", site=PORTAL)) from None
                _log.warning("Discord has closed the connection: %s", closed)
            except FAILURES as problem:
                why = str(problem) or type(problem).__name__  # a timeout says nothing
                _log.warning("Discord cannot be reached, which is tried again: %s", why)
            finally:
                bot.deaf(PLATFORM)
            lasted = asyncio.get_running_loop().time() - began
            failures = 1 if lasted > LAST_RETRY.total_seconds() else failures + 1
            await asyncio.sleep(back_off(failures, LAST_RETRY).total_seconds())

    async def _listen(self, bot: Bot) -> None:
        """One connection, until it ends for good."""
        sessions = Sessions()
        async with DamkaClient(bot, sessions, message_content=self._section.message_content) as client:
            await client.login(self._token.get_secret_value())
            if self._section.api != DISCORD:
                # where a lost session begins anew: by itself discord.py knows only the Discord of all
                _, gateway, _ = await client.http.get_bot_gateway()
                DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
            application = client.application_id
            assert application is not None  # noqa: S101 (known after the login)
            _log.info("%s", bot.say(said("discord.invite", link=invite_link(application))))
            self._bot_id = str(application)
            self._courier = Courier(client, sessions, bot.say)
            try:
                await client.listener.take_up()
                await client.connect()
            finally:
                self._courier = None

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        """Post ``message``, or put it in the place of ``edit``; Discord shows one of a key and part once."""
        courier = self._courier
        if courier is None:
            return RetryAfter(NOT_CONNECTED)
        if place.bot != self._bot_id:
            return RetryAfter(ANOTHER_BOT)
        try:
            return await courier.deliver(place, message, _nonce(place, message, key, part), edit)
        except FAILURES as problem:
            return outcome_of(problem, edits=edit is not None)
        except RuntimeError:
            if courier is self._courier:
                raise
            return RetryAfter(NOT_CONNECTED)  # the connection was ended while it waited for its turn


def _nonce(place: PlaceRef, message: Rendered, key: int, part: int) -> str:
    """The same at every attempt at a message, but not the same for what a new or a restored database says
    under a key that was there before: Discord looks at nothing else, wherever the message goes."""
    parts = (str(key), str(part), place.chat, place.topic, message.text)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:LONGEST_NONCE]
