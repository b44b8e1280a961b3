"""Methods that look things up and set the bot up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.servers.telegram.errors import bad_request
from tests.servers.telegram.files import LARGEST_DOWNLOAD, Uploaded
from tests.servers.telegram.model import PERMISSIONS, Chat, Json, User
from tests.servers.telegram.state import Telegram, Webhook

Arguments = dict[str, Any]
Uploads = Mapping[str, Uploaded]

MOST_COMMANDS = 100
LOOPBACK = re.compile(r"http://(127\.0\.0\.1|localhost)(:\d+)?(/|$)")


def get_me(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    return telegram.bot.json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": not telegram.settings.has_privacy_mode,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
    }


def get_chat(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    chat = telegram.enter(given["chat_id"])
    shown = chat.json() | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": {
            "unlimited_gifts": False,
            "limited_gifts": False,
            "unique_gifts": False,
            "premium_subscription": False,
            "gifts_from_channels": False,
        },
    }
    if chat.type in ("group", "supergroup"):
        shown["permissions"] = {name: name not in chat.forbidden for name in PERMISSIONS}
    if pinned := [chat.messages[number] for number in chat.pinned if not chat.messages[number].deleted_at]:
        shown["pinned_message"] = pinned[-1].json(with_reply=False)
    return shown


def get_chat_member(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    chat = telegram.enter(given["chat_id"])
    user = telegram.users.get(given["user_id"])
    if user is None or user not in (*chat.members, *met(telegram)):
        raise bad_request("invalid user_id specified")
    return chat.membership(user).json(user, chat.type == "channel")


def met(telegram: Telegram) -> list[User]:
    """People whom the bot has come across anywhere."""
    return [chat.person for chat in telegram.chats.values() if chat.person and telegram.has_met(chat)]


def get_chat_administrators(telegram: Telegram, given: Arguments, uploads: Uploads) -> list[Json]:
    chat = telegram.enter(given["chat_id"])
    if chat.is_private:
        raise bad_request("there are no administrators in the private chat")
    return [
        membership.json(user, chat.type == "channel")
        for user, membership in chat.members.items()
        if membership.is_admin and (user is telegram.bot or not user.is_bot)
    ]


def get_chat_member_count(telegram: Telegram, given: Arguments, uploads: Uploads) -> int:
    chat = telegram.enter(given["chat_id"])
    return sum(membership.is_inside for membership in chat.members.values())


def leave_chat(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    chat = telegram.enter(given["chat_id"])
    if chat.is_private:
        raise bad_request("chat member status can't be changed in private chats")
    chat.members.pop(telegram.bot)
    return True


def send_chat_action(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    telegram.enter_to_write(given["chat_id"], "text messages", "can_send_messages")
    return True


def get_file(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    file = telegram.files.by_id.get(given["file_id"])
    if file is None:
        raise bad_request("invalid file_id")
    if len(file.content) > LARGEST_DOWNLOAD:
        raise bad_request("file is too big")
    return {
        "file_id": file.id,
        "file_unique_id": file.unique_id,
        "file_size": len(file.content),
        "file_path": file.path,
    }


# Commands of the bot


def scope_key(telegram: Telegram, given: Arguments) -> tuple[str, ...]:
    """Where a list of commands counts. Raises Refused where the scope names no chat that the bot is in."""
    scope = given.get("scope") or {"type": "default"}
    kind = scope["type"]
    wanted = {
        "chat": ("chat_id",),
        "chat_administrators": ("chat_id",),
        "chat_member": ("chat_id", "user_id"),
    }
    named = wanted.get(kind, ())
    if {"chat_id", "user_id"} & scope.keys() != set(named):
        raise bad_request(f"BotCommandScope {kind} takes {named or 'no more fields'}")
    if named:
        chat: Chat = telegram.enter(scope["chat_id"])
        if chat.is_private and kind != "chat":
            raise bad_request(f"can't use {kind} scope in private chats")
    return (kind, *(str(scope[name]) for name in named), given.get("language_code", ""))


def set_my_commands(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    key = scope_key(telegram, given)
    commands = given["commands"]
    if len(commands) > MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(command["description"].strip()) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    if len({command["command"] for command in commands}) < len(commands):
        raise bad_request("BOT_COMMAND_INVALID")
    telegram.commands[key] = commands
    return True


def get_my_commands(telegram: Telegram, given: Arguments, uploads: Uploads) -> list[Json]:
    return telegram.commands.get(scope_key(telegram, given), [])


def delete_my_commands(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    telegram.commands.pop(scope_key(telegram, given), None)
    return True


def set_description(which: str) -> Any:
    def set_it(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
        telegram.descriptions[which, given.get("language_code", "")] = given.get(which, "")
        return True

    return set_it


def get_description(which: str) -> Any:
    def get_it(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
        language = given.get("language_code", "")
        text = telegram.descriptions.get((which, language)) or telegram.descriptions.get((which, ""), "")
        return {which: text}

    return get_it


# Webhooks


def set_webhook(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    url = given["url"]
    if not url:
        return delete_webhook(telegram, given, uploads)
    # A Bot API server of one's own takes plain HTTP too; here that goes to this machine alone.
    if not url.startswith("https://") and not LOOPBACK.match(url):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if given.get("drop_pending_updates"):
        telegram.updates.drop()
    telegram.updates.allow(given.get("allowed_updates"))
    telegram.webhook = Webhook(url, given.get("secret_token"), given.get("max_connections", 40))
    telegram.updates.end_poll("terminated by setWebhook request")
    telegram.changes.tell()
    return True


def delete_webhook(telegram: Telegram, given: Arguments, uploads: Uploads) -> bool:
    if given.get("drop_pending_updates"):
        telegram.updates.drop()
    telegram.webhook = Webhook()
    telegram.changes.tell()
    return True


def get_webhook_info(telegram: Telegram, given: Arguments, uploads: Uploads) -> Json:
    webhook = telegram.webhook
    info: Json = {
        "url": webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(telegram.updates.waiting),
        "allowed_updates": list(telegram.updates.allowed),
    }
    if webhook.url:
        info["max_connections"] = webhook.max_connections
    if webhook.last_error:
        at, message = webhook.last_error
        info |= {"last_error_date": int(at.timestamp()), "last_error_message": message}
    return info
