"""Kills the program at random moments of an event of sixteen, hundreds of times, and compares the ends.

    python benchmarks/soak/kills.py [--kills 200] [--seed 1]

Each run of the event is killed (SIGKILL) some forty times: after a line was sent, while it is handled,
while its answers go out, while the program starts again. What was not confirmed is sent again with the same
id. Everything said in every chat and every entry of every log must be as in a run that nobody disturbed.
Fails if anything differs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.cli.main import run
from tests.reliability.kills import play

KILLS_OF_A_RUN = 40


def main() -> int:
    """Run until so many kills were survived."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()
    kills = resent = doubled = confirmed = runs = 0
    with tempfile.TemporaryDirectory() as folder:
        undisturbed = play(Path(folder) / "undisturbed.db", options.seed)
        while kills < options.kills:
            database = Path(folder) / f"{runs}.db"
            most = min(KILLS_OF_A_RUN, options.kills - kills)
            killed = play(database, options.seed + runs, most, often=0.25)
            if killed.written() != undisturbed.written():
                print(f"run {runs} of seed {options.seed + runs} came to another end")
                return 1
            if run(["db", "check", "--db", str(database)]) != 0:
                return 1
            runs += 1
            kills += killed.kills
            resent += killed.resent
            doubled += killed.doubled
            confirmed += killed.confirmed
    print(
        f"{kills} kills survived in {runs} runs of {undisturbed.confirmed} inputs each: {confirmed} inputs"
        f" confirmed, none lost, none done twice; {resent} messages said again and marked so, {doubled} of"
        f" them seen twice; {time.perf_counter() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
