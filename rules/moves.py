"""A move as a value."""

from __future__ import annotations

from dataclasses import dataclass

Square = int
"""Index of a playable square, 0 at White's far left, row by row towards White."""


@dataclass(frozen=True, slots=True)
class Move:
    """One ply.

    ``path`` holds the origin and every landing square in order, so a quiet move has two entries;
    ``captured`` the squares of the captured pieces in the order of the jumps.
    """

    path: tuple[Square, ...]
    captured: tuple[Square, ...] = ()
    promotes: bool = False

    @property
    def origin(self) -> Square:
        return self.path[0]

    @property
    def target(self) -> Square:
        return self.path[-1]

    @property
    def is_capture(self) -> bool:
        return bool(self.captured)

    @property
    def identity(self) -> tuple[Square, Square, frozenset[Square], bool]:
        """What makes a move distinct: where it starts and ends, what it takes, whether it crowns."""
        return self.path[0], self.path[-1], frozenset(self.captured), self.promotes
