"""What adorns a diploma, drawn as vectors: the edge of a board, a crowned king, laurel, a medal.

Lengths are millimetres, angles radians.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from fpdf import FPDF

from bot.pictures.themes import RGB, mix

Point = tuple[float, float]

EDGE = 8.0
"""from the edge of the paper: printers leave it white"""
WOOD: RGB = (107, 66, 38)
INK: RGB = (31, 18, 10)
PAPER: RGB = (255, 252, 245)


@dataclass(frozen=True, slots=True)
class Metal:
    """The colours of an award."""

    face: RGB
    light: RGB
    dark: RGB


GOLD = Metal((222, 172, 46), (248, 220, 134), (146, 102, 14))
SILVER = Metal((178, 186, 194), (228, 233, 238), (98, 108, 118))
BRONZE = Metal((196, 128, 74), (236, 190, 150), (124, 70, 30))
OAK = Metal((178, 121, 67), (235, 208, 165), (107, 66, 38))
"""for taking part: the wood of the board"""
METALS = {1: GOLD, 2: SILVER, 3: BRONZE}


def fill(pdf: FPDF, points: Sequence[Point], color: RGB) -> None:
    pdf.set_fill_color(*color)
    pdf.polygon(list(points), style="F")


def disc(pdf: FPDF, center: Point, across: float, up: float, color: RGB) -> None:
    """An ellipse of these half axes."""
    pdf.set_fill_color(*color)
    pdf.ellipse(center[0] - across, center[1] - up, 2 * across, 2 * up, style="F")


def border(pdf: FPDF, width: float, height: float, metal: Metal) -> None:
    """The edge of a board around the sheet, a line in the metal within it, a man in each corner."""
    outer, side = EDGE, 4.5
    columns = round((width - 2 * outer) / side)
    rows = round((height - 2 * outer) / side)
    across, down = (width - 2 * outer) / columns, (height - 2 * outer) / rows
    pdf.set_fill_color(*mix(OAK.light, PAPER, 0.35))
    for box in (
        (outer, outer, width - 2 * outer, 2 * down),
        (outer, height - outer - 2 * down, width - 2 * outer, 2 * down),
        (outer, outer, 2 * across, height - 2 * outer),
        (width - outer - 2 * across, outer, 2 * across, height - 2 * outer),
    ):
        pdf.rect(*box, style="F")
    pdf.set_fill_color(*OAK.face)
    for column in range(columns):
        for row in range(rows):
            is_edge = column in (0, 1, columns - 2, columns - 1) or row in (0, 1, rows - 2, rows - 1)
            if is_edge and (column + row) % 2:
                pdf.rect(outer + column * across, outer + row * down, across, down, style="F")
    pdf.set_draw_color(*WOOD)
    pdf.set_line_width(0.9)
    pdf.rect(outer, outer, width - 2 * outer, height - 2 * outer)
    inset = outer + 2 * side
    pdf.rect(inset, inset, width - 2 * inset, height - 2 * inset)
    pdf.set_draw_color(*metal.face)
    pdf.set_line_width(0.7)
    pdf.rect(inset + 2.2, inset + 2.2, width - 2 * inset - 4.4, height - 2 * inset - 4.4)
    corner = outer + side
    for x in (corner, width - corner):
        for y in (corner, height - corner):
            disc(pdf, (x, y), 7.4, 7.4, PAPER)
            man(pdf, (x, y), 6.4, metal)


def man(pdf: FPDF, center: Point, radius: float, metal: Metal) -> None:
    """A man seen from above."""
    for share, color in (
        (1.0, metal.dark),
        (0.92, metal.face),
        (0.68, metal.dark),
        (0.61, metal.light),
        (0.3, metal.face),
    ):
        disc(pdf, center, radius * share, radius * share, color)


def crowned_king(pdf: FPDF, center: Point, size: float, metal: Metal) -> None:
    """A king of draughts: two men on each other, seen a little from the front, and a crown above them.

    ``center`` is the middle of the upper man, ``size`` half its width.
    """
    x, y = center
    across, up, thick = size, size * 0.42, size * 0.36
    for level in (1, 0):
        top = y + level * (thick + size * 0.05)
        edge = mix(metal.dark, INK, 0.25)
        for grow, color in ((size * 0.045, edge), (0.0, metal.dark)):
            disc(pdf, (x, top + thick), across + grow, up + grow, color)
            pdf.set_fill_color(*color)
            pdf.rect(x - across - grow, top, 2 * (across + grow), thick, style="F")
            disc(pdf, (x, top), across + grow, up + grow, color)
        for notch in range(-4, 5):  # the milled edge
            angle = notch * pi / 10
            at, low = x + across * sin(angle), top + up * cos(angle)
            pdf.set_draw_color(*metal.face)
            pdf.set_line_width(size * 0.035)
            pdf.line(at, low + thick * 0.2, at, low + thick * 0.8)
        disc(pdf, (x, top), across, up, metal.face)
        disc(pdf, (x, top), across * 0.84, up * 0.82, metal.light)
        disc(pdf, (x, top), across * 0.78, up * 0.75, metal.face)
    crown(pdf, (x, y - size * 0.08), size * 0.62, metal)


def crown(pdf: FPDF, foot: Point, size: float, metal: Metal) -> None:
    """A crown of five points; ``foot`` is the middle of its foot, ``size`` half its width."""
    x, y = foot
    for grow, body, jewel in ((size * 0.07, mix(metal.dark, INK, 0.25), 0.17), (0.0, metal.light, 0.12)):
        tips = [(x + size * at, y - size * high) for at, high in _TIPS]
        dents = [(x + size * (_TIPS[k][0] + _TIPS[k + 1][0]) / 2 * 0.92, y - size * 0.62) for k in range(4)]
        outline = [(x - size * 0.82 - grow, y + grow)]
        for number, tip in enumerate(tips):
            outline.append((tip[0], tip[1] - grow * 1.6))
            if number < 4:
                outline.append((dents[number][0], dents[number][1] - grow))
        outline.append((x + size * 0.82 + grow, y + grow))
        fill(pdf, outline, body)
        for tip in tips:
            disc(pdf, tip, size * jewel, size * jewel, body)
        disc(pdf, (x, y), size * 0.82 + grow, size * 0.2 + grow, body)
    disc(pdf, (x, y - size * 0.02), size * 0.78, size * 0.15, metal.face)
    for at in (-0.45, 0.0, 0.45):
        height = y - size * (0.3 - 0.1 * (1 - abs(at)))
        disc(pdf, (x + size * at, height), size * 0.085, size * 0.085, metal.dark)


_TIPS = ((-1.08, 1.05), (-0.56, 1.3), (0.0, 1.42), (0.56, 1.3), (1.08, 1.05))


def laurel(pdf: FPDF, center: Point, radius: float, metal: Metal, *, leaves: int = 9) -> None:
    """Two branches around ``center``, open at the top."""
    x, y = center
    for turn in (1, -1):
        stem = [_around(x, y, radius, angle) for angle in _steps(-0.1, 2.35, 24)]
        pdf.set_draw_color(*metal.dark)
        pdf.set_line_width(radius * 0.022)
        pdf.polyline(_mirrored(stem, x, turn))
        for angle in _steps(0.2, 2.25, leaves):
            foot, length = _around(x, y, radius, angle), radius * (0.36 - 0.05 * angle)
            for lean, color in ((0.6, metal.face), (-0.6, metal.dark)):
                fill(pdf, _mirrored(_leaf(foot, angle + lean, length), x, turn), color)
        fill(pdf, _mirrored(_leaf(stem[-1], 2.35, radius * 0.2), x, turn), metal.face)


def _mirrored(points: Sequence[Point], x: float, turn: int) -> list[Point]:
    """The points, or with ``turn`` -1 their mirror image at the upright line through ``x``."""
    return [(x + turn * (point[0] - x), point[1]) for point in points]


def _around(x: float, y: float, radius: float, angle: float) -> Point:
    """A point of a circle, counted from its foot."""
    return x + radius * sin(angle), y + radius * cos(angle)


def _steps(first: float, last: float, count: int) -> list[float]:
    return [first + (last - first) * step / (count - 1) for step in range(count)]


def _leaf(foot: Point, angle: float, length: float) -> list[Point]:
    """``angle``: 0 points to the right, a quarter turn upwards."""
    ux, uy = cos(angle), -sin(angle)
    points = []
    for side in (1, -1):
        for share in _steps(0.0, 1.0, 9)[::side]:
            wide = side * sin(pi * share) ** 0.8 * length * 0.2
            points.append(
                (foot[0] + ux * share * length - uy * wide, foot[1] + uy * share * length + ux * wide)
            )
    return points


def medal(pdf: FPDF, center: Point, radius: float, metal: Metal) -> None:
    """A medal on its ribbons, its middle free for a number."""
    x, y = center
    for turn in (-1, 1):
        ribbon = [
            (x + turn * radius * across, y + radius * down)
            for across, down in ((0.1, 0.0), (0.85, 0.4), (1.0, 1.86), (0.62, 1.58), (0.3, 2.04))
        ]
        fill(pdf, ribbon, mix(WOOD, metal.dark, 0.3 if turn == 1 else 0.0))
    teeth = 36
    star = [
        _around(x, y, radius * (1.12 if tooth % 2 else 1.0), pi * tooth / teeth) for tooth in range(2 * teeth)
    ]
    fill(pdf, star, metal.dark)
    for share, color in ((0.95, metal.face), (0.8, metal.dark), (0.76, metal.light)):
        disc(pdf, center, radius * share, radius * share, color)


def flourish(pdf: FPDF, center: Point, half: float, metal: Metal) -> None:
    """A line that thins out to both sides, with a square on its point in the middle."""
    x, y = center
    for turn in (-1, 1):
        fill(pdf, [(x + turn * 5, y - 0.35), (x + turn * half, y), (x + turn * 5, y + 0.35)], metal.face)
        fill(
            pdf,
            [(x + turn * 3.4, y), (x + turn * 4.2, y - 0.8), (x + turn * 5, y), (x + turn * 4.2, y + 0.8)],
            metal.face,
        )
    fill(pdf, [(x - 2, y), (x, y - 2), (x + 2, y), (x, y + 2)], metal.dark)
