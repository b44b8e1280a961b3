"""The command line in this process, and a database with a game to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.main import run
from tests.console.harness import Console, Run, buttons


@pytest.fixture
def damka(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command line in this process, in English, with a home folder of its own."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        try:
            status = run([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        out, err = capfd.readouterr()
        return status, out, err

    return call


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A database with one game by grodziec-2017, and the code of the game: c3-d4, then Piotr is on turn."""
    database = tmp_path_factory.mktemp("played") / "damka.db"
    with Console(database) as console:
        challenge = console.say("anna", "/play @piotr grodziec-2017 white 10+5", name="Anna")
        data = next(iter(buttons(challenge).values()))
        console.press("piotr", data, name="Piotr")
        console.advance("PT1M")
        console.say("anna", "c3-d4")
        assert console.end() == 0
    return console.address, data.split(":")[1]
