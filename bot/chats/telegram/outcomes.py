"""What has become of a call that failed."""

from __future__ import annotations

from datetime import timedelta

import httpx
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.chats import port
from bot.chats.port import Outcome, PlaceRef, Sent

SOON = timedelta(seconds=2)
"""until a connection is tried again that was never made"""
LATER = timedelta(minutes=1)

_NOT_ALLOWED = (
    "chat not found",
    "not enough rights",
    "have no rights",
    "need administrator rights",
    "chat_write_forbidden",
    "chat_admin_required",
    "chat_restricted",
    "chat_send_plain",
    "user_is_blocked",
    "peer_id_invalid",
    "group chat was deactivated",
    "message thread not found",
    "topic_closed",
    "topic_deleted",
)
"""what Telegram calls a bad request, and is that the bot may not write there"""
_UNCHANGED = "message is not modified"
_UNKNOWN_FILE = ("wrong file identifier", "wrong remote file", "file reference", "can't use file of type")
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


def outcome_of(error: TelegramError, place: PlaceRef, edit: str | None) -> Outcome:
    """The outcome of posting to ``place``, or of an edit there, that ``error`` has ended."""
    match error:
        case RetryAfter():
            delay = error.retry_after
            return port.RetryAfter(delay if isinstance(delay, timedelta) else timedelta(seconds=delay))
        case ChatMigrated():
            moved = PlaceRef(place.platform, place.bot, str(error.new_chat_id), place.topic)
            return port.Moved(moved)
        case Forbidden() | BadRequest() if is_about_media(error):
            return port.Impossible(error.message) if edit is None else port.Gone()
        case Forbidden():
            return port.Forbidden(error.message)
        case BadRequest() if _says(error, *_NOT_ALLOWED):
            return port.Forbidden(error.message)
        case BadRequest():
            if edit is None:
                return port.Impossible(error.message)
            # whatever keeps the message from being edited: a new one can be posted, or shows that it cannot
            return Sent(edit) if _says(error, _UNCHANGED) else port.Gone()
        case InvalidToken():
            return port.RetryAfter(LATER)
        case NetworkError() if isinstance(error.__cause__, _NEVER_SENT):
            return port.RetryAfter(SOON)
    return port.Unknown(error.message)


def is_unknown_file(error: TelegramError) -> bool:
    """Whether Telegram does not know the id of a file any more."""
    return isinstance(error, BadRequest) and _says(error, *_UNKNOWN_FILE)


def is_too_large(error: TelegramError) -> bool:
    """Whether Telegram hands a file to no bot, for its size."""
    return _says(error, "file is too big")


def is_about_media(error: TelegramError) -> bool:
    """Whether the chat takes messages, but no pictures or files."""
    is_text = _says(error, "text messages", "chat_send_plain")
    return _says(error, "not enough rights to send", "chat_send_") and not is_text


def _says(error: TelegramError, *words: str) -> bool:
    said = error.message.casefold()
    return any(word in said for word in words)
