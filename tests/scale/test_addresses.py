"""A server is named by a URL; its password is shown to nobody."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from bot.config import ConfigError, Fault, load_config
from storage import open_database
from storage.engines import show_address
from storage.errors import BadAddress, Refused, StorageError, Unreachable
from tests.console.harness import environment, program
from tests.databases import Databases
from tests.postgresql import GUARDED, PASSWORD
from tests.storage.samples import NOW


@pytest.fixture
def guarded(server: Databases, bare: str) -> str:
    """The URL of an empty database with a password in it."""
    server.let_in(GUARDED, PASSWORD, bare)
    return server.url(bare.rpartition("/")[2], GUARDED, PASSWORD)


async def take_over(address: str) -> None:
    database = open_database(address)
    try:
        await database.take_over(NOW)
    finally:
        await database.close()


async def test_whoever_gives_the_password_is_let_in(guarded: str) -> None:
    database = open_database(guarded)
    await database.take_over(NOW)
    assert PASSWORD not in database.name
    await database.close()


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda url: url.replace("Tajne", "Falsz"), Refused),
        (lambda url: url + "x", Refused),
        (lambda url: url.rpartition(":")[0] + ":1/none", Unreachable),
        (lambda url: url.replace("postgresql+asyncpg", "mysql"), BadAddress),
    ],
    ids=["wrong password", "no such database", "no server", "no such database system"],
)
async def test_whatever_is_wrong_is_told_without_the_password(
    guarded: str, change: object, kind: type[StorageError], caplog: pytest.LogCaptureFixture
) -> None:
    assert callable(change)
    caplog.set_level(logging.DEBUG)
    with pytest.raises(kind) as caught:
        await take_over(change(guarded))
    told = f"{caught.value!r} {caught.value} {caught.value.data} {caplog.text}"
    assert "Tajne" not in told
    assert "Falsz" not in told


@pytest.mark.parametrize("arguments", [("db", "migrate"), ("db", "check"), ("show", "game", "G7K2")])
def test_no_command_shows_the_password(guarded: str, arguments: tuple[str, ...]) -> None:
    done = program(*arguments, "--db", guarded)
    assert "Tajne" not in done.stdout + done.stderr
    again = program(*arguments, "--db", guarded.replace("Tajne", "Falsz", 1))
    assert again.returncode == 2
    assert again.stderr.count("\n") == 1
    assert "Falsz" not in again.stdout + again.stderr


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://damka:tajne@host:5432/damka", "postgresql://damka@host:5432/damka"),
        ("postgresql://damka:ta@j:n/e@host/damka?password=x", "postgresql://damka@host/damka"),
        ("postgresql://host/damka", "postgresql://host/damka"),
        ("postgresql://damka@/damka?host=/run/x", "postgresql://damka@/damka"),
        (Path("/var/a:b@c/damka.db"), "/var/a:b@c/damka.db"),
        ("a:b@c.db", "a:b@c.db"),
    ],
)
def test_what_is_shown_of_an_address(address: str | Path, shown: str) -> None:
    assert show_address(address) == shown


async def test_a_second_program_refuses_in_one_sentence(shared: str) -> None:
    database = open_database(shared)
    await database.take_over(NOW)
    done = await asyncio.to_thread(program, "console", "--jsonl", "--db", shared)
    await database.close()
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert shared.partition("@")[2] in done.stderr


def test_without_its_driver_one_sentence_says_what_to_install() -> None:
    without = (
        "import sys; sys.modules['asyncpg'] = None; from bot.cli.main import run;"
        "sys.exit(run(['db', 'check', '--db', 'postgresql://damka@localhost/damka']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", without], capture_output=True, text=True, env=environment(), timeout=60
    )
    assert done.returncode == 2
    assert done.stderr == (
        f"damka: The driver for this database must be installed: {sys.executable} -m pip install asyncpg\n"
    )


def test_a_configuration_with_a_password_is_closed_to_others(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[database]\nurl = "postgresql://damka:tajne@host/damka"\n', "utf-8")
    file.chmod(0o644)
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    assert caught.value.fault is Fault.OPEN_PASSWORD
    file.chmod(0o600)
    section = load_config(file).database
    assert section.password is not None
    assert section.password.get_secret_value() == "tajne"
    assert "tajne" not in repr(section)
    file.write_text('[database]\nurl = "postgresql://damka@host/damka"\n', "utf-8")
    file.chmod(0o644)
    assert load_config(file).database.password is None
