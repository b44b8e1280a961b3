"""What comes from Discord, on its way to the program.

An input is in the durable inbox before it is confirmed. Discord wants to hear within three seconds that an
interaction has arrived: if the database takes longer, that is said first, and how it went afterwards.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from bot.chats.discord.incoming import (
    PLATFORM,
    Arrived,
    Attached,
    from_message,
    place_in,
    read,
    spoken_language,
    write,
)
from bot.chats.discord.outcomes import FAILURES
from bot.chats.discord.sessions import FRESH, Session, Sessions
from bot.chats.port import Answers, Bot, Choice, Input, Upload
from bot.replies import Said, said
from storage.errors import StorageError

_log = logging.getLogger(__name__)

STORED_WITHIN = 1.5
"""seconds for the database before an interaction is acknowledged anyway"""
SUGGESTED_WITHIN = 2.0
FETCHED_WITHIN = 10.0
CAUGHT_UP_WITHIN = 10.0
"""seconds that inputs get which arrived while the connection was away, before deadlines act again"""
FINISHED_WITHIN = 2.0
LARGEST_FILE = 1 << 20
UNKNOWN_INTERACTION = 10062
ALREADY_ACKNOWLEDGED = 40060


class Listener:
    """Hands inputs to the program, and sees to it that nobody waits for an answer in vain."""

    def __init__(self, bot: Bot, sessions: Sessions, application: int) -> None:
        self._bot = bot
        self._sessions = sessions
        self._application = str(application)
        self._busy: set[asyncio.Task[Any]] = set()
        self._later: set[asyncio.Task[Any]] = set()

    # --- inputs ---------------------------------------------------------------------------------------------

    async def interaction(self, interaction: discord.Interaction[Any], arrived: Arrived) -> None:
        """A command, a press or a form."""
        with _Busy(self._busy):
            storing = asyncio.create_task(self._keep(arrived))
            await asyncio.wait({storing}, timeout=STORED_WITHIN)
            if storing.done() and storing.result() is False:
                return  # Discord has told of it twice
            session = await self._acknowledge(interaction)
            stored = await storing
            if stored is None:
                await self._tell(session, said("discord.not-stored"))
            elif stored and session is None:
                # Discord has said that it failed, and whoever wants it will do it again
                await self._bot.drop(PLATFORM, self._application, arrived.input.update or "")
            elif stored:
                await self._hear(arrived, session)

    async def message(self, message: discord.Message, me: discord.ClientUser) -> None:
        """Something written to the bot."""
        with _Busy(self._busy):
            arrived = from_message(message, me, int(self._application))
            stored = await self._keep(arrived)
            if stored:
                await self._hear(arrived, None)
            elif stored is None:
                try:
                    await message.reply(self._bot.say(said("discord.not-stored")), mention_author=False)
                except FAILURES:
                    _log.warning("nobody could be told that an input was not stored", exc_info=True)

    def passed(self, message: discord.Message) -> None:
        """Something written in a server, whose words are nobody's business but theirs who talk there."""
        self._bot.passed(place_in(int(self._application), message.channel))

    async def take_up(self) -> None:
        """Do what an earlier process has kept and not done."""
        for update, payload, _ in await self._bot.waiting(PLATFORM, self._application):
            try:
                arrived = read(payload)
            except (ValueError, KeyError, TypeError):
                _log.exception("the kept input %s cannot be read", update)
                await self._bot.drop(PLATFORM, self._application, update)
            else:
                await self._hear(arrived, None)

    async def caught_up(self, within: float = CAUGHT_UP_WITHIN) -> None:
        """Wait until all that has arrived so far was handed over, but not for ever."""
        if busy := self._busy - {asyncio.current_task()}:
            await asyncio.wait(busy, timeout=within)

    async def choices(self, heard: Input, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        """What fits what is being written; nothing where the database is too slow for it."""
        try:
            async with asyncio.timeout(SUGGESTED_WITHIN):
                return await self._bot.choices(heard, command, parameter, typed)
        except TimeoutError:
            return ()

    async def close(self) -> None:
        """Finish what is under way, if that is soon, and stop waiting to tidy up."""
        for task in self._later:
            task.cancel()
        await self.caught_up(FINISHED_WITHIN)

    # --- steps ----------------------------------------------------------------------------------------------

    async def _keep(self, arrived: Arrived) -> bool | None:
        """Store an input. False where it is known, None where it could not be stored."""
        update = arrived.input.update or ""
        try:
            return await self._bot.receive(PLATFORM, self._application, update, write(arrived))
        except Exception:
            _log.exception("the input %s could not be stored", update)
            return None

    async def _acknowledge(self, interaction: discord.Interaction[Any]) -> Session | None:
        """Tell Discord that it has arrived. None where that came too late for Discord."""
        is_command = interaction.type is discord.InteractionType.application_command
        session = Session(interaction, is_thinking=is_command)
        try:
            await interaction.response.defer(ephemeral=True)
        except FAILURES as problem:
            if isinstance(problem, discord.HTTPException) and problem.code == UNKNOWN_INTERACTION:
                return None
            if not isinstance(problem, discord.HTTPException) or problem.code != ALREADY_ACKNOWLEDGED:
                _log.warning("an interaction could not be acknowledged", exc_info=True)
        self._sessions.open(session)
        return session

    async def _hear(self, arrived: Arrived, session: Session | None) -> None:
        heard = arrived.input
        if arrived.file is not None:
            upload = await _fetch(arrived.file)
            if upload is None:
                await self._bot.drop(PLATFORM, self._application, heard.update or "")
                await self._tell(session, said("discord.no-file"))
                return
            heard = replace(heard, upload=upload)
        try:
            answers = await self._bot.hear(heard, send=False)
        except StorageError:
            _log.exception("the input %s waits for the database", heard.update)
            await self._tell(session, said("discord.later"))
            return
        await self._settle(session, answers)

    async def _settle(self, session: Session | None, answers: Answers) -> None:
        """Take away that the bot thinks: at once if nothing is to be said there, otherwise if nothing was."""
        if session is None or not session.is_thinking:
            return
        if session.is_in_a_server and (answers.alone or answers.notice):
            task = asyncio.create_task(self._stop_thinking(session, after=FRESH))
            self._later.add(task)
            task.add_done_callback(self._later.discard)
        else:
            await self._stop_thinking(session)

    async def _stop_thinking(self, session: Session, *, after: timedelta = timedelta()) -> None:
        await asyncio.sleep(after.total_seconds())
        if session.is_thinking:
            session.is_thinking = False
            self._sessions.end(session)  # with what it would have replaced, every answer to it is gone
            try:
                await session.interaction.delete_original_response()
            except FAILURES:
                _log.warning("an answered interaction still shows that the bot thinks", exc_info=True)

    async def _tell(self, session: Session | None, what: Said) -> None:
        """Say what became of it to whoever did it, where they did it."""
        if session is None:
            return
        text = self._bot.say(what, spoken_language(session.interaction.locale))
        session.is_thinking = False
        try:
            await session.interaction.followup.send(text, ephemeral=True)
        except FAILURES:
            _log.warning("nobody could be told %s", what.key, exc_info=True)


class _Busy:
    """The current task is among those that are waited for when the connection is back."""

    def __init__(self, busy: set[asyncio.Task[Any]]) -> None:
        self._busy = busy
        self._task = asyncio.current_task()

    def __enter__(self) -> None:
        if self._task is not None:
            self._busy.add(self._task)

    def __exit__(self, *_: object) -> None:
        if self._task is not None:
            self._busy.discard(self._task)


async def _fetch(file: Attached) -> Upload | None:
    """The file with its content; None where it cannot be fetched."""
    if file.size > LARGEST_FILE:
        return Upload(file.name, b"", is_too_large=True)
    try:
        async with (
            asyncio.timeout(FETCHED_WITHIN),
            aiohttp.ClientSession() as session,
            session.get(file.url, raise_for_status=True) as response,
        ):
            content = await response.content.read(LARGEST_FILE + 1)
            while len(content) <= LARGEST_FILE and (more := await response.content.read(LARGEST_FILE)):
                content += more
    except (aiohttp.ClientError, TimeoutError, OSError):
        _log.warning("the file %s cannot be fetched", file.name, exc_info=True)
        return None
    is_too_large = len(content) > LARGEST_FILE
    return Upload(file.name, b"" if is_too_large else content, is_too_large)
