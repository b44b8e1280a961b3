"""Tables as pictures: pairings, standings, lists of entrants."""

from __future__ import annotations

from itertools import accumulate, pairwise

from bot.pictures.fonts import Weight
from bot.pictures.page import (
    HIGHEST,
    LOOK,
    MARGIN,
    MEDALS,
    WIDTH,
    Page,
    footer_height,
    header_height,
    open_page,
    shares,
    width_of,
)
from bot.pictures.themes import mix
from bot.sheets import Align, ColumnKind, TableColumn, TableImage, TableRow, shown

ROW, HEAD = 56, 46
"""heights in pixels"""
_SIZE, _HEAD_SIZE = 28, 21
_GAP = 8
"""between a text and the edge of its column"""
_SIDES: tuple[ColumnKind, ...] = ("white", "black")
_NAMES: tuple[ColumnKind, ...] = ("name", *_SIDES)
_ELASTIC: tuple[ColumnKind, ...] = (*_NAMES, "text")
_NARROWEST = 250
"""a column of names is not made narrower than this while others can be"""
_MAN = 34
"""room for the man beside a name"""
_BOLD: tuple[ColumnKind, ...] = ("result", "points")
_ALIGNS: dict[ColumnKind, Align] = {
    "result": "center",
    "rank": "center",
    "points": "right",
    "number": "right",
}


def draw_table(table: TableImage) -> tuple[bytes, ...]:
    """The pages as PNG, 800 pixels wide. Raises ValueError for a row with too few or too many cells."""
    return tuple(page.encode() for page in paint_table(table))


def paint_table(table: TableImage) -> tuple[Page, ...]:
    """The pages, before they become bytes. Raises as ``draw_table``."""
    for row in table.rows:
        if row.style != "heading" and len(row.cells) != len(table.columns):
            raise ValueError(f"{len(row.cells)} cells for {len(table.columns)} columns")
    title, subtitle, footer = shown(table.title), shown(table.subtitle), shown(table.footer)
    room = HIGHEST - header_height(subtitle) - footer_height(footer) - HEAD
    if any(row.style == "heading" for row in table.rows):
        room -= ROW  # a heading is repeated on the page that goes on beneath it
    counts = shares(len(table.rows), room // ROW)
    edges = _edges(table)
    pages = []
    for number, (start, end) in enumerate(pairwise(accumulate(counts, initial=0)), 1):
        rows = _whole(table.rows, start, end)
        page, top = open_page(HEAD + ROW * len(rows), title, subtitle, footer, number, len(counts))
        _head(page, table.columns, edges, top)
        for at, row in enumerate(rows):
            _row(page, table.columns, row, edges, top + HEAD + at * ROW, is_striped=at % 2 == 1)
        page.draw.line((0, top + HEAD + ROW * len(rows), WIDTH, top + HEAD + ROW * len(rows)), LOOK.line, 2)
        pages.append(page)
    return tuple(pages)


def _whole(rows: tuple[TableRow, ...], start: int, end: int) -> tuple[TableRow, ...]:
    """The rows of a page; it neither ends with a heading nor begins beneath one that it does not show."""
    heading = None
    for row in rows[: start + 1]:
        if row.style == "heading":
            heading = row
    part = rows[start:end]
    if start and heading is not None and part and part[0].style != "heading":
        part = (heading, *part)
    while end < len(rows) and part and part[-1].style == "heading":
        part = part[:-1]
    return part


def _edges(table: TableImage) -> list[int]:
    """Where the columns begin and the last one ends."""
    wanted = [_wanted(table, at) for at in range(len(table.columns))]
    room = WIDTH - 2 * (MARGIN - _GAP)
    elastic = [at for at, column in enumerate(table.columns) if column.kind in _ELASTIC]
    stiff = sum(wanted) - sum(wanted[at] for at in elastic)
    least = sum(min(wanted[at], _NARROWEST) for at in elastic)
    if elastic and stiff + least > room:  # many tie-breaks: they give way before the names do
        squeeze = max(room - least, room // 3) / stiff
        wanted = [width if at in elastic else int(width * squeeze) for at, width in enumerate(wanted)]
        stiff = sum(wanted) - sum(wanted[at] for at in elastic)
    widths = _stretched(wanted, elastic or list(range(len(wanted))), room - stiff if elastic else room)
    return list(accumulate(widths, initial=MARGIN - _GAP))


def _stretched(wanted: list[int], elastic: list[int], room: int) -> list[int]:
    """The widths, the elastic ones such that they fill ``room`` together.

    Short columns keep what they want as long as long ones can give way.
    """
    widths = list(wanted)
    left, waiting = room, sorted(elastic, key=lambda at: wanted[at])
    while waiting:
        at = waiting.pop(0)
        share = left // (len(waiting) + 1)
        widths[at] = min(wanted[at], share)
        left -= widths[at]
    for nth, at in enumerate(elastic):
        widths[at] += left // len(elastic) + (nth < left % len(elastic))
    return widths


def _wanted(table: TableImage, at: int) -> int:
    column = table.columns[at]
    weight = _weight(column.kind)
    cells = [shown(row.cells[at]) for row in table.rows if row.style != "heading"]
    widest = max((width_of(cell, _SIZE, weight) for cell in cells), default=0)
    if column.kind in _SIDES:
        widest += _MAN
    if column.kind == "rank":
        widest = max(widest, 44)
    head = min(width_of(shown(column.header), _HEAD_SIZE, "Medium"), max(widest, 72))
    return max(widest, head) + 2 * _GAP


def _weight(kind: ColumnKind) -> Weight:
    return "Bold" if kind in _BOLD else "Medium" if kind in (*_NAMES, "rank") else "Regular"


def _align(column: TableColumn) -> Align:
    return column.align or _ALIGNS.get(column.kind, "left")


def _head(page: Page, columns: tuple[TableColumn, ...], edges: list[int], top: int) -> None:
    page.box((0, top, WIDTH, top + HEAD), LOOK.head)
    for column, (left, right) in zip(columns, pairwise(edges), strict=True):
        indent = _MAN if column.kind in _SIDES else 0
        place = (left + _GAP + indent, top + 2, right - _GAP, top + HEAD - 2)
        page.write(
            shown(column.header), place, _HEAD_SIZE,
            weight="Medium", align=_align(column), ink=LOOK.soft, lines=2,
        )  # fmt: skip


def _row(
    page: Page,
    columns: tuple[TableColumn, ...],
    row: TableRow,
    edges: list[int],
    top: int,
    *,
    is_striped: bool,
) -> None:
    bottom = top + ROW
    if row.style == "heading":
        page.box((0, top, WIDTH, bottom), mix(LOOK.head, LOOK.paper, 0.45))
        place = (MARGIN, top, WIDTH - MARGIN, bottom)
        page.write(shown(row.cells[0]) if row.cells else "", place, _SIZE, weight="Bold", ink=LOOK.band)
        return
    if is_striped:
        page.box((0, top, WIDTH, bottom), LOOK.stripe)
    if not row.is_level:
        page.draw.line((0, top, WIDTH, top), LOOK.line, 1)
    is_out = row.style == "out"
    sides = [cell for column, cell in zip(columns, row.cells, strict=True) if column.kind in _SIDES]
    # who has no board, or nobody to meet, has no colour either
    has_bye = not all(map(shown, (row.cells[0], *sides)))
    for column, cell, (left, right) in zip(columns, row.cells, pairwise(edges), strict=True):
        text = shown(cell)
        start, end, middle = left + _GAP, right - _GAP, (top + bottom) / 2
        if column.kind == "rank" and text.rstrip(".") in MEDALS and not is_out:
            medal = text.rstrip(".")
            page.medal(medal, ((left + right) / 2, middle), min(20, (end - start) / 2), MEDALS[medal])
            continue
        if column.kind in _SIDES:
            if not has_bye:
                page.man(column.kind, (start + 12, middle), 11)
            start += _MAN
        page.write(
            text, (start, top + 2, end, bottom - 2), _SIZE,
            ink=LOOK.soft if is_out else LOOK.ink,
            weight="Regular" if is_out else _weight(column.kind),
            align=_align(column),
            lines=2 if column.kind in _ELASTIC else 1,
            is_struck=is_out and column.kind in _NAMES,
        )  # fmt: skip
