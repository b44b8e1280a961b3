"""What a command is: declared once, with everything that help, grammar, menus and rights derive from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from bot.replies import Said, said

if TYPE_CHECKING:
    from bot.commands.context import Context

Handler = Callable[["Context", Mapping[str, Any]], Awaitable[None]]


class Role(Enum):
    """Who may use a command, as far as that is known before a game is looked at."""

    ANYONE = "anyone"
    ARBITER = "arbiter"
    CHAT_ADMIN = "chat-admin"
    ORGANISER = "organiser"


class Kind(Enum):
    """What a parameter holds, and so where its choices come from."""

    PERSON = "person"
    REGULATION = "regulation"
    CLOCK = "clock"
    COLOUR = "colour"
    GAME = "game"
    EVENT = "event"
    DATE = "date"
    TIME = "time"
    MOVE = "move"
    SQUARE = "square"
    RESULT = "result"
    LANGUAGE = "language"
    CHOICE = "choice"
    COMMAND = "command"
    TEXT = "text"


_SIGNS = {Kind.PERSON: "@", Kind.EVENT: "#"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """``choices`` maps each word of a CHOICE, in any language, to its meaning."""

    name: str
    kind: Kind
    required: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Command:
    """``aliases`` are further words for it by language: Latin ones, which every platform takes;
    ``spoken`` are native spellings that also work without a slash."""

    name: str
    handler: Handler
    parameters: tuple[Parameter, ...] = ()
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spoken: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    role: Role = Role.ANYONE
    looks: bool = False
    """it changes nothing, or only links chats: whoever speaks without a name may use it too"""

    @property
    def help_key(self) -> str:
        """Key of the one-line explanation in the catalogues."""
        return "command." + self.name.replace(" ", "-")

    @property
    def usage(self) -> Said:
        """``/play [@opponent] [regulation]``: the parameters as the grammar takes them, in words."""
        parts = [_shown(parameter) for parameter in reversed(self.parameters)]
        after: Said | None = None
        for part in parts:
            after = part if after is None else said("usage.and", first=part, rest=after)
        name = f"/{self.name}"
        return said("usage.alone", name=name) if after is None else said("usage.and", first=name, rest=after)


def _shown(parameter: Parameter) -> Said:
    if parameter.kind is Kind.CHOICE:
        word = said("usage.choice", words="|".join(dict.fromkeys(parameter.choices.values())))
    else:
        word = said(f"param.{parameter.name}", sign=_SIGNS.get(parameter.kind, ""))
    return word if parameter.required else said("usage.optional", what=word)


class Registry:
    """All commands of the program, found by any of their words."""

    def __init__(self) -> None:
        self._commands: dict[str, Command] = {}
        self._words: dict[str, Command] = {}
        self._spoken: dict[str, Command] = {}

    def declare(
        self,
        name: str,
        *parameters: Parameter,
        aliases: Mapping[str, tuple[str, ...]] | None = None,
        spoken: Mapping[str, tuple[str, ...]] | None = None,
        role: Role = Role.ANYONE,
        looks: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Decorator that declares the handler below it as the command ``name``."""

        def register(handler: Handler) -> Handler:
            command = Command(name, handler, parameters, aliases or {}, spoken or {}, role, looks)
            self._commands[name] = command
            latin = [word for words in command.aliases.values() for word in words]
            native = [word for words in command.spoken.values() for word in words]
            for table, words in (
                (self._words, [name, *latin, *native]),
                (self._spoken, [*native, *(w for w in latin if "-" not in w)]),
            ):
                for word in words:
                    taken = table.setdefault(word.casefold(), command)
                    if taken.name != name:
                        raise ValueError(f"the word {word!r} of {name} already means {taken.name}")
            return handler

        return register

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def with_slash(self, words: list[str]) -> tuple[Command, list[str]] | None:
        """The command that ``words`` (without the slash) begin with, and the words left over."""
        return self._find(self._words, words)

    def beginning(self, word: str) -> tuple[Command, ...]:
        """The commands of more words than one of which ``word`` is the first."""
        return tuple(command for command in self if command.name.startswith(f"{word.casefold()} "))

    def without_slash(self, words: list[str]) -> tuple[Command, list[str]] | None:
        """The same for native spellings in plain text."""
        return self._find(self._spoken, words)

    @staticmethod
    def _find(table: Mapping[str, Command], words: list[str]) -> tuple[Command, list[str]] | None:
        for length in (2, 1):
            command = table.get(" ".join(words[:length]).casefold()) if len(words) >= length else None
            if command is not None:
                return command, words[length:]
        return None
