"""Letters for pictures: Roboto, which has Polish, Galician and Ukrainian letters, and never a box.

A character that the font lacks is shown without its marks where that helps (``ǎ`` as ``a``), otherwise as a
question mark.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import font_roboto  # type: ignore[import-untyped]
from PIL import ImageFont

Weight = Literal["Regular", "Medium", "Bold"]
"""the weights used, as the package names its files"""

_ELLIPSIS = "\u2026"
_UNDEFINED = "\uffff"
"""a code point that no font may ever define: its picture is the font's box"""


@cache
def _file(weight: Weight) -> str:
    return str(Path(font_roboto.font_directory) / f"Roboto-{weight}.ttf")


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Regular") -> ImageFont.FreeTypeFont:
    """Roboto at ``size`` pixels."""
    return ImageFont.truetype(_file(weight), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2048)
def _has_glyph(character: str) -> bool:
    if character.isspace():
        return True
    probe = font(24)
    return bytes(probe.getmask(character)) != bytes(probe.getmask(_UNDEFINED))


def drawable(text: str) -> str:
    """``text`` with every character that the font lacks replaced, composed (NFC), control characters gone."""
    shown = []
    for character in unicodedata.normalize("NFC", text):
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            continue
        if _has_glyph(character):
            shown.append(character)
            continue
        plain = "".join(
            part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part)
        )
        shown.append(plain if plain and all(map(_has_glyph, plain)) else "?")
    return "".join(shown)


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
    low, high = 0, len(shown)
    while low < high:
        middle = (low + high + 1) // 2
        if face.getlength(shown[:middle].rstrip() + _ELLIPSIS) <= width:
            low = middle
        else:
            high = middle - 1
    return (shown[:low].rstrip() + _ELLIPSIS if low else ""), face
