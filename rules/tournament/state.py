"""An event as plain values that ``json`` can write, for programs that read it.

No names: entrants are numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules.tournament.actions import LotsEntered
from rules.tournament.awards import awards, place_lists
from rules.tournament.eventrules import System
from rules.tournament.lotting import last_lots
from rules.tournament.match import next_game
from rules.tournament.model import Entrant, MatchGame, Pairing, Phase, Place, Round, Section, Standing
from rules.tournament.rounds import can_finish
from rules.tournament.starting import plan_stage

if TYPE_CHECKING:
    from rules.tournament.event import Event

Plain = dict[str, Any]


def _order(event: Event) -> Plain:
    """Who was in the lots, in their order; late entrants have lots after these."""
    lots = last_lots(event)
    if lots is None:
        return {"order": None, "by_hand": None}
    return {"order": list(lots.order), "by_hand": isinstance(lots, LotsEntered)}


def state_of(event: Event) -> Plain:
    """Everything that stands, and ``waits_for``: whose turn it is to do what."""
    return {
        "phase": event.phase.value,
        "year": event.settings.year,
        "classes": list(event.settings.classes),
        "capacity": event.capacity,
        "next_at": _time(event.next_at),
        "paused_at": _time(event.paused_at),
        "closes": _time(event.closes),
        "lots": {
            "commitment": event.commitment,
            "words": {str(number): word for number, word in sorted(event.words.items())},
            "secret": event.secret,
            **_order(event),
        },
        "entrants": [_entrant(entrant) for entrant in event.entrants.values()],
        "forbidden": sorted(sorted(pair) for pair in event.forbidden),
        "sections": [_section(event, section) for section in event.sections],
        "annulled": [_pairing(pairing) for pairing in event.annulled],
        "places": [
            {
                "section": listed.section,
                "category": listed.category,
                "class": listed.group,
                "prize_list": listed.prize_list,
                "places": [_place(place) for place in listed.places],
            }
            for listed in place_lists(event)
        ],
        "awards": [
            {
                "entrant": awarded.entrant,
                "award": event.rules.awards.index(awarded.award),
                "article": awarded.award.article,
                "diploma": awarded.award.diploma,
                "category": awarded.category,
                "prize_list": awarded.prize_list,
                "place": awarded.place.first if awarded.place is not None else None,
            }
            for awarded in awards(event)
        ],
        "waits_for": list(_waits_for(event)),
    }


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None


def number_of(value: Fraction) -> int | float:
    """Points as JSON has them: whole where they are."""
    return int(value) if value.denominator == 1 else float(value)


def _entrant(entrant: Entrant) -> Plain:
    return {
        "number": entrant.number,
        "standing": entrant.standing.value,
        "category": entrant.category,
        "class": entrant.group,
        "prize_list": entrant.prize_list,
        "seed": entrant.seed,
        "lot": entrant.lot,
        "paid": entrant.is_paid,
        "here": entrant.is_here,
        "enters": entrant.enters,
        "byes": sorted(entrant.byes),
        "replaces": entrant.replaces,
        "annulled": entrant.is_annulled,
        "consent": None
        if entrant.consent is None
        else {
            "version": entrant.consent.version,
            "by": entrant.consent.by.value,
            "at": _time(entrant.consent.at),
        },
    }


def _section(event: Event, section: Section) -> Plain:
    plain: Plain = {
        "id": section.id,
        "stage": section.stage + 1,
        "category": section.category,
        "class": section.group,
        "system": section.system.value,
        "entrants": list(section.entrants),
        "goes_on": section.goes_on,
        "rounds_planned": section.rounds_planned,
        "finished": section.is_finished,
        "rounds": [_round(round_) for round_ in section.rounds],
        "places": [_place(place) for place in section.places],
        "through": list(section.through),
    }
    if section.system is not System.KNOCKOUT:
        plain["standings"] = [
            {
                "rank": score.rank,
                "entrant": score.entrant,
                "points": number_of(score.points),
                "played": score.played,
                "won": score.won,
                "drawn": score.drawn,
                "lost": score.lost,
                "tie_breaks": {
                    tie_break.value: number_of(value)
                    for tie_break, value in zip(event.rules.tie_breaks, score.tie_breaks, strict=False)
                },
                "out": score.is_out,
            }
            for score in event.table(section.id)
        ]
    return plain


def _place(place: Place) -> Plain:
    return {"first": place.first, "entrants": list(place.entrants), "article": place.article}


def _round(round_: Round) -> Plain:
    return {
        "number": round_.number,
        "deadline": _time(round_.deadline),
        "over": round_.is_over,
        "pairings": [_pairing(pairing) for pairing in round_.pairings],
    }


def _pairing(pairing: Pairing) -> Plain:
    return {
        "board": pairing.board,
        "kind": pairing.kind.value,
        "first": pairing.first,
        "second": pairing.second,
        "white_by": pairing.white_by,
        "white_article": pairing.white_article,
        "article": pairing.article,
        "decided": pairing.is_decided,
        "winner": pairing.winner,
        "walkover": list(pairing.walkover),
        "games": [_game(number, game) for number, game in enumerate(pairing.games, 1)],
    }


def _game(number: int, game: MatchGame) -> Plain:
    return {
        "game": number,
        "white": game.white,
        "black": game.black,
        "result": game.result,
        "how": game.how.value,
        "code": game.code,
        "reason": game.reason,
        "article": game.article,
        "proposed": game.proposed,
        "proposed_by": game.proposed_by,
    }


_ORGANISER = {Phase.CREATED: "open", Phase.OPEN: "close"}


def _waits_for(event: Event) -> Iterator[Plain]:
    for entrant in event.having(Standing.APPLIED):
        yield {"who": "organiser", "what": "approve", "entrant": entrant.number}
    if event.phase in _ORGANISER:
        yield {"who": "organiser", "what": _ORGANISER[event.phase]}
    if event.phase is Phase.CLOSED:
        yield {"who": "organiser", "what": "start" if event.secret is not None else "draw-lots"}
    if event.phase is not Phase.RUNNING:
        return
    for section in event.sections:
        if not section.is_finished and section.rounds and not section.rounds[-1].is_over:
            for pairing in section.rounds[-1].pairings:
                yield from _waits_at(pairing)
    for request in event.pairing_requests({}):
        yield {"who": "organiser", "what": "pair", "section": request.section.id}
    if plan_stage(event) is not None:
        yield {"who": "organiser", "what": "start-stage"}
    if can_finish(event):
        yield {"who": "organiser", "what": "finish"}


def _waits_at(pairing: Pairing) -> Iterator[Plain]:
    due = None if pairing.is_decided else next_game(pairing)
    if due is not None:
        game = pairing.games[due.game - 1]
        who = [number for number in pairing.players if number != game.proposed_by]
        what = "confirm" if game.proposed is not None else "play"
        yield {"who": who, "what": what, "board": due.board, "game": due.game, "code": due.code}
