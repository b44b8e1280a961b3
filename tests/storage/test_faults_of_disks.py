"""The product on a disk that is full, on files that are read-only, locked or damaged: one sentence, nothing
half-written, and it goes on once the cause is gone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.console.harness import PATIENCE, Console, Event, buttons, environment, program
from tests.databases import needs_file
from tests.storage.processes import obeying_permissions

pytestmark = needs_file


def begin(console: Console) -> str:
    """Anna (White) and Piotr begin a game; its code."""
    challenge = console.say("anna", "/play @piotr grodziec-2017 white")
    data = next(iter(buttons(challenge).values()))
    console.press("piotr", data)
    return data.split(":")[1]


def is_sound(database: Path) -> bool:
    return program("db", "check", "--db", database).stdout == "Everything agrees.\n"


def moved(said: list[Event], move: str) -> bool:
    return any(move in event.get("text", "") for event in said)


def is_one_sentence(said: list[Event]) -> bool:
    return len(said) == 1 and said[0]["event"] == "error" and "\n" not in said[0]["text"].strip()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)], capture_output=True, text=True
    )
    if mounted.returncode != 0:
        pytest.skip(f"nothing can be mounted here: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def fill(disk: Path) -> Path:
    """A file that takes all the room that is left."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return filler


def test_on_a_full_disk_nothing_is_half_done_and_with_room_it_goes_on(
    small_disk: Path, tmp_path: Path
) -> None:
    database = small_disk / "damka.db"
    with Console(database, "--pictures", str(tmp_path / "pictures")) as console:
        code = begin(console)
        filler = fill(small_disk)
        assert is_one_sentence(console.say("anna", "c3-d4", update="u1"))
        assert is_sound(database)
        filler.unlink()
        assert moved(console.say("anna", "c3-d4", update="u1"), "c3-d4")
        assert console.end() == 0
    assert is_sound(database)
    assert program("show", "game", code, "--db", database).returncode == 0


def test_a_locked_file_is_waited_for_then_told_and_then_used_again(tmp_path: Path) -> None:
    database = tmp_path / "damka.db"
    with Console(database) as console:
        begin(console)
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert is_one_sentence(console.say("anna", "c3-d4", update="u1"))
            other.execute("ROLLBACK")
        assert moved(console.say("anna", "c3-d4", update="u1"), "c3-d4")
        assert console.end() == 0
    assert is_sound(database)


def started(database: Path, prefix: tuple[str, ...] = ()) -> tuple[int, str]:
    """The status and the errors of a console that is given nothing."""
    done = subprocess.run(
        [*prefix, sys.executable, "-m", "bot", "console", "--jsonl", "--db", str(database)],
        input="",
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_may_not_be_written_to_is_told_and_left_alone(tmp_path: Path, what: str) -> None:
    prefix = obeying_permissions()
    folder = tmp_path / "data"
    folder.mkdir()
    database = folder / "damka.db"
    with Console(database) as console:
        begin(console)
        assert console.end() == 0
    for file in (folder / "damka.db.lock", folder / "damka.log"):
        file.unlink(missing_ok=True)
    before = database.read_bytes()
    closed = database if what == "file" else folder
    closed.chmod(0o444 if what == "file" else 0o555)
    status, told = started(database, prefix)
    closed.chmod(0o755)
    assert (status, told.count("\n")) == (2, 1)
    assert str(database) in told
    assert database.read_bytes() == before
    assert started(database, prefix) == (0, "")
    assert is_sound(database)


def test_a_damaged_page_is_named_and_a_copy_put_in_its_place_goes_on(tmp_path: Path) -> None:
    database, copy = tmp_path / "damka.db", tmp_path / "copy.db"
    with Console(database) as console:
        code = begin(console)
        assert console.end() == 0
    assert program("db", "backup", copy, "--db", database).returncode == 0
    content = bytearray(database.read_bytes())
    with closing(sqlite3.connect(database)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    database.write_bytes(content)
    found = program("db", "check", "--db", database)
    assert found.returncode == 2
    assert found.stdout or found.stderr.count("\n") == 1
    restored = program("db", "restore", copy, "--db", database)
    assert (restored.returncode, restored.stderr) == (0, "")
    with Console(database, now=None) as console:
        assert moved(console.say("anna", "c3-d4"), "c3-d4")
        assert console.end() == 0
    assert is_sound(database)
    assert program("show", "game", code, "--db", database).returncode == 0


def test_a_copy_made_under_load_goes_on_on_a_new_machine(tmp_path: Path) -> None:
    database = tmp_path / "damka.db"
    copies = [tmp_path / f"copy{number}.db" for number in range(3)]
    with Console(database) as console:
        code = begin(console)
        done = threading.Event()

        def copy_meanwhile() -> None:
            for copy in copies:
                assert program("db", "backup", copy, "--db", database).returncode == 0
            done.set()

        copying = threading.Thread(target=copy_meanwhile)
        copying.start()
        said = 0
        while not done.is_set() and copying.is_alive():
            console.say("anna", f"/play brazilian word{said}", chat=f"chat{said}")
            said += 1
        copying.join()
        assert done.is_set()
        assert console.end() == 0
    assert said > 3
    for copy in copies:
        home = tmp_path / f"home-{copy.stem}"
        new = home / "damka.db"
        home.mkdir()
        restored = program("db", "restore", copy, "--db", new)
        assert (restored.returncode, restored.stderr) == (0, "")
        assert is_sound(new)
    with Console(new, now=None) as console:
        assert moved(console.say("anna", "c3-d4"), "c3-d4")
        assert console.end() == 0
    assert program("show", "game", code, "--db", new).returncode == 0
