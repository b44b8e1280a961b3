"""From a checked document to the values that ``rules.game`` runs on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from rules.clock import ClockError, ClockSettings, parse_clock
from rules.draws import (
    ArbiterDraw,
    By,
    Diagonal,
    DrawRule,
    Material,
    Mode,
    NoProgress,
    Pattern,
    PatternError,
    Repetition,
    parse_pattern,
)
from rules.errors import WhyIllegal
from rules.gametype import GameType
from rules.playrules import (
    Advantage,
    Agreement,
    Articles,
    CountKings,
    FirstWhite,
    ImpossibleMoves,
    PlayRules,
)
from rules.presets import SLIDY, changed, game_type
from rules.regulation.problems import Code, Fault, Never
from rules.regulation.reachable import covered_rules, unreachable_patterns
from rules.regulation.schema.document import Document
from rules.regulation.schema.draws import ArbiterRule, MaterialRule, NoProgressRule, RepetitionRule


def build(document: Document, draws: tuple[DrawRule, ...]) -> PlayRules:
    """The rules of play of a document without faults, with its draw rules as ``read_draws`` gives them."""
    ends, agreement, huffing = document.ends, document.agreement, document.huffing
    adjudication = document.adjudication
    adjudged = {
        key: None if key in adjudication.forbidden else getattr(adjudication, key) or ""
        for key in ("win", "draw")
    }
    return PlayRules(
        game_type=_game_type(document),
        draws=draws,
        articles=Articles(
            no_pieces=ends.no_pieces or "",
            blocked=ends.blocked or "",
            resignation=ends.resignation or "",
            flag=ends.flag or "",
            deadline=ends.deadline or "",
            forfeit=ends.forfeit or "",
            adjudged_win=adjudged["win"],
            adjudged_draw=adjudged["draw"],
        ),
        agreement=Agreement(agreement.allowed, agreement.article or "", agreement.from_move),
        first_white=FirstWhite(document.first_white.by, document.first_white.article or ""),
        hints=huffing is None or huffing.hints,
        count_kings=_count_kings(document),
        advantage=_advantage(document),
        impossible=_impossible(document),
        watch=_watch(document),
        huff_article="" if huffing is None else huffing.article,
        forbidden_by=tuple(_forbidden_by(document)),
    )


def read_clock(document: Document, faults: list[Fault]) -> ClockSettings:
    """The clock of the document; a fault is added to ``faults``."""
    try:
        return parse_clock(document.clock.setting)
    except ClockError:
        faults.append(Fault(("clock", "setting"), Code.BAD_CLOCK, {"value": document.clock.setting}))
        return ClockSettings()


def read_draws(document: Document, faults: list[Fault]) -> tuple[DrawRule, ...]:
    """The draw rules, in order; what is wrong with them is added to ``faults``.

    An arbiter's draw is none of them, it stands by itself.
    """
    most_pieces = sys.maxsize
    if document.draughts is not None:
        values = document.draughts.values()
        most_pieces = values["rows_of_men"] * values["size"] // 2
    rules: list[tuple[int, DrawRule]] = []
    arbiter_at: int | None = None
    for position, table in enumerate(document.draws):
        path = ("draws", position)
        # the trail game has neither men nor kings; in draughts, what captures never comes back
        is_trail = document.trail is not None and document.draughts is None
        foreign = MaterialRule | NoProgressRule if is_trail else ArbiterRule
        if isinstance(table, foreign):
            faults.append(Fault(path, Code.NEVER_APPLIES, {"why": Never.NOT_IN_THIS_GAME}))
            continue
        article, see = table.article or "", table.see or ""
        match table:
            case RepetitionRule():
                if table.count == 1:
                    faults.append(Fault((*path, "count"), Code.NEVER_APPLIES, {"why": Never.AT_ONCE}))
                    continue
                rules.append((position, Repetition(article, table.count, Mode(table.mode), see)))
            case NoProgressRule():
                rules.append((position, NoProgress(article, table.moves, table.giving_breaks, see)))
            case MaterialRule():
                patterns = tuple(_patterns(table, position, faults))
                diagonal = None if table.diagonal is None else Diagonal(table.diagonal)
                by, latched = By(table.by), table.latched
                rule = Material(article, patterns, table.moves, by, diagonal, latched, see)
                faults.extend(unreachable_patterns(rule, position, most_pieces))
                if len(patterns) == len(table.patterns):
                    rules.append((position, rule))
            case ArbiterRule():
                if arbiter_at is not None:
                    faults.append(Fault(path, Code.REPEATED))
                arbiter_at = position
    faults.extend(covered_rules(tuple(rules)))
    return tuple(rule for _, rule in rules)


def _patterns(table: MaterialRule, position: int, faults: list[Fault]) -> Iterator[Pattern]:
    for place, text in enumerate(table.patterns):
        try:
            yield parse_pattern(text)
        except PatternError:
            faults.append(Fault(("draws", position, "patterns", place), Code.BAD_PATTERN, {"value": text}))


def _game_type(document: Document) -> GameType[Any]:
    if document.draughts is not None:
        return game_type(changed(document.draughts.preset, document.draughts.values()).name)
    protection = None if document.trail is None else document.trail.trace_protection
    return game_type(SLIDY if protection is None else f"{SLIDY}:{protection.value}")


def _count_kings(document: Document) -> CountKings | None:
    if (table := document.count_kings) is None:
        return None
    return CountKings(table.equal_article, table.more_article, table.return_game)


def _advantage(document: Document) -> Advantage | None:
    if (table := document.advantage) is None:
        return None
    return Advantage(table.margin, table.king_value, table.article, table.agreement_article)


def _impossible(document: Document) -> ImpossibleMoves | None:
    table = document.impossible_moves
    return None if table is None else ImpossibleMoves(table.limit, table.article)


def _forbidden_by(document: Document) -> Iterator[tuple[WhyIllegal, str]]:
    draughts = document.draughts
    if draughts is not None and (missed := draughts.missed_capture) is not None:
        yield WhyIllegal.MUST_CAPTURE, missed.article
    if draughts is not None and (priority := draughts.capture_priority) is not None:
        yield WhyIllegal.MUST_CAPTURE_MORE, priority.article
        yield WhyIllegal.MUST_CAPTURE_BETTER, priority.article
    if document.impossible_moves is not None:
        table = document.impossible_moves.forbidden_by
        for key in type(table).model_fields:
            if (article := getattr(table, key)) is not None:
                yield WhyIllegal(key.replace("_", "-")), article


def _watch(document: Document) -> ArbiterDraw | None:
    for table in document.draws:
        if isinstance(table, ArbiterRule):
            return ArbiterDraw(table.article or "", table.count, 2 * table.moves)
    return None
