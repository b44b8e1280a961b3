"""What a bracket shows: played rounds, and those that are sure to come."""

from __future__ import annotations

from dataclasses import replace

from rules.tournament.bracket import BracketRound, Slot, bracket
from rules.tournament.eventrules import KnockoutRules, ThirdPlace
from rules.tournament.knockout import next_round
from rules.tournament.model import PairingKind
from tests.tournament.pairings import Play, rules_for, winners

FINAL, THIRD, GAME, BYE = PairingKind.FINAL, PairingKind.THIRD_PLACE, PairingKind.GAME, PairingKind.BYE


def who(rounds: tuple[BracketRound, ...]) -> list[list[tuple[int | None, int | None]]]:
    return [[(slot.upper, slot.lower) for slot in round_.slots] for round_ in rounds]


def sources(rounds: tuple[BracketRound, ...]) -> list[list[tuple[int | None, int | None]]]:
    return [[(slot.upper_from, slot.lower_from) for slot in round_.slots] for round_ in rounds]


def knockout_rules(play: Play) -> KnockoutRules:
    assert play.rules.knockout is not None
    return play.rules.knockout


def test_a_full_bracket_is_known_before_the_first_game() -> None:
    rounds = bracket(Play.of(next_round, 8).section)
    assert who(rounds) == [
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        [(None, None), (None, None)],
        [(None, None)],
    ]
    assert sources(rounds) == [[(None, None)] * 4, [(0, 1), (2, 3)], [(0, 1)]]
    assert [round_.number for round_ in rounds] == [1, 2, 3]
    assert rounds[-1].slots[0].kind is FINAL
    assert all(slot.is_expected for round_ in rounds for slot in round_.slots)


def test_winners_are_shown_where_they_go_on() -> None:
    play = Play.of(next_round, 4)
    play.play(winners(2, 3))
    rounds = bracket(play.section)
    assert who(rounds) == [[(1, 2), (3, 4)], [(2, 3)]]
    first = rounds[0].slots[0]
    assert (first.winner, first.loser, first.board, first.is_decided) == (2, 1, 1, True)
    play.play(winners(3))
    play.section = replace(play.section, is_finished=True)
    done = bracket(play.section)
    assert (who(done), sources(done)[-1], done[-1].slots[0].winner) == (who(rounds), [(0, 1)], 3)


def test_a_running_round_leads_on_from_every_board() -> None:
    play = Play.of(next_round, 8)
    round_ = play.play()
    is_open = replace(round_.pairings[1], is_decided=False, winner=None)
    pairings = (round_.pairings[0], is_open, *round_.pairings[2:])
    section = replace(play.section, rounds=(replace(round_, pairings=pairings),))
    assert who(bracket(section))[1] == [(1, None), (5, 7)]


def test_whoever_still_has_to_draw_a_bye_is_not_placed() -> None:
    rounds = bracket(Play.of(next_round, 5).section)
    assert [[slot.kind for slot in round_.slots] for round_ in rounds] == [
        [GAME, GAME, BYE],
        [GAME, BYE],
        [FINAL],
    ]
    assert who(rounds)[0] == [(None, None)] * 3
    assert sources(rounds)[1:] == [[(None, None)] * 2, [(None, None)]]


def test_a_bye_stands_where_its_entrant_stands() -> None:
    play = Play.of(next_round, 5)
    play.play()
    bye = next(one.first for one in play.section.rounds[0].pairings if one.second is None)
    first = bracket(play.section)[0].slots
    assert [slot.upper for slot in first] == sorted(slot.upper or 0 for slot in first)
    idle = next(slot for slot in first if slot.kind is BYE)
    assert (idle.upper, idle.lower, idle.winner, idle.loser) == (bye, None, bye, None)
    play.play()
    rounds = bracket(play.section)
    for slot in rounds[1].slots:
        for number, place in ((slot.upper, slot.upper_from), (slot.lower, slot.lower_from)):
            assert number is None or (place is not None and rounds[0].slots[place].winner == number)


def test_the_match_for_the_third_place_stands_below_the_final() -> None:
    play = Play.of(next_round, 4, rules_for(third=ThirdPlace.MATCH))
    expected = bracket(play.section, knockout_rules(play))[-1]
    assert [slot.kind for slot in expected.slots] == [FINAL, THIRD]
    assert [(slot.upper_from, slot.lower_from) for slot in expected.slots] == [(0, 1), (0, 1)]
    play.play(winners(3, 4, 2))
    assert who(bracket(play.section, knockout_rules(play)))[-1] == [(2, 3), (1, 4)]
    play.play()
    assert who(bracket(play.section, knockout_rules(play)))[-1] == [(2, 3), (1, 4)]


def test_a_final_of_three_is_expected_as_its_three_meetings() -> None:
    play = Play.of(next_round, 6, rules_for(three_way=True))
    play.play()
    last = bracket(play.section, knockout_rules(play))[-1]
    assert [(slot.kind, slot.upper, slot.lower, slot.upper_from, slot.lower_from) for slot in last.slots] == [
        (PairingKind.THREE_WAY, 1, 3, 0, 1),
        (PairingKind.THREE_WAY, 1, 5, 0, 2),
        (PairingKind.THREE_WAY, 3, 5, 1, 2),
    ]
    play.play()
    assert len(bracket(play.section, knockout_rules(play))) == 2


def test_down_to_a_quota_the_bracket_ends_there() -> None:
    rounds = bracket(Play.of(next_round, 9, goes_on=4).section)
    assert [[slot.kind for slot in round_.slots] for round_ in rounds] == [
        [GAME] * 4 + [BYE],
        [GAME] + [PairingKind.SITS_OUT] * 3,
    ]


def test_nobody_and_one_alone_have_no_bracket() -> None:
    assert bracket(Play.of(next_round, 0).section) == bracket(Play.of(next_round, 1).section) == ()


def test_an_empty_slot_has_no_players() -> None:
    assert Slot(GAME, None, None, None, None).players == ()
