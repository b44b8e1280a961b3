"""What holds in knockouts and round robins of any size, whoever wins, stays away, leaves or is excluded."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.tournament import knockout, round_robin
from rules.tournament.eventrules import Award, MatchRule, System, ThirdPlace, TieBreak
from rules.tournament.model import EntrantNo, How, Pairing, PairingKind, Standing
from rules.tournament.systems import Finished
from tests.tournament.pairings import Play, Result, rules_for

RESULTS = ("1-0", "1-0", "0-1", "0-1", "1/2-1/2", "0-0")
MATCHES = st.sampled_from((MatchRule(), MatchRule(games=2), MatchRule(to_wins=2)))
AWARDS = (Award(1, 1, {"en": "cup"}, diploma=True), Award(2, 3, {"en": "medal"}, diploma=True))


def at_random(chance: random.Random, results: tuple[str, ...] = RESULTS) -> Result:
    """Any of ``results``, whatever the game."""

    def result(pairing: Pairing, game: int) -> str:
        return chance.choice(results)

    return result


def somebody_leaves(play: Play, chance: random.Random, likely: float) -> None:
    for number, entrant in play.entrants.items():
        if entrant.is_playing and chance.random() < likely:
            play.leave(number, standing=chance.choice((Standing.WITHDRAWN, Standing.EXCLUDED)))
            if play.section.system is System.ROUND_ROBIN:
                play.entrants[number] = replace(
                    play.entrants[number], is_annulled=has_played_less_than_half(play, number)
                )


def has_played_less_than_half(play: Play, number: EntrantNo) -> bool:
    assert play.rules.round_robin is not None
    meetings = (len(play.section.entrants) - 1) * play.rules.round_robin.cycles
    played = sum(
        number in pairing.players and any(game.how is How.PLAYED for game in pairing.games)
        for round_ in play.section.rounds
        for pairing in round_.pairings
    )
    return 2 * played < meetings


def run(play: Play, chance: random.Random, likely: float) -> Finished:
    """Play to the end; everyone who takes part has one board or a rest in each round."""
    for _ in range(200):
        answer = play.next_round(play.request)
        assert play.next_round(play.request) == answer
        if isinstance(answer, Finished):
            return answer
        seats = Counter(no for one in answer for no in (one.first, one.second) if no is not None)
        assert set(seats.values()) <= {1}
        assert seats.keys() <= set(play.section.entrants)
        play.play(at_random(chance), leave=[no for no in seats if chance.random() < likely / 2])
        somebody_leaves(play, chance, likely)
    raise AssertionError("no end")


def check_places(play: Play, done: Finished) -> None:
    """Everyone has a place, whoever was excluded or annulled a last one; who goes on is still there."""
    first = 1
    for place in done.places:
        assert place.first == first
        first += len(place.entrants)
    order = [number for place in done.places for number in place.entrants]
    assert sorted(order) == sorted(play.section.entrants)
    is_out = [
        play.entrants[number].standing is Standing.EXCLUDED or play.entrants[number].is_annulled
        for number in order
    ]
    assert is_out == sorted(is_out)
    assert len(set(done.goes_on)) == len(done.goes_on) <= (play.section.goes_on or 0)
    assert all(play.entrants[number].is_playing for number in done.goes_on)


@given(
    size=st.integers(0, 20),
    goes_on=st.none() | st.integers(1, 8),
    three_way=st.booleans(),
    third=st.sampled_from(ThirdPlace),
    match=MATCHES,
    likely=st.sampled_from((0.0, 0.05, 0.3)),
    seed=st.integers(0, 2**32),
)
def test_a_knockout_comes_to_complete_places(
    size: int,
    goes_on: int | None,
    three_way: bool,
    third: ThirdPlace,
    match: MatchRule,
    likely: float,
    seed: int,
) -> None:
    chance = random.Random(seed)
    rules = rules_for(three_way=three_way, third=third, match=match, final=MatchRule(to_wins=2))
    play = Play.of(knockout.next_round, size, rules, goes_on=goes_on, secret=str(seed))
    done = run(play, chance, likely)
    check_places(play, done)
    byes: Counter[int] = Counter()
    for round_ in play.section.rounds:
        kinds = {pairing.kind for pairing in round_.pairings}
        if PairingKind.THREE_WAY in kinds:
            break
        field = [number for pairing in round_.pairings for number in pairing.players]
        idle = [pairing.first for pairing in round_.pairings if pairing.second is None]
        # nobody goes on without play more often than somebody who had to play this time had done
        busy = [byes[number] for number in field if number not in idle]
        assert all(byes[number] <= min(busy) for number in idle)
        byes.update(idle)


@given(size=st.integers(0, 40), quota=st.integers(1, 12), seed=st.integers(0, 2**32))
def test_exactly_the_quota_goes_on_when_everybody_comes(size: int, quota: int, seed: int) -> None:
    play = Play.of(knockout.next_round, size, goes_on=quota, secret=str(seed))
    done = play.play_out(at_random(random.Random(seed), ("1-0", "0-1")))
    assert len(done.goes_on) == min(size, quota)


@given(size=st.integers(2, 40), third=st.sampled_from(ThirdPlace), seed=st.integers(0, 2**32))
def test_three_places_are_decided_when_everybody_comes(size: int, third: ThirdPlace, seed: int) -> None:
    play = Play.of(knockout.next_round, size, rules_for(three_way=True, third=third), secret=str(seed))
    done = play.play_out(at_random(random.Random(seed), ("1-0", "0-1", "1/2-1/2")))
    assert [len(place.entrants) for place in done.places[:2]] == [1, 1]
    if third is ThirdPlace.MATCH and size > 2:
        assert len(done.places[2].entrants) == 1


@given(
    size=st.integers(0, 9),
    cycles=st.integers(1, 2),
    goes_on=st.none() | st.integers(1, 4),
    extra=st.booleans(),
    match=st.sampled_from((MatchRule(), MatchRule(games=2), MatchRule(games=2, counts_once=True))),
    likely=st.sampled_from((0.0, 0.05, 0.2)),
    seed=st.integers(0, 2**32),
)
def test_a_round_robin_comes_to_complete_places(
    size: int, cycles: int, goes_on: int | None, extra: bool, match: MatchRule, likely: float, seed: int
) -> None:
    chance = random.Random(seed)
    tie_breaks = (TieBreak.DIRECT_GAME, *([TieBreak.EXTRA_GAME] if extra else []))
    rules = rules_for(cycles=cycles, meeting=match, tie_breaks=tie_breaks, awards=AWARDS)
    play = Play.of(round_robin.next_round, size, rules, goes_on=goes_on, system=System.ROUND_ROBIN)
    done = run(play, chance, likely)
    check_places(play, done)
    met = Counter(
        frozenset(pairing.players)
        for round_ in play.section.rounds
        for pairing in round_.pairings
        if pairing.kind is PairingKind.GAME
    )
    assert all(times <= cycles for times in met.values())
    stayed = [number for number in play.section.entrants if play.entrants[number].is_playing]
    if len(stayed) == size and len(stayed) > (goes_on or 0):
        assert len(met) == size * (size - 1) // 2
        assert set(met.values()) <= {cycles}
    if extra and goes_on is None and stayed:
        for place in done.places[:3]:
            assert (
                place.first > 3
                or len(place.entrants) == 1
                or not any(play.entrants[number].is_playing for number in place.entrants)
            )
