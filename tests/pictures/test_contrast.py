"""Whoever sees no red, no green, or no colour at all reads the board, also at 320 pixels.

The pictures are seen through models of full protanopia and deuteranopia (Machado, Oliveira and Fernandes,
2009) and in grey. A part of a picture counts as different where the contrast ratio of the WCAG reaches a
limit: 3 is what they ask of graphics, 4.5 of text. Shares are of the pixels of a square.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import mean

import pytest

from bot.pictures.board import BoardView
from bot.pictures.themes import RGB, THEMES, contrast, luminance
from rules.moves import Square
from rules.pieces import Color, Kind, Piece
from tests.pictures.boards import BOARDS, opened, square_of

Matrix = tuple[tuple[float, float, float], ...]

SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
SQUARE = 13
SIZE = 320

everywhere = pytest.mark.parametrize("theme", THEMES)
seen = pytest.mark.parametrize("sight", SIGHTS)
on_ground = pytest.mark.parametrize("board", ["8", "8 light", "10", "trail"])


def linear(channel: int) -> float:
    return luminance((channel, channel, channel))


def coded(value: float) -> int:
    value = min(1.0, max(0.0, value))
    return round(255 * (12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))


def as_seen(color: RGB, sight: str) -> RGB:
    light = [linear(channel) for channel in color]
    red, green, blue = (
        coded(sum(share * part for share, part in zip(row, light, strict=True))) for row in SIGHTS[sight]
    )
    return red, green, blue


@cache
def one_square(board: str, theme: str, piece: Piece | None, sight: str) -> list[RGB]:
    """The pixels of a square with that piece."""
    return pixels(shown(board, theme, piece), sight)


def pixels(view: BoardView, sight: str, square: Square = SQUARE) -> list[RGB]:
    part = square_of(opened(view), view, square)
    found: list[RGB] = [part.getpixel((x, y)) for y in range(part.height) for x in range(part.width)]
    known = {color: as_seen(color, sight) for color in set(found)}
    return [known[color] for color in found]


def shown(board: str, theme: str, piece: Piece | None) -> BoardView:
    pieces = {SQUARE: piece} if piece else {}
    return BoardView(BOARDS[board], pieces, theme=theme, size=SIZE, labels="algebraic")


def share_that_differs(one: list[RGB], other: list[RGB], limit: float) -> float:
    """The share of a square's pixels in which two pictures of it differ at least by that contrast."""
    known = {pair: contrast(*pair) >= limit for pair in set(zip(one, other, strict=True))}
    return mean(known[pair] for pair in zip(one, other, strict=True))


@everywhere
@seen
@on_ground
@pytest.mark.parametrize(
    ("kind", "least"), [(Kind.MAN, 0.3), (Kind.KING, 0.25), (Kind.ROOK, 0.12), (Kind.TRACE, 0.08)]
)
def test_white_and_black_pieces_differ_in_lightness(
    kind: Kind, least: float, board: str, sight: str, theme: str
) -> None:
    white, black = (one_square(board, theme, Piece(color, kind), sight) for color in Color)
    assert share_that_differs(white, black, 4.5) >= least


@everywhere
@seen
@on_ground
@pytest.mark.parametrize("color", Color)
def test_a_king_is_no_man_by_its_shape(color: Color, board: str, sight: str, theme: str) -> None:
    man, king = (one_square(board, theme, Piece(color, kind), sight) for kind in (Kind.MAN, Kind.KING))
    assert share_that_differs(man, king, 3) >= 0.12


@everywhere
@seen
@pytest.mark.parametrize("color", Color)
def test_a_rook_is_no_trace_by_its_shape(color: Color, sight: str, theme: str) -> None:
    rook, trace = (one_square("trail", theme, Piece(color, kind), sight) for kind in (Kind.ROOK, Kind.TRACE))
    assert share_that_differs(rook, trace, 3) >= 0.12


@everywhere
@seen
@on_ground
@pytest.mark.parametrize("color", Color)
@pytest.mark.parametrize("kind", Kind)
def test_every_piece_stands_out_from_its_square(
    kind: Kind, color: Color, board: str, sight: str, theme: str
) -> None:
    empty = one_square(board, theme, None, sight)
    piece = one_square(board, theme, Piece(color, kind), sight)
    assert share_that_differs(empty, piece, 3) >= 0.04  # at least a closed outline


@everywhere
@seen
def test_a_move_is_seen_by_the_shapes_of_its_marks(sight: str, theme: str) -> None:
    board = BOARDS["8"]
    around = [board.from_name(name) for name in ("e5", "d4", "c3")]
    plain = shown("8", theme, None)
    moved = replace(plain, last=(around[0], around[2]), taken=(around[1],))
    for square in around:
        before, after = pixels(plain, sight, square), pixels(moved, sight, square)
        assert share_that_differs(before, after, 3) >= 0.03, board.name(square)


@everywhere
@seen
def test_coordinates_read_as_text_should(sight: str, theme: str) -> None:
    colors = THEMES[theme]
    for ground in (colors.light, colors.dark, colors.trail, colors.chosen, colors.rim):
        assert contrast(as_seen(colors.ink_on(ground), sight), as_seen(ground, sight)) >= 4.5


def test_contrast_is_that_of_the_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
