"""A regulation as a list of clauses: keys of the catalogues, values, and the article of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.clock import ClockSettings
from rules.draws import DrawRule, Material, NoProgress, Repetition
from rules.playrules import PlayRules
from rules.regulation.checks import points_about, silent_points
from rules.regulation.schema.document import Document
from rules.regulation.schema.draws import ArbiterRule, MaterialRule
from rules.regulation.schema.game import COMMON, PARAMETERS, TrailTable


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text by its key; ``count`` chooses the plural.

    ``args`` may hold phrases, patterns of material, clocks, and tuples of them.
    """

    key: str
    args: Mapping[str, Any] = field(default_factory=dict)
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement with its article, and the numbers (from 1) of silent points.

    Beside an article the points say how it is read; without one they stand for it.
    """

    phrase: Phrase
    article: str = ""
    silent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    heading: Phrase
    clauses: tuple[Clause, ...]


def phrase(key: str, /, count: int | None = None, **args: Any) -> Phrase:
    return Phrase(key, args, count)


def sections(document: Document, play: PlayRules, clock: ClockSettings) -> tuple[Section, ...]:
    """The sections of a regulation, those without a clause left out."""
    parts = {
        "game": _Clauses(document).game(play),
        "ends": _Clauses(document).ends(play),
        "draws": _Clauses(document).draws(play),
        "order": _Clauses(document).order(clock),
    }
    return tuple(
        Section(phrase(f"regulation.section.{name}"), clauses)
        for name, found in parts.items()
        if (clauses := tuple(found))
    )


def clause(document: Document, about: str, said: Phrase, article: str | None) -> Clause:
    """What is said about ``about``, with its article and the silent points that go with it."""
    if article:
        return Clause(said, article, points_about(document, about))
    return Clause(said, silent=silent_points(document, about))


class _Clauses:
    def __init__(self, document: Document) -> None:
        self._document = document

    def _clause(self, about: str, said: Phrase, article: str | None) -> Clause:
        return clause(self._document, about, said, article)

    # --- the game

    def game(self, play: PlayRules) -> Iterator[Clause]:
        draughts, trail = self._document.draughts, self._document.trail
        if draughts is not None:
            preset = phrase(f"regulation.preset.{draughts.preset}")
            yield self._clause("draughts", phrase("regulation.draughts", game=preset), draughts.article)
            values = draughts.values()
            for key in PARAMETERS:
                stated = getattr(draughts, key)
                said = _parameter(key, values)
                if said is not None:
                    yield self._clause(f"draughts.{key}", said, stated and stated.article)
            for key in COMMON:
                if (article := getattr(draughts, key)) is not None:
                    yield self._clause(f"draughts.{key}", phrase(f"regulation.{_dashed(key)}"), article)
        if trail is not None:
            yield from self._trail(trail)
        if (huffing := self._document.huffing) is not None:
            yield self._clause("huffing", phrase("regulation.huffing"), huffing.article)
            hints = phrase(f"regulation.hints.{_yes_no(huffing.hints)}")
            yield self._clause("huffing.hints", hints, None)
        if (impossible := play.impossible) is not None:
            said = phrase("regulation.impossible", impossible.limit)
            yield self._clause("impossible_moves", said, impossible.article)

    def _trail(self, trail: TrailTable) -> Iterator[Clause]:
        for key in TrailTable.model_fields:
            if key == "trace_protection":
                protection = trail.trace_protection
                value = "orthogonal" if protection is None else protection.value
                said = phrase(f"regulation.trail.protection.{value}")
                article = None if protection is None else protection.article
            else:
                said = phrase(f"regulation.trail.{_dashed(key)}")
                article = getattr(trail, key)
            yield self._clause(f"trail.{key}", said, article)

    # --- ends

    def ends(self, play: PlayRules) -> Iterator[Clause]:
        ends, adjudication = self._document.ends, self._document.adjudication
        for key in ("no_pieces", "blocked", "resignation", "flag", "deadline", "forfeit"):
            if key == "no_pieces" and self._document.draughts is None:
                continue
            yield self._clause(f"ends.{key}", phrase(f"regulation.ends.{_dashed(key)}"), getattr(ends, key))
        for key in ("win", "draw"):
            said = phrase(f"regulation.adjudication.{key}.allowed")
            if key in adjudication.forbidden:
                said = phrase(f"regulation.adjudication.{key}.forbidden")
            elif key == "draw" and play.count_kings is not None:
                said = phrase("regulation.adjudication.stop")
            yield self._clause(f"adjudication.{key}", said, getattr(adjudication, key))

    # --- draws

    def draws(self, play: PlayRules) -> Iterator[Clause]:
        rules = iter(play.draws)
        for table in self._document.draws:
            if isinstance(table, ArbiterRule):
                said = phrase("regulation.draw.arbiter", table.count, moves=table.moves)
            else:
                said = _draw(next(rules))
                if play.count_kings is not None:
                    said = phrase("regulation.draw.stops", what=said)
            article = ", ".join(part for part in (table.article, table.see) if part)
            yield self._clause(f"draws.{table.rule}", said, article)
            if isinstance(table, MaterialRule) and table.diagonal:
                when = "begins" if table.latched else "lasts"
                diagonal = phrase(f"regulation.diagonal-{when}.{table.diagonal}")
                yield self._clause("draws.material", diagonal, article)
            if isinstance(table, MaterialRule) and table.latched:
                yield self._clause("draws.material", phrase("regulation.latched"), article)
        yield from self._agreement(play)

    def _agreement(self, play: PlayRules) -> Iterator[Clause]:
        agreement = play.agreement
        what = "agreement" if play.count_kings is None else "stop"
        if not agreement.allowed:
            said = phrase(f"regulation.{what}.no")
        elif agreement.from_move > 1:
            said = phrase(f"regulation.{what}.from", move=agreement.from_move)
        else:
            said = phrase(f"regulation.{what}.yes")
        yield self._clause("agreement", said, agreement.article)
        if (kings := play.count_kings) is not None:
            yield self._clause("count_kings", phrase("regulation.count-kings.more"), kings.more_article)
            verb = "return-game" if kings.return_game else "draw"
            yield self._clause("count_kings", phrase(f"regulation.count-kings.{verb}"), kings.equal_article)
        if (advantage := play.advantage) is not None:
            said = phrase("regulation.advantage", advantage.margin, king=advantage.king_value)
            yield self._clause("advantage", said, advantage.article)
            said = phrase("regulation.advantage.agreed")
            yield self._clause("advantage", said, advantage.agreement_article)

    # --- order of play

    def order(self, clock: ClockSettings) -> Iterator[Clause]:
        document = self._document
        for key in ("take_back", "touch"):
            yield self._clause(
                f"ends.{key}", phrase(f"regulation.{_dashed(key)}"), getattr(document.ends, key)
            )
        white = phrase(f"regulation.white.{document.first_white.by}")
        yield self._clause("first_white", white, document.first_white.article)
        said = phrase("regulation.clock.none")
        if not clock.is_none:
            said = phrase("regulation.clock", clock=clock)
        yield self._clause("clock", said, document.clock.article)


def _dashed(key: str) -> str:
    """Keys of the catalogues have dashes where those of a file have underscores."""
    return key.replace("_", "-")


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


def _parameter(key: str, values: Mapping[str, Any]) -> Phrase | None:
    """A parameter of a draughts game in words; None where it goes without saying."""
    value = values[key]
    match key:
        case "size":
            return phrase("regulation.size", size=value)
        case "rows_of_men":
            return phrase("regulation.rows-of-men", value, men=value * values["size"] // 2)
        case "numbering" if values["notation"] == "algebraic":
            return None
        case "capture_sign":
            return phrase("regulation.capture-sign", sign=value)
        case "capture_priority":
            if not value:
                return phrase("regulation.priority.free")
            order = tuple(phrase(f"regulation.priority.{name}") for name in value)
            return phrase("regulation.capture-priority", len(order), order=order)
        case "king_moves_in_a_row":
            return None if value is None else phrase("regulation.king-moves-in-a-row", value)
        case "capture_directions" if value == "diagonal":
            return None
    return phrase(f"regulation.{_dashed(key)}.{_yes_no(value) if isinstance(value, bool) else value}")


def _draw(rule: DrawRule) -> Phrase:
    match rule:
        case Repetition():
            return phrase(f"regulation.draw.repetition.{rule.mode.value}", rule.count)
        case NoProgress():
            key = "no-progress-giving" if rule.giving_breaks else "no-progress"
            return phrase(f"regulation.draw.{key}", rule.moves)
        case Material():
            return phrase(f"regulation.draw.material.{rule.by.value}", rule.moves, patterns=rule.patterns)
    raise TypeError(rule)
