"""Finds the games of ``tests/data/games`` anew: ``python -m tests.games.find [REGULATION ...]``.

One file for each regulation: by the name of an end the lines that are sent (``/huff c3`` where a piece is
chosen), and what the rules make of them: result, reason, article, and the ply at which the game ends, or null
where it goes on and is ended by something said. The search is decided by its seeds, so that nothing changes
unless the rules or the recipes do.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from bot.regulations import Library
from rules.game import Game
from tests.games.finder import script
from tests.games.recipes import RECIPES

FOLDER = Path(__file__).parents[1] / "data" / "games"


def found_games(regulation: str) -> dict[str, Any]:
    """The stored games of a regulation, by the name of their end."""
    games: dict[str, Any] = json.loads((FOLDER / f"{regulation}.json").read_text("utf-8"))
    return games


def describe(game: Game) -> dict[str, Any]:
    """A found game as it is stored."""
    outcome = game.outcome
    return {
        "moves": " ".join(script(game)).replace(" /huff ", " /huff:"),
        "result": None if outcome is None else outcome.result,
        "reason": None if outcome is None else outcome.reason.value,
        "article": None if outcome is None else outcome.article,
        "ply": None if outcome is None else game.ply,
    }


def main(wanted: list[str]) -> None:
    library = Library.shipped()
    for regulation in wanted or list(RECIPES):
        found = {}
        for name, recipe in RECIPES[regulation].items():
            begun = perf_counter()
            game = recipe(library.get(regulation).play)
            found[name] = describe(game)
            print(f"{regulation}: {name}: {game.ply} plies, {perf_counter() - begun:.1f} s", flush=True)
        text = json.dumps(found, indent=2, ensure_ascii=False)
        (FOLDER / f"{regulation}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
