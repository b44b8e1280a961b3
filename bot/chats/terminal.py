"""The interactive console: several people at one keyboard, each line begun with the name of who speaks."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import cycle
from typing import IO

from bot.chats.console import CAPABILITIES, SETTLING, Bot
from bot.chats.console_input import AttachmentFolder, Lines
from bot.chats.console_lines import LONGEST_LINE, PLATFORM, BadLine, place_of, read_upload
from bot.chats.port import Attachment, Input, Outcome, PlaceRef, Rendered, RetryAfter, Sent, Speaker
from bot.replies import Said, said
from rules.notation import looks_like_move

_log = logging.getLogger(__name__)

CHAT = "table"
"""the one group chat of the terminal"""
MOST_NUMBERS = 99
QUIT = frozenset(
    word
    for plain in ("quit", "exit", "q", "koniec", "вихід", "кінець", "saír", "sair", "fin")
    for word in (plain, f"/{plain}")
)

_LINE = re.compile(r"(?P<private>@?)(?P<name>[^\W\d_][\w.-]{0,63}):(?!:)\s*(?P<rest>.*)", re.DOTALL)
_WORDS = re.compile(r"@?(?P<name>[^\W\d_][\w.-]*(?: [\w.-]+){1,2}):\s*(?P<rest>\S.*)", re.DOTALL)
_SQUARE = re.compile(r"[a-lA-L][0-9]{1,2}")
_NUMBER = re.compile(r"\[?([0-9]{1,3})\]?")
_FILE = re.compile(r"(?P<text>.*?)\s*<\s*(?P<path>\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks, and whether to the bot alone."""

    name: str
    is_private: bool = False

    @property
    def chat(self) -> str:
        return f"@{self.name}" if self.is_private else CHAT

    def __str__(self) -> str:
        return f"@{self.name}" if self.is_private else self.name


def parse_spoken(line: str, last: Voice | None) -> tuple[Voice | None, str]:
    """Who says what: ``anna: /help``, privately ``@anna: /profile``; without a name whoever spoke ``last``.

    A capture such as ``c3:e5`` is no name with a colon.
    """
    found = _LINE.fullmatch(line)
    if found is None or _SQUARE.fullmatch(found["name"]):
        return last, line
    return Voice(found["name"].casefold(), bool(found["private"])), found["rest"]


def name_of_words(line: str) -> str | None:
    """The name of several words to which ``line`` gives a command or a move; only one word can be a name."""
    found = _WORDS.fullmatch(line)
    if found is None or not (found["rest"][0] in "/[" or looks_like_move(found["rest"])):
        return None
    return found["name"]


class TerminalPort:
    """Prints messages for reading, buttons as numbers that can be typed."""

    platform = PLATFORM
    capabilities = replace(CAPABILITIES, text_boards=True, keeps_buttons=True)

    def __init__(self, out: IO[str], attachments: AttachmentFolder, say: Callable[[Said], str]) -> None:
        self._out = out
        self._attachments = attachments
        self._say = say
        self._numbers = cycle(range(1, MOST_NUMBERS + 1))
        self._buttons: dict[int, tuple[str, str]] = {}
        self._prompt = ""
        self.is_closed = False

    def data_of(self, number: int, chat: str) -> str | None:
        """The data behind the button ``number``, if it was shown in ``chat``."""
        place, data = self._buttons.get(number, ("", ""))
        return data if place == chat else None

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        self.write(self._lines(place, message, key))
        return RetryAfter(timedelta(hours=1)) if self.is_closed else Sent(edit or str(key))

    def prompt(self, text: str) -> None:
        """Invite to type; what is printed later moves the invitation down."""
        self._prompt = text
        self._print(text)

    def accepted(self) -> None:
        """A line was typed after the invitation."""
        self._prompt = ""

    def write(self, lines: list[str]) -> None:
        """Print lines, and the invitation again where one stood."""
        before = "\r" + " " * len(self._prompt) + "\r" if self._prompt else ""
        self._print(before + "\n".join(lines) + "\n" + self._prompt)

    def _print(self, text: str) -> None:
        if self.is_closed:
            return
        try:
            self._out.write(text)
            self._out.flush()
        except BrokenPipeError:
            self.is_closed = True

    def _lines(self, place: PlaceRef, message: Rendered, key: int) -> list[str]:
        if message.toast:
            return [self._say(said("cli.terminal.toast", player=message.to or "", text=message.text))]
        lines = []
        if message.to is not None:
            lines.append(self._say(said("cli.terminal.only", player=message.to)))
        elif place.chat != CHAT:
            lines.append(f"{place.chat}:")
        lines += message.text.splitlines()
        for attachment, text in (
            (message.image, "cli.terminal.picture"),
            (message.file, "cli.terminal.file"),
        ):
            if attachment is not None:
                lines.append(self._say(said(text, path=self._write_file(attachment, key))))
        lines += [
            "  " + "  ".join(self._numbered(place, *button) for button in row) for row in message.buttons
        ]
        return [*lines, ""]

    def _numbered(self, place: PlaceRef, label: str, data: str) -> str:
        number = next(self._numbers)
        self._buttons[number] = place.chat, data
        return f"[{number}] {label}"

    def _write_file(self, attachment: Attachment, key: int) -> str:
        try:
            return str(self._attachments.write(attachment, key))
        except OSError as problem:
            return f"{attachment.name} ({problem.strerror})"


class Terminal:
    """A conversation: reads lines, hands them to the bot, prints what it says."""

    def __init__(self, bot: Bot, port: TerminalPort, language: str, *, is_interactive: bool) -> None:
        self._bot = bot
        self._port = port
        self._language = language
        self._is_interactive = is_interactive
        self._voice: Voice | None = None

    async def run(self, descriptor: int) -> None:
        """Talk until the input ends, somebody quits, or nobody reads any more."""
        lines = Lines(descriptor, LONGEST_LINE)
        if self._is_interactive or not await lines.arrived(SETTLING):
            self._bot.start_clockwork()
        while not self._port.is_closed:
            if self._is_interactive:
                self._port.prompt(f"{self._voice or ''}> ")
            line = await lines.next()
            self._port.accepted()
            if line is None:
                break
            text = line.decode("utf-8", "replace").replace("\0", "").strip()
            if not self._is_interactive:
                self._port.write([f"> {text}"])
            if text.casefold() in QUIT:
                break
            await self._take(text, is_long=len(line) > LONGEST_LINE)
            if lines.is_idle:
                self._bot.start_clockwork()

    async def _take(self, line: str, *, is_long: bool) -> None:
        if not line:
            return
        if name := name_of_words(line):
            self._explain(said("cli.terminal.one-word", name=name, word=name.replace(" ", "-")))
            return
        voice, text = parse_spoken(line, self._voice)
        self._voice = voice
        if voice is None:
            self._explain(said("cli.terminal.who"))
        elif is_long:
            self._explain(said("cli.line.too-long"))
        elif text:
            try:
                heard = self._understand(voice, text, self._bot.timekeeper.now())
                await self._bot.hear(heard)
            except BadLine as bad:
                self._explain(bad.said)
            except Exception:
                _log.exception("a line failed")
                self._explain(said("cli.line.failed"))

    def _understand(self, voice: Voice, text: str, at: datetime) -> Input:
        """Raises BadLine for a button or a file that is not there."""
        heard = Input(
            place=place_of(voice.chat),
            is_private=voice.is_private,
            speaker=Speaker(
                voice.name, voice.name.title(), username=voice.name, locale=self._language, is_admin=True
            ),
            at=at,
            text=text,
            alone=place_of(f"@{voice.name}"),
        )
        if number := _NUMBER.fullmatch(text):
            data = self._port.data_of(int(number[1]), voice.chat)
            if data is not None:
                return replace(heard, text="", press=data)
            if text.startswith("["):
                raise BadLine(said("cli.terminal.no-button", number=int(number[1])))
        elif text.startswith("/") and (attached := _FILE.fullmatch(text)):
            return replace(heard, text=attached["text"], upload=read_upload(attached["path"]))
        return heard

    def _explain(self, what: Said) -> None:
        self._port.write([self._bot.say(what)])
