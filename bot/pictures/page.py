"""A sheet of a table or bracket: its frame, its letters, and the bytes it becomes.

A page is as wide as a telephone held upright shows at twice its points, and never so high that a chat would
make it smaller to show it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Literal

from PIL import Image, ImageDraw

from bot.pictures.fonts import LINE_PITCH, Weight, drawable, fit, fit_lines, font
from bot.pictures.themes import RGB, mix

WIDTH = 800
"""pixels; a telephone shows them as 360 to 400 points"""
HIGHEST = 1280
"""pixels: some chats make higher pictures smaller"""
MARGIN = 22

_TITLE, _SUBTITLE, _FOOTER = 38, 25, 22


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a sheet: those of the wooden board, on paper."""

    paper: RGB = (255, 252, 245)
    stripe: RGB = (248, 240, 224)
    line: RGB = (226, 209, 178)
    band: RGB = (107, 66, 38)
    on_band: RGB = (255, 246, 224)
    soft_on_band: RGB = (233, 206, 160)
    head: RGB = (236, 220, 190)
    ink: RGB = (31, 18, 10)
    soft: RGB = (120, 94, 70)
    gold: RGB = (232, 184, 48)
    silver: RGB = (190, 197, 204)
    bronze: RGB = (214, 150, 96)
    won: RGB = (213, 232, 190)
    drawn: RGB = (250, 231, 170)
    lost: RGB = (246, 216, 206)
    blank: RGB = (196, 172, 134)
    white_man: RGB = (255, 250, 236)
    black_man: RGB = (52, 38, 32)


LOOK = Look()
MEDALS = {"1": LOOK.gold, "2": LOOK.silver, "3": LOOK.bronze}
Box = tuple[int, int, int, int]
"""left, top, right, bottom, the last two exclusive"""


@dataclass(frozen=True, slots=True)
class Written:
    """A line of text, the box it had to stay in and the one that it takes."""

    text: str
    place: Box
    extent: Box


@dataclass(slots=True)
class Page:
    """A sheet in the making; everything written is kept in ``written``, for whoever measures it."""

    height: int
    canvas: Image.Image = field(init=False)
    draw: ImageDraw.ImageDraw = field(init=False)
    written: list[Written] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.canvas = Image.new("RGB", (WIDTH, self.height), LOOK.paper)
        self.draw = ImageDraw.Draw(self.canvas)

    def box(self, box: Box, fill: RGB, *, radius: int = 0, outline: RGB | None = None) -> None:
        left, top, right, bottom = box
        if right > left and bottom > top:
            self.draw.rounded_rectangle(
                (left, top, right - 1, bottom - 1), radius, fill=fill, outline=outline, width=2
            )

    def write(
        self,
        text: str,
        place: Box,
        size: int,
        *,
        ink: RGB = LOOK.ink,
        weight: Weight = "Regular",
        align: Literal["left", "center", "right"] = "left",
        lines: Literal[1, 2] = 1,
        is_struck: bool = False,
    ) -> int:
        """Write ``text`` in the middle of the height of ``place``, as large as fits; its width."""
        left, top, right, bottom = place
        room = right - left
        if room <= 0 or not text:
            return 0
        if lines == 2:
            parts, face = fit_lines(text, room, bottom - top, size, weight=weight)
        else:
            part, face = fit(text, room, size, weight=weight, smallest=max(1, size * 5 // 8))
            parts = (part,)
        pitch = round(face.size * LINE_PITCH)
        middle = (top + bottom) / 2 - pitch * (len(parts) - 1) / 2
        widest = 0
        for part in parts:
            width = round(face.getlength(part))
            start = {"left": left, "center": left + (room - width) // 2, "right": right - width}[align]
            # letters sit on one line whatever their heights: half a capital's height beneath the middle
            base = round(middle + face.size * 0.355)
            # the accent of a first letter may reach left of where the letter begins
            ink_left, _, ink_right, _ = self.draw.textbbox((start, base), part, font=face, anchor="ls")
            start += max(0, min(left - round(ink_left), right - round(ink_right)))
            self.draw.text((start, base), part, font=face, fill=ink, anchor="ls")
            extent = self.draw.textbbox((start, base), part, font=face, anchor="ls")
            self.written.append(Written(part, place, tuple(map(round, extent))))  # type: ignore[arg-type]
            if is_struck and width:
                self.draw.line((start, round(middle), start + width, round(middle)), fill=ink, width=2)
            middle += pitch
            widest = max(widest, width)
        return widest

    def disc(self, center: tuple[float, float], radius: float, fill: RGB, outline: RGB | None = None) -> None:
        """A disc with a smooth edge."""
        scale = 4
        side = int(radius) * 2 + 6
        left, top = round(center[0] - side / 2), round(center[1] - side / 2)
        tile = self.canvas.crop((left, top, left + side, top + side)).resize((side * scale, side * scale), 0)
        x, y, r = (center[0] - left) * scale, (center[1] - top) * scale, radius * scale
        ImageDraw.Draw(tile).ellipse(
            (x - r, y - r, x + r, y + r), fill=fill, outline=outline, width=2 * scale
        )
        self.canvas.paste(tile.reduce(scale), (left, top))

    def man(self, color: str, center: tuple[float, float], radius: float) -> None:
        """A man of a colour; it has a ring, so that it is one also where colours are not seen."""
        face, ring = (
            (LOOK.white_man, LOOK.blank)
            if color == "white"
            else (LOOK.black_man, mix(LOOK.black_man, LOOK.paper, 0.45))
        )
        self.disc(center, radius, face, LOOK.black_man)
        if radius >= 8:
            self.disc(center, radius * 0.55, face, ring)

    def medal(self, text: str, center: tuple[float, float], radius: float, fill: RGB) -> None:
        self.disc(center, radius, fill, mix(fill, LOOK.ink, 0.35))
        x, y, half = round(center[0]), round(center[1]), round(radius) - 5
        self.write(text, (x - half, y - half, x + half, y + half), 26, weight="Bold", align="center")

    def encode(self) -> bytes:
        """The PNG, of at most 64 colours."""
        content = BytesIO()
        reduced = self.canvas.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        reduced.save(content, "PNG", optimize=True)
        return content.getvalue()


def header_height(subtitle: str) -> int:
    """Pixels that the band at the top takes."""
    return 126 if subtitle else 98


def footer_height(footer: str) -> int:
    return 52 if footer else 18


def open_page(body: int, title: str, subtitle: str, footer: str, number: int, count: int) -> tuple[Page, int]:
    """A page with its band and footer around ``body`` pixels, and where the body begins."""
    top = header_height(subtitle)
    page = Page(top + body + footer_height(footer))
    page.box((0, 0, WIDTH, top), LOOK.band)
    _checkers(page, top)
    right = WIDTH - MARGIN
    if count > 1:
        text = f"{number}/{count}"
        width = round(font(28, "Medium").getlength(text))
        page.write(
            text, (right - width, 0, right, 84), 28, ink=LOOK.soft_on_band, weight="Medium", align="right"
        )
        right -= width + 20
    page.write(title, (MARGIN, 6, right, 84), _TITLE, ink=LOOK.on_band, weight="Bold", lines=2)
    if subtitle:
        place = (MARGIN, 78, WIDTH - MARGIN, 114)
        page.write(subtitle, place, _SUBTITLE, ink=LOOK.soft_on_band)
    if footer:
        place = (MARGIN, page.height - 48, WIDTH - MARGIN, page.height - 8)
        page.write(footer, place, _FOOTER, ink=LOOK.soft, lines=2)
    return page, top


def _checkers(page: Page, bottom: int) -> None:
    """The edge of a board beneath the band."""
    side = 8
    page.box((0, bottom - side, WIDTH, bottom), LOOK.soft_on_band)
    for left in range(0, WIDTH, 2 * side):
        page.box((left, bottom - side, left + side, bottom), LOOK.band)


def width_of(text: str, size: int, weight: Weight = "Regular") -> int:
    """Pixels that ``text`` takes in one line at its full size."""
    return round(font(size, weight).getlength(drawable(text)) + 0.5)


def shares(count: int, most: int) -> list[int]:
    """``count`` things on as few pages of at most ``most`` as will do, evenly."""
    pages = max(1, -(-count // max(1, most)))
    return [count // pages + (at < count % pages) for at in range(pages)]
