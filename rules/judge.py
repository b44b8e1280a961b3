"""Whether a game is over, judged after every finished ply: wins first, then the draw rules in order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.counting import Counter
from rules.ending import Outcome, Reason
from rules.gametype import Position
from rules.pieces import Color
from rules.playrules import Articles, PlayRules

if TYPE_CHECKING:
    from rules.game import Game


def judge(game: Game) -> Outcome | None:
    """The end of the game by its position and counts, or None. No choice of a huffed piece may be open."""
    won = _won(game.rules.articles, game.position)
    if won is not None:
        return won
    for counter in game.counters:
        if counter.is_due:
            return drawn(game.rules, game.position, by_rule(counter))
    if game.watch is not None and game.watch.is_due and not game.has_arbiter:
        rule = game.watch.rule
        found = Outcome(
            None, Reason.REPETITION, rule.article, since_ply=game.watch.since_ply, count=rule.count
        )
        return drawn(game.rules, game.position, found)
    return None


def _won(articles: Articles, position: Position) -> Outcome | None:
    """A side without pieces has lost (the mover, if its last piece was huffed), a blocked one too."""
    turn = position.turn
    for color in (turn, turn.opponent):
        if not position.count(color):
            return Outcome(color.opponent, Reason.NO_PIECES, articles.no_pieces)
    if not position.legal_moves():
        return Outcome(turn.opponent, Reason.BLOCKED, articles.blocked)
    return None


def by_rule(counter: Counter) -> Outcome:
    """The draw that a rule makes of a game."""
    rule = counter.rule
    return Outcome(
        None,
        rule.reason,
        rule.article,
        since_ply=counter.since_ply,
        rule=counter.pattern_text,
        count=rule.number,
        drawn_by=rule,
    )


def drawn(rules: PlayRules, position: Position, draw: Outcome, named: Color | None = None) -> Outcome:
    """What play stopped without a win comes to: the regulation may count kings, or find an advantage.

    ``named`` is the side that the players' agreement calls better; it counts below the margin only.
    """
    if rules.count_kings is not None:
        white, black = kings = (position.kings(Color.WHITE), position.kings(Color.BLACK))
        if white == black:
            winner, reason, article = None, Reason.EQUAL_KINGS, rules.count_kings.equal_article
        else:
            winner = Color.WHITE if white > black else Color.BLACK
            reason, article = Reason.MORE_KINGS, rules.count_kings.more_article
        return replace(
            draw,
            winner=winner,
            reason=reason,
            article=article,
            kings=kings,
            stopped_by=draw.reason,
            stopped_article=draw.article,
        )
    if rules.advantage is not None:
        ahead = advantage(rules, position)
        if ahead is not None:
            return replace(draw, advantage=ahead, advantage_article=rules.advantage.article)
        if named is not None:
            return replace(draw, advantage=named, advantage_article=rules.advantage.agreement_article)
    return draw


def advantage(rules: PlayRules, position: Position) -> Color | None:
    """The side that is ahead by the margin of draws with advantage, None below it or without such draws."""
    if rules.advantage is None:
        return None
    white, black = (
        position.men(color) + rules.advantage.king_value * position.kings(color)
        for color in (Color.WHITE, Color.BLACK)
    )
    if abs(white - black) < rules.advantage.margin:
        return None
    return Color.WHITE if white > black else Color.BLACK
