"""Rendered messages as calls of the Bot API, and what becomes of them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from telegram import Bot, InlineKeyboardMarkup, InputFile, LinkPreviewOptions, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.chats.port import Gone, Outcome, PlaceRef, Rendered, Sent
from bot.chats.telegram.addressees import Addressees
from bot.chats.telegram.limits import LONGEST_GLANCE, LONGEST_TOAST, capabilities
from bot.chats.telegram.markup import Keyboard, caption_of, html_of, keyboard_of, mention, start_link
from bot.chats.telegram.media import Kind, Media, file_id_in, media_of
from bot.chats.telegram.outcomes import is_about_media, is_unknown_file, outcome_of
from bot.chats.telegram.recent import Recent
from bot.render import split_text, units
from bot.replies import Said, said

_log = logging.getLogger(__name__)

Say = Callable[[Said, str], str]
"""a text in a language"""

_MOST = 4096
_MOST_FILES = 512
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_LIMITS = capabilities(keeps_pace=False)


@dataclass(frozen=True, slots=True)
class _Where:
    place: PlaceRef
    chat: int
    topic: int | None

    @property
    def is_group(self) -> bool:
        """Groups and channels have negative ids."""
        return self.chat < 0


class Poster:
    """Posts and edits. Remembers what messages show, so that an unchanged picture is not sent again."""

    def __init__(self, bot: Bot, addressees: Addressees, say: Say) -> None:
        self._bot = bot
        self._addressees = addressees
        self._say = say
        self._file_ids: Recent[str, str] = Recent(_MOST_FILES)
        self._shown: Recent[tuple[int, int], str] = Recent(_MOST)
        """by chat and message: the digest of its picture or file, empty for a text"""

    async def send(self, place: PlaceRef, message: Rendered, edit: str | None) -> Outcome:
        """Post ``message`` to ``place`` or put it in the place of ``edit``."""
        topic = int(place.topic) if place.topic.isdecimal() else None
        where = _Where(place, int(place.chat), topic)
        if where.is_group and message.asks is not None and message.buttons:
            message = self._with_way_to_answer(message)
        try:
            if message.toast:
                return await self._answer(where, message)
            if edit is not None:
                return await self._edit(where, message, int(edit))
            sent = await self._post(where, message)
        except TelegramError as error:
            return outcome_of(error, place, edit)
        if message.pin:
            await self._pin(where, sent)
        return sent

    def _with_way_to_answer(self, message: Rendered) -> Rendered:
        """A question in a group, where the bot may read nothing but answers to its messages. Telegram forces
        one only where there are no buttons."""
        text = f"{message.text}\n{self._say(said('telegram.answer-this'), message.language)}"
        return replace(message, text=text) if units(text) <= _longest(message) else message

    # --- answering presses ----------------------------------------------------------------------------------

    async def _answer(self, where: _Where, message: Rendered) -> Outcome:
        query = self._addressees.take_query(where.place, message.to or "")
        if query is not None:
            await self.answer(query, message.text, start_link(message, self._bot.username))
        return Sent("")

    async def answer(self, query: str, text: str = "", link: str | None = None) -> None:
        """End the wait of whoever pressed a button: with ``text``, or by letting them follow ``link``. It is
        too late for that soon, which is no error."""
        if len(text) > LONGEST_TOAST:
            text = text[: LONGEST_TOAST - 1].rstrip() + "…"
        try:
            if link is None:
                await self._bot.answer_callback_query(
                    query, text=text or None, show_alert=len(text) > LONGEST_GLANCE or None
                )
            else:
                await self._bot.answer_callback_query(query, url=link)
        except TelegramError as error:
            _log.info("a press was not answered: %s", error.message)

    # --- posting --------------------------------------------------------------------------------------------

    async def _post(self, where: _Where, message: Rendered) -> Sent:
        media = media_of(message)
        before, reply = self._addressed(where, message)
        keyboard = self._keyboard(where, message)
        if media is None:
            posted = await self._bot.send_message(
                where.chat,
                before + html_of(message),
                parse_mode=ParseMode.HTML,
                message_thread_id=where.topic,
                reply_parameters=reply,
                reply_markup=keyboard,
                link_preview_options=_NO_PREVIEW,
            )
            return self._noted(where, posted, None)
        caption = before + caption_of(message, _LIMITS.longest_caption - len(before))
        try:
            shown = await self._with_file(
                media, lambda file: self._send_media(where, media, file, caption, reply, keyboard)
            )
        except TelegramError as error:
            words = "\n".join(filter(None, (message.text, message.alt)))
            if not words or not is_about_media(error):
                raise
            text = split_text(words, _LIMITS.longest_text, _LIMITS.longest_text)[0]
            return await self._post(where, replace(message, text=text, image=None, file=None))
        return self._noted(where, shown, media)

    async def _send_media(
        self,
        where: _Where,
        media: Media,
        file: str | InputFile,
        caption: str,
        reply: ReplyParameters | None,
        keyboard: Keyboard,
    ) -> Message:
        post: Mapping[Kind, Callable[..., Awaitable[Message]]] = {
            Kind.PHOTO: self._bot.send_photo,
            Kind.ANIMATION: self._bot.send_animation,
            Kind.DOCUMENT: self._bot.send_document,
        }
        return await post[media.kind](
            where.chat,
            file,
            caption=caption or None,
            parse_mode=ParseMode.HTML,
            message_thread_id=where.topic,
            reply_parameters=reply,
            reply_markup=keyboard,
        )

    def _addressed(self, where: _Where, message: Rendered) -> tuple[str, ReplyParameters | None]:
        """How somebody in a group is told that they are meant: a name before the text, or a reply to them."""
        last = None
        if where.is_group and message.to is not None:
            last = self._addressees.last(where.place, message.to)
        if last is None:
            return "", None
        if last.message is not None:
            return "", ReplyParameters(last.message, allow_sending_without_reply=True)
        if units(message.text) + units(last.name) + 2 > _longest(message):
            return "", None
        return f"{mention(message.to or '', last.name)}: ", None

    async def _pin(self, where: _Where, sent: Sent) -> None:
        try:
            await self._bot.pin_chat_message(where.chat, int(sent.message), disable_notification=True)
        except TelegramError as error:  # most often it has no right to
            _log.info("a message was not pinned: %s", error.message)

    # --- editing --------------------------------------------------------------------------------------------

    async def _edit(self, where: _Where, message: Rendered, number: int) -> Outcome:
        media = media_of(message)
        shown = self._shown.get((where.chat, number))
        if shown is not None and bool(shown) != (media is not None):
            return Gone()  # a text never becomes a picture or the reverse
        keyboard = self._keyboard(where, message)
        buttons = keyboard if isinstance(keyboard, InlineKeyboardMarkup) else None
        if media is None:
            edited = await self._bot.edit_message_text(
                html_of(message),
                where.chat,
                number,
                parse_mode=ParseMode.HTML,
                reply_markup=buttons,
                link_preview_options=_NO_PREVIEW,
            )
            return self._noted(where, edited, None, number)
        caption = caption_of(message, _LIMITS.longest_caption)
        if shown == media.digest:
            edited = await self._bot.edit_message_caption(
                where.chat, number, caption=caption, parse_mode=ParseMode.HTML, reply_markup=buttons
            )
        else:
            edited = await self._with_file(
                media,
                lambda file: self._bot.edit_message_media(
                    media.for_edit(file, caption), where.chat, number, reply_markup=buttons
                ),
            )
        return self._noted(where, edited, media, number)

    # --- both -----------------------------------------------------------------------------------------------

    def _keyboard(self, where: _Where, message: Rendered) -> Keyboard:
        return keyboard_of(message, self._bot.username, is_group=where.is_group)

    async def _with_file(
        self, media: Media, call: Callable[[str | InputFile], Awaitable[Message | bool]]
    ) -> Message | bool:
        """Make a call with the id that Telegram gave the file, or with the file itself."""
        known = self._file_ids.get(media.digest)
        if known is not None:
            try:
                return await call(known)
            except TelegramError as error:
                if not is_unknown_file(error):
                    raise
                self._file_ids.pop(media.digest)
        return await call(media.upload())

    def _noted(
        self, where: _Where, posted: Message | bool, media: Media | None, number: int | None = None
    ) -> Sent:
        """The outcome, with what the message shows from now on remembered."""
        if isinstance(posted, Message):
            number = posted.message_id
        file_id = None
        if media is not None and isinstance(posted, Message):
            file_id = file_id_in(posted, media.kind)
            if file_id is not None:
                self._file_ids.put(media.digest, file_id)
        if number is not None:
            self._shown.put((where.chat, number), media.digest if media else "")
        return Sent(str(number), file_id)


def _longest(message: Rendered) -> int:
    """What Telegram takes of the text of ``message``, or of the words under what it shows."""
    return _LIMITS.longest_text if media_of(message) is None else _LIMITS.longest_caption
