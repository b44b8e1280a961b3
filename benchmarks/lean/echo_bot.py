"""A bare bot on python-telegram-bot: one durable commit for each update, then an answer.

    python benchmarks/lean/echo_bot.py API TOKEN DATABASE PICTURE

What begins with a slash is answered with itself, anything else with the picture, which is posted once in each
chat and edited from then on.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import aiosqlite
from telegram import InputFile, InputMediaPhoto, Update
from telegram.ext import ApplicationBuilder, MessageHandler, filters


def main(api: str, token: str, database: str, picture: str) -> None:
    """Run until killed."""
    content = Path(picture).read_bytes()
    boards: dict[int, int] = {}
    opened: list[aiosqlite.Connection] = []

    async def open_database(app: Any) -> None:
        db = await aiosqlite.connect(database, isolation_level=None)
        await db.executescript(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE seen (id, text)"
        )
        opened.append(db)

    async def answer(update: Update, context: Any) -> None:
        message = update.effective_message
        if message is None or message.text is None:
            return
        await opened[0].execute("INSERT INTO seen VALUES (?, ?)", (update.update_id, message.text))
        chat = message.chat.id
        if message.text.startswith("/"):
            await context.bot.send_message(chat, message.text)
        elif (board := boards.get(chat)) is not None:
            file = InputFile(content, filename="board.png", attach=True)
            await context.bot.edit_message_media(InputMediaPhoto(file, message.text), chat, board)
        else:
            posted = await context.bot.send_photo(chat, InputFile(content, "board.png"), message.text)
            boards[chat] = posted.message_id

    app = (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{api}/bot")
        .concurrent_updates(True)
        .connection_pool_size(64)
        .post_init(open_database)
        .build()
    )
    app.add_handler(MessageHandler(filters.ALL, answer))
    app.run_polling(allowed_updates=["message"])


if __name__ == "__main__":
    main(*sys.argv[1:])
