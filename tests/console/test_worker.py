"""The process that makes animations, and the end of the program that started it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.console.harness import PATIENCE, environment
from tests.databases import address

LINES = (
    {"chat": "lib", "user": "anna", "text": "/play @piotr grodziec-2017 white"},
    {"chat": "lib", "user": "piotr", "text": "/accept"},
    {"chat": "lib", "user": "anna", "text": "c3-d4"},
    {"chat": "lib", "user": "anna", "text": "/gif"},
)


def test_the_worker_goes_when_the_program_is_killed(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "console", "--jsonl", "--db", str(address(tmp_path / "damka.db"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for line in LINES:
        process.stdin.write(json.dumps(line).encode() + b"\n")
    process.stdin.flush()
    events = []
    while not events or events[-1] != {"event": "done", "line": len(LINES)}:
        events.append(json.loads(process.stdout.readline()))
    assert str(events[-2]["image"]).endswith(".gif")
    process.kill()
    # a worker that stays keeps the output open
    process.communicate(timeout=PATIENCE)
