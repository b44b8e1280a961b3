"""What each error of Telegram means for a message."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pytest
from telegram import error as telegram

from bot.chats.port import Forbidden, Gone, Impossible, Moved, Outcome, PlaceRef, RetryAfter, Sent, Unknown
from bot.chats.telegram.outcomes import outcome_of

PLACE = PlaceRef("telegram", "7", "-4", "9")


def caused(error: telegram.TelegramError, by: Exception) -> telegram.TelegramError:
    error.__cause__ = by
    return error


@pytest.mark.parametrize(
    ("error", "posting", "editing"),
    [
        (telegram.RetryAfter(17), RetryAfter(timedelta(seconds=17)), RetryAfter(timedelta(seconds=17))),
        (telegram.ChatMigrated(-100), *2 * (Moved(PlaceRef("telegram", "7", "-100", "9")),)),
        (telegram.Forbidden("Forbidden: bot was blocked by the user"), *2 * (Forbidden,)),
        (telegram.Forbidden("Forbidden: bot was kicked from the group chat"), *2 * (Forbidden,)),
        (telegram.Forbidden("Forbidden: user is deactivated"), *2 * (Forbidden,)),
        (telegram.BadRequest("Chat not found"), *2 * (Forbidden,)),
        (telegram.BadRequest("Not enough rights to send text messages to the chat"), *2 * (Forbidden,)),
        (telegram.BadRequest("CHAT_SEND_PLAIN_FORBIDDEN"), *2 * (Forbidden,)),
        (telegram.BadRequest("Not enough rights to send documents to the chat"), Impossible, Gone()),
        (telegram.BadRequest("CHAT_SEND_GIFS_FORBIDDEN"), Impossible, Gone()),
        (telegram.Forbidden("Forbidden: CHAT_SEND_PHOTOS_FORBIDDEN"), Impossible, Gone()),
        (telegram.BadRequest("Need administrator rights in the channel chat"), *2 * (Forbidden,)),
        (telegram.BadRequest("CHAT_WRITE_FORBIDDEN"), *2 * (Forbidden,)),
        (telegram.BadRequest("TOPIC_CLOSED"), *2 * (Forbidden,)),
        (telegram.BadRequest("Message thread not found"), *2 * (Forbidden,)),
        (telegram.BadRequest("Group chat was deactivated"), *2 * (Forbidden,)),
        (telegram.BadRequest("Message is not modified: specified ..."), Impossible, Sent("5")),
        (telegram.BadRequest("Message to edit not found"), Impossible, Gone()),
        (telegram.BadRequest("Message can't be edited"), Impossible, Gone()),
        (telegram.BadRequest("MESSAGE_ID_INVALID"), Impossible, Gone()),
        (telegram.BadRequest("There is no text in the message to edit"), Impossible, Gone()),
        (telegram.BadRequest("Can't parse entities: ..."), Impossible, Gone()),
        (telegram.BadRequest("Message is too long"), Impossible, Gone()),
        (telegram.TimedOut(), Unknown, Unknown),
        (caused(telegram.TimedOut(), httpx.ReadTimeout("")), Unknown, Unknown),
        (caused(telegram.TimedOut(), httpx.ConnectTimeout("")), RetryAfter, RetryAfter),
        (caused(telegram.TimedOut(), httpx.PoolTimeout("")), RetryAfter, RetryAfter),
        (caused(telegram.NetworkError("x"), httpx.ConnectError("")), RetryAfter, RetryAfter),
        (caused(telegram.NetworkError("x"), httpx.RemoteProtocolError("")), Unknown, Unknown),
        (telegram.NetworkError("Bad Gateway"), Unknown, Unknown),
        (telegram.InvalidToken("Unauthorized"), RetryAfter, RetryAfter),
        (telegram.TelegramError("Invalid server response"), Unknown, Unknown),
    ],
)
def test_an_error_means(
    error: telegram.TelegramError, posting: Outcome | type[Outcome], editing: Outcome | type[Outcome]
) -> None:
    for meant, edit in ((posting, None), (editing, "5")):
        outcome = outcome_of(error, PLACE, edit)
        if isinstance(meant, type):
            assert isinstance(outcome, meant)
        else:
            assert outcome == meant
