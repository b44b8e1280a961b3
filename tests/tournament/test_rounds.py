"""Rounds and stages: boards, plans that fit no more, deadlines, quotas, the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.tournament import actions
from rules.tournament.actions import EventAction, Missing, Settings
from rules.tournament.eventrules import (
    Missed,
    Pace,
    Schedule,
    System,
)
from rules.tournament.happenings import (
    DeadlineMissed,
    EventOver,
    MatchOver,
    PlacesStand,
    RoundOver,
    RoundPaired,
)
from rules.tournament.model import (
    BoardNo,
    EntrantNo,
    How,
    PairingKind,
    Phase,
    Place,
    PlannedPairing,
)
from rules.tournament.refusals import Refusal
from tests.tournament.directing import SINGLE, Director, rules_for, why

N = EntrantNo


def pairing(first: int, second: int | None, kind: PairingKind = PairingKind.GAME) -> PlannedPairing:
    if second is None and kind is PairingKind.GAME:
        kind = PairingKind.BYE
    return PlannedPairing(kind, N(first), N(second) if second is not None else None, SINGLE)


def paired(*pairs: tuple[int, int | None], round_: int = 1, board: int = 1) -> actions.Paired:
    return actions.Paired("main", round_, BoardNo(board), tuple(pairing(*pair) for pair in pairs))


def test_boards_are_numbered_through_the_event() -> None:
    director = Director(rules_for(System.ROUND_ROBIN)).begin(4)
    director.play_round()
    director.pair()
    assert [found.pairing.board for found in director.event.boards()] == [1, 2, 3, 4]
    assert director.event.next_board == 5


def test_a_pairing_has_its_first_game_and_why_white_has_white() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(4, pair=False)
    plan = replace(pairing(2, 1), white_by="younger", white_article="Z7", article="P5")
    director.do(actions.Paired("main", 1, BoardNo(1), (plan, pairing(3, 4))))
    due = director.event.next_games()[0]
    assert (due.white, due.black, due.white_by, due.white_article) == (2, 1, "younger", "Z7")
    assert director.the(RoundPaired).pairings[0].article == "P5"


@pytest.mark.parametrize(
    ("action", "reason", "data"),
    [
        pytest.param(paired((1, 2), (3, 4), round_=2), Refusal.NO_SUCH_ROUND, {"round": 2}, id="round 2"),
        pytest.param(paired((1, 2)), Refusal.STALE_PAIRING, {"why": "left-out"}, id="somebody is left out"),
        pytest.param(paired((1, 2), (3, 9)), Refusal.STALE_PAIRING, {"why": "unknown"}, id="a stranger"),
        pytest.param(paired((1, 1), (3, 4)), Refusal.STALE_PAIRING, {"why": "twice"}, id="against oneself"),
        pytest.param(paired((1, 2), (2, 3)), Refusal.STALE_PAIRING, {"why": "twice"}, id="two boards"),
        pytest.param(paired((1, 2), (3, 4), board=0), Refusal.STALE_PAIRING, {"why": "boards"}, id="boards"),
        pytest.param(paired(), Refusal.STALE_PAIRING, {"why": "boards"}, id="nothing at all"),
    ],
)
@pytest.mark.parametrize("system", System)
def test_a_plan_that_does_not_fit_is_refused(
    system: System, action: EventAction, reason: Refusal, data: dict[str, object]
) -> None:
    director = Director(rules_for(system, rounds=3)).begin(4, pair=False)
    refused = director.refuses(action)
    assert refused.reason is reason
    assert data.items() <= dict(refused.data).items()


def test_two_organisers_pair_at_once_and_the_second_is_told() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(4, pair=False)
    plan = paired((1, 2), (3, 4))
    director.do(plan)
    assert why(director.refuses(plan)) == (Refusal.ROUND_PAIRED, {"section": "main", "round": 1})


def test_the_next_round_waits_for_the_last_game() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(4)
    director.decide(1, "1-0")
    refused = director.refuses(paired((1, 3), round_=2, board=3))
    assert why(refused) == (Refusal.ROUND_OPEN, {"section": "main", "round": 1, "boards": (2,)})


def test_whoever_lost_in_a_knockout_is_not_paired_again() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(4)
    director.play_round()  # 1 and 3 win
    refused = director.refuses(paired((1, 3), (2, 4), round_=2, board=3))
    assert refused.data["why"] == "unknown"
    assert refused.data["entrants"] == (2, 4)


@pytest.mark.parametrize(("done", "why_not"), [("play", "again"), ("forbid", "forbidden"), ("forfeit", None)])
def test_nobody_meets_twice_or_a_forbidden_opponent_in_a_swiss(done: str, why_not: str | None) -> None:
    director = Director(rules_for(System.SWISS, rounds=3)).begin(4, pair=False)
    first = ((1, 3), (2, 4)) if done == "forbid" else ((1, 2), (3, 4))
    director.do(paired(*first))
    for board in (1, 2):
        director.decide(board, "1-0", how=How.FORFEIT if done == "forfeit" else How.PLAYED)
    if done == "forbid":
        director.do(actions.Forbade(N(1), N(2)))
    again = paired((1, 2), (3, 4), round_=2, board=3)
    if why_not is None:
        director.do(again)  # a forfeit was no meeting
    else:
        assert director.refuses(again).data["why"] == why_not


def test_a_forfeit_is_not_corrected_to_a_game_after_the_two_have_met() -> None:
    director = Director(rules_for(System.SWISS, rounds=3)).begin(4, pair=False)
    director.do(paired((1, 2), (3, 4)))
    director.decide(1, "1-0", how=How.FORFEIT)
    director.decide(2, "1-0")
    director.do(actions.Paired("main", 2, BoardNo(3), (pairing(2, 1), pairing(3, None), pairing(4, None))))
    refused = director.refuses(actions.Decided(BoardNo(1), 1, "1-0"))
    assert why(refused) == (Refusal.DEPENDS, {"section": "main", "round": 2})


def test_a_round_of_byes_alone_is_over_at_once() -> None:
    director = Director(rules_for(System.SWISS, rounds=3)).begin(2, pair=False)
    director.do(actions.Paired("main", 1, BoardNo(1), (pairing(1, None), pairing(2, None))))
    assert director.the(RoundOver) == RoundOver("main", 1)


def test_the_organiser_changes_the_number_of_rounds_of_a_swiss() -> None:
    director = Director(rules_for(System.SWISS, rounds=3)).begin(6)
    director.play_round()
    director.do(actions.RoundsSet("main", 1))
    director.pair()
    assert director.event.phase is Phase.FINISHED


@pytest.mark.parametrize(
    ("system", "rounds", "section"), [(System.SWISS, 0, "main"), (System.KNOCKOUT, 3, "main")]
)
def test_rounds_are_set_in_a_swiss_alone_and_never_to_less_than_were_paired(
    system: System, rounds: int, section: str
) -> None:
    director = Director(rules_for(system, rounds=3)).begin(4)
    refused = director.refuses(actions.RoundsSet(section, rounds))
    assert why(refused) == (Refusal.NO_SUCH_ROUND, {"section": section, "round": rounds})


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (4, 2), (5, 3), (8, 3), (9, 4)])
def test_a_swiss_without_a_number_has_as_many_rounds_as_a_knockout(entrants: int, rounds: int) -> None:
    director = Director(rules_for(System.SWISS)).begin(entrants, pair=False)
    assert director.event.sections[0].rounds_planned == rounds


# --- deadlines ------------------------------------------------------------------------------------------


def with_deadline(missed: Missed) -> Director:
    """Three boards: 1-2 decided, 3-4 and 5-6 open, the deadline an hour away."""
    schedule = Schedule(missed=missed, deadline_article="4")
    director = Director(rules_for(System.KNOCKOUT, schedule=schedule)).begin(6, pair=False)
    plan = paired((1, 2), (3, 4), (5, 6))
    director.do(replace(plan, deadline=director.now + timedelta(hours=1)))
    director.decide(1, "1-0")
    return director


def test_a_deadline_that_is_ahead_has_not_passed() -> None:
    director = with_deadline(Missed.LOSS)
    refused = director.refuses(actions.DeadlinePassed("main", 1))
    assert why(refused) == (Refusal.DEADLINE_AHEAD, {"deadline": director.now + timedelta(hours=1)})


def test_a_missed_deadline_is_the_organisers_to_decide() -> None:
    director = with_deadline(Missed.ARBITER)
    director.wait(hours=1)
    director.do(actions.DeadlinePassed("main", 1))
    assert director.told == (DeadlineMissed("main", 1, (BoardNo(2), BoardNo(3)), Missed.ARBITER, "4"),)
    assert len(director.event.next_games()) == 2
    assert director.refuses(actions.DeadlinePassed("main", 1)).reason is Refusal.ALREADY_THERE


def test_whoever_was_missing_at_the_deadline_has_lost_and_otherwise_both() -> None:
    director = with_deadline(Missed.LOSS)
    director.wait(hours=1)
    director.do(actions.DeadlinePassed("main", 1, (Missing(BoardNo(2), (N(4),)),)))
    assert [told.pairing.winner for told in director.of(MatchOver)] == [3, None]
    assert director.event.find(BoardNo(3)).pairing.games[0].how is How.BOTH_ABSENT
    director.pair()
    assert {no for p in director.event.sections[0].rounds[1].pairings for no in p.players} == {1, 3}


def test_a_deadline_can_be_moved() -> None:
    director = with_deadline(Missed.LOSS)
    later = director.now + timedelta(days=1)
    director.do(actions.DeadlineSet("main", 1, later))
    director.wait(hours=2)
    assert why(director.refuses(actions.DeadlinePassed("main", 1))) == (
        Refusal.DEADLINE_AHEAD,
        {"deadline": later},
    )


def test_a_pause_puts_off_what_falls_due() -> None:
    director = with_deadline(Missed.LOSS)
    deadline = director.now + timedelta(hours=1)
    director.do(actions.Scheduled(deadline + timedelta(days=1)))
    director.do(actions.Paused())
    assert director.refuses(actions.Paused()).reason is Refusal.ALREADY_THERE
    director.wait(hours=2)
    refused = director.refuses(actions.DeadlinePassed("main", 1))
    assert why(refused) == (Refusal.DEADLINE_AHEAD, {"deadline": deadline})
    director.do(actions.Resumed())
    assert director.event.sections[0].rounds[0].deadline == deadline + timedelta(hours=2)
    assert director.event.next_at == deadline + timedelta(days=1, hours=2)
    assert director.refuses(actions.Resumed()).reason is Refusal.ALREADY_THERE
    director.wait(hours=1)
    director.do(actions.DeadlinePassed("main", 1))
    assert director.replayed() == director.event


# --- the end --------------------------------------------------------------------------------------------


def test_the_end_of_the_last_section_is_the_end_of_the_event() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(2)
    director.play_round()
    (finish,) = director.due()
    director.do(finish)
    assert director.the(PlacesStand).places == (
        replace(director.event.sections[0].places[0], entrants=(N(1),)),
        director.event.sections[0].places[1],
    )
    director.do(actions.EventFinished())
    assert director.told == (EventOver(),)
    assert director.refuses(actions.EventFinished()).reason is Refusal.ALREADY_THERE


@pytest.mark.parametrize(
    "places",
    [
        pytest.param((Place(1, (N(1),)),), id="somebody has no place"),
        pytest.param((Place(1, (N(1), N(2))), Place(3, (N(2),))), id="somebody has two"),
        pytest.param((Place(1, (N(1),)), Place(2, (N(2),)), Place(3, (N(7),))), id="a stranger has one"),
    ],
)
def test_a_section_ends_with_one_place_for_everybody(places: tuple[Place, ...]) -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(2)
    director.play_round()
    assert director.refuses(actions.SectionFinished("main", places)).reason is Refusal.WRONG_PLAN


def test_a_section_with_open_games_has_no_end() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(2)
    refused = director.refuses(actions.SectionFinished("main", (Place(1, (N(1), N(2))),)))
    assert why(refused) == (Refusal.ROUND_OPEN, {"section": "main", "round": 1, "boards": (1,)})
    assert why(director.refuses(actions.EventFinished())) == (Refusal.SECTION_OPEN, {"section": "main"})


def test_what_pairings_rest_on_is_not_set_anew_while_the_event_runs() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(4)
    director.do(actions.Configured(Settings(2026, place="Hall", pace=Pace.AT_ONCE, capacity=9)))
    assert director.event.settings.place == "Hall"
    refused = director.refuses(actions.Configured(Settings(2027)))
    assert why(refused) == (Refusal.WRONG_PHASE, {"phase": Phase.RUNNING})
