"""How fast the move generator counts, beside py-draughts in the same run on the same machine.

    python benchmarks/perft.py           # nodes a second of both, and the ratio
    python benchmarks/perft.py --full    # and every published depth of every variant

Both count distinct moves with the generator that play uses; on the last ply both only count.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import draughts

from rules.perft import perft
from rules.presets import PRESETS, game_type

PUBLISHED = Path(__file__).parents[1] / "tests/data/perft.json"
RUNS = 3
PEERS: dict[str, tuple[Callable[[], Any], int]] = {
    "brazilian": (draughts.BrazilianBoard, 7),
    "international": (draughts.StandardBoard, 6),
}


def ours(name: str, depth: int) -> int:
    game = game_type(name)
    return perft(game, game.initial_position(), depth)


def theirs(board: Any, depth: int) -> int:
    moves = list(board.legal_moves)
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += theirs(board, depth - 1)
        board.pop()
    return nodes


def timed(count: Callable[[], int]) -> tuple[int, float]:
    start = time.perf_counter()
    nodes = count()
    return nodes, time.perf_counter() - start


def compare(name: str, published: list[int]) -> bool:
    """Print one line; False where a count is wrong."""
    make, depth = PEERS[name]
    our_best = their_best = float("inf")
    for _ in range(RUNS):
        our_nodes, seconds = timed(lambda: ours(name, depth))
        our_best = min(our_best, seconds)
        their_nodes, seconds = timed(lambda: theirs(make(), depth))
        their_best = min(their_best, seconds)
    expected = published[depth - 1]
    print(
        f"{name} depth {depth}: {our_nodes / our_best:,.0f} nodes/s, "
        f"py-draughts {their_nodes / their_best:,.0f} nodes/s, ratio {their_best / our_best:.2f}"
    )
    if our_nodes != expected or their_nodes != expected:
        print(f"  expected {expected}, counted {our_nodes}, py-draughts {their_nodes}")
    return our_nodes == expected


def full(published: dict[str, list[int]]) -> bool:
    """Print every variant at its deepest published count; False where one is wrong."""
    right = True
    for name, counts in published.items():
        for depth, expected in enumerate(counts, start=1):
            nodes, seconds = timed(lambda name=name, depth=depth: ours(name, depth))  # type: ignore[misc]
            verdict = "as published" if nodes == expected else f"WRONG, published {expected}"
            right &= nodes == expected
            print(f"{name} depth {depth}: {nodes} in {seconds:.2f} s, {verdict}", flush=True)
    return right


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--full", action="store_true", help="check every published depth")
    arguments = parser.parse_args()
    rows = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    published = {name: row["distinct"] for name, row in rows.items() if name in PRESETS}
    right = True
    for name in PEERS:
        right &= compare(name, published[name])
    if arguments.full:
        right &= full(published)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
