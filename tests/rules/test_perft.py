"""The published counts of move paths, and counting against making."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.perft import perft
from rules.presets import PRESETS, game_type
from tests.strategies import placed_positions

PUBLISHED = {
    name: row["distinct"]
    for name, row in json.loads((Path(__file__).parents[1] / "data/perft.json").read_text()).items()
    if name in PRESETS
}
DEPTH = {8: 6, 10: 5}


@pytest.mark.parametrize("name", PUBLISHED)
def test_perft_gives_the_published_counts(name: str) -> None:
    game = game_type(name)
    depth = DEPTH[game.board.size]
    counts = [perft(game, game.initial_position(), ply) for ply in range(1, depth + 1)]
    assert counts == PUBLISHED[name][:depth]


def test_perft_of_no_ply_is_one() -> None:
    game = game_type("brazilian")
    assert perft(game, game.initial_position(), 0) == 1


@given(st.sampled_from(sorted(PRESETS)).flatmap(lambda name: placed_positions(PRESETS[name])))
def test_the_last_ply_counts_what_would_be_generated(position) -> None:
    moves = position.legal_moves()
    assert position.generator.count(position.state) == len(moves)
    assert len({move.identity for move in moves}) == len(moves)
