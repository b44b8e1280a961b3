"""A PostgreSQL server for the tests: started when the first of them asks for it, stopped when all are done.

It runs in a folder of its own, as somebody without rights, reachable from this machine alone and careless
about power failures. All workers of a run share it: whoever comes first starts it, under a lock.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FOLDER = "DAMKA_TEST_SERVER"
"""the variable by which the workers of a run know their folder"""
SUPERUSER = "damka"
GUARDED, PASSWORD = "guarded", "Tajne-hasło/7:@"
"""a user who has to give a password, and the password"""
PATIENCE = 60.0
_MISSING = "PostgreSQL is not installed (Debian, Ubuntu: apt install postgresql)"

# The one who starts the tests may do everything; a password is asked for where that is what is tested.
_WHO_MAY = f"host all {GUARDED} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n"
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "300",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "1h",
    "autovacuum": "off",
}


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, None where it is not installed; 15 where there are several."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda found: found.parent.name != "15")
    found = next((folder for folder in debian if (folder / "initdb").exists()), None)
    if found is None and (initdb := shutil.which("initdb")) is not None:
        found = Path(initdb).resolve().parent
    return found


def server() -> str:
    """The URL of the server's own database; it is started if nobody has done that yet.

    Skips the test where PostgreSQL is not installed.
    """
    folder = Path(os.environ[FOLDER])
    with _locked(folder):
        noted = folder / "url"
        if not noted.exists():
            if (found := programs()) is None:
                pytest.skip(_MISSING)
            noted.write_text(_start(found, folder), "utf-8")
        return noted.read_text("utf-8")


def prepare(config: pytest.Config) -> None:
    """Make the folder of a run, in the process that hands the tests out; nothing is started yet.

    Where all data is to be on a server and PostgreSQL is not installed, that is said and nothing tried.
    """
    if not hasattr(config, "workerinput"):
        if os.environ.get("DAMKA_TEST_DATABASE") and programs() is None:
            pytest.exit(f"Nothing is tried on a server: {_MISSING}", returncode=0)
        os.environ["PGSSLMODE"] = "disable"  # nobody has to ask the server whether it could
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="damka-", dir=_where_others_can_go())
        (Path(os.environ[FOLDER]) / "run").write_text(str(os.getpid()))


def _where_others_can_go() -> str | None:
    """A folder for temporary files that the user of the server can reach too; None for the usual one."""
    for name in (tempfile.gettempdir(), "/var/tmp", "/dev/shm"):  # noqa: S108
        folder = Path(name)
        if folder.is_dir() and all(each.stat().st_mode & 0o001 for each in (folder, *folder.parents)):
            return name
    return None


def stop(config: pytest.Config) -> None:
    """Stop the server of a run, if there is one, and remove all of it."""
    if hasattr(config, "workerinput"):
        return
    if FOLDER not in os.environ:  # it has ended before it began
        return
    folder = Path(os.environ.pop(FOLDER))
    running = folder / "data" / "postmaster.pid"
    if running.exists():
        os.kill(int(running.read_text().split()[0]), signal.SIGINT)
        _wait_until(lambda: not running.exists(), "the server does not stop")
    shutil.rmtree(folder)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _start(found: Path, folder: Path) -> str:
    account = _unprivileged()
    if account is not None:
        os.chown(folder, account.pw_uid, account.pw_gid)
    data = folder / "data"
    _run(
        account,
        found / "initdb",
        f"--pgdata={data}",
        f"--username={SUPERUSER}",
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
    )
    (data / "pg_hba.conf").write_text(_WHO_MAY)
    for _ in range(5):  # somebody else may take a free port before the server does
        port = _free_port()
        if _serve(account, found, folder, port):
            return f"postgresql+asyncpg://{SUPERUSER}@127.0.0.1:{port}/postgres"
    raise RuntimeError((folder / "log").read_text("utf-8"))


def _serve(account: pwd.struct_passwd | None, found: Path, folder: Path, port: int) -> bool:
    settings = [f"--{name}={value}" for name, value in _SETTINGS.items()]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [found / "postgres", "-D", folder / "data", "-k", folder, "-p", str(port), *settings],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            start_new_session=True,  # it outlives the worker that has started it
            **_as(account),
        )
    running = folder / "data" / "postmaster.pid"

    def decided() -> bool:
        return process.poll() is not None or (running.exists() and "ready" in running.read_text())

    _wait_until(decided, "the server does not start")
    if running.exists():
        _guard(folder, process.pid)
    process.returncode = process.poll() or 0  # nobody waits for it here: ``stop`` ends it by its number
    return running.exists()


def _guard(folder: Path, server: int) -> None:
    """Have the server end with the run even if that is killed."""
    run = (folder / "run").read_text()
    is_there = f"[ -e {folder}/data/postmaster.pid ]"
    program = f"while kill -0 {run}; do sleep 1; done; if {is_there}; then kill -INT {server}; fi"
    guard = subprocess.Popen(
        ["sh", "-c", program],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    guard.returncode = 0  # it ends by itself, after everybody here


def _run(account: pwd.struct_passwd | None, *command: str | Path) -> None:
    subprocess.run(command, check=True, capture_output=True, cwd="/", **_as(account))


def _as(account: pwd.struct_passwd | None) -> dict[str, object]:
    if account is None:
        return {}
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _unprivileged() -> pwd.struct_passwd | None:
    """Whom to run it as: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise LookupError("root needs somebody to run PostgreSQL as")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _wait_until(done: object, otherwise: str) -> None:
    assert callable(done)
    give_up = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > give_up:
            raise TimeoutError(otherwise)
        time.sleep(0.02)
