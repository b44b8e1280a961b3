"""The same calls of the same client are taken or refused both by the server and by a foreign emulator."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web
from lo_bot_api_emulator import LoBotApiEmulator
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, TelegramError

from tests.servers.telegram.files import LARGEST, LARGEST_PHOTO
from tests.servers.telegram.people import Person
from tests.servers.telegram.updates import KINDS
from tests.servers.telegram.world import World
from tests.telegram_server.clients import client
from tests.telegram_server.raw import picture

PERSON = 7_000_000_001
EMOJI = "\N{GRINNING FACE}"


class Emulator(LoBotApiEmulator):
    """With a username, which every real bot has and the client asks for."""

    def validate(self, method: str, fields: dict[str, Any], uploads: dict[str, Any]) -> Any:
        answer = super().validate(method, fields, uploads)
        return answer | {"username": "fixture_bot"} if method == "getMe" else answer


@pytest.fixture
def emulator() -> Emulator:
    return Emulator()


@pytest.fixture
async def theirs(emulator: Emulator) -> AsyncIterator[Bot]:
    runner = web.AppRunner(emulator.app(), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        async with client("7:secret", url) as bot:
            yield bot
    finally:
        await runner.cleanup()


@pytest.fixture
def ours(world: World, bot: Bot) -> Bot:
    assert world.person("Anna", started=True).id == PERSON
    return bot


def keys(*rows: int, data: str = "y") -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton("Yes", callback_data=data)] * many for many in rows])


def say(text: str, **more: Any) -> Callable[[Bot], Awaitable[Any]]:
    return lambda bot: bot.send_message(PERSON, text, **more)


def show(more: int = 0, *, caption: str | None = None) -> Callable[[Bot], Awaitable[Any]]:
    content = io.BytesIO(picture() + bytes(more))
    return lambda bot: bot.send_photo(PERSON, content.getvalue(), caption=caption, filename="a.png")


def document(size: int) -> Callable[[Bot], Awaitable[Any]]:
    return lambda bot: bot.send_document(PERSON, bytes(size), filename="a.pdn")


def menu(many: int) -> Callable[[Bot], Awaitable[Any]]:
    return lambda bot: bot.set_my_commands([BotCommand(f"c{number}", "x") for number in range(many)])


async def shown_again(bot: Bot) -> None:
    sent = await bot.send_photo(PERSON, picture(), filename="a.png")
    again = await bot.send_photo(PERSON, sent.photo[-1].file_id)
    file = await bot.get_file(again.photo[-1].file_id)
    assert await file.download_as_bytearray() == picture()


async def edited(bot: Bot) -> None:
    sent = await bot.send_message(PERSON, "a")
    await sent.edit_text("b", reply_markup=keys(1))
    await sent.edit_reply_markup(None)


CALLS: dict[str, tuple[Callable[[Bot], Awaitable[Any]], type[TelegramError] | None]] = {
    "a text": (say("a"), None),
    "an empty text": (say(" "), BadRequest),
    "the longest text": (say("a" * 4096), None),
    "a longer text": (say("a" * 4097), BadRequest),
    "the longest text of pairs": (say(EMOJI * 2048), None),
    "a longer text of pairs": (say(EMOJI * 2048 + "a"), BadRequest),
    "an unknown field": (say("a", api_kwargs={"colour": "red"}), BadRequest),
    "a reply to nothing": (say("a", reply_to_message_id=2**31), BadRequest),
    "buttons": (say("a", reply_markup=keys(8, 8)), None),
    "too many buttons in a row": (say("a", reply_markup=keys(9)), BadRequest),
    "most buttons": (say("a", reply_markup=keys(*[8] * 12, 4)), None),
    "too many buttons": (say("a", reply_markup=keys(*[8] * 12, 5)), BadRequest),
    "longest data": (say("a", reply_markup=keys(1, data="ą" * 32)), None),
    "longer data": (say("a", reply_markup=keys(1, data="ą" * 32 + "a")), BadRequest),
    "edits": (edited, None),
    "an edit of nothing": (lambda bot: bot.edit_message_text("a", PERSON, 0), BadRequest),
    "a picture": (show(caption="a" * 1024), None),
    "a picture with too long a caption": (show(caption="a" * 1025), BadRequest),
    "a picture too large": (show(LARGEST_PHOTO), BadRequest),
    "a picture again by its id": (shown_again, None),
    "a picture that nobody knows": (lambda bot: bot.send_photo(PERSON, "nothing"), BadRequest),
    "a document": (document(1000), None),
    "a file that nobody knows": (lambda bot: bot.get_file("nothing"), BadRequest),
    "a menu": (menu(100), None),
    "too long a menu": (menu(101), BadRequest),
    "an action": (lambda bot: bot.send_chat_action(PERSON, "typing"), None),
    "no action": (lambda bot: bot.send_chat_action(PERSON, "thinking"), BadRequest),
    "an unknown method": (lambda bot: bot.do_api_request("sendTea"), TelegramError),
    "an unknown kind of update": (lambda bot: bot.get_updates(allowed_updates=["tea"]), BadRequest),
    "more updates than can be asked for": (lambda bot: bot.get_updates(limit=101), BadRequest),
}


async def outcome(call: Callable[[Bot], Awaitable[Any]], bot: Bot) -> type[TelegramError] | None:
    try:
        await call(bot)
    except TelegramError as error:
        return type(error)
    return None


@pytest.mark.parametrize("name", CALLS)
async def test_both_take_or_refuse(ours: Bot, theirs: Bot, name: str) -> None:
    call, expected = CALLS[name]
    answers = [await outcome(call, ours), await outcome(call, theirs)]
    if expected is None:
        assert answers == [None, None]
    else:
        assert all(answer and issubclass(answer, expected) for answer in answers), answers
        assert not {NetworkError, InvalidToken} & set(answers)


async def test_both_refuse_a_file_too_large(ours: Bot, theirs: Bot) -> None:
    call = document(LARGEST + 1)
    assert None not in [await outcome(call, ours), await outcome(call, theirs)]


async def test_both_hand_updates_out_until_they_are_confirmed(
    world: World, emulator: Emulator, ours: Bot, theirs: Bot
) -> None:
    anna = Person(world.telegram, world.telegram.users[PERSON])
    for text in "ab":
        message = anna.writes(text).json()
        await emulator.enqueue_update({"message": message}, token=theirs.token)
    for bot in (ours, theirs):
        first, second = await bot.get_updates()
        assert [update.message.text for update in (first, second) if update.message] == ["a", "b"]
        assert await bot.get_updates() == (first, second)
        assert await bot.get_updates(offset=second.update_id) == (second,)
        assert await bot.get_updates(offset=second.update_id + 1) == ()


@pytest.mark.parametrize("whose", ["ours", "theirs"])
async def test_both_let_one_poll_at_a_time(
    world: World, emulator: Emulator, ours: Bot, theirs: Bot, whose: str
) -> None:
    bot = {"ours": ours, "theirs": theirs}[whose]
    polls = [asyncio.create_task(outcome(lambda bot: bot.get_updates(timeout=20), bot)) for _ in range(2)]
    refused, others = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
    assert [poll.result() for poll in refused] == [Conflict]
    written = Person(world.telegram, world.telegram.users[PERSON]).writes("a")
    await emulator.enqueue_update({"message": written.json()}, token=theirs.token)
    assert await asyncio.gather(*others) == [None]


def test_the_client_asks_for_no_update_that_the_server_does_not_know() -> None:
    assert set(Update.ALL_TYPES) - set(KINDS) == set()
