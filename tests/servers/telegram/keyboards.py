"""What may hang below a message."""

from __future__ import annotations

import re
from typing import Any

from tests.servers.telegram.errors import bad_request
from tests.servers.telegram.fields import any_of, boolean, list_of, may, need, object_of, string, unpacked
from tests.servers.telegram.model import Json

MOST_BUTTONS = 100
MOST_IN_A_ROW = 8
LONGEST_DATA = 64
ACTIONS = ("url", "callback_data", "switch_inline_query", "switch_inline_query_current_chat", "copy_text")

INLINE_BUTTON = object_of(
    {
        "text": need(string()),
        "url": may(string()),
        "callback_data": may(string()),
        "switch_inline_query": may(string()),
        "switch_inline_query_current_chat": may(string()),
        "copy_text": may(object_of({"text": need(string(longest=256))})),
        "style": may(string()),
    }
)
INLINE = object_of({"inline_keyboard": need(list_of(list_of(INLINE_BUTTON)))})
KEY = any_of(string(), object_of({"text": need(string())}))
REPLY = object_of(
    {
        "keyboard": need(list_of(list_of(KEY))),
        "is_persistent": may(boolean),
        "resize_keyboard": may(boolean),
        "one_time_keyboard": may(boolean),
        "input_field_placeholder": may(string(longest=64)),
        "selective": may(boolean),
    }
)
REMOVE = object_of({"remove_keyboard": need(boolean), "selective": may(boolean)})
FORCE = object_of(
    {
        "force_reply": need(boolean),
        "input_field_placeholder": may(string(longest=64)),
        "selective": may(boolean),
    }
)


def markup(value: Any, is_word: bool) -> Json:
    """A ``reply_markup`` of any of its four kinds. Raises ValueError about the kind it seems to be."""
    value = unpacked(value, is_word)
    for name, kind in (("keyboard", REPLY), ("remove_keyboard", REMOVE), ("force_reply", FORCE)):
        if isinstance(value, dict) and name in value:
            return dict(kind(value, False))
    return dict(INLINE(value, False))


def check_inline(keyboard: Json) -> Json:
    """A keyboard without its empty rows. Raises Refused for what no client could show or no server keep."""
    rows = [row for row in keyboard["inline_keyboard"] if row]
    if sum(map(len, rows)) > MOST_BUTTONS:
        raise bad_request("reply markup is too long")
    if any(len(row) > MOST_IN_A_ROW for row in rows):
        raise bad_request("BUTTON_COUNT_INVALID")
    for button in (button for row in rows for button in row):
        check_button(button)
    return {"inline_keyboard": rows}


def check_button(button: Json) -> None:
    if not button["text"].strip():
        raise bad_request("can't parse inline keyboard button: text buttons are not allowed to be empty")
    actions = [name for name in ACTIONS if name in button]
    if not actions:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if len(actions) > 1:
        raise bad_request("can't parse inline keyboard button: exactly one action must be used")
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= LONGEST_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button and not re.fullmatch(r"(https?|tg)://[^\s/?#]+\S*", button["url"]):
        raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
