"""An event from its creation to its places, as an immutable value.

``create`` makes it, ``Event.apply`` takes one action at a given time and gives the event after it together
with what happened; ``replay`` runs a stored log. The same actions at the same times give the same event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from rules.playrules import FirstWhite
from rules.tournament import actions, leaving, lotting, pausing, results, rounds, signup, starting, undoing
from rules.tournament.actions import EventAction, Settings
from rules.tournament.awards import Awarded, PlaceList, awards, place_lists
from rules.tournament.course import byes_in
from rules.tournament.draw import Draw
from rules.tournament.eventrules import EventRules
from rules.tournament.happenings import EventHappening
from rules.tournament.match import NextGame, next_game
from rules.tournament.model import (
    FIRST_BOARD,
    FIRST_ENTRANT,
    Birth,
    BoardNo,
    Entrant,
    EntrantNo,
    Pairing,
    Phase,
    Round,
    Score,
    Section,
    Standing,
)
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.standings import table
from rules.tournament.state import state_of
from rules.tournament.systems import PairingRequest


class Entry(NamedTuple):
    """An entry of the log that counts."""

    seq: int
    action: EventAction
    at: datetime


class Found(NamedTuple):
    """Where a pairing stands."""

    section: Section
    round: Round
    pairing: Pairing


@dataclass(frozen=True, slots=True)
class Event:
    """An event at one point of its history.

    ``seq``: how many entries its log has; ``log`` holds those of them that count, so that one can be undone.
    ``words``: hashes of words for the lots, by entrant's number; ``drawn``: what everything drawn follows
    from, None before the lots. ``next_at``: when the event starts, or its next round is paired, by itself.
    ``programme_shown``: how many points of the programme were announced. ``annulled``: pairings that were
    taken back when games of theirs had begun.
    """

    rules: EventRules
    white: FirstWhite
    settings: Settings
    at: datetime
    phase: Phase = Phase.CREATED
    entrants: Mapping[EntrantNo, Entrant] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()
    next_number: EntrantNo = FIRST_ENTRANT
    next_board: BoardNo = FIRST_BOARD
    commitment: str = ""
    closes: datetime | None = None
    closed_at: datetime | None = None
    words: Mapping[EntrantNo, str] = field(default_factory=dict)
    secret: str | None = None
    drawn: Draw | None = None
    forbidden: frozenset[frozenset[EntrantNo]] = frozenset()
    next_at: datetime | None = None
    programme_shown: int = 0
    paused_at: datetime | None = None
    annulled: tuple[Pairing, ...] = ()
    seq: int = 1
    log: tuple[Entry, ...] = ()

    @property
    def capacity(self) -> int | None:
        """How many may take part: the organiser's number before the regulation's."""
        own = self.settings.capacity
        return self.rules.sign_up.capacity if own is None else own

    @property
    def stage(self) -> int:
        """The last stage that has begun, from 0."""
        return max((section.stage for section in self.sections), default=0)

    def entrant(self, number: EntrantNo) -> Entrant:
        """The entrant of that number. Raises EventRefused."""
        found = self.entrants.get(number)
        if found is None:
            raise EventRefused(Refusal.NO_SUCH_ENTRANT, number=number)
        return found

    def having(self, *standings: Standing) -> tuple[Entrant, ...]:
        """Entrants in these standings, by number."""
        return tuple(entrant for entrant in self.entrants.values() if entrant.standing in standings)

    def section(self, section_id: str) -> Section:
        """The section of that id. Raises EventRefused."""
        for section in self.sections:
            if section.id == section_id:
                return section
        raise EventRefused(Refusal.NO_SUCH_SECTION, section=section_id)

    def sections_of(self, number: EntrantNo) -> tuple[Section, ...]:
        """The sections in which an entrant plays or has played, by stage."""
        return tuple(section for section in self.sections if number in section.entrants)

    def find(self, board: BoardNo) -> Found:
        """The pairing at a board. Raises EventRefused."""
        for section in self.sections:
            for round_ in section.rounds:
                first = round_.pairings[0].board
                if first <= board < first + len(round_.pairings):
                    return Found(section, round_, round_.pairings[board - first])
        was_there = any(pairing.board == board for pairing in self.annulled)
        raise EventRefused(Refusal.ANNULLED if was_there else Refusal.NOT_PAIRED, board=board)

    def boards(self) -> Iterator[Found]:
        """All pairings that stand, section by section and round by round."""
        for section in self.sections:
            for round_ in section.rounds:
                for pairing in round_.pairings:
                    yield Found(section, round_, pairing)

    def current_pairing(self, number: EntrantNo) -> Found | None:
        """The undecided pairing of an entrant, if there is one."""
        for section in self.sections:
            if section.rounds and not section.is_finished and number in section.entrants:
                for pairing in section.rounds[-1].pairings:
                    if not pairing.is_decided and number in pairing.players:
                        return Found(section, section.rounds[-1], pairing)
        return None

    def next_games(self) -> tuple[NextGame, ...]:
        """The games that are to be played now, by board, with colours and why.

        One with a ``code`` is being played in a chat; the others have to be opened there, or played and
        reported.
        """
        return tuple(sorted(self._open_games(), key=lambda game: game.board))

    def _open_games(self) -> Iterator[NextGame]:
        for section in self.sections:
            if section.rounds and not section.is_finished:
                for pairing in section.rounds[-1].pairings:
                    due = None if pairing.is_decided else next_game(pairing)
                    if due is not None:
                        yield due

    def pairing_requests(self, births: Mapping[EntrantNo, Birth]) -> tuple[PairingRequest, ...]:
        """One for each section whose next round can be paired, or whose places can be told.

        ``births`` of those who have told them. Answers come from ``pairing.next_round`` and
        go into the log by ``pairing.to_action``.
        """
        if self.phase is not Phase.RUNNING or self.drawn is None:
            return ()
        return tuple(
            PairingRequest(
                section,
                self.entrants,
                self.rules,
                self.white,
                self.drawn,
                births,
                self.forbidden,
                byes_in(earlier for earlier in self.sections if earlier.stage < section.stage),
            )
            for section in self.sections
            if not section.is_finished and (not section.rounds or section.rounds[-1].is_over)
        )

    def table(self, section_id: str) -> tuple[Score, ...]:
        """The standings of a section, as ``standings.table`` has them. Raises EventRefused."""
        return table(self.section(section_id), self.entrants, self.rules)

    def places(self) -> tuple[PlaceList, ...]:
        """The places that stand, section by section."""
        return place_lists(self)

    def awards(self) -> tuple[Awarded, ...]:
        """What has been won, and what everybody else gets."""
        return awards(self)

    def state(self) -> dict[str, Any]:
        """The event as plain values that ``json`` can write."""
        return state_of(self)

    def apply(self, action: EventAction, at: datetime) -> tuple[Event, tuple[EventHappening, ...]]:
        """Take ``action`` at ``at``: the event after it, and what happened.

        Raises EventRefused; the event is not changed then.
        """
        at = max(self.at, at)
        if isinstance(action, actions.Undone):
            return undoing.undo(self, action, at)
        handler = _HANDLERS.get(type(action))
        if handler is None:
            raise EventRefused(Refusal.WRONG_PHASE, phase=self.phase)
        changed, happened = handler(self, action, at)
        seq = self.seq + 1
        return replace(changed, at=at, seq=seq, log=(*self.log, Entry(seq, action, at))), happened

    def with_entrants(self, *changed: Entrant) -> Event:
        """The event with these entrants in the place of those of the same numbers, or added."""
        return replace(self, entrants={**self.entrants, **{entrant.number: entrant for entrant in changed}})

    def with_section(self, changed: Section) -> Event:
        """The event with this section in the place of that of the same id."""
        sections = tuple(changed if section.id == changed.id else section for section in self.sections)
        return replace(self, sections=sections)

    def with_pairing(self, found: Found, changed: Pairing) -> Event:
        """The event with ``changed`` in the place of the pairing found."""
        section, round_, _ = found
        place = changed.board - round_.pairings[0].board
        pairings = (*round_.pairings[:place], changed, *round_.pairings[place + 1 :])
        number = round_.number
        return self.with_section(
            replace(
                section,
                rounds=(
                    *section.rounds[: number - 1],
                    replace(round_, pairings=pairings),
                    *section.rounds[number:],
                ),
            )
        )


Handler = Callable[[Event, Any, datetime], tuple[Event, tuple[EventHappening, ...]]]

_HANDLERS: Mapping[type[EventAction], Handler] = {
    actions.Configured: signup.configure,
    actions.Opened: signup.open_sign_up,
    actions.Closed: signup.close_sign_up,
    actions.Cancelled: signup.cancel,
    actions.Joined: signup.join,
    actions.Approved: signup.approve,
    actions.Rejected: signup.reject,
    actions.Paid: signup.tick_paid,
    actions.CheckedIn: signup.check_in,
    actions.Recategorised: signup.recategorise,
    actions.Consented: signup.consent,
    actions.Replaced: signup.replace_entrant,
    actions.Seeded: lotting.seed,
    actions.Forbade: lotting.forbid,
    actions.WordAdded: lotting.add_word,
    actions.LotsDrawn: lotting.draw_lots,
    actions.LotsEntered: lotting.enter_lots,
    actions.Scheduled: starting.schedule,
    actions.PointShown: starting.show_point,
    actions.Started: starting.start,
    actions.RoundsSet: rounds.set_rounds,
    actions.Paired: rounds.pair,
    actions.DeadlineSet: rounds.set_deadline,
    actions.DeadlinePassed: rounds.pass_deadline,
    actions.SectionFinished: rounds.finish_section,
    actions.EventFinished: rounds.finish_event,
    actions.GameOpened: results.open_game,
    actions.GameEnded: results.end_game,
    actions.GameCalledOff: results.call_off_game,
    actions.Reported: results.report,
    actions.Confirmed: results.confirm,
    actions.Decided: results.decide,
    actions.Withdrawn: leaving.withdraw,
    actions.Returned: leaving.come_back,
    actions.Excluded: leaving.exclude,
    actions.ByeRequested: leaving.request_bye,
    actions.Paused: pausing.pause,
    actions.Resumed: pausing.resume,
}


def create(rules: EventRules, white: FirstWhite, action: actions.Created, at: datetime) -> Event:
    """The event that a first entry describes. ``white``: who has White by the rules of play."""
    settings = action.settings
    return Event(rules, white, settings, at, next_at=settings.starts, log=(Entry(1, action, at),))


def replay(rules: EventRules, white: FirstWhite, log: Iterable[tuple[EventAction, datetime]]) -> Event:
    """Run a log from its ``Created`` on. Raises what an action of it raises, ValueError without a start."""
    entries = iter(log)
    first = next(entries, None)
    if first is None or not isinstance(first[0], actions.Created):
        raise ValueError("a log begins with the creation of the event")
    event = create(rules, white, first[0], first[1])
    for action, at in entries:
        event, _ = event.apply(action, at)
    return event
