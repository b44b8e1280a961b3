"""How long one Swiss round of 1,000 entrants takes after 8 rounds, beside gacrux alone on the same data.

    python benchmarks/swiss.py [--entrants 1000] [--rounds 8] [--runs 3]

Ours is ``next_round`` as the bot calls it: from the rounds as they stand to a checked plan. Then the table
with every tie-break, as it is shown after every game. Times are the processor's. Fails if pairing takes more
than 1.3 times as long as the engine, or the table more than a tenth of pairing.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from gacrux.pairingdutch import pairing_dutch

from rules.playrules import FirstWhite
from rules.tournament.draw import Draw
from rules.tournament.eventrules import EventRules, Schedule, Scoring, SignUp, SwissRules, System, TieBreak
from rules.tournament.model import BoardNo, Entrant, EntrantNo, MatchGame, Pairing, Round, Section, Standing
from rules.tournament.standings import table
from rules.tournament.swiss import first_colour, next_round
from rules.tournament.systems import Finished, PairingRequest

PAIRING_LIMIT, TABLE_LIMIT = 1.3, 0.1
DRAW = Draw("benchmark")
TIE_BREAKS = tuple(one for one in TieBreak if one not in (TieBreak.LOTS, TieBreak.EXTRA_GAME))


def rules(rounds: int) -> EventRules:
    half, one = Fraction(1, 2), Fraction(1)
    return EventRules(
        stages=(),
        scoring=Scoring(one, half, Fraction(0)),
        tie_breaks=TIE_BREAKS,
        sign_up=SignUp(questions=(), approval=False),
        schedule=Schedule(),
        awards=(),
        swiss=SwissRules(rounds, one, half, Fraction(0)),
    )


def request(section: Section, event: EventRules) -> PairingRequest:
    entrants = {number: Entrant(number, Standing.IN) for number in section.entrants}
    return PairingRequest(section, entrants, event, FirstWhite("lot", ""), DRAW, births={})


def played(section: Section, event: EventRules, chance: random.Random) -> Section:
    """One more round, paired and played."""
    planned = next_round(request(section, event))
    assert not isinstance(planned, Finished)
    pairings = []
    for board, plan in enumerate(planned, start=1):
        games: tuple[MatchGame, ...] = ()
        if plan.second is not None:
            result = chance.choice(("1-0", "1-0", "0-1", "0-1", "1/2-1/2"))
            games = (MatchGame(plan.first, plan.second, result),)
        pairings.append(
            Pairing(BoardNo(board), plan.kind, plan.first, plan.second, plan.match, games, is_decided=True)
        )
    return replace(section, rounds=(*section.rounds, Round(len(section.rounds) + 1, tuple(pairings))))


def tournament(section: Section, rounds: int) -> dict[str, Any]:
    """The same event in the engine's own structure."""
    letters = {"1-0": ("W", "L"), "0-1": ("L", "W"), "1/2-1/2": ("D", "D")}
    games: list[dict[str, Any]] = []
    for round_ in section.rounds:
        for pairing in round_.pairings:
            white, black = letters[pairing.games[0].result or ""] if pairing.games else ("P", None)
            games.append(
                {
                    "id": len(games) + 1,
                    "round": round_.number,
                    "white": {"cid": pairing.first, "result": white},
                    "black": {"cid": pairing.second, "result": black} if black else None,
                    "played": True,
                }
            )
    points = {"W": Decimal("1.0"), "D": Decimal("0.5"), "L": Decimal("0.0"), "Z": Decimal("0.0"), "P": "W"}
    return {
        "tournamentType": "Swiss",
        "teamTournament": False,
        "numRounds": rounds,
        "currentRound": len(section.rounds),
        "topColor": first_colour(DRAW, section).value[0],
        "scoreSystem": {"game": points},
        "competitors": [{"cid": number, "random": number, "present": True} for number in section.entrants],
        "gameList": games,
        "matchList": [],
    }


def engine_alone(section: Section, rounds: int) -> list[tuple[int, int]]:
    engine = pairing_dutch(
        tournament(section, rounds), len(section.rounds) + 1, {"experimental": [], "verbose": 0}
    )
    found = [pair for bracket in engine.compute_pairing(False) for pair in bracket["pairs"]]
    return [(pair["w"], pair["b"]) for pair in sorted(found, key=lambda pair: pair["board"])]


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    result = run()
    return result, time.process_time() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=8, help="already played")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    chance = random.Random(1)
    event = rules(options.rounds + 1)
    numbers = tuple(EntrantNo(number) for number in range(1, options.entrants + 1))
    section = Section("all", 0, "", "", System.SWISS, numbers, None, options.rounds + 1)
    for _ in range(options.rounds):
        section = played(section, event, chance)
    asked = request(section, event)
    ours = theirs = standings = float("inf")
    for _ in range(options.runs):
        plan, seconds = timed(lambda: next_round(asked))
        ours = min(ours, seconds)
        pairs, seconds = timed(lambda: engine_alone(section, options.rounds + 1))
        theirs = min(theirs, seconds)
        _, seconds = timed(lambda: table(section, asked.entrants, event))
        standings = min(standings, seconds)
    assert [(one.first, one.second or 0) for one in plan] == pairs, "the plans differ"
    print(f"{options.entrants} entrants after {options.rounds} rounds, best of {options.runs}")
    print(f"gacrux     {theirs:7.3f} s")
    print(f"pairing    {ours:7.3f} s   {ours / theirs:5.2f} of gacrux (at most {PAIRING_LIMIT})")
    print(f"standings  {standings:7.3f} s   {standings / ours:5.2f} of pairing (at most {TABLE_LIMIT})")
    return 0 if ours <= PAIRING_LIMIT * theirs and standings <= TABLE_LIMIT * ours else 1


if __name__ == "__main__":
    sys.exit(main())
