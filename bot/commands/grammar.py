"""From the words of a line, or from a form with a field for each parameter, to the arguments of a command.

In a line arguments may come in any order that their shapes allow: every word goes to the first parameter
still empty that can hold it, a move or a free text takes all that is left. Nothing here knows the database.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from bot.commands.declaration import Command, Kind, Parameter
from bot.letters import one_line
from bot.texts import LANGUAGES
from rules.clock import ClockError, ClockSettings, parse_clock

LONGEST_LINE = 1000
"""characters of a line that are read at all; nobody needs more to say what they want"""

CODE = re.compile(r"(?i:[A-HJ-NP-Z][2-9][M-NP-Z][2-9](?:[A-HJ-NP-Z][2-9])?)")
"""a short code such as G7R2: its third sign is no column of any board, so it is never mistaken for a move"""
_SQUARE = re.compile(r"[a-lA-L][0-9]{1,2}|[0-9]{1,2}")
_REGULATION = re.compile(r"[\w.-]{2,64}")
_EVENT = re.compile(r"[\w.-]{2,32}")
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[./]([0-9]{1,2})[./]([0-9]{4})")
_TIME = re.compile(r"([0-9]{1,2})[:.]([0-9]{2})")
_PERSON = re.compile(r"@\S{1,64}")

COLOURS: Mapping[str, str] = {
    **dict.fromkeys(("white", "w", "białe", "biale", "білі", "brancas", "bili"), "white"),
    **dict.fromkeys(("black", "b", "czarne", "чорні", "negras", "chorni"), "black"),
    **dict.fromkeys(("random", "losowo", "жереб", "azar", "los"), "random"),
}
RESULTS: Mapping[str, str] = {
    **dict.fromkeys(("1-0", "2-0"), "1-0"),
    **dict.fromkeys(("0-1", "0-2"), "0-1"),
    **dict.fromkeys(("1/2", "½", "1/2-1/2", "½-½", "1-1", "="), "1/2-1/2"),
    **dict.fromkeys(("1+", "+/-"), "1+"),
    **dict.fromkeys(("1-", "-/+"), "1-"),
}
_LANGUAGE_WORDS: Mapping[str, str] = {
    **{language: language for language in LANGUAGES},
    **dict.fromkeys(("polski", "polska", "польська", "polaco", "polish"), "pl"),
    **dict.fromkeys(("ukraiński", "ukrainski", "українська", "ucraíno", "ukrainian"), "uk"),
    **dict.fromkeys(("galicyjski", "галісійська", "galego", "galician"), "gl"),
    **dict.fromkeys(("angielski", "англійська", "inglés", "ingles", "english"), "en"),
}
_NO_CLOCK = ("none", "bez", "без", "sen")
_WHOLE_REST = frozenset({Kind.MOVE, Kind.TEXT, Kind.COMMAND})
_ANY_WORD = _WHOLE_REST | {Kind.REGULATION, Kind.PERSON, Kind.EVENT}


class GrammarError(Exception):
    """``word`` fits nothing that ``command`` takes, or, where it is empty, something required is missing."""

    def __init__(self, command: Command, word: str = "") -> None:
        self.command = command
        self.word = word
        super().__init__(command.name, word)


def read_arguments(
    command: Command, words: list[str], otherwise: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The arguments of ``command`` by parameter name; of absent ones only those of ``otherwise`` are in it.

    Raises GrammarError.
    """
    usual = otherwise or {}
    found: dict[str, Any] = {}
    # an event is marked wherever its name could be another word: ``#mikolajki``
    is_marked = any(parameter.kind in _WHOLE_REST for parameter in command.parameters)
    for at, word in enumerate(words):
        for parameter in command.parameters:
            if parameter.name in found:
                continue
            if parameter.kind is Kind.EVENT and is_marked and not word.startswith("#"):
                continue
            if parameter.kind in _WHOLE_REST:
                found[parameter.name] = " ".join(words[at:])
                return _complete(command, {**usual, **found}, "" if word.isalpha() else word)
            value = _read(parameter, word)
            if value is not None:
                found[parameter.name] = value
                break
        else:
            raise GrammarError(command, word)
    return _complete(command, {**usual, **found})


def read_typed(
    command: Command, values: Mapping[str, str], otherwise: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The same from ``values`` by parameter name, each of them read by its own parameter.

    A person may be named without the ``@``, and an empty value is none. Raises GrammarError.
    """
    found: dict[str, Any] = {}
    parameters = {parameter.name: parameter for parameter in command.parameters}
    for name, typed in values.items():
        text = one_line(typed)
        parameter = parameters.get(name)
        if parameter is None:
            raise GrammarError(command, name)
        if not text:
            continue
        if parameter.kind is Kind.PERSON and not text.startswith("@"):
            text = f"@{text}"
        value = text if parameter.kind in _WHOLE_REST else _read(parameter, text)
        if value is None:
            raise GrammarError(command, text)
        found[name] = value
    return _complete(command, {**(otherwise or {}), **found})


def takes_shape(command: Command, words: list[str]) -> bool:
    """Whether no word of these can be an ordinary one: each has a shape that means something."""
    shaped = tuple(parameter for parameter in command.parameters if parameter.kind not in _ANY_WORD)
    return all(any(_read(parameter, word) is not None for parameter in shaped) for word in words)


def is_free(word: str) -> bool:
    """Whether ``word`` means no colour and no clock, so that a regulation can be called by it."""
    folded = word.casefold()
    return folded not in COLOURS and _read_clock(folded) is None


def _complete(command: Command, found: dict[str, Any], last: str = "") -> dict[str, Any]:
    """``last`` was taken for the beginning of a free text, and is to blame where something is missing."""
    if any(parameter.required and parameter.name not in found for parameter in command.parameters):
        raise GrammarError(command, last)
    return found


def _read(parameter: Parameter, word: str) -> Any:
    folded = word.casefold()
    match parameter.kind:
        case Kind.PERSON:
            return word[1:].rstrip(",:;!?") or None if _PERSON.fullmatch(word) else None
        case Kind.GAME:
            return word.upper() if CODE.fullmatch(word) else None
        case Kind.EVENT:
            name = word.removeprefix("#")
            return name if _EVENT.fullmatch(name) else None
        case Kind.DATE:
            return read_date(word)
        case Kind.TIME:
            return read_time(word)
        case Kind.SQUARE:
            return folded if _SQUARE.fullmatch(word) else None
        case Kind.COLOUR:
            return COLOURS.get(folded)
        case Kind.RESULT:
            return RESULTS.get(folded)
        case Kind.LANGUAGE:
            return _LANGUAGE_WORDS.get(folded) or _LANGUAGE_WORDS.get(re.split("[-_]", folded)[0])
        case Kind.CLOCK:
            return _read_clock(folded)
        case Kind.CHOICE:
            return parameter.choices.get(folded)
        case Kind.REGULATION:
            return word if _REGULATION.fullmatch(word) else None
        case _:
            return word


def read_date(word: str) -> date | None:
    """``2026-12-06``, ``6.12.2026`` or ``6/12/2026``; None for anything else."""
    if found := _DATE.fullmatch(word):
        year, month, day = map(int, found.groups())
    elif found := _DAY_FIRST.fullmatch(word):
        day, month, year = map(int, found.groups())
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def read_time(word: str) -> time | None:
    """``19:30``; None for anything else."""
    found = _TIME.fullmatch(word)
    hour, minute = map(int, found.groups()) if found else (24, 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _read_clock(word: str) -> ClockSettings | None:
    """A clock as it is written; ClockSettings without any time for ``none``."""
    if word in _NO_CLOCK:
        return ClockSettings()
    if not word[:1].isdigit():
        return None
    try:
        return parse_clock(word)
    except ClockError:
        return None
