"""Taking back: what follows is computed anew, or the reason is told why it cannot be."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.tournament import actions
from rules.tournament.eventrules import MatchRule, Missed, Schedule, System
from rules.tournament.happenings import GamesDropped, SectionReopened, Undid
from rules.tournament.model import BoardNo, EntrantNo, How, Phase, Standing
from rules.tournament.refusals import Refusal
from rules.tournament.undoing import last_decision
from tests.tournament.directing import Director, rules_for, why

N = EntrantNo


def begun(system: System = System.KNOCKOUT, entrants: int = 4, match: MatchRule = MatchRule()) -> Director:  # noqa: B008
    return Director(rules_for(system, match=match, rounds=3)).begin(entrants)


def undo_last(director: Director) -> None:
    decision = last_decision(director.event)
    assert decision is not None
    director.do(actions.Undone(decision.seq))


def seq_of(director: Director, kind: type[actions.EventAction], which: int = -1) -> int:
    return [entry.seq for entry in director.event.log if isinstance(entry.action, kind)][which]


def test_a_result_is_taken_back() -> None:
    director = begun()
    before = director.event
    director.decide(1, "1-0")
    undo_last(director)
    assert director.event.sections == before.sections
    assert director.the(Undid).action == actions.Decided(BoardNo(1), 1, "1-0")
    assert director.event.seq == before.seq + 2


def test_a_correction_taken_back_leaves_what_stood_before_it() -> None:
    director = begun()
    director.decide(1, "1-0")
    director.decide(1, "0-1")
    undo_last(director)
    assert director.event.find(BoardNo(1)).pairing.winner == 1
    undo_last(director)
    assert not director.event.find(BoardNo(1)).pairing.is_decided


def test_a_game_that_opened_after_an_undone_result_is_stopped() -> None:
    director = begun(match=MatchRule(games=2))
    director.decide(1, "1-0")
    director.do(actions.GameOpened(BoardNo(1), 2, "G7"))
    undo_last(director)
    assert director.the(GamesDropped) == GamesDropped(BoardNo(1), ("G7",))
    assert [due.game for due in director.event.next_games() if due.board == 1] == [1]


def test_a_game_that_opened_goes_on_when_a_correction_before_it_is_undone() -> None:
    director = begun(match=MatchRule(games=2))
    director.decide(1, "1-0")
    director.do(actions.GameOpened(BoardNo(1), 2, "G7"))
    director.do(actions.Decided(BoardNo(1), 1, "0-1"))
    undo_last(director)
    assert [due.code for due in director.event.next_games() if due.board == 1] == ["G7"]


def test_games_of_an_undone_pairing_are_annulled_kept_and_told() -> None:
    director = begun()
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    director.decide(2, "1-0")
    pairing = seq_of(director, actions.Paired)
    director.do(actions.Undone(pairing))
    told = director.the(Undid)
    assert (told.boards, told.fell) == ((1, 2), (pairing + 1, pairing + 2))
    assert director.of(GamesDropped) == [GamesDropped(BoardNo(1), ("G7",))]
    assert [p.games[0].how for p in director.event.annulled] == [How.ANNULLED, How.ANNULLED]
    assert director.event.sections[0].rounds == ()
    late = director.refuses(actions.GameEnded(BoardNo(1), 1, "G7", "1-0"))
    assert why(late) == (Refusal.ANNULLED, {"board": 1})


def test_boards_of_an_undone_pairing_are_not_given_again() -> None:
    director = begun()
    undo_last(director)
    director.pair()
    assert [found.pairing.board for found in director.event.boards()] == [3, 4]
    assert why(director.refuses(actions.Decided(BoardNo(1), 1, "1-0"))) == (Refusal.NOT_PAIRED, {"board": 1})


def test_a_knockout_result_under_the_next_pairing_has_to_wait_for_that() -> None:
    director = begun()
    director.play_round()
    result = seq_of(director, actions.Decided)
    director.pair()
    pairing = seq_of(director, actions.Paired)
    refused = director.refuses(actions.Undone(result))
    assert why(refused) == (
        Refusal.DEPENDS,
        {"seq": pairing, "kind": "paired", "why": Refusal.ROUND_OPEN},
    )
    undo_last(director)
    undo_last(director)
    assert not director.event.sections[0].rounds[0].is_over


def test_a_swiss_exclusion_under_the_next_pairing_has_to_wait_for_that() -> None:
    director = begun(System.SWISS, 6)
    director.do(actions.Excluded(N(2)))
    director.play_round()
    director.pair()
    refused = director.refuses(actions.Undone(seq_of(director, actions.Excluded)))
    assert refused.reason is Refusal.DEPENDS
    assert refused.data["why"] is Refusal.STALE_PAIRING or refused.data["kind"] == "paired"


def test_an_exclusion_in_the_middle_of_a_round_is_taken_back_with_its_forfeit() -> None:
    director = begun()
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    director.do(actions.Excluded(N(1)))
    director.do(actions.Undone(seq_of(director, actions.Excluded)))
    assert director.standing(1) is Standing.IN
    (due, _) = director.event.next_games()
    # the game in the chat was stopped: it has to be opened anew
    assert (due.board, due.code) == (1, None)
    assert director.the(GamesDropped) == GamesDropped(BoardNo(1), ("G7",))
    assert director.replayed() == director.event


def test_a_game_that_still_runs_goes_on_after_an_undo() -> None:
    director = begun()
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    director.decide(2, "1-0")
    undo_last(director)
    assert [due.code for due in director.event.next_games()] == ["G7", None]


def test_the_end_of_the_event_falls_with_the_result_it_rests_on() -> None:
    director = begun()
    director.play_on()
    assert director.event.phase is Phase.FINISHED
    undo_last(director)
    assert director.of(SectionReopened) == [SectionReopened("main")]
    assert (director.event.phase, director.event.sections[0].places) == (Phase.RUNNING, ())
    director.play_on(["0-1"])
    assert director.event.sections[0].places[0].entrants == (3,)
    assert director.replayed() == director.event


def test_annulled_results_of_a_table_come_back_with_who_left() -> None:
    director = begun(System.ROUND_ROBIN, 6)
    director.play_round()
    before = director.event
    director.do(actions.Withdrawn(N(1)))
    undo_last(director)
    assert director.event.sections == before.sections
    assert director.event.entrants == before.entrants


def test_a_report_that_nobody_confirmed_is_no_decision() -> None:
    director = begun()
    director.do(actions.Reported(BoardNo(1), 1, "1-0", N(1)))
    decision = last_decision(director.event)
    assert decision is not None
    assert isinstance(decision.action, actions.Paired)


def test_the_start_is_taken_back_before_the_first_round() -> None:
    director = begun()
    refused = director.refuses(actions.Undone(seq_of(director, actions.Started)))
    assert why(refused)[1]["kind"] == "paired"
    undo_last(director)
    undo_last(director)
    assert (director.event.phase, director.event.sections) == (Phase.CLOSED, ())


@pytest.mark.parametrize("kind", [actions.Created, actions.Joined, actions.Closed, actions.Opened])
def test_sign_up_is_not_undone(kind: type[actions.EventAction]) -> None:
    director = begun()
    seq = seq_of(director, kind)
    assert why(director.refuses(actions.Undone(seq))) == (Refusal.NOTHING_TO_UNDO, {"seq": seq})


@pytest.mark.parametrize("leaving", [actions.Withdrawn(N(2)), actions.Replaced(N(2), N(4))])
def test_nobody_who_left_before_the_start_is_called_back(leaving: actions.EventAction) -> None:
    director = Director(rules_for(System.SWISS))
    director.open()
    director.join(3)
    director.do(leaving)
    assert last_decision(director.event) is None


def test_nothing_is_undone_twice() -> None:
    director = begun()
    director.decide(1, "1-0")
    seq = seq_of(director, actions.Decided)
    director.do(actions.Undone(seq))
    assert why(director.refuses(actions.Undone(seq))) == (Refusal.NOTHING_TO_UNDO, {"seq": seq})


def test_a_deadline_that_was_taken_back_does_not_pass_again() -> None:
    schedule = Schedule(missed=Missed.LOSS)
    director = Director(rules_for(System.KNOCKOUT, schedule=schedule)).begin(4)
    director.do(actions.DeadlineSet("main", 1, director.now + timedelta(hours=1)))
    director.wait(hours=1)
    director.do(actions.DeadlinePassed("main", 1))
    assert director.event.sections[0].rounds[0].is_over
    undo_last(director)
    assert len(director.event.next_games()) == 2
    assert director.event.sections[0].rounds[0].deadline is None
    director.decide(1, "1-0")
    undo_last(director)  # what the undo has done stays done
    assert director.event.sections[0].rounds[0].deadline is None
    assert director.replayed() == director.event


def test_the_number_of_a_replacement_that_was_taken_back_is_not_given_again() -> None:
    director = Director(rules_for(System.SWISS))
    director.open()
    director.join(2)
    director.do(actions.Replaced(N(1), N(3)))
    # as it stands in logs of earlier releases
    director.do(actions.Undone(seq_of(director, actions.Replaced)))
    assert (director.standing(1), N(3) in director.event.entrants) == (Standing.IN, False)
    assert director.join() == 4
    director.do(actions.Withdrawn(N(2)))
    director.do(actions.Undone(seq_of(director, actions.Withdrawn)))
    assert sorted(director.event.entrants) == [1, 2, 4]
    assert director.replayed() == director.event
