"""Round robins worked out by hand: tables, rests, leaving, and extra games of level entrants."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest

from rules.playrules import FirstWhite
from rules.tournament.berger import schedule
from rules.tournament.eventrules import Award, EventRules, MatchRule, System, TieBreak
from rules.tournament.model import EntrantNo, Pairing, PairingKind, Standing
from rules.tournament.round_robin import next_round, whole_table
from rules.tournament.systems import CannotPair
from tests.tournament.pairings import Play, Result, for_first, pairs, rules_for, shown

AWARDS = (
    Award(1, 1, {"en": "cup"}, diploma=True),
    Award(2, 3, {"en": "medal"}, diploma=True),
    Award(None, None, {"en": "diploma"}, diploma=True),
)
EXTRA = (TieBreak.DIRECT_GAME, TieBreak.SONNEBORN_BERGER, TieBreak.WINS, TieBreak.EXTRA_GAME)


def table_of(size: int, rules: EventRules | None = None, *, goes_on: int | None = None) -> Play:
    return Play.of(next_round, size, rules, goes_on=goes_on, system=System.ROUND_ROBIN)


def drawn(pairing: Pairing, game: int) -> str:
    return "1/2-1/2"


def by_pair(
    results: Mapping[tuple[int, int], int], extra: Mapping[tuple[int, int], int] | None = None
) -> Result:
    """Who wins each pair's game, and its extra game; a draw where nothing is said, and in 0."""

    def result(pairing: Pairing, game: int) -> str:
        assert pairing.second is not None
        low, high = sorted((pairing.first, pairing.second))
        wins = (extra or {}) if pairing.kind is PairingKind.EXTRA else results
        winner = wins.get((low, high), 0)
        if not winner:
            return "1/2-1/2"
        return for_first("1-0" if winner == pairing.first else "0-1", game)

    return result


def left(play: Play, number: int, *, is_annulled: bool) -> None:
    play.leave(number)
    no = EntrantNo(number)
    play.entrants[no] = replace(play.entrants[no], is_annulled=is_annulled)


@pytest.mark.parametrize("size", [2, 3, 4, 7, 10, 60])
@pytest.mark.parametrize("cycles", [1, 2])
def test_rounds_follow_the_berger_table(size: int, cycles: int) -> None:
    play = table_of(size, rules_for(cycles=cycles))
    for number, meetings in enumerate(schedule(size, cycles)):
        planned = play.plan()
        assert pairs(one for one in planned if one.second is not None) == [
            meeting for meeting in meetings if max(meeting) <= size
        ]
        assert [one.first for one in planned if one.second is None] == [
            min(meeting) for meeting in meetings if max(meeting) > size
        ]
        is_first_cycle = number < len(schedule(size))
        assert {one.white_by for one in planned if one.second is not None} == {
            "pairing" if is_first_cycle else "swap"
        }
        assert {one.article for one in planned} == {"table"}
        play.play()
    assert play.places() == [(number, [number]) for number in range(1, size + 1)]


@pytest.mark.parametrize(("size", "cycles"), [(0, 1), (1, 1), (2, 2), (5, 1), (6, 2)])
def test_the_whole_table_is_known_from_the_start(size: int, cycles: int) -> None:
    play = table_of(size, rules_for(cycles=cycles))
    known = whole_table(play.request)
    play.play_out()
    assert [pairs(planned) for planned in known] == [pairs(round_.pairings) for round_ in play.section.rounds]


def test_numbers_of_the_table_are_those_of_the_order() -> None:
    play = Play.of(next_round, [30, 10, 40, 20], system=System.ROUND_ROBIN)
    assert pairs(play.plan()) == [(30, 20), (10, 40)]
    play.play()
    assert pairs(play.plan()) == [(20, 40), (30, 10)]


@pytest.mark.parametrize("size", [0, 1])
def test_a_table_without_opponents_is_over_at_once(size: int) -> None:
    assert table_of(size).places() == [(1, [1])][:size]


def test_a_regulation_without_a_round_robin_cannot_pair_one() -> None:
    play = table_of(4, replace(rules_for(), round_robin=None))
    with pytest.raises(CannotPair):
        play.plan()


def test_a_meeting_has_the_games_the_regulation_gives_it() -> None:
    match = MatchRule(games=2, article="two")
    assert {one.match for one in table_of(4, rules_for(meeting=match)).plan()} == {match}


@pytest.mark.parametrize(("size", "quota"), [(4, 4), (3, 4), (0, 2), (1, 2)])
def test_no_more_than_the_quota_go_on_without_play(size: int, quota: int) -> None:
    done = table_of(size, goes_on=quota).finished()
    assert list(done.goes_on) == list(range(1, size + 1))


def test_the_best_of_the_table_go_on() -> None:
    play = table_of(5, goes_on=2)
    assert list(play.play_out().goes_on) == [1, 2]


def test_who_has_left_does_not_go_on() -> None:
    play = table_of(3, goes_on=2)
    while pairs(play.plan())[0] != (3, 1):
        play.play()
    play.play()
    play.leave(1)
    assert list(play.finished().goes_on) == [2, 3]


def test_the_younger_player_has_white_and_then_black() -> None:
    play = table_of(2, rules_for(cycles=2))
    play.white = FirstWhite("younger", "Z7")
    play.births = {EntrantNo(1): date(2010, 1, 1), EntrantNo(2): date(2011, 1, 1)}
    first = play.pair()[0]
    assert (first.first, first.white_by, first.white_article) == (2, "younger", "Z7")
    play.play()
    second = play.pair()[0]
    assert (second.first, second.white_by) == (1, "swap")


# --- leaving ----------------------------------------------------------------------------------------------


def test_who_leaves_after_half_of_the_games_loses_the_others_without_play() -> None:
    play = table_of(4)
    play.play()
    play.play()
    left(play, 4, is_annulled=False)
    # the third round is 2-4, 3-1
    round_ = play.play()
    assert pairs(round_.pairings) == [(2, 4), (3, 1)]
    assert (round_.pairings[0].winner, round_.pairings[0].walkover) == (2, (4,))
    assert play.places() == [(1, [1]), (2, [2]), (3, [3]), (4, [4])]


def test_opponents_of_one_whose_games_are_annulled_rest() -> None:
    play = table_of(4)
    play.play()
    left(play, 4, is_annulled=True)
    # the second round is 4-3, 1-2, the third 2-4, 3-1
    assert [(one.kind, one.first, one.second) for one in play.plan()] == [
        (PairingKind.GAME, 1, 2),
        (PairingKind.BYE, 3, None),
    ]
    play.play()
    assert pairs(play.plan()) == [(3, 1), (2, None)]
    play.play()
    play.finished()


def test_a_round_in_which_nobody_meets_anybody_is_left_out() -> None:
    # of three the rounds are 2-3, 1-2, 3-1; without 3 only the second is left
    play = table_of(3)
    left(play, 3, is_annulled=True)
    assert pairs(play.plan()) == [(1, 2)]
    play.play()
    assert play.places()[:2] == [(1, [1]), (2, [2])]


def test_a_round_left_out_is_not_made_up_for_in_the_next_cycle() -> None:
    play = table_of(3, rules_for(cycles=2))
    left(play, 3, is_annulled=True)
    assert pairs(play.plan()) == [(1, 2)]
    play.play()
    assert pairs(play.plan()) == [(2, 1)]
    play.play()
    play.finished()


def test_everybody_leaves() -> None:
    play = table_of(4)
    play.play()
    play.leave(1, 2, 3, 4)
    assert sorted(number for _, level in play.places() for number in level) == [1, 2, 3, 4]


def test_two_who_have_left_do_not_meet() -> None:
    play = table_of(4)
    play.leave(1, 4)
    assert pairs(play.plan()) == [(2, 3)]


def test_an_excluded_entrant_is_last() -> None:
    play = table_of(4)
    play.play()
    play.play()
    play.leave(1, standing=Standing.EXCLUDED)
    assert play.play_out().places[-1].entrants == (1,)


# --- level entrants ---------------------------------------------------------------------------------------

CIRCLE = {(1, 2): 1, (2, 3): 2, (1, 3): 3, (1, 4): 1, (2, 4): 2, (3, 4): 3}
"""Of four, the first three beat each other in turn, and all beat the fourth."""


def test_level_entrants_share_a_place_where_no_extra_games_are_listed() -> None:
    play = table_of(4)
    play.play_out(by_pair(CIRCLE))
    assert play.places() == [(1, [1, 2, 3]), (4, [4])]


def test_two_level_ones_play_an_extra_game_with_colours_swapped() -> None:
    play = table_of(2, rules_for(tie_breaks=EXTRA, awards=AWARDS))
    play.play(drawn)
    extra = play.plan()
    assert [(one.kind, one.first, one.second) for one in extra] == [(PairingKind.EXTRA, 2, 1)]
    assert (extra[0].article, extra[0].white_by) == ("ties", "swap")
    assert (extra[0].match.games, extra[0].match.counts_once) == (1, True)
    play.play(by_pair({}, {(1, 2): 2}))
    assert play.places() == [(1, [2]), (2, [1])]


def test_three_level_ones_meet_once_more() -> None:
    play = table_of(4, rules_for(tie_breaks=EXTRA, awards=AWARDS))
    result = by_pair(CIRCLE, {(1, 2): 2, (2, 3): 2, (1, 3): 3})
    for _ in range(3):
        play.play(result)
    met: list[frozenset[int | None]] = []
    for _ in range(3):
        met.extend(frozenset((one.first, one.second)) for one in play.plan())
        assert {one.kind for one in play.plan()} == {PairingKind.EXTRA}
        play.play(result)
    assert set(met) == {frozenset(pair) for pair in combinations((1, 2, 3), 2)}
    assert play.places() == [(1, [2]), (2, [3]), (3, [1]), (4, [4])]


def test_lots_decide_where_extra_games_leave_all_level() -> None:
    play = table_of(4, rules_for(tie_breaks=EXTRA, awards=AWARDS))
    done = play.play_out(by_pair(CIRCLE, {(1, 2): 1, (2, 3): 2, (1, 3): 3}))
    by_lot = sorted((1, 2, 3), key=lambda no: hashlib.sha256(f"a secret:place:A:1:{no}".encode()).hexdigest())
    assert shown(done.places) == [*((place, [no]) for place, no in enumerate(by_lot, start=1)), (4, [4])]
    assert [place.article for place in done.places] == ["ties"] * 3 + [""]
    assert len(play.section.rounds) == 6


@pytest.mark.parametrize(
    ("awards", "goes_on", "is_played"),
    [
        pytest.param(AWARDS, None, True, id="a medal for the third only"),
        pytest.param(AWARDS[:1], None, False, id="no prize but for the first"),
        pytest.param((Award(1, None, {"en": "diploma"}, diploma=True),), None, False, id="the same for all"),
        pytest.param((Award(4, 4, {"en": "book"}, diploma=True),), None, True, id="a book for the fourth"),
        pytest.param((), 3, True, id="three go on"),
        pytest.param((), 2, False, id="two go on"),
    ],
)
def test_extra_games_are_played_where_something_depends_on_them(
    awards: tuple[Award, ...], goes_on: int | None, is_played: bool
) -> None:
    # 1 beats all, 2 all others, 3 and 4 draw: they are level at places 3 and 4
    play = table_of(4, rules_for(tie_breaks=EXTRA, awards=awards), goes_on=goes_on)
    result = by_pair({(1, 2): 1, (1, 3): 1, (1, 4): 1, (2, 3): 2, (2, 4): 2}, {(3, 4): 4})
    for _ in range(3):
        play.play(result)
    if is_played:
        assert [set(pair) for pair in pairs(play.plan())] == [{3, 4}]
        play.play(result)
        assert play.places()[2:] == [(3, [4]), (4, [3])]
    else:
        assert play.places()[2:] == [(3, [3, 4])]


def test_no_extra_game_with_one_who_has_left() -> None:
    play = table_of(2, rules_for(tie_breaks=EXTRA))
    play.play(drawn)
    play.leave(1)
    assert play.places() == [(1, [2]), (2, [1])]


def test_lots_that_the_regulation_lists_part_everybody() -> None:
    play = table_of(3, rules_for(tie_breaks=(TieBreak.LOTS,)))
    assert [len(place.entrants) for place in play.play_out(drawn).places] == [1, 1, 1]
