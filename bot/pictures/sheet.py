"""From a sheet to its pages, and from pages to one document: what the worker process does."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from io import BytesIO

from PIL import Image

from bot.pictures.bracket import draw_bracket
from bot.pictures.crosstable import draw_crosstable
from bot.pictures.table import draw_table
from bot.sheets import BracketImage, CrosstableImage, SheetImage

_DOTS_AN_INCH = 130
"""a page of 800 pixels is then as wide as a narrow sheet of paper"""


def draw_sheet(sheet: SheetImage) -> tuple[bytes, ...]:
    """The pages of a table, cross table or bracket as PNG. Raises ValueError where rows do not fit columns."""
    match sheet:
        case BracketImage():
            return draw_bracket(sheet)
        case CrosstableImage():
            return draw_crosstable(sheet)
        case _:
            return draw_table(sheet)


def pages_as_pdf(pages: Sequence[bytes], title: str) -> bytes:
    """Pages as one PDF, for a sheet that would be too many pictures. Raises ValueError where there is none."""
    if not pages:
        raise ValueError("a document needs a page")
    first, *others = (Image.open(BytesIO(page)) for page in pages)
    content = BytesIO()
    first.save(
        content, "PDF", save_all=True, append_images=others, resolution=_DOTS_AN_INCH, title=title,
        creationDate=None, modDate=None,
    )  # fmt: skip
    return content.getvalue()
