"""Sign-up: who takes part, who waits for approval or for room, who paid and who is here.

The waiting list is in the order of sign-up, and moves up by itself as soon as there is room.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from rules.tournament import actions
from rules.tournament.eventrules import System
from rules.tournament.happenings import (
    EventHappening,
    GamesDropped,
    Gone,
    LateEntry,
    MovedUp,
    SignedUp,
    WordsWanted,
)
from rules.tournament.model import ConsentBy, ConsentGiven, Entrant, EntrantNo, Phase, Section, Standing
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.sections import rounds_of

if TYPE_CHECKING:
    from rules.tournament.event import Event

WORDS_FOR = timedelta(minutes=1)
"""how long words may be added to the lots when sign-up has closed"""

BEFORE_START = (Phase.CREATED, Phase.OPEN, Phase.CLOSED)
Told = tuple[EventHappening, ...]


def need_phase(event: Event, *phases: Phase) -> None:
    """Raises EventRefused in any other phase."""
    if event.phase not in phases:
        raise EventRefused(Refusal.WRONG_PHASE, phase=event.phase)


def configure(event: Event, action: actions.Configured, at: datetime) -> tuple[Event, Told]:
    """Anything before the start; later only what no pairing rests on."""
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    old, new = event.settings, action.settings
    if event.phase is Phase.RUNNING:
        if replace(new, place=old.place, pace=old.pace, capacity=old.capacity) != old:
            raise EventRefused(Refusal.WRONG_PHASE, phase=event.phase)
        return replace(event, settings=new), ()
    return fill_up(replace(event, settings=new, next_at=new.starts or event.next_at))


def open_sign_up(event: Event, action: actions.Opened, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START)
    if event.secret is not None:
        raise EventRefused(Refusal.LOTS_DRAWN)
    if event.commitment not in ("", action.commitment):
        raise EventRefused(Refusal.COMMITMENT)
    if event.phase is Phase.OPEN and event.closes == action.closes:
        raise EventRefused(Refusal.ALREADY_THERE)
    opened = replace(event, phase=Phase.OPEN, commitment=action.commitment, closes=action.closes)
    return replace(opened, closed_at=None, words={}), ()


def close_sign_up(event: Event, action: actions.Closed, at: datetime) -> tuple[Event, Told]:
    if event.phase is Phase.CLOSED:
        raise EventRefused(Refusal.ALREADY_THERE)
    need_phase(event, Phase.OPEN)
    return replace(event, phase=Phase.CLOSED, closed_at=at, closes=None), (WordsWanted(at + WORDS_FOR),)


def cancel(event: Event, action: actions.Cancelled, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    stopped = tuple(
        GamesDropped(game.board, (game.code,)) for game in event.next_games() if game.code is not None
    )
    return replace(event, phase=Phase.CANCELLED, next_at=None), stopped


@dataclass(frozen=True, slots=True)
class _Place:
    """What an entrant signs up with."""

    category: str
    group: str
    prize_list: str


def join(event: Event, action: actions.Joined, at: datetime) -> tuple[Event, Told]:
    _check_open(event, action.by_organiser)
    place = _Place(action.category, action.group, action.prize_list)
    _check_place(event, place)
    given = _consent(event, action.consent, action.consent_by, at, is_needed=not action.by_organiser)
    needs_approval = event.rules.sign_up.approval and not action.by_organiser
    event, entrant = _new(event, action.number, place, given)
    if needs_approval:
        told = SignedUp(entrant.number, Standing.APPLIED, event.rules.sign_up.approval_article)
        return event, (told,)
    return _let_in(event, entrant)


def _check_open(event: Event, by_organiser: bool) -> None:
    if event.phase is Phase.OPEN:
        return
    if not by_organiser or event.phase not in (Phase.CLOSED, Phase.RUNNING):
        raise EventRefused(Refusal.JOIN_CLOSED, phase=event.phase)


def _check_place(event: Event, place: _Place) -> None:
    ids = [category.id for category in event.rules.categories]
    if ids and not place.category:
        raise EventRefused(Refusal.NO_CATEGORY)
    if place.category and place.category not in ids:
        raise EventRefused(Refusal.NO_SUCH_CATEGORY, category=place.category, categories=tuple(ids))
    classes = event.settings.classes
    by_class = any(stage.within == "class" for stage in event.rules.stages)
    if (by_class and not place.group) or (classes and place.group and place.group not in classes):
        raise EventRefused(Refusal.NO_SUCH_CLASS, group=place.group, classes=classes)


def _consent(
    event: Event, version: str, by: ConsentBy | None, at: datetime, *, is_needed: bool
) -> ConsentGiven | None:
    asked = event.rules.sign_up.consent
    if version and by is not None:
        return ConsentGiven(version, by, at)
    if asked is not None and is_needed:
        raise EventRefused(Refusal.NO_CONSENT, article=asked.article)
    return None


def _new(event: Event, number: EntrantNo, place: _Place, given: ConsentGiven | None) -> tuple[Event, Entrant]:
    if number < event.next_number:
        raise EventRefused(Refusal.ALREADY_THERE)
    entrant = Entrant(number, Standing.APPLIED, place.category, place.group, place.prize_list, consent=given)
    return replace(event.with_entrants(entrant), next_number=EntrantNo(number + 1)), entrant


def _let_in(event: Event, entrant: Entrant) -> tuple[Event, Told]:
    """In if there is room, on the waiting list otherwise; into a section where play has begun."""
    if not has_room(event):
        waiting = replace(entrant, standing=Standing.WAITING)
        told = SignedUp(entrant.number, Standing.WAITING, event.rules.sign_up.capacity_article)
        return event.with_entrants(waiting), (told,)
    event, told_late = enter(event, entrant)
    return event, (SignedUp(entrant.number, Standing.IN), *told_late)


def has_room(event: Event) -> bool:
    return event.capacity is None or len(event.having(Standing.IN)) < event.capacity


def enter(event: Event, entrant: Entrant) -> tuple[Event, Told]:
    """Make somebody take part: behind all others where lots are drawn, from the next round where some are."""
    lot = None
    if event.secret is not None:
        lot = 1 + max((other.lot for other in event.entrants.values() if other.lot is not None), default=0)
    entrant = replace(entrant, standing=Standing.IN, lot=lot)
    if event.phase is not Phase.RUNNING:
        return event.with_entrants(entrant), ()
    section = _open_section(event, entrant)
    round_ = len(section.rounds) + 1
    entrant = replace(entrant, enters=round_)
    members = (*section.entrants, entrant.number)
    rounds = section.rounds_planned
    if section.system is not System.SWISS:
        rounds = rounds_of(event, section.system, len(members), None)
    section = replace(section, entrants=members, rounds_planned=rounds)
    return event.with_entrants(entrant).with_section(section), (
        LateEntry(entrant.number, section.id, round_),
    )


def _open_section(event: Event, entrant: Entrant) -> Section:
    """The section of the first stage that a late entrant can still play in."""
    for section in event.sections:
        fits = section.category == entrant.category and section.group in ("", entrant.group)
        if section.stage == 0 and fits:
            if section.is_finished:
                raise EventRefused(Refusal.SECTION_FINISHED, section=section.id)
            done = len(section.rounds)
            is_last = section.rounds_planned is not None and done >= section.rounds_planned
            if done and (section.system is not System.SWISS or is_last):
                raise EventRefused(Refusal.LATE_ENTRY, system=section.system, round=done)
            return section
    raise EventRefused(Refusal.NO_SUCH_SECTION, section=entrant.category)


def fill_up(event: Event) -> tuple[Event, Told]:
    """Let the waiting list move up while there is room; once play has begun it does not move any more."""
    told: list[EventHappening] = []
    if event.phase in BEFORE_START:
        for entrant in event.having(Standing.WAITING):
            if not has_room(event):
                break
            event, _ = enter(event, entrant)
            told.append(MovedUp(entrant.number))
    return event, tuple(told)


def approve(event: Event, action: actions.Approved, at: datetime) -> tuple[Event, Told]:
    """An applicant is in, or waits where there is no room; one who waits is in, whatever the capacity."""
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    entrant = _undecided(event, action.number)
    if entrant.standing is Standing.APPLIED:
        return _let_in(event, entrant)
    event, told_late = enter(event, entrant)
    return event, (SignedUp(entrant.number, Standing.IN), *told_late)


def reject(event: Event, action: actions.Rejected, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    entrant = _undecided(event, action.number)
    rejected = replace(entrant, standing=Standing.REJECTED)
    return event.with_entrants(rejected), (Gone(entrant.number, Standing.REJECTED),)


def _undecided(event: Event, number: EntrantNo) -> Entrant:
    entrant = event.entrant(number)
    if entrant.standing not in (Standing.APPLIED, Standing.WAITING):
        raise EventRefused(Refusal.NOT_WAITING, number=number, standing=entrant.standing)
    return entrant


def present(event: Event, number: EntrantNo) -> Entrant:
    """The entrant, who has not left. Raises EventRefused."""
    entrant = event.entrant(number)
    if entrant.standing not in (Standing.APPLIED, Standing.WAITING, Standing.IN):
        raise EventRefused(Refusal.GONE, number=number, standing=entrant.standing)
    return entrant


def tick_paid(event: Event, action: actions.Paid, at: datetime) -> tuple[Event, Told]:
    if not event.rules.sign_up.fee:
        raise EventRefused(Refusal.NO_FEE)
    entrant = event.entrant(action.number)
    return event.with_entrants(replace(entrant, is_paid=action.is_paid)), ()


def check_in(event: Event, action: actions.CheckedIn, at: datetime) -> tuple[Event, Told]:
    if not event.rules.sign_up.check_in:
        raise EventRefused(Refusal.NO_CHECK_IN)
    need_phase(event, *BEFORE_START)
    return event.with_entrants(replace(present(event, action.number), is_here=True)), ()


def recategorise(event: Event, action: actions.Recategorised, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START)
    entrant = present(event, action.number)
    place = _Place(action.category, action.group, action.prize_list)
    _check_place(event, place)
    changed = replace(entrant, category=place.category, group=place.group, prize_list=place.prize_list)
    return event.with_entrants(changed), ()


def consent(event: Event, action: actions.Consented, at: datetime) -> tuple[Event, Told]:
    entrant = event.entrant(action.number)
    given = ConsentGiven(action.consent, action.consent_by, at)
    return event.with_entrants(replace(entrant, consent=given)), ()


def replace_entrant(event: Event, action: actions.Replaced, at: datetime) -> tuple[Event, Told]:
    """Somebody else has the place of one who leaves before the start: standing, lot and seed with it."""
    need_phase(event, *BEFORE_START)
    leaving = present(event, action.number)
    place = _Place(action.category, action.group, action.prize_list)
    _check_place(event, place)
    given = _consent(event, action.consent, action.consent_by, at, is_needed=False)
    event, entrant = _new(event, action.new_number, place, given)
    taken_over = replace(
        entrant, standing=leaving.standing, lot=leaving.lot, seed=leaving.seed, replaces=leaving.number
    )
    left = replace(leaving, standing=Standing.LEFT, lot=None, seed=None)
    return event.with_entrants(left, taken_over), (
        Gone(left.number, Standing.LEFT),
        SignedUp(entrant.number, taken_over.standing),
    )
