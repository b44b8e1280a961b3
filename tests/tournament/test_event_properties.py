"""Random events of every system hold what is promised of all of them."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.tournament import actions
from rules.tournament.actions import EventAction
from rules.tournament.eventrules import MatchRule, System, ThirdPlace
from rules.tournament.model import BoardNo, EntrantNo, How, PairingKind, Phase, Section
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.rounds import survivors
from rules.tournament.systems import CannotPair
from rules.tournament.undoing import last_decision
from tests.tournament.directing import Director, rules_for

RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "1+", "1-"])
PICK = st.integers(0, 10_000)
MATCHES = st.sampled_from(
    [MatchRule(), MatchRule(games=2), MatchRule(to_wins=2), MatchRule(return_game_decides=True)]
)


class RandomEvent(RuleBasedStateMachine):
    """Joins, byes, withdrawals, exclusions, results, corrections and undos, in any order."""

    system = System.SWISS
    director: Director

    @initialize(
        entrants=st.integers(2, 9),
        match=MATCHES,
        final=MATCHES,
        third=st.sampled_from(ThirdPlace),
        three_way=st.booleans(),
        rounds=st.integers(1, 5),
    )
    def create(
        self,
        entrants: int,
        match: MatchRule,
        final: MatchRule,
        third: ThirdPlace,
        three_way: bool,
        rounds: int,
    ) -> None:
        rules = rules_for(
            self.system, match=match, final=final, third=third, three_way=three_way, rounds=rounds
        )
        self.director = Director(rules).begin(entrants, pair=False)

    @property
    def is_running(self) -> bool:
        return self.director.event.phase is Phase.RUNNING

    def attempt(self, action: EventAction) -> bool:
        """Take an action if the event allows it; whether it did. A refusal changes nothing."""
        before = self.director.event
        try:
            self.director.do(action)
        except EventRefused as refused:
            reason: Refusal | None = refused.reason
        else:
            reason = None
        assert reason is None or self.director.event is before
        return reason is None

    def somebody(self, pick: int) -> EntrantNo:
        numbers = sorted(self.director.event.entrants)
        return numbers[pick % len(numbers)]

    @rule()
    @precondition(lambda self: self.is_running)
    def pair_or_finish(self) -> None:
        try:
            due = self.director.due()
        except CannotPair:
            return
        for action in due:
            self.director.do(action)

    @rule(pick=PICK, result=RESULTS)
    @precondition(lambda self: self.is_running and self.director.event.next_games())
    def report(self, pick: int, result: str) -> None:
        games = self.director.event.next_games()
        due = games[pick % len(games)]
        assert due.code is not None or self.attempt(actions.Reported(due.board, due.game, result, due.white))
        self.attempt(actions.Confirmed(due.board, due.game, due.black))

    @rule(results=st.lists(RESULTS, min_size=1, max_size=4))
    @precondition(lambda self: self.is_running and self.director.event.next_games())
    def report_all(self, results: list[str]) -> None:
        for place, due in enumerate(self.director.event.next_games()):
            self.attempt(actions.Decided(due.board, due.game, results[place % len(results)]))

    @rule(pick=PICK)
    @precondition(lambda self: self.is_running and self.director.event.next_games())
    def open_in_chat(self, pick: int) -> None:
        games = self.director.event.next_games()
        due = games[pick % len(games)]
        self.attempt(actions.GameOpened(due.board, due.game, f"G{self.director.event.seq}"))

    @rule(pick=PICK, result=RESULTS)
    @precondition(lambda self: self.is_running)
    def end_in_chat(self, pick: int, result: str) -> None:
        games = [due for due in self.director.event.next_games() if due.code is not None]
        if games:
            due = games[pick % len(games)]
            assert self.attempt(actions.GameEnded(due.board, due.game, due.code or "", result))

    @rule(pick=PICK, game=st.integers(1, 3), result=RESULTS, how=st.sampled_from(How))
    def correct(self, pick: int, game: int, result: str, how: How) -> None:
        board = BoardNo(1 + pick % max(1, self.director.event.next_board))
        self.attempt(actions.Decided(board, game, result, how))

    @rule(pick=PICK)
    def withdraw(self, pick: int) -> None:
        self.attempt(actions.Withdrawn(self.somebody(pick)))

    @rule(pick=PICK)
    def come_back(self, pick: int) -> None:
        self.attempt(actions.Returned(self.somebody(pick)))

    @rule(pick=PICK)
    def exclude(self, pick: int) -> None:
        self.attempt(actions.Excluded(self.somebody(pick)))

    @rule(pick=PICK, number=st.integers(1, 5))
    def ask_for_bye(self, pick: int, number: int) -> None:
        self.attempt(actions.ByeRequested(self.somebody(pick), number))

    @rule(one=PICK, other=PICK)
    def forbid(self, one: int, other: int) -> None:
        self.attempt(actions.Forbade(self.somebody(one), self.somebody(other)))

    @rule()
    def join_late(self) -> None:
        if len(self.director.event.entrants) < 12:
            self.attempt(actions.Joined(self.director.event.next_number, by_organiser=True))

    @rule()
    def pause_or_resume(self) -> None:
        if not self.attempt(actions.Paused()):
            self.attempt(actions.Resumed())

    @rule()
    def undo_last(self) -> None:
        decision = last_decision(self.director.event)
        if decision is not None and not isinstance(decision.action, actions.Started):
            self.attempt(actions.Undone(decision.seq))

    @rule(pick=PICK)
    def undo_any(self, pick: int) -> None:
        self.attempt(actions.Undone(1 + pick % self.director.event.seq))

    @invariant()
    def everybody_due_has_a_board_or_a_bye(self) -> None:
        for section in self.director.event.sections:
            for round_ in section.rounds:
                seated = Counter(
                    number
                    for pairing in round_.pairings
                    if pairing.kind not in (PairingKind.THREE_WAY, PairingKind.EXTRA)
                    for number in pairing.players
                )
                assert set(seated) <= set(section.entrants)
                assert all(count == 1 for count in seated.values())
                for pairing in round_.pairings:
                    assert len(set(pairing.players)) == len(pairing.players)

    @invariant()
    def boards_are_numbered_once(self) -> None:
        boards = [found.pairing.board for found in self.director.event.boards()]
        assert len(set(boards)) == len(boards)
        assert all(board < self.director.event.next_board for board in boards)
        assert all(self.director.event.find(board).pairing.board == board for board in boards)

    @invariant()
    def nobody_meets_twice_in_a_swiss(self) -> None:
        for section in self.director.event.sections:
            if section.system is System.SWISS:
                assert all(count == 1 for count in meetings(section).values())

    @invariant()
    def points_add_up(self) -> None:
        for section in self.director.event.sections:
            if section.system is not System.KNOCKOUT:
                rows = self.director.event.table(section.id)
                assert sorted(row.entrant for row in rows) == sorted(section.entrants)
                assert sum((row.points for row in rows), Fraction(0)) == points_given(self.director, section)

    @invariant()
    def a_knockout_loses_whoever_lost(self) -> None:
        for section in self.director.event.sections:
            if section.system is System.KNOCKOUT:
                for before, after in zip(section.rounds, section.rounds[1:], strict=False):
                    assert before.is_over
                    assert after.number == before.number + 1
                assert set(survivors(section)) <= set(section.entrants)

    @invariant()
    def a_finished_section_places_everybody_once(self) -> None:
        for section in self.director.event.sections:
            placed = [number for place in section.places for number in place.entrants]
            if section.is_finished:
                assert sorted(placed) == sorted(section.entrants)
                firsts = [place.first for place in section.places]
                sizes = [len(place.entrants) for place in section.places]
                assert firsts == [1 + sum(sizes[:i]) for i in range(len(sizes))]
            else:
                assert placed == []

    def teardown(self) -> None:
        if not hasattr(self, "director"):
            return
        self.finish()
        assert self.director.replayed() == self.director.event
        json.dumps(self.director.event.state())

    def finish(self) -> None:
        """Whatever has happened, the event comes to its end, unless its Swiss has run out of pairs."""
        for _ in range(200):
            if not self.is_running:
                break
            try:
                self.pair_or_finish()
                if not self.director.event.next_games() and not self.director.due():
                    break
            except CannotPair:
                return
            for place, due in enumerate(self.director.event.next_games()):
                self.attempt(actions.Decided(due.board, due.game, ("1-0", "0-1")[place % 2]))
        if self.is_running:
            with pytest.raises(CannotPair):
                self.director.due()
        else:
            assert self.director.event.phase in (Phase.FINISHED, Phase.CLOSED)
        self.a_finished_section_places_everybody_once()


def meetings(section: Section) -> Counter[frozenset[EntrantNo]]:
    """How often two have met in a game that was played."""
    return Counter(
        frozenset(pairing.players)
        for round_ in section.rounds
        for pairing in round_.pairings
        if pairing.second is not None
        and any(game.how is How.PLAYED for game in pairing.games)
        and all(game.result is not None for game in pairing.games)
    )


def points_given(director: Director, section: Section) -> Fraction:
    """The points of a table, counted game by game: two for each that was decided, and for each bye."""
    event = director.event
    total = Fraction(0)
    for round_ in section.rounds:
        for pairing in round_.pairings:
            if pairing.kind is PairingKind.EXTRA:
                continue
            if any(event.entrants[number].is_annulled for number in pairing.players):
                continue
            if pairing.second is None:
                if section.system is System.SWISS:
                    total += 1 if pairing.kind is PairingKind.REQUESTED_BYE else 2
                continue
            counted = [game for game in pairing.games if game.result and game.how is not How.ANNULLED]
            total += sum(2 for game in counted if game.how is not How.BOTH_ABSENT)
    return total


class RandomKnockout(RandomEvent):
    system = System.KNOCKOUT


class RandomRoundRobin(RandomEvent):
    system = System.ROUND_ROBIN


QUICK = settings(max_examples=25, stateful_step_count=30)
TestRandomSwiss = RandomEvent.TestCase
TestRandomKnockout = RandomKnockout.TestCase
TestRandomRoundRobin = RandomRoundRobin.TestCase
TestRandomSwiss.settings = QUICK
TestRandomKnockout.settings = QUICK
TestRandomRoundRobin.settings = QUICK
