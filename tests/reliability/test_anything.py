"""No input whatever is answered by an error of the program, and none leaves a log that does not add up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.cli.main import run
from tests.databases import ON_SERVER, address
from tests.reliability.anything import let_loose

INPUTS = 2500
"""of each seed; ``benchmarks/soak/anything.py`` makes a million"""
SEEDS = range(1 if ON_SERVER else 4)
"""what people may do is the same wherever it is stored"""


@pytest.mark.parametrize("seed", SEEDS)
async def test_whatever_people_do_nothing_breaks(tmp_path: Path, seed: int) -> None:
    complaints, kinds = await let_loose(tmp_path, seed, INPUTS)
    assert complaints == []
    assert min(kinds.values()) > 10


def test_what_random_people_have_done_adds_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(let_loose(tmp_path, 99, 500))
    assert run(["db", "check", "--db", str(address(tmp_path / "damka.db"))]) == 0
    capsys.readouterr()
