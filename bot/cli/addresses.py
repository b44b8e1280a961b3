"""Where the database is that a command means."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from bot.cli.problems import Problem
from bot.replies import said


def default_database() -> Path:
    """The database in the data folder of this user."""
    return platformdirs.user_data_path("damka", appauthor=False) / "damka.db"


def database_address(given: str | None) -> str | Path:
    """What ``--db`` names, a path or a URL; without it the default. Nothing is created.

    Raises Problem where a folder stands there.
    """
    if given is not None and "://" in given:
        return given
    path = default_database() if given is None else Path(given)
    if path.is_dir():
        raise Problem(said("cli.storage.not-a-database", path=str(path)))
    return path


def console_address(given: str | None) -> str | Path:
    """The same, for a command that creates what is not there: the user's own data folder is made."""
    address = database_address(given)
    if given is None:
        folder = default_database().parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise Problem(said("cli.error.no-folder", path=str(folder), why=str(problem.strerror))) from None
    return address


def pictures_beside(address: str | Path) -> Path:
    """The folder for the pictures and files of a database: ``damka-pictures`` beside ``damka.db``."""
    if isinstance(address, Path):
        return address.with_name(f"{address.stem}-pictures")
    return default_database().with_name("pictures")


def log_beside(address: str | Path) -> Path:
    """The file for what the program has to report about itself."""
    return (
        address.with_suffix(".log") if isinstance(address, Path) else default_database().with_suffix(".log")
    )
