"""Tables and brackets in characters: aligned for terminals, in short lines for all who read or listen.

The short lines are the text beside a picture: each says what a row of the picture shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wcwidth import center, ljust, rjust, width

from bot.letters import isolated, one_line
from bot.sheets import (
    Align,
    BracketImage,
    BracketMatch,
    BracketSide,
    ColumnKind,
    CrossCell,
    CrosstableImage,
    SheetImage,
    TableColumn,
    TableImage,
    TableRow,
    shown,
)

_PAD = {"left": ljust, "center": center, "right": rjust}
_ALIGNS: dict[ColumnKind, Align] = {
    "rank": "right",
    "number": "right",
    "points": "right",
    "result": "center",
}
_SPACE = "  "
_DASH = " \u2013 "


def text_table(table: TableImage) -> str:
    """The table in columns, for a screen on which all characters are equally wide."""
    table = _with_leavers_marked(table)
    heads = [_clean(shown(column.header)) for column in table.columns]
    rows = [[_clean(shown(cell)) for cell in row.cells] for row in table.rows]
    lines = [row for row, original in zip(rows, table.rows, strict=True) if original.style != "heading"]
    widths = [max(map(width, texts)) for texts in zip(heads, *lines, strict=True)]

    def aligned(texts: list[str]) -> str:
        cells = (
            _PAD[column.align or _ALIGNS.get(column.kind, "left")](text, space)
            for column, text, space in zip(table.columns, texts, widths, strict=True)
        )
        return _SPACE.join(cells).rstrip()

    body = [
        "".join(texts[:1]) if row.style == "heading" else aligned(texts)
        for row, texts in zip(table.rows, rows, strict=True)
    ]
    rule = _SPACE.join("-" * space for space in widths)
    heading = [aligned(heads), rule] if any(heads) else []
    return "\n".join([*_above(table), *heading, *body, *_below(table)])


def text_lines(table: TableImage) -> str:
    """The table in sentences, one a row: ``3. Anna Nowak: Punkty 9, Buchholz 31``."""
    table = _with_leavers_marked(table)
    return "\n".join([*_above(table), *(_line(table, row) for row in table.rows), *_below(table)])


def plain_text(sheet: SheetImage, *, is_fixed_width: bool = False) -> str:
    """What the picture of a sheet shows: in short lines, or aligned where characters are equally wide."""
    if isinstance(sheet, BracketImage):
        return "\n".join([*_above(sheet), *_bracket_lines(sheet), *_below(sheet)])
    if isinstance(sheet, CrosstableImage):
        sheet = crosstable_as_table(sheet, oneself="x" if is_fixed_width else "")
    return text_table(sheet) if is_fixed_width else text_lines(sheet)


def crosstable_as_table(table: CrosstableImage, *, oneself: str = "x") -> TableImage:
    """A cross table as an ordinary one; ``oneself`` stands where an entrant would meet themselves."""
    columns = (
        TableColumn("", "rank"),
        TableColumn(table.name_header, "name"),
        *(TableColumn(head, "text", "center") for head in table.columns),
        *(TableColumn(head, "points") for head in table.totals),
    )
    rows = tuple(
        TableRow(
            (
                row.number,
                row.name,
                *(oneself if cell is None else _cross_cell(cell) for cell in row.cells),
                *row.totals,
            ),
            "out" if row.is_out else "plain",
        )
        for row in table.rows
    )
    return TableImage(table.title, columns, rows, table.subtitle, table.footer)


def _cross_cell(cell: CrossCell) -> str:
    """``1``, or ``1 w12`` against number 12 with White."""
    return " ".join(part for part in (shown(cell.text), cell.color[:1] + shown(cell.opponent)) if part)


def _clean(text: str) -> str:
    """One line without control characters, its place among others kept whichever way it is read."""
    return isolated(one_line(text))


def _above(sheet: SheetImage) -> list[str]:
    return [text for text in (_clean(shown(sheet.title)), _clean(shown(sheet.subtitle))) if text]


def _below(sheet: SheetImage) -> list[str]:
    footer = _clean(shown(sheet.footer))
    return [footer] if footer else []


def _with_leavers_marked(table: TableImage) -> TableImage:
    """Names of those who have left in brackets: what a line through them says in the picture."""
    names = [column.kind in ("name", "white", "black") for column in table.columns]

    def marked(row: TableRow) -> TableRow:
        if row.style != "out":
            return row
        cells = zip(row.cells, names, strict=True)
        return replace(row, cells=tuple(f"({shown(cell)})" if is_name else cell for cell, is_name in cells))

    return replace(table, rows=tuple(map(marked, table.rows)))


def _line(table: TableImage, row: TableRow) -> str:
    """A row as a sentence: its number, its names and results, then what else there is with its heading."""
    if row.style == "heading":
        return "".join(_clean(shown(cell)) for cell in row.cells[:1])
    names, values = [], []
    lead = ""
    for at, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True)):
        text = _clean(shown(cell))
        if not text:
            continue
        if at == 0 and column.kind in ("rank", "number"):
            lead = text.rstrip(".") + ". "
        elif column.kind in ("name", "white", "black"):
            names.append(text)
        elif column.kind == "result":
            values.append(text)
        else:
            values.append(" ".join(part for part in (_clean(shown(column.header)), text) if part))
    return lead + ": ".join(part for part in (_DASH.join(names), ", ".join(values)) if part)


def _bracket_lines(bracket: BracketImage) -> Iterator[str]:
    for column in bracket.rounds:
        yield _clean(shown(column.label))
        yield from map(_match_line, column.matches)
    for match in bracket.beside:
        yield _match_line(match)


def _match_line(match: BracketMatch) -> str:
    """``Anna 2 – Jan ½: Anna``; for a bye ``Anna: bye``."""
    label = _clean(shown(match.label))
    sides = _DASH.join(map(_side, match.sides))
    if len(match.sides) == 1:
        return ": ".join(part for part in (sides, label) if part)
    winner = next((_clean(shown(side.name)) for side in match.sides if side.is_winner), "")
    return ": ".join(part for part in (label, sides, winner) if part)


def _side(side: BracketSide) -> str:
    return _clean(f"{shown(side.name) or '?'} {shown(side.score)}")
