"""Knockouts as pictures: matches in columns of rounds, lines from each to the one that follows from it.

A page shows at most three rounds, so that names stay readable on a telephone; a larger bracket begins with
pages for its quarters and ends with the page of the final.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

from bot.pictures.page import (
    HIGHEST,
    LOOK,
    MARGIN,
    WIDTH,
    Page,
    footer_height,
    header_height,
    open_page,
    shares,
)
from bot.pictures.themes import mix
from bot.pictures.tree import COLUMNS, Node, Part, parts_of
from bot.sheets import BracketImage, BracketMatch, BracketSide, shown

_HEAD = 46
_LINE_HEIGHTS = (46, 40, 34, 29)
"""of one side of a match, the largest that fits; two lines of a name need the first"""
_JOINT = 26
"""between two columns"""
_LABEL = 30
"""above a match that has a label"""
_PATH = mix(LOOK.gold, LOOK.paper, 0.62)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One page: the rounds in its columns, its trees, and the height of a side."""

    part: Part
    trees: tuple[Node, ...]
    line: int

    @property
    def gap(self) -> int:
        return max(8, self.line // 2 - 6)

    def own_height(self, match: BracketMatch) -> int:
        """Pixels of a match, with its label and the gap beneath it."""
        label = _LABEL if match.label and len(match.sides) != 1 else 0
        return label + max(2, len(match.sides)) * self.line + self.gap

    def height(self, node: Node) -> int:
        """Pixels of a match with all that it follows from."""
        return max(self.own_height(node.match), sum(map(self.height, node.feeders)))

    @property
    def column(self) -> int:
        """Pixels from the beginning of a column to that of the next."""
        return (WIDTH - 2 * MARGIN + _JOINT) // max(2, len(self.part.rounds))

    @property
    def width(self) -> int:
        """Pixels of a match."""
        return self.column - _JOINT

    def left(self, column: int) -> int:
        """Where a column begins; a single one stands in the middle."""
        return MARGIN + column * self.column if len(self.part.rounds) > 1 else (WIDTH - self.width) // 2


def draw_bracket(bracket: BracketImage) -> tuple[bytes, ...]:
    """The pages as PNG, 800 pixels wide, first rounds first."""
    return tuple(page.encode() for page in paint_bracket(bracket))


def paint_bracket(bracket: BracketImage) -> tuple[Page, ...]:
    """The pages, before they become bytes."""
    title, subtitle, footer = shown(bracket.title), shown(bracket.subtitle), shown(bracket.footer)
    room = HIGHEST - header_height(subtitle) - footer_height(footer) - _HEAD - 24
    beside = sum(_beside_height(match) for match in bracket.beside)
    parts = parts_of(bracket.rounds)
    sheets: list[_Sheet] = []
    for part in parts:
        sheets += _sheets(part, room - beside if part is parts[-1] else room)
    champion = _champion(bracket)
    pages = []
    for number, sheet in enumerate(sheets, 1):
        is_last = number == len(sheets)
        body = _HEAD + 24 + sum(map(sheet.height, sheet.trees)) + (beside if is_last else 0)
        page, top = open_page(body, title, subtitle, footer, number, len(sheets))
        _head(page, sheet, top)
        at = top + _HEAD + 12 + sheet.gap // 2
        for tree in sheet.trees:
            _tree(page, sheet, tree, at, champion)
            at += sheet.height(tree)
        for match in bracket.beside if is_last else ():
            _beside(page, match, at)
            at += _beside_height(match)
        pages.append(page)
    return tuple(pages)


def _champion(bracket: BracketImage) -> int:
    """Who has won the last match of all, 0 while nobody has."""
    if not bracket.rounds or len(bracket.rounds[-1].matches) != 1:
        return 0
    return next((side.entrant for side in bracket.rounds[-1].matches[0].sides if side.is_winner), 0)


def _sheets(part: Part, room: int) -> list[_Sheet]:
    """The pages of a part: as few as will do, then with lines as high as they can be."""
    lines = _LINE_HEIGHTS[:1] if len(part.rounds) == COLUMNS else _LINE_HEIGHTS
    for pages in _page_counts(len(part.trees)):
        for line in lines:
            sheets = _divided(part, pages, line)
            if all(sum(map(sheet.height, sheet.trees)) <= room for sheet in sheets):
                return sheets
    return _divided(part, len(part.trees), lines[-1])


def _divided(part: Part, pages: int, line: int) -> list[_Sheet]:
    counts = shares(len(part.trees), -(-len(part.trees) // pages))
    bounds = pairwise(accumulate(counts, initial=0))
    return [_Sheet(part, part.trees[start:end], line) for start, end in bounds]


def _page_counts(trees: int) -> list[int]:
    """Numbers of pages to try: one, halves, quarters and so on as far as they come out even, then any."""
    even = [2**power for power in range(8) if trees % 2**power == 0]
    return [*even, *range(2, trees)]


def _head(page: Page, sheet: _Sheet, top: int) -> None:
    page.box((0, top, WIDTH, top + _HEAD), LOOK.head)
    for at, column in enumerate(sheet.part.rounds):
        left = sheet.left(at)
        place = (left, top + 2, left + sheet.width, top + _HEAD - 2)
        page.write(shown(column.label), place, 23, ink=LOOK.band, weight="Bold", align="center", lines=2)


def _tree(page: Page, sheet: _Sheet, node: Node, top: int, champion: int) -> int:
    """Draw a match with all that it follows from beneath ``top``; the height of its middle."""
    at = top
    middles = []
    for feeder in node.feeders:
        middles.append(_tree(page, sheet, feeder, at, champion))
        at += sheet.height(feeder)
    # a single feeder's match stands at its height, otherwise between the outermost ones
    own = sheet.own_height(node.match) - sheet.gap
    middle = (middles[0] + middles[-1]) // 2 if middles else top + own // 2
    middle = max(middle, top + own // 2)
    left = sheet.left(node.column)
    label = _LABEL if own > max(2, len(node.match.sides)) * sheet.line else 0
    for feeder, height in zip(node.feeders, middles, strict=True):
        is_path = bool(champion) and _plays(champion, feeder.match) and _plays(champion, node.match)
        _joint(page, left - _JOINT, height, left, middle + label // 2, is_path=is_path)
    if node.goes_on and node.column == len(sheet.part.rounds) - 1:
        is_path = bool(champion) and _winner(node.match) == champion
        end = left + sheet.width
        _joint(page, end, middle, min(end + _JOINT, WIDTH), middle, is_path=is_path)
    _match(page, node.match, (left, middle - own // 2, left + sheet.width, 0), sheet.line, champion)
    return middle + label // 2


def _joint(page: Page, left: int, start: int, right: int, end: int, *, is_path: bool) -> None:
    color, width = (LOOK.gold, 6) if is_path else (LOOK.blank, 3)
    turn = (left + right) // 2
    points = [(left, start), (turn, start), (turn, end), (right, end)]
    page.draw.line(points, fill=color, width=width, joint="curve")


def _plays(entrant: int, match: BracketMatch) -> bool:
    return any(side.entrant == entrant for side in match.sides)


def _winner(match: BracketMatch) -> int:
    return next((side.entrant for side in match.sides if side.is_winner), 0)


def _match(
    page: Page, match: BracketMatch, corner: tuple[int, int, int, int], line: int, champion: int
) -> None:
    left, top, right, _ = corner
    label = shown(match.label)
    if label and len(match.sides) != 1:
        page.write(label, (left, top, right, top + _LABEL), 22, ink=LOOK.band, weight="Bold")
        top += _LABEL
    bottom = top + line * max(2, len(match.sides))
    page.box((left, top, right, bottom), LOOK.paper, radius=6)
    for at, side in enumerate(match.sides):
        place = (left, top + at * line, right, top + (at + 1) * line)
        _side(page, side, place, is_decided=bool(_winner(match)), is_champion=0 < champion == side.entrant)
        if at:
            page.draw.line((left, place[1], right - 1, place[1]), LOOK.line, 2)
    if len(match.sides) == 1:
        place = (left + 12, top + line, right - 10, bottom)
        page.write(label, place, min(24, line * 2 // 3), ink=LOOK.soft, weight="Italic")
    page.draw.rounded_rectangle((left, top, right - 1, bottom - 1), 6, outline=LOOK.blank, width=2)


def _side(
    page: Page, side: BracketSide, place: tuple[int, int, int, int], *, is_decided: bool, is_champion: bool
) -> None:
    left, top, right, bottom = place
    size = min(26, (bottom - top) * 4 // 5)
    score = shown(side.score)
    edge = right - 8
    ground = _PATH if is_champion else LOOK.head if side.is_winner else LOOK.paper
    page.box((left + 1, top + 1, right - 1, bottom - 1), ground, radius=5)
    if score:
        room = min(70, (right - left) // 3)
        edge -= page.write(
            score, (edge - room, top, edge, bottom), size, weight="Bold", align="right",
            ink=LOOK.ink if side.is_winner or not is_decided else LOOK.soft,
        ) + 8  # fmt: skip
    page.write(
        shown(side.name), (left + 12, top + 2, edge, bottom - 2), size,
        ink=LOOK.soft if is_decided and not side.is_winner else LOOK.ink,
        weight="Bold" if side.is_winner else "Regular",
        lines=2 if bottom - top >= _LINE_HEIGHTS[0] else 1,
    )  # fmt: skip


def _beside_height(match: BracketMatch) -> int:
    return 40 + _LABEL + _LINE_HEIGHTS[0] * max(2, len(match.sides))


def _beside(page: Page, match: BracketMatch, top: int) -> None:
    """A match that leads nowhere, across the middle of the page."""
    page.draw.line((MARGIN, top + 6, WIDTH - MARGIN, top + 6), LOOK.line, 2)
    left = WIDTH // 4
    _match(page, match, (left, top + 20, WIDTH - left, 0), _LINE_HEIGHTS[0], 0)
