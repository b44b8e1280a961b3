"""The tables of the tournament part that say how it is played: systems, stages, points, ties."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.regulation.schema.base import Article, Id, Names, Statement, Table, entries
from rules.regulation.schema.event_values import Points

SystemName = Literal["knockout", "round-robin", "swiss"]
Systems = Annotated[tuple[SystemName, ...], entries(3, 1)]
Games = Annotated[int, Field(ge=1, le=100)]
Quota = Annotated[int, Field(ge=1, le=10_000)]

TieBreakName = Literal[
    "direct-game",
    "buchholz",
    "buchholz-median",
    "buchholz-cut-1",
    "buchholz-cut-2",
    "sonneborn-berger",
    "wins",
    "black-wins",
    "progressive",
    "plus-minus",
    "extra-game",
    "lots",
]


class ScoringTable(Table):
    """Points for a game."""

    win: Points
    draw: Points
    loss: Points
    article: Article | None = None


class TieBreaksTable(Table):
    """What tells level entrants of a table apart, the first deciding first."""

    order: Annotated[tuple[TieBreakName, ...], entries(12)]
    article: Article | None = None


class CategoryTable(Table):
    """A tournament of its own within the event: by age, by grades of classes, or chosen by name."""

    id: Id
    name: Names
    article: Article | None = None
    youngest: Annotated[int, Field(ge=0, le=150)] | None = None
    oldest: Annotated[int, Field(ge=0, le=150)] | None = None
    grades: Annotated[tuple[Annotated[int, Field(ge=1, le=12)], ...], entries(12)] = ()


class StageTable(Table):
    """A stage: within each category, or within each class of one; all but the last name how many go on."""

    id: Id
    name: Names
    within: Literal["category", "class"]
    systems: Systems
    article: Article | None = None
    quota: Quota | None = None
    """How many go on from each section."""
    quotas: Annotated[dict[str, Quota], Field(max_length=30)] | None = None
    """The same for each category apart, by its id."""
    quota_article: Article | None = None


class FinalTable(Table):
    """The final of a knockout, where it is not like every match."""

    games: Games | None = None
    to_wins: Games | None = None
    article: Article | None = None


class KnockoutTable(Table):
    """Matches of ``games``, or until one side has won ``to_wins``; extra games follow while it is level."""

    games: Games | None = None
    to_wins: Games | None = None
    article: Article | None = None
    return_game_decides: bool = False
    """A drawn game brings a return game that alone decides."""
    extra_article: Article | None = None
    """What follows while a match is level."""
    white: Literal["order", "lot", "younger"]
    white_article: Article | None = None
    byes_article: Article | None = None
    """An odd field: one bye, drawn among those who have had fewest."""
    final: FinalTable | None = None
    three_way_final: bool = False
    """Of exactly three who are left, everyone meets everyone."""
    three_way_article: Article | None = None
    third_place: Literal["match", "shared"]
    third_place_article: Article | None = None


class RoundRobinTable(Table):
    """Everyone meets everyone, ``cycles`` times, in ``games`` each time."""

    cycles: Annotated[int, Field(ge=1, le=10)] = 1
    games: Games = 1
    counts_once: bool = False
    """A meeting of several games is one win, draw or loss."""
    article: Article | None = None
    annul_below_half: bool
    """Who leaves before half of the games loses all of them from the table."""
    annul_article: Article | None = None


class SwissTable(Table):
    """``rounds`` as the document says; without a number the organiser is asked."""

    rounds: Annotated[int, Field(ge=1, le=100)] | None = None
    games: Games = 1
    counts_once: bool = False
    article: Article | None = None
    pairing: Literal["dutch"]
    pairing_article: Article | None = None
    bye: Points
    """For a bye by pairing."""
    requested_bye: Points
    missed_round: Points
    """For each round before a late entry."""
    byes_article: Article | None = None


class ExclusionTable(Table):
    """The organiser may exclude an entrant, with a reason."""

    article: Article | None = None
    open_games: Literal["lost"]
    """Games that are not over when somebody is excluded."""
    open_games_article: Article | None = None
    grounds: Annotated[tuple[Statement, ...], entries(20)] = ()
