"""The command line: what each command prints, and one clear sentence for everything that is wrong."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cli.main import run
from bot.cli.problems import explain
from bot.texts import LANGUAGES
from storage.errors import Conflict, StaleVersion, StorageError
from tests.console.harness import PATIENCE, Console, buttons, environment

Run = Callable[..., tuple[int, str, str]]

HUFF = "W:Wc3,g3:Bd4,f4,h8"
"""both men could capture; under huffing the quiet moves are accepted as well"""


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


def program(*arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """The real program, with ``text`` on its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *map(str, arguments)],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        timeout=PATIENCE,
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A database with one game by grodziec-2017, and the code of the game: c3-d4, then Piotr is on turn."""
    database = tmp_path_factory.mktemp("played") / "damka.db"
    with Console(database) as console:
        challenge = console.say("anna", "/play @piotr grodziec-2017 white 10+5", name="Anna")
        data = next(iter(buttons(challenge).values()))
        console.press("piotr", data, name="Piotr")
        console.advance("PT1M")
        console.say("anna", "c3-d4")
        assert console.end() == 0
    return database, data.split(":")[1]


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


def test_a_game_is_shown_whole(damka: Run, played: tuple[Path, str]) -> None:
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


def test_a_database_is_checked_copied_and_put_back(
    damka: Run, played: tuple[Path, str], tmp_path: Path
) -> None:
    database, code = played
    copy, restored = tmp_path / "copy.db", tmp_path / "restored.db"
    assert damka("db", "check", "--db", database)[:2] == (0, "Everything agrees.\n")
    assert damka("db", "backup", copy, "--db", database)[0] == 0
    assert damka("db", "restore", copy, "--db", restored)[0] == 0
    assert damka("show", "game", code, "--db", restored)[0] == 0


def test_a_falsified_game_is_found(damka: Run, played: tuple[Path, str], tmp_path: Path) -> None:
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


def test_migrating_makes_the_default_database_once(damka: Run, tmp_path: Path) -> None:
    assert damka("db", "migrate")[0] == 0
    assert (tmp_path / "data" / "damka" / "damka.db").exists()
    assert "already" in damka("db", "migrate")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_regulations_are_listed_and_read_out_in_every_language(damka: Run, language: str) -> None:
    status, out, err = damka("regulations", "list", "--language", language)
    assert (status, err) == (0, "")
    assert "slidy-2015" in out
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


def test_the_version_is_that_of_the_installation(damka: Run) -> None:
    status, out, _ = damka("--version")
    assert status == 0
    assert out.startswith("damka 0.")


# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Files that are not what they should be."""
    made = {
        name: tmp_path / name
        for name in (
            "text.db",
            "other.db",
            "newer.db",
            "bad.pdn",
            "none.pdn",
            "untyped.pdn",
            "tag.pdn",
            "bracket.pdn",
        )
    }
    made["text.db"].write_text("this is no database, however long one looks at it" * 100)
    with sqlite3.connect(made["other.db"]) as other:
        other.execute("CREATE TABLE recipes (id INTEGER)")
    other.close()
    with sqlite3.connect(made["newer.db"]) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num TEXT)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer.close()
    made["bad.pdn"].write_text('[GameType "26"]\n\n1. c3-d4 {what\n')
    made["none.pdn"].write_text("\n")
    made["untyped.pdn"].write_text("1. c3-d4 *\n")
    made["tag.pdn"].write_text("[White]\n\n1. c3-d4 *\n")
    made["bracket.pdn"].write_text("1. c3-d4 (c3-b4 *\n")
    return made


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "missing: COMMAND"),
        ("bogus", "bogus"),
        ("--bogus console", "--bogus"),
        ("moves", "missing: GAME, FEN"),
        ("moves brazilian W:Wc3:Bd4 more", "more"),
        ("moves chess W:Wc3:Bd4", "chess"),
        ("moves brazilian W:Wc9:Bd4", "c9"),
        ("moves brazilian nonsense", "nonsense"),
        ("moves brazilian W:Wc3", "B is missing"),
        ("moves brazilian W:Wc3:Wd4:Ba7", "W stands twice"),
        ("moves brazilian W:Wc3:Xa7", "Xa7"),
        ("moves brazilian W:Wc3:Bc3", "c3 is taken twice"),
        ("moves brazilian W:Wc8:Ba7", "c8"),
        ("moves slidy-2015 W:Wa1:BRh8", "one rook"),
        ("perft brazilian", "DEPTH"),
        ("perft brazilian x", "x"),
        ("perft brazilian -1", "-1"),
        ("perft brazilian 21", "21"),
        ("perft brazilian ٣", "٣"),
        ("perft brazilian 2 --fen W", "W is missing"),
        ("replay no-such.pdn", "no-such.pdn"),
        ("replay .", "."),
        ("replay {bad.pdn}", "Line 3"),
        ("replay {none.pdn}", "no game"),
        ("replay {untyped.pdn}", "--game"),
        ("replay {tag.pdn}", "Line 1"),
        ("replay {bracket.pdn}", "bracket"),
        ("replay {untyped.pdn} --game chess", "chess"),
        ("replay {untyped.pdn} --regulation none", "none"),
        ("replay {untyped.pdn} --game brazilian --regulation riazor", "--regulation"),
        ("regulations show none", "none"),
        ("regulations check no-such.toml", "no-such.toml"),
        ("show game ABCD --db no-such.db", "no-such.db"),
        ("show game ABCD --db {text.db}", "no database"),
        ("show game ABCD --db {other.db}", "recipes"),
        ("show game ABCD --db {newer.db}", "newer version"),
        ("db check --db {text.db}", "no database"),
        ("db migrate --db {newer.db}", "newer version"),
        ("db migrate --db no-such-folder/damka.db", "no-such-folder"),
        ("db backup {text.db} --db {text.db}", "no database"),
        ("db restore no-such.db", "no-such.db"),
        ("db restore {other.db}", "recipes"),
        ("console --jsonl --db {text.db}", "no database"),
        ("console --jsonl --db {newer.db}", "newer version"),
        ("console --jsonl --clock virtual", "--now"),
        ("console --jsonl --now 2026-12-06T19:30:00+01:00", "--now"),
        ("console --jsonl --clock virtual --now yesterday", "yesterday"),
        ("console --jsonl --clock virtual --now 2026-12-06T19:30:00", "time zone"),
        ("console --clock sundial", "sundial"),
        ("console --db mysql://here/damka", "mysql"),
        ("run --config no-such.toml", "no-such.toml"),
        ("--language xx run", "xx"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_and_ends_with_2(
    damka: Run, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = [files[part[1:-1]] if part.startswith("{") else part for part in line.split()]
    status, out, err = damka(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("damka: ")
    assert err.count("\n") == 1
    assert words in err


def kinds_of(base: type[StorageError]) -> set[type[StorageError]]:
    return {base}.union(*(kinds_of(kind) for kind in base.__subclasses__()))


@pytest.mark.parametrize(
    "kind", sorted(kinds_of(StorageError) - {StorageError, Conflict, StaleVersion}, key=str)
)
def test_every_error_of_the_database_that_a_user_can_meet_has_a_sentence(kind: type[StorageError]) -> None:
    assert explain(kind()) is not None


def test_a_sentence_about_a_fault_comes_in_the_users_language(damka: Run) -> None:
    sentences = {damka("moves", "brazilian", "x", "--language", language)[2] for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)


def test_without_a_token_it_says_how_to_get_one_and_offers_the_console(damka: Run) -> None:
    status, out, err = damka("run", "--language", "pl")
    assert (status, out) == (2, "")
    assert all(
        word in err
        for word in ("@BotFather", "discord.com/developers", "DAMKA_TELEGRAM_TOKEN", "damka console")
    )


def test_what_is_read_only_is_left_alone(damka: Run, played: tuple[Path, str], tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    database = folder / "damka.db"
    damka("db", "backup", database, "--db", played[0])
    before = database.read_bytes()
    folder.chmod(0o500)
    database.chmod(0o400)
    try:
        if not os.access(folder, os.W_OK):
            status, _, err = damka("console", "--jsonl", "--db", database)
            assert (status, err.count("\n")) == (2, 1)
        assert damka("show", "game", played[1], "--db", database)[0] == 0
    finally:
        folder.chmod(0o700)
    assert database.read_bytes() == before


def test_output_that_nobody_reads_any_more_ends_it_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "moves", "brazilian", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stdin is not None
        process.stdin.write(b"W:Wc3:Bd4\n" * 20)
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
