"""Anybody says and presses anything, by chance: commands with fitting and unfitting words, buttons, noise."""

from __future__ import annotations

import logging
import random
import re
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from bot.chats.port import Upload
from bot.commands.declaration import Command, Kind, Parameter
from bot.commands.grammar import COLOURS, RESULTS
from bot.commands.registry import COMMANDS
from tests.commands.room import LIBRARY, Heard, Room, open_room

PEOPLE = ("anna", "piotr", "ola", "jan", "ewa", "olga")
CHATS = ("lib", "lib", "school", "@")
_CODE = re.compile(r"\b(?i:[A-HJ-NP-Z][2-9][M-NP-Z][2-9])\b")
_QUICK = [id for id in LIBRARY.ids if "100" not in id]
_NOISE = (
    *("", " ", "/", "//", "/ ", "hello", "c3-d4", "c3 d4", "22-18", "a1xa5", "12-10", "c99", "-1", "1e9"),
    *("\x00", "\ud800", "<b>", "{x}", "%s", "*_`[", "אבג\u202e", "👩👩👧", "²", "٣", "\n\n", "@everyone"),
    *("/play @", "/join #", "9" * 400, "x" * 1200, "tak", "nie", "yes", "no", "stop", "2015", "3b"),
    *("6.12.2026 15:00", "Anna", "Zofia Żuk"),
)
_COMMANDS = tuple(COMMANDS)
_WEIGHTS = [
    4 if command.name in ("play", "accept", "join", "result", "next", "move") else 1 for command in _COMMANDS
]


@dataclass
class Complaints(logging.Handler):
    """What the program has logged as an error of its own."""

    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))

    __hash__ = logging.Handler.__hash__


@dataclass
class Crowd:
    """People who have seen some of what was said: they press its buttons and name its codes."""

    chance: random.Random
    buttons: dict[str, deque[str]] = field(default_factory=dict)
    codes: deque[str] = field(default_factory=lambda: deque(["G7R2"], maxlen=12))

    def saw(self, heard: Sequence[Heard]) -> None:
        for message in heard:
            seen = self.buttons.setdefault(message.chat, deque(maxlen=60))
            seen.extend(message.buttons.values())
            self.codes.extend(_CODE.findall(message.text)[:4])

    def press(self, chat: str) -> str | None:
        """A button that somebody sees or has seen there, now and then another one."""
        seen = self.buttons.get(chat)
        if not seen:
            return None
        data = self.chance.choice(seen)
        if self.chance.random() < 0.05:
            at = self.chance.randrange(len(data))
            return data[:at] + self.chance.choice("x:09\x00ż") + data[at + 1 :]
        return data

    def line(self) -> str:
        """A command with words for most of its parameters, or noise."""
        if self.chance.random() < 0.15:
            return self.chance.choice(_NOISE)
        command: Command = self.chance.choices(_COMMANDS, _WEIGHTS)[0]
        words = [self._word(parameter) for parameter in command.parameters if self.chance.random() < 0.7]
        return " ".join([f"/{command.name}", *words])

    def _word(self, parameter: Parameter) -> str:
        chance = self.chance
        if chance.random() < 0.1:
            return chance.choice(_NOISE)
        number = str(chance.randint(1, 9))
        match parameter.kind:
            case Kind.PERSON:
                return f"@{chance.choice((*PEOPLE, 'nobody'))}"
            case Kind.REGULATION:
                return chance.choice(_QUICK)
            case Kind.CLOCK:
                return chance.choice(("10+5", "1+0", "2d", "none"))
            case Kind.COLOUR:
                return chance.choice(tuple(COLOURS))
            case Kind.GAME:
                return chance.choice(self.codes)
            case Kind.EVENT:
                return f"#{chance.choice(self.codes)}"
            case Kind.RESULT:
                return chance.choice(tuple(RESULTS))
            case Kind.CHOICE:
                return chance.choice(tuple(parameter.choices))
            case Kind.LANGUAGE:
                return chance.choice(("pl", "uk", "gl", "en"))
            case Kind.DATE:
                return "2026-12-07"
            case Kind.TIME:
                return chance.choice(("19:30", "23:59"))
            case Kind.SQUARE | Kind.MOVE:
                return chance.choice(("c3", "c3-d4", "f6-e5", "22-18", "a1-a5"))
            case Kind.COMMAND:
                return chance.choice(_COMMANDS).name
        return chance.choice(
            (number, f"{number}.1", "Anna", "Zofia Żuk", "for talking", "manual 1 2 3", "class=3b")
        )


async def let_loose(folder: Path, seed: int, inputs: int) -> tuple[list[str], Counter[str]]:
    """So many inputs to a new database; the program's own errors, and how many of each kind there were."""
    chance = random.Random(seed)
    crowd = Crowd(chance)
    complaints, kinds = Complaints(), Counter[str]()
    logging.getLogger("bot").addHandler(complaints)
    try:
        async with open_room(folder, locale=chance.choice(("pl", "uk", "gl", "en")), seed=seed) as room:
            for _ in range(inputs):
                kind, heard = await _one(room, crowd, chance)
                kinds[kind] += 1
                crowd.saw(heard)
    finally:
        logging.getLogger("bot").removeHandler(complaints)
    return complaints.found, kinds


async def _one(room: Room, crowd: Crowd, chance: random.Random) -> tuple[str, list[Heard]]:
    user, chat = chance.choice(PEOPLE), chance.choice(CHATS)
    where = f"@{user}" if chat == "@" else chat
    admin = user == "olga"
    draw = chance.random()
    if draw < 0.03:
        return "time", await room.advance(timedelta(seconds=chance.choice((1, 60, 3600, 86_400))))
    if draw < 0.04:
        file = Upload(chance.choice(("a.toml", "x.pdn", "")), chance.randbytes(chance.randint(0, 300)))
        return "file", await room.say(
            user, chance.choice(("", "/regulations add")), chat=where, admin=admin, upload=file
        )
    if draw < 0.6 and (data := crowd.press(where)) is not None:
        return "press", await room.say(user, press=data, chat=where, admin=admin)
    update = f"u{chance.randint(1, 10**9)}" if chance.random() < 0.5 else None
    text = crowd.line()
    return "line", await room.say(user, text, chat=where, admin=admin, update=update)
