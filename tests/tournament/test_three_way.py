"""The final of three (Grodziec 6.3), with every way in which it can be level."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date

import pytest

from rules.playrules import FirstWhite
from rules.tournament.eventrules import MatchRule, ThirdPlace
from rules.tournament.knockout import next_round
from rules.tournament.model import EntrantNo, Pairing, PairingKind, Standing
from tests.tournament.pairings import Play, Result, for_first, pairs, rules_for, shown

RULES = rules_for(
    three_way=True,
    third=ThirdPlace.MATCH,
    match=MatchRule(games=2),
    final=MatchRule(to_wins=2, article="6.3", extra_article="6.3 x"),
)
CYCLE = [(2, 3), (1, 2), (3, 1)]

Scripted = Mapping[tuple[int, int], Sequence[int]]
"""Who wins the games of a pair, in their order; 0 is a draw, -1 that nobody came."""


def scripted(*cycles: Scripted) -> Result:
    """Results of first matches and of second ones."""
    begun: dict[tuple[int, int], int] = {}

    def result(pairing: Pairing, game: int) -> str:
        assert pairing.second is not None
        low, high = sorted((pairing.first, pairing.second))
        if game == 1:
            begun[low, high] = begun.get((low, high), 0) + 1
        winner = cycles[begun[low, high] - 1][low, high][game - 1]
        if winner <= 0:
            return "1/2-1/2" if winner == 0 else "0-0"
        return for_first("1-0" if winner == pairing.first else "0-1", game)

    return result


def rounds_of(play: Play) -> list[tuple[int, int | None]]:
    """Who met whom, White first; rests left out."""
    return [pair for round_ in play.section.rounds for pair in pairs(round_.pairings) if pair[1] is not None]


def by_lots(*numbers: int) -> list[int]:
    return sorted(numbers, key=lambda no: hashlib.sha256(f"a secret:three-way:A:{no}".encode()).hexdigest())


EACH_BEAT_ONE = {(2, 3): (2, 2), (1, 2): (1, 1), (1, 3): (3, 3)}


@pytest.mark.parametrize(
    ("cycles", "order", "extra"),
    [
        pytest.param(
            [{(2, 3): (2, 2), (1, 2): (1, 1), (1, 3): (1, 1)}], [1, 2, 3], [], id="most matches won"
        ),
        pytest.param(
            [{(2, 3): (3, 2, 3), (1, 2): (1, 2, 0, 2), (1, 3): (3, 0, 3)}], [3, 2, 1], [], id="with draws"
        ),
        pytest.param(
            # games won and lost: 2 has +2 -1, 3 has -2 +1, 1 has +1 -1
            [{(2, 3): (2, 2), (1, 2): (2, 1, 1), (1, 3): (1, 3, 3)}],
            [2, 1, 3],
            [],
            id="difference of won games",
        ),
        pytest.param(
            [EACH_BEAT_ONE, {(2, 3): (3,), (1, 2): (1,), (1, 3): (3,)}],
            [3, 1, 2],
            [(3, 2), (2, 1), (1, 3)],
            id="one more cycle of single games",
        ),
        pytest.param(
            [EACH_BEAT_ONE, {(2, 3): (0, 3), (1, 2): (0, 0, 1), (1, 3): (1,)}],
            [1, 3, 2],
            [(3, 2), (2, 1), (1, 3)],
            id="a drawn single game is followed by another",
        ),
        pytest.param(
            [EACH_BEAT_ONE, {(2, 3): (2,), (1, 2): (1,), (1, 3): (3,)}],
            by_lots(1, 2, 3),
            [(3, 2), (2, 1), (1, 3)],
            id="lots",
        ),
        pytest.param(
            # nobody came to 1 v 2, both have beaten 3 by two games: they play once more
            [{(2, 3): (2, 2), (1, 2): (-1,), (1, 3): (1, 1)}, {(1, 2): (2,)}],
            [2, 1, 3],
            [(2, 1)],
            id="two level at the top",
        ),
        pytest.param(
            [{(2, 3): (2, 2), (1, 2): (-1,), (1, 3): (1, 1)}, {(1, 2): (-1,)}],
            [*by_lots(1, 2), 3],
            [(2, 1)],
            id="two level at the top, then lots",
        ),
        pytest.param(
            # nobody came to 2 v 3, both have lost to 1 by two games
            [{(2, 3): (-1,), (1, 2): (1, 1), (1, 3): (1, 1)}, {(2, 3): (3,)}],
            [1, 3, 2],
            [(3, 2)],
            id="two level at the bottom",
        ),
    ],
)
def test_a_final_of_three(cycles: list[Scripted], order: list[int], extra: list[tuple[int, int]]) -> None:
    play = Play.of(next_round, 3, RULES)
    result = scripted(*cycles)
    done = play.play_out(result)
    assert shown(done.places) == [(place, [number]) for place, number in enumerate(order, start=1)]
    assert rounds_of(play) == CYCLE + extra
    assert {place.article for place in done.places} == {"three"}


def test_a_match_a_round_while_the_third_rests() -> None:
    play = Play.of(next_round, 3, RULES)
    first = play.plan()
    assert [(one.kind, one.first, one.second) for one in first] == [
        (PairingKind.THREE_WAY, 2, 3),
        (PairingKind.BYE, 1, None),
    ]
    assert {(one.article, one.match.to_wins) for one in first} == {("three", 2)}
    play.play(scripted(EACH_BEAT_ONE))
    assert pairs(play.plan()) == [(1, 2), (3, None)]


def test_single_games_of_a_second_cycle_are_extra_games() -> None:
    play = Play.of(next_round, 3, RULES)
    result = scripted(EACH_BEAT_ONE)
    for _ in range(3):
        play.play(result)
    extra = play.plan()[0]
    assert (extra.match, extra.white_by) == (MatchRule(article="6.3 x", extra_article="6.3 x"), "swap")


def test_it_begins_as_soon_as_three_are_left() -> None:
    play = Play.of(next_round, 6, RULES)
    play.play()
    assert pairs(play.plan()) == [(3, 5), (1, None)]
    done = play.play_out()
    assert shown(done.places) == [(1, [1]), (2, [3]), (3, [5]), (4, [2, 4, 6])]
    assert [place.article for place in done.places] == ["three", "three", "three", "knockout"]


def test_of_four_left_one_leaves_before_the_semi_finals() -> None:
    play = Play.of(next_round, 8, RULES)
    play.play()
    play.leave(7)
    assert [one.kind for one in play.plan()] == [PairingKind.THREE_WAY, PairingKind.BYE]
    assert shown(play.play_out().places) == [(1, [1]), (2, [3]), (3, [5]), (4, [7]), (5, [2, 4, 6, 8])]


def test_a_stage_with_a_quota_has_no_final_of_three() -> None:
    play = Play.of(next_round, 3, RULES, goes_on=1)
    assert [one.kind for one in play.plan()] == [PairingKind.GAME, PairingKind.BYE]


def test_the_younger_has_white_first_and_black_in_a_second_cycle() -> None:
    play = Play.of(next_round, 3, RULES)
    play.white = FirstWhite("younger", "Z7")
    play.births = {EntrantNo(number): date(2010 + number, 1, 1) for number in (1, 2, 3)}
    play.play_out(scripted(EACH_BEAT_ONE, {(2, 3): (3,), (1, 2): (1,), (1, 3): (3,)}))
    assert rounds_of(play) == [(3, 2), (2, 1), (3, 1), (2, 3), (1, 2), (1, 3)]


# --- leaving ----------------------------------------------------------------------------------------------


def test_who_leaves_before_any_match_is_third_and_the_others_play_it_out() -> None:
    play = Play.of(next_round, 3, RULES)
    play.play(scripted({(2, 3): (2, 2)}), leave=[3])
    assert pairs(play.plan()) == [(1, 2)]
    play.play(scripted({(1, 2): (1, 1)}))
    assert play.places() == [(1, [1]), (2, [2]), (3, [3])]


def test_matches_that_leaving_prevents_go_to_the_others() -> None:
    # 3 beats 2 and leaves: 1 has beaten 3 without play, and 2
    play = Play.of(next_round, 3, RULES)
    play.play(scripted({(2, 3): (3, 3)}))
    play.leave(3)
    play.play(scripted({(1, 2): (1, 2, 1)}))
    assert play.places() == [(1, [1]), (2, [3]), (3, [2])]


def test_of_level_ones_who_has_left_is_last() -> None:
    # each has won a match, 3 with the best difference; 1 and 2 have lost one game more than they won
    play = Play.of(next_round, 3, RULES)
    play.play(scripted({(2, 3): (3, 3)}))
    play.play(scripted({(1, 2): (2, 1, 2)}))
    play.leave(3)
    assert pairs(play.plan()) == [(2, 1)]
    play.play(scripted({(1, 2): (1,)}))
    assert play.places() == [(1, [1]), (2, [2]), (3, [3])]


def test_two_leave() -> None:
    play = Play.of(next_round, 3, RULES)
    play.play(scripted(EACH_BEAT_ONE))
    play.leave(2, 3)
    assert play.places() == [(1, [1]), (2, [2]), (3, [3])]


def test_all_three_leave() -> None:
    play = Play.of(next_round, 3, RULES)
    play.play(leave=[1, 2, 3])
    assert play.places() == [(1, [1, 2, 3])]


def test_the_excluded_one_is_behind_those_who_fell_out_before() -> None:
    play = Play.of(next_round, 6, RULES)
    play.play()
    play.play(scripted({(3, 5): (3, 3)}))
    play.leave(1, standing=Standing.EXCLUDED)
    assert play.places() == [(1, [3]), (2, [5]), (3, [2, 4, 6]), (6, [1])]
