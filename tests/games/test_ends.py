"""Every regulation, from the challenge to every kind of end it has, through the program itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from bot.cli.main import run
from tests.console.harness import Console
from tests.databases import ON_SERVER
from tests.games.ends.end import End
from tests.games.ends.every import ALL
from tests.games.find import found_games
from tests.games.table import Table

LANGUAGES = {"slidy-2015": "uk", "riazor": "gl"}
ENDS = {(end.reason, end.result): end for end in ALL}.values() if ON_SERVER else ALL
"""on a server one for each kind of end: which rule has led to it is the same there"""
_SIGNS_OF_ARTICLES = ("art.", "п.", "(Z", "(Perdido", "(Empatado", "(Límite")


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """One program for all games of a worker; its database must be in order when it has ended."""
    with Console(tmp_path_factory.mktemp("games") / "damka.db") as started:
        yield started
        assert started.end() == 0
        assert started.log() == ""
    assert run(["db", "check", "--db", started.address]) == 0


def damka(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a subcommand prints as JSON."""
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: f"{end.regulation}, {end.title}")
def test_a_game_comes_to_its_end(console: Console, capsys: pytest.CaptureFixture[str], end: End) -> None:
    table = Table(console, end.title + " " + end.regulation, LANGUAGES.get(end.regulation, "pl"))
    table.begin(end.regulation, end.clock, has_arbiter=end.has_arbiter)
    moves = found_games(end.regulation)[end.found]["moves"].split() if end.found else []
    steps = [*((table.move, move) for move in moves), *((table.step, text) for text in end.then)]
    for do, text in steps[:-1]:
        do(text)
        assert table.announced is None, text
    do, text = steps[-1]
    events = do(text)

    shown = table.board
    assert shown in events
    assert shown["buttons"] == []
    announced = table.announced["text"] if table.announced is not None else ""
    if end.result is None:
        announced = next(event["text"] for event in events if event["event"] == "message" and not event["to"])
    for part in end.says:
        assert part in announced
        assert part in shown["text"]
    if end.article is None:
        assert not any(sign in announced for sign in _SIGNS_OF_ARTICLES)
    assert "{" not in announced
    if text.startswith("ewa: "):
        assert any(text.split()[-1] in event["text"] for event in events)

    stored = damka(capsys, "show", "game", table.code, "--db", console.address)
    plies = sum(not move.startswith("/") for move in moves)
    assert (stored["status"], stored["ply"]) == ("aborted" if end.result is None else "ended", plies)
    wanted = {"result": end.result, "rule": end.reason, "article": end.article, **end.stored}
    if end.result is not None:
        assert {key: stored["result"][key] for key in wanted} == wanted
    (replayed,) = damka(capsys, "replay", str(table.pdn()), "--regulation", end.regulation)
    result, reason, article = end.replayed or (None, None, None)
    found = {"ply": plies, "result": result, "rule": reason, "article": article}
    assert (replayed["plies"], replayed["illegal"]) == (plies, [])
    assert replayed["end"] == (found if end.replayed else None)
