"""Updates of Telegram, handed over to the program."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any

from telegram import Bot as Api
from telegram import Document, Update
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError
from telegram.ext import CallbackQueryHandler, ChatMemberHandler, MessageHandler, TypeHandler, filters

from bot.chats.port import Answers, Bot, Upload
from bot.chats.telegram.addressees import Addressees
from bot.chats.telegram.inbox import Inbox
from bot.chats.telegram.limits import LARGEST_UPLOAD, PLATFORM
from bot.chats.telegram.outcomes import is_too_large
from bot.chats.telegram.posting import Poster
from bot.chats.telegram.reading import Heard, Me, read_message, read_press
from bot.chats.telegram.rights import Rights
from bot.retrying import back_off

_log = logging.getLogger(__name__)

FETCHES = 5
"""how often a file is asked for"""
_LONGEST_WAIT = timedelta(seconds=30)
_Handler = Callable[[Update, Any], Coroutine[Any, Any, None]]
_AWAY = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class Listener:
    """Hands over updates; each is done with when the database has what came of it."""

    def __init__(
        self, bot: Bot, api: Api, inbox: Inbox, me: Me, poster: Poster, addressees: Addressees
    ) -> None:
        self._bot = bot
        self._api = api
        self._inbox = inbox
        self._me = me
        self._poster = poster
        self._addressees = addressees
        self._rights = Rights(api)

    def handlers(self) -> list[Any]:
        written = filters.UpdateType.MESSAGE | filters.UpdateType.CHANNEL_POST
        return [
            MessageHandler(written, self._with(self._written)),
            CallbackQueryHandler(self._with(self._pressed)),
            ChatMemberHandler(self._with(self._member), ChatMemberHandler.ANY_CHAT_MEMBER),
            TypeHandler(Update, self._with(self._drop)),
        ]

    def _with(
        self, work: Callable[[Update], Awaitable[None]]
    ) -> Callable[[Update, Any], Coroutine[Any, Any, None]]:
        async def handle(update: Update, context: Any) -> None:
            failed = True
            try:
                if not self._inbox.is_ending:
                    await work(update)
                    failed = False
            except Exception:  # it stays in the database, and is tried again at the next start
                _log.exception("update %d could not be handled", update.update_id)
            finally:
                await self._inbox.done(update, failed=failed)

        return handle

    async def _written(self, update: Update) -> None:
        message = update.effective_message
        if message is None:
            return
        here = message.chat.id
        if message.migrate_to_chat_id is not None:
            await self._moved(update, here, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id is not None:
            await self._moved(update, message.migrate_from_chat_id, here)
        elif (heard := read_message(message, self._me, str(update.update_id))) is None:
            await self._drop(update)
        else:
            self._addressees.wrote(heard.input.place, heard.input.speaker, message.message_id)
            await self._hear(heard, here)

    async def _pressed(self, update: Update) -> None:
        query = update.callback_query
        if query is None:
            return
        heard = read_press(query, self._me, str(update.update_id), self._inbox.received(update))
        if heard is None or query.message is None:
            await self._poster.answer(query.id)
            await self._drop(update)
            return
        place, speaker = heard.input.place, heard.input.speaker
        self._addressees.pressed(place, speaker, query.id)
        answers: Answers | None = None
        try:
            answers = await self._hear(heard, query.message.chat.id)
        finally:
            if answers is None or not answers.notice:
                self._addressees.take_query(place, speaker.account, query.id)
                await self._poster.answer(query.id)

    async def _hear(self, heard: Heard, chat: int) -> Answers | None:
        """What the program has to say; None where the update waits for its next start."""
        input = heard.input
        if heard.asks_rights:
            is_admin = await self._rights.is_admin(chat, int(input.speaker.account))
            input = replace(input, speaker=replace(input.speaker, is_admin=is_admin))
        if heard.document is not None:
            input = replace(input, upload=await self._fetch(heard.document))
        return await self._inbox.stored(lambda: self._bot.hear(input, send=False))

    async def _fetch(self, document: Document) -> Upload:
        name = document.file_name or document.file_unique_id
        if (document.file_size or 0) > LARGEST_UPLOAD:
            return Upload(name, b"", is_too_large=True)
        for attempt in range(1, FETCHES + 1):
            try:
                file = await self._api.get_file(document.file_id)
                content = bytes(await file.download_as_bytearray())
                break
            except TelegramError as error:
                if is_too_large(error):
                    return Upload(name, b"", is_too_large=True)
                if attempt == FETCHES:
                    raise
                await asyncio.sleep(back_off(attempt, _LONGEST_WAIT).total_seconds())
        is_large = len(content) > LARGEST_UPLOAD
        return Upload(name, b"" if is_large else content, is_large)

    async def _moved(self, update: Update, old: int, new: int) -> None:
        self._rights.changed(old)
        await self._inbox.stored(lambda: self._bot.moved(self._me.place(old), self._me.place(new)))
        await self._drop(update)

    async def _member(self, update: Update) -> None:
        if (mine := update.my_chat_member) is not None:
            self._rights.changed(mine.chat.id)
            here = self._me.place(mine.chat.id)
            if mine.new_chat_member.status in _AWAY:
                await self._inbox.stored(lambda: self._bot.lost(here))
            else:
                await self._inbox.stored(lambda: self._bot.found(here.platform, here.bot, (here.chat,)))
        elif (theirs := update.chat_member) is not None:
            self._rights.changed(theirs.chat.id, theirs.new_chat_member.user.id)
        await self._drop(update)

    async def _drop(self, update: Update) -> None:
        """It says nothing to the bot."""
        me, number = str(self._me.id), str(update.update_id)
        await self._inbox.stored(lambda: self._bot.drop(PLATFORM, me, number))
