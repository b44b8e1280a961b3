"""Tie-breaks worked out by hand, with every term of their sums; unplayed rounds by C.07, 16."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tournament.eventrules import EventRules, MatchRule, RoundRobinRules, Scoring, System, TieBreak
from rules.tournament.history import Was
from rules.tournament.model import Entrant, EntrantNo, Section, Standing
from rules.tournament.standings import table
from rules.tournament.tie_breaks import Cut, Explanation, Treated, explain
from tests.tournament.swiss_events import CHESS, DRAUGHTS, HALF, SwissEvent, entrants_of, swiss_rules
from tests.tournament.tables import section

FIVE = section(
    10,
    # 1 meets 2 (10 points), 3 (9), 4 (8), 5 (8) and 6 (3); 7 to 10 are there for the rest of their points.
    "2-1 1, 3-7 1, 4-8 1, 5-9 1, 6-10 1",
    "3-1 =, 2-8 1, 4-9 1, 5-10 1, 6-7 =",
    "4-1 1, 2-9 1, 3-10 1, 5-7 1, 6-8 0",
    "5-1 1, 2-10 1, 3-8 1, 4-7 1, 6-9 0",
    "6-1 0, 2-7 1, 3-9 1, 4-10 0, 5-8 0",
)


def ones(
    played: Section,
    tie_break: TieBreak,
    entrant: int,
    scoring: Scoring = CHESS,
    *,
    rules: EventRules | None = None,
    entrants: Mapping[EntrantNo, Entrant] | None = None,
) -> Explanation:
    rules = rules or swiss_rules(scoring, (tie_break,))
    return explain(played, entrants or entrants_of(played), rules, tie_break, EntrantNo(entrant))


@pytest.mark.parametrize(
    ("tie_break", "value", "cut"),
    [
        (TieBreak.BUCHHOLZ, 38, {}),
        (TieBreak.BUCHHOLZ_MEDIAN, 25, {2: Cut.HIGHEST, 6: Cut.LOWEST}),
        (TieBreak.BUCHHOLZ_CUT_1, 35, {6: Cut.LOWEST}),
        (TieBreak.BUCHHOLZ_CUT_2, 27, {4: Cut.LOWEST, 6: Cut.LOWEST}),
    ],
)
def test_opponents_with_10_9_8_8_and_3(tie_break: TieBreak, value: int, cut: dict[int, Cut]) -> None:
    found = ones(FIVE, tie_break, 1, DRAUGHTS)
    assert found.value == value
    assert [(term.round, term.opponent, term.value) for term in found.terms] == [
        (1, 2, 10),
        (2, 3, 9),
        (3, 4, 8),
        (4, 5, 8),
        (5, 6, 3),
    ]
    assert {term.opponent: term.cut for term in found.terms if term.cut} == cut
    assert {term.treated for term in found.terms} == {Treated.OPPONENT}


def test_sonneborn_berger_is_each_opponents_score_times_the_points_made_there() -> None:
    found = ones(FIVE, TieBreak.SONNEBORN_BERGER, 1, DRAUGHTS)
    # Lost to 10, drew with 9, lost to 8 and 8, beat 3.
    assert [(term.score, term.points, term.value) for term in found.terms] == [
        (10, 0, 0),
        (9, 1, 9),
        (8, 0, 0),
        (8, 0, 0),
        (3, 2, 6),
    ]
    assert found.value == 15


@pytest.mark.parametrize(
    ("tie_break", "terms"),
    [
        (TieBreak.PROGRESSIVE, {1: 0, 2: 1, 3: 1, 4: 1, 5: 3}),
        (TieBreak.WINS, {5: 1}),
        (TieBreak.BLACK_WINS, {5: 1}),
        (TieBreak.PLUS_MINUS, {}),
        (TieBreak.EXTRA_GAME, {}),
        (TieBreak.LOTS, {}),
    ],
)
def test_terms_of_rounds(tie_break: TieBreak, terms: dict[int, int]) -> None:
    found = ones(FIVE, tie_break, 1, DRAUGHTS)
    assert {term.round: term.value for term in found.terms} == terms
    assert found.value == sum(terms.values())


def test_the_balance_of_advantage_is_written_out_by_round() -> None:
    played = section(4, "1-2 1+, 3-4 =", "3-1 1+, 2-4 =", "1-4 1+, 2-3 1")
    found = ones(played, TieBreak.PLUS_MINUS, 1, DRAUGHTS)
    assert [(term.round, term.opponent, term.value) for term in found.terms] == [
        (1, 2, 1),
        (2, 3, -1),
        (3, 4, 1),
    ]
    assert found.value == 1


def test_wins_count_byes_worth_a_win_and_black_wins_only_games_played() -> None:
    played = section(3, "2-1 -, 3 bye", "3-1 0, 2 half", "1 bye, 2-3 1")
    assert [term.round for term in ones(played, TieBreak.WINS, 1).terms] == [1, 2, 3]
    assert [term.round for term in ones(played, TieBreak.BLACK_WINS, 1).terms] == [2]
    assert [term.round for term in ones(played, TieBreak.WINS, 2).terms] == [3]


class TestAnOpponentWhoLeft:
    """16.3: rounds at the end that an opponent chose not to play count as draws for others."""

    def test_rounds_at_the_end_are_draws(self) -> None:
        # 2 lost, won, and then stayed away twice: 1 point, for others 1 + ½ + ½.
        played = section(4, "1-2 1, 3-4 =", "2-3 1, 1-4 1", "1-3 1", "3-4 1")
        (term, *_) = ones(played, TieBreak.BUCHHOLZ, 1).terms
        assert (term.opponent, term.value, term.as_draws) == (2, 2, 2)

    def test_a_round_missed_in_between_is_what_it_was(self) -> None:
        # 2 was away in round 2 only: 0 + 0 + 1.
        played = section(4, "1-2 1, 3-4 =", "1-4 1", "2-3 1")
        (term, *_) = ones(played, TieBreak.BUCHHOLZ, 1).terms
        assert (term.value, term.as_draws) == (1, 0)

    def test_a_forfeit_lost_at_the_end_stays_nothing_but_does_not_end_the_row(self) -> None:
        # 2 won, did not appear against 3, and was away: 1 + 0 + ½.
        played = section(4, "2-1 1, 3-4 =", "2-3 -, 1-4 1", "1-3 1")
        (term, *_) = ones(played, TieBreak.BUCHHOLZ, 1).terms
        assert (term.value, term.as_draws) == (Fraction(3, 2), 1)

    def test_a_bye_by_pairing_at_the_end_is_what_it_brought(self) -> None:
        played = section(3, "1-2 1, 3 bye", "1-3 1, 2 bye")
        (term, *_) = ones(played, TieBreak.BUCHHOLZ, 1).terms
        assert (term.value, term.as_draws) == (1, 0)


class TestOnesOwnUnplayedRound:
    """16.4: it counts as a game against an opponent with one's own score, within limits."""

    def test_a_bye_counts_ones_own_score(self) -> None:
        # 1 has ½ + ½ = 1 after three rounds: less than three draws.
        played = section(4, "1-2 =, 3-4 1", "1 half, 2-3 1", "1-4 0, 2-3 =")
        term = ones(played, TieBreak.BUCHHOLZ, 1).terms[1]
        assert (term.was, term.treated, term.value) == (Was.REQUESTED_BYE, Treated.OWN_SCORE, 1)
        assert ones(played, TieBreak.SONNEBORN_BERGER, 1).terms[1].value == HALF

    def test_but_no_more_than_a_draw_in_every_round(self) -> None:
        played = section(3, "1-2 1, 3 bye", "1-3 1, 2 bye", "1 bye, 2-3 1")
        term = ones(played, TieBreak.BUCHHOLZ, 1).terms[2]
        assert (term.was, term.treated, term.value) == (Was.BYE, Treated.ALL_DRAWN, Fraction(3, 2))

    def test_after_a_forfeit_no_more_than_the_score_of_who_was_paired_there(self) -> None:
        # 2 did not appear and stayed away: 0 + ½. 1 has 2.
        played = section(4, "1-2 +, 3-4 1", "1-3 1")
        term = ones(played, TieBreak.BUCHHOLZ, 1).terms[0]
        assert (term.was, term.treated, term.opponent) == (Was.WON_BY_FORFEIT, Treated.ABSENT_OPPONENT, 2)
        assert (term.value, term.as_draws) == (HALF, 1)
        lost = ones(played, TieBreak.BUCHHOLZ, 2).terms[0]
        assert (lost.was, lost.treated, lost.value) == (Was.LOST_BY_FORFEIT, Treated.OWN_SCORE, 0)

    def test_rounds_before_a_late_entry_are_told_as_such(self) -> None:
        played = section(3, "1-2 1", "1-3 1, 2 bye")
        entrants = entrants_of(played)
        entrants[EntrantNo(3)] = replace(entrants[EntrantNo(3)], enters=2)
        late = ones(played, TieBreak.BUCHHOLZ, 3, entrants=entrants).terms[0]
        assert (late.was, late.treated, late.value) == (Was.MISSED, Treated.OWN_SCORE, 0)

    def test_a_round_one_chose_not_to_play_is_cut_first(self) -> None:
        # 1: beat 2 (0 points), ½ for a bye asked for, beat 3. Own score 2½, at most three draws: 1½.
        played = section(4, "1-2 1, 3-4 1", "1 half, 3-2 1", "1-3 1, 4-2 1")
        found = ones(played, TieBreak.BUCHHOLZ_CUT_1, 1)
        assert [(term.value, term.cut) for term in found.terms] == [
            (0, None),
            (Fraction(3, 2), Cut.LOWEST),
            (2, None),
        ]
        assert found.value == 2

    def test_a_bye_by_pairing_has_no_such_exception(self) -> None:
        played = section(5, "1-2 1, 3-4 1, 5 half", "1 bye, 3-2 1, 4-5 1", "1-3 1, 4-2 1")
        found = ones(played, TieBreak.BUCHHOLZ_CUT_1, 1)
        assert [term.cut for term in found.terms] == [Cut.LOWEST, None, None]


class TestRoundRobins:
    """Every pairing counts as played, and a rest for nothing."""

    rules = replace(swiss_rules(CHESS), round_robin=RoundRobinRules(1, MatchRule()))

    def test_forfeits_count_like_games_and_rests_not_at_all(self) -> None:
        played = section(3, "1-2 +, 3 bye", "3-1 0, 2 bye", "2-3 1, 1 bye", system=System.ROUND_ROBIN)
        found = ones(played, TieBreak.SONNEBORN_BERGER, 1, rules=self.rules)
        assert [(term.opponent, term.treated, term.value) for term in found.terms] == [
            (2, Treated.OPPONENT, 1),
            (3, Treated.OPPONENT, 0),
        ]

    def test_who_left_keeps_the_score_without_draws(self) -> None:
        played = section(3, "1-2 1, 3 bye", "3-1 0, 2 bye", "2-3 --, 1 bye", system=System.ROUND_ROBIN)
        entrants = entrants_of(played)
        entrants[EntrantNo(2)] = replace(entrants[EntrantNo(2)], standing=Standing.WITHDRAWN)
        found = ones(played, TieBreak.BUCHHOLZ, 1, rules=self.rules, entrants=entrants)
        assert [term.value for term in found.terms] == [0, 0]


class TestDirectGame:
    """A direct game is explained by who is level when its turn comes."""

    def test_its_terms_are_the_games_against_those_who_are_level(self) -> None:
        played = section(4, "1-2 0, 3-4 1", "1-3 1, 2-4 0", "1-4 1, 2-3 1", system=System.ROUND_ROBIN)
        rules = replace(
            swiss_rules(CHESS, (TieBreak.DIRECT_GAME,)), round_robin=RoundRobinRules(1, MatchRule())
        )
        found = ones(played, TieBreak.DIRECT_GAME, 2, rules=rules)
        assert (found.value, found.level_with, found.decides) == (1, (1,), True)
        assert [(term.round, term.opponent, term.value) for term in found.terms] == [(1, 1, 1)]

    def test_an_earlier_tie_break_that_separates_leaves_nobody_to_compare_with(self) -> None:
        # 1 and 2 have 1½ and drew; by wins they are level, by black wins they are not.
        played = section(4, "1-2 =, 3-4 =", "1-3 1, 4-2 0")
        both = swiss_rules(CHESS, (TieBreak.WINS, TieBreak.DIRECT_GAME))
        assert ones(played, TieBreak.DIRECT_GAME, 1, rules=both).level_with == (2,)
        after = swiss_rules(CHESS, (TieBreak.BLACK_WINS, TieBreak.DIRECT_GAME))
        assert ones(played, TieBreak.DIRECT_GAME, 1, rules=after).level_with == ()

    def test_it_says_where_it_does_not_decide(self) -> None:
        played = section(4, "1-2 1, 3-4 1", "2-3 1, 4-1 1")
        found = ones(played, TieBreak.DIRECT_GAME, 1)
        assert (found.value, found.level_with, found.decides) == (1, (2, 3, 4), False)


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), count=st.integers(4, 20))
def test_every_value_in_the_table_is_the_sum_that_is_written_out(seed: int, count: int) -> None:
    event = SwissEvent(seed, count, 5)
    for _ in event.play():
        pass
    rules = replace(event.rules, tie_breaks=tuple(TieBreak))
    scores = table(event.section, event.entrants, rules)
    assert [score.rank for score in scores] == sorted(score.rank for score in scores)
    for score in scores[:: max(1, count // 4)]:
        for tie_break, value in zip(rules.tie_breaks, score.tie_breaks, strict=True):
            found = explain(event.section, event.entrants, rules, tie_break, score.entrant)
            assert found.value == value
            assert sum((term.value for term in found.terms if term.cut is None), Fraction(0)) == value
            assert [term.round for term in found.terms] == sorted({term.round for term in found.terms})
