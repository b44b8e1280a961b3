"""Results: reported by both sides, decided by the organiser, or coming from a game in a chat.

A later round may rest on a result. A correction then stands where the later pairings stand all the same
(tables), and is refused where they would be others (a knockout's winner): the pairing has to be taken back
first.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from rules.tournament import actions
from rules.tournament.eventrules import System
from rules.tournament.happenings import (
    Contradicted,
    EventHappening,
    GamesDropped,
    MatchGoesOn,
    MatchOver,
    ResultProposed,
    ResultStands,
    RoundOver,
    SectionReopened,
)
from rules.tournament.match import BOTH_ABSENT, must_decide, next_game, settle, was_played
from rules.tournament.model import BoardNo, EntrantNo, How, MatchGame, Pairing, Phase, Section
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.signup import need_phase

if TYPE_CHECKING:
    from rules.tournament.event import Event, Found

Told = tuple[EventHappening, ...]

_DRAW = "1/2-1/2"
_ALLOWED = {
    How.PLAYED: ("1-0", "0-1", _DRAW, "1+", "1-"),
    How.FORFEIT: ("1-0", "0-1"),
    How.BOTH_ABSENT: (BOTH_ABSENT,),
}
_SPELLINGS = {
    **dict.fromkeys(("1-0", "1:0", "2-0", "2:0"), ("1-0", How.PLAYED)),
    **dict.fromkeys(("0-1", "0:1", "0-2", "0:2"), ("0-1", How.PLAYED)),
    **dict.fromkeys(("1/2", "1/2-1/2", "½", "½-½", "1-1", "1:1", "="), (_DRAW, How.PLAYED)),
    "1+": ("1+", How.PLAYED),
    "1-": ("1-", How.PLAYED),
    "+/-": ("1-0", How.FORFEIT),
    "-/+": ("0-1", How.FORFEIT),
    "-/-": (BOTH_ABSENT, How.BOTH_ABSENT),
    "0-0": (BOTH_ABSENT, How.BOTH_ABSENT),
}


def parse_result(text: str) -> tuple[str, How]:
    """A result as people write it, White's first: ``1-0``, ``1/2``, ``1+``, ``+/-``, ``-/-``.

    Raises EventRefused.
    """
    found = _SPELLINGS.get("".join(text.split()).replace("–", "-").replace("−", "-"))
    if found is None:
        raise EventRefused(Refusal.NOT_A_RESULT, result=text, how=None)
    return found


def format_result(result: str, how: How) -> str:
    """The inverse of ``parse_result``."""
    if how is How.FORFEIT:
        return "+/-" if result == "1-0" else "-/+"
    return "-/-" if how is How.BOTH_ABSENT else result


def find_game(event: Event, board: BoardNo, number: int) -> tuple[Found, MatchGame]:
    """Game ``number`` (from 1) at a board, played or due. Raises EventRefused."""
    found = event.find(board)
    pairing = found.pairing
    if pairing.second is None:
        raise EventRefused(Refusal.A_BYE, board=board, number=pairing.first)
    if all(game.how is How.ANNULLED for game in pairing.games):
        raise EventRefused(Refusal.ANNULLED, board=board)
    game = pairing.games[number - 1] if 1 <= number <= len(pairing.games) else None
    if game is None or game.how is How.ANNULLED:
        due = next_game(pairing)
        raise EventRefused(
            Refusal.NOT_THE_GAME, board=board, game=number, due=due.game if due is not None else None
        )
    return found, game


def _due_game(event: Event, board: BoardNo, number: int) -> tuple[Found, MatchGame]:
    """A game without a result. Raises EventRefused."""
    need_phase(event, Phase.RUNNING)
    found, game = find_game(event, board, number)
    if game.result is not None:
        raise EventRefused(Refusal.HAS_RESULT, board=board, game=number, result=game.result)
    return found, game


def open_game(event: Event, action: actions.GameOpened, at: datetime) -> tuple[Event, Told]:
    found, game = _due_game(event, action.board, action.game)
    if game.code is not None:
        raise EventRefused(Refusal.PLAYED_IN_CHAT, board=action.board, game=action.game, code=game.code)
    return _with_game(event, found, action.game, replace(game, code=action.code)), ()


def _coded(event: Event, board: BoardNo, number: int, code: str) -> tuple[Found, MatchGame]:
    found, game = _due_game(event, board, number)
    if game.code != code:
        raise EventRefused(Refusal.WRONG_CODE, board=board, game=number, code=game.code)
    return found, game


def end_game(event: Event, action: actions.GameEnded, at: datetime) -> tuple[Event, Told]:
    found, game = _coded(event, action.board, action.game, action.code)
    _check_result(action.result, action.how)
    ended = replace(game, result=action.result, how=action.how, reason=action.reason, article=action.article)
    return _set_result(event, found, action.game, ended)


def call_off_game(event: Event, action: actions.GameCalledOff, at: datetime) -> tuple[Event, Told]:
    found, game = _coded(event, action.board, action.game, action.code)
    return _with_game(event, found, action.game, replace(game, code=None)), ()


def report(event: Event, action: actions.Reported, at: datetime) -> tuple[Event, Told]:
    """One side's word. The other side's same word makes it a result; another one puts it in doubt."""
    found, game = _due_game(event, action.board, action.game)
    opponent = _opponent(found.pairing, action.by)
    if game.code is not None:
        raise EventRefused(Refusal.PLAYED_IN_CHAT, board=action.board, game=action.game, code=game.code)
    _check_result(action.result, action.how)
    if game.proposed is not None and game.proposed_by == opponent:
        if (game.proposed, game.proposed_how) == (action.result, action.how):
            return _agree(event, found, action.game, game)
        told: EventHappening = Contradicted(
            action.board, action.game, action.result, action.by, game.proposed
        )
    else:
        told = ResultProposed(action.board, action.game, action.result, action.by, opponent)
    proposed = replace(game, proposed=action.result, proposed_by=action.by, proposed_how=action.how)
    return _with_game(event, found, action.game, proposed), (told,)


def confirm(event: Event, action: actions.Confirmed, at: datetime) -> tuple[Event, Told]:
    found, game = _due_game(event, action.board, action.game)
    opponent = _opponent(found.pairing, action.by)
    if game.proposed is None or game.proposed_by != opponent:
        raise EventRefused(Refusal.NOTHING_REPORTED, board=action.board, game=action.game)
    return _agree(event, found, action.game, game)


def _opponent(pairing: Pairing, number: EntrantNo) -> EntrantNo:
    if number not in pairing.players:
        raise EventRefused(Refusal.NOT_A_PLAYER, board=pairing.board, number=number)
    first, second = pairing.players
    return second if number == first else first


def _agree(event: Event, found: Found, number: int, game: MatchGame) -> tuple[Event, Told]:
    agreed = replace(
        game,
        result=game.proposed,
        how=game.proposed_how,
        proposed=None,
        proposed_by=None,
        proposed_how=How.PLAYED,
    )
    return _set_result(event, found, number, agreed)


def decide(event: Event, action: actions.Decided, at: datetime) -> tuple[Event, Told]:
    """The organiser's word; it ends a game in a chat, corrects a result and takes back a walkover."""
    need_phase(event, Phase.RUNNING, Phase.FINISHED)
    found, game = find_game(event, action.board, action.game)
    _check_result(action.result, action.how)
    if (game.result, game.how) == (action.result, action.how):
        raise EventRefused(Refusal.HAS_RESULT, board=action.board, game=action.game, result=action.result)
    decided = MatchGame(
        game.white, game.black, action.result, action.how, game.code, "adjudication", action.article
    )
    told: list[EventHappening] = []
    if game.code is not None and game.result is None:
        told.append(GamesDropped(action.board, (game.code,)))
    if action.how is How.PLAYED and found.pairing.walkover:
        found = found._replace(pairing=replace(found.pairing, walkover=()))
    event, happened = _set_result(event, found, action.game, decided)
    return event, (*told, *happened)


def _check_result(result: str, how: How) -> None:
    if result not in _ALLOWED.get(how, ()):
        raise EventRefused(Refusal.NOT_A_RESULT, result=result, how=how)


def _with_game(event: Event, found: Found, number: int, game: MatchGame) -> Event:
    return event.with_pairing(found, _changed(found.pairing, number, game))


def _changed(pairing: Pairing, number: int, game: MatchGame) -> Pairing:
    games = (*pairing.games[: number - 1], game, *pairing.games[number:])
    return replace(pairing, games=games)


def _set_result(event: Event, found: Found, number: int, game: MatchGame) -> tuple[Event, Told]:
    before = found.pairing.games[number - 1].result
    event, told, after = _settle(event, found, _changed(found.pairing, number, game))
    return event, (ResultStands(number, after, before), *told)


def end_match(event: Event, found: Found, losers: tuple[EntrantNo, ...]) -> tuple[Event, Told]:
    """A match that ``losers`` (one, or both) do not play on: what is due is lost for them."""
    pairing = found.pairing
    codes = tuple(game.code for game in pairing.games if game.code is not None and game.result is None)
    event, told, _ = _settle(event, found, replace(pairing, walkover=losers))
    return event, (*((GamesDropped(pairing.board, codes),) if codes else ()), *told)


def _settle(event: Event, found: Found, changed: Pairing) -> tuple[Event, Told, Pairing]:
    section, round_, before = found
    settled = settle(changed, must_decide(section.system, before.kind))
    after = settled.pairing
    _check_rests(section, round_.number, before, after)
    event, told = reopen(event, section) if section.is_finished else (event, ())
    event = event.with_pairing(event.find(before.board), after)
    dropped = tuple(
        code for number in settled.dropped if (code := changed.games[number - 1].code) is not None
    )
    happened = list(told)
    if settled.dropped:
        happened.append(GamesDropped(before.board, dropped))
    if after.is_decided and (not before.is_decided or after.winner != before.winner):
        happened.append(MatchOver(after))
    due = next_game(after)
    if due is not None and due.game > 1 and due.game > len(before.games):
        happened.append(MatchGoesOn(after, due.game))
    if after.is_decided and not before.is_decided and event.find(before.board).round.is_over:
        happened.append(RoundOver(section.id, round_.number))
    return event, tuple(happened), after


def _check_rests(section: Section, number: int, before: Pairing, after: Pairing) -> None:
    """Raises EventRefused where a later round of the section would be another."""
    is_last = number == len(section.rounds)
    if is_last or before == after:
        return
    other_winner = section.system is System.KNOCKOUT and after.winner != before.winner
    if other_winner or not after.is_decided:
        raise EventRefused(Refusal.DEPENDS, section=section.id, round=number + 1)
    if section.system is System.SWISS and was_played(after) and not was_played(before):
        # they were free to meet, and have been paired again since
        for later in section.rounds[number:]:
            if any(set(pairing.players) == set(after.players) for pairing in later.pairings):
                raise EventRefused(Refusal.DEPENDS, section=section.id, round=later.number)


def reopen(event: Event, section: Section) -> tuple[Event, Told]:
    """Take back the end of a section, and of the event: its places are judged anew.

    Raises EventRefused where a later stage rests on it.
    """
    for later in event.sections:
        if later.stage > section.stage and later.category == section.category:
            raise EventRefused(Refusal.DEPENDS, section=later.id, round=1)
    reopened = replace(section, is_finished=False, places=(), through=())
    event = replace(event.with_section(reopened), phase=Phase.RUNNING)
    return event, (SectionReopened(section.id),)
