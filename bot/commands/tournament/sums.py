"""Why somebody stands where they stand: points and every tie-break with its sum written out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.sheets import number_text
from bot.commands.tournament.telling import heading
from bot.replies import Said, said
from bot.words import by_article
from rules.tournament.eventrules import TieBreak
from rules.tournament.history import records
from rules.tournament.model import EntrantNo, Section
from rules.tournament.tie_breaks import Explanation, Term, Treated, explain


def sum_lines(file: EventFile, section: Section, number: EntrantNo) -> Iterator[Said]:
    """Points round by round, then each tie-break in the regulation's order."""
    score = next(score for score in file.event.table(section.id) if score.entrant == number)
    yield said("why.title", player=file.name(number), heading=heading(file, section), rank=score.rank)
    entries = records(section, file.event.entrants, file.rules)[number].entries
    parts = tuple(
        said(
            "why.points-of",
            round=entry.round,
            points=number_text(entry.points),
            was=_was(file, entry.was, entry.opponent),
        )
        for entry in entries
    )
    total = number_text(score.points)
    points = said("why.points", total=total, parts=parts) if parts else said("why.no-points", total=total)
    yield by_article(points, file.rules.scoring.article)
    for tie_break in file.rules.tie_breaks:
        told = explain(section, file.event.entrants, file.rules, tie_break, number)
        yield by_article(_sum(file, tie_break, told), file.rules.tie_break_article)


def _was(file: EventFile, was: str, opponent: EntrantNo | None) -> object:
    if was == "played" and opponent is not None:
        return file.name(opponent)
    return said(f"was.{was}")


def _sum(file: EventFile, tie_break: TieBreak, told: Explanation) -> Said:
    name = said(f"regulation.tie-break.{tie_break.value}")
    value = number_text(told.value)
    if tie_break is TieBreak.LOTS:
        return said("why.lots", name=name)
    if tie_break is TieBreak.DIRECT_GAME and not told.level_with:
        return said("why.nobody-level", name=name)
    if not told.terms:
        return said("why.nothing", name=name, value=value)
    parts = tuple(_term(file, term) for term in told.terms)
    line = said("why.sum", name=name, value=value, parts=parts)
    if tie_break is TieBreak.DIRECT_GAME:
        return said("why.level", line=line, names=file.names(told.level_with))
    return line


def _term(file: EventFile, term: Term) -> Said:
    """One addend with what it is: an opponent's score, times what was made of it, cut or not."""
    text = number_text(term.value)
    if term.score is not None and term.value != term.score and term.points != 0:
        text = f"{number_text(term.score)}×{number_text(term.points)}"
    elif term.score is not None and term.value == Fraction(0) and term.score:
        text = f"{number_text(term.score)}×0"
    who: object = file.name(term.opponent) if term.opponent is not None else said(f"was.{term.was.value}")
    if term.treated not in (Treated.OPPONENT, Treated.ROUND):
        who = said(f"treated.{term.treated.value}", what=said(f"was.{term.was.value}"))
    part = said("why.term", value=text, who=who)
    if term.as_draws:
        part = said("why.as-draws", term=part, count=term.as_draws)
    return said(f"cut.{term.cut.value}", term=part) if term.cut is not None else part
