"""From a neutral reply to a message that a chat can show: words in a language, pictures, buttons that fit."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from zoneinfo import ZoneInfo

from bot.chats.port import Attachment, Capabilities, Rendered
from bot.replies import Animation, BoardImage, Button, Reply, Said, Verbatim, said
from bot.texts import Catalogues

_log = logging.getLogger(__name__)

PATIENCE = 120.0
"""seconds that an animation may take"""


class Renderer:
    """Turns replies into messages. Boards are drawn here, animations in a worker process of its own."""

    def __init__(self, texts: Catalogues) -> None:
        self._texts = texts
        self._worker: ProcessPoolExecutor | None = None

    def close(self) -> None:
        """End the worker process, whatever it is doing."""
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
            self._worker = None

    async def render(self, reply: Reply, capabilities: Capabilities) -> tuple[Rendered, ...]:
        """The messages that say ``reply``, in order: one, or several where it is too long for one.

        A picture or file is with the first, the buttons are under the last.
        """

        zone = ZoneInfo(reply.zone)

        def say(what: Said | str) -> str:
            return self._texts.say(what, reply.language, zone)

        lines = [line.text if isinstance(line, Verbatim) else say(line) for line in reply.lines]
        file = None
        if reply.document is not None:
            file = Attachment(reply.document.name, reply.document.text.encode(), "text/plain")
        image, alt = await self._draw(reply.picture, say)
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
        if alt is not None and capabilities.text_boards and isinstance(reply.picture, BoardImage):
            lines.append(_text_board(reply.picture))
        first_limit = capabilities.longest_caption if image or file else capabilities.longest_text
        parts = split_text("\n".join(lines), first_limit, capabilities.longest_text)
        messages = [Rendered(part) for part in parts]
        messages[0] = replace(messages[0], image=image, alt=alt if image else None, file=file)
        labelled = tuple(tuple((say(button.label), button.data) for button in row) for row in buttons)
        messages[-1] = replace(messages[-1], buttons=labelled)
        return tuple(messages)

    async def _draw(
        self, picture: BoardImage | Animation | None, say: Callable[[Said], str]
    ) -> tuple[Attachment | None, str | None]:
        """The picture and what it shows in words. A failure costs the picture, never the message."""
        if picture is None:
            return None, None
        try:
            from bot.pictures.scene import describe_animation, describe_picture, draw

            if isinstance(picture, Animation):
                return await self._animate(picture), say(describe_animation(picture))
            return Attachment("board.png", draw(picture), "image/png"), say(describe_picture(picture))
        except Exception:
            _log.exception("a picture could not be drawn")
            return None, None

    async def _animate(self, animation: Animation) -> Attachment:
        from bot.pictures.scene import animate

        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            if self._worker is None:
                # a fresh interpreter: a fork of a program with threads may hang
                self._worker = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
            try:
                async with asyncio.timeout(PATIENCE):
                    content = await loop.run_in_executor(self._worker, animate, animation)
                return Attachment("game.gif", content, "image/gif")
            except (BrokenProcessPool, TimeoutError):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError  # the loop returns or raises


def split_text(text: str, first: int, longest: int) -> list[str]:
    """``text`` in parts, the first of at most ``first`` characters, the others of at most ``longest``.

    Lines stay whole where they can, then words; nothing but the blank at a cut is lost.
    """
    parts = []
    limit = first
    while len(text) > limit:
        cut = next((at for mark in ("\n", " ") if (at := text.rfind(mark, 1, limit + 1)) > limit // 2), limit)
        parts.append(text[:cut])
        text = text[cut:].removeprefix("\n") if text[cut] == "\n" else text[cut:].removeprefix(" ")
        limit = longest
    return [*parts, text]


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


def _text_board(picture: BoardImage) -> str:
    from bot.pictures.scene import text_picture

    return text_picture(picture)
