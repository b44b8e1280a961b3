"""Tables worked out by hand, for every system and scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.tournament.eventrules import EventRules, MatchRule, RoundRobinRules, System, TieBreak
from rules.tournament.model import EntrantNo, Place, Score, Section, Standing
from rules.tournament.standings import going_on, places, table
from tests.tournament.swiss_events import CHESS, DRAUGHTS, DRAW, entrants_of, swiss_rules
from tests.tournament.tables import section

TWICE = MatchRule(games=2)
ONCE = MatchRule(games=2, counts_once=True)


def rules(*tie_breaks: TieBreak, match: MatchRule = MatchRule()) -> EventRules:  # noqa: B008 - frozen
    """2, 1, 0 points, for a Swiss and a round robin."""
    base = swiss_rules(DRAUGHTS, tie_breaks)
    assert base.swiss is not None
    swiss = replace(base.swiss, match=match)
    return replace(base, swiss=swiss, round_robin=RoundRobinRules(1, match))


def rows(scores: tuple[Score, ...]) -> list[tuple[int, int, Fraction]]:
    return [(score.rank, score.entrant, score.points) for score in scores]


def points(scores: tuple[Score, ...]) -> Mapping[int, Fraction]:
    return {score.entrant: score.points for score in scores}


def test_a_round_robin_of_four_by_sonneborn_berger() -> None:
    # 1 and 2 have 4 each. 1 beat 3 (3 points) and 4 (1): 6 + 2; 2 beat 1 (4), drew with 3 and 4: 8 + 3 + 1.
    played = section(4, "1-4 1, 2-3 =", "4-3 0, 1-2 0", "2-4 =, 3-1 0", system=System.ROUND_ROBIN)
    found = table(played, entrants_of(played), rules(TieBreak.SONNEBORN_BERGER))
    assert rows(found) == [(1, 2, 4), (2, 1, 4), (3, 3, 3), (4, 4, 1)]
    assert [score.tie_breaks for score in found] == [(12,), (8,), (6,), (4,)]
    assert [(score.played, score.won, score.drawn, score.lost) for score in found] == [
        (3, 1, 2, 0),
        (3, 2, 0, 1),
        (3, 1, 1, 1),
        (3, 0, 1, 2),
    ]


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [(CHESS, {1: Fraction(5, 2), 2: Fraction(1, 2), 3: 2, 4: 1}), (DRAUGHTS, {1: 5, 2: 1, 3: 4, 4: 2})],
)
def test_points_follow_the_scoring_of_the_regulation(scoring: object, expected: dict[int, Fraction]) -> None:
    # 1 draws, wins, and wins by forfeit; 2 draws, loses, and both are absent; 4 has a bye.
    played = section(4, "1-2 =, 3-4 1", "3-1 0, 4 bye", "1-4 +, 2-3 -")
    by_points = replace(swiss_rules(scoring, ()))  # type: ignore[arg-type]
    assert points(table(played, entrants_of(played), by_points)) == expected


def test_draws_with_advantage_are_draws_and_their_balance_comes_first_where_the_regulation_says_so() -> None:
    # All have drawn twice. 1 has + twice, 2 - and an even one, 3 an even one and -, 4 + and -.
    played = section(4, "1-2 1+, 3-4 =", "3-1 1-, 2-4 =", system=System.ROUND_ROBIN)
    found = table(played, entrants_of(played), rules(TieBreak.PLUS_MINUS))
    assert rows(found) == [(1, 1, 2), (2, 4, 2), (3, 2, 2), (3, 3, 2)]
    assert [score.tie_breaks for score in found] == [(2,), (0,), (-1,), (-1,)]


@pytest.mark.parametrize(
    ("match", "expected", "counted"),
    [(TWICE, {1: 3, 2: 1}, (2, 1, 1, 0)), (ONCE, {1: 2, 2: 0}, (1, 1, 0, 0))],
)
def test_a_match_counts_by_its_games_or_once(
    match: MatchRule, expected: dict[int, int], counted: tuple[int, ...]
) -> None:
    played = section(2, "1-2 1 =", match=match, system=System.ROUND_ROBIN)
    found = table(played, entrants_of(played), rules(match=match))
    assert points(found) == expected
    assert (found[0].played, found[0].won, found[0].drawn, found[0].lost) == counted


def test_an_open_game_counts_for_nothing_yet_and_a_match_that_counts_once_not_before_its_end() -> None:
    by_games = section(2, "1-2 1 ?", match=TWICE, system=System.ROUND_ROBIN)
    assert points(table(by_games, entrants_of(by_games), rules(match=TWICE))) == {1: 2, 2: 0}
    once = section(2, "1-2 1 ?", match=ONCE, system=System.ROUND_ROBIN)
    assert points(table(once, entrants_of(once), rules(match=ONCE))) == {1: 0, 2: 0}


def test_ranks_are_shared_where_nothing_separates() -> None:
    played = section(4, "1-2 1, 3-4 1")
    found = table(played, entrants_of(played), rules(TieBreak.WINS))
    assert rows(found) == [(1, 1, 2), (1, 3, 2), (3, 2, 0), (3, 4, 0)]


class TestDirectGames:
    """The games among those who are level, by C.07, 6."""

    @staticmethod
    def ranks(played: Section) -> list[tuple[int, int]]:
        found = table(played, entrants_of(played), rules(TieBreak.DIRECT_GAME))
        return [(score.rank, score.entrant) for score in found]

    def test_the_winner_of_two_who_are_level_is_before_the_other(self) -> None:
        played = section(4, "1-2 0, 3-4 1", "1-3 1, 2-4 0", "1-4 1, 2-3 1", system=System.ROUND_ROBIN)
        # 1 and 2 have 4, 3 and 4 have 2; 2 beat 1 and 3 beat 4.
        assert self.ranks(played) == [(1, 2), (2, 1), (3, 3), (4, 4)]

    def test_three_who_beat_each_other_in_turn_stay_level(self) -> None:
        played = section(3, "1-2 1", "2-3 1", "3-1 1", system=System.ROUND_ROBIN)
        assert [rank for rank, _ in self.ranks(played)] == [1, 1, 1]

    def test_what_is_left_level_of_a_larger_group_is_looked_at_by_itself(self) -> None:
        # 1, 2, 3 and 4 have 5. Among themselves they made 5, 3, 3 and 1; of the two with 3, 2 beat 3.
        played = section(
            6,
            "1-6 0, 2-5 1, 3-4 1",
            "6-4 0, 5-3 0, 1-2 1",
            "2-6 0, 3-1 =, 4-5 1",
            "6-5 1, 1-4 1, 2-3 1",
            "3-6 0, 4-2 =, 5-1 1",
            system=System.ROUND_ROBIN,
        )
        found = table(played, entrants_of(played), rules(TieBreak.DIRECT_GAME))
        assert rows(found) == [(1, 6, 8), (2, 1, 5), (3, 2, 5), (4, 3, 5), (5, 4, 5), (6, 5, 2)]
        assert [score.tie_breaks for score in found[1:5]] == [(5,), (3,), (3,), (1,)]

    def test_of_those_who_have_not_all_met_only_one_out_of_reach_is_told_apart(self) -> None:
        # 1, 2 and 3 have 4 points: 1 beat both others, who have not met and could not reach 1 by that game.
        # 4, 5 and 6 have 2: 5 and 6 beat 4 and have not met: either could be first, so nobody is.
        played = section(6, "1-2 1, 3-6 1, 5-4 1", "1-3 1, 2-5 1, 6-4 1", "4-1 1, 2-6 1, 3-5 1")
        assert self.ranks(played) == [(1, 1), (2, 2), (2, 3), (4, 4), (4, 5), (4, 6)]

    def test_nobody_is_told_apart_who_could_still_be_reached(self) -> None:
        played = section(4, "1-2 1, 3-4 1", "2-3 1, 4-1 1")
        assert [rank for rank, _ in self.ranks(played)] == [1, 1, 1, 1]

    def test_a_forfeited_game_is_a_direct_game_in_a_round_robin_only(self) -> None:
        games = ("1-2 +, 3-4 1", "3-1 1, 2-4 1")
        swiss, robin = section(4, *games), section(4, *games, system=System.ROUND_ROBIN)
        assert [rank for rank, number in self.ranks(swiss) if number in (1, 2)] == [2, 2]
        assert [rank for rank, number in self.ranks(robin) if number in (1, 2)] == [2, 3]


class TestThoseWhoLeave:
    """Results of those who leave stay; the excluded and the annulled rank last."""

    played = section(4, "1-2 1, 3-4 1", "1-3 1, 2-4 =")

    def test_a_withdrawn_entrant_keeps_the_rank_and_is_marked(self) -> None:
        entrants = entrants_of(self.played)
        entrants[EntrantNo(1)] = replace(entrants[EntrantNo(1)], standing=Standing.WITHDRAWN)
        found = table(self.played, entrants, rules())
        assert (found[0].entrant, found[0].is_out) == (1, True)

    def test_the_excluded_leader_ranks_last_and_keeps_the_points(self) -> None:
        entrants = entrants_of(self.played)
        entrants[EntrantNo(1)] = replace(entrants[EntrantNo(1)], standing=Standing.EXCLUDED)
        assert rows(table(self.played, entrants, rules()))[-1] == (4, 1, 4)

    def test_annulled_games_count_for_nobody(self) -> None:
        robin = section(3, "1-2 1", "3-1 1", "2-3 =", system=System.ROUND_ROBIN)
        entrants = entrants_of(robin)
        out = replace(entrants[EntrantNo(1)], standing=Standing.WITHDRAWN, is_annulled=True)
        entrants[EntrantNo(1)] = out
        assert rows(table(robin, entrants, rules())) == [(1, 2, 1), (1, 3, 1), (3, 1, 0)]

    def test_a_finished_section_keeps_its_ranks_whatever_happens_later(self) -> None:
        before = table(self.played, entrants_of(self.played), rules(TieBreak.BUCHHOLZ))
        final = places(self.played, entrants_of(self.played), rules(TieBreak.BUCHHOLZ), DRAW)
        finished = replace(self.played, places=final, is_finished=True)
        entrants = entrants_of(self.played)
        entrants[EntrantNo(1)] = replace(entrants[EntrantNo(1)], standing=Standing.EXCLUDED)
        after = table(finished, entrants, rules(TieBreak.BUCHHOLZ))
        assert rows(after) == rows(before)
        assert [score.is_out for score in after] == [True, False, False, False]


def test_a_late_entrant_has_the_points_of_the_regulation_for_each_round_missed() -> None:
    played = section(4, "1-2 1", "1-3 1, 2-4 1", "4-1 1, 2-3 1")
    entrants = entrants_of(played)
    for number in (3, 4):
        entrants[EntrantNo(number)] = replace(entrants[EntrantNo(number)], enters=2)
    given = rules()
    assert given.swiss is not None
    given = replace(given, swiss=replace(given.swiss, missed_points=Fraction(1)))
    assert points(table(played, entrants, given)) == {1: 4, 2: 4, 3: 1, 4: 3}


def test_extra_games_bring_no_points_and_decide_only_in_their_turn() -> None:
    played = section(2, "1-2 =", "extra 2-1 1", system=System.ROUND_ROBIN)
    found = table(played, entrants_of(played), rules(TieBreak.WINS, TieBreak.EXTRA_GAME))
    assert rows(found) == [(1, 2, 1), (2, 1, 1)]
    assert [score.tie_breaks for score in found] == [(0, 2), (0, 0)]


def test_a_rest_in_an_odd_round_robin_brings_nothing() -> None:
    played = section(3, "1-2 1, 3 bye", system=System.ROUND_ROBIN)
    assert points(table(played, entrants_of(played), rules())) == {1: 2, 2: 0, 3: 0}


def test_before_the_first_round_everybody_is_level() -> None:
    empty = section(3)
    assert rows(table(empty, entrants_of(empty), rules(*TieBreak))) == [(1, 1, 0), (1, 2, 0), (1, 3, 0)]


def test_those_who_go_on_are_drawn_where_the_last_ones_are_level() -> None:
    played = replace(section(4, "1-2 1, 3-4 1"), goes_on=3)
    final = (Place(1, (EntrantNo(1), EntrantNo(3))), Place(3, (EntrantNo(2), EntrantNo(4))))
    chosen = going_on(played, entrants_of(played), final, DRAW)
    assert chosen[:2] == (1, 3)
    assert chosen[2] in (2, 4)
    assert chosen == going_on(played, entrants_of(played), final, DRAW)
