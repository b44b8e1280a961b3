"""Swiss rounds: nobody meets twice, byes once, colours by the rules; an answer where there is no pairing."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.playrules import FirstWhite
from rules.tournament.draw import Draw
from rules.tournament.eventrules import MatchRule, TieBreak
from rules.tournament.model import EntrantNo, How, PairingKind, PlannedPairing, Standing
from rules.tournament.swiss import first_colour, has_met, next_round
from rules.tournament.systems import CannotPair, Finished, PairingRequest
from tests.tournament.second_opinion import as_pairs, dutch_pairs
from tests.tournament.swiss_events import (
    DRAUGHTS,
    DRAW,
    SwissEvent,
    entrants_of,
    request_of,
    section_of,
    swiss_rules,
    with_results,
)

WHITE_WINS = dict.fromkeys(range(1, 21), "1-0")


def planned(request: PairingRequest) -> tuple[PlannedPairing, ...]:
    answer = next_round(request)
    assert not isinstance(answer, Finished)
    return answer


def the_end(request: PairingRequest) -> Finished:
    answer = next_round(request)
    assert isinstance(answer, Finished)
    return answer


def refusal(request: PairingRequest) -> CannotPair:
    with pytest.raises(CannotPair) as refused:
        next_round(request)
    return refused.value


def played_out(count: int, rounds: int, planned_rounds: int | None = None, **changes: Any) -> PairingRequest:
    """A request after so many rounds in which White always won."""
    section = section_of(count, planned_rounds or rounds)
    request = request_of(section, entrants_of(section), swiss_rules(), **changes)
    for _ in range(rounds):
        section = with_results(request.section, planned(request), WHITE_WINS)
        request = replace(request, section=section)
    return request


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), count=st.integers(4, 30), rounds=st.integers(3, 9))
def test_nobody_meets_twice_or_has_two_byes_and_everybody_here_is_paired_once(
    seed: int, count: int, rounds: int
) -> None:
    event = SwissEvent(seed, count, rounds)
    had_bye: set[EntrantNo] = set()
    for number, plan in enumerate(event.play(), start=1):
        here = {
            one.number
            for one in event.entrants.values()
            if one.standing is Standing.IN and one.enters <= number
        }
        paired = [number for p in plan for number in (p.first, p.second) if number is not None]
        assert Counter(paired) == Counter(here)
        asked = {p.first for p in plan if p.kind is PairingKind.REQUESTED_BYE}
        assert asked == {one for one in here if number in event.entrants[one].byes}
        byes = {p.first for p in plan if p.kind is PairingKind.BYE}
        assert len(byes) == len(here - asked) % 2
        assert not byes & had_bye
        had_bye |= byes
        games = {frozenset((p.first, p.second)) for p in plan if p.second is not None}
        assert not games & (set(has_met(event.section)) | event.forbidden)
    if event.stopped is not None:
        assert event.stopped.reason != "engine"
        assert event.stopped.data["can"]


@pytest.mark.parametrize("seed", range(12))
def test_an_independent_engine_pairs_the_same(seed: int) -> None:
    event = SwissEvent(seed, random.Random(seed).randint(6, 14), 5, siblings=0)
    for plan in event.play():
        playing = sorted(
            number
            for pairing in plan
            if pairing.kind is not PairingKind.REQUESTED_BYE
            for number in (pairing.first, pairing.second)
            if number is not None
        )
        first = first_colour(event.request.draw, event.section)
        assert as_pairs(plan) == dutch_pairs(event.section, playing, event.rounds, first)


@pytest.mark.parametrize("seed", range(6))
def test_colours_differ_by_two_at_most_and_three_alike_in_a_row_come_only_to_the_leaders_at_the_end(
    seed: int,
) -> None:
    event = SwissEvent(seed, 24, 7)
    for _ in event.play():
        pass
    colours: dict[EntrantNo, str] = dict.fromkeys(event.section.entrants, "")
    for round_ in event.section.rounds[:-1]:
        for pairing in round_.pairings:
            for game in pairing.games:
                if game.how is How.PLAYED:
                    colours[game.white] += "w"
                    colours[game.black] += "b"
    for sequence in colours.values():
        assert abs(sequence.count("w") - sequence.count("b")) <= 2
        assert "www" not in sequence
        assert "bbb" not in sequence


def test_the_first_round_pairs_the_upper_half_with_the_lower_and_alternates_colours_from_the_lot() -> None:
    section = section_of(8, 3)
    plan = planned(request_of(section, entrants_of(section), swiss_rules()))
    first_is_white = first_colour(DRAW, section).value == "white"
    upper = [(p.first, p.second) if p.first < (p.second or 0) else (p.second, p.first) for p in plan]
    assert upper == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert [p.first < (p.second or 0) for p in plan] == [first_is_white, not first_is_white] * 2
    assert {p.white_by for p in plan} == {"pairing"}
    assert {p.white_article for p in plan} == {"7"}


def test_the_lot_for_the_first_colour_follows_from_the_secret_and_both_come_up() -> None:
    section = section_of(8, 3)
    assert {first_colour(Draw(f"secret {n}"), section) for n in range(20)} == {
        *type(first_colour(DRAW, section))
    }


def test_the_same_request_always_gets_the_same_answer_whatever_else_was_drawn() -> None:
    request = played_out(15, 3, 5)
    answers = set()
    for seed in range(3):
        random.seed(seed)
        answers.add(next_round(request))
    assert len(answers) == 1


def test_the_engine_and_what_it_needs_are_loaded_only_when_a_round_is_paired() -> None:
    code = "import rules.tournament.pairing, rules.tournament.trf, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"gacrux", "networkx", "anyascii"} & set(loaded.split())


def test_pairing_prints_nothing_and_leaves_chance_alone(capfd: pytest.CaptureFixture[str]) -> None:
    random.seed(7)
    before = random.getstate()
    planned(played_out(11, 2, 5))
    assert random.getstate() == before
    assert capfd.readouterr() == ("", "")


def test_a_forfeited_game_may_be_paired_again_and_gives_no_colour() -> None:
    section = section_of(2, 2)
    request = request_of(section, entrants_of(section), swiss_rules())
    (first,) = planned(request)
    section = with_results(section, (first,), {1: "+-"})
    (again,) = planned(replace(request, section=section))
    assert {again.first, again.second} == {1, 2}
    # Nobody has had a colour: the lot for the first round still decides.
    assert (again.first, again.second) == (first.first, first.second)


def test_a_played_game_is_never_repeated_even_if_it_is_annulled_later() -> None:
    section = section_of(2, 2)
    request = request_of(section, entrants_of(section), swiss_rules())
    section = with_results(section, planned(request), {1: "1-0"})
    pairing = section.rounds[0].pairings[0]
    annulled = replace(pairing, games=(replace(pairing.games[0], how=How.ANNULLED),))
    section = replace(section, rounds=(replace(section.rounds[0], pairings=(annulled,)),))
    assert refusal(replace(request, section=section)).reason == "all-have-met"


def test_who_won_by_forfeit_has_no_bye_afterwards() -> None:
    section = section_of(3, 3)
    request = request_of(section, entrants_of(section), swiss_rules())
    first = planned(request)
    section = with_results(section, first, {1: "+-"})
    winner, loser = first[0].first, first[0].second
    second = planned(replace(request, section=section))
    assert [p.first for p in second if p.kind is PairingKind.BYE] == [loser]
    assert winner in (second[0].first, second[0].second)


def test_the_younger_has_white_where_the_regulation_says_so() -> None:
    section = section_of(4, 1)
    request = replace(
        request_of(section, entrants_of(section), swiss_rules()), white=FirstWhite("younger", "Z7")
    )
    plan = planned(request)
    assert {p.white_by for p in plan} == {"lot"}
    assert {p.white_article for p in plan} == {"Z7"}


def test_a_match_of_two_games_is_paired_by_its_points() -> None:
    rules = swiss_rules(DRAUGHTS)
    assert rules.swiss is not None
    two = replace(rules.swiss.match, games=2)
    rules = replace(rules, swiss=replace(rules.swiss, match=two))
    section = section_of(4, 3)
    plan = planned(request_of(section, entrants_of(section), rules))
    assert {p.match.games for p in plan} == {2}


class TestWithoutAPairing:
    """What the rules leave no pairing for is told with what can be done."""

    def test_more_rounds_than_opponents(self) -> None:
        refused = refusal(played_out(4, 3, 5))
        assert (refused.reason, refused.data["round"]) == ("all-have-met", 4)
        assert refused.data["can"] == ("fewer-rounds", "round-robin")

    def test_an_odd_field_in_which_everybody_has_had_a_bye(self) -> None:
        assert refusal(played_out(3, 3, 5)).reason == "byes-used"

    def test_everybody_has_left_but_one(self) -> None:
        request = played_out(5, 1, 3)
        left = {
            number: replace(entrant, standing=Standing.WITHDRAWN) if number > 1 else entrant
            for number, entrant in request.entrants.items()
        }
        refused = refusal(replace(request, entrants=left))
        assert (refused.reason, refused.data["players"]) == ("too-few", 1)
        assert refused.data["can"] == ("fewer-rounds",)

    def test_nobody_is_there_at_all(self) -> None:
        section = section_of(0, 3)
        assert refusal(request_of(section, {}, swiss_rules())).reason == "too-few"

    def test_all_have_asked_for_a_bye(self) -> None:
        section = section_of(4, 3)
        entrants = {n: replace(one, byes=frozenset({1})) for n, one in entrants_of(section).items()}
        assert refusal(request_of(section, entrants, swiss_rules())).reason == "too-few"

    def test_all_pairs_are_forbidden(self) -> None:
        section = section_of(6, 3)
        forbidden = frozenset(frozenset(pair) for pair in combinations(section.entrants, 2))
        request = request_of(section, entrants_of(section), swiss_rules(), forbidden)
        refused = refusal(request)
        assert refused.reason == "forbidden-pairs"
        assert refused.data["can"][0] == "allow-pairs"
        assert len(refused.data["pairs"]) == 3
        allowed = replace(request, forbidden=forbidden - {frozenset(pair) for pair in refused.data["pairs"]})
        assert {frozenset((p.first, p.second)) for p in planned(allowed)} == {
            frozenset(pair) for pair in refused.data["pairs"]
        }

    def test_only_as_many_forbidden_pairs_are_named_as_must_be_allowed(self) -> None:
        # A class of three among four: one of the three always meets another of them.
        section = section_of(4, 3)
        forbidden = frozenset(frozenset(pair) for pair in combinations(section.entrants[:3], 2))
        refused = refusal(request_of(section, entrants_of(section), swiss_rules(), forbidden))
        assert len(refused.data["pairs"]) == 1

    def test_all_who_could_still_meet_are_due_the_same_colour(self) -> None:
        # 1 and 4 have had White twice, 2 and 3 Black; only 1-4 and 2-3 have not met.
        request = request_of(section := section_of(4, 5), entrants_of(section), swiss_rules())
        for games in (((1, 2), (4, 3)), ((1, 3), (4, 2))):
            plan = tuple(
                PlannedPairing(PairingKind.GAME, EntrantNo(white), EntrantNo(black), MatchRule())
                for white, black in games
            )
            section = with_results(section, plan, WHITE_WINS)
        refused = refusal(replace(request, section=section))
        assert (refused.reason, refused.data["can"]) == ("colours", ("fewer-rounds", "round-robin"))

    def test_the_round_before_is_not_over(self) -> None:
        request = played_out(4, 1, 3)
        pairing = replace(request.section.rounds[0].pairings[0], is_decided=False, games=())
        rounds = (replace(request.section.rounds[0], pairings=(pairing,)),)
        refused = refusal(replace(request, section=replace(request.section, rounds=rounds)))
        assert (refused.reason, refused.data["round"]) == ("round-not-over", 1)

    def test_nobody_has_said_how_many_rounds(self) -> None:
        section = replace(section_of(4, 1), rounds_planned=None)
        assert refusal(request_of(section, entrants_of(section), swiss_rules())).reason == "rounds-unknown"


class TestTheEnd:
    """After the last round there are places for everybody, and those who go on."""

    def test_every_place_is_told_once(self) -> None:
        finished = the_end(played_out(7, 3))
        assert sorted(chain.from_iterable(place.entrants for place in finished.places)) == [*range(1, 8)]
        firsts = [place.first for place in finished.places]
        behind = [place.first + len(place.entrants) for place in finished.places]
        assert firsts == [1, *behind[:-1]]
        assert finished.goes_on == ()

    def test_lots_part_whoever_is_still_level_if_the_regulation_has_them(self) -> None:
        request = played_out(8, 1)
        shared = the_end(request)
        assert [len(place.entrants) for place in shared.places] == [4, 4]
        rules = replace(request.rules, tie_breaks=(TieBreak.LOTS,), tie_break_article="9")
        drawn = the_end(replace(request, rules=rules))
        assert [place.first for place in drawn.places] == [*range(1, 9)]
        assert {place.article for place in drawn.places} == {"9"}
        top = {place.entrants[0] for place in drawn.places[:4]}
        assert top == set(shared.places[0].entrants)

    def test_as_many_go_on_as_the_stage_says_and_nobody_who_has_left(self) -> None:
        request = played_out(8, 2)
        request = replace(request, section=replace(request.section, goes_on=3))
        all_here = the_end(request)
        assert len(all_here.goes_on) == 3
        left = all_here.goes_on[0]
        entrants = {**request.entrants, left: replace(request.entrants[left], standing=Standing.WITHDRAWN)}
        without = the_end(replace(request, entrants=entrants))
        assert left not in without.goes_on
        assert len(without.goes_on) == 3
        assert set(all_here.goes_on[1:]) <= set(without.goes_on)
