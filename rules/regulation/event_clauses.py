"""The tournament part of a regulation as clauses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.regulation.clauses import Phrase, Section, clause, phrase
from rules.regulation.event_checks import is_free
from rules.regulation.schema.base import Names, Statement, Texts, by_language
from rules.regulation.schema.document import Document
from rules.regulation.schema.event import EventTable
from rules.regulation.schema.event_course import (
    CategoryTable,
    FinalTable,
    KnockoutTable,
    RoundRobinTable,
    StageTable,
    SwissTable,
)
from rules.regulation.schema.event_signup import ConsentTable, QuestionTable, ScheduleTable, SignUpTable

Said = tuple[str, Phrase, str | None]
"""What it is about, the words, and the article."""


def event_sections(document: Document) -> tuple[Section, ...]:
    """The sections about a tournament; none where the regulation is only about games."""
    if (event := document.event) is None:
        return ()
    parts = {
        "tournament": _course(event),
        "points": _points(event),
        "sign-up": _sign_up(event.sign_up, event),
        "schedule": _schedule(event.schedule, event),
        "awards": _awards(event),
    }
    found = (
        Section(
            phrase(f"regulation.section.{name}"),
            tuple(clause(document, *said) for said in said_of),
        )
        for name, said_of in parts.items()
    )
    return tuple(section for section in found if section.clauses)


def format_points(points: Fraction) -> str:
    """``1``, ``½``, ``1½``, ``2/3``."""
    whole, rest = divmod(points, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(points)


def _words(about: str, texts: Names | Texts, article: str | None, key: str = "statement") -> Said:
    """Words of the source as a clause, which brings a full stop of its own."""
    text = {language: text.rstrip(".") for language, text in by_language(texts).items()}
    return about, phrase(f"regulation.event.{key}", text=text), article


def _statement(about: str, statement: Statement) -> Said:
    return _words(about, statement.text, statement.article)


# --- course


def _course(event: EventTable) -> Iterator[Said]:
    if event.systems is not None:
        yield "event.systems", _systems(event.systems), event.article
    for category in event.categories:
        yield "event.categories", _category(category), category.article
    for stage in event.stages:
        yield from _stage(stage, event)
    yield "event.order", phrase(f"regulation.event.order.{event.order}"), event.order_article
    if event.seeding:
        yield "event.seeding", phrase("regulation.event.seeding"), event.seeding_article
    if event.knockout is not None:
        yield from _knockout(event.knockout)
    if event.round_robin is not None:
        yield from _round_robin(event.round_robin)
    if event.swiss is not None:
        yield from _swiss(event.swiss)
    if (exclusion := event.exclusion) is not None:
        yield "event.exclusion", phrase("regulation.event.exclusion"), exclusion.article
        for ground in exclusion.grounds:
            yield _words("event.exclusion", ground.text, ground.article, "ground")
        said = phrase(f"regulation.event.open-games.{exclusion.open_games}")
        yield "event.exclusion.open_games", said, exclusion.open_games_article


def _systems(systems: tuple[str, ...]) -> Phrase:
    named = tuple(phrase(f"regulation.system.{system}") for system in systems)
    key = "system" if len(systems) == 1 else "system-choice"
    return phrase(f"regulation.event.{key}", systems=named)


def _category(category: CategoryTable) -> Phrase:
    name = by_language(category.name)
    if is_free(category):
        return phrase("regulation.event.category.free", name=name)
    if category.grades:
        grades = tuple(str(grade) for grade in sorted(category.grades))
        return phrase("regulation.event.category.grades", name=name, grades=grades)
    youngest, oldest = category.youngest, category.oldest
    if youngest is None:
        return phrase("regulation.event.category.up-to", name=name, oldest=oldest)
    if oldest is None:
        return phrase("regulation.event.category.from", name=name, youngest=youngest)
    return phrase("regulation.event.category.ages", name=name, youngest=youngest, oldest=oldest)


def _stage(stage: StageTable, event: EventTable) -> Iterator[Said]:
    said = phrase(
        f"regulation.event.stage.{stage.within}",
        name=by_language(stage.name),
        systems=tuple(phrase(f"regulation.system.{system}") for system in stage.systems),
    )
    yield "event.stages", said, stage.article
    if stage.quota is not None:
        said = phrase(f"regulation.event.quota.{stage.within}", stage.quota)
        yield "event.stages.quotas", said, stage.quota_article
    for category in event.categories:
        if stage.quotas is not None:
            name, quota = by_language(category.name), stage.quotas[category.id]
            said = phrase(f"regulation.event.quota-of.{stage.within}", quota, name=name)
            yield "event.stages.quotas", said, stage.quota_article


def _knockout(table: KnockoutTable) -> Iterator[Said]:
    yield "event.knockout.games", _match("match", table), table.article
    level = "replay" if table.games == 1 else "extra"
    if table.return_game_decides:
        level = "return-game"
    yield "event.knockout.extra", phrase(f"regulation.event.level.{level}"), table.extra_article
    if table.final is not None:
        yield "event.knockout.final", _match("final", table.final), table.final.article
    if table.three_way_final:
        said = phrase("regulation.event.three-way")
        yield "event.knockout.three_way_final", said, table.three_way_article
    said = phrase(f"regulation.event.third.{table.third_place}")
    yield "event.knockout.third_place", said, table.third_place_article
    yield "event.knockout.white", phrase(f"regulation.event.white.{table.white}"), table.white_article
    yield "event.knockout.byes", phrase("regulation.event.byes"), table.byes_article


def _match(key: str, table: KnockoutTable | FinalTable) -> Phrase:
    if table.to_wins is not None:
        return phrase(f"regulation.event.{key}.to-wins", table.to_wins)
    return phrase(f"regulation.event.{key}.games", table.games)


def _round_robin(table: RoundRobinTable) -> Iterator[Said]:
    about = "event.round_robin.games"
    yield about, phrase("regulation.event.round-robin", table.cycles * table.games), table.article
    if table.counts_once:
        yield about, phrase("regulation.event.counts-once"), table.article
    said = phrase(f"regulation.event.annul.{'yes' if table.annul_below_half else 'no'}")
    yield "event.round_robin.annul_below_half", said, table.annul_article


def _swiss(table: SwissTable) -> Iterator[Said]:
    about = "event.swiss.rounds"
    if table.rounds is None:
        yield about, phrase("regulation.event.rounds-open"), table.article
    else:
        yield about, phrase("regulation.event.rounds", table.rounds), table.article
    if table.games > 1:
        yield about, phrase("regulation.event.swiss-games", table.games), table.article
    if table.counts_once:
        yield about, phrase("regulation.event.counts-once"), table.article
    said = phrase(f"regulation.event.pairing.{table.pairing}")
    yield "event.swiss.pairing", said, table.pairing_article
    said = phrase(
        "regulation.event.points-of-byes",
        bye=format_points(table.bye),
        requested=format_points(table.requested_bye),
        missed=format_points(table.missed_round),
    )
    yield "event.swiss.byes", said, table.byes_article


def _points(event: EventTable) -> Iterator[Said]:
    scoring, ties = event.scoring, event.tie_breaks
    win, draw, loss = map(format_points, (scoring.win, scoring.draw, scoring.loss))
    said = phrase("regulation.event.scoring", win=win, draw=draw, loss=loss)
    yield "event.scoring", said, scoring.article
    if ties is not None:
        if ties.order:
            order = tuple(phrase(f"regulation.tie-break.{name}") for name in ties.order)
            said = phrase("regulation.event.tie-breaks", order=order)
        else:
            said = phrase("regulation.event.no-tie-breaks")
        yield "event.tie_breaks", said, ties.article


# --- around play


def _sign_up(table: SignUpTable, event: EventTable) -> Iterator[Said]:
    about = "event.sign_up"
    if table.open_to is not None:
        yield _statement(f"{about}.open_to", table.open_to)
    said = phrase(f"regulation.event.approval.{'yes' if table.approval else 'no'}")
    yield f"{about}.approval", said, table.approval_article
    if table.capacity is None:
        said = phrase("regulation.event.capacity-any")
    else:
        said = phrase("regulation.event.capacity", limit=table.capacity)
    yield f"{about}.capacity", said, table.capacity_article
    if table.opens is not None:
        said = phrase("regulation.event.opens", time=f"{table.opens:%H:%M}")
        yield f"{about}.opens", said, table.opens_article
    said = phrase("regulation.event.fee", fee=table.fee) if table.fee else phrase("regulation.event.free")
    yield f"{about}.fee", said, table.fee_article
    if table.check_in:
        yield f"{about}.check_in", phrase("regulation.event.check-in"), table.check_in_article
    for question in table.questions:
        yield f"{about}.questions", _question(question), question.article
    if table.consent is not None:
        yield from _consent(table.consent)
    said = phrase("regulation.event.retention", table.retention_days)
    yield f"{about}.retention_days", said, table.retention_article
    for notice in event.notices:
        yield _statement("event.notices", notice)


def _question(question: QuestionTable) -> Phrase:
    if question.label is not None:
        asked = phrase("regulation.asked.text", text=by_language(question.label))
    else:
        asked = phrase(f"regulation.asked.{question.ask}")
    key = "asks" if question.required else "asks-optional"
    return phrase(f"regulation.event.{key}", asked=asked)


def _consent(table: ConsentTable) -> Iterator[Said]:
    about = "event.sign_up.consent"
    yield _words(about, table.text, table.article)
    if table.guardian_for_minors:
        said = phrase("regulation.event.guardian", age=table.adult_at)
        yield f"{about}.adult_at", said, table.adult_article


def _schedule(table: ScheduleTable, event: EventTable) -> Iterator[Said]:
    about = "event.schedule"
    if table.day is not None:
        yield _words(f"{about}.day", table.day, table.day_article)
    if table.start_date is not None:
        said = phrase("regulation.event.start-date", date=table.start_date)
        yield f"{about}.start", said, table.start_article
    if table.start_time is not None:
        said = phrase("regulation.event.start-time", time=f"{table.start_time:%H:%M}")
        yield f"{about}.start", said, table.start_article
    yield f"{about}.zone", phrase("regulation.event.zone", zone=table.zone), table.zone_article
    if table.place is not None:
        yield _words(f"{about}.place", table.place, table.place_article, "place")
    said = phrase(f"regulation.event.pace.{table.pace}", interval=table.interval)
    yield f"{about}.pace", said, table.pace_article
    if table.deadline is None:
        said = phrase("regulation.event.no-deadline")
    else:
        said = phrase(f"regulation.event.missed.{table.missed}", deadline=table.deadline)
    yield f"{about}.deadline", said, table.deadline_article
    for point in event.programme:
        yield _statement("event.programme", point)
    if event.lesson is not None:
        yield "event.lesson", phrase("regulation.event.lesson"), event.lesson.article
    for entry in event.organiser:
        key = "organiser-must" if entry.required else "organiser-may"
        said = phrase(f"regulation.event.{key}", what=phrase(f"regulation.choice.{entry.ask}"))
        yield "event.organiser", said, entry.article


def _awards(event: EventTable) -> Iterator[Said]:
    for award in event.awards:
        what, first, last = by_language(award.what), award.first_place, award.last_place
        if first is None:
            said = phrase("regulation.event.award.others", what=what)
        elif last is None or last == first:
            said = phrase("regulation.event.award.place", what=what, place=first)
        else:
            said = phrase("regulation.event.award.places", what=what, first=first, last=last)
        yield "event.awards", said, award.article
    if event.prize_lists is not None:
        yield "event.prize_lists", phrase("regulation.event.prize-lists"), event.prize_lists.article
