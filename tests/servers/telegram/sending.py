"""Methods that post, edit and delete."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.servers.telegram.errors import bad_request
from tests.servers.telegram.files import Uploaded
from tests.servers.telegram.keyboards import check_inline
from tests.servers.telegram.markup import Entity, read_text, units
from tests.servers.telegram.model import Chat, Content, Json, Media, Message
from tests.servers.telegram.state import Telegram

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
GENERAL_TOPIC = 1
PERMISSION = {
    "photo": ("photos", "can_send_photos"),
    "animation": ("animations", "can_send_other_messages"),
    "document": ("documents", "can_send_documents"),
}
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a"
    " current content and reply markup of the message"
)
REMEMBERED = ("link_preview_options", "show_caption_above_media", "protect_content", "disable_notification")

Arguments = dict[str, Any]
Uploads = Mapping[str, Uploaded]


def send_message(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    chat = telegram.enter_to_write(given["chat_id"], "text messages", "can_send_messages")
    return post(telegram, chat, given, words(telegram, given, "text")).json()


def send_media(kind: str) -> Any:
    def send(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
        chat = telegram.enter_to_write(given["chat_id"], *PERMISSION[kind])
        media = taken_in(telegram, kind, given.get(kind), uploads, kind)
        return post(telegram, chat, given, replace(words(telegram, given, "caption"), media=media)).json()

    return send


def words(telegram: Telegram, given: Arguments, name: str) -> Content:
    """The text or caption of a call, within its limits. Raises Refused where it is too long or empty."""
    source = given.get(name, "")
    parse_mode = given.get("parse_mode") or None
    if given.get("entities") or given.get("caption_entities"):
        raise bad_request("this server reads markup, not lists of entities")
    text, entities = read_text(source, parse_mode)
    entities = [entity for entity in entities if named(telegram, entity)]
    if name == "text":
        if not text:
            raise bad_request("message text is empty")
        if units(text) > LONGEST_TEXT:
            raise bad_request("message is too long")
    elif units(text) > LONGEST_CAPTION:
        raise bad_request("message caption is too long")
    return Content(source, parse_mode, text, tuple(entities))


def named(telegram: Telegram, entity: Entity) -> bool:
    """Put in whom an entity means; one that means nobody the bot has met is left out without a word."""
    if entity["type"] != "text_mention":
        return True
    entity["user"] = telegram.users.get(entity["user"])
    return entity["user"] is not None and telegram.has_met(telegram.chats[entity["user"].id])


def taken_in(telegram: Telegram, kind: str, named: str | None, uploads: Uploads, part: str) -> Media:
    """The file of a call: uploaded as ``part``, attached under a name, or known by its id."""
    if named and named.startswith("attach://"):
        part = named.removeprefix("attach://")
        if part not in uploads:
            raise bad_request(f"can't parse {kind}: file {part} was not attached")
        named = None
    if part in uploads and not named:
        return Media(telegram.files.keep(kind, uploads[part]), was_uploaded=True)
    if not named:
        raise bad_request(f"there is no {kind} in the request")
    return Media(telegram.files.known(named, kind), was_uploaded=False)


def post(telegram: Telegram, chat: Chat, given: Arguments, content: Content) -> Message:
    thread = topic(chat, given.get("message_thread_id"))
    answered = replied(chat, given, thread)
    markup = given.get("reply_markup") or {}
    if chat.type == "channel" and markup and "inline_keyboard" not in markup:
        raise bad_request("inline keyboard expected")
    if "inline_keyboard" in markup:
        keyboard = check_inline(markup)
        content = replace(content, keyboard=keyboard if keyboard["inline_keyboard"] else None)
    telegram.pace.count(chat.id, not chat.is_private)
    author = None if chat.type == "channel" else telegram.bot
    message = telegram.post(
        chat,
        author,
        content,
        thread=thread,
        reply_to=answered,
        sender_chat=chat if chat.type == "channel" else None,
    )
    if not message.content.keyboard and markup and "inline_keyboard" not in markup:
        message.asks = markup
        chat.questions.append(message)
    message.is_silent = bool(given.get("disable_notification"))
    message.options = {name: given[name] for name in REMEMBERED if name in given}
    return message


def topic(chat: Chat, thread: int | None) -> int | None:
    if thread is None:
        return None
    if not chat.is_forum or thread not in chat.topics:
        raise bad_request("message thread not found")
    return thread


def replied(chat: Chat, given: Arguments, thread: int | None) -> Message | None:
    """The message that a call answers. Raises Refused where it is gone and the call does not allow that, or
    was in another topic."""
    parameters = given.get("reply_parameters")
    if not parameters:
        return None
    if parameters.get("chat_id", chat.id) != chat.id:
        raise bad_request("this server knows replies within a chat alone")
    message = chat.messages.get(parameters["message_id"])
    if message is None or message.deleted_at:
        is_of_here = message is None or message.thread == thread
        if parameters.get("allow_sending_without_reply") and is_of_here:
            return None
        raise bad_request("message to be replied not found")
    return message


def to_edit(telegram: Telegram, given: Arguments) -> Message:
    """The message that a call edits. Raises Refused where it is gone, another's, or too old."""
    chat = telegram.enter(given["chat_id"])
    message = telegram.message(chat, given["message_id"], "message to edit not found")
    is_own = message.author is telegram.bot or message.sender_chat is chat
    limit = telegram.settings.editable_for
    is_late = limit is not None and telegram.now() - message.at > limit
    if not is_own or message.is_frozen or is_late or message.service or message.asks:
        raise bad_request("message can't be edited")
    return message


def put(telegram: Telegram, message: Message, given: Arguments, content: Content) -> Json:
    """Replace what a message says; a call without a keyboard takes the keyboard off."""
    markup = given.get("reply_markup")
    if markup is not None and "inline_keyboard" not in markup:
        raise bad_request("inline keyboard expected")
    keyboard = check_inline(markup) if markup else None
    content = replace(content, keyboard=keyboard if keyboard and keyboard["inline_keyboard"] else None)
    telegram.pace.count(message.chat.id, not message.chat.is_private)
    if content.looks_like(message.content):
        raise bad_request(NOT_MODIFIED)
    message.edit(content, telegram.now())
    message.options |= {name: given[name] for name in REMEMBERED if name in given}
    telegram.changes.tell()
    return message.json()


def edit_message_text(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    message = to_edit(telegram, given)
    if message.content.media:
        raise bad_request("there is no text in the message to edit")
    return put(telegram, message, given, words(telegram, given, "text"))


def edit_message_caption(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    message = to_edit(telegram, given)
    if not message.content.media:
        raise bad_request("there is no caption in the message to edit")
    return put(
        telegram, message, given, replace(words(telegram, given, "caption"), media=message.content.media)
    )


def edit_message_media(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    message = to_edit(telegram, given)
    described = given["media"]
    content = words(telegram, described, "caption")
    media = taken_in(telegram, described["type"], described.get("media"), uploads, "media")
    return put(telegram, message, given, replace(content, media=media))


def edit_message_reply_markup(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    message = to_edit(telegram, given)
    return put(telegram, message, given, message.content)


def delete_message(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    chat = telegram.enter(given["chat_id"])
    message = telegram.message(chat, given["message_id"], "message to delete not found")
    is_own = message.author is telegram.bot or message.sender_chat is chat
    may = is_own or chat.is_private or chat.membership(telegram.bot).may("can_delete_messages")
    if not may or telegram.now() - message.at > telegram.settings.deletable_for:
        raise bad_request("message can't be deleted")
    message.deleted_at = telegram.now()
    telegram.changes.tell()
    return True


def answer_callback_query(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    callback = telegram.callbacks.get(given["callback_query_id"])
    lifetime = telegram.settings.callback_lifetime
    if callback is None or callback.answer is not None or telegram.now() - callback.at > lifetime:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    if units(given.get("text", "")) > 200:
        raise bad_request("MESSAGE_TOO_LONG")
    if "url" in given and not given["url"].startswith(f"https://t.me/{telegram.bot.username}?start="):
        raise bad_request("URL_INVALID")
    callback.answer = {name: value for name, value in given.items() if name != "callback_query_id"}
    telegram.changes.tell()
    return True


def pin_chat_message(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    chat = telegram.enter(given["chat_id"])
    message = telegram.message(chat, given["message_id"], "message to pin not found")
    check_may_pin(telegram, chat)
    if message.id not in chat.pinned:
        chat.pinned.append(message.id)
        author = None if chat.type == "channel" else telegram.bot
        service = {"pinned_message": message.json(with_reply=False)}
        pinned = telegram.post(chat, author, Content(), service=service)
        pinned.is_silent = bool(given.get("disable_notification"))
    return True


def unpin_chat_message(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    chat = telegram.enter(given["chat_id"])
    check_may_pin(telegram, chat)
    number = given.get("message_id", chat.pinned[-1] if chat.pinned else None)
    if number not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(number)
    return True


def check_may_pin(telegram: Telegram, chat: Chat) -> None:
    membership = chat.membership(telegram.bot)
    right = "can_edit_messages" if chat.type == "channel" else "can_pin_messages"
    if chat.is_private or membership.may(right):
        return
    if chat.type == "group" and "can_pin_messages" not in chat.forbidden:
        return
    raise bad_request("not enough rights to manage pinned messages in the chat")
