"""A game as a moving picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

from bot.pictures.board import BoardView, paint_board

LONGEST = 400
"""frames; of a longer game the first position and its end are shown"""

_FIRST, _NEXT, _LAST = 1500, 900, 4000
"""how long a frame is seen, in milliseconds"""


def draw_game(frames: Sequence[BoardView]) -> bytes:
    """The frames, one position each and all of one size and theme, as a GIF that runs for ever.

    The first position stays a little longer, the last one longest. Of more than ``LONGEST`` frames the first
    and the last ones are kept. Raises ValueError where there is no frame or they do not fit together.
    """
    if not frames:
        raise ValueError("a moving picture needs a frame")
    if len({(frame.size, frame.theme) for frame in frames}) > 1:
        raise ValueError("the frames differ in size or theme")
    if len(frames) > LONGEST:
        frames = (frames[0], *frames[len(frames) - LONGEST + 1 :])
    durations = [_NEXT] * len(frames)
    durations[0] = _FIRST
    durations[-1] = _LAST
    pictures = _paint(frames)
    content = BytesIO()
    next(pictures).save(
        content,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=durations if len(durations) > 1 else _LAST,
        loop=0,
        disposal=1,
        optimize=True,
    )
    return content.getvalue()


def _paint(frames: Sequence[BoardView]) -> Iterator[Image.Image]:
    for frame in frames:
        yield paint_board(frame)
