"""What people type, as it can be shown: one line of signs that can be seen, read in the right order."""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
_JOINED = re.compile(r"[\u0600-\u1dff\u2028-\U0010ffff]")
"""from Arabic letters on, emoji among them, but for those that begin with Latin and Greek ones"""
_MOST_MARKS = 4
"""on one letter: no language has more, and a pile of them covers the lines above"""
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def one_line(text: str) -> str:
    """``text`` without line breaks and without signs that nobody can see, however it was typed."""
    seen = "".join(sign if sign.isprintable() or sign in _JOINERS else " " * sign.isspace() for sign in text)
    if not seen.isascii():
        seen = _few_marks(_composed(_joined(_composed(seen))))
    return " ".join(seen.split())


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _joined(text: str) -> str:
    """Without joiners where nothing is joined, such as Latin letters; emoji and Arabic names need theirs."""

    def joins(at: int) -> bool:
        return 0 < at < len(text) - 1 and all(
            _JOINED.match(text[beside])
            and not unicodedata.combining(text[beside])
            and text[beside] not in _JOINERS
            for beside in (at - 1, at + 1)
        )

    return "".join(sign for at, sign in enumerate(text) if sign not in _JOINERS or joins(at))


def _few_marks(text: str) -> str:
    marks, kept = 0, []
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= _MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


def isolated(text: str) -> str:
    """``text`` so that a name written from right to left leaves the order of the words around it as it is.

    Without that, the result in "Ala – משה 1-0" would be shown on the left of who it is read for.
    """
    return f"\u2068{text}\u2069" if _RIGHT_TO_LEFT.search(text) else text
