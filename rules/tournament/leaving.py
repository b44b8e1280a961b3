"""Leaving: before the start, between rounds, in the middle of one, by one's own will or by exclusion.

- What is played stays. Whoever leaves in the middle of a round has lost the match that is open, as far as it
  was still to be played.
- In a round robin, whoever has played less than half of their meetings is taken out of the table: all their
  results are annulled, for everybody. With half of them or more, the rest is lost without play.
- Places of a section that is finished never change because somebody leaves.
- Whoever withdrew may come back for the next round, but not after losing in a knockout or being taken out of
  a table. An exclusion is only taken back by undoing it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from rules.tournament import actions
from rules.tournament.eventrules import System
from rules.tournament.happenings import (
    CameBack,
    EventHappening,
    GamesDropped,
    Gone,
    ResultsAnnulled,
    RoundOver,
)
from rules.tournament.model import Entrant, EntrantNo, How, Pairing, PairingKind, Phase, Section, Standing
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.results import end_match
from rules.tournament.rounds import survivors
from rules.tournament.signup import BEFORE_START, fill_up, need_phase, present

if TYPE_CHECKING:
    from rules.tournament.event import Event

Told = tuple[EventHappening, ...]


def withdraw(event: Event, action: actions.Withdrawn, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    entrant = present(event, action.number)
    if event.phase is Phase.RUNNING and entrant.standing is Standing.IN:
        return _leave(event, entrant, Standing.WITHDRAWN, "")
    return _leave(event, entrant, Standing.LEFT, "")


def exclude(event: Event, action: actions.Excluded, at: datetime) -> tuple[Event, Told]:
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    entrant = event.entrant(action.number)
    if entrant.standing is not Standing.WITHDRAWN:
        entrant = present(event, action.number)
    return _leave(event, entrant, Standing.EXCLUDED, action.article or event.rules.exclusion_article or "")


def _leave(event: Event, entrant: Entrant, standing: Standing, article: str) -> tuple[Event, Told]:
    number = entrant.number
    was_playing = entrant.is_playing
    event = event.with_entrants(replace(entrant, standing=standing))
    told: list[EventHappening] = [Gone(number, standing, article)]
    if event.phase is not Phase.RUNNING:
        event, moved = fill_up(event)
        return event, (*told, *moved)
    if was_playing:
        for section in event.sections_of(number):
            if not section.is_finished:
                event, happened = _leave_section(event, section, number)
                told.extend(happened)
    return event, tuple(told)


def _leave_section(event: Event, section: Section, number: EntrantNo) -> tuple[Event, Told]:
    if _is_annulled(event, section, number):
        return _annul(event, section, number)
    told: list[EventHappening] = []
    found = event.current_pairing(number)
    while found is not None and found.section.id == section.id:
        event, happened = end_match(event, found, (number,))
        told.extend(happened)
        found = event.current_pairing(number)
    return event, tuple(told)


def _is_annulled(event: Event, section: Section, number: EntrantNo) -> bool:
    rules = event.rules.round_robin
    if section.system is not System.ROUND_ROBIN or rules is None or not rules.annul_below_half:
        return False
    meetings = (len(section.entrants) - 1) * rules.cycles
    played = sum(
        1
        for pairing in _pairings_of(section, number)
        if pairing.is_decided and any(game.how is How.PLAYED for game in pairing.games)
    )
    return 2 * played < meetings


def _pairings_of(section: Section, number: EntrantNo) -> tuple[Pairing, ...]:
    return tuple(
        pairing
        for round_ in section.rounds
        for pairing in round_.pairings
        if number in pairing.players and pairing.second is not None and pairing.kind is PairingKind.GAME
    )


def _annul(event: Event, section: Section, number: EntrantNo) -> tuple[Event, Told]:
    event = event.with_entrants(replace(event.entrants[number], is_annulled=True))
    was_over = not section.rounds or section.rounds[-1].is_over
    mine = _pairings_of(section, number)
    article = event.rules.round_robin.annul_article if event.rules.round_robin is not None else ""
    told: list[EventHappening] = []
    for pairing in mine:
        codes = tuple(game.code for game in pairing.games if game.code is not None and game.result is None)
        annulled = replace(
            pairing,
            games=tuple(replace(game, how=How.ANNULLED) for game in pairing.games),
            is_decided=True,
            winner=None,
            walkover=(*pairing.walkover, number) if not pairing.is_decided else pairing.walkover,
        )
        event = event.with_pairing(event.find(pairing.board), annulled)
        if codes:
            told.append(GamesDropped(pairing.board, codes))
    boards = tuple(pairing.board for pairing in mine)
    told.append(ResultsAnnulled(number, section.id, boards, article))
    now = event.section(section.id)
    if not was_over and now.rounds[-1].is_over:
        told.append(RoundOver(section.id, now.rounds[-1].number))
    return event, tuple(told)


def come_back(event: Event, action: actions.Returned, at: datetime) -> tuple[Event, Told]:
    need_phase(event, Phase.RUNNING)
    entrant = event.entrant(action.number)
    if entrant.standing is not Standing.WITHDRAWN:
        raise EventRefused(Refusal.NO_RETURN, number=entrant.number, standing=entrant.standing)
    if entrant.is_annulled:
        raise EventRefused(Refusal.NO_RETURN, number=entrant.number, is_annulled=True)
    sections = [section for section in event.sections_of(entrant.number) if not section.is_finished]
    if not sections:
        raise EventRefused(Refusal.SECTION_FINISHED, section=entrant.category)
    section = sections[-1]
    if section.system is System.KNOCKOUT and entrant.number not in survivors(section):
        raise EventRefused(Refusal.NO_RETURN, number=entrant.number, system=section.system)
    back = replace(entrant, standing=Standing.IN)
    told = CameBack(entrant.number, section.id, len(section.rounds) + 1)
    return event.with_entrants(back), (told,)


def request_bye(event: Event, action: actions.ByeRequested, at: datetime) -> tuple[Event, Told]:
    """A bye for one round of a Swiss that is not paired yet."""
    need_phase(event, *BEFORE_START, Phase.RUNNING)
    entrant = present(event, action.number)
    if event.rules.swiss is None:
        raise EventRefused(Refusal.NO_BYES, system=event.settings.system)
    for section in event.sections_of(entrant.number):
        if section.system is not System.SWISS:
            raise EventRefused(Refusal.NO_BYES, system=section.system)
        if action.round <= len(section.rounds):
            raise EventRefused(Refusal.ROUND_PAIRED, section=section.id, round=action.round)
    if action.round < 1:
        raise EventRefused(Refusal.NO_SUCH_ROUND, section="", round=action.round)
    asked = {action.round}
    byes = entrant.byes | asked if action.is_wanted else entrant.byes - asked
    return event.with_entrants(replace(entrant, byes=byes)), ()
