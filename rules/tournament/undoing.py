"""Taking back a decision: the log is run again without it, and everything after it computed anew.

- An undone pairing takes its boards with it: games of theirs that had begun are annulled, kept and told.
- A game of a match that opened in a chat after an undone result is stopped, where it is due no more.
- The ends of sections and of the event are computed, not decided: they fall and are told again.
- Where another later entry cannot stand without the one undone, undoing is refused, and that entry named: it
  has to be undone first.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from rules.tournament import actions
from rules.tournament.actions import EventAction
from rules.tournament.happenings import EventHappening, GamesDropped, SectionReopened, Undid
from rules.tournament.model import BoardNo, EntrantNo, How, Pairing, Phase, Standing
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.signup import need_phase

if TYPE_CHECKING:
    from rules.tournament.event import Entry, Event

Told = tuple[EventHappening, ...]

DECISIONS: tuple[type[EventAction], ...] = (
    actions.Started,
    actions.Paired,
    actions.RoundsSet,
    actions.DeadlinePassed,
    actions.Reported,
    actions.Confirmed,
    actions.Decided,
    actions.Withdrawn,
    actions.Returned,
    actions.Excluded,
    actions.ByeRequested,
    actions.Forbade,
    actions.Seeded,
    actions.LotsEntered,
    actions.Replaced,
)
"""What can be taken back. Games in a chat have their own log: their results are corrected instead."""

_ENDS = (actions.SectionFinished, actions.EventFinished)
_OF_A_BOARD = (
    actions.GameOpened,
    actions.GameEnded,
    actions.GameCalledOff,
    actions.Reported,
    actions.Confirmed,
    actions.Decided,
)


def last_decision(event: Event, forgotten: Collection[EntrantNo] = ()) -> Entry | None:
    """The last decision that still counts, if any; a report that nobody has confirmed is none.

    Nobody takes back that the ``forgotten`` have left, who wanted to be erased, or who left before the start:
    their answers went with them, and so did what they had agreed to.
    """
    return next(
        (
            entry
            for entry in reversed(event.log)
            if _is_decision(event, entry.action) and not _is_for_good(event, entry.action, forgotten)
        ),
        None,
    )


def _is_for_good(event: Event, action: EventAction, forgotten: Collection[EntrantNo]) -> bool:
    """Whether somebody left by ``action`` who cannot be called back."""
    if not isinstance(action, actions.Withdrawn | actions.Excluded | actions.Replaced):
        return False
    return action.number in forgotten or event.entrants[action.number].standing is Standing.LEFT


def _is_decision(event: Event, action: EventAction) -> bool:
    if isinstance(action, actions.Reported):
        return event.find(action.board).pairing.games[action.game - 1].result is not None
    return isinstance(action, DECISIONS)


@dataclass(frozen=True, slots=True)
class _Fall:
    """What goes with the undone entry: ``boards`` of a pairing, or nothing."""

    undone: Entry
    boards: tuple[BoardNo, ...]

    def takes(self, entry: Entry) -> bool:
        action = entry.action
        if isinstance(action, _ENDS):
            return True
        if isinstance(action, _OF_A_BOARD):
            return action.board in self.boards
        pairing = self.undone.action
        return (
            isinstance(pairing, actions.Paired)
            and isinstance(action, actions.DeadlineSet | actions.DeadlinePassed)
            and (action.section, action.round) == (pairing.section, pairing.round)
        )


def _opened_after(entry: Entry, undone: EventAction) -> bool:
    """Whether ``entry`` opened, or called off, a game of a match after a game whose result is undone."""
    return (
        isinstance(entry.action, actions.GameOpened | actions.GameCalledOff)
        and isinstance(undone, actions.Reported | actions.Confirmed | actions.Decided)
        and entry.action.board == undone.board
        and entry.action.game > undone.game
    )


def undo(event: Event, action: actions.Undone, at: datetime) -> tuple[Event, Told]:
    """The event without entry ``action.seq``. Raises EventRefused."""
    need_phase(event, Phase.CREATED, Phase.OPEN, Phase.CLOSED, Phase.RUNNING, Phase.FINISHED)
    place = next((i for i, entry in enumerate(event.log) if entry.seq == action.seq), None)
    if place is None or not isinstance(event.log[place].action, DECISIONS):
        raise EventRefused(Refusal.NOTHING_TO_UNDO, seq=action.seq)
    undone = event.log[place]
    boards: tuple[BoardNo, ...] = ()
    if isinstance(undone.action, actions.Paired):
        first = undone.action.first_board
        boards = tuple(BoardNo(first + i) for i in range(len(undone.action.pairings)))
    fall = _Fall(undone, boards)
    again, fell = _run_again(event, place, fall)
    taken_back = tuple(_annul(event.find(board).pairing) for board in boards)
    begun = tuple(pairing for pairing in taken_back if _has_begun(pairing))
    seq = event.seq + 1
    again = replace(
        again,
        at=at,
        seq=seq,
        next_number=max(event.next_number, again.next_number),
        next_board=max(event.next_board, again.next_board),
        annulled=(*event.annulled, *begun),
        next_at=None,
    )
    opened = _opened(event, again, undone.action)
    again, stopped = _close_stopped(event, again, seq, at)
    again = _without_deadline(again, undone.action, seq, at)
    told: list[EventHappening] = [Undid(undone.seq, undone.action, boards, fell)]
    told.extend(
        GamesDropped(pairing.board, codes)
        for pairing in begun
        if (codes := tuple(game.code for game in pairing.games if game.code is not None))
    )
    told.extend(GamesDropped(board, (code,)) for board, code in (*opened, *stopped))
    told.extend(_reopened(event, again))
    return again, tuple(told)


def _run_again(event: Event, place: int, fall: _Fall) -> tuple[Event, tuple[int, ...]]:
    """The log up to ``place`` and after it, each entry where it can stand; and which ones fell.

    An end that still holds is kept: nothing of what it rests on has changed.
    """
    from rules.tournament.event import create

    first = event.log[0]
    if not isinstance(first.action, actions.Created):
        raise TypeError("a log begins with the creation of the event")
    again = create(event.rules, event.white, first.action, first.at)
    fell: list[int] = []
    for index, entry in enumerate(event.log[1:], 1):
        if index == place:
            continue
        if index > place and fall.takes(entry) and not _still_ends(event, again, entry):
            fell.append(entry.seq)
            continue
        try:
            again, _ = replace(again, seq=entry.seq - 1).apply(entry.action, entry.at)
        except EventRefused as refused:
            if index < place:
                raise
            if _opened_after(entry, fall.undone.action):
                fell.append(entry.seq)
                continue
            raise EventRefused(
                Refusal.DEPENDS, seq=entry.seq, kind=entry.action.kind, why=refused.reason
            ) from refused
    return again, tuple(fell)


def _still_ends(before: Event, again: Event, entry: Entry) -> bool:
    """Whether the end of a section rests on nothing that was undone."""
    action = entry.action
    if not isinstance(action, actions.SectionFinished):
        return False
    rests_on = [
        (section.rounds, [event.entrants[number] for number in section.entrants])
        for event in (before, again)
        for section in event.sections
        if section.id == action.section
    ]
    return len(rests_on) == 2 and rests_on[0] == rests_on[1]


def _annul(pairing: Pairing) -> Pairing:
    games = tuple(replace(game, how=How.ANNULLED) for game in pairing.games)
    return replace(pairing, games=games, is_decided=True, winner=None)


def _has_begun(pairing: Pairing) -> bool:
    return any(game.code is not None or game.result is not None for game in pairing.games)


def _opened(before: Event, again: Event, undone: EventAction) -> list[tuple[BoardNo, str]]:
    """Games of a match in a chat that are being played though the result before them is undone."""
    if not isinstance(undone, actions.Reported | actions.Confirmed | actions.Decided):
        return []
    still_due = {due.code for due in again.next_games()}
    return [
        (due.board, due.code)
        for due in before.next_games()
        if due.board == undone.board and due.game > undone.game
        if due.code is not None and due.code not in still_due
    ]


def _close_stopped(
    before: Event, again: Event, seq: int, at: datetime
) -> tuple[Event, list[tuple[BoardNo, str]]]:
    """Games in a chat that were stopped by what is undone now are over there: they have to be opened anew."""
    running = {(game.board, game.game, game.code) for game in before.next_games()}
    stopped: list[tuple[BoardNo, str]] = []
    for due in again.next_games():
        if due.code is not None and (due.board, due.game, due.code) not in running:
            again, _ = replace(again, seq=seq - 1).apply(
                actions.GameCalledOff(due.board, due.game, due.code), at
            )
            stopped.append((due.board, due.code))
    return again, stopped


def _without_deadline(again: Event, undone: EventAction, seq: int, at: datetime) -> Event:
    """What a missed deadline meant was taken back: it must not pass once more."""
    if not isinstance(undone, actions.DeadlinePassed):
        return again
    section = again.section(undone.section)
    if section.is_finished or section.rounds[-1].number != undone.round:
        return again
    lifted = actions.DeadlineSet(undone.section, undone.round, None)
    return replace(again, seq=seq - 1).apply(lifted, at)[0]


def _reopened(before: Event, again: Event) -> list[EventHappening]:
    finished = {section.id for section in before.sections if section.is_finished}
    return [
        SectionReopened(section.id)
        for section in again.sections
        if section.id in finished and not section.is_finished
    ]
