"""Why a command changes nothing."""

from __future__ import annotations

from bot.replies import Button, Said


class Refusal(Exception):
    """Something that cannot be done: nothing is changed, and this sentence is the answer.

    ``asks``: a written answer is wanted once more, and for what.
    """

    def __init__(
        self, what: Said, buttons: tuple[tuple[Button, ...], ...] = (), asks: Said | None = None
    ) -> None:
        self.what = what
        self.buttons = buttons
        self.asks = asks
        super().__init__(what.key)


class Overheard(Exception):
    """People talked with each other and meant no command: nothing is changed, nothing answered."""
