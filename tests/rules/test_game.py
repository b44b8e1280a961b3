"""The turns of a game: moves, huffing, wins, impossible moves, the arbiter of the trail game."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

import pytest

from rules.actions import (
    Action,
    Adjudicate,
    AnswerDraw,
    ClaimDraw,
    DeclareLoss,
    Forfeit,
    Huff,
    Impossible,
    OfferDraw,
    Play,
    Refusal,
    Resign,
)
from rules.draws import Mode, Repetition
from rules.ending import Outcome, Reason
from rules.errors import ActionRefused, IllegalMove, UnparsableMove, WhyIllegal
from rules.game import Game
from rules.happenings import (
    ArbiterCalled,
    Case,
    Ended,
    HuffDue,
    Huffed,
    ImpossibleCounted,
    Moved,
)
from rules.pieces import Color, Kind
from rules.playrules import Articles, PlayRules
from tests.rules.playing import (
    BLACK,
    GRODZIEC,
    HUFFING,
    NOW,
    PZWARC_64,
    RIAZOR,
    SLIDY,
    WHITE,
    do,
    game_at,
    material,
    play,
    rules_of,
)


def squares(game: Game, names: str) -> tuple[int, ...]:
    return tuple(map(game.rules.game_type.parse_square, names.split()))


def refusal(game: Game, by: Color | None, action: Action) -> ActionRefused:
    with pytest.raises(ActionRefused) as caught:
        game.apply(by, action, NOW)
    return caught.value


# --- moves and wins -----------------------------------------------------------------------------------------


def test_a_move_is_told_and_kept_in_the_notation_shown() -> None:
    game, told = do(game_at(PZWARC_64), Play("c3-d4"))
    (moved,) = told
    assert isinstance(moved, Moved)
    assert (moved.by, moved.text, moved.ply) == (WHITE, "22-18", 1)
    assert [(played.color, played.text, played.huffed) for played in game.moves] == [(WHITE, "22-18", None)]
    assert game.turn is BLACK


def test_a_move_out_of_turn_is_refused() -> None:
    assert refusal(game_at(PZWARC_64), BLACK, Play("f6-e5")).reason == Refusal.NOT_YOUR_TURN


def test_a_refused_move_leaves_the_game_as_it_was() -> None:
    game = play(game_at(PZWARC_64), "c3-d4 f6-e5")
    with pytest.raises(IllegalMove) as caught:
        game.apply(WHITE, Play("a3-b4"), NOW)
    assert caught.value.why is WhyIllegal.MUST_CAPTURE
    with pytest.raises(UnparsableMove):
        game.apply(WHITE, Play("good luck"), NOW)
    assert play(game, "d4:f6").ply == 3


@pytest.mark.parametrize(
    ("rules", "fen", "move", "reason", "article"),
    [
        (PZWARC_64, "W:Wc3:Bd4", "c3:e5", Reason.NO_PIECES, "7.2.3"),
        (GRODZIEC, "W:Wc3:Bd4", "c3:e5", Reason.NO_PIECES, "7.8"),
        (RIAZOR, "W:Wc2:Bd3", "c2xe4", Reason.NO_PIECES, "Perdido a"),
        # the man on a3 cannot step to b2 nor jump it, c1 being occupied
        (PZWARC_64, "W:Wb2,c1,g1:Ba3", "g1-h2", Reason.BLOCKED, "7.2.2"),
        (GRODZIEC, "W:Wb2,c1,g1:Ba3", "g1-h2", Reason.BLOCKED, "7.8"),
        (RIAZOR, "W:Wg2,f1,b1:Bh3", "b1-a2", Reason.BLOCKED, "Perdido b"),
        # the rook on a1 is shut in by its own traces
        (SLIDY, "W:WRg8:BRa1,a2,b1", "g8-g5", Reason.BLOCKED, "10"),
    ],
)
def test_taking_the_last_piece_or_blocking_wins(
    rules: PlayRules, fen: str, move: str, reason: Reason, article: str
) -> None:
    game, told = do(game_at(rules, fen), Play(move))
    outcome = Outcome(WHITE, reason, article)
    assert game.outcome == outcome
    assert told[-1] == Ended(outcome)
    assert outcome.result == "1-0"
    assert refusal(game, BLACK, Resign()).reason == Refusal.GAME_OVER


@pytest.mark.parametrize(
    ("fen", "winner", "reason"),
    [("W:W:Bc3", BLACK, Reason.NO_PIECES), ("B:Wb2,c1:Ba3", WHITE, Reason.BLOCKED)],
)
def test_a_game_may_start_where_it_is_already_lost(fen: str, winner: Color, reason: Reason) -> None:
    game = game_at(PZWARC_64, fen)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason, game.ply) == (winner, reason, 0)
    assert game.deadline is None


# --- huffing ------------------------------------------------------------------------------------------------

ONE_OF_TWO = "W:Wc3,g3:Bd4,f4,h8"
EITHER_ANSWER = "W:Wc3,g3,e1:Bd4,f4,h8"
BLOCKED_OR_NOT = "W:Wh4,e1,h2,g1:Bg3"
CROWNED = "W:Wa1,b6:Bb2,d4,f4,c7,e7"


def test_of_several_pieces_the_opponent_chooses() -> None:
    """c3 and g3 could each take one; c3 went to b4. b4 has number 17, g3 number 24."""
    game, told = do(game_at(GRODZIEC, ONE_OF_TWO), Play("c3-b4"))
    assert told[-1] == HuffDue(BLACK, squares(game, "b4 g3"))
    assert game.huff_choice == squares(game, "b4 g3")
    assert game.turn is BLACK
    assert not game.is_over
    for name, left in (("b4", "g3"), ("g3", "b4")):
        chosen, told = do(game, Huff(name))
        (square,) = squares(game, name)
        assert told == [Huffed(WHITE, square, True, "7.4")]
        assert chosen.moves[-1].huffed == square
        assert chosen.huff_choice == ()
        assert chosen.turn is BLACK
        assert set(chosen.position.pieces()) == set(squares(game, f"{left} d4 f4 h8"))


def test_a_square_may_be_named_by_its_number() -> None:
    game, _ = do(game_at(GRODZIEC, ONE_OF_TWO), Play("c3-b4"), Huff("24"))
    assert game.moves[-1].huffed == squares(game, "g3")[0]


@pytest.mark.parametrize(
    ("fen", "move", "answer", "huffed"),
    [
        # Black's captures are only there with the other candidate gone
        (EITHER_ANSWER, "e1-d2", "f4xh2", "c3"),
        (EITHER_ANSWER, "e1-d2", "d4xb2", "g3"),
        # without c3 f4xh2 would be due, without g3 d4xb2: nowhere right, so the lowest number goes
        (EITHER_ANSWER, "e1-d2", "h8-g7", "c3"),
        # without b4 f4xh2 would be due; without g3 the move is right, though b4 has the lower number
        (ONE_OF_TWO, "c3-b4", "h8-g7", "g3"),
        # without h4 there is no such move
        (BLOCKED_OR_NOT, "g1-f2", "g3-h2", "h2"),
    ],
)
def test_a_move_sent_instead_makes_the_choice(fen: str, move: str, answer: str, huffed: str) -> None:
    game, _ = do(game_at(GRODZIEC, fen), Play(move))
    game, told = do(game, Play(answer))
    (square,) = squares(game, huffed)
    assert told[0] == Huffed(WHITE, square, False, "7.4")
    assert game.moves[0].huffed == square
    assert game.ply == 2


@pytest.mark.parametrize(
    ("text", "can"), [("f4xh2", True), ("d4xb2", True), ("h8-g7", True), ("h8-f6", False), ("hi", False)]
)
def test_what_can_be_sent_as_a_move_while_a_choice_is_open(text: str, can: bool) -> None:
    game, _ = do(game_at(GRODZIEC, EITHER_ANSWER), Play("e1-d2"))
    assert game.can_play(text) is can
    resigned, _ = do(game, Resign())
    assert not resigned.can_play(text)


def test_the_move_sent_instead_may_itself_miss_a_capture() -> None:
    """c3 goes, h8-g7 misses f4xh2, so f4 goes at once."""
    game, _ = do(game_at(GRODZIEC, EITHER_ANSWER), Play("e1-d2"), Play("h8-g7"))
    assert game.moves[1].huffed == squares(game, "f4")[0]
    assert game.turn is WHITE


def test_a_move_that_no_choice_allows_is_refused_and_the_choice_stays_open() -> None:
    game, _ = do(game_at(GRODZIEC, EITHER_ANSWER), Play("e1-d2"))
    error = refusal(game, BLACK, Play("h8-f6"))
    assert error.reason == Refusal.HUFF_DUE
    assert error.data["candidates"] == ("c3", "g3")
    with pytest.raises(UnparsableMove):
        game.apply(BLACK, Play("hmm"), NOW)
    assert game.huff_choice == squares(game, "c3 g3")


def test_who_is_blocked_by_the_chosen_huff_loses() -> None:
    game, told = do(game_at(GRODZIEC, BLOCKED_OR_NOT), Play("g1-f2"))
    assert told[-1] == HuffDue(BLACK, squares(game, "h4 h2"))
    lost, told = do(game, Huff("h4"))
    assert lost.outcome == Outcome(WHITE, Reason.BLOCKED, "7.8")
    assert told == [Huffed(WHITE, squares(game, "h4")[0], True, "7.4"), Ended(lost.outcome)]
    goes_on, _ = do(game, Huff("h2"), Play("g3-h2"))
    assert not goes_on.is_over


def test_a_single_candidate_goes_at_once() -> None:
    """b6xd8 takes one where a1 had three to take: d8 is crowned, what it took is gone, and a1 with it."""
    game, told = do(game_at(GRODZIEC, CROWNED), Play("b6:d8"))
    assert told[-1] == Huffed(WHITE, squares(game, "a1")[0], False, "7.4")
    assert game.huff_choice == ()
    (d8,) = squares(game, "d8")
    assert game.position.pieces()[d8] == (WHITE, Kind.KING)
    assert set(game.position.pieces()) == set(squares(game, "d8 b2 d4 f4 e7"))
    assert game.turn is BLACK


def test_a_side_whose_last_piece_is_huffed_loses() -> None:
    game, told = do(game_at(GRODZIEC, "W:WKa1:Bd4,h8"), Play("a1-b2"))
    assert game.outcome == Outcome(BLACK, Reason.NO_PIECES, "7.8")
    assert isinstance(told[-2], Huffed)
    assert game.outcome.result == "0-1"


@pytest.mark.parametrize(
    ("action", "result", "reason"),
    [
        (Resign(), "1-0", Reason.RESIGNATION),
        (Forfeit(WHITE), "0-1", Reason.FORFEIT),
        (Adjudicate("1-0"), "1-0", Reason.ADJUDICATION),
    ],
)
def test_resignation_and_arbiter_work_while_a_choice_is_open(
    action: Action, result: str, reason: Reason
) -> None:
    game, _ = do(game_at(GRODZIEC, ONE_OF_TWO), Play("c3-b4"), action)
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.reason) == (result, reason)
    assert game.huff_choice == ()


def test_nothing_is_agreed_or_claimed_while_a_choice_is_open() -> None:
    offered, _ = do(game_at(GRODZIEC, ONE_OF_TWO), OfferDraw(), Play("c3-b4"))
    assert refusal(offered, BLACK, AnswerDraw(True)).reason == Refusal.HUFF_DUE
    rules = rules_of(HUFFING, Repetition("x", 2, Mode.CLAIM))
    game, _ = do(game_at(rules, ONE_OF_TWO), Play("c3-b4"))
    assert refusal(game, BLACK, ClaimDraw()).reason == Refusal.HUFF_DUE


@pytest.mark.parametrize(
    ("by", "action", "reason"),
    [
        (WHITE, Huff("b4"), Refusal.NOT_YOUR_TURN),
        (WHITE, Play("g3-h4"), Refusal.NOT_YOUR_TURN),
        (BLACK, Huff("d4"), Refusal.NOT_A_CANDIDATE),
        (BLACK, Huff("c3"), Refusal.NOT_A_CANDIDATE),
    ],
)
def test_only_a_candidate_and_only_by_the_opponent(by: Color, action: Action, reason: Refusal) -> None:
    game, _ = do(game_at(GRODZIEC, ONE_OF_TWO), Play("c3-b4"))
    assert refusal(game, by, action).reason == reason


def test_without_a_choice_there_is_nothing_to_huff() -> None:
    game = game_at(GRODZIEC)
    assert refusal(game, WHITE, Huff("c3")).reason == Refusal.NO_HUFF
    with pytest.raises(UnparsableMove):
        do(do(game_at(GRODZIEC, ONE_OF_TWO), Play("c3-b4"))[0], Huff("z9"))


def test_a_draw_rule_is_judged_when_the_piece_is_off_and_before_the_move_sent() -> None:
    """One move of each in 3K v K or 2K v K: ply 2 fills the count, but only once h4 (or a1) is gone.

    Both could take f6. Of the two h4 has the lower number, and f6-g7 is right without it.
    """
    rules = rules_of(HUFFING, material("x", "3K v K, 2K v K", 1))
    game = play(game_at(rules, "B:WKa1,Kc1,Kh4:BKd8"), "d8-f6 c1-d2")
    assert game.huff_choice == squares(game, "h4 a1")
    assert not game.is_over
    game, told = do(game, Play("f6-g7"))
    assert game.outcome == Outcome(
        None, Reason.MATERIAL, "x", since_ply=0, rule="2K v K", count=1, drawn_by=rules.draws[0]
    )
    assert told == [Huffed(WHITE, squares(game, "h4")[0], False, ""), Ended(game.outcome)]
    assert game.ply == 2


# --- impossible moves ---------------------------------------------------------------------------------------


def test_impossible_moves_are_returned_counted_and_explained() -> None:
    game, told = do(game_at(SLIDY), Impossible("a1-b2"), Impossible("a1-a8"))
    assert told == [
        ImpossibleCounted(WHITE, "a1-b2", WhyIllegal.NOT_A_LINE, "2", 1, 3),
        ImpossibleCounted(WHITE, "a1-a8", WhyIllegal.ATTACKED, "2", 2, 3),
    ]
    assert (game.impossible, game.ply, game.turn) == ((2, 0), 0, WHITE)
    game, told = do(game, Play("a1-a5"), Impossible("a5-a6"))
    assert told[-1] == ImpossibleCounted(BLACK, "a5-a6", WhyIllegal.NOT_YOURS, "2", 1, 3)
    assert game.impossible == (2, 1)


def test_the_third_impossible_move_loses_without_an_arbiter() -> None:
    game, told = do(game_at(SLIDY), *[Impossible("a1-b2")] * 3)
    assert game.outcome == Outcome(BLACK, Reason.IMPOSSIBLE_MOVES, "9", count=3)
    assert told[-1] == Ended(game.outcome)


def test_with_an_arbiter_the_third_and_each_later_one_calls_them() -> None:
    game, told = do(game_at(SLIDY, has_arbiter=True), *[Impossible("a1-b2")] * 4)
    assert not game.is_over
    called = ArbiterCalled(Case.IMPOSSIBLE_MOVES, "9", against=WHITE)
    assert [happening for happening in told if isinstance(happening, ArbiterCalled)] == [called] * 2
    game, _ = game.apply(None, DeclareLoss(WHITE), NOW)
    assert game.outcome == Outcome(BLACK, Reason.IMPOSSIBLE_MOVES, "9", count=4)


def test_the_arbiter_cannot_declare_the_loss_too_early() -> None:
    game, _ = do(game_at(SLIDY, has_arbiter=True), *[Impossible("a1-b2")] * 2)
    error = refusal(game, None, DeclareLoss(WHITE))
    assert (error.reason, error.data["number"], error.data["limit"]) == (Refusal.LOSS_NOT_DUE, 2, 3)
    assert refusal(game, None, DeclareLoss(BLACK)).data["number"] == 0


def test_what_is_not_an_impossible_move_is_not_counted() -> None:
    game = game_at(SLIDY)
    assert refusal(game, BLACK, Impossible("h8-a1")).reason == Refusal.NOT_YOUR_TURN
    assert refusal(game, WHITE, Impossible("a1-a5")).reason == Refusal.MOVE_POSSIBLE
    with pytest.raises(UnparsableMove):
        game.apply(WHITE, Impossible("a1-a9"), NOW)
    assert refusal(game_at(PZWARC_64), WHITE, Impossible("c3-c4")).reason == Refusal.IMPOSSIBLE_NOT_COUNTED
    assert refusal(game_at(PZWARC_64), None, DeclareLoss(WHITE)).reason == Refusal.IMPOSSIBLE_NOT_COUNTED


# --- the arbiter's draw of the trail game -------------------------------------------------------------------

# Twelve takings that lead back to where they began: the start, plies 12, 24, ... bring the same position.
CIRCLE_FEN = "W:WRd3,b6,d6,g7,h6:BRh1,b1,b3,b5,c5,d1,e7,f1"
CIRCLE = (
    "d3xd1 h1xh6 d1xf1 h6xd6 f1xh1 d6xd3",
    "h1xh6 d3xd1 h6xd6 d1xf1 d6xd3 f1xh1",
)


def circling(plies: int) -> list[str]:
    return list(islice(cycle(" ".join(CIRCLE).split()), plies))


def test_sixty_takings_in_a_standing_position_draw_without_an_arbiter() -> None:
    game = play(game_at(SLIDY, CIRCLE_FEN), circling(59))
    assert not game.is_over
    game = play(game, circling(60)[59:])
    assert game.outcome == Outcome(None, Reason.REPETITION, "Нічия", since_ply=0, count=3)


def test_the_arbiter_is_told_once_and_may_call_the_draw() -> None:
    rules = replace(SLIDY, articles=Articles(adjudged_draw=""))
    game = play(game_at(rules, CIRCLE_FEN, has_arbiter=True), circling(59))
    game, told = do(game, *map(Play, circling(70)[59:]))
    assert not game.is_over
    called = [happening for happening in told if isinstance(happening, ArbiterCalled)]
    assert called == [ArbiterCalled(Case.REPETITION, "Нічия")]
    game, _ = game.apply(None, Adjudicate("1/2-1/2"), NOW)
    assert game.outcome == Outcome(None, Reason.ADJUDICATION, "Нічия")


def test_fewer_than_sixty_takings_draw_nothing_however_often_the_position_stood() -> None:
    """After 48 takings the position stands for the fifth time, and d3-e3 takes nothing."""
    game = play(game_at(SLIDY, CIRCLE_FEN), circling(48))
    assert game.watch is not None
    assert (game.watch.seen.times, game.watch.run) == (5, 48)
    game = play(game, ["d3-e3"])
    assert (game.watch.seen.times, game.watch.run) == (1, 0)
