"""What ends a game besides the board: agreements, counted kings, advantages, giving up, the arbiter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.actions import (
    Action,
    Adjudicate,
    AnswerAbort,
    AnswerDraw,
    ClaimDraw,
    Forfeit,
    Huff,
    OfferAbort,
    OfferDraw,
    Pause,
    Play,
    Refusal,
    Resign,
    Resume,
    Start,
)
from rules.ending import Outcome, Reason
from rules.errors import ActionRefused
from rules.game import Game, Offer
from rules.happenings import (
    AbortDeclined,
    Aborted,
    AbortLapsed,
    AbortOffered,
    DrawDeclined,
    DrawOffered,
    Ended,
    Happening,
    OfferLapsed,
    Paused,
    Resumed,
)
from rules.pieces import Color
from rules.playrules import Agreement, Articles, PlayRules
from tests.rules.playing import (
    BLACK,
    GRODZIEC,
    MIKOLAJKI,
    NOW,
    PZWARC_64,
    PZWARC_100,
    PZWARC_ADVANTAGE,
    RIAZOR,
    SLIDY,
    WHITE,
    game_at,
    play,
    rounds,
)

By = tuple[Color | None, Action]


def run(game: Game, *steps: By) -> tuple[Game, list[Happening]]:
    told: list[Happening] = []
    for by, action in steps:
        game, happened = game.apply(by, action, NOW)
        told += happened
    return game, told


def refused(game: Game, by: Color | None, action: Action) -> ActionRefused:
    with pytest.raises(ActionRefused) as caught:
        game.apply(by, action, NOW)
    return caught.value


# --- agreement ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "article"),
    [(GRODZIEC, "7.9"), (PZWARC_64, "7.3.1"), (PZWARC_100, "7.3.1"), (RIAZOR, "Empatado a")],
)
@pytest.mark.parametrize("by", Color)
def test_players_agree_on_a_draw(rules: PlayRules, article: str, by: Color) -> None:
    drawn = Outcome(None, Reason.AGREEMENT, article)
    game, told = run(game_at(rules), (by, OfferDraw()), (by.opponent, AnswerDraw(True)))
    assert told == [DrawOffered(by, drawn), Ended(drawn)]
    assert game.outcome == drawn
    assert drawn.result == "1/2-1/2"


def test_in_the_trail_game_agreement_is_forbidden() -> None:
    error = refused(game_at(SLIDY), WHITE, OfferDraw())
    assert (error.reason, error.data["article"]) == (Refusal.AGREEMENT_FORBIDDEN, "Нічия")


def test_agreement_may_be_allowed_from_some_move_on() -> None:
    """From move 2 on: not while move 1 is unfinished."""
    rules = replace(PZWARC_64, agreement=Agreement(True, "x", from_move=2))
    game = play(game_at(rules), "c3-d4")
    assert refused(game, BLACK, OfferDraw()).reason == Refusal.AGREEMENT_TOO_EARLY
    game, _ = run(play(game, "b6-c5"), (WHITE, OfferDraw()))
    assert game.offer == Offer(WHITE)


def test_a_declined_offer_is_gone() -> None:
    game, told = run(game_at(PZWARC_64), (WHITE, OfferDraw()), (BLACK, AnswerDraw(False)))
    assert told[-1] == DrawDeclined(BLACK)
    assert game.offer is None
    assert refused(game, BLACK, AnswerDraw(True)).reason == Refusal.NO_OFFER


def test_an_offer_stands_through_ones_own_move_and_lapses_with_the_opponents() -> None:
    game, _ = run(game_at(PZWARC_64), (WHITE, OfferDraw()), (WHITE, Play("c3-d4")))
    assert game.offer == Offer(WHITE)
    game, told = run(game, (BLACK, Play("b6-c5")))
    assert OfferLapsed(WHITE) in told
    assert game.offer is None


@pytest.mark.parametrize(
    ("by", "action", "reason"),
    [
        (WHITE, OfferDraw(), Refusal.OFFER_STANDS),
        (WHITE, AnswerDraw(True), Refusal.NO_OFFER),
        (BLACK, OfferDraw("plus"), Refusal.NO_ADVANTAGE),
        (None, AnswerDraw(True), Refusal.NOT_A_PLAYER),
    ],
)
def test_what_cannot_be_said_to_ones_own_offer(by: Color | None, action: Action, reason: Refusal) -> None:
    game, _ = run(game_at(PZWARC_64), (WHITE, OfferDraw()))
    assert refused(game, by, action).reason == reason


def test_to_offer_what_is_offered_is_to_agree() -> None:
    game, _ = run(game_at(PZWARC_64), (WHITE, OfferDraw()), (BLACK, OfferDraw()))
    assert game.outcome == Outcome(None, Reason.AGREEMENT, "7.3.1")


# --- counted kings (Z17, Z18) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "kings", "winner", "reason", "article"),
    [
        (None, (0, 0), None, Reason.EQUAL_KINGS, "Z17"),
        ("W:Wc1,Ka1:Bf8,Kh8", (1, 1), None, Reason.EQUAL_KINGS, "Z17"),
        # men never count, be they ever so many
        ("W:WKa1:Bb8,d8,f8,h8,a7", (1, 0), WHITE, Reason.MORE_KINGS, "Z18"),
        ("W:Wc1,e1:BKb8,Kd8,Kf8", (0, 3), BLACK, Reason.MORE_KINGS, "Z18"),
    ],
)
def test_play_agreed_to_stop_is_decided_by_the_kings(
    fen: str | None, kings: tuple[int, int], winner: Color | None, reason: Reason, article: str
) -> None:
    outcome = Outcome(winner, reason, article, kings=kings, stopped_by=Reason.AGREEMENT, stopped_article="")
    game, told = run(game_at(MIKOLAJKI, fen), (WHITE, OfferDraw()))
    # the count is shown before it is accepted
    assert told == [DrawOffered(WHITE, outcome)]
    game, _ = run(game, (BLACK, AnswerDraw(True)))
    assert game.outcome == outcome


def test_no_progress_and_the_arbiter_stop_play_too() -> None:
    start = "W:WKa1,Kc1:BKb8"
    game = play(game_at(MIKOLAJKI, start), rounds("a1 b2", "b8 c7", 50))
    assert game.outcome == Outcome(
        WHITE, Reason.MORE_KINGS, "Z18", since_ply=0, count=25, kings=(2, 1),
        stopped_by=Reason.NO_PROGRESS, drawn_by=MIKOLAJKI.draws[0],
    )  # fmt: skip
    game, _ = run(game_at(MIKOLAJKI, start), (None, Adjudicate("1/2-1/2")))
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.article) == ("1-0", "Z18")
    assert game.outcome.stopped_by is Reason.ADJUDICATION


# --- draws with advantage (6.5) -----------------------------------------------------------------------------

LEVEL = "W:W31,32,33:B1,2,3"
TWO_AHEAD = "W:W31,32,33:B1"
THREE_AHEAD = "W:W31,32,33,34:B1"
KING_AND_TWO = "W:WK46,31,32:B1"
BLACK_AHEAD = "W:W31:BK1,K2"


@pytest.mark.parametrize(
    ("fen", "by", "named", "result", "article"),
    [
        (LEVEL, WHITE, None, "1/2-1/2", ""),
        (TWO_AHEAD, WHITE, None, "1/2-1/2", ""),
        # three men ahead, a king counting two: 6.5.2, whatever is agreed
        (THREE_AHEAD, WHITE, None, "1+", "6.5.2"),
        (KING_AND_TWO, WHITE, None, "1+", "6.5.2"),
        (BLACK_AHEAD, WHITE, None, "1-", "6.5.2"),
        (THREE_AHEAD, BLACK, "plus", "1+", "6.5.2"),
        (THREE_AHEAD, WHITE, "minus", "1+", "6.5.2"),
        (BLACK_AHEAD, WHITE, "plus", "1-", "6.5.2"),
        # below it an agreement may name either side: 6.5.4
        (LEVEL, WHITE, "plus", "1+", "6.5.4"),
        (LEVEL, WHITE, "minus", "1-", "6.5.4"),
        (LEVEL, BLACK, "plus", "1-", "6.5.4"),
        (TWO_AHEAD, BLACK, "plus", "1-", "6.5.4"),
    ],
)
def test_agreement_with_advantage(fen: str, by: Color, named: str | None, result: str, article: str) -> None:
    game, told = run(game_at(PZWARC_ADVANTAGE, fen), (by, OfferDraw(named)), (by.opponent, AnswerDraw(True)))
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.advantage_article) == (result, article)
    assert (game.outcome.winner, game.outcome.article) == (None, "7.3.1")
    assert told[0] == DrawOffered(by, game.outcome)


def test_other_terms_take_the_place_of_an_offer() -> None:
    """White offers a plain draw, Black wants the advantage; White's own 1- is the same, and agrees."""
    game, _ = run(game_at(PZWARC_ADVANTAGE, LEVEL), (WHITE, OfferDraw()), (BLACK, OfferDraw("plus")))
    assert game.offer == Offer(BLACK, BLACK)
    game, _ = run(game, (WHITE, OfferDraw("minus")))
    assert game.outcome is not None
    assert game.outcome.result == "1-"


def test_the_margin_is_judged_on_the_final_position() -> None:
    """Four against two are two ahead; White takes one before Black accepts."""
    game, _ = run(game_at(PZWARC_ADVANTAGE, "W:W31,32,33,34:B28,1"), (WHITE, OfferDraw()))
    assert game.if_agreed().result == "1/2-1/2"
    game, _ = run(game, (WHITE, Play("32x23")), (BLACK, AnswerDraw(True)))
    assert game.outcome is not None
    assert game.outcome.result == "1+"


@pytest.mark.parametrize(
    ("fen", "result", "reason"),
    [
        # 3K v K: 6 against 2, drawn by 6.3 with 25 of each
        ("W:WK36,K46,K26:BK48", "1+", Reason.MATERIAL),
        # 2K v K: 4 against 2
        ("W:WK36,K46:BK48", "1/2-1/2", Reason.MATERIAL),
    ],
)
def test_a_draw_by_rule_is_judged_for_advantage(fen: str, result: str, reason: Reason) -> None:
    game = game_at(PZWARC_ADVANTAGE, fen)
    for text in rounds("36 41 47", "48 43 39 34 30", 50):
        if not game.is_over:
            game = play(game, text)
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.reason) == (result, reason)


@pytest.mark.parametrize(
    ("fen", "given", "result"),
    [
        (LEVEL, "1/2-1/2", "1/2-1/2"),
        (THREE_AHEAD, "1/2-1/2", "1+"),
        (THREE_AHEAD, "1+", "1+"),
        (BLACK_AHEAD, "1-", "1-"),
        (BLACK_AHEAD, "1-0", "1-0"),
    ],
)
def test_the_arbiters_draw_is_judged_for_advantage_too(fen: str, given: str, result: str) -> None:
    game, _ = run(game_at(PZWARC_ADVANTAGE, fen), (None, Adjudicate(given)))
    assert game.outcome is not None
    assert game.outcome.result == result


@pytest.mark.parametrize(("fen", "given"), [(LEVEL, "1+"), (TWO_AHEAD, "1+"), (THREE_AHEAD, "1-")])
def test_the_arbiter_gives_no_advantage_that_the_margin_does_not(fen: str, given: str) -> None:
    error = refused(game_at(PZWARC_ADVANTAGE, fen), None, Adjudicate(given))
    assert (error.reason, error.data["margin"]) == (Refusal.ADVANTAGE_DECIDED, 3)


def test_without_the_system_there_is_no_advantage() -> None:
    assert refused(game_at(PZWARC_100), WHITE, OfferDraw("minus")).reason == Refusal.NO_ADVANTAGE
    assert refused(game_at(PZWARC_100), None, Adjudicate("1+")).reason == Refusal.NO_ADVANTAGE
    game, _ = run(game_at(PZWARC_100, THREE_AHEAD), (None, Adjudicate("1/2-1/2")))
    assert game.outcome == Outcome(None, Reason.ADJUDICATION, "7.3.3")


# --- resigning and calling off ------------------------------------------------------------------------------


@pytest.mark.parametrize("by", Color)
def test_a_player_may_resign_on_turn_or_not(by: Color) -> None:
    game, told = run(game_at(PZWARC_64), (by, Resign()))
    assert told == [Ended(Outcome(by.opponent, Reason.RESIGNATION, "7.2.1"))]
    assert game.is_over


@pytest.mark.parametrize("moves", ["", "c3-d4", "c3-d4 b6-c5"])
@pytest.mark.parametrize("by", Color)
def test_before_move_two_a_game_is_called_off_by_agreement(moves: str, by: Color) -> None:
    game, told = run(play(game_at(PZWARC_64), moves), (by, OfferAbort()), (by.opponent, AnswerAbort(True)))
    assert told == [AbortOffered(by), Aborted()]
    assert (game.is_over, game.is_aborted, game.outcome) == (True, True, None)
    assert refused(game, by, Resign()).reason == Refusal.GAME_OVER


def test_after_a_second_move_a_game_is_not_called_off() -> None:
    """White's second move came while its own proposal stood: the proposal lapses."""
    game, _ = run(play(game_at(PZWARC_64), "c3-d4 b6-a5"), (WHITE, OfferAbort()))
    game, told = run(game, (WHITE, Play("d2-c3")))
    assert AbortLapsed(WHITE) in told
    assert refused(game, BLACK, AnswerAbort(True)).reason == Refusal.NO_OFFER
    assert refused(game, BLACK, OfferAbort()).reason == Refusal.ABORT_TOO_LATE


def test_a_proposal_to_call_off_is_declined_repeated_or_answered_in_kind() -> None:
    game, _ = run(game_at(PZWARC_64), (WHITE, OfferAbort()))
    assert refused(game, WHITE, OfferAbort()).reason == Refusal.OFFER_STANDS
    assert refused(game, WHITE, AnswerAbort(True)).reason == Refusal.NO_OFFER
    declined, told = run(game, (BLACK, AnswerAbort(False)))
    assert told == [AbortDeclined(BLACK)]
    assert (declined.abort_offer, declined.is_over) == (None, False)
    assert run(game, (BLACK, OfferAbort()))[0].is_aborted


def test_a_move_lets_the_opponents_proposal_to_call_off_lapse() -> None:
    game, told = run(game_at(PZWARC_64), (BLACK, OfferAbort()), (WHITE, Play("c3-d4")))
    assert AbortLapsed(BLACK) in told
    assert game.abort_offer is None


# --- the arbiter --------------------------------------------------------------------------------------------


def test_the_arbiter_forfeits_and_adjudicates() -> None:
    rules = replace(PZWARC_64, articles=Articles(forfeit="7.2.4", adjudged_win="a", adjudged_draw="7.3.3"))
    for action, outcome in (
        (Forfeit(BLACK), Outcome(WHITE, Reason.FORFEIT, "7.2.4")),
        (Adjudicate("1-0"), Outcome(WHITE, Reason.ADJUDICATION, "a")),
        (Adjudicate("0-1"), Outcome(BLACK, Reason.ADJUDICATION, "a")),
        (Adjudicate("1/2-1/2"), Outcome(None, Reason.ADJUDICATION, "7.3.3")),
    ):
        game, told = run(game_at(rules), (None, action))
        assert game.outcome == outcome
        assert told == [Ended(outcome)]


@pytest.mark.parametrize("result", ["1-0", "1/2-1/2"])
def test_what_a_regulation_leaves_to_nobody_is_not_decided(result: str) -> None:
    rules = replace(PZWARC_64, articles=Articles(adjudged_win=None, adjudged_draw=None))
    assert refused(game_at(rules), None, Adjudicate(result)).reason == Refusal.NOT_DECIDABLE


def test_an_unknown_result_is_refused() -> None:
    assert refused(game_at(PZWARC_64), None, Adjudicate("2-0")).reason == Refusal.UNKNOWN_RESULT


def test_no_move_is_made_in_a_pause() -> None:
    game, told = run(game_at(PZWARC_64), (None, Pause()))
    assert told == [Paused()]
    assert refused(game, WHITE, Play("c3-d4")).reason == Refusal.PAUSED
    assert refused(game, WHITE, Huff("c3")).reason == Refusal.PAUSED
    assert refused(game, None, Pause()).reason == Refusal.PAUSED
    game, told = run(game, (None, Resume()))
    assert told == [Resumed()]
    assert refused(game, None, Resume()).reason == Refusal.NOT_PAUSED
    assert play(game, "c3-d4").ply == 1


def test_players_may_agree_or_resign_in_a_pause() -> None:
    game, _ = run(game_at(PZWARC_64), (None, Pause()))
    assert run(game, (BLACK, OfferDraw()), (WHITE, AnswerDraw(True)))[0].outcome is not None
    assert run(game, (WHITE, Resign()))[0].outcome is not None


@pytest.mark.parametrize("action", [Play("c3-d4"), OfferDraw(), ClaimDraw(), Resign(), OfferAbort()])
def test_a_players_action_needs_a_player(action: Action) -> None:
    assert refused(game_at(PZWARC_64), None, action).reason == Refusal.NOT_A_PLAYER


def test_a_running_game_is_not_started_again() -> None:
    with pytest.raises(TypeError):
        game_at(PZWARC_64).apply(WHITE, Start("none"), NOW)
