"""What Telegram refuses, the server refuses; what it takes, the server takes."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests.servers.telegram.files import LARGEST, LARGEST_DOWNLOAD, LARGEST_PHOTO
from tests.servers.telegram.world import World
from tests.telegram_server.raw import Raw, button, keyboard, picture

TEXT = {"chat_id": "ANNA", "text": "Hi"}
PHOTO = {"chat_id": "ANNA"}
EMOJI = "\N{GRINNING FACE}"
KEYS = keyboard([button()])
SCOPE = {"type": "chat"}
MENU = [{"command": "play", "description": "Play"}]

CASES: list[tuple[str, dict[str, Any], str | None]] = [
    ("getMe", {}, None),
    ("getme", {}, None),
    ("getMe", {"verbose": True}, "getMe expects no field verbose"),
    ("sendMessage", TEXT, None),
    (
        "sendMessage",
        TEXT | {"disable_web_page_preview": True},
        "sendMessage expects no field disable_web_page",
    ),
    ("sendMessage", {"text": "Hi"}, "sendMessage expects a field chat_id"),
    ("sendMessage", {"chat_id": "ANNA"}, "sendMessage expects a field text"),
    ("sendMessage", TEXT | {"chat_id": "anna"}, "expects chat_id to be an integer or @username"),
    ("sendMessage", TEXT | {"chat_id": 12.5}, "expects chat_id to be an integer or @username"),
    ("sendMessage", TEXT | {"chat_id": 999}, "chat not found"),
    ("sendMessage", TEXT | {"chat_id": "@nowhere"}, "chat not found"),
    ("sendMessage", TEXT | {"disable_notification": "yes"}, "expects disable_notification to be a boolean"),
    ("sendMessage", TEXT | {"text": ""}, "message text is empty"),
    ("sendMessage", TEXT | {"text": " \n "}, "message text is empty"),
    ("sendMessage", TEXT | {"text": "<b></b>", "parse_mode": "HTML"}, "message text is empty"),
    ("sendMessage", TEXT | {"text": "a" * 4096}, None),
    ("sendMessage", TEXT | {"text": "a" * 4097}, "message is too long"),
    ("sendMessage", TEXT | {"text": EMOJI * 2048}, None),
    ("sendMessage", TEXT | {"text": EMOJI * 2048 + "a"}, "message is too long"),
    ("sendMessage", TEXT | {"text": f"<b>{'a' * 4096}</b>", "parse_mode": "HTML"}, None),
    ("sendMessage", TEXT | {"text": "&lt;" * 4096, "parse_mode": "HTML"}, None),
    ("sendMessage", TEXT | {"text": "&lt;" * 4097, "parse_mode": "HTML"}, "message is too long"),
    ("sendMessage", TEXT | {"text": "<b", "parse_mode": "HTML"}, "can't parse entities: Unclosed start tag"),
    ("sendMessage", TEXT | {"text": "<b"}, None),
    ("sendMessage", TEXT | {"parse_mode": "XML"}, "unsupported parse_mode"),
    ("sendMessage", TEXT | {"message_thread_id": 7}, "message thread not found"),
    ("sendMessage", TEXT | {"reply_parameters": {"message_id": 999}}, "message to be replied not found"),
    (
        "sendMessage",
        TEXT | {"reply_parameters": {"message_id": 999, "allow_sending_without_reply": True}},
        None,
    ),
    (
        "sendMessage",
        TEXT | {"reply_parameters": {"message_id": "1"}},
        "expects reply_parameters to be message_id",
    ),
    ("sendMessage", TEXT | {"reply_parameters": "[1"}, "expects reply_parameters to be JSON"),
    ("sendMessage", TEXT | {"link_preview_options": {"is_disabled": True}}, None),
    ("sendMessage", TEXT | {"link_preview_options": {"is_disabled": 1}}, "is_disabled to be a boolean"),
    ("sendMessage", TEXT | {"link_preview_options": {"disabled": True}}, "no field disabled"),
    ("sendMessage", TEXT | {"reply_markup": KEYS}, None),
    ("sendMessage", TEXT | {"reply_markup": {"force_reply": True, "selective": True}}, None),
    ("sendMessage", TEXT | {"reply_markup": {"remove_keyboard": True}}, None),
    ("sendMessage", TEXT | {"reply_markup": {"keyboard": [["a", {"text": "b"}]]}}, None),
    ("sendMessage", TEXT | {"reply_markup": {"keys": []}}, "no field keys"),
    ("sendMessage", TEXT | {"reply_markup": keyboard([button(data="a" * 64)])}, None),
    ("sendMessage", TEXT | {"reply_markup": keyboard([button(data="a" * 65)])}, "BUTTON_DATA_INVALID"),
    ("sendMessage", TEXT | {"reply_markup": keyboard([button(data="ą" * 33)])}, "BUTTON_DATA_INVALID"),
    ("sendMessage", TEXT | {"reply_markup": keyboard([button(data="")])}, "BUTTON_DATA_INVALID"),
    ("sendMessage", TEXT | {"reply_markup": keyboard([button(text=" ")])}, "not allowed to be empty"),
    ("sendMessage", TEXT | {"reply_markup": keyboard([{"text": "a"}])}, "Text buttons are unallowed"),
    ("sendMessage", TEXT | {"reply_markup": keyboard([button() | {"url": "https://x.org"}])}, "exactly one"),
    (
        "sendMessage",
        TEXT | {"reply_markup": keyboard([{"text": "a", "url": "https://t.me/x?start=a"}])},
        None,
    ),
    ("sendMessage", TEXT | {"reply_markup": keyboard([{"text": "a", "url": "nowhere"}])}, "Wrong HTTP URL"),
    ("sendMessage", TEXT | {"reply_markup": keyboard([button()] * 8)}, None),
    ("sendMessage", TEXT | {"reply_markup": keyboard([button()] * 9)}, "BUTTON_COUNT_INVALID"),
    ("sendMessage", TEXT | {"reply_markup": keyboard(*[[button()] * 5] * 20)}, None),
    ("sendMessage", TEXT | {"reply_markup": keyboard(*[[button()]] * 101)}, "reply markup is too long"),
    ("editMessageText", TEXT | {"message_id": 999}, "message to edit not found"),
    ("editMessageText", TEXT | {"message_id": 0}, "expects message_id to be an integer from 1"),
    ("editMessageText", TEXT | {"message_id": "OWN"}, None),
    (
        "editMessageText",
        TEXT | {"message_id": "OWN", "text": "own"},
        "message is not modified: specified new",
    ),
    ("editMessageText", TEXT | {"message_id": "OWN", "text": "own", "reply_markup": KEYS}, None),
    ("editMessageText", TEXT | {"message_id": "OWN", "text": "<b>own</b>", "parse_mode": "HTML"}, None),
    (
        "editMessageText",
        TEXT | {"message_id": "OWN", "reply_markup": {"force_reply": True}},
        "inline keyboard",
    ),
    ("editMessageText", TEXT | {"message_id": "ANNAS"}, "message can't be edited"),
    ("editMessageText", TEXT | {"message_id": "PICTURE"}, "there is no text in the message to edit"),
    (
        "editMessageCaption",
        PHOTO | {"message_id": "OWN", "caption": "c"},
        "there is no caption in the message",
    ),
    ("editMessageCaption", PHOTO | {"message_id": "PICTURE", "caption": "c"}, None),
    ("editMessageCaption", PHOTO | {"message_id": "PICTURE", "caption": "c" * 1024}, None),
    ("editMessageCaption", PHOTO | {"message_id": "PICTURE", "caption": "c" * 1025}, "caption is too long"),
    ("editMessageCaption", PHOTO | {"message_id": "PICTURE"}, "message is not modified"),
    ("editMessageReplyMarkup", PHOTO | {"message_id": "OWN"}, "message is not modified"),
    ("editMessageReplyMarkup", PHOTO | {"message_id": "OWN", "reply_markup": KEYS}, None),
    ("deleteMessage", PHOTO | {"message_id": "OWN"}, None),
    ("deleteMessage", PHOTO | {"message_id": "ANNAS"}, None),
    ("deleteMessage", PHOTO | {"message_id": 999}, "message to delete not found"),
    ("pinChatMessage", PHOTO | {"message_id": "OWN"}, None),
    ("pinChatMessage", PHOTO | {"message_id": 999}, "message to pin not found"),
    ("unpinChatMessage", PHOTO, "message to unpin not found"),
    ("sendPhoto", PHOTO, "there is no photo in the request"),
    ("sendPhoto", PHOTO | {"photo": "PHOTO_ID"}, None),
    ("sendPhoto", PHOTO | {"photo": "nothing"}, "wrong file identifier/HTTP URL specified"),
    ("sendPhoto", PHOTO | {"photo": "https://x.org/a.png"}, "failed to get HTTP URL content"),
    ("sendPhoto", PHOTO | {"photo": "attach://gone"}, "file gone was not attached"),
    ("sendDocument", PHOTO | {"document": "PHOTO_ID"}, "can't use file of type Photo as Document"),
    ("sendChatAction", PHOTO | {"action": "typing"}, None),
    ("sendChatAction", PHOTO | {"action": "thinking"}, "expects action to be typing or"),
    ("getFile", {"file_id": "PHOTO_ID"}, None),
    ("getFile", {"file_id": "nothing"}, "invalid file_id"),
    ("getChat", PHOTO, None),
    ("getChatMember", PHOTO | {"user_id": "ANNA"}, None),
    ("getChatMember", PHOTO | {"user_id": 999}, "invalid user_id specified"),
    ("getChatAdministrators", PHOTO, "there are no administrators in the private chat"),
    ("answerCallbackQuery", {"callback_query_id": "999"}, "query is too old and response timeout expired"),
    ("answerCallbackQuery", {"callback_query_id": "PRESS", "text": "a" * 201}, "MESSAGE_TOO_LONG"),
    ("answerCallbackQuery", {"callback_query_id": "PRESS", "url": "https://x.org"}, "URL_INVALID"),
    ("answerCallbackQuery", {"callback_query_id": "PRESS", "text": "a" * 200, "show_alert": True}, None),
    ("setMyCommands", {"commands": MENU}, None),
    (
        "setMyCommands",
        {"commands": MENU, "language_code": "pl", "scope": SCOPE | {"chat_id": 999}},
        "chat not",
    ),
    ("setMyCommands", {"commands": MENU, "scope": SCOPE}, "BotCommandScope chat takes"),
    ("setMyCommands", {"commands": MENU, "scope": {"type": "everywhere"}}, "expects scope to be type to be"),
    ("setMyCommands", {"commands": MENU, "language_code": "pol"}, "expects language_code"),
    ("setMyCommands", {"commands": MENU * 2}, "BOT_COMMAND_INVALID"),
    ("setMyCommands", {"commands": [MENU[0] | {"command": "Play"}]}, "BOT_COMMAND_INVALID"),
    ("setMyCommands", {"commands": [MENU[0] | {"command": "dołącz"}]}, "BOT_COMMAND_INVALID"),
    ("setMyCommands", {"commands": [MENU[0] | {"command": "a" * 33}]}, "BOT_COMMAND_INVALID"),
    ("setMyCommands", {"commands": [MENU[0] | {"description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
    (
        "setMyCommands",
        {"commands": [MENU[0] | {"description": "a" * 257}]},
        "BOT_COMMAND_DESCRIPTION_INVALID",
    ),
    (
        "setMyCommands",
        {"commands": [MENU[0] | {"command": f"c{number}"} for number in range(101)]},
        "BOT_COMMANDS_TOO_MUCH",
    ),
    ("setWebhook", {"url": "http://x.org/hook"}, "bad webhook: An HTTPS URL must be provided for webhook"),
    ("setWebhook", {"url": "https://x.org", "secret_token": "a b"}, "expects secret_token"),
    ("getUpdates", {"limit": 101}, "expects limit to be an integer from 1 to 100"),
    ("getUpdates", {"allowed_updates": ["messages"]}, "expects allowed_updates to be message or edited"),
    ("getUpdates", {"timeout": "soon"}, "expects timeout to be an integer"),
]


@pytest.mark.parametrize(("method", "fields", "why"), CASES)
async def test_calls(world: World, raw: Raw, method: str, fields: dict[str, Any], why: str | None) -> None:
    anna = world.person("Anna")
    written = anna.starts_bot()
    _, own = await raw.call("sendMessage", {"chat_id": anna.id, "text": "own"})
    _, shown = await raw.call("sendPhoto", {"chat_id": anna.id}, photo=("a.png", picture()))
    press = anna.presses_data("y", anna.private.last())
    standing_for = {
        "ANNA": anna.id,
        "OWN": own["message_id"],
        "ANNAS": written.id,
        "PICTURE": shown["message_id"],
        "PHOTO_ID": shown["photo"][-1]["file_id"],
        "PRESS": press.id,
    }
    given = {
        name: standing_for.get(value, value) if isinstance(value, str) else value
        for name, value in fields.items()
    }
    status, answer = await raw.call(method, given)
    if why is None:
        assert status == 200, answer
    else:
        assert status == 400, answer
        assert answer.startswith("Bad Request: ")
        assert why in answer


GIF = picture(form="GIF")
NO_FILE = "wrong file identifier/HTTP URL specified"
UPLOADS: list[tuple[str, str, str | None, bytes, int, str | None]] = [
    # method, part, name of the file, how it begins, how many empty bytes follow, why not
    ("sendPhoto", "photo", "a.png", picture(), 0, None),
    ("sendPhoto", "photo", "a.jpg", picture(form="JPEG"), 0, None),
    ("sendPhoto", "photo", None, picture(), 0, NO_FILE),
    ("sendPhoto", "photo", " ", picture(), 0, "file must have a name"),
    ("sendPhoto", "photo", "a.png", b"", 0, "file must be non-empty"),
    ("sendPhoto", "photo", "a.png", b"no picture", 0, "IMAGE_PROCESS_FAILED"),
    ("sendPhoto", "photo", "a.png", picture()[:60], 0, "IMAGE_PROCESS_FAILED"),
    ("sendPhoto", "photo", "a.png", picture(size=(2100, 100)), 0, "PHOTO_INVALID_DIMENSIONS"),
    ("sendPhoto", "photo", "a.png", picture(size=(2000, 100)), 0, None),
    ("sendPhoto", "photo", "a.png", picture(size=(5001, 5000)), 0, "PHOTO_INVALID_DIMENSIONS"),
    ("sendPhoto", "photo", "a.png", picture(), LARGEST_PHOTO, "file is too big"),
    ("sendPhoto", "picture", "a.png", picture(), 0, "sendPhoto expects no file picture"),
    ("sendDocument", "document", "a.pdn", b"x", 0, None),
    ("sendDocument", "document", "a.pdn", b"x", LARGEST, "Request Entity Too Large"),
    ("sendAnimation", "animation", "a.gif", GIF, 0, None),
    ("sendMessage", "text", "a.txt", b"x", 0, "sendMessage expects a field text"),
]


@pytest.mark.parametrize(("method", "part", "name", "begins", "more", "why"), UPLOADS)
async def test_uploads(
    world: World,
    raw: Raw,
    method: str,
    part: str,
    name: str | None,
    begins: bytes,
    more: int,
    why: str | None,
) -> None:
    anna = world.person("Anna", started=True)
    status, answer = await raw.call(method, {"chat_id": anna.id}, **{part: (name, begins + bytes(more))})
    if why is None:
        assert status == 200
        assert anna.private.last().file
    else:
        assert status == (413 if more == LARGEST else 400)
        assert why in answer


async def test_a_json_body_is_taken_as_well(world: World, raw: Raw) -> None:
    anna = world.person("Anna", started=True)
    status, _ = await raw.call_json("sendMessage", {"chat_id": anna.id, "text": "a", "reply_markup": KEYS})
    assert status == 200
    assert anna.private.last().labels == [["Yes"]]
    assert await raw.call_json("getMe", []) == (400, "Bad Request: can't parse request: object expected")


@pytest.mark.parametrize(
    ("token", "code", "why"),
    [("123:abc", 401, "Unauthorized"), ("abc", 404, "Not Found"), ("1:", 404, "Not Found")],
)
async def test_another_token_opens_nothing(world: World, token: str, code: int, why: str) -> None:
    async with Raw(world.base_url, token) as raw:
        assert await raw.call("getMe", {}) == (code, why)


@pytest.mark.parametrize("method", ["sendPoll", "sendMediaGroup", "x"])
async def test_what_the_server_does_not_know_is_not_found(raw: Raw, method: str) -> None:
    assert await raw.call(method, {}) == (404, "Not Found: method not found")


async def test_a_press_is_answered_once_and_in_time(world: World, raw: Raw) -> None:
    anna = world.person("Anna", started=True)
    await raw.call("sendMessage", {"chat_id": anna.id, "text": "a", "reply_markup": KEYS})
    first = anna.presses("Yes", anna.private.last())
    late = anna.presses("Yes", anna.private.last())
    assert first
    assert late
    assert await raw.call("answerCallbackQuery", {"callback_query_id": first.id}) == (200, True)
    too_late = (
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
    )
    assert await raw.call("answerCallbackQuery", {"callback_query_id": first.id}) == too_late
    world.pass_time(timedelta(seconds=16))
    assert await raw.call("answerCallbackQuery", {"callback_query_id": late.id}) == too_late


async def test_an_edit_that_comes_too_late(world: World, raw: Raw) -> None:
    anna = world.person("Anna", started=True)
    _, sent = await raw.call("sendMessage", {"chat_id": anna.id, "text": "a"})
    there = {"chat_id": anna.id, "message_id": sent["message_id"]}
    world.pass_time(timedelta(hours=49))
    assert (await raw.call("editMessageText", {**there, "text": "b"}))[0] == 200
    world.telegram.settings.editable_for = timedelta(hours=48)
    refused = await raw.call("editMessageText", {**there, "text": "c"})
    assert refused == (400, "Bad Request: message can't be edited")
    refused = await raw.call("deleteMessage", there)
    assert refused == (400, "Bad Request: message can't be deleted")


async def test_what_forces_a_reply_cannot_be_edited(world: World, raw: Raw) -> None:
    anna = world.person("Anna", started=True)
    question = {"chat_id": anna.id, "text": "a", "reply_markup": {"force_reply": True}}
    _, sent = await raw.call("sendMessage", question)
    there = {"chat_id": anna.id, "message_id": sent["message_id"]}
    refused = await raw.call("editMessageText", {**there, "text": "b"})
    assert refused == (400, "Bad Request: message can't be edited")


async def test_a_large_file_of_somebody_cannot_be_fetched(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    small, large = anna.uploads("a.toml", b"x"), anna.uploads("b.toml", bytes(LARGEST_DOWNLOAD + 1))
    assert small.file
    assert large.file
    assert (await raw.call("getFile", {"file_id": small.file.id}))[0] == 200
    assert await raw.call("getFile", {"file_id": large.file.id}) == (400, "Bad Request: file is too big")


async def test_calls_come_at_the_same_time(world: World, raw: Raw) -> None:
    anna = world.person("Anna", started=True)
    calls = [raw.call("sendMessage", {"chat_id": anna.id, "text": str(number)}) for number in range(50)]
    assert {status for status, _ in await asyncio.gather(*calls)} == {200}
    assert len({message.id for message in anna.private.said}) == 50
