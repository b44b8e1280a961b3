"""Which match of a knockout follows from which, and how that is divided into pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from bot.pictures.page import shares
from bot.sheets import BracketMatch, BracketRound

COLUMNS = 3
"""rounds that a page shows side by side, at most"""


@dataclass(frozen=True, slots=True)
class Node:
    """A match, the column of its page in which it stands, and the matches there that it follows from."""

    match: BracketMatch
    column: int
    feeders: tuple[Node, ...] = ()
    goes_on: bool = False
    """another match, on this page or a later one, follows from it"""

    def all(self) -> Iterator[Node]:
        """This match and all that it follows from."""
        yield self
        for feeder in self.feeders:
            yield from feeder.all()


@dataclass(frozen=True, slots=True)
class Part:
    """Rounds that stand side by side, and the trees of matches in them."""

    rounds: tuple[BracketRound, ...]
    trees: tuple[Node, ...]


def parts_of(rounds: tuple[BracketRound, ...]) -> tuple[Part, ...]:
    """The rounds in parts of at most ``COLUMNS``, the longer parts last."""
    feeders = [feeders_of(before, after) for before, after in pairwise(rounds)]
    parts = []
    first = 0
    for length in reversed(shares(len(rounds), COLUMNS)):
        end = first + length
        parts.append(Part(rounds[first:end], tuple(_trees(rounds, feeders, first, end))))
        first = end
    return tuple(parts)


def feeders_of(before: BracketRound, after: BracketRound) -> list[list[int]]:
    """For each match of ``after`` the matches of ``before`` that it follows from, in their order."""
    free = dict(enumerate(before.matches))
    found: list[list[int]] = []
    for match in after.matches:
        entrants = {side.entrant for side in match.sides if side.entrant}
        mine = [at for at, old in free.items() if any(side.entrant in entrants for side in old.sides)]
        for at in mine:
            del free[at]
        found.append(mine)
    for match, mine in zip(after.matches, found, strict=True):
        unknown = sum(not side.entrant for side in match.sides)
        for at in list(free)[:unknown]:
            mine.append(at)
            del free[at]
    return found


def _trees(
    rounds: tuple[BracketRound, ...], feeders: list[list[list[int]]], first: int, end: int
) -> Iterator[Node]:
    """The matches of the last round shown, then what nothing follows from in the rounds before."""

    def node(number: int, at: int) -> Node:
        below = feeders[number - 1][at] if number > first else []
        goes_on = number < len(feeders) and any(at in mine for mine in feeders[number])
        return Node(
            rounds[number].matches[at],
            number - first,
            tuple(node(number - 1, feeder) for feeder in below),
            goes_on,
        )

    for number in range(end - 1, first - 1, -1):
        claimed = {at for mine in feeders[number] for at in mine} if number < end - 1 else set()
        for at in range(len(rounds[number].matches)):
            if at not in claimed:
                yield node(number, at)
