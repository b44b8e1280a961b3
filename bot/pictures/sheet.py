"""From a sheet to its pages, and from pages to one document: what the worker process does."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from fpdf import FPDF

from bot.diplomas import MADE
from bot.pictures.bracket import draw_bracket
from bot.pictures.crosstable import draw_crosstable
from bot.pictures.page import WIDTH
from bot.pictures.table import draw_table
from bot.sheets import BracketImage, CrosstableImage, SheetImage, shown

_PAPER = 210.0
"""millimetres that a page is wide in a document"""


def draw_sheet(sheet: SheetImage) -> tuple[bytes, ...]:
    """The pages of a table, cross table or bracket as PNG. Raises ValueError for rows that do not fit."""
    match sheet:
        case BracketImage():
            return draw_bracket(sheet)
        case CrosstableImage():
            return draw_crosstable(sheet)
        case _:
            return draw_table(sheet)


def draw_pages(sheet: SheetImage, most: int) -> tuple[tuple[bytes, ...], bytes]:
    """The pages as PNG; of more than ``most`` the first, and all as a PDF. Raises as ``draw_sheet``."""
    pages = draw_sheet(sheet)
    return (pages, b"") if len(pages) <= most else (pages[:1], sheet_as_pdf(sheet, pages))


def sheet_as_pdf(sheet: SheetImage, pages: Sequence[bytes]) -> bytes:
    """The pages of a sheet as one document, where they would be too many pictures."""
    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    pdf.set_creation_date(MADE)
    pdf.set_title(shown(sheet.title))
    for page in pages:
        with BytesIO(page) as content:
            height = _PAPER * int.from_bytes(page[20:24], "big") / WIDTH  # from the header of the PNG
            pdf.add_page(format=(_PAPER, height))
            pdf.image(content, 0, 0, _PAPER, height)
    return bytes(pdf.output())
