"""How the sections of a stage are set up: who is in which, in what order, by what system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, log2
from typing import TYPE_CHECKING

from rules.tournament.categories import grade_of
from rules.tournament.eventrules import StageRules, System
from rules.tournament.model import Entrant, EntrantNo
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.seeding import spread_seeds

if TYPE_CHECKING:
    from rules.tournament.event import Event


def choose_system(event: Event, stage: StageRules, system: System | None) -> System:
    """The system of a stage. Raises EventRefused where it is none of the stage's, or has to be said."""
    chosen = system or event.settings.system
    if chosen is None and len(stage.systems) == 1:
        return stage.systems[0]
    if chosen is None or chosen not in stage.systems:
        raise EventRefused(Refusal.UNKNOWN_SYSTEM, system=chosen, systems=stage.systems)
    return chosen


def by_section(
    event: Event, stage: StageRules, playing: Iterable[Entrant]
) -> Mapping[tuple[str, str], list[Entrant]]:
    """Entrants by category and, where a stage is played within classes, by class.

    Categories in the regulation's order, classes in the organiser's, or by grade.
    """
    found: dict[tuple[str, str], list[Entrant]] = {}
    for entrant in playing:
        group = entrant.group if stage.within == "class" else ""
        found.setdefault((entrant.category, group), []).append(entrant)
    categories = [category.id for category in event.rules.categories]
    classes = {group: place for place, group in enumerate(event.settings.classes)}

    def place(key: tuple[str, str]) -> tuple[int, int, int, str]:
        category, group = key
        known = categories.index(category) if category in categories else -1
        return known, classes.get(group, len(classes)), grade_of(group) or 0, group

    return {key: found[key] for key in sorted(found, key=place)}


def section_id(stage: StageRules, category: str, group: str) -> str:
    """Stage, category and class, as far as there are any: ``one:younger:IVa``."""
    return ":".join(part for part in (stage.id, category, group) if part)


def first_order(event: Event, system: System, members: Sequence[Entrant]) -> tuple[EntrantNo, ...]:
    """Entrants by lots, or as the regulation orders them.

    In a knockout top seeds are spread, elsewhere they come first.
    """
    by_lot = sorted(members, key=lambda entrant: (entrant.lot is None, entrant.lot, entrant.number))
    if event.rules.initial_order == "sign-up":
        by_lot = sorted(members, key=lambda entrant: entrant.number)
    numbers = [entrant.number for entrant in by_lot]
    seeds = {entrant.number: entrant.seed for entrant in by_lot if entrant.seed is not None}
    if system is System.KNOCKOUT:
        return spread_seeds(numbers, seeds)
    return tuple(sorted(numbers, key=lambda number: seeds.get(number, len(event.entrants) + 1)))


def rounds_of(event: Event, system: System, entrants: int, rounds: int | None) -> int | None:
    """How many rounds are planned; None for a knockout, which ends when it is decided."""
    if system is System.SWISS and event.rules.swiss is not None:
        said = rounds or event.settings.rounds or event.rules.swiss.rounds
        return said or max(1, ceil(log2(max(2, entrants))))
    if system is System.ROUND_ROBIN and event.rules.round_robin is not None:
        return (entrants - 1 + entrants % 2) * event.rules.round_robin.cycles
    return None
