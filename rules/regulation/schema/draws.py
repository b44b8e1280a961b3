"""The tables ``[[draws]]``: rules by which a game is drawn, tried in the order of the file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.regulation.schema.base import Article, Name, Table, entries

Moves = Annotated[int, Field(ge=1, le=1000)]


class _Rule(Table):
    """What every draw rule has: its article, and where else the source speaks of it.

    A rule without an article needs a silent point about ``draws`` or ``draws.<rule>``.
    """

    article: Article | None = None
    see: Article | None = None


class RepetitionRule(_Rule):
    """The same position with the same side to move, for the ``count``-th time."""

    rule: Literal["repetition"]
    count: Annotated[int, Field(ge=1, le=100)]
    mode: Literal["automatic", "claim"]


class NoProgressRule(_Rule):
    """``moves`` of each side in which only kings moved and nothing was captured."""

    rule: Literal["no-progress"]
    moves: Moves
    giving_breaks: bool = False


class MaterialRule(_Rule):
    """A kind of ending that must be decided within ``moves``, of each side or of the stronger one."""

    rule: Literal["material"]
    patterns: Annotated[tuple[Name, ...], entries(20, 1)]
    moves: Moves
    by: Literal["each", "stronger"] = "each"
    diagonal: Literal["weaker-holds", "stronger-holds"] | None = None
    latched: bool = False


class ArbiterRule(_Rule):
    """A draw that the arbiter may declare: the case of which the bot tells them.

    The position stands for the ``count``-th time and each of the last ``moves`` of both sides captured.
    """

    rule: Literal["arbiter"]
    count: Annotated[int, Field(ge=2, le=100)]
    moves: Moves


DrawRule = Annotated[
    RepetitionRule | NoProgressRule | MaterialRule | ArbiterRule, Field(discriminator="rule")
]
