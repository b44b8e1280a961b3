"""The server as the client of python-telegram-bot meets it."""

from __future__ import annotations

import asyncio

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto
from telegram.error import BadRequest

from tests.servers.telegram.world import World
from tests.telegram_server.raw import picture

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("Yes", callback_data="y")]])


async def test_a_message_is_heard_answered_and_edited(world: World, bot: Bot) -> None:
    anna = world.person("Anna", "anna", language="pl")
    anna.starts_bot("join_K7R2")
    (update,) = await bot.get_updates(timeout=1)
    assert update.message
    assert (update.message.text, update.effective_user.language_code) == ("/start join_K7R2", "pl")
    sent = await bot.send_message(anna.id, "<b>Hi</b> &amp; welcome", parse_mode="HTML", reply_markup=KEYS)
    (message,) = anna.private.said
    assert (message.text, message.source) == ("Hi & welcome", "<b>Hi</b> &amp; welcome")
    assert message.labels == [["Yes"]]
    anna.presses("Yes", message)
    (pressed,) = await bot.get_updates(offset=update.update_id + 1, timeout=1)
    assert pressed.callback_query
    assert pressed.callback_query.data == "y"
    await pressed.callback_query.answer("well")
    assert anna.notices == [{"text": "well"}]
    await sent.edit_text("Bye")
    assert (message.text, message.labels) == ("Bye", [])
    with pytest.raises(BadRequest, match="Message is not modified"):
        await sent.edit_text("Bye")
    assert not await bot.get_updates(offset=pressed.update_id + 1)
    await world.settled(quiet=0)


async def test_a_picture_is_replaced_and_known_by_its_id(world: World, bot: Bot) -> None:
    anna = world.person("Anna", started=True)
    sent = await bot.send_photo(anna.id, picture(), caption="one", filename="board.png")
    message = anna.private.last()
    assert message.picture == picture()
    await sent.edit_media(
        InputMediaPhoto(picture("blue"), caption="two", filename="b.png"), reply_markup=KEYS
    )
    assert (message.text, message.picture) == ("two", picture("blue"))
    edited = await bot.edit_message_media(InputMediaPhoto(sent.photo[-1].file_id), anna.id, sent.message_id)
    assert edited.photo[-1].file_unique_id == sent.photo[-1].file_unique_id
    assert message.content.media
    assert not message.content.media.was_uploaded
    assert [content.text for content in message.history] == ["one", "two"]
    file = await bot.get_file(sent.photo[-1].file_id)
    assert await file.download_as_bytearray() == picture()


async def test_a_poll_waits_for_what_comes(world: World, bot: Bot) -> None:
    anna = world.person("Anna")
    waiting = asyncio.create_task(bot.get_updates(timeout=5))
    await world.until(lambda: world.calls_of("getUpdates"))
    anna.starts_bot()
    (update,) = await waiting
    (again,) = await bot.get_updates()
    assert (again.update_id, len(world.pending)) == (update.update_id, 1)
