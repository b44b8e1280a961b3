"""Names and descriptions of the slash commands in the languages that Discord's client speaks.

What the bot's own catalogues do not hold stands in ``words.toml``: native names of commands, and Spanish, in
which Discord shows the commands to those who will be answered in Galician.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.commands.declaration import Command
from bot.replies import Said

SPANISH = "es"
LANGUAGES: Mapping[discord.Locale, str] = {
    discord.Locale.polish: "pl",
    discord.Locale.ukrainian: "uk",
    discord.Locale.spain_spanish: SPANISH,
    discord.Locale.latin_american_spanish: SPANISH,
}
"""what Discord shows in its own language; everybody else reads English"""
OWN = ("pl", "uk")
"""those of them that are languages of the bot as well"""
LONGEST_DESCRIPTION = 100
_NAME = re.compile(r"[-_\w]{1,32}")


class Words:
    """Everything that is to be read about the commands, each with its translations."""

    def __init__(self, commands: Iterable[Command], say: Callable[[Said, str], str]) -> None:
        """``say`` puts a text into a language."""
        self._say = say
        table = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8"))
        self._names: Mapping[str, Mapping[str, str]] = table["names"]
        self._options: Mapping[str, Mapping[str, str]] = table["options"]
        self._spanish: Mapping[str, Mapping[str, str]] = table[SPANISH]
        self._native = {command.name: _native_words(command) for command in commands}

    def name(self, word: str, *, group: str | None = None) -> locale_str:
        """The name of a command, of a group, or of a command in one."""
        whole = word if group is None else f"{group} {word}"
        found = {
            language: names.get(whole) or self._native.get(whole, {}).get(language)
            for language, names in self._names.items()
        }
        return locale_str(word, **{language: name for language, name in found.items() if name})

    def option(self, name: str) -> locale_str:
        """The name of a parameter."""
        found = {language: names.get(name) for language, names in self._options.items()}
        return locale_str(name, **{language: shown for language, shown in found.items() if shown})

    def text(self, kind: str, name: str, what: Said) -> locale_str:
        """What explains a command, an option or a choice; ``kind`` and ``name`` find it in Spanish."""
        found = {language: _sentence(self._say(what, language)) for language in OWN}
        if spanish := self._spanish[kind].get(name):
            found[SPANISH] = _sentence(spanish)
        return locale_str(_sentence(self._say(what, "en")), **found)


class Translator(app_commands.Translator):
    """Hands Discord the translations that each text brings with it."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        found: Any = string.extras.get(LANGUAGES.get(locale, ""))
        return found if isinstance(found, str) else None


def is_name(word: str) -> bool:
    """Whether Discord takes ``word`` as a name of a command or an option."""
    return bool(_NAME.fullmatch(word)) and word == word.lower()


def _native_words(command: Command) -> dict[str, str]:
    """One word for a command in each language: with its own letters if there is one."""
    found = {}
    for language in OWN:
        words = (*command.spoken.get(language, ()), *command.aliases.get(language, ()))
        if shown := next((word for word in words if is_name(word)), None):
            found[language] = shown
    return {} if " " in command.name else found


def _sentence(text: str) -> str:
    shown = text[:1].upper() + text[1:]
    if len(shown) <= LONGEST_DESCRIPTION:
        return shown
    first, _, _ = shown.partition(";")
    return first if len(first) <= LONGEST_DESCRIPTION else f"{first[: LONGEST_DESCRIPTION - 1]}…"
