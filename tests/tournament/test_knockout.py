"""Knockouts worked out by hand."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date

import pytest

from rules.playrules import FirstWhite
from rules.tournament.eventrules import MatchRule, ThirdPlace
from rules.tournament.knockout import next_round
from rules.tournament.model import EntrantNo, PairingKind, Standing
from rules.tournament.systems import CannotPair
from tests.tournament.pairings import Play, first_wins, pairs, rules_for, shown, winners

GAME, BYE, SITS_OUT = PairingKind.GAME, PairingKind.BYE, PairingKind.SITS_OUT
FINAL, THIRD = PairingKind.FINAL, PairingKind.THIRD_PLACE


def lots(purpose: str, *numbers: int) -> list[int]:
    """The order in which anyone with a hash tool finds numbers drawn."""
    return sorted(numbers, key=lambda no: hashlib.sha256(f"a secret:{purpose}:{no}".encode()).hexdigest())


def test_pairs_follow_the_lots_and_neighbours_meet() -> None:
    play = Play.of(next_round, [5, 2, 8, 1, 7, 3, 6, 4])
    assert pairs(play.play(winners(5, 1, 3, 4)).pairings) == [(5, 2), (8, 1), (7, 3), (6, 4)]
    assert pairs(play.play(winners(1, 4)).pairings) == [(5, 1), (3, 4)]
    final = play.pair()
    assert pairs(final) == [(1, 4)]
    assert (final[0].kind, final[0].article, final[0].white_by) == (FINAL, "final", "order")
    play.play(winners(4))
    assert play.places() == [(1, [4]), (2, [1]), (3, [5, 3]), (5, [2, 8, 7, 6])]


@pytest.mark.parametrize(
    ("size", "fields"),
    [
        (2, [2]),
        (3, [3, 2]),
        (4, [4, 2]),
        (5, [5, 3, 2]),
        (6, [6, 3, 2]),
        (7, [7, 4, 2]),
        (8, [8, 4, 2]),
        (9, [9, 5, 3, 2]),
        (10, [10, 5, 3, 2]),
        (11, [11, 6, 3, 2]),
        (12, [12, 6, 3, 2]),
        (13, [13, 7, 4, 2]),
        (14, [14, 7, 4, 2]),
        (15, [15, 8, 4, 2]),
        (16, [16, 8, 4, 2]),
        (17, [17, 9, 5, 3, 2]),
    ],
)
def test_a_field_is_halved_until_there_is_a_final(size: int, fields: list[int]) -> None:
    play = Play.of(next_round, size)
    for field in fields:
        planned = play.plan()
        assert [one.kind for one in planned if one.second is None] == [BYE] * (field % 2)
        assert len(planned) == (field + 1) // 2
        assert (planned[0].kind is FINAL) is (field == 2)
        play.play()
    places = play.finished().places
    assert sorted(number for place in places for number in place.entrants) == list(range(1, size + 1))
    assert [len(place.entrants) for place in places] == [1, *(field // 2 for field in reversed(fields))]


def test_a_bye_is_drawn_among_those_who_have_had_fewest() -> None:
    # of five, the first bye is drawn among all; of the three left, among the two who have played
    play = Play.of(next_round, 5)
    first = lots("bye:A:1", 1, 2, 3, 4, 5)[0]
    planned = play.plan()
    assert (planned[-1].kind, planned[-1].first, planned[-1].article) == (BYE, first, "bye")
    others = [number for number in range(1, 6) if number != first]
    assert pairs(planned[:-1]) == [(others[0], others[1]), (others[2], others[3])]
    play.play()
    left = sorted((first, others[0], others[2]))
    second = lots("bye:A:2", others[0], others[2])[0]
    third = [number for number in left if number != second]
    assert pairs(play.plan()) == [(third[0], third[1]), (second, None)]


@pytest.mark.parametrize("secret", [str(number) for number in range(40)])
def test_nobody_has_two_byes_while_another_has_none(secret: str) -> None:
    play = Play.of(next_round, 17, secret=secret)
    byes = dict.fromkeys(range(1, 18), 0)
    for _ in range(4):
        field = {number for one in play.plan() for number in (one.first, one.second) if number is not None}
        for one in play.play().pairings:
            if one.second is None:
                assert byes[one.first] == min(byes[number] for number in field)
                byes[one.first] += 1


@pytest.mark.parametrize("size", [0, 1])
def test_a_field_without_opponents_is_over_at_once(size: int) -> None:
    play = Play.of(next_round, size)
    assert play.places() == [(1, [1])][:size]


def test_a_regulation_without_a_knockout_cannot_pair_one() -> None:
    play = Play.of(next_round, 4, replace(rules_for(), knockout=None))
    with pytest.raises(CannotPair) as error:
        play.plan()
    assert error.value.reason == "system-unknown"


# --- down to an exact number ------------------------------------------------------------------------------


def test_nine_down_to_four() -> None:
    play = Play.of(next_round, 9, goes_on=4)
    first = play.plan()
    assert [one.kind for one in first] == [GAME] * 4 + [BYE]
    bye = first[-1].first
    play.play()
    last = play.plan()
    # one of five has to drop out; three of the four who have played so far sit out
    assert [one.kind for one in last] == [GAME, SITS_OUT, SITS_OUT, SITS_OUT]
    assert bye in (last[0].first, last[0].second)
    assert {one.article for one in last[1:]} == {"quota"}
    beaten_first = sorted(set(range(1, 10)) - {no for one in last for no in (one.first, one.second) if no})
    play.play()
    done = play.finished()
    out = max(no for no in (last[0].first, last[0].second) if no is not None)
    on = sorted(set(range(1, 10)) - set(beaten_first) - {out})
    assert list(done.goes_on) == on
    assert shown(done.places) == [(1, on), (5, [out]), (6, beaten_first)]


@pytest.mark.parametrize(
    ("size", "quota", "kinds"),
    [
        (6, 6, []),
        (5, 6, []),
        (0, 4, []),
        (1, 4, []),
        (5, 4, ["g s s s"]),
        (7, 4, ["g g g s"]),
        (8, 4, ["g g g g"]),
        (12, 6, ["g g g g g g"]),
        (13, 6, ["g g g g g g b", "g s s s s s"]),
        (7, 3, ["g g g b", "g s s"]),
        (28, 6, ["g " * 13 + "g", "g g g g g g g", "g s s s s s"]),
        (3, 1, ["g b", "g"]),
        (2, 1, ["g"]),
    ],
)
def test_a_stage_plays_down_to_exactly_its_quota(size: int, quota: int, kinds: list[str]) -> None:
    play = Play.of(next_round, size, goes_on=quota)
    short = {"g": GAME, "b": BYE, "s": SITS_OUT}
    for expected in kinds:
        assert [one.kind for one in play.plan()] == [short[kind] for kind in expected.split()]
        play.play()
    done = play.finished()
    assert len(done.goes_on) == min(size, quota)
    assert list(done.goes_on) == sorted(done.goes_on)
    if size <= quota:
        assert shown(done.places) == ([(1, list(range(1, size + 1)))] if size else [])


def test_fewer_than_the_quota_go_on_when_nobody_comes_to_a_board() -> None:
    play = Play.of(next_round, 8, goes_on=4)
    play.play(lambda pairing, game: "0-0" if pairing.first == 3 else first_wins(pairing, game))
    done = play.finished()
    assert list(done.goes_on) == [1, 5, 7]
    assert shown(done.places) == [(1, [1, 5, 7]), (4, [2, 3, 4, 6, 8])]


def test_who_leaves_before_the_last_round_spares_another_from_dropping_out() -> None:
    play = Play.of(next_round, 6, goes_on=4)
    play.leave(2)
    assert [one.kind for one in play.plan()] == [GAME, SITS_OUT, SITS_OUT, SITS_OUT]
    play.leave(3)
    done = play.finished()
    assert list(done.goes_on) == [1, 4, 5, 6]
    assert shown(done.places) == [(1, [1, 4, 5, 6]), (5, [2, 3])]


# --- the third place --------------------------------------------------------------------------------------


def test_the_losing_semi_finalists_play_for_the_third_place_beside_the_final() -> None:
    play = Play.of(next_round, 4, rules_for(third=ThirdPlace.MATCH))
    play.play()
    planned = play.plan()
    assert pairs(planned) == [(1, 3), (2, 4)]
    assert [(one.kind, one.article) for one in planned] == [(FINAL, "final"), (THIRD, "third")]
    play.play(winners(3, 4))
    assert play.places() == [(1, [3]), (2, [1]), (3, [4]), (4, [2])]
    assert [place.article for place in play.finished().places] == ["final", "knockout", "third", "knockout"]


@pytest.mark.parametrize(
    ("leaving", "standing", "places"),
    [
        ([2], Standing.WITHDRAWN, [(1, [1]), (2, [3]), (3, [4]), (4, [2])]),
        ([2, 4], Standing.WITHDRAWN, [(1, [1]), (2, [3]), (3, [2, 4])]),
        ([2], Standing.EXCLUDED, [(1, [1]), (2, [3]), (3, [4]), (4, [2])]),
        ([2, 4], Standing.EXCLUDED, [(1, [1]), (2, [3]), (3, [2, 4])]),
    ],
)
def test_without_an_opponent_the_third_place_needs_no_match(
    leaving: list[int], standing: Standing, places: list[tuple[int, list[int]]]
) -> None:
    play = Play.of(next_round, 4, rules_for(third=ThirdPlace.MATCH))
    play.play()
    play.leave(*leaving, standing=standing)
    assert pairs(play.plan()) == [(1, 3)]
    play.play()
    assert play.places() == places


def test_nobody_comes_to_the_match_for_the_third_place() -> None:
    play = Play.of(next_round, 4, rules_for(third=ThirdPlace.MATCH))
    play.play()
    play.play(lambda pairing, game: "0-0" if pairing.kind is THIRD else first_wins(pairing, game))
    assert play.places() == [(1, [1]), (2, [3]), (3, [2, 4])]


def test_the_third_place_is_played_for_when_a_finalist_has_left() -> None:
    play = Play.of(next_round, 4, rules_for(third=ThirdPlace.MATCH))
    play.play()
    play.leave(3)
    assert [(one.kind, one.first, one.second) for one in play.plan()] == [(THIRD, 2, 4)]
    play.play(winners(4))
    assert play.places() == [(1, [1]), (2, [3]), (3, [4]), (4, [2])]


def test_of_three_left_without_a_final_of_three_the_beaten_one_is_third() -> None:
    play = Play.of(next_round, 3, rules_for(third=ThirdPlace.MATCH))
    bye = lots("bye:A:1", 1, 2, 3)[0]
    low, high = (number for number in (1, 2, 3) if number != bye)
    assert pairs(play.play().pairings) == [(low, high), (bye, None)]
    assert [one.kind for one in play.plan()] == [FINAL]
    play.play(winners(low))
    assert play.places() == [(1, [low]), (2, [bye]), (3, [high])]


# --- leaving ----------------------------------------------------------------------------------------------


def test_a_pairing_goes_to_whoever_stays() -> None:
    play = Play.of(next_round, 4)
    round_ = play.play(leave=[1])
    assert [pairing.winner for pairing in round_.pairings] == [2, 3]
    play.play()
    assert play.places() == [(1, [2]), (2, [3]), (3, [1, 4])]


def test_neighbours_close_up_when_somebody_leaves_between_two_rounds() -> None:
    play = Play.of(next_round, 16)
    play.play()
    play.leave(3, 5)
    assert pairs(play.plan()) == [(1, 7), (9, 11), (13, 15)]
    play.play()
    # whoever came through a round before leaving is before those who lost in it, and behind all who played on
    play.play_out(winners(1, 9, 13))
    assert play.places()[-2:] == [(7, [3, 5]), (9, [2, 4, 6, 8, 10, 12, 14, 16])]


def test_the_last_one_left_has_won() -> None:
    play = Play.of(next_round, 4)
    play.play()
    play.leave(1)
    assert play.places() == [(1, [3]), (2, [1]), (3, [2, 4])]


def test_a_winner_who_leaves_after_the_final_has_won() -> None:
    play = Play.of(next_round, 2)
    play.play()
    play.leave(1)
    assert play.places() == [(1, [1]), (2, [2])]


def test_everybody_leaves() -> None:
    play = Play.of(next_round, 4)
    play.play()
    play.leave(1, 2, 3, 4)
    assert play.places() == [(1, [1, 3]), (3, [2, 4])]


def test_nobody_comes_to_the_final() -> None:
    play = Play.of(next_round, 4)
    play.play()
    play.play(lambda pairing, game: "0-0")
    assert play.places() == [(1, [1, 3]), (3, [2, 4])]


def test_everybody_leaves_in_one_round() -> None:
    play = Play.of(next_round, 4)
    play.play(leave=[1, 2, 3, 4])
    assert play.places() == [(1, [1, 2, 3, 4])]


def test_an_excluded_entrant_is_behind_all_others() -> None:
    play = Play.of(next_round, 4)
    play.play()
    play.play(winners(1))
    play.leave(1, standing=Standing.EXCLUDED)
    assert play.places() == [(1, [3]), (2, [2, 4]), (4, [1])]


def test_who_returns_after_a_round_was_paired_without_them_is_out() -> None:
    play = Play.of(next_round, 8)
    play.play()
    play.leave(1)
    play.play()
    play.entrants[EntrantNo(1)] = replace(play.entrants[EntrantNo(1)], standing=Standing.IN)
    assert 1 not in {number for one in play.plan() for number in (one.first, one.second)}


# --- White ------------------------------------------------------------------------------------------------

YOUNGER = FirstWhite("younger", "Z7")


@pytest.mark.parametrize(
    ("births", "white", "by"),
    [
        ({1: date(2012, 5, 1), 2: date(2013, 1, 1)}, 2, "younger"),
        ({1: date(2013, 5, 2), 2: date(2013, 5, 1)}, 1, "younger"),
        ({1: date(2013, 5, 1), 2: date(2013, 5, 1)}, None, "lot"),
        ({1: date(2013, 5, 1)}, None, "lot"),
        ({1: 2013, 2: date(2012, 12, 31)}, 1, "younger"),
        ({1: date(2013, 12, 31), 2: 2013}, None, "lot"),
        ({1: 2013, 2: 2013}, None, "lot"),
        ({}, None, "lot"),
    ],
)
def test_the_younger_player_has_white_where_the_regulation_says_so(
    births: dict[int, date | int], white: int | None, by: str
) -> None:
    play = Play.of(next_round, 2)
    play.white = YOUNGER
    play.births = {EntrantNo(number): born for number, born in births.items()}
    planned = play.plan()[0]
    assert planned.first == (white or lots("white:A:1-2", 1, 2)[0])
    assert {planned.first, planned.second} == {1, 2}
    assert (planned.white_by, planned.white_article) == (by, "Z7")


def test_matches_and_the_final_have_the_games_the_regulation_gives_them() -> None:
    rules = rules_for(match=MatchRule(games=2, article="6.3"), final=MatchRule(to_wins=2, article="6.3 f"))
    play = Play.of(next_round, 4, rules)
    assert {one.match for one in play.plan()} == {MatchRule(games=2, article="6.3")}
    play.play()
    assert {one.match for one in play.plan()} == {MatchRule(to_wins=2, article="6.3 f")}


@pytest.mark.parametrize("number", range(2, 9))
def test_the_two_of_a_pairing_draw_for_white_where_the_regulation_says_so(number: int) -> None:
    play = Play.of(next_round, number)
    play.rules = replace(play.rules, white_by="lot", white_article="x")
    for planned in play.plan():
        if planned.second is None:
            continue
        low, high = sorted((planned.first, planned.second))
        assert planned.first == lots(f"white:A:{low}-{high}", low, high)[0]
        assert (planned.white_by, planned.white_article) == ("lot", "x")
