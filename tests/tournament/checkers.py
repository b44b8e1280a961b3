"""gacrux's checkers, run as programs on a report, as an arbiter would."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def run_checker(program: str, report: Path, *options: str) -> dict[str, Any]:
    """The checker's whole answer; its status is 0 where it accepts everything."""
    done = subprocess.run(
        [sys.executable, "-m", f"gacrux.{program}", "-c", "-i", str(report), *options],
        capture_output=True,
        text=True,
        check=False,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def complaints(program: str, report: Path, *options: str) -> list[object]:
    """What a checker does not accept: the rounds that it would pair otherwise, or else what it says."""
    answer = run_checker(program, report, *options)
    if answer["status"]["code"] == 0:
        return []
    rounds = answer.get("pairingResult", {}).get("roundpairing", [])
    return [one["round"] for one in rounds if not one["check"]] or [answer["status"]]
