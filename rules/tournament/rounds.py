"""Rounds: pairings get their boards, deadlines pass, sections and the event come to their end.

A plan is stored as it was made and never made again; here it is only held against what stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from rules.tournament import actions
from rules.tournament.eventrules import Missed, System
from rules.tournament.happenings import (
    DeadlineMissed,
    EventHappening,
    EventOver,
    PlacesStand,
    RoundOver,
    RoundPaired,
    StageOver,
)
from rules.tournament.match import must_decide, settle, was_played
from rules.tournament.model import (
    BoardNo,
    EntrantNo,
    Pairing,
    PairingKind,
    Phase,
    PlannedPairing,
    Round,
    Section,
)
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.results import end_match
from rules.tournament.signup import need_phase
from rules.tournament.starting import plan_stage

if TYPE_CHECKING:
    from rules.tournament.event import Event

Told = tuple[EventHappening, ...]
_GOING_ON = (PairingKind.GAME, PairingKind.BYE, PairingKind.SITS_OUT, PairingKind.FINAL)
_SEVERAL = (PairingKind.THREE_WAY, PairingKind.EXTRA)
"""kinds of which one entrant can have several in a round"""


def open_section(event: Event, section_id: str) -> Section:
    """A section that is being played. Raises EventRefused."""
    need_phase(event, Phase.RUNNING)
    section = event.section(section_id)
    if section.is_finished:
        raise EventRefused(Refusal.SECTION_FINISHED, section=section_id)
    return section


def set_rounds(event: Event, action: actions.RoundsSet, at: datetime) -> tuple[Event, Told]:
    section = open_section(event, action.section)
    if section.system is not System.SWISS or action.rounds < max(1, len(section.rounds)):
        raise EventRefused(Refusal.NO_SUCH_ROUND, section=section.id, round=action.rounds)
    return event.with_section(replace(section, rounds_planned=action.rounds)), ()


def pair(event: Event, action: actions.Paired, at: datetime) -> tuple[Event, Told]:
    section = open_section(event, action.section)
    _check_number(section, action.round)
    check_over(section)
    _check_plan(event, section, action)
    pairings = tuple(
        _seat(event, section, BoardNo(action.first_board + place), planned)
        for place, planned in enumerate(action.pairings)
    )
    round_ = Round(action.round, pairings, action.deadline)
    paired = event.with_section(replace(section, rounds=(*section.rounds, round_)))
    told: Told = (RoundPaired(section.id, action.round, pairings, action.deadline),)
    if round_.is_over:
        told = (*told, RoundOver(section.id, action.round))
    return replace(paired, next_board=BoardNo(action.first_board + len(pairings)), next_at=None), told


def _check_number(section: Section, number: int) -> None:
    done = len(section.rounds)
    if 1 <= number <= done:
        raise EventRefused(Refusal.ROUND_PAIRED, section=section.id, round=number)
    if number != done + 1:
        raise EventRefused(Refusal.NO_SUCH_ROUND, section=section.id, round=number)


def check_over(section: Section) -> None:
    """Raises EventRefused while games of the last round are open."""
    if section.rounds and not section.rounds[-1].is_over:
        last = section.rounds[-1]
        boards = tuple(pairing.board for pairing in last.pairings if not pairing.is_decided)
        raise EventRefused(Refusal.ROUND_OPEN, section=section.id, round=last.number, boards=boards)


def _check_plan(event: Event, section: Section, action: actions.Paired) -> None:
    def stale(why: str, **data: Any) -> EventRefused:
        return EventRefused(Refusal.STALE_PAIRING, section=section.id, round=action.round, why=why, **data)

    if action.first_board < event.next_board or not action.pairings:
        raise stale("boards")
    members = set(section.entrants)
    seated: set[EntrantNo] = set()
    for planned in action.pairings:
        players = _players(planned)
        if not members.issuperset(players):
            raise stale("unknown", entrants=players)
        if len(set(players)) < len(players) or (
            planned.kind not in _SEVERAL and not seated.isdisjoint(players)
        ):
            raise stale("twice", entrants=players)
        seated.update(players)
    kinds = {planned.kind for planned in action.pairings}
    due = _due(event, section, action.round)
    if kinds & set(_GOING_ON) and not kinds & set(_SEVERAL):
        if left_out := due - seated:
            raise stale("left-out", entrants=tuple(sorted(left_out)))
        if section.system is System.KNOCKOUT:
            going_on = {no for plan in action.pairings if plan.kind in _GOING_ON for no in _players(plan)}
            if lost := going_on - set(survivors(section)):
                raise stale("unknown", entrants=tuple(sorted(lost)))
    if section.system is System.SWISS:
        _check_meetings(event, section, action.pairings, stale)


def _check_meetings(event: Event, section: Section, plan: Iterable[PlannedPairing], stale: Any) -> None:
    """Nobody meets twice in a Swiss; a meeting to which one side did not come is none."""
    met = {
        frozenset(pairing.players)
        for round_ in section.rounds
        for pairing in round_.pairings
        if was_played(pairing)
    }
    for planned in plan:
        pair_ = frozenset(_players(planned))
        if planned.second is not None and planned.kind is not PairingKind.EXTRA:
            if pair_ in met:
                raise stale("again", entrants=tuple(sorted(pair_)))
            if pair_ in event.forbidden:
                raise stale("forbidden", entrants=tuple(sorted(pair_)))


def _players(planned: PlannedPairing) -> tuple[EntrantNo, ...]:
    return (planned.first,) if planned.second is None else (planned.first, planned.second)


def _due(event: Event, section: Section, round_: int) -> set[EntrantNo]:
    """Who must have a board or a bye in this round."""
    numbers: Sequence[EntrantNo] = section.entrants
    if section.system is System.KNOCKOUT:
        numbers = survivors(section)
    entrants = [event.entrants[number] for number in numbers]
    return {
        entrant.number
        for entrant in entrants
        if entrant.is_playing and (section.stage > 0 or entrant.enters <= round_)
    }


def survivors(section: Section) -> tuple[EntrantNo, ...]:
    """Who is still in a knockout, in the order of the section: no match lost, even in an open round."""
    alive: Sequence[EntrantNo] = section.entrants
    for round_ in section.rounds:
        through = [pairing for pairing in round_.pairings if pairing.kind in _GOING_ON]
        if through and not any(pairing.kind in _SEVERAL for pairing in round_.pairings):
            left = {number for pairing in through for number in _left_in(pairing)}
            alive = [number for number in alive if number in left]
    return tuple(alive)


def _left_in(pairing: Pairing) -> tuple[EntrantNo, ...]:
    if not pairing.is_decided:
        return pairing.players
    return () if pairing.winner is None else (pairing.winner,)


def _seat(event: Event, section: Section, board: BoardNo, planned: PlannedPairing) -> Pairing:
    """The pairing at its board, with its first game; lost already for whoever has left."""
    gone = tuple(number for number in _players(planned) if not event.entrants[number].is_playing)
    pairing = Pairing(
        board=board,
        kind=planned.kind,
        first=planned.first,
        second=planned.second,
        match=planned.match,
        white_by=planned.white_by,
        white_article=planned.white_article,
        article=planned.article,
        walkover=gone if planned.second is not None else (),
    )
    return settle(pairing, must_decide(section.system, planned.kind)).pairing


def _current_round(event: Event, section_id: str, number: int) -> tuple[Section, Round]:
    section = open_section(event, section_id)
    if not section.rounds or section.rounds[-1].number != number:
        raise EventRefused(Refusal.NO_SUCH_ROUND, section=section_id, round=number)
    return section, section.rounds[-1]


def set_deadline(event: Event, action: actions.DeadlineSet, at: datetime) -> tuple[Event, Told]:
    section, round_ = _current_round(event, action.section, action.round)
    changed = replace(round_, deadline=action.deadline)
    return event.with_section(replace(section, rounds=(*section.rounds[:-1], changed))), ()


def pass_deadline(event: Event, action: actions.DeadlinePassed, at: datetime) -> tuple[Event, Told]:
    """Tell what was missed. Where that loses, the match is lost for those named, or for both."""
    section, round_ = _current_round(event, action.section, action.round)
    schedule = event.rules.schedule
    late = [pairing for pairing in round_.pairings if not pairing.is_decided]
    if round_.deadline is None:
        raise EventRefused(Refusal.ALREADY_THERE)
    if at < round_.deadline or event.paused_at is not None:
        raise EventRefused(Refusal.DEADLINE_AHEAD, deadline=round_.deadline)
    event = event.with_section(
        replace(section, rounds=(*section.rounds[:-1], replace(round_, deadline=None)))
    )
    if not late:
        return event, ()
    boards = tuple(pairing.board for pairing in late)
    told: list[EventHappening] = [
        DeadlineMissed(section.id, round_.number, boards, schedule.missed, schedule.deadline_article)
    ]
    if schedule.missed is Missed.LOSS:
        missing = {item.board: item.entrants for item in action.missing}
        for pairing in late:
            losers = tuple(no for no in pairing.players if no in missing.get(pairing.board, pairing.players))
            event, happened = end_match(event, event.find(pairing.board), losers or pairing.players)
            told.extend(happened)
    return event, tuple(told)


def finish_section(event: Event, action: actions.SectionFinished, at: datetime) -> tuple[Event, Told]:
    if event.section(action.section).is_finished:
        raise EventRefused(Refusal.ALREADY_THERE)
    section = open_section(event, action.section)
    check_over(section)
    placed = [number for place in action.places for number in place.entrants]
    members = set(section.entrants)
    if sorted(placed) != sorted(members) or not members.issuperset(action.goes_on):
        raise EventRefused(Refusal.WRONG_PLAN)
    event = event.with_section(
        replace(section, is_finished=True, places=action.places, through=action.goes_on)
    )
    told: list[EventHappening] = [PlacesStand(section.id, action.places, action.goes_on)]
    if _is_over(event, section.stage):
        told.append(StageOver(section.stage))
    return event, tuple(told)


def _is_over(event: Event, stage: int) -> bool:
    """Whether nothing of a stage is played or still to begin: a category can be a stage ahead of another."""
    to_come = plan_stage(event)
    return all(section.is_finished for section in event.sections if section.stage <= stage) and (
        to_come is None or to_come.stage > stage
    )


def can_finish(event: Event) -> bool:
    """Whether all sections are over and none is still to begin."""
    is_over = all(section.is_finished for section in event.sections)
    return event.phase is Phase.RUNNING and is_over and plan_stage(event) is None


def finish_event(event: Event, action: actions.EventFinished, at: datetime) -> tuple[Event, Told]:
    if event.phase is Phase.FINISHED:
        raise EventRefused(Refusal.ALREADY_THERE)
    need_phase(event, Phase.RUNNING)
    for section in event.sections:
        if not section.is_finished:
            raise EventRefused(Refusal.SECTION_OPEN, section=section.id)
    if not can_finish(event):
        raise EventRefused(Refusal.WRONG_PLAN)
    return replace(event, phase=Phase.FINISHED, next_at=None), (EventOver(),)
