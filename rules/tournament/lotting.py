"""What the organiser and entrants do about lots and seeds before the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from rules.tournament import actions, lots
from rules.tournament.happenings import EventHappening, LotsTold
from rules.tournament.model import EntrantNo, Phase, Standing
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.signup import BEFORE_START, WORDS_FOR, need_phase, present

if TYPE_CHECKING:
    from rules.tournament.event import Event

Told = tuple[EventHappening, ...]


def add_word(event: Event, action: actions.WordAdded, at: datetime) -> tuple[Event, Told]:
    need_phase(event, Phase.CLOSED)
    if event.secret is not None:
        raise EventRefused(Refusal.LOTS_DRAWN)
    if event.closed_at is None or at > event.closed_at + WORDS_FOR:
        raise EventRefused(Refusal.WORDS_OVER, until=(event.closed_at or at) + WORDS_FOR)
    present(event, action.number)
    if not lots.is_hash(action.hash):
        raise EventRefused(Refusal.BAD_WORD, longest=lots.LONGEST_WORD)
    return replace(event, words={**event.words, action.number: action.hash}), ()


def draw_lots(event: Event, action: actions.LotsDrawn, at: datetime) -> tuple[Event, Told]:
    need_phase(event, Phase.CLOSED)
    if event.secret is not None:
        raise EventRefused(Refusal.LOTS_DRAWN)
    _check_secret(event, action.secret)
    numbers = [entrant.number for entrant in event.having(Standing.IN)]
    if action.order != lots.draw_order(action.secret, event.words, numbers):
        raise EventRefused(Refusal.WRONG_DRAW)
    return _with_lots(event, action.secret, action.order, by_hand=False)


def enter_lots(event: Event, action: actions.LotsEntered, at: datetime) -> tuple[Event, Told]:
    """Also again before the start, as numbers can be mistyped; drawn lots stand."""
    need_phase(event, Phase.CLOSED)
    if event.secret is not None and not isinstance(last_lots(event), actions.LotsEntered):
        raise EventRefused(Refusal.LOTS_DRAWN)
    _check_secret(event, action.secret)
    check_order(action.order, [entrant.number for entrant in event.having(Standing.IN)])
    return _with_lots(event, action.secret, action.order, by_hand=True)


def last_lots(event: Event) -> actions.LotsDrawn | actions.LotsEntered | None:
    """The lots that count: drawn, or entered from a hat; None before them."""
    for entry in reversed(event.log):
        if isinstance(entry.action, actions.LotsDrawn | actions.LotsEntered):
            return entry.action
    return None


def _check_secret(event: Event, secret: str) -> None:
    if lots.commitment_of(secret) != event.commitment:
        raise EventRefused(Refusal.COMMITMENT)


def check_order(order: Sequence[EntrantNo], numbers: Sequence[EntrantNo]) -> None:
    """Raises EventRefused unless ``order`` names each of ``numbers`` once."""
    missing = tuple(number for number in numbers if number not in order)
    surplus = tuple(
        dict.fromkeys(number for number in order if number not in numbers or order.count(number) > 1)
    )
    if missing or surplus:
        raise EventRefused(Refusal.UNKNOWN_ORDER, missing=missing, surplus=surplus)


def _with_lots(
    event: Event, secret: str, order: tuple[EntrantNo, ...], *, by_hand: bool
) -> tuple[Event, Told]:
    numbered = [replace(event.entrants[number], lot=lot) for lot, number in enumerate(order, 1)]
    drawn = replace(event.with_entrants(*numbered), secret=secret, drawn=lots.event_draw(secret, event.words))
    return drawn, (LotsTold(order, by_hand, event.rules.lots_article),)


def seed(event: Event, action: actions.Seeded, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START)
    if event.rules.seeding_article is None and event.rules.initial_order != "rating":
        raise EventRefused(Refusal.NO_SEEDING)
    if len(set(action.order)) < len(action.order):
        twice = tuple(dict.fromkeys(number for number in action.order if action.order.count(number) > 1))
        raise EventRefused(Refusal.UNKNOWN_ORDER, missing=(), surplus=twice)
    for number in action.order:
        present(event, number)
    seeds = {number: place for place, number in enumerate(action.order, 1)}
    changed = [
        replace(entrant, seed=seeds.get(entrant.number))
        for entrant in event.entrants.values()
        if entrant.seed != seeds.get(entrant.number)
    ]
    return event.with_entrants(*changed), ()


def forbid(event: Event, action: actions.Forbade, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    if action.first == action.second:
        raise EventRefused(Refusal.SAME_ENTRANT)
    for number in (action.first, action.second):
        event.entrant(number)
    pair = frozenset((frozenset((action.first, action.second)),))
    forbidden = event.forbidden | pair if action.is_forbidden else event.forbidden - pair
    return replace(event, forbidden=forbidden), ()
