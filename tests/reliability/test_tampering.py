"""Whatever somebody changes in a log, or in a table that is computed from one, a check finds and names."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.main import run
from examples.run import Run, Script
from storage.tables import entrants, events, games, log, regulations, sides
from tests.console.harness import Console
from tests.databases import needs_file
from tests.reliability.kills import SCRIPT

pytestmark = needs_file  # what is told apart is the same on a server, and a file is changed in no time

NOT_COMPUTED: Mapping[str, frozenset[str]] = {
    "games": frozenset({"place", "version"}),
    "sides": frozenset(),
    "events": frozenset(
        {"code", "slug", "place", "title", "naming", "version", "secret", "updated"},
    ),
    "entrants": frozenset({"id", "place"}),
    "log": frozenset(),
    "regulations": frozenset({"regulation"}),
}
"""columns that no log says anything about: how things are called, where they are shown, how often a row was
saved, what is not published yet"""
TAMPERED = [
    (table.name, column.name)
    for table in (games, sides, events, entrants, log, regulations)
    for column in table.c
    if column.name not in NOT_COMPUTED[table.name]
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament after its first round: games that are over, and others that have not begun."""
    path = tmp_path_factory.mktemp("tampering") / "damka.db"
    script = Script.read(SCRIPT)
    reported = next(number for number, line in enumerate(script.lines) if "results" in line)
    with Console(path, now=script.now.isoformat()) as console:
        Run(replace(script, lines=script.lines[: reported + 2]), console, path).play()
        assert console.end() == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    return run(["db", "check", "--db", str(path)]), capsys.readouterr().out


def test_what_nobody_has_touched_is_sound(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(played, capsys)[0] == 0


@pytest.mark.parametrize(("table", "column"), TAMPERED)
def test_a_changed_value_is_found(
    played: Path, tmp_path: Path, table: str, column: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damka.db"
    tried = 0
    for has_value, new in ((True, OTHER), (True, LONGER), (False, "'x'")):
        shutil.copyfile(played, path)
        if tamper(path, table, column, new, has_value=has_value):
            tried += 1
            status, told = checked(path, capsys)
            assert (status, told.strip() != "") == (2, True), (table, column, new)
    assert tried > 0


OTHER = "(SELECT o.{column} FROM {table} o WHERE o.{column} != t.{column} LIMIT 1)"
"""the value of another row"""
LONGER = "CASE typeof({column}) WHEN 'integer' THEN {column} + 1000 ELSE {column} || 'x' END"


def tamper(path: Path, table: str, column: str, new: str, *, has_value: bool) -> bool:
    """Change one value. False where there is none to be changed, or the table does not let it."""
    is_empty = "IS NOT NULL" if has_value else "IS NULL"
    one = f"SELECT max(rowid) FROM {table} WHERE {column} {is_empty}"  # noqa: S608 (names of ours)
    value = new.format(table=table, column=column)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            before = connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
            connection.execute(f"UPDATE {table} AS t SET {column} = {value} WHERE rowid = ({one})")  # noqa: S608
            return before != connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
    except sqlite3.IntegrityError:
        return False


@pytest.mark.parametrize("table", NOT_COMPUTED)
def test_a_lost_row_is_found(
    played: Path, tmp_path: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damka.db"
    shutil.copyfile(played, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"DELETE FROM {table} WHERE rowid = (SELECT max(rowid) FROM {table})")  # noqa: S608
    assert checked(path, capsys)[0] == 2
