"""Draw rules that no game can reach: mistakes that would otherwise stay hidden for years.

A rule is refused when its own numbers exclude it, or when another rule of the file always ends the game
before it. Whatever is doubtful is accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.draws import By, Diagonal, DrawRule, Material, Mode, NoProgress, Pattern, Repetition
from rules.material import Force
from rules.regulation.problems import Code, Fault, Never, format_path


def unreachable_patterns(rule: Material, position: int, most_pieces: int) -> Iterator[Fault]:
    """The patterns of a rule that cannot match; ``most_pieces`` is what a side begins with."""
    seen: set[Pattern] = set()
    for place, pattern in enumerate(rule.patterns):
        path = ("draws", position, "patterns", place)
        if pattern in seen:
            yield Fault(path, Code.REPEATED)
        elif (why := _why_never(rule, pattern, most_pieces)) is not None:
            yield Fault(path, Code.NEVER_APPLIES, {"why": why, "most": most_pieces})
        seen.add(pattern)


def _why_never(rule: Material, pattern: Pattern, most_pieces: int) -> Never | None:
    stronger, weaker = pattern.stronger, pattern.weaker
    if max(sum(stronger), sum(weaker)) > most_pieces:
        return Never.TOO_MANY_PIECES
    if stronger == weaker:
        return Never.NOBODY_STRONGER if rule.diagonal or rule.by is By.STRONGER else None
    if _fits_in(stronger, weaker):
        return Never.WRONG_WAY_ROUND
    if rule.diagonal is not None:
        holder = stronger if rule.diagonal is Diagonal.STRONGER_HOLDS else weaker
        if not holder.kings:
            return Never.NO_KING_TO_HOLD
    return None


def covered_rules(draws: tuple[tuple[int, DrawRule], ...]) -> Iterator[Fault]:
    """The rules that another one makes superfluous; each comes with its position in the file."""
    for position, rule in draws:
        for other_position, other in draws:
            if other is not rule and _ends_first(other, rule, other_position < position):
                data: dict[str, Any] = {"why": Never.COVERED, "other": format_path(("draws", other_position))}
                yield Fault(("draws", position), Code.NEVER_APPLIES, data)
                break


def _ends_first(other: DrawRule, rule: DrawRule, stands_before: bool) -> bool:
    """Whether ``other`` always ends the game before ``rule`` can, or on the same ply with precedence."""
    match other, rule:
        case Repetition(), Repetition():
            if other.mode is Mode.CLAIM and rule.mode is Mode.AUTOMATIC:
                return False
            same_wins = stands_before or other.mode is not rule.mode
            return other.count < rule.count or (other.count == rule.count and same_wins)
        case NoProgress(), NoProgress():
            if other.giving_breaks and not rule.giving_breaks:
                return False
            return _is_sooner(other.moves, rule.moves, stands_before)
        case Material(), Material():
            return _runs_whenever(other, rule) and _is_sooner(other.moves, rule.moves, stands_before)
        case NoProgress(), Material():
            # without men and without a way from one pattern to another, nothing but king moves is counted
            if other.giving_breaks or rule.latched or not _stays_as_it_is(rule.patterns):
                return False
            return _is_sooner(other.moves, rule.moves, stands_before and rule.by is By.EACH)
    return False


def _is_sooner(other: int, own: int, stands_before: bool) -> bool:
    return other < own or (other == own and stands_before)


def _runs_whenever(other: Material, rule: Material) -> bool:
    """Whether the count of ``other`` runs whenever that of ``rule`` does, and began no later."""
    return (
        set(rule.patterns) <= set(other.patterns)
        and other.by is rule.by
        and other.diagonal in (None, rule.diagonal)
        and (other.latched or not rule.latched)
    )


def _stays_as_it_is(patterns: tuple[Pattern, ...]) -> bool:
    if any(side.men for pattern in patterns for side in (pattern.stronger, pattern.weaker)):
        return False
    return not any(_leads_to(one, two) for one in patterns for two in patterns if one != two)


def _leads_to(one: Pattern, two: Pattern) -> bool:
    """Whether captures can turn the material ``one`` into ``two``."""
    sides = (one.stronger, one.weaker)
    return any(
        _fits_in(first, sides[0]) and _fits_in(second, sides[1])
        for first, second in ((two.stronger, two.weaker), (two.weaker, two.stronger))
    )


def _fits_in(part: Force, whole: Force) -> bool:
    return part.kings <= whole.kings and part.men <= whole.men
