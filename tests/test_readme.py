"""What the README shows is what the program does."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

from bot.commands import dispatch  # noqa: F401  (it declares the commands)
from bot.commands.registry import COMMANDS
from tests.console.harness import environment
from tests.databases import address

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.md")]
LEFT_OUT = "..."


def damka(*arguments: str, text: str = "") -> str:
    """What the program prints."""
    finished = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        timeout=60,
        check=True,
    )
    return finished.stdout


def steps(transcript: str) -> dict[str, list[str]]:
    """The lines that each input brings, by input; codes, times and folders differ from run to run."""
    masked = re.sub(r"\b[A-HJ-NP-Z][2-9][M-NP-Z][2-9]\b", "CODE", transcript)
    masked = re.sub(r"\[obraz: (?:.*/)?(\S+)\]", r"[obraz: \1]", masked)
    masked = re.sub(r"\d+ \w+ \d{4}, \d\d:\d\d", "TIME", masked)
    parts = re.split(r"^> (.*)$", masked, flags=re.MULTILINE)[1:]
    return {
        line: [shown for shown in answer.splitlines() if shown.strip()]
        for line, answer in zip(parts[::2], parts[1::2], strict=True)
    }


def test_the_game_in_the_readme_is_played_so(tmp_path: Path) -> None:
    found = re.search(r"<!-- transcript: (.*?) -->\n```text\n(.*?)```", README, re.DOTALL)
    assert found is not None
    shown = steps(found[2])
    printed = steps(
        damka(
            "console",
            *found[1].split(),
            "--db",
            str(address(tmp_path / "damka.db")),
            text="\n".join(shown) + "\n",
        )
    )
    assert list(printed)[: len(shown)] == list(shown)
    for line, answer in shown.items():
        told = list(takewhile(lambda text: text != LEFT_OUT, answer))
        assert printed[line][: len(told)] == told
        if LEFT_OUT not in answer:
            assert len(printed[line]) == len(told)


@pytest.mark.parametrize(
    "command",
    [
        line.partition(" #")[0].strip().removeprefix("damka ")
        for line in README.splitlines()
        if line.startswith(("damka moves", "damka perft", "damka regulations show"))
    ],
)
def test_the_command_lines_in_the_readme_answer(command: str) -> None:
    assert damka(*shlex.split(command))


def test_the_readme_names_every_command_and_no_other() -> None:
    tables = "\n".join(line for line in README.splitlines() if line.startswith("| `/"))
    found = [COMMANDS.with_slash(words.split()) for words in re.findall(r"`/([a-z]+(?: [a-z]+)?)", tables)]
    assert None not in found
    named = {command[0].name for command in found if command is not None}
    assert named == {command.name for command in COMMANDS} - {"start", "move"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_points_to_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    links = {page.parent / name for name in re.findall(r"\]\((?!https?:)([^)#]+)", text)}
    named = {ROOT / name for name in re.findall(r"`((?:tests|benchmarks|rules)/[\w./-]+)`", text)}
    assert [path for path in sorted(links | named) if not path.exists()] == []
    tests = {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    assert set(re.findall(r"\btest_\w+\.py\b", text)) - tests == set()
