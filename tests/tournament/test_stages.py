"""Stages: quotas, sections of classes, what feeds what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.tournament import actions
from rules.tournament.actions import Settings
from rules.tournament.eventrules import (
    Category,
    MatchRule,
    StageRules,
    System,
    ThirdPlace,
)
from rules.tournament.happenings import (
    StageOver,
)
from rules.tournament.model import (
    EntrantNo,
    Phase,
)
from rules.tournament.refusals import Refusal
from rules.tournament.starting import plan_stage
from tests.tournament.directing import SECRET, Director, rules_for

N = EntrantNo

# Mikołajki: from each class of IV-VI four go on, of VII-VIII six (Z4); a class with no more sends all (Z4).

CATEGORIES = (
    Category("younger", {"en": "IV-VI"}, grades=(4, 5, 6)),
    Category("older", {"en": "VII-VIII"}, grades=(7, 8)),
)
STAGES = (
    StageRules("one", {"en": "One"}, "class", (System.KNOCKOUT,), {"younger": 4, "older": 6}, "Z3", "Z4"),
    StageRules("two", {"en": "Two"}, "category", (System.KNOCKOUT,), None, "Z3"),
)
PUPILS = {"IVb": 3, "IVa": 9, "Vc": 4, "VIIa": 7}


def school(pupils: Mapping[str, int] = PUPILS, secret: str = SECRET) -> Director:
    rules = replace(
        rules_for(System.KNOCKOUT, match=MatchRule(return_game_decides=True), third=ThirdPlace.SHARED),
        stages=STAGES,
        categories=CATEGORIES,
    )
    director = Director(rules, Settings(2023, classes=tuple(pupils)), secret=secret)
    director.open()
    for group, count in pupils.items():
        director.join(count, group=group, category="older" if group.startswith("VII") else "younger")
    director.close_and_draw()
    director.start()
    return director


def test_the_first_stage_is_played_within_classes_down_to_the_quota() -> None:
    director = school()
    assert [(section.id, len(section.entrants)) for section in director.event.sections] == [
        ("one:younger:IVb", 3),
        ("one:younger:IVa", 9),
        ("one:younger:Vc", 4),
        ("one:older:VIIa", 7),
    ]  # categories in the regulation's order, classes in the organiser's
    told: list[object] = []
    while any(section.stage == 0 and not section.is_finished for section in director.event.sections):
        for action in director.due():
            director.do(action)
            told.extend(director.told)
        director.play_round()
    through = {s.id: len(s.through) for s in director.event.sections if s.stage == 0}
    assert through == {
        "one:older:VIIa": 6, "one:younger:IVa": 4, "one:younger:IVb": 3, "one:younger:Vc": 4,
    }  # fmt: skip
    # nine pupils: four pairs and a bye leave five, then one pair has to lose one
    rounds = director.event.section("one:younger:IVa").rounds
    assert [sum(p.second is not None for p in round_.pairings) for round_ in rounds] == [4, 1]
    assert len(rounds[1].pairings) == 4
    assert director.event.section("one:younger:IVb").rounds == ()
    assert StageOver(0) in told


def test_the_second_stage_is_fed_and_drawn_anew_for_each_category() -> None:
    director = school()
    director.pair()
    director.play_on()
    event = director.event
    assert event.phase is Phase.FINISHED
    older, younger = event.section("two:older"), event.section("two:younger")
    assert sorted(younger.entrants) == sorted(
        number for section in event.sections if section.category == "younger" for number in section.through
    )
    assert len(older.entrants) == 6
    assert event.drawn is not None
    assert younger.entrants == event.drawn.order("lots:two:younger", sorted(younger.entrants))
    assert [len(listed.places[0].entrants) for listed in event.places()] == [1, 1]
    assert director.replayed() == event


def test_a_stage_is_over_when_every_category_has_played_it() -> None:
    """Three of VII need no play (Z4): they are a stage ahead, and done, while IVa still plays."""
    director = school({"IVa": 5, "VIIa": 1})
    told: list[object] = []
    while actions_due := director.due():
        for action in actions_due:
            director.do(action)
            told.extend(what for what in director.told if isinstance(what, StageOver))
    assert director.event.section("two:older").is_finished
    assert not director.event.section("one:younger:IVa").is_finished
    assert told == []
    while director.event.phase is not Phase.FINISHED:
        director.play_round()
        for action in director.due():
            director.do(action)
            told.extend(what for what in director.told if isinstance(what, StageOver))
    assert told == [StageOver(0), StageOver(1)]


def test_byes_of_the_first_stage_count_in_the_second() -> None:
    """Six of IVa: two pairs drop two, two sit out. Of those and IVb's one, who has never sat out, five
    go on: nobody of the two who sat out may have the bye."""
    for secret in ("one", "two", "three", "four"):
        director = school({"IVa": 6, "IVb": 1}, secret)
        director.pair()
        (first,) = director.event.section("one:younger:IVa").rounds
        idle = {one.first for one in first.pairings if one.second is None}
        director.play_round()
        director.pair()
        second = director.event.section("two:younger").rounds[0]
        (bye,) = (one.first for one in second.pairings if one.second is None)
        assert len(idle) == 2
        assert bye not in idle


def test_lots_of_a_second_stage_can_come_from_a_hat() -> None:
    director = school()
    while plan_stage(director.event) is None:
        for action in director.due():
            director.do(action)
        director.play_round()
    drawn = plan_stage(director.event)
    assert drawn is not None
    section = drawn.sections[0]
    backwards = tuple(reversed(section.entrants))
    by_hand = plan_stage(director.event, {section.id: backwards})
    assert by_hand is not None
    director.do(by_hand)
    assert director.event.section(section.id).entrants == backwards


def test_a_stage_does_not_begin_before_what_feeds_it_is_over() -> None:
    director = school()
    assert plan_stage(director.event) is None
    early = actions.Started(1, ())
    assert director.refuses(early).reason is Refusal.WRONG_PLAN
