"""One palette per theme: the theme's colours and the steps between those that meet at an edge.

Every picture of a theme shares it, so pieces are drawn once, kept as index images and pasted as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PIL import Image

from bot.pictures.themes import RGB, Theme, mix, theme_named

SIZE = 16
"""entries at most: a pixel then takes half a byte, and a row of squares finds the one before it in the
compressor's window of 32 KiB"""

_SAME = 12
"""colours nearer to each other than this (sum of differences) share an entry"""


@dataclass(frozen=True, slots=True)
class Palette:
    """``colors`` in the order of their indexes; ``carrier`` is an image that holds them."""

    colors: tuple[RGB, ...]
    carrier: Image.Image

    def index(self, color: RGB) -> int:
        """The index of a colour of the theme."""
        return min(range(len(self.colors)), key=lambda at: _distance(self.colors[at], color))

    def reduce(self, picture: Image.Image) -> Image.Image:
        """An RGB picture as an index picture of this palette, nearest colours, no dithering."""
        return picture.quantize(palette=self.carrier, dither=Image.Dither.NONE)


def _distance(first: RGB, second: RGB) -> int:
    return sum(abs(a - b) for a, b in zip(first, second, strict=True))


@cache
def palette_of(theme: str) -> Palette:
    """The palette of the theme of that name. Raises ValueError if there is none."""
    colors: list[RGB] = []
    for color in _colors(theme_named(theme)):
        if len(colors) < SIZE and all(_distance(color, known) >= _SAME for known in colors):
            colors.append(color)
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([channel for color in colors for channel in color])
    return Palette(tuple(colors), carrier)


def _colors(theme: Theme) -> Iterator[RGB]:
    """The colours by importance: the theme's own, then the steps at the edges that are seen most."""
    yield from (theme.light, theme.dark, theme.rim, theme.paper, theme.ink, theme.trail, theme.chosen)
    for side in (theme.white, theme.black):
        yield from (side.face, side.groove, side.crown)
    yield theme.lost
    for first, second in (
        (theme.ink, theme.dark),
        (theme.ink, theme.white.face),
        (theme.white.crown, theme.white.face),
        (theme.black.crown, theme.black.face),
        (theme.rim, theme.paper),
        (theme.white.groove, theme.white.face),
        (theme.ink, theme.trail),
    ):
        yield mix(first, second, 0.5)
    for step in (0.25, 0.75):
        yield mix(theme.ink, theme.white.face, step)
        yield mix(theme.ink, theme.dark, step)
