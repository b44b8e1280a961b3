"""From a checked document to the values that a tournament runs on."""

from __future__ import annotations

from datetime import timedelta

from rules.regulation.schema.base import Names, Statement, Texts, by_language
from rules.regulation.schema.document import Document
from rules.regulation.schema.event import EventTable
from rules.regulation.schema.event_course import (
    FinalTable,
    KnockoutTable,
    RoundRobinTable,
    StageTable,
    SwissTable,
)
from rules.regulation.schema.event_signup import ConsentTable, ScheduleTable, SignUpTable
from rules.tournament.eventrules import (
    Asked,
    Award,
    ByLanguage,
    Category,
    Choice,
    Consent,
    EventRules,
    KnockoutRules,
    MatchRule,
    Missed,
    OrganiserQuestion,
    Pace,
    Question,
    RoundRobinRules,
    Schedule,
    Scoring,
    SignUp,
    StageRules,
    Stated,
    SwissRules,
    System,
    ThirdPlace,
    TieBreak,
)

ONLY_STAGE = "main"
"""The id of the one stage of an event that knows no stages; it is named like the regulation."""


def build_event(document: Document) -> EventRules | None:
    """The tournament of a document without faults, None if it has none."""
    if (event := document.event) is None:
        return None
    ties, knockout, exclusion = event.tie_breaks, event.knockout, event.exclusion
    return EventRules(
        stages=tuple(_stage(stage, event) for stage in event.stages) or (_only_stage(document, event),),
        scoring=Scoring(
            event.scoring.win, event.scoring.draw, event.scoring.loss, event.scoring.article or ""
        ),
        tie_breaks=() if ties is None else tuple(map(TieBreak, ties.order)),
        sign_up=_sign_up(event.sign_up),
        schedule=_schedule(event.schedule),
        awards=tuple(
            Award(
                award.first_place,
                award.first_place if award.last_place is None else award.last_place,
                by_language(award.what),
                award.diploma,
                award.article or "",
            )
            for award in event.awards
        ),
        categories=tuple(
            Category(
                category.id,
                by_language(category.name),
                category.article or "",
                category.youngest,
                category.oldest,
                category.grades,
            )
            for category in event.categories
        ),
        knockout=None if knockout is None else _knockout(knockout),
        round_robin=None if event.round_robin is None else _round_robin(event.round_robin),
        swiss=None if event.swiss is None else _swiss(event.swiss),
        system_article=event.article or "",
        tie_break_article="" if ties is None else ties.article or "",
        initial_order=event.order,
        lots_article=event.order_article or "",
        seeding_article=(event.seeding_article or "") if event.seeding else None,
        exclusion_article=None if exclusion is None else exclusion.article or "",
        exclusion_grounds=() if exclusion is None else _statements(exclusion.grounds),
        prize_lists=event.prize_lists is not None,
        prize_lists_article="" if event.prize_lists is None else event.prize_lists.article or "",
        programme=_statements(event.programme),
        notices=_statements(event.notices),
        shows_lesson=event.lesson is not None,
        lesson_article="" if event.lesson is None else event.lesson.article or "",
        organiser_asked=tuple(
            OrganiserQuestion(Choice(entry.ask), entry.required, entry.article or "")
            for entry in event.organiser
        ),
        white_by="order" if knockout is None else knockout.white,
        white_article="" if knockout is None else knockout.white_article or "",
    )


def _stage(stage: StageTable, event: EventTable) -> StageRules:
    quotas = stage.quotas
    if stage.quota is not None:
        quotas = {category.id: stage.quota for category in event.categories} or {"": stage.quota}
    return StageRules(
        stage.id,
        by_language(stage.name),
        stage.within,
        tuple(map(System, stage.systems)),
        quotas,
        stage.article or "",
        stage.quota_article or "",
    )


def _only_stage(document: Document, event: EventTable) -> StageRules:
    systems = tuple(map(System, event.systems or ()))
    return StageRules(ONLY_STAGE, by_language(document.name), "category", systems, None, event.article or "")


def _knockout(table: KnockoutTable) -> KnockoutRules:
    return KnockoutRules(
        match=_match(table, table),
        final=_match(table.final or table, table),
        third_place=ThirdPlace(table.third_place),
        three_way_final=table.three_way_final,
        article=table.article or "",
        final_article=((table.final or table).article) or "",
        three_way_article=table.three_way_article or "",
        third_article=table.third_place_article or "",
        bye_article=table.byes_article or "",
    )


def _match(length: KnockoutTable | FinalTable, table: KnockoutTable) -> MatchRule:
    games = length.games or length.to_wins or 1
    return MatchRule(
        games=games,
        to_wins=length.to_wins,
        return_game_decides=table.return_game_decides and games == 1,
        article=length.article or "",
        extra_article=table.extra_article or "",
    )


def _round_robin(table: RoundRobinTable) -> RoundRobinRules:
    article = table.article or ""
    match = MatchRule(games=table.games, article=article, counts_once=table.counts_once)
    return RoundRobinRules(table.cycles, match, article, table.annul_below_half, table.annul_article or "")


def _swiss(table: SwissTable) -> SwissRules:
    article = table.article or ""
    match = MatchRule(games=table.games, article=article, counts_once=table.counts_once)
    return SwissRules(table.rounds, table.bye, table.requested_bye, table.missed_round, article, match)


def _sign_up(table: SignUpTable) -> SignUp:
    return SignUp(
        questions=tuple(
            Question(
                question.id,
                Asked(question.ask),
                question.article or "",
                _optional(question.label),
                question.required,
            )
            for question in table.questions
        ),
        approval=table.approval,
        approval_article=table.approval_article or "",
        capacity=table.capacity,
        opens=table.opens,
        fee=table.fee or "",
        fee_article=table.fee_article or "",
        check_in=table.check_in,
        consent=None if table.consent is None else _consent(table.consent),
        retention_days=table.retention_days,
        open_to=None if table.open_to is None else _stated(table.open_to),
        opens_article=table.opens_article or "",
        capacity_article=table.capacity_article or "",
    )


def _consent(table: ConsentTable) -> Consent:
    return Consent(
        table.version,
        by_language(table.text),
        table.article or "",
        table.guardian_for_minors,
        table.adult_at,
    )


def _schedule(table: ScheduleTable) -> Schedule:
    interval: timedelta | None = table.interval
    return Schedule(
        start_date=table.start_date,
        start_time=table.start_time,
        interval=interval,
        zone=table.zone,
        deadline=table.deadline,
        missed=Missed(table.missed or Missed.ARBITER),
        article=table.start_article or "",
        pace=Pace(table.pace),
        pace_article=table.pace_article or "",
        deadline_article=table.deadline_article or "",
        day=_optional(table.day),
        day_article=table.day_article or "",
        place=_optional(table.place),
        place_article=table.place_article or "",
    )


def _optional(texts: Names | Texts | None) -> ByLanguage | None:
    return None if texts is None else by_language(texts)


def _statements(tables: tuple[Statement, ...]) -> tuple[Stated, ...]:
    return tuple(map(_stated, tables))


def _stated(table: Statement) -> Stated:
    return Stated(table.article, by_language(table.text))
