"""What a command prints: words in the user's language, or JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bot.replies import Said
from bot.texts import LANGUAGES, Catalogues, match_language


def chosen_language(arguments: list[str], environment: Mapping[str, str]) -> str:
    """The language that the arguments or else the environment ask for."""
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        if option.startswith("--language="):
            value = option.partition("=")[2]
        elif option != "--language":
            continue
        if value in LANGUAGES:  # that another one is not spoken has to be said in one that is
            return value
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return match_language(environment[name].partition(":")[0])
    return match_language(None)


class Output:
    """Standard output and standard error in one language."""

    def __init__(self, texts: Catalogues, language: str) -> None:
        self.texts = texts
        self.language = language
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]

    def words(self, what: Said | str) -> str:
        """``what`` in the user's language; times in the zone of this machine."""
        return self.texts.say(what, self.language, datetime.now(UTC).astimezone().tzinfo or UTC)

    def say(self, what: Said | str) -> None:
        """A line on standard output."""
        print(self.words(what))

    def complain(self, what: Said | str) -> None:
        """A line on standard error."""
        print(f"damka: {self.words(what)}", file=sys.stderr)

    def json(self, value: Any) -> None:
        """A value as one line of JSON, out at once."""
        sys.stdout.flush()
        sys.stdout.buffer.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
        sys.stdout.buffer.flush()


def leave_broken_pipe() -> None:
    """Nobody reads the output any more: let the interpreter end without another complaint about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
