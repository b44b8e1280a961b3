"""Cross tables as pictures: everyone against everyone, or everyone by the rounds of a Swiss."""

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
    width_of,
)
from bot.pictures.themes import mix
from bot.sheets import CrossCell, CrossRow, CrosstableImage, shown

_HEAD = 46
_SIZE, _CELL_SIZE, _SMALL = 26, 25, 18
_GAP = 6
_TINTS = {"won": LOOK.won, "drawn": LOOK.drawn, "lost": LOOK.lost}


@dataclass(frozen=True, slots=True)
class _Measures:
    """Pixels: what the columns take, and a row. ``totals``: how many sums each page shows, and how wide."""

    number: int
    name: int
    cell: int
    totals: tuple[int, ...]
    row: int

    @classmethod
    def of(cls, table: CrosstableImage) -> tuple[_Measures, list[int]]:
        """The measures, and how many columns each page across has."""
        cells = [cell for row in table.rows for cell in row.cells if cell is not None]
        has_opponents = any(cell.opponent for cell in cells)
        number = max((width_of(shown(row.number), _SIZE) for row in table.rows), default=0) + 2 * _GAP
        widest = max((width_of(shown(cell.text), _CELL_SIZE, "Bold") for cell in cells), default=0)
        cell = min(max(54 if has_opponents else 42, widest + 8), 76)
        totals = tuple(
            min(max((width_of(shown(row.totals[at]), _SIZE, "Bold") for row in table.rows), default=0), 84)
            + 2 * _GAP
            for at in range(len(table.totals))
        )
        room = WIDTH - 2 * MARGIN + 2 * _GAP - number
        names = max((width_of(shown(row.name), _SIZE, "Medium") for row in table.rows), default=0) + 2 * _GAP
        wide, narrow = min(names, 210), min(names, 156)
        while len(totals) > 1 and room - wide - sum(totals) < len(table.columns) * cell:
            totals = totals[:-1]  # the points always, the rest where one page has room for all
        room -= sum(totals)
        names = narrow if room - wide < len(table.columns) * cell <= room - narrow else wide
        counts = shares(len(table.columns), max(1, (room - names) // cell))
        cell = min((room - names) // max(1, *counts), cell + 16)
        row = 60 if has_opponents else 50
        return cls(number, room - cell * max(counts), cell, totals, row), counts


def draw_crosstable(table: CrosstableImage) -> tuple[bytes, ...]:
    """The pages as PNG, 800 pixels wide: row after row of pages, each with the names at its left.

    Raises ValueError for a row with too few or too many cells or sums.
    """
    return tuple(page.encode() for page in paint_crosstable(table))


def paint_crosstable(table: CrosstableImage) -> tuple[Page, ...]:
    """The pages, before they become bytes. Raises as ``draw_crosstable``."""
    for row in table.rows:
        if (len(row.cells), len(row.totals)) != (len(table.columns), len(table.totals)):
            raise ValueError(
                f"{len(row.cells)} cells and {len(row.totals)} sums for {len(table.columns)} columns "
                f"and {len(table.totals)} sums"
            )
    measures, across = _Measures.of(table)
    title, subtitle, footer = shown(table.title), shown(table.subtitle), shown(table.footer)
    room = HIGHEST - header_height(subtitle) - footer_height(footer) - _HEAD
    down = shares(len(table.rows), room // measures.row)
    pages: list[Page] = []
    for top_row, end_row in pairwise(accumulate(down, initial=0)):
        for first, end in pairwise(accumulate(across, initial=0)):
            rows = table.rows[top_row:end_row]
            body = _HEAD + measures.row * len(rows)
            page, top = open_page(body, title, subtitle, footer, len(pages) + 1, len(down) * len(across))
            _head(page, table, measures, top, first, end)
            for at, row in enumerate(rows):
                _row(page, row, measures, top + _HEAD + at * measures.row, first, end, is_striped=at % 2 == 1)
            pages.append(page)
    return tuple(pages)


def _head(page: Page, table: CrosstableImage, measures: _Measures, top: int, first: int, end: int) -> None:
    page.box((0, top, WIDTH, top + _HEAD), LOOK.head)
    start = MARGIN - _GAP + measures.number
    place = (start + _GAP, top + 2, start + measures.name - _GAP, top + _HEAD - 2)
    page.write(shown(table.name_header), place, 21, ink=LOOK.soft, weight="Medium", lines=2)
    left = start + measures.name
    for head in table.columns[first:end]:
        place = (left + 2, top, left + measures.cell - 2, top + _HEAD)
        page.write(shown(head), place, 22, ink=LOOK.band, weight="Bold", align="center")
        left += measures.cell
    left = WIDTH - MARGIN + _GAP - sum(measures.totals)
    for head, width in zip(table.totals, measures.totals, strict=False):
        place = (left + _GAP, top + 2, left + width - _GAP, top + _HEAD - 2)
        page.write(shown(head), place, 21, ink=LOOK.soft, weight="Medium", align="right", lines=2)
        left += width


def _row(
    page: Page, row: CrossRow, measures: _Measures, top: int, first: int, end: int, *, is_striped: bool
) -> None:
    bottom = top + measures.row
    if is_striped:
        page.box((0, top, WIDTH, bottom), LOOK.stripe)
    ink = LOOK.soft if row.is_out else LOOK.ink
    start = MARGIN - _GAP
    place = (start + _GAP, top, start + measures.number - _GAP, bottom)
    page.write(shown(row.number), place, _SIZE, ink=LOOK.soft, align="right")
    start += measures.number
    page.write(
        shown(row.name), (start + _GAP, top + 2, start + measures.name - _GAP, bottom - 2), _SIZE,
        ink=ink, weight="Regular" if row.is_out else "Medium", lines=2, is_struck=row.is_out,
    )  # fmt: skip
    left = start + measures.name
    for cell in row.cells[first:end]:
        _cell(page, cell, (left + 1, top + 1, left + measures.cell - 1, bottom - 1))
        left += measures.cell
    left = WIDTH - MARGIN + _GAP - sum(measures.totals)
    for at, (total, width) in enumerate(zip(row.totals, measures.totals, strict=False)):
        page.write(
            shown(total), (left + _GAP, top, left + width - _GAP, bottom), _SIZE,
            ink=ink, weight="Regular" if at else "Bold", align="right",
        )  # fmt: skip
        left += width


def _cell(page: Page, cell: CrossCell | None, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    if cell is None:
        page.box(box, LOOK.blank)
        return
    page.box(box, _TINTS.get(cell.fate, mix(LOOK.paper, LOOK.stripe, 0.5)), radius=4)
    opponent = shown(cell.opponent)
    if not opponent:
        page.write(
            shown(cell.text), (left + 2, top, right - 2, bottom), _CELL_SIZE, weight="Bold", align="center"
        )
        return
    middle = top + (bottom - top) * 5 // 9
    page.write(
        shown(cell.text), (left + 2, top, right - 2, middle), _CELL_SIZE, weight="Bold", align="center"
    )
    man = 18 if cell.color else 0
    width = min(width_of(opponent, _SMALL), right - left - 6 - man)
    start = (left + right - width - man) // 2
    if cell.color:
        page.man(cell.color, (start + 6, (middle + bottom) / 2 - 1), 6)
    page.write(opponent, (start + man, middle, start + man + width, bottom - 2), _SMALL, ink=LOOK.soft)
