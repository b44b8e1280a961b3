"""Letters for pictures: Roboto, which has Latin, Greek and Cyrillic letters, and never a box.

A letter that the font lacks is shown without its marks where that helps (``ẋ`` as ``x``), otherwise in the
Latin letters that everybody at a tournament can read (``გიორგი`` as ``Giorgi``). Signs that are no letters,
such as emoji, are left out, unless there is nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import font_roboto  # type: ignore[import-untyped]
from anyascii import anyascii
from PIL import ImageFont

Weight = Literal["Regular", "Medium", "Bold", "Italic"]
"""the weights used, as the package names its files"""

LINE_PITCH = 1.14
"""from one line to the next, in sizes of the letters"""
_ELLIPSIS = "\u2026"
_BREAKS = re.compile(r"(?<=[ \-])")
"""where a line may end"""
_UNDEFINED = "\uffff"
"""a code point that no font may ever define: its picture is the font's box"""


@cache
def font_file(weight: Weight) -> Path:
    """Where the font lies."""
    return Path(font_roboto.font_directory) / f"Roboto-{weight}.ttf"


@lru_cache(maxsize=256)
def font(size: int, weight: Weight = "Regular") -> ImageFont.FreeTypeFont:
    """Roboto at ``size`` pixels."""
    return ImageFont.truetype(str(font_file(weight)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    if character.isspace():
        return True
    probe = font(24)
    return bytes(probe.getmask(character)) != bytes(probe.getmask(_UNDEFINED))


@lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """``text`` in one line with every character that the font lacks replaced, composed (NFC)."""
    wanted = [
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", text)
        if character.isspace()
        or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    ]
    letters = "".join(_replaced(wanted, "S")).strip()
    if letters or not "".join(wanted).strip():
        return letters
    return "".join(_replaced(wanted, "")).strip() or "?"


def _replaced(characters: list[str], left_out: str) -> list[str]:
    """What to draw for each character; missing ones of the category ``left_out`` become nothing."""
    drawn: list[str] = []
    for character in characters:
        if _has_glyph(character):
            drawn.append(character)
            continue
        category = unicodedata.category(character)
        if left_out and category[0] == left_out:
            continue
        plain = "".join(
            part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part)
        )
        if not plain or not all(map(_has_glyph, plain)):
            plain = anyascii(character)
            begins = not drawn or not drawn[-1][-1:].isalpha()
            if begins and category in ("Lo", "Ll") and character.title() == character:  # it knows no capitals
                plain = plain[:1].upper() + plain[1:]
        if plain:
            drawn.append(plain)
    return drawn


def fit(
    text: str, width: int, size: int, *, weight: Weight = "Regular", smallest: int = 0
) -> tuple[str, ImageFont.FreeTypeFont]:
    """``text`` as it can be drawn in ``width`` pixels, and the font for it.

    First the letters shrink from ``size`` down to ``smallest`` (by default two thirds of ``size``), then the
    text is cut and ends in an ellipsis.
    """
    shown = drawable(text)
    smallest = smallest or max(1, size * 2 // 3)
    for attempt in range(size, smallest - 1, -1):
        face = font(attempt, weight)
        if face.getlength(shown) <= width:
            return shown, face
    face = font(smallest, weight)
    return _cut(shown, width, face), face


def fit_lines(
    text: str, width: int, height: int, size: int, *, weight: Weight = "Regular"
) -> tuple[tuple[str, ...], ImageFont.FreeTypeFont]:
    """``text`` in one line, or in two smaller ones where it is long, and the font for them.

    What is too long even for two lines ends in an ellipsis.
    """
    parts = [part for part in _BREAKS.split(drawable(text)) if part]
    whole = "".join(parts)
    smallest = max(1, size * 5 // 8)
    for attempt in range(size, smallest - 1, -1):
        face = font(attempt, weight)
        if face.getlength(whole) <= width:
            return (whole,), face
        if attempt * 2 * LINE_PITCH <= height and attempt < size * 5 // 6:
            first, rest = _broken(parts, width, face)
            if first and face.getlength(rest) <= width:
                return _halved(parts, face), face
    face = font(smallest, weight)
    first, rest = _broken(parts, width, face)
    if not first or not rest or smallest * 2 * LINE_PITCH > height:
        return (_cut(whole, width, face),), face
    return (first, _cut(rest, width, face)), face


def _halved(parts: list[str], face: ImageFont.FreeTypeFont) -> tuple[str, str]:
    """The parts in two lines as equally long as they can be."""
    halves = (("".join(parts[:at]).rstrip(), "".join(parts[at:])) for at in range(1, len(parts)))
    return min(halves, key=lambda lines: max(map(face.getlength, lines)))


def _broken(parts: list[str], width: int, face: ImageFont.FreeTypeFont) -> tuple[str, str]:
    """As many parts as a line holds, and the rest."""
    count = 0
    while count < len(parts) and face.getlength("".join(parts[: count + 1]).rstrip()) <= width:
        count += 1
    return "".join(parts[:count]).rstrip(), "".join(parts[count:]).lstrip()


def _cut(text: str, width: int, face: ImageFont.FreeTypeFont) -> str:
    """As much of ``text`` as fits, with an ellipsis where something is missing."""
    if face.getlength(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if face.getlength(text[:middle].rstrip() + _ELLIPSIS) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS if low else ""
