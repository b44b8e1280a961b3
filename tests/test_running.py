"""What docs/running.md shows can be used as it stands."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.arguments import build_parser
from bot.config import load_config

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "running.md").read_text("utf-8")
ANALYZE = shutil.which("systemd-analyze")


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    assert ANALYZE is not None
    unit = tmp_path / "damka.service"
    # the program is not where the unit has it, so that another one stands for it
    unit.write_text(re.sub(r"(?<=^ExecStart=)\S+", sys.executable, block("ini"), flags=re.MULTILINE))
    done = subprocess.run([ANALYZE, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_configuration_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(block("toml"))
    assert load_config(file).monitoring.port == 9464


def test_every_command_is_one() -> None:
    commands = re.findall(r"\bdamka (db [a-z]+[^\n#`]*|run --config [^\n#`]*)", TEXT)
    assert len(commands) >= 6
    parser = build_parser(lambda what: what.key)
    for command in commands:
        parser.parse_args(command.split())


def test_the_image_is_made_of_what_is_let_through_and_of_nothing_else() -> None:
    """A token or a database that lies beside the program comes into no layer."""
    steps = [line.split() for line in (ROOT / "Containerfile").read_text("utf-8").splitlines()]
    copied = {word for step in steps if step[:1] == ["COPY"] for word in step[1:-1]}
    first, *rules = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] not in ("", "#")
    ]
    assert first == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == copied - {"--from=build", "/venv"}
