"""The command line: one clear sentence, and status 2, for everything that is wrong."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.problems import explain
from bot.texts import LANGUAGES
from storage.errors import Conflict, Overtaken, StaleVersion, StorageError
from tests.console.harness import PATIENCE, Run, environment
from tests.databases import needs_file, skip_on_server

# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Files that are not what they should be."""
    skip_on_server("about files")
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
        ("moves slidy-2015 W:W:B", "one rook"),
        ("perft brazilian", "DEPTH"),
        ("perft brazilian x", "x"),
        ("perft brazilian -1", "-1"),
        ("perft brazilian 21", "21"),
        ("perft brazilian ٣", "٣"),
        ("perft brazilian 2 --fen W", "W is missing"),
        ("replay no-such.pdn", "no-such.pdn"),
        ("replay .", ". is a folder"),
        ("regulations check .", ". is a folder"),
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
        ("console --db /", "/"),
        ("console --db .", "."),
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
    "kind", sorted(kinds_of(StorageError) - {StorageError, Conflict, Overtaken, StaleVersion}, key=str)
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


@needs_file
def test_what_is_read_only_is_left_alone(damka: Run, played: tuple[str, str], tmp_path: Path) -> None:
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
