"""Whatever is done in a game by whoever, in whatever order: what must always hold."""

from __future__ import annotations

import pickle
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import actions
from rules.actions import Action, from_entry, to_entry
from rules.clock import parse_clock
from rules.errors import ActionRefused, MoveError
from rules.game import Game, begin, replay
from rules.pieces import Color
from rules.playrules import PlayRules
from tests.rules.playing import (
    GRODZIEC,
    MIKOLAJKI,
    NOW,
    PZWARC_64,
    PZWARC_100,
    PZWARC_ADVANTAGE,
    RIAZOR,
    SLIDY,
)

REGULATIONS: dict[str, tuple[PlayRules, tuple[str | None, ...]]] = {
    "grodziec": (GRODZIEC, (None, "W:WKa1,c3,g3:BKh8,d4,f4", "W:Wc3,g3,e1:Bd4,f4,h8")),
    "mikolajki": (MIKOLAJKI, (None, "W:WKa1,Kc1,c3:BKh8,f6,b8")),
    "pzwarc-64": (PZWARC_64, (None, "W:WKa5,Ka1,Kh4:BKb8", "W:WKa1,Kc1:BKb8,Kd8")),
    "pzwarc-100": (PZWARC_100, (None, "W:WK36,K46:BK48,K50")),
    "advantage": (PZWARC_ADVANTAGE, (None, "W:WK36,K46,K26:BK48")),
    "slidy": (SLIDY, (None, "W:WRd3,b6,d6,g7,h6:BRh1,b1,b3,b5,c5,d1,e7,f1")),
    "riazor": (RIAZOR, (None, "W:WKh5,Kh1,Ka4:BKg8")),
}

WORDS: list[Action] = [
    actions.OfferDraw(),
    actions.OfferDraw("plus"),
    actions.OfferDraw("minus"),
    actions.AnswerDraw(True),
    actions.AnswerDraw(False),
    actions.ClaimDraw(),
    actions.Resign(),
    actions.OfferAbort(),
    actions.AnswerAbort(True),
    actions.AnswerAbort(False),
    actions.Play("c3-d4"),
    actions.Impossible("a1-b2"),
    actions.Huff("c3"),
]
DECISIONS: list[Action] = [
    actions.Flag(),
    actions.Pause(),
    actions.Resume(),
    actions.Credit(30.0),
    actions.Forfeit(Color.BLACK),
    actions.DeclareLoss(Color.WHITE),
    actions.Adjudicate("1/2-1/2"),
    actions.Adjudicate("1+"),
]


class AnyGame(RuleBasedStateMachine):
    """One game, many moves among which anybody says anything."""

    game: Game
    log: list[tuple[Color | None, Action, datetime]]
    now: datetime

    @initialize(
        name=st.sampled_from(sorted(REGULATIONS)),
        start=st.integers(0, 2),
        clock=st.sampled_from(["none", "10+5", "2d"]),
        has_arbiter=st.booleans(),
    )
    def begin(self, name: str, start: int, clock: str, has_arbiter: bool) -> None:
        self.rules, starts = REGULATIONS[name]
        self.now = NOW
        first = actions.Start(clock, starts[start % len(starts)], has_arbiter)
        self.log = [(None, first, self.now)]
        self.game = begin(self.rules, first, self.now)
        assert self.game.clock.settings == parse_clock(clock)

    def attempt(self, by: Color | None, action: Action) -> None:
        """Take an action that may be refused; a refusal changes nothing."""
        before = self.game
        kept = pickle.dumps(before.position.key), before.moves, before.counts(), before.outcome
        try:
            self.game, told = before.apply(by, action, self.now)
        except (ActionRefused, MoveError):
            assert self.game is before
        else:
            assert told
            self.log.append((by, action, self.now))
        assert kept == (pickle.dumps(before.position.key), before.moves, before.counts(), before.outcome)

    @rule(choices=st.lists(st.integers(0, 999), min_size=1, max_size=12), seconds=st.integers(0, 20))
    def moves(self, choices: list[int], seconds: int) -> None:
        for choice in choices:
            if self.game.is_over:
                return
            self.now += timedelta(seconds=seconds)
            self.attempt(self.game.turn, self.some_move(choice))

    def some_move(self, choice: int) -> Action:
        game_type: Any = self.rules.game_type
        if self.game.huff_choice and choice % 2:
            square = self.game.huff_choice[choice % len(self.game.huff_choice)]
            return actions.Huff(game_type.format_square(square))
        position = self.game.position
        accepted = getattr(game_type, "accepted_moves", None)
        moves = accepted(position) if accepted and choice % 3 == 0 else position.legal_moves()
        if not moves:  # a huff is due, which may open the position
            return actions.Play("c3-d4")
        return actions.Play(game_type.format_move(position, moves[choice % len(moves)]))

    @rule(by=st.sampled_from([None, *Color]), action=st.sampled_from(WORDS))
    def somebody_says(self, by: Color | None, action: Action) -> None:
        self.attempt(by, action)

    @precondition(lambda self: len(self.log) > 5)
    @rule(action=st.sampled_from(DECISIONS), seconds=st.sampled_from([0, 60, 3600]))
    def it_is_decided(self, action: Action, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)
        self.attempt(None, action)

    @rule(text=st.text(max_size=20))
    def somebody_sends_anything(self, text: str) -> None:
        self.attempt(self.game.turn, actions.Play(text))

    @invariant()
    def a_game_is_over_or_somebody_can_move(self) -> None:
        game = self.game
        if not game.is_over and not game.huff_choice:
            assert game.position.legal_moves()
        if game.is_over:
            assert game.deadline is None
            assert (game.offer, game.abort_offer, game.huff_choice) == (None, None, ())

    @invariant()
    def the_moves_alternate_and_fill_the_plies(self) -> None:
        colors = [played.color for played in self.game.moves]
        assert all(one is not other for one, other in pairwise(colors))
        if colors:
            assert self.game.turn is colors[-1].opponent

    @invariant()
    def a_choice_is_among_pieces_of_the_side_that_has_moved(self) -> None:
        for square in self.game.huff_choice:
            piece = self.game.position.piece_at(square)
            assert piece is not None
            assert piece.color is self.game.turn.opponent

    @invariant()
    def no_automatic_count_is_beyond_its_end(self) -> None:
        for count in self.game.counts():
            assert 0 <= count.plies <= count.plies_needed
            assert self.game.is_over or count.plies < count.plies_needed
            assert count.since_ply <= self.game.ply

    @invariant()
    def an_outcome_is_one_that_the_regulation_knows(self) -> None:
        outcome = self.game.outcome
        if outcome is None:
            return
        assert outcome.winner is None or outcome.advantage is None
        assert outcome.advantage is None or self.rules.advantage is not None
        assert (outcome.kings is not None) == (outcome.stopped_by is not None)

    def teardown(self) -> None:
        """The log, written and read back, gives the same game."""
        if not hasattr(self, "log"):
            return
        stored = [(*to_entry(by, action), at) for by, action, at in self.log]
        read = [(*from_entry(kind, schema, body), at) for kind, schema, body, at in stored]
        again = replay(self.rules, read)
        assert again == self.game


AnyGame.TestCase.settings = settings(
    max_examples=120,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestAnyGame = AnyGame.TestCase
