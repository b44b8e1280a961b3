"""The shapes on a board: drawn once, four times too large, made small, and kept as index images.

A sprite knows the ground it was drawn on, for the sake of its smooth edge, and a mask leaves the ground
itself as it is on the board: numbers stay. Lengths are shares of a square's side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from PIL import Image, ImageDraw

from bot.pictures.palette import palette_of
from bot.pictures.themes import RGB, Set, Theme, theme_named
from rules.pieces import Color, Kind, Piece

_OVERSAMPLING = 4
Point = tuple[float, float]


class Ground(Enum):
    """What a square looks like beneath whatever stands on it."""

    LIGHT = "light"
    DARK = "dark"
    TRAIL = "trail"
    CHOSEN = "chosen"

    def color(self, theme: Theme) -> RGB:
        match self:
            case Ground.LIGHT:
                return theme.light
            case Ground.DARK:
                return theme.dark
            case Ground.TRAIL:
                return theme.trail
            case Ground.CHOSEN:
                return theme.chosen


@dataclass(frozen=True, slots=True)
class Sprite:
    """An index image and the pixels of it that count."""

    image: Image.Image
    mask: Image.Image

    def stamp(self, canvas: Image.Image, corner: tuple[int, int]) -> None:
        canvas.paste(self.image, corner, self.mask)


class _Pen:
    """Draws in shares of a square on an oversized canvas."""

    def __init__(self, ground: RGB, cell: int) -> None:
        self.cell = cell
        self.scale = cell * _OVERSAMPLING
        self.canvas = Image.new("RGB", (self.scale, self.scale), ground)
        self._draw = ImageDraw.Draw(self.canvas)

    def disc(self, center: Point, radius: float, fill: RGB) -> None:
        (x, y), s = center, self.scale
        self._draw.ellipse(
            ((x - radius) * s, (y - radius) * s, (x + radius) * s - 1, (y + radius) * s - 1), fill=fill
        )

    def ring(self, center: Point, radius: float, width: float, fill: RGB) -> None:
        (x, y), s = center, self.scale
        outer = radius + width / 2
        self._draw.ellipse(
            ((x - outer) * s, (y - outer) * s, (x + outer) * s - 1, (y + outer) * s - 1),
            outline=fill,
            width=max(1, round(width * s)),
        )

    def box(self, left: float, top: float, right: float, bottom: float, fill: RGB) -> None:
        s = self.scale
        self._draw.rectangle((left * s, top * s, right * s - 1, bottom * s - 1), fill=fill)

    def polygon(self, points: Sequence[Point], fill: RGB) -> None:
        self._draw.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=fill)

    def line(self, points: Sequence[Point], width: float, fill: RGB) -> None:
        """A line with round joints and ends."""
        for first, second in pairwise(points):
            angle = atan2(second[1] - first[1], second[0] - first[0]) + pi / 2
            dx, dy = cos(angle) * width / 2, sin(angle) * width / 2
            self.polygon(
                (
                    (first[0] + dx, first[1] + dy),
                    (second[0] + dx, second[1] + dy),
                    (second[0] - dx, second[1] - dy),
                    (first[0] - dx, first[1] - dy),
                ),
                fill,
            )
        for point in points:
            self.disc(point, width / 2, fill)

    def finish(self) -> Image.Image:
        return self.canvas.reduce(_OVERSAMPLING)


def _sprite(theme: str, ground: Ground, cell: int, draw: Callable[[_Pen, Theme], None]) -> Sprite:
    colors = theme_named(theme)
    palette = palette_of(theme)
    pen = _Pen(ground.color(colors), cell)
    draw(pen, colors)
    image = palette.reduce(pen.finish())
    empty = palette.reduce(Image.new("RGB", (1, 1), ground.color(colors))).getpixel((0, 0))
    mask = image.point([0 if index == empty else 255 for index in range(256)], "1")
    return Sprite(image, mask)


# pieces ------------------------------------------------------------------------------------------------

_RADIUS = 0.36
_OUTLINE = 0.024
_CENTER = 0.5


@lru_cache(maxsize=512)
def piece_sprite(theme: str, cell: int, ground: Ground, piece: Piece) -> Sprite:
    """A piece on a ground, in a square of ``cell`` pixels."""

    def draw(pen: _Pen, colors: Theme) -> None:
        side = colors.white if piece.color is Color.WHITE else colors.black
        match piece.kind:
            case Kind.MAN:
                _man(pen, side, colors.ink)
            case Kind.KING:
                _king(pen, side, colors.ink)
            case Kind.ROOK:
                _rook(pen, side, colors.ink)
            case Kind.TRACE:
                _trace(pen, side, colors.ink, piece.color)

    return _sprite(theme, ground, cell, draw)


def _disc(pen: _Pen, side: Set, ink: RGB, top: float, thickness: float) -> None:
    """A disc whose upper face is centred at height ``top``."""
    low, high = (_CENTER, top + thickness), (_CENTER, top)
    for grow, color in ((_OUTLINE, ink), (0.0, side.groove)):
        pen.line((low, high), 2 * (_RADIUS + grow), color)
    pen.disc(high, _RADIUS, side.face)


def _man(pen: _Pen, side: Set, ink: RGB) -> None:
    top = 0.475
    _disc(pen, side, ink, top, 0.05)
    pen.ring((_CENTER, top), 0.2, 0.055, side.groove)


def _king(pen: _Pen, side: Set, ink: RGB) -> None:
    _disc(pen, side, ink, 0.54, 0.045)
    _disc(pen, side, ink, 0.43, 0.045)
    _crown(pen, side.crown, (_CENTER, 0.43))


def _crown(pen: _Pen, color: RGB, center: Point) -> None:
    x, y = center
    base, left, right = y + 0.165, x - 0.2, x + 0.2
    tips = ((x - 0.25, y - 0.10), (x, y - 0.19), (x + 0.25, y - 0.10))
    pen.polygon(
        (
            (left, base - 0.075),
            tips[0],
            (x - 0.105, y + 0.0),
            tips[1],
            (x + 0.105, y + 0.0),
            tips[2],
            (right, base - 0.075),
        ),
        color,
    )
    for tip in tips:
        pen.disc(tip, 0.042, color)
    pen.line(((left + 0.01, base - 0.01), (right - 0.01, base - 0.01)), 0.065, color)


_TOWER: tuple[Point, ...] = (
    (0.30, 0.20), (0.30, 0.38), (0.38, 0.44), (0.36, 0.68), (0.28, 0.74), (0.28, 0.82),
    (0.72, 0.82), (0.72, 0.74), (0.64, 0.68), (0.62, 0.44), (0.70, 0.38), (0.70, 0.20),
    (0.60, 0.20), (0.60, 0.27), (0.55, 0.27), (0.55, 0.20), (0.45, 0.20), (0.45, 0.27),
    (0.40, 0.27), (0.40, 0.20),
)  # fmt: skip


def _rook(pen: _Pen, side: Set, ink: RGB) -> None:
    closed = (*_TOWER, _TOWER[0])
    pen.line(closed, 0.11, ink)
    pen.line(closed, 0.055, side.face)
    pen.polygon(_TOWER, side.face)
    pen.line(((0.37, 0.455), (0.63, 0.455)), 0.035, side.groove)
    pen.line(((0.35, 0.70), (0.65, 0.70)), 0.035, side.groove)


def _trace(pen: _Pen, side: Set, outline: RGB, color: Color) -> None:
    """A footprint: White's a bare round one, Black's a boot with a heel, turned the other way."""
    tilt = -0.3 if color is Color.WHITE else 0.3

    def at(x: float, y: float) -> Point:
        return _CENTER + x * cos(tilt) - y * sin(tilt), _CENTER + x * sin(tilt) + y * cos(tilt)

    if color is Color.WHITE:
        for grow, ink in ((0.036, outline), (0.0, side.face)):
            pen.line((at(0.0, -0.04), at(0.0, 0.17)), 0.19 + 2 * grow, ink)
            pen.disc(at(0.0, -0.03), 0.125 + grow, ink)
            for x, y, radius in ((-0.14, -0.17, 0.04), (-0.05, -0.225, 0.046), (0.07, -0.225, 0.05)):
                pen.disc(at(x, y), radius + grow, ink)
    else:
        for grow, ink in ((0.036, outline), (0.0, side.face)):
            pen.line((at(0.0, -0.17), at(0.0, 0.0)), 0.22 + 2 * grow, ink)
            pen.line((at(0.0, 0.19), at(0.0, 0.205)), 0.18 + 2 * grow, ink)


# marks -------------------------------------------------------------------------------------------------

Direction = tuple[int, int]
"""a step on the picture: right and down, each -1, 0 or 1"""


@lru_cache(maxsize=128)
def arrow_sprite(theme: str, cell: int, ground: Ground, direction: Direction) -> Sprite:
    """An arrow in the middle of a square that a move left or passed."""

    def draw(pen: _Pen, colors: Theme) -> None:
        length = hypot(*direction)
        ux, uy = direction[0] / length, direction[1] / length

        def at(ahead: float, aside: float) -> Point:
            return _CENTER + ux * ahead - uy * aside, _CENTER + uy * ahead + ux * aside

        ink = colors.ink
        pen.line((at(-0.2, 0), at(0.1, 0)), 0.085, ink)
        pen.polygon((at(0.26, 0), at(0.02, 0.17), at(0.02, -0.17)), ink)

    return _sprite(theme, ground, cell, draw)


@lru_cache(maxsize=64)
def cross_sprite(theme: str, cell: int, ground: Ground) -> Sprite:
    """The cross where a piece was captured."""

    def draw(pen: _Pen, colors: Theme) -> None:
        for slant in (1, -1):
            pen.line(((0.5 - 0.17, 0.5 - 0.17 * slant), (0.5 + 0.17, 0.5 + 0.17 * slant)), 0.095, colors.lost)

    return _sprite(theme, ground, cell, draw)


@lru_cache(maxsize=64)
def frame_sprite(theme: str, cell: int, ground: Ground) -> Sprite:
    """The frame of the square where a move ended, or corners for the selected square."""

    def draw(pen: _Pen, colors: Theme) -> None:
        ink = colors.ink_on(ground.color(colors))
        width = 0.045
        for edge in (0.0, 1 - width):
            pen.box(0, edge, 1, edge + width, ink)
            pen.box(edge, 0, edge + width, 1, ink)
        if ground is Ground.CHOSEN:  # corners only: another shape than the end of a move
            pen.box(0.3, 0, 0.7, 1, ground.color(colors))
            pen.box(0, 0.3, 1, 0.7, ground.color(colors))

    return _sprite(theme, ground, cell, draw)
