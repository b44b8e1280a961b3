"""A bot as python-telegram-bot's own examples make one: it answers with what it hears.

Run as a program it takes the token and the addresses of the server as arguments and polls.
"""

from __future__ import annotations

import sys
from typing import Any

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("More", callback_data="more")]])


async def start(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.message
    await update.message.reply_html(f"Hello <b>{' '.join(context.args or [])}</b>", reply_markup=KEYS)


async def echo(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.message
    await update.message.reply_text(update.message.text or "?")


async def more(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.callback_query
    await update.callback_query.answer("Here you are")
    await update.callback_query.edit_message_text("More")


def build(token: str, base_url: str, base_file_url: str) -> Application[Any, Any, Any, Any, Any, Any]:
    application = (
        Application.builder()
        .token(token)
        .base_url(base_url)
        .base_file_url(base_file_url)
        .job_queue(None)
        .build()
    )
    application.add_handler(CommandHandler("start", start))
    application.add_handler(CallbackQueryHandler(more))
    application.add_handler(MessageHandler(filters.TEXT, echo))
    return application


if __name__ == "__main__":
    build(*sys.argv[1:]).run_polling()
