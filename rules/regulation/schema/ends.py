"""The tables that say how a game ends and what the result means."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.regulation.schema.base import Article, Table, entries


class Ends(Table):
    """The article of each way to end a game and of what makes a move final.

    A key that is left out needs a silent point about it.
    """

    no_pieces: Article | None = None
    blocked: Article | None = None
    resignation: Article | None = None
    flag: Article | None = None
    deadline: Article | None = None
    forfeit: Article | None = None
    """The arbiter declares a game lost."""
    take_back: Article | None = None
    """A move that was made is not taken back."""
    touch: Article | None = None
    """A touched piece must move."""


class FirstWhite(Table):
    """Who has White in a first game."""

    by: Literal["lot", "younger"]
    article: Article | None = None


class Agreement(Table):
    """Whether the players may agree on a draw, and from which move of a game on."""

    allowed: bool
    article: Article | None = None
    from_move: Annotated[int, Field(ge=1, le=1000)] = 1


class Advantage(Table):
    """A draw is judged by what stands on the board at its end (``1+`` and ``1-``)."""

    article: Article
    margin: Annotated[int, Field(ge=1, le=20)]
    """By how many men a side must be ahead."""
    king_value: Annotated[int, Field(ge=1, le=10)]
    """How many men a king counts."""
    agreement_article: Article
    """The players may agree on an advantage below the margin."""


class CountKings(Table):
    """A game that stops without a win goes to the side with more kings."""

    more_article: Article
    equal_article: Article
    return_game: bool
    """Equal numbers bring a return game that alone decides."""


class Adjudication(Table):
    """What the arbiter may decide about a running game, besides declaring it lost (``ends.forfeit``).

    What is neither given an article nor ``forbidden`` is allowed and needs a silent point.
    """

    win: Article | None = None
    draw: Article | None = None
    forbidden: Annotated[tuple[Literal["win", "draw"], ...], entries(2)] = ()


class ForbiddenBy(Table):
    """Which article forbids what, for the answer to an impossible move."""

    no_piece: Article | None = None
    not_yours: Article | None = None
    not_the_rook: Article | None = None
    not_a_line: Article | None = None
    blocked_line: Article | None = None
    own_trace: Article | None = None
    attacked: Article | None = None
    takes_rook: Article | None = None
    takes_protected: Article | None = None


class ImpossibleMoves(Table):
    """Impossible moves are returned and counted; at the ``limit``-th the arbiter may declare the loss."""

    article: Article
    limit: Annotated[int, Field(ge=1, le=100)]
    forbidden_by: ForbiddenBy = ForbiddenBy()
