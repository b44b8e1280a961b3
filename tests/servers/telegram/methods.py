"""The methods that the server knows, each with its fields and who handles it.

``getUpdates`` is the one that waits; the server answers it itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.servers.telegram import looking, sending, updates
from tests.servers.telegram.fields import (
    Fields,
    boolean,
    chat_id,
    integer,
    list_of,
    may,
    need,
    object_of,
    one_of,
    string,
)
from tests.servers.telegram.files import Uploaded
from tests.servers.telegram.keyboards import markup
from tests.servers.telegram.state import Telegram

Handler = Callable[[Telegram, dict[str, Any], Mapping[str, Uploaded]], Any]


@dataclass(frozen=True, slots=True)
class Method:
    name: str
    fields: Fields
    handle: Handler
    files: frozenset[str] = frozenset()
    """fields that a file may come in directly"""
    attaches: bool = False
    """whether files may come under names that a field points to"""


MESSAGE_ID = integer(1, 2**31 - 1)
LINK_PREVIEW = object_of(
    {
        "is_disabled": may(boolean),
        "url": may(string()),
        "prefer_small_media": may(boolean),
        "prefer_large_media": may(boolean),
        "show_above_text": may(boolean),
    }
)
REPLY = object_of(
    {
        "message_id": need(MESSAGE_ID),
        "chat_id": may(chat_id),
        "allow_sending_without_reply": may(boolean),
    }
)
ENTITIES = list_of(
    object_of(
        {
            "type": need(string()),
            "offset": need(integer(0)),
            "length": need(integer(1)),
            "url": may(string()),
            "language": may(string()),
        }
    )
)
TARGET: Fields = {
    "chat_id": need(chat_id),
    "message_thread_id": may(integer(1)),
    "disable_notification": may(boolean),
    "protect_content": may(boolean),
    "allow_paid_broadcast": may(boolean),
    "reply_parameters": may(REPLY),
    "reply_markup": may(markup),
}
WORDS: Fields = {
    "parse_mode": may(string()),
    "entities": may(ENTITIES),
    "link_preview_options": may(LINK_PREVIEW),
}
CAPTION: Fields = {
    "caption": may(string()),
    "parse_mode": may(string()),
    "caption_entities": may(ENTITIES),
}
ABOVE: Fields = {"show_caption_above_media": may(boolean)}
PICTURE: Fields = {**ABOVE, "has_spoiler": may(boolean)}
ANIMATION: Fields = {
    "duration": may(integer(0)),
    "width": may(integer(1)),
    "height": may(integer(1)),
    "thumbnail": may(string()),
}
DOCUMENT: Fields = {"thumbnail": may(string()), "disable_content_type_detection": may(boolean)}
EDITED: Fields = {
    "chat_id": need(chat_id),
    "message_id": need(MESSAGE_ID),
    "reply_markup": may(markup),
}
INPUT_MEDIA = object_of(
    {
        "type": need(one_of("photo", "animation", "document")),
        "media": need(string()),
        **CAPTION,
        **PICTURE,
        **ANIMATION,
        **DOCUMENT,
    }
)
SCOPE = object_of(
    {
        "type": need(
            one_of(
                "default",
                "all_private_chats",
                "all_group_chats",
                "all_chat_administrators",
                "chat",
                "chat_administrators",
                "chat_member",
            )
        ),
        "chat_id": may(chat_id),
        "user_id": may(integer(1)),
    }
)
LANGUAGE = string(pattern="([a-z]{2})?")
SCOPED: Fields = {"scope": may(SCOPE), "language_code": may(LANGUAGE)}
KINDS = list_of(one_of(*updates.KINDS))
CHAT: Fields = {"chat_id": need(chat_id)}
PINNED: Fields = {**CHAT, "message_id": need(MESSAGE_ID)}
WHERE_TO_POST: Fields = {
    "url": need(string()),
    "ip_address": may(string()),
    "max_connections": may(integer(1, 100)),
    "allowed_updates": may(KINDS),
    "drop_pending_updates": may(boolean),
    "secret_token": may(string(pattern="[A-Za-z0-9_-]{1,256}")),
}
ACTION = one_of(
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
)
GET_UPDATES: Fields = {
    "offset": may(integer()),
    "limit": may(integer(1, 100)),
    "timeout": may(integer(0)),
    "allowed_updates": may(KINDS),
}
ANSWER: Fields = {
    "callback_query_id": need(string()),
    "text": may(string()),
    "show_alert": may(boolean),
    "url": may(string()),
    "cache_time": may(integer(0)),
}


def _media(kind: str, special: Fields) -> Method:
    return Method(
        f"send{kind.title()}",
        {**TARGET, **CAPTION, **special, kind: may(string())},
        sending.send_media(kind),
        files=frozenset({kind, "thumbnail"} & {kind, *special}),
        attaches=True,
    )


def _about(which: str, longest: int) -> list[Method]:
    name = "".join(word.title() for word in which.split("_"))
    language = {"language_code": may(LANGUAGE)}
    return [
        Method(f"setMy{name}", {which: may(string(longest)), **language}, looking.set_description(which)),
        Method(f"getMy{name}", language, looking.get_description(which)),
    ]


_ALL = [
    Method("getMe", {}, looking.get_me),
    Method("getChat", CHAT, looking.get_chat),
    Method("getChatMember", {**CHAT, "user_id": need(integer(1))}, looking.get_chat_member),
    Method("getChatAdministrators", {**CHAT, "return_bots": may(boolean)}, looking.get_chat_administrators),
    Method("getChatMemberCount", CHAT, looking.get_chat_member_count),
    Method("leaveChat", CHAT, looking.leave_chat),
    Method(
        "sendChatAction",
        {**CHAT, "message_thread_id": may(integer(1)), "action": need(ACTION)},
        looking.send_chat_action,
    ),
    Method("getFile", {"file_id": need(string())}, looking.get_file),
    Method("setWebhook", WHERE_TO_POST, looking.set_webhook),
    Method("deleteWebhook", {"drop_pending_updates": may(boolean)}, looking.delete_webhook),
    Method("getWebhookInfo", {}, looking.get_webhook_info),
    Method(
        "setMyCommands",
        {
            **SCOPED,
            "commands": need(list_of(object_of({"command": need(string()), "description": need(string())}))),
        },
        looking.set_my_commands,
    ),
    Method("getMyCommands", SCOPED, looking.get_my_commands),
    Method("deleteMyCommands", SCOPED, looking.delete_my_commands),
    *_about("name", 64),
    *_about("description", 512),
    *_about("short_description", 120),
    Method("sendMessage", {**TARGET, **WORDS, "text": need(string())}, sending.send_message),
    _media("photo", PICTURE),
    _media("animation", {**PICTURE, **ANIMATION}),
    _media("document", DOCUMENT),
    Method("editMessageText", {**EDITED, **WORDS, "text": need(string())}, sending.edit_message_text),
    Method("editMessageCaption", {**EDITED, **CAPTION, **ABOVE}, sending.edit_message_caption),
    Method(
        "editMessageMedia", {**EDITED, "media": need(INPUT_MEDIA)}, sending.edit_message_media, attaches=True
    ),
    Method("editMessageReplyMarkup", EDITED, sending.edit_message_reply_markup),
    Method("deleteMessage", PINNED, sending.delete_message),
    Method("answerCallbackQuery", ANSWER, sending.answer_callback_query),
    Method("pinChatMessage", {**PINNED, "disable_notification": may(boolean)}, sending.pin_chat_message),
    Method("unpinChatMessage", {**CHAT, "message_id": may(MESSAGE_ID)}, sending.unpin_chat_message),
]
METHODS = {method.name.lower(): method for method in _ALL}
"""by name, in small letters: Telegram does not tell the two apart"""
