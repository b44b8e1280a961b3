"""What of the tournament part needs an article of the source or a silent point about it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.regulation.problems import KeyPath
from rules.regulation.schema.event import EventTable
from rules.regulation.schema.event_course import KnockoutTable, RoundRobinTable, SwissTable
from rules.regulation.schema.event_signup import ScheduleTable, SignUpTable

Decided = tuple[str, KeyPath, str | None]
"""What is decided (as silent points are ``about`` it), where its article would stand, and the article."""


def decided(event: EventTable) -> Iterator[Decided]:
    """Everything that a tournament part decides."""
    at: KeyPath = ("event",)
    if event.systems is not None:
        yield "event.systems", (*at, "article"), event.article
    yield "event.order", (*at, "order_article"), event.order_article
    if event.seeding:
        yield "event.seeding", (*at, "seeding_article"), event.seeding_article
    yield "event.scoring", (*at, "scoring", "article"), event.scoring.article
    if event.tie_breaks is not None:
        yield "event.tie_breaks", (*at, "tie_breaks", "article"), event.tie_breaks.article
    for position, stage in enumerate(event.stages):
        yield "event.stages", (*at, "stages", position, "article"), stage.article
        if stage.quota is not None or stage.quotas is not None:
            path = (*at, "stages", position, "quota_article")
            yield "event.stages.quotas", path, stage.quota_article
    if event.knockout is not None:
        yield from _of_knockout(event.knockout)
    if event.round_robin is not None:
        yield from _of_round_robin(event.round_robin)
    if event.swiss is not None:
        yield from _of_swiss(event.swiss)
    if (exclusion := event.exclusion) is not None:
        path = (*at, "exclusion")
        yield "event.exclusion", (*path, "article"), exclusion.article
        yield "event.exclusion.open_games", (*path, "open_games_article"), exclusion.open_games_article
    yield from _of_sign_up(event.sign_up)
    yield from _of_schedule(event.schedule)
    for name in ("prize_lists", "lesson"):
        if (table := getattr(event, name)) is not None:
            yield f"event.{name}", (*at, name, "article"), table.article
    for name in ("categories", "awards", "organiser"):
        for position, entry in enumerate(getattr(event, name)):
            yield f"event.{name}", (*at, name, position, "article"), entry.article


def _of_knockout(knockout: KnockoutTable) -> Iterator[Decided]:
    at, about = ("event", "knockout"), "event.knockout"
    yield f"{about}.games", (*at, "article"), knockout.article
    yield f"{about}.extra", (*at, "extra_article"), knockout.extra_article
    yield f"{about}.white", (*at, "white_article"), knockout.white_article
    yield f"{about}.byes", (*at, "byes_article"), knockout.byes_article
    if knockout.final is not None:
        yield f"{about}.final", (*at, "final", "article"), knockout.final.article
    if knockout.three_way_final:
        yield f"{about}.three_way_final", (*at, "three_way_article"), knockout.three_way_article
    yield f"{about}.third_place", (*at, "third_place_article"), knockout.third_place_article


def _of_round_robin(table: RoundRobinTable) -> Iterator[Decided]:
    at, about = ("event", "round_robin"), "event.round_robin"
    yield f"{about}.games", (*at, "article"), table.article
    yield f"{about}.annul_below_half", (*at, "annul_article"), table.annul_article


def _of_swiss(swiss: SwissTable) -> Iterator[Decided]:
    at, about = ("event", "swiss"), "event.swiss"
    yield f"{about}.rounds", (*at, "article"), swiss.article
    yield f"{about}.pairing", (*at, "pairing_article"), swiss.pairing_article
    yield f"{about}.byes", (*at, "byes_article"), swiss.byes_article


def _of_sign_up(sign_up: SignUpTable) -> Iterator[Decided]:
    at, about = ("event", "sign_up"), "event.sign_up"
    yield f"{about}.approval", (*at, "approval_article"), sign_up.approval_article
    yield f"{about}.capacity", (*at, "capacity_article"), sign_up.capacity_article
    yield f"{about}.fee", (*at, "fee_article"), sign_up.fee_article
    if sign_up.opens is not None:
        yield f"{about}.opens", (*at, "opens_article"), sign_up.opens_article
    if sign_up.check_in:
        yield f"{about}.check_in", (*at, "check_in_article"), sign_up.check_in_article
    for position, question in enumerate(sign_up.questions):
        yield f"{about}.questions", (*at, "questions", position, "article"), question.article
    if (consent := sign_up.consent) is not None:
        yield f"{about}.consent", (*at, "consent", "article"), consent.article
        if consent.guardian_for_minors:
            yield f"{about}.consent.adult_at", (*at, "consent", "adult_article"), consent.adult_article
    yield f"{about}.retention_days", (*at, "retention_article"), sign_up.retention_article


def _of_schedule(schedule: ScheduleTable) -> Iterator[Decided]:
    at, about = ("event", "schedule"), "event.schedule"
    yield f"{about}.zone", (*at, "zone_article"), schedule.zone_article
    if schedule.day is not None:
        yield f"{about}.day", (*at, "day_article"), schedule.day_article
    if schedule.start_date is not None or schedule.start_time is not None:
        yield f"{about}.start", (*at, "start_article"), schedule.start_article
    if schedule.place is not None:
        yield f"{about}.place", (*at, "place_article"), schedule.place_article
    yield f"{about}.pace", (*at, "pace_article"), schedule.pace_article
    yield f"{about}.deadline", (*at, "deadline_article"), schedule.deadline_article


NAMES = (
    "event.knockout.extra",
    "event.knockout.byes",
    "event.swiss.byes",
    "event.schedule.start",
)
"""What silent points may be about although no key has just that name."""
