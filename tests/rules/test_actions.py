"""Actions as the entries of a log."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import (
    SCHEMA,
    Action,
    Adjudicate,
    AnswerAbort,
    AnswerDraw,
    ClaimDraw,
    Credit,
    DeclareLoss,
    Flag,
    Forfeit,
    Huff,
    Impossible,
    OfferAbort,
    OfferDraw,
    Pause,
    Play,
    Resign,
    Resume,
    Start,
    UnknownAction,
    from_body,
    from_entry,
    to_entry,
)
from rules.clock import ClockError
from rules.errors import FenError, RulesError
from rules.game import begin, replay
from rules.pieces import Color
from rules.playrules import bare_rules
from rules.presets import game_type
from tests.rules.playing import NOW

EXAMPLES: list[tuple[Action, str, dict[str, object]]] = [
    (Start("10+5"), "start", {"clock": "10+5"}),
    (
        Start("none", "W:Wc3:Bd4", has_arbiter=True),
        "start",
        {"clock": "none", "fen": "W:Wc3:Bd4", "has_arbiter": True},
    ),
    (Play("c3-d4"), "play", {"text": "c3-d4"}),
    (Impossible("a1-b2"), "impossible", {"text": "a1-b2"}),
    (Huff("c3"), "huff", {"square": "c3"}),
    (OfferDraw(), "offer-draw", {}),
    (OfferDraw("plus"), "offer-draw", {"advantage": "plus"}),
    (AnswerDraw(True), "answer-draw", {"accept": True}),
    (ClaimDraw(), "claim-draw", {}),
    (Resign(), "resign", {}),
    (OfferAbort(), "offer-abort", {}),
    (AnswerAbort(False), "answer-abort", {"accept": False}),
    (Flag(), "flag", {}),
    (Forfeit(Color.WHITE), "forfeit", {"loser": "white"}),
    (DeclareLoss(Color.BLACK), "declare-loss", {"loser": "black"}),
    (Adjudicate("1+"), "adjudicate", {"result": "1+"}),
    (Credit(12.5), "credit", {"seconds": 12.5}),
    (Pause(), "pause", {}),
    (Resume(), "resume", {}),
]


@pytest.mark.parametrize(("action", "kind", "body"), EXAMPLES)
def test_the_stored_form_of_an_action_stays_as_it_is(
    action: Action, kind: str, body: dict[str, object]
) -> None:
    assert (action.kind, action.to_body()) == (kind, body)
    assert from_body(kind, SCHEMA, json.loads(json.dumps(body))) == action


@given(st.sampled_from([action for action, _, _ in EXAMPLES]), st.sampled_from([None, *Color]))
def test_an_entry_keeps_who_acted(action: Action, by: Color | None) -> None:
    assert from_entry(*to_entry(by, action)) == (by, action)


@pytest.mark.parametrize(
    ("kind", "schema", "body"),
    [
        ("castle", SCHEMA, {}),
        ("play", SCHEMA + 1, {"text": "c3-d4"}),
        ("play", SCHEMA, {}),
        ("play", SCHEMA, {"text": "c3-d4", "by_hand": True}),
        ("forfeit", SCHEMA, {"loser": "green"}),
    ],
)
def test_what_this_version_does_not_know_is_an_error(kind: str, schema: int, body: dict[str, object]) -> None:
    with pytest.raises(UnknownAction):
        from_body(kind, schema, body)


def test_an_entry_by_no_colour_we_know_is_an_error() -> None:
    with pytest.raises(UnknownAction):
        from_entry("resign", SCHEMA, {"by": "green"})


def test_a_log_begins_with_the_start_of_the_game() -> None:
    rules = bare_rules(game_type("brazilian"))
    with pytest.raises(ValueError, match="start"):
        replay(rules, [])
    with pytest.raises(ValueError, match="start"):
        replay(rules, [(Color.WHITE, Play("c3-d4"), NOW)])
    game = replay(rules, [(None, Start("10+5", "B:Wc3:Bb6"), NOW), (Color.BLACK, Play("b6-a5"), NOW)])
    assert [played.text for played in game.moves] == ["b6-a5"]


@pytest.mark.parametrize(
    ("start", "error"), [(Start("soon"), ClockError), (Start("none", "W:Wz9:B"), FenError)]
)
def test_a_start_that_cannot_be_read_is_an_error(start: Start, error: type[RulesError]) -> None:
    with pytest.raises(error):
        begin(bare_rules(game_type("brazilian")), start, NOW)


def test_every_action_is_among_the_examples() -> None:
    assert {kind for _, kind, _ in EXAMPLES} == {cls.kind for cls in Action.__subclasses__()}
