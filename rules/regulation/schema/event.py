"""The table ``[event]``: a tournament by the regulation."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.regulation.schema.base import Article, Statement, Table, entries
from rules.regulation.schema.event_course import (
    CategoryTable,
    ExclusionTable,
    KnockoutTable,
    RoundRobinTable,
    ScoringTable,
    StageTable,
    SwissTable,
    Systems,
    TieBreaksTable,
)
from rules.regulation.schema.event_signup import (
    AwardTable,
    LessonTable,
    ListsTable,
    OrganiserTable,
    ScheduleTable,
    SignUpTable,
)


class EventTable(Table):
    """A tournament; what is left out is not part of it.

    What stands here needs an article or a silent point, such as one about ``event.order``.
    """

    systems: Systems | None = None
    """One, or several of which the organiser chooses; where there are stages, each names its own."""
    article: Article | None = None
    order: Literal["lots", "rating", "sign-up"]
    """In which order entrants are numbered at the start."""
    order_article: Article | None = None
    seeding: bool = False
    """Strong entrants may be kept apart."""
    seeding_article: Article | None = None
    scoring: ScoringTable
    tie_breaks: TieBreaksTable | None = None
    categories: Annotated[tuple[CategoryTable, ...], entries(30)] = ()
    stages: Annotated[tuple[StageTable, ...], entries(5)] = ()
    knockout: KnockoutTable | None = None
    round_robin: RoundRobinTable | None = None
    swiss: SwissTable | None = None
    exclusion: ExclusionTable | None = None
    sign_up: SignUpTable
    schedule: ScheduleTable
    awards: Annotated[tuple[AwardTable, ...], entries(30)] = ()
    prize_lists: ListsTable | None = None
    lesson: LessonTable | None = None
    programme: Annotated[tuple[Statement, ...], entries(50)] = ()
    notices: Annotated[tuple[Statement, ...], entries(30)] = ()
    organiser: Annotated[tuple[OrganiserTable, ...], entries(5)] = ()
