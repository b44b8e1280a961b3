"""From text to plain TOML values, within bounds, and back from a key to the line where it stands.

``tomllib`` reads the values but says nothing about where they came from. The libraries that do were no help
(spanned-toml gives tables and the entries of ``[[lists]]`` no place, tomlkit keeps none), and once a text is
known to be TOML its keys are easy to find: one regular expression for the tokens, one walk over them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.regulation.problems import Code, KeyPath, Problem, RegulationErrors

MOST_BYTES = 128 * 1024
MOST_LEVELS = 12
"""Levels of brackets, and parts of a dotted key."""
LONGEST_WORD = 200
"""Characters of an unquoted word: a number with more is nothing but a burden."""

_TOKEN = re.compile(
    r"""
      (?P<blank>[ \t\r]++ | \#[^\n]*+)
    | (?P<newline>\n)
    | (?P<string>
          \"{3} (?: [^"\\] | \\[\s\S] | "{1,2}(?!") )*+ "{3,5}
        | '{3} (?: [^'] | '{1,2}(?!') )*+ '{3,5}
        | " (?: [^"\\\n] | \\. )*+ "
        | ' [^'\n]*+ '
      )
    | (?P<word>[\w+:-]++)
    | (?P<mark>[\[\]{}=,.])
    """,
    re.VERBOSE,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int
    column: int


def normalised(content: str | bytes, source: str) -> str:
    """The text of a file with plain line ends and without a byte order mark.

    Raises RegulationErrors (not-text, too-large).
    """
    raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    if len(raw) > MOST_BYTES:
        data = {"most": MOST_BYTES // 1024, "found": -(-len(raw) // 1024)}
        raise RegulationErrors((Problem(source, 1, (), Code.TOO_LARGE, data),))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RegulationErrors((Problem(source, line, (), Code.NOT_TEXT),)) from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def parse(text: str, source: str) -> dict[str, Any]:
    """Read TOML. Raises RegulationErrors (not-toml, too-deep)."""
    _check_depth(text, source)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError is one; so is a number beyond what int() reads
        place = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (text.count("\n") + 1, 1)
        lines = text.split("\n")
        near = _printable(lines[line - 1]) if line <= len(lines) else ""
        data = {"column": column, "near": near}
        raise RegulationErrors((Problem(source, line, (), Code.NOT_TOML, data),)) from None


def _printable(text: str) -> str:
    """The beginning of a line as it can be quoted in a sentence."""
    return "".join(sign if sign.isprintable() else "?" for sign in text.strip()[:80])


def _tokens(text: str) -> Iterator[_Token]:
    """Everything but blanks, up to the first character that fits nowhere."""
    at, line, start_of_line = 0, 1, 0
    while (found := _TOKEN.match(text, at)) is not None:
        kind, read = str(found.lastgroup), found[0]
        if kind != "blank":
            yield _Token(kind, read, line, at - start_of_line + 1)
        if breaks := read.count("\n"):
            line += breaks
            start_of_line = at + read.rindex("\n") + 1
        at = found.end()


def _check_depth(text: str, source: str) -> None:
    """Refuse what would cost the parser more than a regulation is worth, before it sees it."""
    level = parts = 0
    for token in _tokens(text):
        if token.text in ("[", "{"):
            level, parts = level + 1, 0
        elif token.text in ("]", "}"):
            level, parts = max(level - 1, 0), 0
        elif token.text == ".":
            parts += 1
        elif token.kind == "word" and len(token.text) > LONGEST_WORD:
            data = {"column": token.column, "near": _printable(token.text)}
            raise RegulationErrors((Problem(source, token.line, (), Code.NOT_TOML, data),))
        elif token.kind == "newline" or token.text in ("=", ","):
            parts = 0
        if level > MOST_LEVELS or parts > MOST_LEVELS:
            raise RegulationErrors((Problem(source, token.line, (), Code.TOO_DEEP, {"most": MOST_LEVELS}),))


class Lines:
    """Where each key and each entry of a list of a TOML text stands."""

    def __init__(self, text: str) -> None:
        """``text`` is a text that ``parse`` accepts."""
        self._lines: dict[KeyPath, int] = {}
        self._entries: dict[KeyPath, int] = {}
        self._tokens = list(_tokens(text))
        self._at = 0
        self._read_statements()

    def of(self, path: KeyPath) -> int:
        """The 1-based line of ``path``, or of the nearest thing around it that is in the text."""
        for length in range(len(path), 0, -1):
            if (line := self._lines.get(path[:length])) is not None:
                return line
        return 1

    def _peek(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _take(self) -> _Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _read_statements(self) -> None:
        table: KeyPath = ()
        while self._at < len(self._tokens):
            if self._peek() == "\n":
                self._at += 1
            elif self._peek() == "[":
                table = self._read_header()
            else:
                self._read_pair(table)

    def _read_header(self) -> KeyPath:
        line = self._take().line
        in_list = self._peek() == "["
        if in_list:
            self._at += 1
        *around, last = self._read_key()
        self._at += 2 if in_list else 1
        path: KeyPath = ()
        for part in around:
            path = self._enter((*path, part))
        path = (*path, last)
        if in_list:
            self._lines.setdefault(path, line)
            self._entries[path] = self._entries.get(path, -1) + 1
            path = self._enter(path)
        self._lines[path] = line
        return path

    def _enter(self, path: KeyPath) -> KeyPath:
        """A ``[[list]]`` in a header means its last entry."""
        return (*path, self._entries[path]) if path in self._entries else path

    def _read_key(self) -> list[str]:
        parts = [self._take().text]
        while self._peek() == ".":
            self._at += 1
            parts.append(self._take().text)
        return [_unquoted(part) for part in parts]

    def _read_pair(self, table: KeyPath) -> None:
        line = self._tokens[self._at].line
        path = table
        for part in self._read_key():
            path = (*path, part)
            self._lines.setdefault(path, line)
        self._at += 1  # the sign =
        self._read_value(path)

    def _read_value(self, path: KeyPath) -> None:
        opening = self._take().text
        if opening == "[":
            entry = 0
            while self._peek() != "]":
                if self._peek() in (",", "\n"):
                    self._at += 1
                    continue
                self._lines[(*path, entry)] = self._tokens[self._at].line
                self._read_value((*path, entry))
                entry += 1
            self._at += 1
        elif opening == "{":
            while self._peek() != "}":
                if self._peek() == ",":
                    self._at += 1
                    continue
                self._read_pair(path)
            self._at += 1
        else:
            while self._peek() not in ("", "\n", ",", "]", "}"):
                self._at += 1


def _unquoted(key: str) -> str:
    if key[0] not in "\"'":
        return key
    (name,) = tomllib.loads(f"{key} = 0")
    return name


def value_at(values: Mapping[str, Any], path: KeyPath) -> Any:
    """What stands at ``path``, or None."""
    found: Any = values
    for part in path:
        try:
            found = found[part]
        except (KeyError, IndexError, TypeError):
            return None
    return found
