"""Killed at any moment, the program loses nothing and does nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.main import run
from tests.databases import address
from tests.reliability.kills import play

KILLS = 10
"""``benchmarks/soak/kills.py`` kills hundreds of times"""


def test_an_event_whose_program_is_killed_at_random_moments_ends_as_undisturbed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    undisturbed = play(tmp_path / "undisturbed.db", seed=1)
    killed = play(tmp_path / "killed.db", seed=1, kills=KILLS, often=0.1)
    assert (undisturbed.kills, killed.kills) == (0, KILLS)
    assert killed.confirmed == undisturbed.confirmed
    assert killed.written() == undisturbed.written()
    assert run(["db", "check", "--db", str(address(tmp_path / "killed.db"))]) == 0
    capsys.readouterr()
