"""What caissify-pairings, an engine independent of gacrux, would pair.

It is a stateless engine: scores, colours and floats of every entrant are worked out here, from the results
as they stand, by FIDE's definitions (C.04.3, 1.4 and 1.6), apart from what the program itself makes of them.
Only who meets whom is compared, as its own checker does: its colours rank opponents by number alone, where
5.2.4 has the score first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from caissify_pairings import generate_pairings

from rules.pieces import Color
from rules.tournament.model import EntrantNo, How, PairingKind, PlannedPairing, Section

Pair = frozenset[EntrantNo | None]
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "0-0": (0, 0)}
"""in halves"""


def dutch_pairs(section: Section, playing: Sequence[EntrantNo], rounds: int, first: Color) -> set[Pair]:
    """Who meets whom in the next round; None: the bye. For points 1, ½, 0 and a bye of 1."""
    halves: dict[EntrantNo, int] = defaultdict(int)
    colours: dict[EntrantNo, list[str]] = defaultdict(list)
    floats: dict[EntrantNo, list[str]] = defaultdict(list)
    byes: dict[EntrantNo, int] = defaultdict(int)
    forfeit_wins: dict[EntrantNo, int] = defaultdict(int)
    met: set[tuple[int, int]] = set()
    for round_ in section.rounds:
        before = dict(halves)
        floated: dict[EntrantNo, str] = {}
        for pairing in round_.pairings:
            if pairing.second is None:
                is_full = pairing.kind is PairingKind.BYE
                halves[pairing.first] += 2 if is_full else 1
                byes[pairing.first] += is_full
                floated[pairing.first] = "down"
                continue
            (game,) = pairing.games
            gained = POINTS[game.result or ""]
            for number, other, brought in (
                (game.white, game.black, gained[0]),
                (game.black, game.white, gained[1]),
            ):
                halves[number] += brought
                if game.how is How.PLAYED:
                    difference = before.get(number, 0) - before.get(other, 0)
                    floated[number] = "down" if difference > 0 else "up" if difference < 0 else "none"
                    colours[number].append("white" if number == game.white else "black")
                    met.add((min(number, other), max(number, other)))
                elif brought:
                    floated[number] = "down"
                    forfeit_wins[number] += 1
        for number in section.entrants:
            floats[number].append(floated.get(number, "none"))
    players: list[dict[str, Any]] = [
        {
            "id": number,
            "name": str(number),
            "rating": 0,
            "starting_number": number,
            "score": float(Fraction(halves[number], 2)),
            "color_hist": colours[number],
            "float_history": floats[number],
            "bye_count": byes[number],
            "forfeit_win_count": forfeit_wins[number],
        }
        for number in playing
    ]
    found = generate_pairings(
        "dutch", players, met, len(section.rounds) + 1, rounds, initial_color=first.value
    )
    return {frozenset((pair["white_id"], pair["black_id"])) for pair in found}


def as_pairs(planned: Sequence[PlannedPairing]) -> set[Pair]:
    """The same of a round as it was planned."""
    return {
        frozenset((plan.first, plan.second)) for plan in planned if plan.kind is not PairingKind.REQUESTED_BYE
    }
