"""Lots that anybody can check. The hashes were made with sha256sum."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.tournament import actions, lots
from rules.tournament.eventrules import System
from rules.tournament.happenings import LotsTold, WordsWanted
from rules.tournament.lots import Verdict
from rules.tournament.model import EntrantNo
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.signup import WORDS_FOR
from tests.tournament.directing import COMMITMENT, SECRET, Director, rules_for, why

LIS = "afc0b0d1d853ba78ab43c5c36448cddbb82cce915e4d68d9e3ca7af40361d5c5"
OAK = "6fcbe57a5bee9442f4418ed29ddb5a1b9c93476523aa035f4fe038d2e14b45a8"
WORDS = {EntrantNo(10): OAK, EntrantNo(2): LIS}


def numbers(*values: int) -> tuple[EntrantNo, ...]:
    return tuple(map(EntrantNo, values))


def closed(entrants: int = 5) -> Director:
    director = Director(rules_for(System.KNOCKOUT))
    director.open()
    director.join(entrants)
    director.do(actions.Closed())
    return director


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert lots.commitment_of("oak and fox") == COMMITMENT


def test_words_are_hashed_by_ascending_numbers() -> None:
    assert (lots.hash_of_word(" lis "), lots.hash_of_word("дуб")) == (LIS, OAK)
    assert lots.format_words(WORDS) == f"2={LIS} 10={OAK}"
    key = "72edc0946b9437f51ac557ac8d521c0162aec004d6ec55ecbd7b653790eab875"
    assert lots.event_draw(SECRET, WORDS).secret == key


@pytest.mark.parametrize(
    ("words", "entrants", "order"),
    [({}, (1, 2, 3, 4, 5), (2, 3, 4, 1, 5)), (WORDS, (1, 2, 3, 10), (2, 10, 1, 3))],
)
def test_the_order_follows_from_secret_numbers_and_words(
    words: dict[EntrantNo, str], entrants: tuple[int, ...], order: tuple[int, ...]
) -> None:
    drawn = lots.draw_order(SECRET, words, numbers(*entrants))
    assert drawn == order
    assert lots.verify(SECRET, COMMITMENT.upper(), numbers(*entrants), words, drawn) is Verdict.RIGHT


@pytest.mark.parametrize(
    ("secret", "words", "order", "verdict"),
    [
        ("oak and Fox", {}, (2, 3, 4, 1, 5), Verdict.OTHER_SECRET),
        (SECRET, {}, (3, 2, 4, 1, 5), Verdict.OTHER_ORDER),
        (SECRET, {}, (2, 3, 4, 1), Verdict.OTHER_ORDER),
        (SECRET, {EntrantNo(1): LIS}, (2, 3, 4, 1, 5), Verdict.OTHER_ORDER),
    ],
)
def test_a_wrong_draw_is_found_out(
    secret: str, words: dict[EntrantNo, str], order: tuple[int, ...], verdict: Verdict
) -> None:
    assert lots.verify(secret, COMMITMENT, numbers(1, 2, 3, 4, 5), words, numbers(*order)) is verdict


def test_the_draw_tells_the_secret_and_gives_numbers() -> None:
    director = closed()
    assert director.the(WordsWanted).until == director.now + WORDS_FOR
    director.do(actions.LotsDrawn(SECRET, numbers(2, 3, 4, 1, 5)))
    assert director.the(LotsTold).order == (2, 3, 4, 1, 5)
    assert [entrant.lot for entrant in director.event.entrants.values()] == [4, 1, 2, 3, 5]
    assert director.event.secret == SECRET


def test_words_change_the_draw() -> None:
    director = closed()
    director.do(actions.WordAdded(EntrantNo(2), OAK))
    director.do(actions.WordAdded(EntrantNo(2), LIS))
    assert director.event.words == {2: LIS}
    old = actions.LotsDrawn(SECRET, numbers(2, 3, 4, 1, 5))
    assert director.refuses(old).reason is Refusal.WRONG_DRAW
    order = lots.draw_order(SECRET, {EntrantNo(2): LIS}, numbers(1, 2, 3, 4, 5))
    director.do(actions.LotsDrawn(SECRET, order))
    assert director.event.drawn == lots.event_draw(SECRET, {EntrantNo(2): LIS})


@pytest.mark.parametrize("word", ["", "  ", "two words", "x" * 31, "a\tb", "a\u200bb"])
def test_what_is_no_single_word_is_refused(word: str) -> None:
    with pytest.raises(EventRefused) as caught:
        lots.hash_of_word(word)
    assert why(caught.value) == (Refusal.BAD_WORD, {"longest": 30})


@pytest.mark.parametrize("text", ["lis", LIS.upper(), LIS[:-1]])
def test_the_log_holds_no_word_but_its_hash(text: str) -> None:
    refused = closed().refuses(actions.WordAdded(EntrantNo(1), text))
    assert refused.reason is Refusal.BAD_WORD


def test_words_are_taken_for_a_minute_only() -> None:
    director = closed()
    until = director.now + WORDS_FOR
    director.wait(seconds=60)
    director.do(actions.WordAdded(EntrantNo(1), LIS))
    director.wait(seconds=1)
    late = director.refuses(actions.WordAdded(EntrantNo(3), OAK))
    assert why(late) == (Refusal.WORDS_OVER, {"until": until})


@pytest.mark.parametrize(
    ("secret", "order", "reason"),
    [
        ("another", (2, 3, 4, 1, 5), Refusal.COMMITMENT),
        (SECRET, (1, 2, 3, 4, 5), Refusal.WRONG_DRAW),
    ],
)
def test_a_draw_that_was_not_promised_is_refused(
    secret: str, order: tuple[int, ...], reason: Refusal
) -> None:
    assert closed().refuses(actions.LotsDrawn(secret, numbers(*order))).reason is reason


def test_lots_are_drawn_once() -> None:
    director = closed()
    draw = actions.LotsDrawn(SECRET, numbers(2, 3, 4, 1, 5))
    director.do(draw)
    assert director.refuses(draw).reason is Refusal.LOTS_DRAWN
    by_hand = actions.LotsEntered(SECRET, numbers(1, 2, 3, 4, 5))
    assert director.refuses(by_hand).reason is Refusal.LOTS_DRAWN


def test_numbers_from_a_hat_can_be_entered_again() -> None:
    director = closed()
    director.do(actions.LotsEntered(SECRET, numbers(5, 4, 3, 2, 1)))
    assert director.the(LotsTold).by_hand
    director.do(actions.LotsEntered(SECRET, numbers(5, 4, 3, 1, 2)))
    assert [entrant.lot for entrant in director.event.entrants.values()] == [4, 5, 3, 2, 1]


@pytest.mark.parametrize(
    ("order", "missing", "surplus"),
    [((1, 2, 3, 4), (5,), ()), ((1, 2, 3, 4, 4, 5), (), (4,)), ((1, 2, 3, 4, 5, 6), (), (6,))],
)
def test_numbers_from_a_hat_name_everybody_once(
    order: tuple[int, ...], missing: tuple[int, ...], surplus: tuple[int, ...]
) -> None:
    refused = closed().refuses(actions.LotsEntered(SECRET, numbers(*order)))
    assert why(refused) == (Refusal.UNKNOWN_ORDER, {"missing": missing, "surplus": surplus})


@pytest.mark.parametrize("system", [System.ROUND_ROBIN, System.SWISS, System.KNOCKOUT])
def test_seeds_come_first_in_a_table_and_apart_in_a_knockout(system: System) -> None:
    director = Director(replace(rules_for(system), seeding_article="6.2"))
    director.open()
    director.join(4)
    director.do(actions.Seeded(numbers(3, 1)))
    director.close_and_draw((1, 2, 3, 4))
    director.start()
    entrants = director.event.sections[0].entrants
    if system is System.KNOCKOUT:
        halves = {number: place // 2 for place, number in enumerate(entrants)}
        assert halves[EntrantNo(1)] != halves[EntrantNo(3)]
    else:
        assert entrants == (3, 1, 2, 4)


def test_seeding_needs_an_article() -> None:
    director = closed()
    assert director.refuses(actions.Seeded(numbers(1))).reason is Refusal.NO_SEEDING


def test_the_example_of_the_documentation_is_right() -> None:
    text = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    assert f"\n{COMMITMENT}\n" in text
    shown = re.findall(r"^([0-9a-f]{64}) (\d+)$", text, re.MULTILINE)
    order = lots.draw_order(SECRET, {EntrantNo(2): LIS}, numbers(1, 2, 3))
    drawn = lots.event_draw(SECRET, {EntrantNo(2): LIS})
    assert shown == [(drawn.key("lots", number), str(number)) for number in order]
