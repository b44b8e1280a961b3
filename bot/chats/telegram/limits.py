"""What Telegram takes, from its documentation of the Bot API."""

from __future__ import annotations

from datetime import timedelta

from bot.chats.port import Capabilities, Limit, Pace

PLATFORM = "telegram"

LARGEST_PHOTO = 10 << 20
"""bytes"""
LONGEST_SIDES = 10_000
"""of a photo: width and height together"""
STEEPEST = 20
"""how many times as long as wide a photo may be"""
LARGEST_UPLOAD = 1 << 20
"""bytes of a file that is fetched: regulations are far smaller"""
LONGEST_TOAST = 200
LONGEST_GLANCE = 70
"""a longer notice stays until it is put away"""
LONGEST_PLACEHOLDER = 64
ROW_OF_LABELS = 36
"""characters of all the labels in a row of buttons that a telephone shows"""
MOST_BUTTONS = 100

PACE = Pace(
    group=Limit(20, timedelta(minutes=1)),
    person=Limit(5, timedelta(seconds=5)),
    overall=Limit(30, timedelta(seconds=1)),
)


def capabilities(*, keeps_pace: bool) -> Capabilities:
    """What a chat on Telegram can do; without the pace for a server that sets none."""
    return Capabilities(
        edits=True,
        buttons_in_a_row=8,
        rows_of_buttons=12,
        private_notices=False,
        one_attachment=True,
        longest_text=4096,
        longest_caption=1024,
        largest_file=50 << 20,
        scrolls_away_after=20,
        pace=PACE if keeps_pace else None,
    )
