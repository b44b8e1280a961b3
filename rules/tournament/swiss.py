"""The Swiss system: FIDE Dutch by the rules of February 2026 (C.04.3), through the package gacrux.

Nobody meets an opponent twice or has a second bye; what the rules leave no pairing for is told, never bent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any

from rules.pieces import Color
from rules.tournament.draw import Draw
from rules.tournament.eventrules import EventRules, SwissRules, System
from rules.tournament.extra_games import extra_round, final_places
from rules.tournament.history import (
    Entry,
    Record,
    Was,
    is_before_entry,
    meeting_points,
    records,
    table_rounds,
)
from rules.tournament.model import EntrantNo, How, PairingKind, PlannedPairing, Section
from rules.tournament.systems import CannotPair, Finished, PairingRequest
from rules.tournament.white import first_game

Pair = tuple[EntrantNo, EntrantNo]
NOBODY = EntrantNo(0)
"""stands for the bye among opponents"""


def next_round(request: PairingRequest) -> tuple[PlannedPairing, ...] | Finished:
    """The next round of a Swiss section, best boards first and byes last, or its places after the last one.

    Raises CannotPair; its ``reason`` is one of ``rounds-unknown``, ``round-not-over``, ``too-few``,
    ``all-have-met``, ``byes-used``, ``forbidden-pairs``, ``colours`` and ``engine``, its data has ``round``
    and ``can``: codes of what the organiser can do, likeliest first (``set-rounds``, ``finish-round``,
    ``fewer-rounds``, ``allow-pairs``, ``round-robin``); with ``allow-pairs`` also ``pairs``, a smallest set
    of forbidden pairs that would have to be allowed. Without rules of a Swiss it is ``system-unknown``.
    """
    section, rules = request.section, _swiss(request.rules)
    number = sum(1 for _ in table_rounds(section)) + 1
    rounds = section.rounds_planned or rules.rounds
    if any(not round_.is_over for round_ in section.rounds):
        raise CannotPair("round-not-over", round=number - 1, can=("finish-round",))
    if rounds is None:
        raise CannotPair("rounds-unknown", round=number, can=("set-rounds",))
    if number > rounds:
        return extra_round(request, rules.match) or final_places(request)
    here = [number_ for number_ in section.entrants if _plays(request, number_, number)]
    excused = [number_ for number_ in here if number in request.entrants[number_].byes]
    field = _field(request, number, rounds, [number_ for number_ in here if number_ not in excused])
    if len(field.playing) < 2:
        raise CannotPair("too-few", round=number, players=len(field.playing), can=("fewer-rounds",))
    games = [_planned(request, white, black) for white, black in _paired(field)]
    byes = [_bye(request, PairingKind.REQUESTED_BYE, number_) for number_ in excused]
    return (*games, *byes)


def first_colour(draw: Draw, section: Section) -> Color:
    """The colour of the first entrant in round 1, by lot (C.04.3, 5.1); all others follow from it."""
    return draw.one_of(f"first colour {section.id}", (Color.WHITE, Color.BLACK))


def has_met(section: Section) -> Iterable[frozenset[EntrantNo]]:
    """The pairs that have played each other. A forfeit is no game; a game annulled later was one."""
    for round_ in section.rounds:
        for pairing in round_.pairings:
            if any(game.how in (How.PLAYED, How.ANNULLED) and game.result for game in pairing.games):
                yield frozenset(pairing.players)


@dataclass(frozen=True, slots=True)
class _Field:
    """What the engine and the judgement of its work depend on."""

    number: int
    rounds: int
    section: Section
    records: Mapping[EntrantNo, Record]
    playing: tuple[EntrantNo, ...]
    met: frozenset[frozenset[EntrantNo]]
    forbidden: frozenset[frozenset[EntrantNo]]
    had_bye: frozenset[EntrantNo]
    full: Fraction
    draw: Fraction
    loss: Fraction
    first: Color

    def may_meet(self, one: EntrantNo, other: EntrantNo) -> bool:
        pair = frozenset((one, other))
        return pair not in self.met and pair not in self.forbidden


def _swiss(rules: EventRules) -> SwissRules:
    if rules.swiss is None:
        raise CannotPair("system-unknown", system=System.SWISS)
    return rules.swiss


def _plays(request: PairingRequest, entrant: EntrantNo, number: int) -> bool:
    one = request.entrants[entrant]
    return one.is_playing and not is_before_entry(request.section, one, number)


def _field(request: PairingRequest, number: int, rounds: int, playing: Sequence[EntrantNo]) -> _Field:
    record = records(request.section, request.entrants, request.rules)
    full, draw = meeting_points(request.section, request.rules)
    return _Field(
        number=number,
        rounds=rounds,
        section=request.section,
        records=record,
        playing=tuple(playing),
        met=frozenset(has_met(request.section)),
        forbidden=request.forbidden,
        had_bye=frozenset(one for one in playing if any(_is_like_bye(e, full) for e in record[one].entries)),
        full=full,
        draw=draw,
        loss=request.rules.scoring.loss,
        first=first_colour(request.draw, request.section),
    )


def _is_like_bye(entry: Entry, full: Fraction) -> bool:
    """A bye by pairing, or as many points as for a win without playing: either rules out a bye (2.1.2)."""
    return entry.was is Was.BYE or (entry.was is not Was.PLAYED and entry.points >= full)


def _planned(request: PairingRequest, white: EntrantNo, black: EntrantNo) -> PlannedPairing:
    if black == NOBODY:
        return _bye(request, PairingKind.BYE, white)
    rules = _swiss(request.rules)
    colours = first_game(request, white, black, "pairing")
    return PlannedPairing(
        PairingKind.GAME,
        colours.white,
        colours.black,
        rules.match,
        white_by=colours.by,
        white_article=rules.article if colours.by == "pairing" else colours.article,
        article=rules.article,
    )


def _bye(request: PairingRequest, kind: PairingKind, entrant: EntrantNo) -> PlannedPairing:
    rules = _swiss(request.rules)
    return PlannedPairing(kind, entrant, None, rules.match, article=rules.article)


def _paired(field: _Field) -> tuple[Pair, ...]:
    """White and Black of every board, and the bye if there is one. Raises CannotPair."""
    try:
        pairs = _gacrux(field)
    except _NoPairing as no:
        raise _why_not(field, no.by_the_rules) from no
    if not _is_sound(field, pairs):
        raise _why_not(field, by_the_rules=False)
    return pairs


def _is_sound(field: _Field, pairs: Sequence[Pair]) -> bool:
    """Whether everybody is paired once and nobody wrongly: the engine's word alone is not taken for it."""
    odd = len(field.playing) % 2
    expected = sorted(field.playing) if not odd else [NOBODY, *sorted(field.playing)]
    return sorted(chain.from_iterable(pairs)) == expected and all(
        white not in field.had_bye if black == NOBODY else field.may_meet(white, black)
        for white, black in pairs
    )


class _NoPairing(Exception):
    """The engine has no pairing: ``by_the_rules``, or because it does not master the case."""

    def __init__(self, by_the_rules: bool) -> None:
        self.by_the_rules = by_the_rules
        super().__init__(by_the_rules)


def _gacrux(field: _Field) -> tuple[Pair, ...]:
    """The engine's pairing in the order of boards, byes last. Raises _NoPairing.

    Its numbers are places in the section's order, from 1; 0 is the bye.
    """
    # Imported here: networkx, which it needs, would double the time of every start of the program.
    from gacrux.gacruxexeptions import GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch

    numbers = dict(enumerate(field.section.entrants, start=1))
    numbers[0] = NOBODY
    try:
        engine = pairing_dutch(_tournament(field), field.number, {"experimental": [], "verbose": 0})
        brackets = engine.compute_pairing(False)
    except Exception as fault:
        # Whatever edge the engine trips over is looked into and told to the organiser, never a crash.
        raise _NoPairing(isinstance(fault, GacruxNoLegalPairing)) from fault
    found = [pair for bracket in brackets for pair in bracket["pairs"]]
    found.sort(key=lambda pair: pair["board"])
    return tuple((numbers[pair["w"]], numbers[pair["b"]]) for pair in found)


def _tournament(field: _Field) -> dict[str, Any]:
    """The section in the engine's JSON structure, with all points as whole numbers of the smallest part."""
    place = {number: at for at, number in enumerate(field.section.entrants, start=1)}
    playing = set(field.playing)
    every = [entry.points for record in field.records.values() for entry in record.entries]
    part = math.lcm(*(points.denominator for points in (field.full, field.draw, field.loss, *every)))

    def whole(points: Fraction) -> Decimal:
        return Decimal(int(points * part))

    def side(number: EntrantNo, entry: Entry) -> dict[str, Any]:
        return {"cid": place[number], "result": _letter(field, entry), "score": whole(entry.points)}

    of_round = {
        (number, entry.round): entry for number, record in field.records.items() for entry in record.entries
    }
    games: list[dict[str, Any]] = []
    for (number, round_), entry in of_round.items():
        game: dict[str, Any] = {"id": len(games) + 1, "round": round_, "white": side(number, entry)}
        if entry.opponent is None:
            games.append({**game, "black": None, "played": entry.was is Was.BYE})
        elif entry.color is Color.WHITE:
            black = side(entry.opponent, of_round[entry.opponent, round_])
            games.append({**game, "black": black, "played": entry.was is Was.PLAYED})
    names = {"W": field.full, "D": field.draw, "L": field.loss, "Z": Fraction(0), "P": field.full}
    score: dict[str, Any] = {letter: whole(points) for letter, points in names.items()}
    # Pairs that played a game which was annulled later must not meet again either.
    apart = field.forbidden | field.met
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "teamTournament": False,
        "teamSize": 1,
        "numRounds": field.rounds,
        "currentRound": field.number - 1,
        "maxMeets": 1,
        # Without the first colour the engine would toss a coin of its own.
        "topColor": "w" if field.first is Color.WHITE else "b",
        "scoreSystem": {"game": score},
        # A random number of each is asked for, or the engine draws one itself; the Dutch rules never use it.
        "competitors": [
            {"cid": at, "random": at, "present": number in playing} for number, at in place.items()
        ],
        "prohibited": [
            {
                "firstRound": field.number,
                "lastRound": field.number,
                "competitors": [place[number] for number in pair],
            }
            for pair in apart
            if pair <= playing
        ],
        "gameList": games,
        "matchList": [],
    }


def _letter(field: _Field, entry: Entry) -> str:
    """The engine's letter for what a round brought."""
    if entry.was is Was.BYE:
        return "P"
    if entry.points >= field.full:
        return "W"
    if entry.was is Was.PLAYED:
        return "D" if entry.won == entry.lost else "W" if entry.won > entry.lost else "L"
    return "Z" if entry.points == 0 else "D"


def _why_not(field: _Field, by_the_rules: bool) -> CannotPair:
    """Why a round cannot be paired, and what can be done about it."""

    def reason(code: str, *can: str, **data: object) -> CannotPair:
        return CannotPair(code, round=field.number, can=(*can, "fewer-rounds", "round-robin"), **data)

    pairs = _matching(field)
    if pairs is None:
        is_odd = len(field.playing) % 2 == 1
        return reason("byes-used" if is_odd and field.had_bye else "all-have-met")
    if to_allow := tuple(sorted(pair for pair in pairs if frozenset(pair) in field.forbidden)):
        return reason("forbidden-pairs", "allow-pairs", pairs=to_allow)
    # Nobody would have to meet again, but too many are due the same colour (2.1.3), or the engine has failed.
    return reason("colours" if by_the_rules else "engine")


def _matching(field: _Field) -> list[Pair] | None:
    """Everybody paired with somebody new, in as few forbidden pairs as can be; None if it is impossible."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(field.playing)
    for at, one in enumerate(field.playing):
        for other in field.playing[at + 1 :]:
            pair = frozenset((one, other))
            if pair not in field.met:
                graph.add_edge(one, other, weight=int(pair in field.forbidden))
    if len(field.playing) % 2:
        graph.add_node(NOBODY)
        graph.add_edges_from(
            (one, NOBODY, {"weight": 0}) for one in field.playing if one not in field.had_bye
        )
    matching = [(min(pair), max(pair)) for pair in networkx.min_weight_matching(graph)]
    return matching if 2 * len(matching) == len(graph) else None
