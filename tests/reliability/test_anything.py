"""No input whatever is answered by an error of the program, and none leaves a log that does not add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.main import run
from tests.databases import needs_file
from tests.reliability.anything import let_loose

INPUTS = 2500
"""of each seed; ``benchmarks/soak/anything.py`` makes a million"""


@needs_file
@pytest.mark.parametrize("seed", range(4))
async def test_whatever_people_do_nothing_breaks(tmp_path: Path, seed: int) -> None:
    complaints, kinds = await let_loose(tmp_path, seed, INPUTS)
    assert complaints == []
    assert min(kinds.values()) > 10


@needs_file
def test_what_random_people_have_done_adds_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import asyncio

    asyncio.run(let_loose(tmp_path, 99, 500))
    assert run(["db", "check", "--db", str(tmp_path / "damka.db")]) == 0
    capsys.readouterr()
