"""How each shipped regulation runs a tournament: every number and article below was read off its document."""

from __future__ import annotations

from datetime import date, time, timedelta
from fractions import Fraction
from operator import attrgetter
from typing import Any

import pytest

from rules.tournament.eventrules import (
    Asked,
    Choice,
    KnockoutRules,
    MatchRule,
    Missed,
    OrganiserQuestion,
    Pace,
    Question,
    RoundRobinRules,
    Scoring,
    SwissRules,
    System,
    ThirdPlace,
    TieBreak,
)
from tests.regulation.samples import shipped_event as event

PZWARC = ("pzwarc-100", "pzwarc-100-advantage", "pzwarc-64")
KNOCKOUT, ROUND_ROBIN, SWISS = System.KNOCKOUT, System.ROUND_ROBIN, System.SWISS
HALF = Fraction(1, 2)


SYSTEMS: list[tuple[str, tuple[tuple[str, tuple[System, ...], str], ...]]] = [
    # "pucharowym lub kołowym ... decyzję podejmuje Organizator" (6.1)
    ("grodziec-2017", (("category", (KNOCKOUT, ROUND_ROBIN), "6.1"),)),
    # "w systemie pucharowym" (Z2), "I etap - wewnątrzklasowe, II etap - pomiędzy klasami" (Z3), winners (P7)
    ("mikolajki-2023", (("class", (KNOCKOUT,), "Z2, Z3"), ("category", (KNOCKOUT,), "Z2, Z3, P7"))),
    ("slidy-2015", (("category", (KNOCKOUT,), "Групи"),)),
    ("riazor", (("category", (SWISS,), "Inicio"),)),
    *((id, (("category", (SWISS, ROUND_ROBIN, KNOCKOUT), ""),)) for id in PZWARC),
]


@pytest.mark.parametrize(("id", "stages"), SYSTEMS)
def test_the_systems_are_those_of_the_document(
    id: str, stages: tuple[tuple[str, tuple[System, ...], str], ...]
) -> None:
    assert tuple((stage.within, stage.systems, stage.article) for stage in event(id).stages) == stages


FACTS: list[tuple[str, str, Any]] = [
    # Grodziec: lots and seeding 6.2, matches of two games, final to two wins 6.3, round robin 2/1/0 6.4
    ("grodziec-2017", "scoring", Scoring(Fraction(2), Fraction(1), Fraction(0), "6.4")),
    ("grodziec-2017", "initial_order", "lots"),
    ("grodziec-2017", "lots_article", "6.2"),
    ("grodziec-2017", "seeding_article", "6.2"),
    (
        "grodziec-2017",
        "knockout",
        KnockoutRules(
            match=MatchRule(games=2, article="6.3", extra_article="6.3"),
            final=MatchRule(games=2, to_wins=2, article="6.3", extra_article="6.3"),
            third_place=ThirdPlace.MATCH,
            three_way_final=True,
            article="6.3",
            final_article="6.3",
            three_way_article="6.3",
        ),
    ),
    (
        "grodziec-2017",
        "round_robin",
        RoundRobinRules(
            cycles=1, match=MatchRule(article="6.4"), article="6.4", annul_below_half=True
        ),
    ),
    ("grodziec-2017", "swiss", None),
    ("grodziec-2017", "white_by", "order"),
    (
        "grodziec-2017",
        "tie_breaks",
        (TieBreak.DIRECT_GAME, TieBreak.SONNEBORN_BERGER, TieBreak.WINS, TieBreak.EXTRA_GAME),
    ),
    ("grodziec-2017", "tie_break_article", ""),
    ("grodziec-2017", "exclusion_article", "6.5"),
    ("grodziec-2017", "sign_up.approval", True),
    ("grodziec-2017", "sign_up.approval_article", "5, 6.6"),
    ("grodziec-2017", "sign_up.capacity", None),
    ("grodziec-2017", "sign_up.capacity_article", "6.6"),
    ("grodziec-2017", "sign_up.fee", ""),
    ("grodziec-2017", "sign_up.fee_article", "9.2"),
    ("grodziec-2017", "sign_up.open_to.article", "5, 6.6"),
    ("grodziec-2017", "sign_up.questions", (Question("guardian", Asked.GUARDIAN, "9.1"),)),
    ("grodziec-2017", "sign_up.consent.article", "9.1"),
    ("grodziec-2017", "sign_up.consent.guardian_for_minors", True),
    ("grodziec-2017", "schedule.start_date", date(2017, 2, 6)),
    ("grodziec-2017", "schedule.start_time", time(15, 0)),
    ("grodziec-2017", "schedule.article", "4"),
    ("grodziec-2017", "schedule.interval", timedelta(days=2)),
    ("grodziec-2017", "schedule.pace", Pace.INTERVAL),
    ("grodziec-2017", "schedule.pace_article", "4"),
    ("grodziec-2017", "schedule.missed", Missed.ARBITER),
    ("grodziec-2017", "schedule.zone", "Europe/Warsaw"),
    ("grodziec-2017", "schedule.place_article", "3"),
    ("grodziec-2017", "categories", ()),
    ("grodziec-2017", "prize_lists", False),
    (
        "grodziec-2017",
        "organiser_asked",
        (
            OrganiserQuestion(Choice.SYSTEM, required=True, article="6.1"),
            OrganiserQuestion(Choice.START, required=False),
        ),
    ),
    # Mikołajki: pairs by lot Z5 and P4, a return game Z17, the younger has White Z7
    ("mikolajki-2023", "lots_article", "Z5, P4"),
    ("mikolajki-2023", "seeding_article", None),
    (
        "mikolajki-2023",
        "knockout",
        KnockoutRules(
            match=MatchRule(games=1, return_game_decides=True, article="Z5, P5, P6", extra_article="Z17"),
            final=MatchRule(games=1, return_game_decides=True, article="Z5, P5, P6", extra_article="Z17"),
            third_place=ThirdPlace.SHARED,
            three_way_final=False,
            article="Z5, P5, P6",
            final_article="Z5, P5, P6",
        ),
    ),
    ("mikolajki-2023", "white_by", "younger"),
    ("mikolajki-2023", "white_article", "Z7"),
    ("mikolajki-2023", "tie_breaks", ()),
    ("mikolajki-2023", "sign_up.open_to.article", "Z1"),
    (
        "mikolajki-2023",
        "sign_up.questions",
        (Question("class", Asked.CLASS, "Z1, Z3"), Question("birth", Asked.BIRTH, "Z7", required=False)),
    ),
    ("mikolajki-2023", "sign_up.consent", None),
    ("mikolajki-2023", "schedule.start_date", date(2023, 12, 6)),
    ("mikolajki-2023", "schedule.start_time", None),
    ("mikolajki-2023", "schedule.article", "Termin"),
    ("mikolajki-2023", "schedule.pace", Pace.AT_ONCE),
    ("mikolajki-2023", "exclusion_article", ""),
    (
        "mikolajki-2023",
        "organiser_asked",
        (
            OrganiserQuestion(Choice.CLASSES, required=True, article="Z3"),
            OrganiserQuestion(Choice.START, required=False),
            OrganiserQuestion(Choice.PLACE, required=False),
        ),
    ),
    # Slidy: 1, 0 and a half (Очки), to the first defeat (Групи), places among boys and girls (Групи)
    ("slidy-2015", "scoring", Scoring(Fraction(1), HALF, Fraction(0), "Очки")),
    (
        "slidy-2015",
        "knockout",
        KnockoutRules(
            match=MatchRule(games=1, article="Групи"),
            final=MatchRule(games=1, article="Групи"),
            third_place=ThirdPlace.SHARED,
            three_way_final=False,
            article="Групи",
            final_article="Групи",
        ),
    ),
    ("slidy-2015", "white_by", "lot"),
    ("slidy-2015", "white_article", ""),
    ("slidy-2015", "prize_lists", True),
    ("slidy-2015", "prize_lists_article", "Групи"),
    ("slidy-2015", "shows_lesson", True),
    ("slidy-2015", "lesson_article", "Анонс"),
    (
        "slidy-2015",
        "sign_up.questions",
        (
            Question("birth-year", Asked.BIRTH_YEAR, "Групи"),
            Question("sex", Asked.SEX, "Групи"),
        ),
    ),
    ("slidy-2015", "tie_breaks", ()),
    ("slidy-2015", "schedule.start_date", None),
    ("slidy-2015", "schedule.zone", "Europe/Kyiv"),
    # Riazor: five rounds, Swiss; 19,20 and 2 euros; 19,30; Friday 4 January
    (
        "riazor",
        "swiss",
        SwissRules(
            rounds=5,
            bye_points=Fraction(1),
            requested_bye_points=HALF,
            missed_points=Fraction(0),
            article="Inicio",
            match=MatchRule(article="Inicio"),
        ),
    ),
    ("riazor", "knockout", None),
    ("riazor", "round_robin", None),
    ("riazor", "scoring", Scoring(Fraction(1), HALF, Fraction(0))),
    (
        "riazor",
        "tie_breaks",
        (
            TieBreak.BUCHHOLZ_CUT_1,
            TieBreak.BUCHHOLZ,
            TieBreak.SONNEBORN_BERGER,
            TieBreak.DIRECT_GAME,
            TieBreak.WINS,
        ),
    ),
    ("riazor", "initial_order", "lots"),
    ("riazor", "lots_article", ""),
    ("riazor", "sign_up.opens", time(19, 20)),
    ("riazor", "sign_up.opens_article", "Inscrición"),
    ("riazor", "sign_up.fee", "2 €"),
    ("riazor", "sign_up.fee_article", "Inscrición"),
    ("riazor", "schedule.start_time", time(19, 30)),
    ("riazor", "schedule.article", "Inicio"),
    ("riazor", "schedule.start_date", None),
    ("riazor", "schedule.day_article", "Data"),
    ("riazor", "schedule.place_article", "Data"),
    ("riazor", "schedule.zone", "Europe/Madrid"),
    ("riazor", "organiser_asked", (OrganiserQuestion(Choice.START, required=True),)),
    # the federation's code: points 2, 1, 0; draws with advantage stay draws and tell ties apart
    *((id, "scoring", Scoring(Fraction(2), Fraction(1), Fraction(0))) for id in PZWARC),
    *((id, "swiss.rounds", None) for id in PZWARC),
    *(
        (id, "organiser_asked", tuple(
            OrganiserQuestion(choice, required)
            for choice, required in (
                (Choice.SYSTEM, True), (Choice.ROUNDS, True), (Choice.START, False), (Choice.PLACE, False)
            )
        ))
        for id in PZWARC
    ),
]  # fmt: skip


@pytest.mark.parametrize(("id", "what", "value"), FACTS)
def test_the_tournament_is_that_of_the_document(id: str, what: str, value: Any) -> None:
    assert attrgetter(what)(event(id)) == value


@pytest.mark.parametrize(("id", "first"), [("pzwarc-100-advantage", True), ("pzwarc-100", False)])
def test_advantage_tells_ties_apart_first_where_it_is_played_for(id: str, first: bool) -> None:
    ties = event(id).tie_breaks
    assert (ties[0] is TieBreak.PLUS_MINUS, TieBreak.PLUS_MINUS in ties) == (first, first)
