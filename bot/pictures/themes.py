"""The looks of a board, as tables of colours.

No theme tells anything by colour alone: White and Black differ in lightness, kings wear a crown and stand on
a second disc, and every mark has a shape of its own. ``tests/pictures/test_contrast.py`` measures it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

RGB = tuple[int, int, int]


def _rgb(text: str) -> RGB:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """The colour at ``share`` (0 to 1) of the way from ``first`` to ``second``."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(first, second, strict=True))
    return r, g, b


def luminance(color: RGB) -> float:
    """Relative luminance, 0 to 1, as the WCAG define it for sRGB."""
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: RGB, second: RGB) -> float:
    """Contrast ratio of two colours, 1 to 21, as the WCAG define it."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


@dataclass(frozen=True, slots=True)
class Set:
    """The colours of one side's pieces."""

    face: RGB
    groove: RGB
    """the ring turned into a man, and the edge of a disc that is seen a little from the front"""
    crown: RGB


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a board: few, so that sixteen suffice for them and the steps between them."""

    light: RGB
    dark: RGB
    rim: RGB
    paper: RGB
    """coordinates on the rim, and numbers on dark ground"""
    ink: RGB
    """outlines, arrows, and numbers on light ground"""
    trail: RGB
    """squares of the last move"""
    chosen: RGB
    """the selected square"""
    lost: RGB
    """the cross where a piece was captured"""
    white: Set
    black: Set

    def ink_on(self, ground: RGB) -> RGB:
        """The colour in which marks and numbers read best on ``ground``."""
        return max((self.ink, self.paper), key=lambda color: contrast(color, ground))


def _set(face: str, groove: str, crown: str) -> Set:
    return Set(_rgb(face), _rgb(groove), _rgb(crown))


_WOOD = Theme(
    light=_rgb("#F3DDB3"),
    dark=_rgb("#B27943"),
    rim=_rgb("#6B4226"),
    paper=_rgb("#FFF6E0"),
    ink=_rgb("#1F120A"),
    trail=_rgb("#EBB936"),
    chosen=_rgb("#A9C96A"),
    lost=_rgb("#660D0A"),
    white=_set("#FFF6E0", "#D2B483", "#9A2A12"),
    black=_set("#41302A", "#6F574C", "#F2BE4A"),
)

_CONTRAST = Theme(
    light=_rgb("#FFFFFF"),
    dark=_rgb("#86AAD0"),
    rim=_rgb("#10233A"),
    paper=_rgb("#FFFFFF"),
    ink=_rgb("#000000"),
    trail=_rgb("#FFC61A"),
    chosen=_rgb("#FFF3A6"),
    lost=_rgb("#7A0E00"),
    white=_set("#FFFFFF", "#A4AFBA", "#0B3A8F"),
    black=_set("#141414", "#68717C", "#FFC61A"),
)

_PRINT = Theme(
    light=_rgb("#FFFFFF"),
    dark=_rgb("#CDCDCD"),
    rim=_rgb("#FFFFFF"),
    paper=_rgb("#FFFFFF"),
    ink=_rgb("#000000"),
    trail=_rgb("#E6E6E6"),
    chosen=_rgb("#F2F2F2"),
    lost=_rgb("#000000"),
    white=_set("#FFFFFF", "#A8A8A8", "#000000"),
    black=_set("#1C1C1C", "#8C8C8C", "#FFFFFF"),
)

_NIGHT = Theme(
    light=_rgb("#A3AEC3"),
    dark=_rgb("#76849F"),
    rim=_rgb("#1B2130"),
    paper=_rgb("#F1EEE6"),
    ink=_rgb("#0C0F16"),
    trail=_rgb("#D9B44A"),
    chosen=_rgb("#63B5A8"),
    lost=_rgb("#560812"),
    white=_set("#F1EEE6", "#B5B0A3", "#9C3A10"),
    black=_set("#1F232E", "#566079", "#F0BE55"),
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {"wood": _WOOD, "contrast": _CONTRAST, "print": _PRINT, "night": _NIGHT}
)
"""The themes by the names that people choose from; the first is the usual one."""


def theme_named(name: str) -> Theme:
    """The theme of that name. Raises ValueError if there is none."""
    try:
        return THEMES[name]
    except KeyError:
        raise ValueError(f"no theme {name!r}") from None
