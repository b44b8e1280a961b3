"""Leaving in every way: between rounds, in the middle of one, by exclusion; and coming back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.tournament import actions
from rules.tournament.actions import EventAction
from rules.tournament.eventrules import StageRules, System
from rules.tournament.happenings import CameBack, GamesDropped, Gone, MatchOver, ResultsAnnulled, RoundOver
from rules.tournament.model import BoardNo, EntrantNo, How, PairingKind, Phase, Standing
from rules.tournament.refusals import Refusal
from tests.tournament.directing import Director, rules_for, why

N = EntrantNo


def begun(system: System, entrants: int = 4, rounds: int = 3) -> Director:
    return Director(rules_for(system, rounds=rounds)).begin(entrants)


def places(director: Director) -> list[tuple[int, ...]]:
    return [place.entrants for place in director.event.sections[0].places]


def test_whoever_leaves_in_the_middle_of_a_round_has_lost_the_open_game() -> None:
    director = begun(System.KNOCKOUT)
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    director.do(actions.Withdrawn(N(1)))
    assert director.told[:2] == (Gone(N(1), Standing.WITHDRAWN), GamesDropped(BoardNo(1), ("G7",)))
    assert director.the(MatchOver).pairing.winner == 2
    game = director.event.find(BoardNo(1)).pairing.games[0]
    assert (game.result, game.how) == ("0-1", How.FORFEIT)


def test_whoever_leaves_after_playing_keeps_the_result() -> None:
    director = begun(System.SWISS)
    first = director.event.find(BoardNo(1)).pairing
    director.decide(1, "1-0")
    director.do(actions.Withdrawn(first.first))
    pairing = director.event.find(BoardNo(1)).pairing
    assert (pairing.winner, pairing.games[0].how) == (first.first, How.PLAYED)
    director.decide(2, "1-0")
    director.pair()
    seated = {number for p in director.event.sections[0].rounds[1].pairings for number in p.players}
    assert first.first not in seated
    assert len(seated) == 3


def test_an_exclusion_names_its_article_and_is_final() -> None:
    director = begun(System.SWISS)
    director.do(actions.Excluded(N(2)))
    assert director.told[0] == Gone(N(2), Standing.EXCLUDED, "6.5")
    refused = director.refuses(actions.Returned(N(2)))
    assert why(refused) == (Refusal.NO_RETURN, {"number": 2, "standing": Standing.EXCLUDED})


def test_whoever_withdrew_can_still_be_excluded() -> None:
    director = begun(System.SWISS)
    director.do(actions.Withdrawn(N(2)))
    director.do(actions.Excluded(N(2), article="7.2.4"))
    assert director.the(Gone) == Gone(N(2), Standing.EXCLUDED, "7.2.4")


def test_whoever_withdrew_from_a_swiss_comes_back_for_the_next_round() -> None:
    director = begun(System.SWISS)
    director.do(actions.Withdrawn(N(3)))
    director.do(actions.Returned(N(3)))
    assert director.the(CameBack) == CameBack(N(3), "main", 2)
    director.play_round()
    director.pair()
    assert N(3) in {number for p in director.event.sections[0].rounds[1].pairings for number in p.players}


@pytest.mark.parametrize("loses", [True, False])
def test_only_who_has_not_lost_comes_back_to_a_knockout(loses: bool) -> None:
    director = begun(System.KNOCKOUT)
    director.play_round(["0-1" if loses else "1-0"])
    director.do(actions.Withdrawn(N(1)))
    if loses:
        refused = director.refuses(actions.Returned(N(1)))
        assert why(refused) == (Refusal.NO_RETURN, {"number": 1, "system": System.KNOCKOUT})
    else:
        director.do(actions.Returned(N(1)))
        assert director.standing(1) is Standing.IN


# --- round robin: less than half of the meetings ------------------------------------------------------------
# Six entrants: five meetings. Two played are less than half, three are more.


@pytest.mark.parametrize(("played", "annulled"), [(0, True), (1, True), (2, True), (3, False), (4, False)])
def test_less_than_half_played_in_a_round_robin_counts_for_nothing(played: int, annulled: bool) -> None:
    director = begun(System.ROUND_ROBIN, 6)
    for _ in range(played):
        director.play_round()
        director.pair()
    director.do(actions.Withdrawn(N(1)))
    assert director.event.entrants[N(1)].is_annulled is annulled
    mine = [found.pairing for found in director.event.boards() if N(1) in found.pairing.players]
    hows = [pairing.games[0].how for pairing in mine]
    if annulled:
        assert hows == [How.ANNULLED] * (played + 1)
        assert director.the(ResultsAnnulled).boards == tuple(pairing.board for pairing in mine)
        refused = director.refuses(actions.Returned(N(1)))
        assert why(refused) == (Refusal.NO_RETURN, {"number": 1, "is_annulled": True})
    else:
        assert hows == [How.PLAYED] * played + [How.FORFEIT]
    director.play_on()
    assert director.event.phase is Phase.FINISHED
    assert sorted(number for place in places(director) for number in place) == [1, 2, 3, 4, 5, 6]
    points = {row.entrant: row.points for row in director.event.table("main")}
    games = 10 if annulled else 15
    assert sum(points.values()) == 2 * games


@pytest.mark.parametrize("article", ["", "6.7"])
def test_results_are_annulled_by_an_article_only_where_the_regulation_has_one(article: str) -> None:
    """6.4 of Grodziec has the table and its points, and says nothing of those who leave it."""
    rules = rules_for(System.ROUND_ROBIN)
    assert rules.round_robin is not None
    table = replace(rules.round_robin, article="6.4", annul_article=article)
    director = Director(replace(rules, round_robin=table)).begin(6)
    director.do(actions.Excluded(N(1), "6.5"))
    assert director.the(ResultsAnnulled).article == article


def test_exactly_half_of_the_meetings_stay() -> None:
    """Five entrants have four meetings; two of them are half."""
    director = begun(System.ROUND_ROBIN, 5)
    director.play_round()
    director.pair()
    while True:
        played = sum(
            1
            for found in director.event.boards()
            if N(1) in found.pairing.players and found.pairing.second and found.pairing.games[0].result
        )
        if played == 2:
            break
        director.play_round()
        director.pair()
    director.do(actions.Withdrawn(N(1)))
    assert not director.event.entrants[N(1)].is_annulled


def test_the_rest_of_a_round_robin_is_won_without_play() -> None:
    director = begun(System.ROUND_ROBIN, 4)
    for _ in range(2):
        director.play_round()
        director.pair()
    director.do(actions.Excluded(N(4)))
    last = next(p for p in director.event.sections[0].rounds[2].pairings if N(4) in p.players)
    assert (last.games[0].how, last.walkover) == (How.FORFEIT, (4,))
    assert last.winner in last.players
    assert last.winner != 4


def test_the_round_is_over_when_its_last_open_game_is_lost_by_leaving() -> None:
    director = begun(System.SWISS)
    director.decide(1, "1-0")
    director.do(actions.Withdrawn(director.event.find(BoardNo(2)).pairing.first))
    assert director.of(RoundOver)


# --- everybody leaves, the leader goes ------------------------------------------------------------------


@pytest.mark.parametrize("system", System)
@pytest.mark.parametrize("between_rounds", [True, False])
def test_an_event_that_everybody_leaves_comes_to_its_end(system: System, between_rounds: bool) -> None:
    director = begun(system, 5)
    if between_rounds:
        director.play_round()
    for number in range(1, 6):
        director.do(actions.Withdrawn(N(number)))
    director.play_on()
    director.pair()
    assert director.event.phase is Phase.FINISHED
    assert sorted(number for place in places(director) for number in place) == [1, 2, 3, 4, 5]
    assert director.replayed() == director.event


@pytest.mark.parametrize("system", System)
def test_the_event_goes_on_when_the_leader_is_excluded_before_the_last_round(system: System) -> None:
    director = begun(system, 4, rounds=2)
    director.play_round()
    if system is System.ROUND_ROBIN:
        director.pair()
        director.play_round()
    director.do(actions.Excluded(N(1)))
    director.pair()
    director.play_on()
    assert director.event.phase is Phase.FINISHED
    assert sorted(number for place in places(director) for number in place) == [1, 2, 3, 4]
    assert places(director)[0] != (1,)


def test_places_of_a_finished_section_stay_when_somebody_leaves() -> None:
    director = Director(
        replace(rules_for(System.KNOCKOUT), stages=_two_stages()),
    )
    director.open()
    director.join(4)
    director.close_and_draw((1, 2, 3, 4))
    director.start()
    director.do(director.due()[0])
    director.play_round()
    director.do(director.due()[0])
    before = director.event.sections[0].places
    assert director.event.sections[0].through == (1, 3)
    director.do(actions.Excluded(N(3)))
    assert director.event.sections[0].places == before
    director.pair()  # the second stage has one entrant left, who has won it
    assert director.event.sections[1].entrants == (1,)
    assert director.event.phase is Phase.FINISHED


def _two_stages() -> tuple[StageRules, StageRules]:
    (stage,) = rules_for(System.KNOCKOUT).stages
    return (replace(stage, id="one", quotas={"": 2}), replace(stage, id="two"))


# --- byes -----------------------------------------------------------------------------------------------


def test_a_bye_asked_for_is_given_and_counts_what_the_regulation_says() -> None:
    director = begun(System.SWISS, 5)
    director.do(actions.ByeRequested(N(2), 2))
    director.play_round()
    director.pair()
    mine = next(p for p in director.event.sections[0].rounds[1].pairings if N(2) in p.players)
    assert mine.kind is PairingKind.REQUESTED_BYE


def test_a_bye_is_not_wanted_any_more() -> None:
    director = begun(System.SWISS, 5)
    director.do(actions.ByeRequested(N(2), 2))
    director.do(actions.ByeRequested(N(2), 2, is_wanted=False))
    assert director.event.entrants[N(2)].byes == frozenset()


@pytest.mark.parametrize(
    ("system", "action", "reason", "data"),
    [
        pytest.param(
            System.SWISS,
            actions.ByeRequested(N(2), 1),
            Refusal.ROUND_PAIRED,
            {"section": "main", "round": 1},
            id="a bye in a round that is being played",
        ),
        pytest.param(
            System.KNOCKOUT,
            actions.ByeRequested(N(2), 2),
            Refusal.NO_BYES,
            {"system": System.KNOCKOUT},
            id="a bye in a knockout",
        ),
        pytest.param(
            System.SWISS,
            actions.Returned(N(2)),
            Refusal.NO_RETURN,
            {"number": 2, "standing": Standing.IN},
            id="coming back without having left",
        ),
        pytest.param(
            System.SWISS,
            actions.Withdrawn(N(9)),
            Refusal.NO_SUCH_ENTRANT,
            {"number": 9},
            id="nobody leaves",
        ),
        pytest.param(
            System.SWISS,
            actions.Forbade(N(2), N(2)),
            Refusal.SAME_ENTRANT,
            {},
            id="nobody meets themselves anyway",
        ),
    ],
)
def test_leaving_refuses(
    system: System, action: EventAction, reason: Refusal, data: dict[str, object]
) -> None:
    assert why(begun(system).refuses(action)) == (reason, data)


def test_nobody_leaves_a_finished_event() -> None:
    director = begun(System.KNOCKOUT)
    director.play_on()
    refused = director.refuses(actions.Withdrawn(N(1)))
    assert why(refused) == (Refusal.WRONG_PHASE, {"phase": Phase.FINISHED})
