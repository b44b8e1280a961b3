"""The tables of the tournament part around play: sign-up, time and place, awards."""

from __future__ import annotations

from datetime import date, time
from typing import Annotated, Literal

from pydantic import Field

from rules.regulation.schema.base import Article, Id, Name, Names, Statement, Table, Texts, entries
from rules.regulation.schema.event_values import Span, Zone

AskedName = Literal["birth-year", "birth-date", "birth", "class", "sex", "rating", "guardian", "text"]


class QuestionTable(Table):
    """Something that sign-up asks."""

    id: Id
    ask: AskedName
    article: Article | None = None
    label: Names | None = None
    """What is asked, for ``ask = "text"``."""
    required: bool = True


class ConsentTable(Table):
    """What taking part implies, asked and recorded at sign-up."""

    version: Name
    article: Article | None = None
    guardian_for_minors: bool
    adult_at: Annotated[int, Field(ge=1, le=30)] = 18
    adult_article: Article | None = None
    text: Texts


class SignUpTable(Table):
    """Who may take part, what it costs and what is asked."""

    open_to: Statement | None = None
    approval: bool
    """Each application waits for the organiser."""
    approval_article: Article | None = None
    capacity: Annotated[int, Field(ge=2, le=100_000)] | None = None
    """The most entrants; any number if left out."""
    capacity_article: Article | None = None
    opens: time | None = None
    opens_article: Article | None = None
    fee: Name | None = None
    """As it is shown; free of charge if left out."""
    fee_article: Article | None = None
    check_in: bool = False
    check_in_article: Article | None = None
    questions: Annotated[tuple[QuestionTable, ...], entries(20)] = ()
    consent: ConsentTable | None = None
    retention_days: Annotated[int, Field(ge=0, le=3660)]
    """How long after the end personal answers are kept."""
    retention_article: Article | None = None


class ScheduleTable(Table):
    """When and where it is played, and what becomes of a round that is not."""

    zone: Zone
    zone_article: Article | None = None
    start_date: date | None = None
    start_time: time | None = None
    day: Texts | None = None
    """What the document says of the day, where it gives no full date."""
    start_article: Article | None = None
    day_article: Article | None = None
    place: Texts | None = None
    place_article: Article | None = None
    pace: Literal["by-hand", "at-once", "interval"]
    interval: Span | None = None
    pace_article: Article | None = None
    deadline: Span | None = None
    """From the start of a round; none if left out."""
    missed: Literal["arbiter", "loss"] | None = None
    deadline_article: Article | None = None


class AwardTable(Table):
    """What the places from ``first_place`` to ``last_place`` get; without places: all others."""

    first_place: Annotated[int, Field(ge=1, le=10_000)] | None = None
    last_place: Annotated[int, Field(ge=1, le=10_000)] | None = None
    what: Names
    diploma: bool
    article: Article | None = None


class OrganiserTable(Table):
    """What the organiser is asked when an event is made."""

    ask: Literal["system", "classes", "start", "place", "rounds"]
    required: bool
    article: Article | None = None


class ListsTable(Table):
    """Places are told for boys and girls apart."""

    article: Article | None = None


class LessonTable(Table):
    """Before the start the game is shown."""

    article: Article | None = None
