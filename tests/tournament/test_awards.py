"""Places and awards at the end, and the event as plain values."""

from __future__ import annotations

import json
from dataclasses import replace

from rules.tournament import actions
from rules.tournament.eventrules import Award, Category, EventRules, System
from rules.tournament.model import BoardNo, EntrantNo
from tests.tournament.directing import COMMITMENT, SECRET, Director, rules_for

N = EntrantNo
CUP = Award(1, 1, {"en": "cup"}, diploma=True, article="8.1")
MEDAL = Award(2, 3, {"en": "medal"}, diploma=True, article="8.1")
FOR_ALL = Award(None, None, {"en": "taking part"}, diploma=True, article="8.1")


def awarding(**values: object) -> EventRules:
    return replace(rules_for(System.KNOCKOUT), awards=(CUP, MEDAL, FOR_ALL), **values)  # type: ignore[arg-type]


def earned(director: Director) -> dict[int, tuple[str, str]]:
    return {
        awarded.entrant: (awarded.award.what["en"], awarded.prize_list) for awarded in director.event.awards()
    }


def test_places_earn_what_the_regulation_says_and_all_others_take_part() -> None:
    """Six in a knockout, the lower number wins: 1 beats 2, 3 beats 4, 5 beats 6; a bye; then the final."""
    director = Director(awarding()).begin(6)
    assert director.event.awards() == ()
    director.play_on()
    places = [(place.first, place.entrants) for place in director.event.places()[0].places]
    winner, second = places[0][1][0], places[1][1][0]
    third = places[2][1]
    assert [first for first, _ in places] == [1, 2, 3, 4]
    assert earned(director) == {
        winner: ("cup", ""),
        second: ("medal", ""),
        **dict.fromkeys(third, ("medal", "")),
        **dict.fromkeys((2, 4, 6), ("taking part", "")),
    }


def test_whose_results_are_annulled_wins_no_place() -> None:
    """Two of three leave a round robin before they have played: the third place is nobody's medal."""
    table = replace(rules_for(System.ROUND_ROBIN), awards=(CUP, MEDAL, FOR_ALL))
    director = Director(table).begin(3)
    director.do(actions.Withdrawn(N(2)))
    director.do(actions.Excluded(N(3), "6.5"))
    director.pair()
    assert [place.entrants for place in director.event.places()[0].places] == [(1,), (2, 3)]
    assert earned(director) == {1: ("cup", ""), 2: ("taking part", "")}


def test_a_stage_that_feeds_another_gives_no_places() -> None:
    """Four play down to two, who go on to a second stage: only there is anything won."""
    rules = awarding()
    (stage,) = rules.stages
    stages = (replace(stage, id="one", quotas={"": 2}), replace(stage, id="two"))
    director = Director(replace(rules, stages=stages)).begin(4)
    director.play_round()
    while len(director.event.sections) < 2:
        assert (director.event.places(), director.event.awards()) == ((), ())
        director.pair()
    director.play_on()
    assert [awarded for awarded, _ in earned(director).values()].count("cup") == 1


def test_categories_are_awarded_in_the_order_of_the_regulation() -> None:
    """One alone in the second category is through both stages before the first has played."""
    categories = (Category("young", {"en": "Young"}), Category("old", {"en": "Old"}))
    rules = awarding(categories=categories)
    stage = replace(rules.stages[0], within="category")
    stages = (replace(stage, id="one", quotas={"young": 2, "old": 2}), replace(stage, id="two"))
    director = Director(replace(rules, stages=stages))
    director.open()
    director.join(4, category="young")
    director.join(category="old")
    director.close_and_draw((1, 2, 3, 4, 5))
    director.start()
    director.pair()
    director.play_on()
    assert [section.category for section in director.event.sections if section.stage == 1] == ["old", "young"]
    assert [listed.category for listed in director.event.places()] == ["young", "old"]


def test_the_excluded_earn_nothing() -> None:
    director = Director(awarding()).begin(4)
    director.do(actions.Excluded(EntrantNo(2)))
    director.play_on()
    assert EntrantNo(2) not in earned(director)
    assert len(earned(director)) == 3


def test_boys_and_girls_of_one_field_have_places_of_their_own() -> None:
    """1 (boy) beats 2 (girl), 3 (girl) beats 4 (boy), 1 beats 3: girls 3 then 2, boys 1 then 4."""
    director = Director(awarding(prize_lists=True))
    director.open()
    for prize_list in ("boy", "girl", "girl", "boy"):
        director.join(prize_list=prize_list)
    director.close_and_draw((1, 2, 3, 4))
    director.start()
    director.pair()
    director.play_on()
    lists = {
        listed.prize_list: [(place.first, place.entrants) for place in listed.places]
        for listed in director.event.places()
    }
    assert lists == {"boy": [(1, (1,)), (2, (4,))], "girl": [(1, (3,)), (2, (2,))]}
    assert earned(director) == {
        1: ("cup", "boy"), 4: ("medal", "boy"), 3: ("cup", "girl"), 2: ("medal", "girl"),
    }  # fmt: skip


# --- state ----------------------------------------------------------------------------------------------


def test_the_state_says_whose_turn_it_is_to_do_what() -> None:
    director = Director(rules_for(System.SWISS, rounds=1))
    waits: list[object] = [director.event.state()["waits_for"]]
    director.open()
    waits.append(director.event.state()["waits_for"])
    director.join(2)
    director.do(actions.Closed())
    waits.append(director.event.state()["waits_for"])
    director.do(actions.LotsEntered(SECRET, (EntrantNo(1), EntrantNo(2))))
    waits.append(director.event.state()["waits_for"])
    director.start()
    waits.append(director.event.state()["waits_for"])
    assert waits == [
        [{"who": "organiser", "what": "open"}],
        [{"who": "organiser", "what": "close"}],
        [{"who": "organiser", "what": "draw-lots"}],
        [{"who": "organiser", "what": "start"}],
        [{"who": "organiser", "what": "pair", "section": "main"}],
    ]
    director.pair()
    (due,) = director.event.next_games()
    play = {"board": 1, "game": 1, "code": None}
    assert director.event.state()["waits_for"] == [{"who": [due.white, due.black], "what": "play", **play}]
    director.do(actions.Reported(BoardNo(1), 1, "1-0", due.white))
    assert director.event.state()["waits_for"] == [{"who": [due.black], "what": "confirm", **play}]


def test_the_state_is_plain_and_has_standings_places_and_lots() -> None:
    director = Director(rules_for(System.ROUND_ROBIN)).begin(3)
    director.play_on(["1/2-1/2"])
    state = json.loads(json.dumps(director.event.state()))
    assert state["phase"] == "finished"
    assert state["lots"] == {
        "commitment": COMMITMENT,
        "words": {},
        "secret": SECRET,
        "order": [1, 2, 3],
        "by_hand": True,
    }
    (section,) = state["sections"]
    assert [row["points"] for row in section["standings"]] == [2, 2, 2]
    assert section["standings"][0]["tie_breaks"] == {"buchholz": 4, "sonneborn-berger": 4, "wins": 0}
    assert section["places"] == [{"first": 1, "entrants": [1, 2, 3], "article": ""}]
    assert [len(round_["pairings"]) for round_ in section["rounds"]] == [2, 2, 2]
    assert state["waits_for"] == []
