"""The commands that Telegram offers while somebody types, by chat and language."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.constants import BotCommandLimit
from telegram.error import TelegramError

import bot.commands.dispatch  # noqa: F401 (it declares them all)
from bot.chats.telegram.posting import Say
from bot.commands.declaration import Command
from bot.commands.helping import SUBJECTS
from bot.commands.registry import COMMANDS
from bot.replies import Said, said
from bot.texts import LANGUAGES

_log = logging.getLogger(__name__)

DEFAULT_LANGUAGE = "en"

_NAME = re.compile(r"[a-z0-9_]{1,32}")
_EVERYWHERE = ("playing", "watching", "tournament", "bot")
_ALONE = ("bot", "playing", "watching", "tournament")
_RULING = (*_EVERYWHERE, "organising", "judging")
SCOPES: tuple[tuple[BotCommandScope, tuple[str, ...]], ...] = (
    (BotCommandScopeAllPrivateChats(), _ALONE),
    (BotCommandScopeAllGroupChats(), _EVERYWHERE),
    (BotCommandScopeAllChatAdministrators(), _RULING),
)
"""what is offered where, by the subjects of the help"""


async def publish(bot: Bot, say: Say) -> None:
    """Let Telegram offer the commands, where it does not offer just these already."""
    try:
        for scope, subjects in SCOPES:
            for language in LANGUAGES:
                code = None if language == DEFAULT_LANGUAGE else language
                wanted = tuple(entries(subjects, language, say))
                if await bot.get_my_commands(scope, code) != wanted:
                    await bot.set_my_commands(wanted, scope, code)
    except TelegramError as error:
        _log.warning("the menu of commands stays as it was: %s", error.message)


def entries(subjects: Iterable[str], language: str, say: Say) -> list[BotCommand]:
    """The entries of a menu: each command by its first word in the language, if Telegram takes that."""
    found: dict[str, BotCommand] = {}
    for subject in subjects:
        for name in SUBJECTS[subject]:
            match = COMMANDS.with_slash(name.split())
            if match is None:
                continue
            word, what = _entry(match[0], language)
            found.setdefault(word, BotCommand(word, _short(say(what, language))))
    return list(found.values())[: BotCommandLimit.MAX_COMMAND_NUMBER]


def _entry(command: Command, language: str) -> tuple[str, Said]:
    """The word that says or begins the command, and what it does; what begins several is told as one."""
    aliases = command.aliases.get(language, ())
    first, _, rest = command.name.partition(" ")
    whole = next((alias for alias in aliases if _NAME.fullmatch(alias)), None)
    if whole is not None or not rest:
        return whole or first, said(command.help_key)
    beginning = next((alias.partition(" ")[0] for alias in aliases), first)
    return beginning if _NAME.fullmatch(beginning) else first, said(f"telegram.menu-{first}")


def _short(text: str) -> str:
    longest = BotCommandLimit.MAX_DESCRIPTION
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
