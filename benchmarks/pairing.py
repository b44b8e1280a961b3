"""How long a whole knockout and a whole round robin take to be paired, beside a start of Python alone.

Every round is paired as in an event, each from the rounds before it, in a process of its own. The growth is
that of knockouts with a bye in nearly every round.

    python benchmarks/pairing.py [TIMES]
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction

from rules.playrules import FirstWhite
from rules.tournament import knockout, round_robin
from rules.tournament.draw import Draw
from rules.tournament.eventrules import (
    EventRules,
    KnockoutRules,
    MatchRule,
    RoundRobinRules,
    Schedule,
    Scoring,
    SignUp,
    System,
    ThirdPlace,
)
from rules.tournament.model import (
    BoardNo,
    Entrant,
    EntrantNo,
    MatchGame,
    Pairing,
    PlannedPairing,
    Round,
    Section,
    Standing,
)
from rules.tournament.systems import Finished, NextRound, PairingRequest

MOST_TIMES_A_START = 20.0
GROWTH = (1023, 2047, 4095, 8191, 16383)
MOST_GROWTH = 2.0
"""times the cost that n log n allows, from the smallest field to the largest: room for caches and noise"""

SINGLE = MatchRule()
RULES = EventRules(
    stages=(),
    scoring=Scoring(Fraction(2), Fraction(1), Fraction(0)),
    tie_breaks=(),
    sign_up=SignUp(questions=(), approval=False),
    schedule=Schedule(),
    awards=(),
    knockout=KnockoutRules(SINGLE, SINGLE, ThirdPlace.MATCH, three_way_final=False),
    round_robin=RoundRobinRules(cycles=1, match=SINGLE),
)
SYSTEMS: dict[str, tuple[System, NextRound]] = {
    "knockout": (System.KNOCKOUT, knockout.next_round),
    "round-robin": (System.ROUND_ROBIN, round_robin.next_round),
}


def play(system: System, next_round: NextRound, size: int) -> int:
    """Pair a whole section of which the first of each pairing wins; how many rounds it took."""
    numbers = tuple(map(EntrantNo, range(1, size + 1)))
    entrants = {number: Entrant(number, Standing.IN) for number in numbers}
    section = Section("A", 0, "", "", system, numbers, None)
    while True:
        request = PairingRequest(section, entrants, RULES, FirstWhite("lot", ""), Draw("secret"), {})
        answer = next_round(request)
        if isinstance(answer, Finished):
            assert sum(len(place.entrants) for place in answer.places) == size
            return len(section.rounds)
        pairings = tuple(won_by_first(planned) for planned in answer)
        section = replace(section, rounds=(*section.rounds, Round(len(section.rounds) + 1, pairings)))


def won_by_first(planned: PlannedPairing) -> Pairing:
    """The pairing with its game played."""
    games = () if planned.second is None else (MatchGame(planned.first, planned.second, "1-0"),)
    return Pairing(
        BoardNo(1), planned.kind, planned.first, planned.second, planned.match, games, planned.first, True
    )


def seconds_of(*command: str) -> float:
    """Wall time of a Python process."""
    began = time.perf_counter()
    subprocess.run([sys.executable, *command], check=True)
    return time.perf_counter() - began


def seconds_here(name: str, size: int, times: int) -> float:
    """The best time of pairing a section in this process."""
    best = math.inf
    for _ in range(times):
        began = time.perf_counter()
        play(*SYSTEMS[name], size)
        best = min(best, time.perf_counter() - began)
    return best


def main() -> int:
    """Print every figure and its limit; 1 where a limit is passed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("times", nargs="?", type=int, default=5, help="measurements of each figure")
    parser.add_argument("--only", nargs=2, metavar=("SYSTEM", "SIZE"), help="pair one section, print nothing")
    options = parser.parse_args()
    if options.only:
        play(*SYSTEMS[options.only[0]], int(options.only[1]))
        return 0
    met = True
    fields = (("knockout", 4096), ("round-robin", 60))
    starts: list[float] = []
    whole: dict[str, list[float]] = {name: [] for name, _ in fields}
    for _ in range(options.times):
        starts.append(seconds_of("-c", "pass"))
        for name, size in fields:
            whole[name].append(seconds_of(__file__, "--only", name, str(size)))
    start = statistics.median(starts)
    print(f"python -c pass          {start:7.3f} s")
    for name, size in fields:
        process = statistics.median(whole[name])
        ratio = process / start
        met &= ratio <= MOST_TIMES_A_START
        alone = seconds_here(name, size, options.times)
        print(
            f"{name:<12}of {size:<6}  {process:7.3f} s   {ratio:5.1f} times"
            f" (at most {MOST_TIMES_A_START:.0f}); pairing alone {alone:.3f} s"
        )
    print("knockouts with byes, microseconds for n log2 n:")
    costs = [seconds_here("knockout", size, options.times) / (size * math.log2(size)) for size in GROWTH]
    for size, cost in zip(GROWTH, costs, strict=True):
        print(f"  {size:>6} entrants      {cost * 1e6:7.3f}")
    growth = costs[-1] / costs[0]
    met &= growth <= MOST_GROWTH
    print(f"growth beyond n log n   {growth:7.2f}     (at most {MOST_GROWTH})")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
