"""Who takes part: approval, room, fee, check-in, classes, late entries."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.tournament import actions
from rules.tournament.actions import EventAction, Settings
from rules.tournament.eventrules import Category, Consent, EventRules, SignUp, StageRules, System
from rules.tournament.happenings import GamesDropped, Gone, LateEntry, MovedUp, NotHere, SignedUp
from rules.tournament.model import BoardNo, ConsentBy, ConsentGiven, EntrantNo, Phase, Standing
from rules.tournament.refusals import Refusal
from rules.tournament.starting import plan_start
from tests.tournament.directing import AT, Director, rules_for, why

N = EntrantNo


def with_sign_up(**values: object) -> EventRules:
    sign_up = replace(SignUp(questions=(), approval=False), **values)  # type: ignore[arg-type]
    return rules_for(System.SWISS, sign_up=sign_up, rounds=3)


def opened(rules: EventRules | None = None, settings: Settings | None = None) -> Director:
    director = Director(rules or rules_for(System.SWISS, rounds=3), settings or Settings(2026))
    director.open()
    return director


def test_an_entrant_gets_the_next_number_and_is_in() -> None:
    director = opened()
    assert director.join(2) == 2
    assert director.the(SignedUp) == SignedUp(N(2), Standing.IN)


def test_a_number_is_given_once() -> None:
    director = opened()
    director.join()
    assert director.refuses(actions.Joined(N(1))).reason is Refusal.ALREADY_THERE


def test_who_applies_waits_for_approval() -> None:
    director = opened(with_sign_up(approval=True, approval_article="6.6"))
    director.join(2)
    assert director.the(SignedUp) == SignedUp(N(2), Standing.APPLIED, "6.6")
    director.do(actions.Approved(N(1)))
    director.do(actions.Rejected(N(2)))
    assert (director.standing(1), director.standing(2)) == (Standing.IN, Standing.REJECTED)
    again = director.refuses(actions.Approved(N(2)))
    assert why(again) == (Refusal.NOT_WAITING, {"number": 2, "standing": Standing.REJECTED})


def test_whom_the_organiser_adds_needs_no_approval() -> None:
    director = opened(with_sign_up(approval=True))
    director.join(by_organiser=True)
    assert director.standing(1) is Standing.IN


def test_beyond_the_capacity_there_is_a_waiting_list_that_moves_up() -> None:
    director = opened(with_sign_up(capacity=2, capacity_article="6"))
    director.join(4)
    assert director.the(SignedUp) == SignedUp(N(4), Standing.WAITING, "6")
    director.do(actions.Withdrawn(N(1)))
    assert director.told == (Gone(N(1), Standing.LEFT), MovedUp(N(3)))
    assert [director.standing(number) for number in (1, 2, 3, 4)] == [
        Standing.LEFT, Standing.IN, Standing.IN, Standing.WAITING,
    ]  # fmt: skip


def test_the_organiser_makes_more_room() -> None:
    director = opened(with_sign_up(capacity=1))
    director.join(4)
    director.do(actions.Configured(Settings(2026, capacity=3)))
    assert director.told == (MovedUp(N(2)), MovedUp(N(3)))
    director.do(actions.Approved(N(4)))  # the organiser can let one in above the number
    assert director.standing(4) is Standing.IN


def test_the_fee_is_ticked_off_and_the_tick_taken_back() -> None:
    director = opened(with_sign_up(fee="2 €"))
    director.join()
    director.do(actions.Paid(N(1)))
    assert director.event.entrants[N(1)].is_paid
    director.do(actions.Paid(N(1), is_paid=False))
    assert not director.event.entrants[N(1)].is_paid


def test_who_has_not_checked_in_does_not_take_part() -> None:
    director = opened(with_sign_up(check_in=True))
    director.join(3)
    director.do(actions.CheckedIn(N(1)))
    director.do(actions.CheckedIn(N(3)))
    director.close_and_draw((3, 2, 1))
    director.start()
    assert director.the(NotHere).entrants == (2,)
    assert director.event.sections[0].entrants == (3, 1)


def test_consent_is_kept_with_who_gave_it_and_when() -> None:
    director = opened(with_sign_up(consent=Consent("1", {"en": "text"}, "9.1", True)))
    assert why(director.refuses(actions.Joined(N(1)))) == (Refusal.NO_CONSENT, {"article": "9.1"})
    director.join(consent="1", consent_by=ConsentBy.GUARDIAN)
    assert director.event.entrants[N(1)].consent == ConsentGiven("1", ConsentBy.GUARDIAN, AT)


def test_a_replacement_has_the_lot_and_the_seed_of_whom_it_replaces() -> None:
    director = opened(replace(rules_for(System.SWISS), seeding_article=""))
    director.join(3)
    director.do(actions.Seeded((N(2),)))
    director.close_and_draw((3, 2, 1))
    director.do(actions.Replaced(N(2), N(4)))
    entrant = director.event.entrants[N(4)]
    assert (entrant.lot, entrant.seed, entrant.replaces, entrant.standing) == (2, 1, 2, Standing.IN)
    assert (director.standing(2), director.event.entrants[N(2)].lot) == (Standing.LEFT, None)


CATEGORIES = (Category("young", {"en": "Young"}), Category("old", {"en": "Old"}))
BY_CLASS = (StageRules("one", {"en": "One"}, "class", (System.KNOCKOUT,), None),)


@pytest.mark.parametrize(
    ("values", "reason", "data"),
    [
        ({}, Refusal.NO_CATEGORY, {}),
        (
            {"category": "ants"},
            Refusal.NO_SUCH_CATEGORY,
            {"category": "ants", "categories": ("young", "old")},
        ),
        ({"category": "old"}, Refusal.NO_SUCH_CLASS, {"group": "", "classes": ("IVa",)}),
        (
            {"category": "old", "group": "Vc"},
            Refusal.NO_SUCH_CLASS,
            {"group": "Vc", "classes": ("IVa",)},
        ),
    ],
)
def test_sign_up_needs_a_category_and_class_where_these_matter(
    values: dict[str, str], reason: Refusal, data: dict[str, object]
) -> None:
    rules = replace(rules_for(System.KNOCKOUT), categories=CATEGORIES, stages=BY_CLASS)
    director = opened(rules, Settings(2023, classes=("IVa",)))
    refused = director.refuses(actions.Joined(N(1), **values))  # type: ignore[arg-type]
    assert why(refused) == (reason, data)


def test_what_was_derived_at_sign_up_can_be_corrected() -> None:
    director = opened(replace(rules_for(System.KNOCKOUT), categories=CATEGORIES))
    director.join(category="old")
    director.do(actions.Recategorised(N(1), "young", prize_list="girl"))
    entrant = director.event.entrants[N(1)]
    assert (entrant.category, entrant.prize_list) == ("young", "girl")


@pytest.mark.parametrize(
    ("done", "action", "reason", "data"),
    [
        pytest.param((), actions.Joined(N(1)), Refusal.JOIN_CLOSED, {"phase": Phase.CREATED}, id="too early"),
        pytest.param(
            ("open", "close"), actions.Joined(N(1)), Refusal.JOIN_CLOSED, {"phase": Phase.CLOSED}, id="closed"
        ),
        pytest.param(("open",), actions.Approved(N(7)), Refusal.NO_SUCH_ENTRANT, {"number": 7}, id="nobody"),
        pytest.param(("open",), actions.Opened("f" * 64), Refusal.COMMITMENT, {}, id="another secret"),
        pytest.param(("open", "close"), actions.Closed(), Refusal.ALREADY_THERE, {}, id="closed twice"),
        pytest.param((), actions.Closed(), Refusal.WRONG_PHASE, {"phase": Phase.CREATED}, id="never opened"),
        pytest.param(("open", "join"), actions.Paid(N(1)), Refusal.NO_FEE, {}, id="no fee"),
        pytest.param(("open", "join"), actions.CheckedIn(N(1)), Refusal.NO_CHECK_IN, {}, id="no check-in"),
        pytest.param(
            ("cancel",), actions.Opened("x"), Refusal.WRONG_PHASE, {"phase": Phase.CANCELLED}, id="cancelled"
        ),
        pytest.param(
            ("open", "join", "leave"),
            actions.Withdrawn(N(1)),
            Refusal.GONE,
            {"number": 1, "standing": Standing.LEFT},
            id="left twice",
        ),
    ],
)
def test_sign_up_refuses(
    done: tuple[str, ...], action: EventAction, reason: Refusal, data: dict[str, object]
) -> None:
    director = Director(rules_for(System.SWISS))
    for step in done:
        match step:
            case "open":
                director.open()
            case "join":
                director.join()
            case "leave":
                director.do(actions.Withdrawn(N(1)))
            case "close":
                director.do(actions.Closed())
            case _:
                director.do(actions.Cancelled())
    assert why(director.refuses(action)) == (reason, data)


def test_sign_up_opens_again_until_lots_are_drawn() -> None:
    director = opened()
    director.join(2)
    director.do(actions.Closed())
    director.do(actions.Opened(director.event.commitment, AT + timedelta(hours=5)))
    assert (director.event.phase, director.event.closes) == (Phase.OPEN, AT + timedelta(hours=5))
    director.close_and_draw()
    assert director.refuses(actions.Opened(director.event.commitment)).reason is Refusal.LOTS_DRAWN


# --- late entries ---------------------------------------------------------------------------------------


def test_a_late_entrant_of_a_swiss_plays_from_the_next_round() -> None:
    director = Director(rules_for(System.SWISS, rounds=3)).begin(4)
    director.play_round()
    director.join(by_organiser=True)
    assert director.the(LateEntry) == LateEntry(N(5), "main", 2)
    entrant = director.event.entrants[N(5)]
    assert (entrant.enters, entrant.lot) == (2, 5)
    director.pair()
    assert N(5) in {number for found in director.event.boards() for number in found.pairing.players}


@pytest.mark.parametrize("system", [System.KNOCKOUT, System.ROUND_ROBIN])
def test_other_systems_take_nobody_once_they_have_begun(system: System) -> None:
    director = Director(rules_for(system)).begin(4)
    refused = director.refuses(actions.Joined(N(5), by_organiser=True))
    assert why(refused) == (Refusal.LATE_ENTRY, {"system": system, "round": 1})


def test_before_the_first_round_is_paired_a_round_robin_grows() -> None:
    director = Director(rules_for(System.ROUND_ROBIN)).begin(4, pair=False)
    director.join(by_organiser=True)
    section = director.event.sections[0]
    assert (section.entrants, section.rounds_planned) == ((1, 2, 3, 4, 5), 5)


def test_nobody_enters_after_the_last_round_was_paired() -> None:
    director = Director(rules_for(System.SWISS, rounds=1)).begin(4)
    refused = director.refuses(actions.Joined(N(5), by_organiser=True))
    assert why(refused) == (Refusal.LATE_ENTRY, {"system": System.SWISS, "round": 1})


# --- starting -------------------------------------------------------------------------------------------


def test_an_event_needs_two_entrants() -> None:
    director = opened()
    director.join()
    director.close_and_draw()
    with pytest.raises(Exception, match="too-few") as caught:
        plan_start(director.event)
    assert caught.value.data["needed"] == 2  # type: ignore[attr-defined]


def test_an_event_cannot_start_without_lots() -> None:
    director = opened()
    director.join(2)
    director.do(actions.Closed())
    with pytest.raises(Exception, match="no-lots"):
        plan_start(director.event)


def test_where_a_regulation_leaves_the_system_open_it_has_to_be_said() -> None:
    stages = (StageRules("main", {"en": "Main"}, "category", (System.KNOCKOUT, System.ROUND_ROBIN), None),)
    director = opened(replace(rules_for(System.KNOCKOUT), stages=stages))
    director.join(4)
    director.close_and_draw()
    for system in (None, System.SWISS):
        with pytest.raises(Exception, match="unknown-system"):
            plan_start(director.event, system)
    director.start(System.ROUND_ROBIN)
    assert director.event.sections[0].system is System.ROUND_ROBIN


def test_a_category_with_one_entrant_is_won_without_play() -> None:
    director = opened(replace(rules_for(System.KNOCKOUT), categories=CATEGORIES))
    director.join(3, category="young")
    director.join(1, category="old")
    director.close_and_draw((1, 2, 3, 4))
    director.start()
    director.pair()
    old = director.event.section("main:old")
    assert (old.is_finished, [place.entrants for place in old.places]) == (True, [(4,)])


def test_two_organisers_start_at_once_and_the_second_is_told() -> None:
    director = opened()
    director.join(4)
    director.close_and_draw()
    plan = plan_start(director.event)
    director.do(plan)
    assert director.refuses(plan).reason is Refusal.ALREADY_THERE


def test_cancelling_stops_the_games_in_chats() -> None:
    director = Director(rules_for(System.SWISS)).begin(4)
    director.do(actions.GameOpened(BoardNo(2), 1, "G7"))
    director.do(actions.Cancelled())
    assert director.told == (GamesDropped(BoardNo(2), ("G7",)),)
