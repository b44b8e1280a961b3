"""The command line: what each command prints."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.texts import LANGUAGES
from tests.console.harness import Run, program
from tests.databases import needs_file

HUFF = "W:Wc3,g3:Bd4,f4,h8"
"""both men could capture; under huffing the quiet moves are accepted as well"""


# --- what the commands answer -------------------------------------------------------------------------------


def test_moves_are_listed_as_programs_read_them(damka: Run) -> None:
    status, out, _ = damka("moves", "brazilian", "W:Wc3:Bd4", "--json")
    expected = {
        "from": "c3",
        "to": "e5",
        "path": ["c3", "e5"],
        "captured": ["d4"],
        "promotes": False,
        "text": "c3:e5",
    }
    assert (status, json.loads(out)) == (0, [expected])


def test_a_game_with_numbers_names_its_squares_by_them(damka: Run) -> None:
    _, out, _ = damka("moves", "international", "W:W32:B28", "--json")
    (move,) = json.loads(out)
    assert (move["from"], move["to"], move["captured"], move["text"]) == ("32", "23", ["28"], "32x23")


@pytest.mark.parametrize(
    ("options", "moves"),
    [((), ["c3:e5", "g3:e5"]), (("--violations",), ["c3:e5", "g3:e5", "c3-b4", "g3-h4"])],
)
def test_moves_that_are_huffed_are_listed_when_asked_for(
    damka: Run, options: tuple[str, ...], moves: list[str]
) -> None:
    _, out, _ = damka("moves", "grodziec-2017", HUFF, *options)
    assert out.split() == moves


def test_positions_come_a_line_each_and_a_bad_one_does_not_stop_the_rest() -> None:
    done = program("moves", "brazilian", "-", text="W:Wc3:Bd4\nnonsense\n\nB:Wc3:Bd4\n")
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert (first[0]["text"], list(second), third[0]["text"]) == ("c3:e5", ["error"], "d4:b2")
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (("brazilian", "0"), 1),
        (("brazilian", "1"), 7),
        (("russian", "5"), 7482),
        (("international", "4"), 4265),
        (("grodziec-2017", "3"), 302),
        (("brazilian", "1", "--fen", "W:Wc3:Bd4"), 1),
    ],
)
def test_perft_prints_the_count(damka: Run, arguments: tuple[str, ...], nodes: int) -> None:
    assert damka("perft", *arguments) == (0, f"{nodes}\n", "")


PDN = '[GameType "26,W,8,8,A0,0"]\n[FEN "{fen}"]\n\n{moves} *\n'


@pytest.mark.parametrize(
    ("fen", "moves", "by", "report"),
    [
        (
            "W:Wc3:Bd4",
            "1. c3:e5",
            ("--regulation", "grodziec-2017"),
            {
                "game": 1,
                "plies": 1,
                "illegal": [],
                "end": {"ply": 1, "result": "1-0", "rule": "no-pieces", "article": "7.8"},
            },
        ),
        (
            "W:Wc3:Bd4",
            "1. c3:e5 b6-a5",
            (),
            {
                "game": 1,
                "plies": 2,
                "illegal": [],
                "end": {"ply": 1, "result": "1-0", "rule": "no-pieces", "article": None},
            },
        ),
        (
            "W:Wc3:Bd4,h8",
            "1. c3-b4 h8-g7",
            ("--regulation", "pzwarc-64"),
            {
                "game": 1,
                "plies": 2,
                "illegal": [{"ply": 1, "text": "c3-b4", "why": "must-capture"}],
                "end": None,
            },
        ),
        (
            "W:Wc3,g3:Bd4,f4,h8",
            "1. c3-b4 {huff b4} f4:h2",
            ("--regulation", "grodziec-2017"),
            {
                "game": 1,
                "plies": 2,
                "illegal": [],
                "end": {"ply": 2, "result": "0-1", "rule": "no-pieces", "article": "7.8"},
            },
        ),
        (
            "W:Wc3:Bh8",
            "1. c3-d4",
            ("--game", "brazilian"),
            {"game": 1, "plies": 1, "illegal": [], "end": None},
        ),
    ],
)
def test_a_recorded_game_is_played_through_the_rules(
    damka: Run, tmp_path: Path, fen: str, moves: str, by: tuple[str, ...], report: dict[str, Any]
) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(PDN.format(fen=fen, moves=moves))
    status, out, err = damka("replay", file, *by, "--json")
    assert (status, json.loads(out), err) == (0, [report], "")


def test_a_replay_in_words_names_reason_and_article(damka: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(PDN.format(fen="W:Wc3:Bd4", moves="1. c3:e5"))
    _, out, _ = damka("replay", file, "--regulation", "grodziec-2017", "--language", "pl")
    assert out.startswith("Partia 1: koniec po posunięciu 1, 1-0: ")
    assert "7.8" in out


def test_a_game_is_shown_whole(damka: Run, played: tuple[str, str]) -> None:
    database, code = played
    status, out, _ = damka("show", "game", code, "--db", database, "--json")
    game = json.loads(out)
    assert status == 0
    assert [(side["name"], side["color"]) for side in game["players"]] == [
        ("Anna", "white"),
        ("Piotr", "black"),
    ]
    assert (game["status"], game["turn"], game["ply"], game["result"]) == ("running", "black", 1, None)
    assert [move["text"] for move in game["moves"]] == ["c3-d4"]
    assert game["due"] == [{"who": "Piotr", "color": "black", "what": "move"}]
    assert (game["clock"]["setting"], game["clock"]["white"], game["clock"]["running"]) == (
        "10+5",
        545.0,
        "black",
    )
    assert game["regulation"]["id"] == "grodziec-2017"


@needs_file
def test_a_database_is_checked_copied_and_put_back(
    damka: Run, played: tuple[str, str], tmp_path: Path
) -> None:
    database, code = played
    copy, restored = tmp_path / "copy.db", tmp_path / "restored.db"
    assert damka("db", "check", "--db", database)[:2] == (0, "Everything agrees.\n")
    assert damka("db", "backup", copy, "--db", database)[0] == 0
    assert damka("db", "restore", copy, "--db", restored)[0] == 0
    assert damka("show", "game", code, "--db", restored)[0] == 0


@needs_file
def test_a_falsified_game_is_found(damka: Run, played: tuple[str, str], tmp_path: Path) -> None:
    database, code = played
    copy = tmp_path / "copy.db"
    damka("db", "backup", copy, "--db", database)
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE games SET ply = 7")
    connection.close()
    status, out, _ = damka("db", "check", "--db", copy, "--json")
    (finding,) = json.loads(out)
    assert (status, finding) == (
        2,
        {"kind": "projection", "game": code, "column": "ply", "stored": 7, "computed": 1},
    )


@needs_file
def test_migrating_makes_the_default_database_once(damka: Run, tmp_path: Path) -> None:
    assert damka("db", "migrate")[0] == 0
    assert (tmp_path / "data" / "damka" / "damka.db").exists()
    assert "already" in damka("db", "migrate")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_regulations_are_listed_and_read_out_in_every_language(damka: Run, language: str) -> None:
    status, out, err = damka("regulations", "list", "--language", language)
    assert (status, err) == (0, "")
    assert "slidy-2015" in out
    assert " damka regulations show " in out
    status, out, err = damka("regulations", "show", "riazor", "--language", language)
    assert (status, err) == (0, "")
    assert "Empatado" in out


def test_a_regulation_file_is_checked_with_line_and_key(damka: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("schema = 1\nid = 'own'\nfoo = 3\n")
    status, out, _ = damka("regulations", "check", file, "--json")
    report = json.loads(out)
    assert (status, report["valid"]) == (2, False)
    assert {"line": 3, "key": "foo", "code": "unknown-key"}.items() <= report["problems"][-1].items()
    status, _, err = damka("regulations", "check", file)
    assert status == 2
    assert "own.toml" in err.splitlines()[0]


# --- help ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "word"), [("pl", "użycie"), ("uk", "використання"), ("gl", "uso"), ("en", "usage")]
)
def test_help_speaks_the_language(damka: Run, language: str, word: str) -> None:
    for command in ((), ("console",), ("regulations", "check")):
        status, out, err = damka("--language", language, *command, "--help")
        assert (status, err) == (0, "")
        assert out.startswith(f"{word}: damka")
        assert ("show this help" in out) is False


def test_the_language_of_the_system_is_spoken(damka: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "uk_UA.UTF-8")
    assert damka("--help")[1].startswith("використання")
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert damka("--help")[1].startswith("użycie")
    for language in ("xx", ""):
        assert "takiej możliwości nie ma" in damka("console", "--language", language)[2]
        assert "takiej możliwości nie ma" in damka(f"--language={language}", "console")[2]


def test_the_version_is_that_of_the_installation(damka: Run) -> None:
    status, out, _ = damka("--version")
    assert status == 0
    assert out.startswith("damka 0.")
