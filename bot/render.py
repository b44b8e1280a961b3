"""From a neutral reply to a message that a chat can show: words in a language, pictures, buttons that fit."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, zip_longest
from zoneinfo import ZoneInfo

from bot.chats.port import Attachment, Capabilities, Rendered
from bot.replies import (
    Animation,
    BoardImage,
    Button,
    Diplomas,
    Document,
    File,
    Picture,
    Reply,
    Said,
    Verbatim,
    said,
)
from bot.sheets import SheetImage, in_words, shown
from bot.texts import Catalogues
from bot.worker import Worker

_log = logging.getLogger(__name__)

MOST_PAGES = 4
"""pages of a table that are sent as messages; of more the first is shown, and all are in a document"""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """``pages``: one picture, or those of a long table with a title each. ``document``: too many pages.

    ``title`` is that of the document, ``text`` the picture in characters.
    """

    pages: tuple[tuple[str, Attachment], ...] = ()
    alt: str | None = None
    text: Callable[[], str] | None = None
    document: Attachment | None = None
    title: str = ""


class Renderer:
    """Turns replies into messages. Boards are drawn here, all else in a worker process of its own."""

    def __init__(self, texts: Catalogues) -> None:
        self._texts = texts
        self._worker = Worker()

    def close(self) -> None:
        """End the worker process, whatever it is doing."""
        self._worker.close()

    async def render(self, reply: Reply, capabilities: Capabilities) -> tuple[Rendered, ...]:
        """The messages that say ``reply``, in order: one, or several where it is too long for one.

        A picture or file is with the first, which is also the one that calls and is pinned; further pages of
        the picture have messages of their own, and so has a file where a message holds one thing; the buttons
        are under the last.
        """

        zone = ZoneInfo(reply.zone)

        def say(what: Said | str) -> str:
            return self._texts.say(what, reply.language, zone)

        lines = [line.text if isinstance(line, Verbatim) else say(line) for line in reply.lines]
        drawn = await self._draw(reply.picture, say)
        file = drawn.document
        if reply.document is not None:
            file = await self._document(reply.document, say)
            if file is None:
                lines.append(say(said("pictures.not-made", name=reply.document.name)))
        image = drawn.pages[0][1] if drawn.pages else None
        too_large = [part for part in (image, file) if part and len(part.content) > capabilities.largest_file]
        if too_large:
            lines += [say(said("send.too-large", name=part.name)) for part in too_large]
            image = None if image in too_large else image
            file = None if file in too_large else file
        buttons, left_over = fit_buttons(reply.buttons, capabilities)
        if left_over:
            lines.append(
                say(said("send.more-choices", choices=tuple(say(button.label) for button in left_over)))
            )
        if drawn.text is not None and capabilities.text_boards:
            lines.append(drawn.text())
        fixed_width = _spans(
            (line, isinstance(was, Verbatim) and was.fixed_width)
            for line, was in zip_longest(lines, reply.lines)
        )
        first_limit = capabilities.longest_caption if image or file else capabilities.longest_text
        whole = "\n".join(lines)
        messages = [
            Rendered(part, fixed_width=_within(fixed_width, at, at + len(part)))
            for at, part in _located(split_text(whole, first_limit, capabilities.longest_text), whole)
        ]
        is_apart = image is not None and file is not None and capabilities.one_attachment
        messages[0] = replace(
            messages[0],
            image=image,
            alt=drawn.alt if image else None,
            file=None if is_apart else file,
            pin=reply.pin,
            calls=reply.calls,
        )
        limits = capabilities.longest_caption, capabilities.longest_text
        messages += [
            Rendered(split_text(title, *limits)[0], page)
            for title, page in drawn.pages[1:]
            if len(page.content) <= capabilities.largest_file
        ]
        if is_apart:
            messages.append(Rendered(split_text(drawn.title, *limits)[0], file=file))
        labelled = tuple(tuple((say(button.label), button.data) for button in row) for row in buttons)
        messages[-1] = replace(
            messages[-1],
            buttons=labelled,
            asks=None if reply.asks is None else say(reply.asks),
            closes=reply.closes,
        )
        return tuple(replace(message, language=reply.language) for message in messages)

    async def _draw(self, picture: Picture | None, say: Callable[[Said], str]) -> _Drawn:
        """The picture and what it shows in words. A failure costs the picture, never the message."""
        if picture is None:
            return _Drawn()
        try:
            if not isinstance(picture, Animation | BoardImage):
                return await self._draw_sheet(in_words(picture, say))
            from bot.pictures.scene import animate, describe_animation, describe_picture, draw, text_picture

            if isinstance(picture, Animation):
                moving = Attachment("game.gif", await self._worker.run(animate, picture), "image/gif")
                return _Drawn((("", moving),), say(describe_animation(picture)))
            board = Attachment("board.png", draw(picture), "image/png")
            return _Drawn((("", board),), say(describe_picture(picture)), partial(text_picture, picture))
        except Exception:
            _log.exception("a picture could not be drawn")
            return _Drawn()

    async def _draw_sheet(self, sheet: SheetImage) -> _Drawn:
        from bot.pictures.sheet import draw_pages
        from bot.pictures.texttable import plain_text

        contents, document = await self._worker.run(draw_pages, sheet, MOST_PAGES)
        title, count = shown(sheet.title), len(contents)
        pages = [Attachment("table.png", content, "image/png") for content in contents]
        if count > 1:
            pages = [replace(page, name=f"table-{number}.png") for number, page in enumerate(pages, 1)]
        titles = [f"{title} ({number}/{count})" for number in range(1, count + 1)]
        return _Drawn(
            tuple(zip(titles, pages, strict=True)),
            plain_text(sheet),
            partial(plain_text, sheet, is_fixed_width=True),
            Attachment("table.pdf", document, "application/pdf") if document else None,
            title,
        )

    async def _document(self, file: File, say: Callable[[Said], str]) -> Attachment | None:
        """The file to hand over; None where it could not be made."""
        if isinstance(file, Document):
            return Attachment(file.name, file.text.encode(), "text/plain")
        try:
            return await self._print(in_words(file, say))
        except Exception:
            _log.exception("a document could not be made")
            return None

    async def _print(self, file: Diplomas) -> Attachment:
        from bot.diplomas import diplomas

        return Attachment(file.name, await self._worker.run(diplomas, file.sheets), "application/pdf")


def units(text: str) -> int:
    """How long a text is for a chat: in UTF-16, where a picture character counts twice."""
    return len(text) + sum(character > "\uffff" for character in text)


def split_text(text: str, first: int, longest: int) -> list[str]:
    """``text`` in parts, the first of at most ``first`` units of UTF-16, the others of at most ``longest``.

    Lines stay whole where they can, then words; nothing but the blank at a cut is lost.
    """
    parts = []
    limit = first
    while units(text) > limit:
        most = limit if text[:limit].isascii() else _fitting(text, limit)
        cut = next((at for mark in ("\n", " ") if (at := text.rfind(mark, 1, most + 1)) > most // 2), most)
        parts.append(text[:cut])
        text = text[cut:].removeprefix("\n") if text[cut] == "\n" else text[cut:].removeprefix(" ")
        limit = longest
    return [*parts, text]


def _fitting(text: str, limit: int) -> int:
    """How many characters of a text that is longer fit into ``limit`` units, and at least one."""
    lengths = accumulate(2 if character > "\uffff" else 1 for character in text)
    return max(1, next(number for number, length in enumerate(lengths) if length > limit))


def _spans(lines: Iterable[tuple[str, bool]]) -> list[tuple[int, int]]:
    """Where in the joined lines those stand that keep their columns."""
    spans, at = [], 0
    for line, keeps_columns in lines:
        if keeps_columns and line:
            spans.append((at, at + len(line)))
        at += len(line) + 1
    return spans


def _located(parts: Iterable[str], whole: str) -> Iterator[tuple[int, str]]:
    """Each part of a text with where it stands in it."""
    at = 0
    for part in parts:
        at = whole.index(part, at)
        yield at, part
        at += len(part)


def _within(spans: Iterable[tuple[int, int]], start: int, end: int) -> tuple[tuple[int, int], ...]:
    """What of the spans lies between ``start`` and ``end``, counted from ``start``."""
    cut = ((max(first, start) - start, min(last, end) - start) for first, last in spans)
    return tuple((first, last) for first, last in cut if first < last)


def fit_buttons(
    rows: Sequence[Sequence[Button]], capabilities: Capabilities
) -> tuple[list[list[Button]], list[Button]]:
    """The rows as wide and as many as the chat can show, and the buttons that found no place.

    Rows that are too wide are folded; if that makes too many rows, all are filled up.
    """
    width, height = capabilities.buttons_in_a_row, capabilities.rows_of_buttons
    if width <= 0 or height <= 0:
        return [], [button for row in rows for button in row]
    folded = [list(row[at : at + width]) for row in rows for at in range(0, len(row), width)]
    if len(folded) > height:
        every = [button for row in rows for button in row]
        folded = [every[at : at + width] for at in range(0, len(every), width)]
    return folded[:height], [button for row in folded[height:] for button in row]
