"""Whatever somebody changes in a log, or in a table that is computed from one, a check finds and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.main import run
from examples.run import Run, Script
from storage.tables import entrants, events, games, log, regulations, sides
from tests.console.harness import Console
from tests.databases import ON_SERVER, address, copy, tamper
from tests.reliability.kills import SCRIPT

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


ROW = "ctid" if ON_SERVER else "rowid"
OTHER = "(SELECT o.{column} FROM {table} AS o WHERE o.{column} != t.{column} LIMIT 1)"
"""the value of another row"""
# Whether there is a value now, and what takes its place.
IN_FILE = [
    (True, OTHER),
    (True, "CASE typeof({column}) WHEN 'integer' THEN {column} + 1000 ELSE {column} || 'x' END"),
    (False, "'x'"),
]
ON_SERVER_BY_TYPE = [
    (True, OTHER),
    *((True, new) for new in ("{column} + 1000", "overlay({column} placing 'x' from 1)", "now()")),
    *((False, new) for new in ("1000", "'x'", "now()")),
]
"""the first that a column takes is enough: there is more to be done for each of them than with a file"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament after its first round: games that are over, and others that have not begun."""
    path = tmp_path_factory.mktemp("tampering") / "damka.db"
    script = Script.read(SCRIPT)
    reported = next(number for number, line in enumerate(script.lines) if "results" in line)
    with Console(path, now=script.now.isoformat()) as console:
        Run(replace(script, lines=script.lines[: reported + 2]), console, console.address).play()
        assert console.end() == 0
    return path


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    return run(["db", "check", "--db", str(address(path))]), capsys.readouterr().out


def test_what_nobody_has_touched_is_sound(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(played, capsys)[0] == 0


@pytest.mark.parametrize(("table", "column"), TAMPERED)
def test_a_changed_value_is_found(
    played: Path, tmp_path: Path, table: str, column: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = 0
    for number, (has_value, new) in enumerate(ON_SERVER_BY_TYPE if ON_SERVER else IN_FILE):
        if ON_SERVER and tried:
            break
        path = tmp_path / f"{number}.db"
        copy(played, path)
        if change(path, table, column, new, has_value=has_value):
            tried += 1
            status, told = checked(path, capsys)
            assert (status, told.strip() != "") == (2, True), (table, column, new)
    assert tried > 0


def change(path: Path, table: str, column: str, new: str, *, has_value: bool) -> bool:
    """Change one value. False where there is none to be changed, or the table does not let it."""
    value = new.format(table=table, column=column)
    if has_value:
        one, differs = f"{column} IS NOT NULL", f"{column} != {value}"
    else:
        one, differs = f"{column} IS NULL", "true"
    last = f"(SELECT max({ROW}) FROM {table} WHERE {one})"  # noqa: S608 (names of ours)
    which = f"{ROW} = {last} AND {differs}"
    return tamper(path, f"UPDATE {table} AS t SET {column} = {value} WHERE {which}") == 1  # noqa: S608


@pytest.mark.parametrize("table", NOT_COMPUTED)
def test_a_lost_row_is_found(
    played: Path, tmp_path: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damka.db"
    copy(played, path)
    assert tamper(path, f"DELETE FROM {table} WHERE {ROW} = (SELECT max({ROW}) FROM {table})") == 1  # noqa: S608
    assert checked(path, capsys)[0] == 2


ON_A_SERVER = {
    "a rule": "CREATE RULE sneaky AS ON INSERT TO log DO ALSO UPDATE games SET result = '1-0'; SELECT 1",
    "a table turned into a view": (
        "ALTER TABLE meta RENAME TO gone; CREATE VIEW meta AS SELECT * FROM gone; SELECT 1"
    ),
}
IN_A_FILE = {
    "a trigger": "CREATE TRIGGER sneaky AFTER INSERT ON log BEGIN UPDATE games SET result = '1-0'; END",
    "a view": "CREATE VIEW sneaky AS SELECT * FROM accounts",
    "a virtual table": "CREATE VIRTUAL TABLE sneaky USING fts5(words)",
}
ACTING = ON_A_SERVER if ON_SERVER else IN_A_FILE


@pytest.mark.parametrize("statement", ACTING.values(), ids=ACTING)
def test_what_acts_by_itself_is_named_and_not_restored(
    played: Path, tmp_path: Path, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "copy.db"
    copy(played, path)
    tamper(path, statement)
    status, told = checked(path, capsys)
    assert status == 2
    assert "sneaky" in told or "meta" in told
    if not ON_SERVER:
        assert run(["db", "restore", str(path), "--db", str(tmp_path / "damka.db")]) == 2
        assert not (tmp_path / "damka.db").exists()


@pytest.mark.parametrize("what", ["TABLE game_places", "INDEX ix_games_place_status"])
def test_what_is_not_there_is_named(
    played: Path, tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "copy.db"
    copy(played, path)
    tamper(path, f"DROP {what}; SELECT 1" if ON_SERVER else f"DROP {what}")
    status, told = checked(path, capsys)
    assert status == 2
    assert what.split()[1] in told
