"""The values of the rules as something that can be said: colours, clocks, ends, articles."""

from __future__ import annotations

from bot.replies import Said, said
from rules.clock import ClockSettings
from rules.draws import By, Diagonal, DrawRule, Force, Material, NoProgress, Pattern, parse_pattern
from rules.ending import Outcome, Reason
from rules.errors import WhyIllegal
from rules.pieces import Color


def color_name(color: Color) -> Said:
    """``białe``, ``White``."""
    return said(f"color.{color.value}")


def why_illegal(why: WhyIllegal) -> Said:
    """Why a move is not allowed, as the second half of a sentence: ``there is a capture``."""
    return said(f"why.{why.value}")


def article_name(article: str) -> Said | str:
    """``art. 7.9``; a document without numbers has names for its articles, and they stand alone."""
    return said("article", article=article) if article[:1].isdigit() else article


def by_article(what: Said, article: str | None) -> Said:
    """``what`` with its article in brackets, alone where the document is silent."""
    return said("by-article", what=what, article=article_name(article)) if article else what


def articles_of(rule: DrawRule) -> str:
    """The article of a draw rule with the further one that bears on it."""
    return ", ".join(filter(None, (rule.article, rule.see)))


def clock_name(settings: ClockSettings) -> Said:
    """``10 minutes for the game and 5 seconds for each move``."""
    if settings.per_move is not None:
        return said("clock.per-move", per_move=settings.per_move)
    if settings.base is None:
        return said("clock.none")
    if settings.increment:
        return said("clock.increment", base=settings.base, increment=settings.increment)
    return said("clock.game", base=settings.base)


def force_name(force: Force) -> Said:
    """``2 kings and 1 man``."""
    kings, men = said("count.kings", count=force.kings), said("count.men", count=force.men)
    if force.kings and force.men:
        return said("force.both", kings=kings, men=men)
    return kings if force.kings else men


def pattern_name(pattern: Pattern | str) -> Said:
    """``3 kings against 1 king``, from a material pattern or its short form ``3K v K``."""
    if isinstance(pattern, str):
        pattern = parse_pattern(pattern)
    return said("force.versus", stronger=force_name(pattern.stronger), weaker=force_name(pattern.weaker))


def result_name(outcome: Outcome) -> Said:
    """Who has won, or that it is a draw and whom it favours, by colours."""
    return said(f"result.{outcome.result}")


def reason_name(outcome: Outcome) -> Said:
    """Why a game has ended, with every article that bears on it and the move its count began from."""
    if outcome.stopped_by is None:
        told = _stopped(outcome, outcome.reason, outcome.article)
    else:  # what was counted is what stopped play; then the kings decided
        told = by_article(_bare_reason(outcome, outcome.reason), outcome.article)
        stopped = _stopped(outcome, outcome.stopped_by, outcome.stopped_article)
        told = said("reason.stopped", reason=told, stopped=stopped)
    if outcome.advantage_article:
        told = said("reason.advantage", reason=told, article=article_name(outcome.advantage_article))
    return told


def _stopped(outcome: Outcome, reason: Reason, article: str) -> Said:
    """What stopped play, with its articles and the move that its count began from."""
    rule = outcome.drawn_by
    told = by_article(_bare_reason(outcome, reason), article if rule is None else articles_of(rule))
    if outcome.since_ply is None:
        return told
    return said("reason.since", reason=told, move=_first_counted_move(outcome, outcome.since_ply))


def _bare_reason(outcome: Outcome, reason: Reason) -> Said:
    values: dict[str, Said | int] = {}
    if outcome.rule is not None:
        values["force"] = _ending_name(outcome.rule, outcome.drawn_by)
    if outcome.kings is not None:
        values["white"], values["black"] = outcome.kings
    key = f"reason.{reason.value}"
    match outcome.drawn_by:
        case Material(by=By.STRONGER) if reason is Reason.MATERIAL:
            key = "reason.material-stronger"
        case NoProgress(giving_breaks=True) if reason is Reason.NO_PROGRESS:
            key = "reason.no-progress-giving"
    return Said(key, values, outcome.count)


def _ending_name(pattern: str, rule: DrawRule | None) -> Said:
    """The material of an ending, and who had to hold the main diagonal: all the time, or only at first."""
    force = pattern_name(pattern)
    match rule:
        case Material(diagonal=Diagonal() as diagonal, latched=latched):
            return said(f"force.{'began-' if latched else ''}{diagonal.value}", force=force)
    return force


def _first_counted_move(outcome: Outcome, since_ply: int) -> int:
    """A repetition counts from the ply that brought the position, any other count from the ply after it."""
    counted = outcome.stopped_by or outcome.reason
    first_ply = since_ply if counted is Reason.REPETITION else since_ply + 1
    return max(1, (first_ply + 1) // 2)
