"""What players say besides moving, and what arbiter and bot decide."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from rules.actions import (
    Adjudicate,
    AnswerAbort,
    AnswerDraw,
    ClaimDraw,
    Credit,
    DeclareLoss,
    Flag,
    Forfeit,
    OfferAbort,
    OfferDraw,
    Pause,
    Refusal,
    Resign,
    Resume,
)
from rules.draws import Mode, RepetitionCounter
from rules.ending import Outcome, Reason
from rules.errors import ActionRefused
from rules.happenings import (
    AbortDeclined,
    Aborted,
    AbortOffered,
    Credited,
    DrawDeclined,
    DrawOffered,
    Ended,
    Happening,
    Paused,
    Resumed,
)
from rules.judge import advantage, by_rule, drawn
from rules.pieces import Color
from rules.record import Offer

if TYPE_CHECKING:
    from rules.game import Game

Told = tuple[Happening, ...]


def _end(game: Game, outcome: Outcome, at: datetime) -> tuple[Game, Told]:
    return game.ended(outcome, at), (Ended(outcome),)


# --- draws --------------------------------------------------------------------------------------------------


def offer_draw(game: Game, by: Color, action: OfferDraw, at: datetime) -> tuple[Game, Told]:
    """Offer a draw, or agree to the opponent's offer of the same; different terms take its place.

    The offer stands until it is answered, or until the opponent moves.
    """
    terms = game.rules.agreement
    if not terms.allowed:
        raise ActionRefused(Refusal.AGREEMENT_FORBIDDEN, article=terms.article)
    if game.ply // 2 + 1 < terms.from_move:
        raise ActionRefused(Refusal.AGREEMENT_TOO_EARLY, article=terms.article, from_move=terms.from_move)
    if action.advantage is not None and game.rules.advantage is None:
        raise ActionRefused(Refusal.NO_ADVANTAGE)
    better = {None: None, "plus": by, "minus": by.opponent}[action.advantage]
    offer = Offer(by, better)
    if game.offer == offer:
        raise ActionRefused(Refusal.OFFER_STANDS)
    if game.offer is not None and game.offer.by is not by and game.offer.advantage is better:
        return answer_draw(game, by, AnswerDraw(accept=True), at)
    return replace(game, offer=offer), (DrawOffered(by, game.if_agreed(better)),)


def answer_draw(game: Game, by: Color, action: AnswerDraw, at: datetime) -> tuple[Game, Told]:
    """Accept or decline. An agreement is judged on the position it is made in, so not while a huff is due."""
    if game.offer is None or game.offer.by is by:
        raise ActionRefused(Refusal.NO_OFFER)
    if not action.accept:
        return replace(game, offer=None), (DrawDeclined(by),)
    _require_no_huff(game)
    return _end(game, game.if_agreed(game.offer.advantage), at)


def claim_draw(game: Game, by: Color, action: ClaimDraw, at: datetime) -> tuple[Game, Told]:
    """Claim a draw by the position on the board: the player on turn may, and the one who brought it about.

    A wrong claim costs nothing: ActionRefused says how often the position has stood.
    """
    claimable = [
        counter
        for counter in game.counters
        if isinstance(counter, RepetitionCounter) and counter.rule.mode is Mode.CLAIM
    ]
    if not claimable:
        raise ActionRefused(Refusal.NOTHING_TO_CLAIM)
    _require_no_huff(game)
    for counter in claimable:
        if counter.is_claimable:
            return _end(game, drawn(game.rules, game.position, by_rule(counter)), at)
    nearest = claimable[0]
    raise ActionRefused(
        Refusal.CLAIM_WRONG,
        article=nearest.rule.article,
        times=nearest.times,
        count=nearest.rule.count,
    )


def _require_no_huff(game: Game) -> None:
    if game.huff_choice:
        raise ActionRefused(Refusal.HUFF_DUE, candidates=game.huff_squares)


# --- giving up ----------------------------------------------------------------------------------------------


def resign(game: Game, by: Color, action: Resign, at: datetime) -> tuple[Game, Told]:
    """Give the game up, on turn or not."""
    return _end(game, Outcome(by.opponent, Reason.RESIGNATION, game.rules.articles.resignation), at)


def offer_abort(game: Game, by: Color, action: OfferAbort, at: datetime) -> tuple[Game, Told]:
    """Propose to call the game off, or agree to the opponent's proposal; only before move two."""
    if not game.can_be_aborted:
        raise ActionRefused(Refusal.ABORT_TOO_LATE)
    if game.abort_offer is by:
        raise ActionRefused(Refusal.OFFER_STANDS)
    if game.abort_offer is not None:
        return answer_abort(game, by, AnswerAbort(accept=True), at)
    return replace(game, abort_offer=by), (AbortOffered(by),)


def answer_abort(game: Game, by: Color, action: AnswerAbort, at: datetime) -> tuple[Game, Told]:
    """Answer the proposal to call the game off."""
    if game.abort_offer is None or game.abort_offer is by:
        raise ActionRefused(Refusal.NO_OFFER)
    if not action.accept:
        return replace(game, abort_offer=None), (AbortDeclined(by),)
    game = replace(
        game,
        is_aborted=True,
        is_paused=False,
        clock=game.clock.pause(at),
        huff_choice=(),
        offer=None,
        abort_offer=None,
    )
    return game, (Aborted(),)


# --- time ---------------------------------------------------------------------------------------------------


def fall_of_flag(game: Game, action: Flag, at: datetime) -> tuple[Game, Told]:
    """The player on turn has no time left and loses, by flag or by the deadline of a move."""
    if not game.clock.is_up(at):
        raise ActionRefused(Refusal.FLAG_STANDS)
    articles, winner = game.rules.articles, game.turn.opponent
    if game.clock.settings.per_move is not None:
        return _end(game, Outcome(winner, Reason.DEADLINE, articles.deadline), at)
    return _end(game, Outcome(winner, Reason.FLAG, articles.flag), at)


def credit(game: Game, action: Credit, at: datetime) -> tuple[Game, Told]:
    """Give time back for an outage of ours: at most what the player on turn has used since the turn began."""
    since = game.clock.since
    used = timedelta(0) if since is None else max(at - since, timedelta(0))
    time = min(timedelta(seconds=max(action.seconds, 0.0)), used)
    return replace(game, clock=game.clock.credit(time)), (Credited(time),)


def pause(game: Game, action: Pause, at: datetime) -> tuple[Game, Told]:
    """Stop the clock; no move is made until play is resumed."""
    if game.is_paused:
        raise ActionRefused(Refusal.PAUSED)
    return replace(game, is_paused=True, clock=game.clock.pause(at)), (Paused(),)


def resume(game: Game, action: Resume, at: datetime) -> tuple[Game, Told]:
    """Let the game go on."""
    if not game.is_paused:
        raise ActionRefused(Refusal.NOT_PAUSED)
    return replace(game, is_paused=False, clock=game.clock.resume(game.turn, at)), (Resumed(),)


# --- the arbiter --------------------------------------------------------------------------------------------


def forfeit(game: Game, action: Forfeit, at: datetime) -> tuple[Game, Told]:
    """The arbiter declares the game lost, whatever the position."""
    return _end(game, Outcome(action.loser.opponent, Reason.FORFEIT, game.rules.articles.forfeit), at)


def declare_loss(game: Game, action: DeclareLoss, at: datetime) -> tuple[Game, Told]:
    """The arbiter declares the loss for impossible moves; their number must have reached the limit."""
    rule = game.rules.impossible
    if rule is None:
        raise ActionRefused(Refusal.IMPOSSIBLE_NOT_COUNTED)
    number = game.impossible_of(action.loser)
    if number < rule.limit:
        raise ActionRefused(Refusal.LOSS_NOT_DUE, article=rule.article, number=number, limit=rule.limit)
    outcome = Outcome(action.loser.opponent, Reason.IMPOSSIBLE_MOVES, rule.article, count=number)
    return _end(game, outcome, at)


_WINNERS = {"1-0": Color.WHITE, "0-1": Color.BLACK}
_DRAWS = {"1/2-1/2": None, "1+": Color.WHITE, "1-": Color.BLACK}


def adjudicate(game: Game, action: Adjudicate, at: datetime) -> tuple[Game, Told]:
    """The arbiter decides the game.

    A draw is play stopped: kings are counted, advantages judged on the position, as for any other draw. An
    advantage below the margin is the players' to agree on, not the arbiter's to give.
    """
    articles = game.rules.articles
    if action.result in _WINNERS:
        if articles.adjudged_win is None:
            raise ActionRefused(Refusal.NOT_DECIDABLE)
        winner = _WINNERS[action.result]
        return _end(game, Outcome(winner, Reason.ADJUDICATION, articles.adjudged_win), at)
    if action.result not in _DRAWS:
        raise ActionRefused(Refusal.UNKNOWN_RESULT, result=action.result)
    named = _DRAWS[action.result]
    if named is not None:
        rule = game.rules.advantage
        if rule is None:
            raise ActionRefused(Refusal.NO_ADVANTAGE)
        if advantage(game.rules, game.position) is not named:
            raise ActionRefused(Refusal.ADVANTAGE_DECIDED, article=rule.article, margin=rule.margin)
    if articles.adjudged_draw is None:
        raise ActionRefused(Refusal.NOT_DECIDABLE)
    article = articles.adjudged_draw
    if game.watch is not None and game.watch.is_due:
        article = game.watch.rule.article
    return _end(game, drawn(game.rules, game.position, Outcome(None, Reason.ADJUDICATION, article)), at)
