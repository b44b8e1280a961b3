"""What the shipped regulations play, and which of them has a rule that most have not.

``tests/regulation/test_shipped.py`` has the rules themselves, as they were read off the documents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.draughts import Draughts
from rules.playrules import FirstWhite, PlayRules
from rules.presets import PRESETS
from rules.variant import MissedCapture, Notation, Variant
from tests.rules.playing import SHIPPED

HUFFING = replace(PRESETS["brazilian"], missed_capture=MissedCapture.HUFF)
PLAYED = {
    "grodziec-2017": HUFFING,
    "mikolajki-2023": HUFFING,
    "pzwarc-64": PRESETS["brazilian"],
    "pzwarc-100": PRESETS["international"],
    "pzwarc-100-advantage": PRESETS["international"],
    "riazor": PRESETS["spanish"],
}


def moves_of(variant: Variant) -> Variant:
    """The game, whatever it is called and however its moves are written."""
    return replace(variant, name="", notation=Notation.NUMERIC, capture_sign="x")


@pytest.mark.parametrize("regulation", PLAYED)
def test_a_shipped_regulation_plays_the_game_of_its_document(regulation: str) -> None:
    game = SHIPPED[regulation].game_type
    assert isinstance(game, Draughts)
    assert moves_of(game.variant) == moves_of(PLAYED[regulation])


SPECIAL: dict[str, tuple[Callable[[PlayRules], Any], set[str]]] = {
    "an arbiter's draw": (lambda play: play.watch, {"slidy-2015"}),
    "impossible moves": (lambda play: play.impossible, {"slidy-2015"}),
    "no agreement": (lambda play: not play.agreement.allowed, {"slidy-2015"}),
    "counted kings": (lambda play: play.count_kings, {"mikolajki-2023"}),
    "who begins": (lambda play: play.first_white != FirstWhite("lot", ""), {"mikolajki-2023"}),
    "an advantage": (lambda play: play.advantage, {"pzwarc-100-advantage"}),
    "huffing": (lambda play: play.huff_article, {"grodziec-2017", "mikolajki-2023"}),
    "no hints": (lambda play: not play.hints, {"grodziec-2017", "mikolajki-2023"}),
}


@pytest.mark.parametrize("what", SPECIAL)
def test_a_special_rule_is_there_alone_where_its_document_has_it(what: str) -> None:
    has, where = SPECIAL[what]
    assert {regulation for regulation, play in SHIPPED.items() if has(play)} == where
