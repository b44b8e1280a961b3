"""The shipped regulations say about play what the documents say, as these tests' own table has it."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

import pytest

from rules.draughts import Draughts
from rules.playrules import PlayRules
from rules.regulation import load
from rules.variant import Notation
from tests.rules.playing import (
    GRODZIEC,
    MIKOLAJKI,
    PZWARC_64,
    PZWARC_100,
    PZWARC_ADVANTAGE,
    RIAZOR,
    SLIDY,
)

BY_HAND = {
    "grodziec-2017": GRODZIEC,
    "mikolajki-2023": MIKOLAJKI,
    "pzwarc-64": PZWARC_64,
    "pzwarc-100": PZWARC_100,
    "pzwarc-100-advantage": PZWARC_ADVANTAGE,
    "slidy-2015": SLIDY,
    "riazor": RIAZOR,
}


def shipped(regulation: str) -> PlayRules:
    folder = resources.files("rules").joinpath("regulation", "catalogue")
    return load(folder.joinpath(f"{regulation}.toml").read_text("utf-8")).play


def moves_of(play: PlayRules) -> object:
    """The game that is played, whatever it is called and however its moves are written."""
    if not isinstance(play.game_type, Draughts):
        return play.game_type
    shown = {"name": "", "notation": Notation.NUMERIC, "capture_sign": "x"}
    return replace(play.game_type.variant, **shown)


@pytest.mark.parametrize("regulation", BY_HAND)
@pytest.mark.parametrize("part", ["draws", "watch", "count_kings", "advantage", "hints", "huff_article"])
def test_a_shipped_regulation_states_the_rules_of_its_document(regulation: str, part: str) -> None:
    assert getattr(shipped(regulation), part) == getattr(BY_HAND[regulation], part)


@pytest.mark.parametrize("regulation", BY_HAND)
def test_a_shipped_regulation_plays_the_game_of_its_document(regulation: str) -> None:
    play, by_hand = shipped(regulation), BY_HAND[regulation]
    assert moves_of(play) == moves_of(by_hand)
    assert (play.first_white, play.agreement.allowed) == (by_hand.first_white, by_hand.agreement.allowed)
    for name in ("no_pieces", "blocked", "resignation", "flag"):
        stated = getattr(by_hand.articles, name)
        assert stated in ("", "lost", getattr(play.articles, name))


def test_impossible_moves_are_those_of_articles_2_4_6_and_7() -> None:
    rules = shipped("slidy-2015")
    assert rules.impossible is not None
    assert (rules.impossible.limit, rules.impossible.article) == (3, "9")
    assert dict(rules.forbidden_by) == dict(SLIDY.forbidden_by)
