"""Diplomas: values in, the bytes of a PDF out, one sheet of A4 on its side for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from fpdf import FPDF
from fpdf.fonts import TTFFont

from bot.pictures.fonts import Weight, drawable, font_file
from bot.pictures.ornament import (
    EDGE,
    INK,
    METALS,
    OAK,
    PAPER,
    WOOD,
    Metal,
    border,
    crowned_king,
    flourish,
    laurel,
    medal,
)
from bot.pictures.themes import RGB, mix
from bot.sheets import Diploma, shown

MADE = datetime(1970, 1, 1, tzinfo=UTC)
"""the date that stands in every document"""
WIDTH, HEIGHT = 297.0, 210.0
"""millimetres"""
_MIDDLE = WIDTH / 2
_TEXT = 216.0
"""millimetres that a centred line may take"""
_LEFT, _RIGHT, _SIDE = 74.0, WIDTH - 74.0, 74.0
"""the middles of what stands at the foot, left and right, and how wide it may be"""
_WEIGHTS: tuple[Weight, ...] = ("Regular", "Medium", "Bold")
_POINT = 25.4 / 72
_SOFT: RGB = (110, 84, 62)
_ELLIPSIS = "\u2026"


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF, and every line written in it with its left and right edge, in millimetres."""

    content: bytes
    written: tuple[tuple[str, float, float], ...]


class _Pen:
    """Writes on sheets."""

    def __init__(self) -> None:
        self.pdf = FPDF("landscape", "mm", "A4")
        self.pdf.set_auto_page_break(False)
        # a document says what it is about, not when it was made: the same diplomas are the same bytes
        self.pdf.set_creation_date(MADE)
        self.pdf.set_producer("Damka")
        for weight in _WEIGHTS:
            self.pdf.add_font(weight, "", font_file(weight))
        self.written: list[tuple[str, float, float]] = []

    def finish(self) -> bytes:
        """The document; nothing can be written afterwards."""
        content = bytes(self.pdf.output())
        for face in self.pdf.fonts.values():
            if isinstance(face, TTFFont):
                face.ttfont.close()
        return content

    def width(self, text: str, size: float, weight: Weight, spacing: float = 0.0) -> float:
        """Millimetres."""
        self.pdf.set_font(weight, size=size)
        return self.pdf.get_string_width(text) + spacing * _POINT * max(0, len(text) - 1)

    def lines(
        self, text: str, room: float, size: float, weight: Weight, most: int
    ) -> tuple[list[str], float]:
        """``text`` in at most ``most`` lines of ``room`` millimetres, and the size for that.

        Down to six tenths of the size the letters shrink; then the last line ends in an ellipsis.
        """
        words = drawable(text).split(" ")
        attempt = size
        while attempt >= size * 0.6:
            for count in range(1, most + 1):
                lines = self._wrapped(words, room, attempt, weight)
                if len(lines) <= count and all(self.width(line, attempt, weight) <= room for line in lines):
                    return self._balanced(words, room, attempt, weight, len(lines)), attempt
            attempt -= 0.5
        attempt += 0.5
        lines = self._wrapped(words, room, attempt, weight)
        kept = [self._cut(line, room, attempt, weight) for line in lines[:most]]
        if len(lines) > most:
            kept[-1] = self._cut(kept[-1].rstrip(_ELLIPSIS) + _ELLIPSIS, room, attempt, weight)
        return kept, attempt

    def _wrapped(self, words: list[str], room: float, size: float, weight: Weight) -> list[str]:
        lines = [words[0]]
        for word in words[1:]:
            longer = f"{lines[-1]} {word}"
            if self.width(longer, size, weight) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _balanced(self, words: list[str], room: float, size: float, weight: Weight, count: int) -> list[str]:
        """As many lines, but of lengths as even as they can be."""
        narrow = room
        lines = self._wrapped(words, room, size, weight)
        while narrow > room / 2:
            narrow -= 4
            tried = self._wrapped(words, narrow, size, weight)
            if len(tried) > count or any(self.width(line, size, weight) > room for line in tried):
                break
            lines = tried
        return lines

    def _cut(self, text: str, room: float, size: float, weight: Weight) -> str:
        if self.width(text, size, weight) <= room:
            return text
        text = text.rstrip(_ELLIPSIS)
        while text and self.width(text.rstrip() + _ELLIPSIS, size, weight) > room:
            text = text[:-1]
        return text.rstrip() + _ELLIPSIS if text else ""

    def write(
        self,
        text: str,
        base: float,
        size: float,
        *,
        weight: Weight = "Regular",
        ink: RGB = INK,
        room: float = _TEXT,
        middle: float = _MIDDLE,
        most: int = 1,
        spacing: float = 0.0,
        anchor: Literal["top", "bottom"] = "top",
    ) -> float:
        """Write centred lines, the first (the last, if anchored at the bottom) on ``base``; the last base."""
        if not drawable(text):
            return base
        lines, size = self.lines(text, room, size, weight, most)
        pitch = size * _POINT * 1.25
        if anchor == "bottom":
            base -= pitch * (len(lines) - 1)
        self.pdf.set_text_color(*ink)
        for line in lines:
            width = self.width(line, size, weight, spacing)
            self.pdf.set_char_spacing(spacing)
            self.pdf.text(middle - width / 2, base, line)
            self.pdf.set_char_spacing(0)
            self.written.append((line, middle - width / 2, middle + width / 2))
            base += pitch
        return base - pitch


def diplomas(sheets: Sequence[Diploma]) -> bytes:
    """The diplomas as one PDF, a page each. Raises ValueError where there is none."""
    return print_diplomas(sheets).content


def print_diplomas(sheets: Sequence[Diploma]) -> Printed:
    """The diplomas, and what is written where on them. Raises as ``diplomas``."""
    if not sheets:
        raise ValueError("a document needs a page")
    pen = _Pen()
    pen.pdf.set_title(shown(sheets[0].event))
    pen.pdf.set_lang(sheets[0].language)
    for sheet in sheets:
        pen.pdf.add_page()
        _page(pen, sheet)
    return Printed(pen.finish(), tuple(pen.written))


def _page(pen: _Pen, sheet: Diploma) -> None:
    pdf = pen.pdf
    metal = METALS.get(sheet.place or 0, OAK)
    pdf.set_fill_color(*PAPER)
    pdf.rect(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, style="F")
    border(pdf, WIDTH, HEIGHT, metal)
    _emblem(pdf, metal, is_placed=sheet.place in METALS)
    heading = shown(sheet.heading).upper()
    pen.write(heading, 81, 44, weight="Bold", ink=WOOD, spacing=9, room=170)
    pen.write(shown(sheet.event), 92, 17, weight="Medium", ink=mix(metal.dark, INK, 0.35))
    if shown(sheet.category):
        pen.write(shown(sheet.category), 100, 13, ink=_SOFT)
    base = _name(pen, sheet.name)
    flourish(pdf, (_MIDDLE, base + 8), 70, metal)
    pen.write(shown(sheet.award), base + 17.5, 17, weight="Regular", most=2, room=_TEXT - 20)
    _foot(pen, sheet, metal)


def _name(pen: _Pen, name: str) -> float:
    """The name in one large line, or in two smaller ones; the base of the last."""
    room = _TEXT - 10
    (line,), _ = pen.lines(name, room, 40, "Medium", 1)
    if line.endswith(_ELLIPSIS) and not drawable(name).endswith(_ELLIPSIS):
        return pen.write(name, 123, 25, weight="Medium", room=room, most=2, anchor="bottom")
    return pen.write(name, 119, 40, weight="Medium", room=room)


def _emblem(pdf: FPDF, metal: Metal, *, is_placed: bool) -> None:
    if is_placed:
        laurel(pdf, (_MIDDLE, 43.0), 19.0, metal)
        crowned_king(pdf, (_MIDDLE, 44.5), 10.5, metal)
    else:
        crowned_king(pdf, (_MIDDLE, 46.0), 14.0, metal)


def _foot(pen: _Pen, sheet: Diploma, metal: Metal) -> None:
    """Where and when, who signs, and the medal between them."""
    is_placed = sheet.place in METALS
    if is_placed:
        center = (_MIDDLE, 163.0)
        medal(pen.pdf, center, 10.5, metal)
        pen.write(
            str(sheet.place), center[1] + 4.6, 36, weight="Bold", ink=mix(metal.dark, INK, 0.4), room=14
        )
    when = [shown(sheet.venue), shown(sheet.date)]
    organiser = shown(sheet.organiser)
    if sheet.signatures:
        _imprint(pen, [*when, organiser], _LEFT)
        _signatures(pen, [shown(signature) for signature in sheet.signatures[:3]])
    elif is_placed:
        _imprint(pen, when, _LEFT)
        _imprint(pen, [organiser], _RIGHT)
    else:
        _imprint(pen, [*when, organiser], _MIDDLE)


def _imprint(pen: _Pen, texts: Sequence[str], middle: float) -> None:
    texts = [text for text in texts if text]
    base = 168.0 - 3.3 * (len(texts) - 1)
    for text in texts:
        base = pen.write(text, base, 13, ink=_SOFT, room=_SIDE, middle=middle, most=2) + 7


def _signatures(pen: _Pen, signatures: Sequence[str]) -> None:
    pitch = 17.0 if len(signatures) < 3 else 13.5
    height = 165.0 - pitch * (len(signatures) - 1) / 2
    for signature in signatures:
        pen.pdf.set_draw_color(*_SOFT)
        pen.pdf.set_line_width(0.25)
        pen.pdf.line(_RIGHT - _SIDE / 2, height, _RIGHT + _SIDE / 2, height)
        pen.write(signature, height + 4.8, 11, ink=_SOFT, room=_SIDE, middle=_RIGHT)
        height += pitch
