"""How stages begin: their sections, and the order of entrants in each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from rules.tournament import actions
from rules.tournament.actions import PlannedSection
from rules.tournament.eventrules import StageRules, System
from rules.tournament.happenings import EventHappening, Gone, NotHere, SectionStarted
from rules.tournament.model import Entrant, EntrantNo, Phase, Section, Standing
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.sections import by_section, choose_system, first_order, rounds_of, section_id
from rules.tournament.signup import BEFORE_START, need_phase

if TYPE_CHECKING:
    from rules.tournament.event import Event

Told = tuple[EventHappening, ...]
FEWEST = 2
"""entrants in an event; a category may have one, who has won it"""


def schedule(event: Event, action: actions.Scheduled, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    return replace(event, next_at=action.at), ()


def show_point(event: Event, action: actions.PointShown, at: datetime) -> tuple[Event, Told]:
    if action.index != event.programme_shown:
        raise EventRefused(Refusal.ALREADY_THERE)
    return replace(event, programme_shown=action.index + 1), ()


def plan_start(event: Event, system: System | None = None, rounds: int | None = None) -> actions.Started:
    """The sections of the first stage: those who are in (and here, where that is checked), by category and
    class.

    ``system`` where the regulation allows several, ``rounds`` of a Swiss; otherwise what the organiser has
    set, then what the regulation says (a Swiss without a number: as many as decide a knockout). Raises
    EventRefused.
    """
    if event.phase is Phase.RUNNING:
        raise EventRefused(Refusal.ALREADY_THERE)
    need_phase(event, Phase.CLOSED)
    playing = _starters(event)
    need_enough(playing)
    if event.secret is None:
        raise EventRefused(Refusal.NO_LOTS)
    stage = event.rules.stages[0]
    chosen = choose_system(event, stage, system)
    groups = by_section(event, stage, playing)
    return actions.Started(
        0,
        tuple(
            PlannedSection(
                id=section_id(stage, category, group),
                category=category,
                group=group,
                system=chosen,
                entrants=first_order(event, chosen, members),
                goes_on=stage.quotas.get(category) if stage.quotas is not None else None,
                rounds=rounds_of(event, chosen, len(members), rounds),
            )
            for (category, group), members in groups.items()
        ),
    )


def need_enough(entrants: Sequence[Entrant]) -> None:
    """Raises EventRefused where they are too few for an event."""
    if len(entrants) < FEWEST:
        raise EventRefused(Refusal.TOO_FEW, entrants=len(entrants), needed=FEWEST)


def _starters(event: Event) -> tuple[Entrant, ...]:
    playing = event.having(Standing.IN)
    if event.rules.sign_up.check_in:
        return tuple(entrant for entrant in playing if entrant.is_here)
    return playing


def plan_stage(
    event: Event, orders: Mapping[str, Sequence[EntrantNo]] | None = None
) -> actions.Started | None:
    """The sections that can begin because those that feed them are over; None if there are none.

    A section of a later stage begins when all of its category are finished before it. Its lots are drawn from
    the event's secret with the section as purpose, or ``orders`` has them, by section, as drawn from a hat.
    """
    if event.phase is not Phase.RUNNING or event.drawn is None:
        return None
    planned: list[PlannedSection] = []
    for number, stage in enumerate(event.rules.stages[1:], 1):
        before = [section for section in event.sections if section.stage == number - 1]
        begun = {section.category for section in event.sections if section.stage == number}
        # sections are in the order of their categories
        for category in dict.fromkeys(section.category for section in before):
            if category in begun:
                continue
            feeding = [section for section in before if section.category == category]
            if all(section.is_finished for section in feeding):
                planned.extend(_fed(event, stage, category, feeding, orders or {}))
        if planned:
            return actions.Started(number, tuple(planned))
    return None


def _fed(
    event: Event,
    stage: StageRules,
    category: str,
    feeding: Sequence[Section],
    orders: Mapping[str, Sequence[EntrantNo]],
) -> Iterable[PlannedSection]:
    came = _came_through(event, feeding)
    for (_, group), members in by_section(event, stage, came).items():
        section = section_id(stage, category, group)
        numbers = tuple(sorted(entrant.number for entrant in members))
        order = tuple(orders.get(section, ())) or _draw(event, section, numbers)
        own = event.settings.system
        system = own if own is not None and own in stage.systems else stage.systems[0]
        yield PlannedSection(
            id=section,
            category=category,
            group=group,
            system=system,
            entrants=order,
            goes_on=stage.quotas.get(category) if stage.quotas is not None else None,
            rounds=rounds_of(event, system, len(order), None),
        )


def _came_through(event: Event, feeding: Iterable[Section]) -> list[Entrant]:
    """Who goes on from finished sections, as far as they have not left since."""
    numbers = [number for section in feeding for number in section.through]
    return [event.entrants[number] for number in numbers if event.entrants[number].is_playing]


def _draw(event: Event, section: str, numbers: tuple[EntrantNo, ...]) -> tuple[EntrantNo, ...]:
    if event.drawn is None:
        raise EventRefused(Refusal.NO_LOTS)
    return event.drawn.order(f"lots:{section}", numbers)


def start(event: Event, action: actions.Started, at: datetime) -> tuple[Event, Told]:
    expected = plan_start(event, *_system_of(action)) if action.stage == 0 else plan_stage(event)
    if expected is None or _members(expected) != _members(action):
        raise EventRefused(Refusal.WRONG_PLAN)
    sections = tuple(
        Section(
            id=planned.id,
            stage=action.stage,
            category=planned.category,
            group=planned.group,
            system=planned.system,
            entrants=planned.entrants,
            goes_on=planned.goes_on,
            rounds_planned=planned.rounds,
        )
        for planned in action.sections
    )
    event, told = _leave_out(event) if action.stage == 0 else (event, ())
    started = replace(event, phase=Phase.RUNNING, sections=(*event.sections, *sections), next_at=None)
    return started, (*told, *(SectionStarted(section) for section in sections))


def _system_of(action: actions.Started) -> tuple[System | None]:
    return (action.sections[0].system if action.sections else None,)


def _members(action: actions.Started) -> tuple[int, Mapping[str, tuple[System, list[EntrantNo]]]]:
    """What a plan must have in common with what stands; the order in each section is the organiser's."""
    return action.stage, {
        planned.id: (planned.system, sorted(planned.entrants)) for planned in action.sections
    }


def _leave_out(event: Event) -> tuple[Event, Told]:
    """Whoever has not checked in, or was never let in, does not take part."""
    told: list[EventHappening] = []
    starters = {entrant.number for entrant in _starters(event)}
    absent = [entrant for entrant in event.having(Standing.IN) if entrant.number not in starters]
    if absent:
        event = event.with_entrants(*(replace(entrant, standing=Standing.LEFT) for entrant in absent))
        told.append(NotHere(tuple(entrant.number for entrant in absent)))
        told.extend(Gone(entrant.number, Standing.LEFT) for entrant in absent)
    return event, tuple(told)
