"""What an end of a game must look like, stated by hand from the written regulations.

Nothing here or in the modules beside it is taken from the program or its regulation files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Count:
    """What must have stood so, without a break, for exactly ``plies`` plies when the game ends.

    ``materials`` as ``3K v K``, White's first, any of them; ``holds``: who holds the main diagonal all the
    time (``white``, ``black``, ``nobody``); ``quiet``: only kings move, and nothing is captured; ``times``:
    how often the last position has stood; ``moves_of_white``: how many moves White has made since it held
    the main diagonal with three kings against one for the first time; ``taking``: how many plies in a row
    took something.
    """

    plies: int = 0
    materials: tuple[str, ...] = ()
    holds: str = ""
    quiet: bool = False
    times: int = 0
    moves_of_white: int = 0
    taking: int = 0


@dataclass(frozen=True, slots=True)
class End:
    """One end of a game.

    ``found``: the moves that lead there, by their name in ``tests/data/games``; ``then`` is said after them:
    ``white: /resign``, ``ewa> decide draw`` for a button with that verb and argument, ``advance PT1S``.
    ``result`` None: called off. ``says``: parts of the announcement. ``stored``: more of the stored result.
    ``replayed``: what replaying the bare moves finds as reason and article; None where it finds no end.
    """

    regulation: str
    title: str
    found: str
    result: str | None
    reason: str | None
    article: str | None
    says: tuple[str, ...]
    then: tuple[str, ...] = ()
    clock: str = "none"
    has_arbiter: bool = False
    stored: Mapping[str, Any] = field(default_factory=dict)
    count: Count | None = None
    replayed: tuple[str, str, str | None] | None = None
    """result, reason, article"""


WHITE_WINS, BLACK_WINS, DRAW = "1-0", "0-1", "1/2-1/2"

RESIGNS = ("white: /resign", "white> resign yes white")
AGREED = ("white: /draw", "black: /draw accept")
# After two moves of each White has a minute and the two seconds gained.
FLAG_FALLS = ("advance PT1M1S", "advance PT1S")
DAY_PASSES = ("advance PT23H59M59S", "advance PT1S")


class Regulation:
    """Makes the ends of one regulation. ``silent``: articles of what every regulation must know, or None."""

    def __init__(self, id: str, language: str) -> None:
        self.id = id
        self.language = language

    def by_moves(
        self, found: str, result: str, reason: str, article: str | None, *says: str, **more: Any
    ) -> End:
        """An end that the last move brings."""
        made = End(self.id, found, found, result, reason, article, says, **more)
        return made if "replayed" in more else replace(made, replayed=(result, reason, article))

    def by_word(
        self, title: str, result: str | None, reason: str | None, article: str | None, *says: str, **more: Any
    ) -> End:
        """An end that something said brings, or time; after the opening unless ``found`` says otherwise."""
        return End(self.id, title, more.pop("found", "opening"), result, reason, article, says, **more)
