"""A million random inputs: commands, buttons, moves, files and noise, to new databases one after another.

    python benchmarks/soak/anything.py [--inputs 1000000] [--seed 0] [--processes 2]

Fails at the first input that the program could not handle, and where a database does not add up afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.console.harness import program
from tests.reliability.anything import let_loose

INPUTS_OF_A_DATABASE = 5000


def one(seed: int) -> tuple[int, list[str], Counter[str]]:
    """One database: its seed, what went wrong, and how many inputs of each kind it took."""
    with tempfile.TemporaryDirectory() as folder:
        complaints, kinds = asyncio.run(let_loose(Path(folder), seed, INPUTS_OF_A_DATABASE))
        checked = program("db", "check", "--db", Path(folder) / "damka.db")
        return seed, complaints if checked.returncode == 0 else [*complaints, checked.stdout], kinds


def main() -> int:
    """Run until so many inputs were handled."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + -(-options.inputs // INPUTS_OF_A_DATABASE))
    began, kinds = time.perf_counter(), Counter[str]()
    with ProcessPoolExecutor(options.processes) as pool:
        for seed, complaints, taken in pool.map(one, seeds):
            kinds += taken
            if complaints:
                print(f"seed {seed}: {len(complaints)} complaints, the first: {complaints[0]}")
                pool.shutdown(cancel_futures=True)
                return 1
            if (seed - options.seed) % 20 == 19:
                print(f"{kinds.total()} inputs, {time.perf_counter() - began:.0f} s", flush=True)
    shown = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    print(f"{kinds.total()} random inputs ({shown}), none unhandled; {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
