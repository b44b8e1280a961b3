"""The turn of a player: moves, the choice of a huffed piece, impossible moves."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, cast

from rules import huff
from rules.actions import Huff, Impossible, Play, Refusal
from rules.counting import PlyFacts
from rules.ending import Outcome, Reason
from rules.errors import ActionRefused, AmbiguousMove, IllegalMove, MoveError
from rules.gametype import Position
from rules.happenings import (
    AbortLapsed,
    ArbiterCalled,
    Case,
    Ended,
    Happening,
    HuffDue,
    Huffed,
    ImpossibleCounted,
    Moved,
    OfferLapsed,
)
from rules.judge import judge
from rules.moves import Move, Square
from rules.pieces import Color, Kind
from rules.position import DraughtsPosition
from rules.record import played

if TYPE_CHECKING:
    from rules.game import Game

Told = tuple[Happening, ...]


def play(game: Game, by: Color, action: Play, at: datetime) -> tuple[Game, Told]:
    """Make a move; where the choice of a huffed piece is open, the move makes that choice too."""
    _require_turn(game, by)
    told: Told = ()
    if game.huff_choice:
        game, told = _take_off(game, _huffed_by(game, action.text), by_choice=False, at=at)
        if game.is_over:
            return game, told
    move = game.rules.game_type.parse_move(game.position, action.text)
    game, happened = _make(game, move, at)
    return game, told + happened


def can_play(game: Game, text: str) -> bool:
    """Whether ``text`` would do as a move now, be it ambiguous; an open choice of a huffed piece included."""
    try:
        if game.huff_choice:
            _huffed_by(game, text)
        else:
            game.rules.game_type.parse_move(game.position, text)
    except AmbiguousMove:
        return True
    except (MoveError, ActionRefused):
        return False
    return True


def misses_capture(game: Game, text: str) -> bool:
    """Whether ``text`` is a move that only the obligation to capture forbids."""
    if game.huff_choice:
        return False
    try:
        game.rules.game_type.parse_move(game.position, text)
    except IllegalMove as error:
        return error.why.is_missed_capture
    except MoveError:
        return False
    return False


def _make(game: Game, move: Move, at: datetime) -> tuple[Game, Told]:
    game_type, before, mover = game.rules.game_type, game.position, game.turn
    after = game_type.play(before, move)
    text = game_type.format_move(before, move)
    game = replace(
        game,
        position=after,
        moves=(*game.moves, played(mover, text, move)),
        clock=game.clock.after_move(at),
    )
    told: Told = (Moved(mover, text, move, game.ply),)
    game, lapsed = _lapse(game, mover)
    told += lapsed
    candidates = _huffable(before, move, after)
    if len(candidates) > 1:
        return replace(game, huff_choice=candidates), (*told, HuffDue(mover.opponent, candidates))
    if candidates:
        game, taken = _take_off(game, candidates[0], by_choice=False, at=at)
        return game, told + taken
    moved = before.piece_at(move.origin)
    kind = None if moved is None else moved.kind
    pieces_before, pieces_after = (sum(map(position.count, Color)) for position in (before, after))
    facts = PlyFacts(
        number=game.ply,
        mover=mover,
        king_move=kind is Kind.KING and not move.is_capture,
        for_good=kind is Kind.MAN or pieces_before != pieces_after,
        took=move.is_capture,
        gives=_must_capture(after.legal_moves()),
        position=after,
    )
    game, judged = _finish_ply(game, facts, at)
    return game, told + judged


def _must_capture(moves: tuple[Move, ...]) -> bool:
    return bool(moves) and all(move.is_capture for move in moves)


def _lapse(game: Game, mover: Color) -> tuple[Game, Told]:
    """A move instead of an answer lets the opponent's proposals lapse; an abort has its time besides."""
    told: Told = ()
    if game.offer is not None and game.offer.by is not mover:
        told += (OfferLapsed(game.offer.by),)
        game = replace(game, offer=None)
    proposed = game.abort_offer
    if proposed is not None and (proposed is not mover or not game.can_be_aborted):
        told += (AbortLapsed(proposed),)
        game = replace(game, abort_offer=None)
    return game, told


def _finish_ply(game: Game, facts: PlyFacts, at: datetime) -> tuple[Game, Told]:
    """Run the counts and judge the game: only now, when a huffed piece is off the board."""
    watch = None if game.watch is None else game.watch.after(facts)
    game = replace(game, counters=tuple(counter.after(facts) for counter in game.counters), watch=watch)
    outcome = judge(game)
    if outcome is not None:
        return game.ended(outcome, at), (Ended(outcome),)
    if watch is not None and watch.is_due and not watch.was_due:
        return game, (ArbiterCalled(Case.REPETITION, watch.rule.article),)
    return game, ()


# --- huffing ------------------------------------------------------------------------------------------------


def _huffable(before: Position, move: Move, after: Position) -> tuple[Square, ...]:
    if not isinstance(before, DraughtsPosition) or not before.variant.huffs:
        return ()
    return huff.candidates(before, move, cast(DraughtsPosition, after))


def _without(game: Game, square: Square) -> DraughtsPosition:
    return cast(DraughtsPosition, game.position).without(square)


def choose_huff(game: Game, by: Color, action: Huff, at: datetime) -> tuple[Game, Told]:
    """Take off the piece that the player on turn names."""
    _require_turn(game, by)
    if not game.huff_choice:
        raise ActionRefused(Refusal.NO_HUFF)
    square = game.rules.game_type.parse_square(action.square)
    if square not in game.huff_choice:
        raise ActionRefused(Refusal.NOT_A_CANDIDATE, square=action.square, candidates=game.huff_squares)
    return _take_off(game, square, by_choice=True, at=at)


def _take_off(game: Game, square: Square, *, by_choice: bool, at: datetime) -> tuple[Game, Told]:
    last = game.moves[-1]
    position = _without(game, square)
    game = replace(
        game,
        position=position,
        moves=(*game.moves[:-1], replace(last, huffed=square)),
        huff_choice=(),
    )
    facts = PlyFacts(
        number=game.ply,
        mover=last.color,
        king_move=False,  # a huff counts as a capture
        for_good=True,
        took=last.move.is_capture,
        gives=_must_capture(position.legal_moves()),
        position=position,
    )
    game, judged = _finish_ply(game, facts, at)
    return game, (Huffed(last.color, square, by_choice, game.rules.huff_article), *judged)


def _huffed_by(game: Game, text: str) -> Square:
    """The piece that a move sent instead of a choice takes off.

    The lowest-numbered candidate without which the move is right; failing that, without which it is at least
    accepted. Raises ActionRefused, or the MoveError of a text that is no move at all.
    """
    accepted: list[Square] = []
    for square in game.huff_choice:
        position = _without(game, square)
        try:
            moves: tuple[Move, ...] = (game.rules.game_type.parse_move(position, text),)
        except AmbiguousMove as error:
            moves = error.candidates
        except IllegalMove:
            continue
        if not all(huff.is_violation(position, move) for move in moves):
            return square
        accepted.append(square)
    if not accepted:
        raise ActionRefused(Refusal.HUFF_DUE, candidates=game.huff_squares)
    return accepted[0]


# --- impossible moves ---------------------------------------------------------------------------------------


def count_impossible(game: Game, by: Color, action: Impossible, at: datetime) -> tuple[Game, Told]:
    """Return an impossible move and count it; without an arbiter the last one allowed loses.

    Raises MoveError for a text that is no move, ActionRefused for a move that is possible.
    """
    _require_turn(game, by)
    rule = game.rules.impossible
    if rule is None:
        raise ActionRefused(Refusal.IMPOSSIBLE_NOT_COUNTED)
    if game.huff_choice:
        raise ActionRefused(Refusal.HUFF_DUE, candidates=game.huff_squares)
    try:
        game.rules.game_type.parse_move(game.position, action.text)
    except IllegalMove as error:
        why = error.why
    else:
        raise ActionRefused(Refusal.MOVE_POSSIBLE, text=action.text)
    white, black = game.impossible
    game = replace(game, impossible=(white + 1, black) if by is Color.WHITE else (white, black + 1))
    number = game.impossible_of(by)
    article = game.rules.article_against(why)
    told: Told = (ImpossibleCounted(by, action.text, why, article, number, rule.limit),)
    if number < rule.limit:
        return game, told
    if game.has_arbiter:
        return game, (*told, ArbiterCalled(Case.IMPOSSIBLE_MOVES, rule.article, against=by))
    outcome = Outcome(by.opponent, Reason.IMPOSSIBLE_MOVES, rule.article, count=number)
    return game.ended(outcome, at), (*told, Ended(outcome))


def _require_turn(game: Game, by: Color) -> None:
    if by is not game.turn:
        raise ActionRefused(Refusal.NOT_YOUR_TURN)
    if game.is_paused:
        raise ActionRefused(Refusal.PAUSED)
