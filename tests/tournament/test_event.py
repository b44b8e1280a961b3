"""An event as a whole: its log, its answers, and corners that only show when parts meet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.tournament import actions
from rules.tournament.actions import EventAction
from rules.tournament.event import replay
from rules.tournament.eventrules import MatchRule, System
from rules.tournament.happenings import GamesDropped, MatchOver
from rules.tournament.model import BoardNo, ConsentBy, EntrantNo, How, Phase
from rules.tournament.refusals import EventRefused, Refusal
from tests.tournament.directing import AT, BY_LOT, Director, rules_for, why

N = EntrantNo


def finished_stage_one() -> Director:
    """Four play down to two, 1 and 3, who are paired in the second stage."""
    rules = rules_for(System.KNOCKOUT)
    (stage,) = rules.stages
    stages = (replace(stage, id="one", quotas={"": 2}), replace(stage, id="two"))
    director = Director(replace(rules, stages=stages)).begin(4)
    director.play_round()
    director.pair()
    assert [section.is_finished for section in director.event.sections] == [True, False]
    return director


@pytest.mark.parametrize(
    ("action", "reason", "data"),
    [
        pytest.param(
            actions.Decided(BoardNo(1), 1, "0-1"),
            Refusal.DEPENDS,
            {"section": "two", "round": 1},
            id="a result that a later stage rests on",
        ),
        pytest.param(
            actions.Paired("one", 2, BoardNo(4), ()),
            Refusal.SECTION_FINISHED,
            {"section": "one"},
            id="a round of a finished section",
        ),
        pytest.param(
            actions.Paired("three", 1, BoardNo(4), ()),
            Refusal.NO_SUCH_SECTION,
            {"section": "three"},
            id="a section that is none",
        ),
        pytest.param(
            actions.DeadlineSet("two", 2, None),
            Refusal.NO_SUCH_ROUND,
            {"section": "two", "round": 2},
            id="the deadline of a round to come",
        ),
        pytest.param(
            actions.Joined(N(5), by_organiser=True),
            Refusal.SECTION_FINISHED,
            {"section": "one"},
            id="a late entry after the first stage",
        ),
    ],
)
def test_what_later_stages_rest_on_stands(
    action: EventAction, reason: Refusal, data: dict[str, object]
) -> None:
    assert why(finished_stage_one().refuses(action)) == (reason, data)


def test_whoever_withdrew_does_not_come_back_to_what_is_finished() -> None:
    director = finished_stage_one()
    director.do(actions.Withdrawn(N(2)))  # lost in the first stage
    assert why(director.refuses(actions.Returned(N(2)))) == (Refusal.SECTION_FINISHED, {"section": ""})


def test_a_running_game_of_one_taken_out_of_a_table_is_dropped() -> None:
    director = Director(rules_for(System.ROUND_ROBIN)).begin(4)
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    director.do(actions.Excluded(director.event.find(BoardNo(1)).pairing.first))
    assert director.the(GamesDropped) == GamesDropped(BoardNo(1), ("G7",))
    assert [due.board for due in director.event.next_games()] == [2]


def test_a_game_is_opened_once() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(2)
    opened = actions.GameOpened(BoardNo(1), 1, "G7")
    director.do(opened)
    assert why(director.refuses(opened)) == (
        Refusal.PLAYED_IN_CHAT,
        {"board": 1, "game": 1, "code": "G7"},
    )


def test_a_game_that_was_played_after_all_takes_a_walkover_back() -> None:
    director = Director(rules_for(System.KNOCKOUT)).begin(2)
    director.do(actions.Withdrawn(N(2)))
    assert director.event.find(BoardNo(1)).pairing.walkover == (2,)
    director.decide(1, "0-1")
    pairing = director.event.find(BoardNo(1)).pairing
    assert (pairing.walkover, pairing.winner, pairing.games[0].how) == ((), 2, How.PLAYED)
    assert director.the(MatchOver).pairing.winner == 2


def test_games_that_a_correction_has_annulled_stay_so_when_the_match_goes_on() -> None:
    """A draw, a replay begun, corrected to a win, corrected back: the replay is another game, the third."""
    director = Director(rules_for(System.KNOCKOUT)).begin(2)
    director.decide(1, "1/2-1/2")
    director.do(actions.GameOpened(BoardNo(1), 2, "G7"))
    director.decide(1, "1-0")
    director.decide(1, "1/2-1/2")
    (due,) = director.event.next_games()
    assert (due.game, due.white, due.code) == (3, 2, None)
    director.do(actions.Withdrawn(N(1)))
    hows = [game.how for game in director.event.find(BoardNo(1)).pairing.games]
    assert hows == [How.PLAYED, How.ANNULLED, How.FORFEIT]


def test_the_order_of_sign_up_can_be_the_first_one() -> None:
    director = Director(replace(rules_for(System.SWISS), initial_order="sign-up"))
    director.open()
    director.join(3)
    director.close_and_draw((3, 2, 1))
    director.start()
    assert director.event.sections[0].entrants == (1, 2, 3)


def test_points_of_the_programme_are_announced_one_after_the_other() -> None:
    director = Director(rules_for(System.SWISS))
    director.do(actions.PointShown(0))
    assert director.event.programme_shown == 1
    for index in (0, 2):
        assert director.refuses(actions.PointShown(index)).reason is Refusal.ALREADY_THERE


def test_consent_can_be_given_later() -> None:
    director = Director(rules_for(System.SWISS))
    director.open()
    director.join()
    director.do(actions.Consented(N(1), "2", ConsentBy.ORGANISER))
    given = director.event.entrants[N(1)].consent
    assert given is not None
    assert (given.version, given.by, given.at) == ("2", ConsentBy.ORGANISER, AT)


def test_seeds_name_nobody_twice() -> None:
    director = Director(replace(rules_for(System.SWISS), seeding_article="6.2"))
    director.open()
    director.join(2)
    assert director.refuses(actions.Seeded((N(1), N(1)))).reason is Refusal.UNKNOWN_ORDER


@pytest.mark.parametrize(("rounds", "reason"), [(0, Refusal.NO_SUCH_ROUND), (2, Refusal.NO_BYES)])
def test_a_bye_needs_a_round_and_a_regulation_that_knows_it(rounds: int, reason: Refusal) -> None:
    rules = rules_for(System.SWISS)
    director = Director(rules if reason is Refusal.NO_SUCH_ROUND else replace(rules, swiss=None))
    director.open()
    director.join()
    assert director.refuses(actions.ByeRequested(N(1), rounds)).reason is reason


def test_an_event_is_created_once() -> None:
    director = Director(rules_for(System.SWISS))
    refused = director.refuses(director.log[0][0])
    assert why(refused) == (Refusal.WRONG_PHASE, {"phase": Phase.CREATED})


@pytest.mark.parametrize("log", [[], [(actions.Closed(), AT)]])
def test_a_log_begins_with_the_creation(log: list[tuple[EventAction, object]]) -> None:
    with pytest.raises(ValueError, match="creation"):
        replay(rules_for(System.SWISS), BY_LOT, log)  # type: ignore[arg-type]


def test_time_never_runs_backwards() -> None:
    director = Director(rules_for(System.SWISS))
    director.wait(hours=1)
    director.open()
    director.wait(hours=-2)
    director.join()
    assert director.event.at == director.event.log[1].at


def test_a_match_of_two_games_is_reported_game_by_game() -> None:
    director = Director(rules_for(System.KNOCKOUT, final=MatchRule(games=2))).begin(2)
    director.decide(1, "1-0")
    director.do(actions.Reported(BoardNo(1), 2, "0-1", N(1)))
    director.do(actions.Confirmed(BoardNo(1), 2, N(2)))
    assert director.event.find(BoardNo(1)).pairing.winner == 1


def test_an_unknown_entrant_board_or_section_is_told() -> None:
    event = Director(rules_for(System.SWISS)).event
    for ask in (lambda: event.entrant(N(1)), lambda: event.find(BoardNo(1)), lambda: event.table("main")):
        with pytest.raises(EventRefused):
            ask()
