"""Games as text in Portable Draughts Notation, read and written.

Only the form is handled here: moves stay texts, to be read by the game that the tags or the caller name.
Variations, numeric glyphs and marks of strength are skipped; a huff follows its move as ``{huff c3}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from textwrap import wrap

from rules.errors import PdnError
from rules.pieces import Color
from rules.variant import Notation, Variant

MAX_LENGTH = 5_000_000
MAX_PLIES = 2_000

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_RESULT = r"1/2-1/2|[0-9]{1,2}-0|0-[0-9]{1,2}|1-1|1\+|1-(?![0-9])|\*"
_TOKEN = re.compile(
    rf"""(?P<space>\s+)
      | (?P<comment>\{{[^}}]*\}})
      | (?P<rest_of_line>;[^\n]*)
      | (?P<opening>\()
      | (?P<closing>\))
      | (?P<glyph>\$[0-9]{{1,3}})
      | (?P<result>(?:{_RESULT})(?![^\s\[{{;(]))
      | (?P<number>[0-9]{{1,4}}(?P<dots>\.+))
      | (?P<dots_alone>\.+)
      | (?P<move>[a-lA-L]?[0-9]{{1,2}}(?:(?:::|xx|[-–xX×:])?[a-lA-L]?[0-9]{{1,2}}){{1,30}})[!?*]*
      | (?P<marks>[!?]+)
    """,
    re.VERBOSE,
)
_HUFF = re.compile(r"\s*huff\s+([a-l]?[0-9]{1,2})\s*", re.IGNORECASE)
_UNESCAPE = re.compile(r"\\(.)")
_LINE_WIDTH = 79


@dataclass(frozen=True, slots=True)
class PdnMove:
    """One ply as written; ``huffed`` is the square of the piece taken off for it."""

    text: str
    huffed: str | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class PdnGame:
    """One game. ``result`` is as in the text, or ``*``; the tag Result is not among ``tags``."""

    tags: tuple[tuple[str, str], ...]
    moves: tuple[PdnMove, ...]
    result: str = "*"
    begins_second: bool = False
    """whether the first ply is the second player's (``1... b6-c5``), as may be from a FEN"""

    def tag(self, name: str, default: str = "") -> str:
        """The value of a tag; the last one where it stands twice."""
        return dict(self.tags).get(name, default)

    @property
    def fen(self) -> str | None:
        return self.tag("FEN") or None

    @property
    def game_type_number(self) -> int | None:
        """The number with which the tag GameType begins, if there is one."""
        number = self.tag("GameType").partition(",")[0].strip()
        return int(number) if re.fullmatch("[0-9]{1,3}", number) else None


def game_type_tag(variant: Variant) -> str:
    """The value of the tag GameType: number, first colour, board, notation, and 1 where h1 is played on."""
    first = "W" if variant.first_move is Color.WHITE else "B"
    if variant.notation is Notation.ALGEBRAIC:
        notation = "A0"
    else:
        # The corner of square 1 as the side that begins sees it: 1 near right, 2 far left.
        notation = "N2" if variant.numbering == "top-left" and first == "W" else "N1"
    inverted = int(variant.playable == "h1")
    return f"{variant.pdn_game_type},{first},{variant.size},{variant.size},{notation},{inverted}"


# -- reading ------------------------------------------------------------------------------------------------


def parse_pdn(text: str) -> tuple[PdnGame, ...]:
    """All games of a text, in order.

    Raises PdnError with the reason ``too-long``, ``tag``, ``comment``, ``variation``, ``token`` or
    ``too-many-moves``, and the line.
    """
    return tuple(read_pdn(text))


def read_pdn(text: str) -> Iterator[PdnGame]:
    """The games of a text one by one; raises as ``parse_pdn`` does, where the fault is reached."""
    if len(text) > MAX_LENGTH:
        raise PdnError("too-long", 1)
    return _Reader(text.removeprefix("\ufeff")).games()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._start()

    def _start(self) -> None:
        self._tags: list[tuple[str, str]] = []
        self._moves: list[PdnMove] = []
        self._words: list[str] = []
        """of the comments after the last move"""
        self._begins_second = False
        self._depth = 0

    def games(self) -> Iterator[PdnGame]:
        position = 0
        while position < len(self._text):
            if self._text[position] == "[" and not self._depth:
                if self._moves:
                    yield self._finished(self._tag_of_result())
                position = self._read_tag(position)
                continue
            token = _TOKEN.match(self._text, position)
            if token is None or token.end() == position:
                if self._depth and self._text[position] not in "{":
                    # Whatever stands in a variation is skipped, be it read by this grammar or not.
                    position += 1
                    continue
                raise self._error(position)
            if token.lastgroup == "result" and not self._depth:
                yield self._finished(token["result"])
            else:
                self._take(token)
            position = token.end()
        if self._depth:
            raise self._fault("variation", len(self._text))
        if self._moves or self._tags:
            yield self._finished(self._tag_of_result())

    def _take(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "opening":
            self._depth += 1
        elif kind == "closing":
            if not self._depth:
                raise self._fault("variation", token.start(), ")")
            self._depth -= 1
        elif self._depth:
            return
        elif kind == "comment":
            self._comment(token["comment"][1:-1])
        elif kind == "number" and not self._moves:
            self._begins_second = len(token["dots"]) > 1
        elif kind == "move":
            if len(self._moves) == MAX_PLIES:
                raise self._fault("too-many-moves", token.start())
            self._keep_comment()
            self._moves.append(PdnMove(token["move"]))

    def _comment(self, text: str) -> None:
        if not self._moves:
            return
        last = self._moves[-1]
        if last.huffed is None and (huff := _HUFF.fullmatch(text)):
            self._moves[-1] = replace(last, huffed=huff[1].lower())
        else:
            self._words += text.split()

    def _keep_comment(self) -> None:
        if self._words:
            self._moves[-1] = replace(self._moves[-1], comment=" ".join(self._words))
            self._words = []

    def _read_tag(self, position: int) -> int:
        tag = _TAG.match(self._text, position)
        if tag is None:
            raise self._fault("tag", position, self._text[position : position + 40].split("\n")[0])
        self._tags.append((tag[1], _UNESCAPE.sub(r"\1", tag[2])))
        return tag.end()

    def _tag_of_result(self) -> str:
        result = dict(self._tags).get("Result", "").strip()
        return result if re.fullmatch(_RESULT, result) else "*"

    def _finished(self, result: str) -> PdnGame:
        self._keep_comment()
        tags = tuple(tag for tag in self._tags if tag[0] != "Result")
        game = PdnGame(tags, tuple(self._moves), result, self._begins_second)
        self._start()
        return game

    def _error(self, position: int) -> PdnError:
        if self._text[position] in "{}":
            return self._fault("comment", position)
        return self._fault("token", position, self._text[position : position + 40].split()[0])

    def _fault(self, reason: str, position: int, part: str = "") -> PdnError:
        return PdnError(reason, self._text.count("\n", 0, position) + 1, part)


# -- writing ------------------------------------------------------------------------------------------------


def format_pdn(games: Iterable[PdnGame]) -> str:
    """The games as one text, which ``parse_pdn`` reads back."""
    return "\n".join(format_game(game) for game in games)


def format_game(game: PdnGame) -> str:
    """One game with its tags, the tag Result among them, and its moves in lines of less than 80."""
    tags = list(game.tags)
    place = next((i for i, tag in enumerate(tags) if tag[0] in ("GameType", "SetUp", "FEN")), len(tags))
    tags.insert(place, ("Result", game.result))
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags)
    body = " ".join((*_written_moves(game), game.result))
    lines = wrap(body, _LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    return head + "\n" + "\n".join(lines) + "\n"


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _written_moves(game: PdnGame) -> Iterator[str]:
    interrupted = True
    for ply, move in enumerate(game.moves, start=int(game.begins_second)):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif interrupted:
            yield f"{ply // 2 + 1}..."
        yield move.text
        if move.huffed is not None:
            yield f"{{huff {move.huffed}}}"
        comment = " ".join(move.comment.replace("{", "(").replace("}", ")").split())
        if comment:
            yield f"{{{comment}}}"
        interrupted = bool(comment) or move.huffed is not None
