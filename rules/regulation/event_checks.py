"""What the tournament part must say beyond the shape of its tables: a course that can be run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.regulation.problems import Code, Conflict, Fault, KeyPath, Never, format_path
from rules.regulation.schema.document import Document
from rules.regulation.schema.event import EventTable
from rules.regulation.schema.event_course import CategoryTable, FinalTable, KnockoutTable

BIRTH = ("birth-year", "birth-date", "birth")
"""The questions that tell an age."""

TABLES = {"knockout": "knockout", "round-robin": "round_robin", "swiss": "swiss"}
"""The table of each system."""


def check_event(document: Document) -> Iterator[Fault]:
    """Every fault of a tournament part that has the right shape."""
    event = document.event
    if event is None:
        return
    if document.schema_ < 2:
        yield _conflict(("event",), Conflict.OLD_SCHEMA, "schema")
    yield from _check_course(event)
    yield from _check_quotas(event)
    yield from _check_organiser(event)
    yield from _check_points(event)
    yield from _check_tie_breaks(document, event)
    yield from _check_categories(event)
    yield from _check_asked(event)
    yield from _check_schedule(event)
    yield from _check_awards(event)
    for name in ("categories", "stages"):
        yield from _repeated(("event", name), [entry.id for entry in getattr(event, name)], "id")
    yield from _repeated(("event", "organiser"), [entry.ask for entry in event.organiser], "ask")


def systems_of(event: EventTable) -> frozenset[str]:
    """Every system that may be played in one stage or another."""
    named = [event.systems or (), *(stage.systems for stage in event.stages)]
    return frozenset(system for systems in named for system in systems)


def has_tables(event: EventTable) -> bool:
    """Whether anything is played in which points are added up."""
    return bool(systems_of(event) - {"knockout"})


def _conflict(path: KeyPath, why: Conflict, other: str) -> Fault:
    return Fault(path, Code.CONTRADICTION, {"why": why, "other": other})


def _never(path: KeyPath, why: Never, other: str = "") -> Fault:
    return Fault(path, Code.NEVER_APPLIES, {"why": why, "other": other})


def _repeated(path: KeyPath, values: Sequence[object], key: str = "") -> Iterator[Fault]:
    """A fault for each of ``values`` that stood before; they are entries of the list at ``path``."""
    for place, value in enumerate(values):
        if value in values[:place]:
            yield Fault((*path, place, key) if key else (*path, place), Code.REPEATED)


# --- systems and stages


def _check_course(event: EventTable) -> Iterator[Fault]:
    if event.systems is None and not event.stages:
        yield Fault(("event", "systems"), Code.MISSING_KEY)
    if event.systems is not None and event.stages:
        yield _conflict(("event", "systems"), Conflict.TWO_COURSES, "event.stages")
    named: list[tuple[KeyPath, tuple[str, ...]]] = [(("event", "systems"), event.systems or ())]
    for position, stage in enumerate(event.stages):
        named.append((("event", "stages", position, "systems"), stage.systems))
    for path, systems in named:
        yield from _repeated(path, systems)
        for place, system in enumerate(systems):
            if getattr(event, TABLES[system]) is None:
                other = f"event.{TABLES[system]}"
                yield _conflict((*path, place), Conflict.SYSTEM_WITHOUT_TABLE, other)
    played = systems_of(event)
    for system, table in TABLES.items():
        if getattr(event, table) is not None and played and system not in played:
            other = "event.stages" if event.stages else "event.systems"
            yield _conflict(("event", table), Conflict.TABLE_WITHOUT_SYSTEM, other)
    if event.knockout is not None:
        yield from _check_knockout(event.knockout)


def _check_knockout(knockout: KnockoutTable) -> Iterator[Fault]:
    tables: list[tuple[KeyPath, KnockoutTable | FinalTable]] = [(("event", "knockout"), knockout)]
    if knockout.final is not None:
        tables.append((("event", "knockout", "final"), knockout.final))
    for path, table in tables:
        if table.games is None and table.to_wins is None:
            yield Fault((*path, "games"), Code.MISSING_KEY)
        if table.games is not None and table.to_wins is not None:
            yield _conflict((*path, "to_wins"), Conflict.TWO_LENGTHS, format_path((*path, "games")))
    if knockout.return_game_decides and knockout.games != 1:
        path = ("event", "knockout", "return_game_decides")
        yield _conflict(path, Conflict.RETURN_NEEDS_ONE_GAME, "event.knockout.games")


def _check_quotas(event: EventTable) -> Iterator[Fault]:
    ids = tuple(category.id for category in event.categories)
    has_mixed = False
    for position, stage in enumerate(event.stages):
        path: KeyPath = ("event", "stages", position)
        is_last = position == len(event.stages) - 1
        for key in ("quota", "quotas"):
            if is_last and getattr(stage, key) is not None:
                yield _conflict((*path, key), Conflict.QUOTA_LEADS_NOWHERE, "event.stages")
        if not is_last and stage.quota is None and stage.quotas is None:
            yield Fault((*path, "quota"), Code.MISSING_KEY)
        if stage.quota is not None and stage.quotas is not None:
            yield _conflict((*path, "quotas"), Conflict.TWO_QUOTAS, format_path((*path, "quota")))
        if stage.quotas is not None:
            yield from _check_quotas_by_category((*path, "quotas"), tuple(stage.quotas), ids)
        if has_mixed and stage.within == "class":
            yield _conflict((*path, "within"), Conflict.STAGES_NARROW, "event.stages")
        has_mixed = has_mixed or stage.within == "category"


def _check_quotas_by_category(path: KeyPath, named: tuple[str, ...], ids: tuple[str, ...]) -> Iterator[Fault]:
    for id in named:
        if id not in ids:
            yield Fault((*path, id), Code.NOT_A_CHOICE, {"choices": ids or ("quota",)})
    for id in ids:
        if id not in named:
            yield Fault((*path, id), Code.MISSING_KEY)


def _check_organiser(event: EventTable) -> Iterator[Fault]:
    """What is open is asked, and nothing else."""
    asked = {entry.ask: position for position, entry in enumerate(event.organiser)}
    choices: list[tuple[KeyPath, tuple[str, ...]]] = [(("event", "systems"), event.systems or ())]
    choices += [(("event", "stages", at, "systems"), stage.systems) for at, stage in enumerate(event.stages)]
    open_at = next((path for path, systems in choices if len(systems) > 1), None)
    rounds_open = event.swiss is not None and event.swiss.rounds is None
    by_class = any(category.grades for category in event.categories)
    by_class = by_class or any(stage.within == "class" for stage in event.stages)
    if open_at is not None and "system" not in asked:
        yield _conflict(open_at, Conflict.NOBODY_CHOOSES, "event.organiser")
    if rounds_open and "rounds" not in asked:
        yield _conflict(("event", "swiss"), Conflict.NOBODY_CHOOSES, "event.organiser")
    settled = {
        "system": None if open_at else "event.systems",
        "rounds": None if rounds_open else "event.swiss.rounds",
        "classes": None if by_class else "event.categories",
    }
    for ask, position in asked.items():
        if other := settled.get(ask):
            yield _conflict(("event", "organiser", position, "ask"), Conflict.NOTHING_TO_CHOOSE, other)


# --- points and ties


def _check_points(event: EventTable) -> Iterator[Fault]:
    scoring = event.scoring
    if not scoring.loss <= scoring.draw <= scoring.win or scoring.loss == scoring.win:
        yield _conflict(("event", "scoring"), Conflict.POINTS_REVERSED, "event.scoring.loss")
    if event.swiss is not None:
        for key in ("bye", "requested_bye", "missed_round"):
            if getattr(event.swiss, key) > scoring.win:
                yield _conflict(("event", "swiss", key), Conflict.BYE_ABOVE_WIN, "event.scoring.win")


def _check_tie_breaks(document: Document, event: EventTable) -> Iterator[Fault]:
    path: KeyPath = ("event", "tie_breaks", "order")
    if event.tie_breaks is None:
        if has_tables(event):
            yield Fault(("event", "tie_breaks"), Code.MISSING_KEY)
        return
    order = event.tie_breaks.order
    if systems_of(event) == {"knockout"}:
        yield _never(("event", "tie_breaks"), Never.NO_TABLE)
    yield from _repeated(path, order)
    if "plus-minus" in order and document.advantage is None:
        yield _never((*path, order.index("plus-minus")), Never.NO_ADVANTAGE)
    for place, name in enumerate(order):
        # nothing is level after lots; after an extra game only its own draw could be, and it is played on
        if place and (order[place - 1] == "lots" or (order[place - 1] == "extra-game" and name != "lots")):
            yield _never((*path, place), Never.ALREADY_DECIDED, format_path((*path, place - 1)))


# --- categories and sign-up


def _check_categories(event: EventTable) -> Iterator[Fault]:
    for position, category in enumerate(event.categories):
        path: KeyPath = ("event", "categories", position)
        yield from _repeated((*path, "grades"), category.grades)
        if _is_reversed(category.youngest, category.oldest):
            yield _conflict((*path, "oldest"), Conflict.RANGE_REVERSED, format_path((*path, "youngest")))
        for before in range(position):
            if _overlap(event.categories[before], category):
                yield _conflict(path, Conflict.OVERLAP, format_path(("event", "categories", before)))
                break


def _is_reversed(first: int | None, last: int | None) -> bool:
    return first is not None and last is not None and last < first


def is_free(category: CategoryTable) -> bool:
    """Whether a category is chosen by its name alone."""
    return category.youngest is None and category.oldest is None and not category.grades


def _overlap(one: CategoryTable, two: CategoryTable) -> bool:
    """Whether somebody would belong to both."""
    if is_free(one) or is_free(two):
        return False
    youngest = max(one.youngest or 0, two.youngest or 0)
    oldest = min(limit for limit in (one.oldest, two.oldest, 1000) if limit is not None)
    shared = set(one.grades) & set(two.grades) or not (one.grades and two.grades)
    return bool(youngest <= oldest and shared)


def _check_asked(event: EventTable) -> Iterator[Fault]:
    """Sign-up asks everything that other tables depend on, once."""
    questions, consent = event.sign_up.questions, event.sign_up.consent
    path: KeyPath = ("event", "sign_up", "questions")
    yield from _repeated(path, [question.id for question in questions], "id")
    asked = [question.ask for question in questions]
    for place, question in enumerate(questions):
        same = BIRTH if question.ask in BIRTH else (question.ask,)
        if question.ask != "text" and any(ask in same for ask in asked[:place]):
            yield Fault((*path, place, "ask"), Code.REPEATED)
        if question.ask == "text" and question.label is None:
            yield Fault((*path, place, "label"), Code.MISSING_KEY)
    needs: list[tuple[KeyPath, bool, tuple[str, ...]]] = [
        (("event", "order"), event.order == "rating", ("rating",)),
        (("event", "prize_lists"), event.prize_lists is not None, ("sex",)),
        (
            ("event", "knockout", "white"),
            event.knockout is not None and event.knockout.white == "younger",
            BIRTH,
        ),
        (
            ("event", "sign_up", "consent", "guardian_for_minors"),
            consent is not None and consent.guardian_for_minors,
            ("guardian", *BIRTH),
        ),
    ]
    for position, category in enumerate(event.categories):
        at: KeyPath = ("event", "categories", position)
        by_age = category.youngest is not None or category.oldest is not None
        needs.append(((*at, "oldest" if category.youngest is None else "youngest"), by_age, BIRTH))
        needs.append(((*at, "grades"), bool(category.grades), ("class",)))
    for position, stage in enumerate(event.stages):
        needs.append((("event", "stages", position, "within"), stage.within == "class", ("class",)))
    for where, is_needed, answers in needs:
        if is_needed and not set(asked) & set(answers):
            yield _conflict(where, Conflict.NOT_ASKED, "event.sign_up.questions")


# --- schedule and awards


def _check_schedule(event: EventTable) -> Iterator[Fault]:
    schedule = event.schedule
    if schedule.pace == "interval" and schedule.interval is None:
        yield Fault(("event", "schedule", "interval"), Code.MISSING_KEY)
    if schedule.pace != "interval" and schedule.interval is not None:
        yield _conflict(("event", "schedule", "interval"), Conflict.INTERVAL_UNUSED, "event.schedule.pace")
    if schedule.missed is not None and schedule.deadline is None:
        other = "event.schedule.deadline"
        yield _conflict(("event", "schedule", "missed"), Conflict.MISSED_WITHOUT_DEADLINE, other)
    if schedule.deadline is not None and schedule.missed is None:
        yield Fault(("event", "schedule", "missed"), Code.MISSING_KEY)
    opens = event.sign_up.opens
    if opens is not None and schedule.start_time is not None and opens >= schedule.start_time:
        other = "event.schedule.start_time"
        yield _conflict(("event", "sign_up", "opens"), Conflict.OPENS_TOO_LATE, other)


def _check_awards(event: EventTable) -> Iterator[Fault]:
    spans: list[tuple[int, int] | None] = []
    for position, award in enumerate(event.awards):
        path: KeyPath = ("event", "awards", position)
        first, last = award.first_place, award.last_place
        if first is None and last is not None:
            yield Fault((*path, "first_place"), Code.MISSING_KEY)
        if _is_reversed(first, last):
            other = format_path((*path, "first_place"))
            yield _conflict((*path, "last_place"), Conflict.RANGE_REVERSED, other)
        span = None if first is None else (first, first if last is None else last)
        for before, earlier in enumerate(spans):
            both_others = span is None and earlier is None
            shared = span and earlier and span[0] <= earlier[1] and earlier[0] <= span[1]
            if both_others or shared:
                yield _conflict(path, Conflict.OVERLAP, format_path(("event", "awards", before)))
                break
        spans.append(span)
