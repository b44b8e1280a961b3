"""One sentence for everything that can stop a command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from datetime import datetime

from bot.replies import Said, said
from rules.errors import FenError, PdnError

LONGEST_PART = 40

_STORAGE: Mapping[str, str] = {
    "not-a-database": "cli.storage.not-a-database",
    "foreign-database": "cli.storage.foreign-database",
    "empty-database": "cli.storage.empty-database",
    "newer-schema": "cli.storage.newer-schema",
    "older-schema": "cli.storage.older-schema",
    "missing-file": "cli.storage.missing-file",
    "missing-folder": "cli.storage.missing-folder",
    "read-only": "cli.storage.read-only",
    "not-readable": "cli.storage.not-readable",
    "already-exists": "cli.storage.already-exists",
    "not-empty": "cli.storage.not-empty",
    "busy": "cli.storage.busy",
    "owned": "cli.storage.owned",
    "disk-full": "cli.storage.disk-full",
    "corrupt": "cli.storage.corrupt",
    "device-failure": "cli.storage.device-failure",
    "unreachable": "cli.storage.unreachable",
    "refused": "cli.storage.refused",
    "unsupported": "cli.storage.unsupported",
    "bad-address": "cli.storage.bad-address",
    "time-before": "cli.storage.time-before",
}
"""the sentence for each error of ``storage.errors`` that a user can do something about"""

_FEN: Mapping[str, str] = {
    "empty": "cli.fen.empty",
    "too-long": "cli.fen.too-long",
    "turn": "cli.fen.turn",
    "side": "cli.fen.side",
    "side-twice": "cli.fen.side-twice",
    "side-missing": "cli.fen.side-missing",
    "square": "cli.fen.square",
    "square-twice": "cli.fen.square-twice",
    "man-on-last-row": "cli.fen.man-on-last-row",
    "one-rook": "cli.fen.one-rook",
}
_PDN: Mapping[str, str] = {
    "too-long": "cli.pdn.too-long",
    "tag": "cli.pdn.tag",
    "comment": "cli.pdn.comment",
    "variation": "cli.pdn.variation",
    "token": "cli.pdn.token",
    "too-many-moves": "cli.pdn.too-many-moves",
}


class Problem(Exception):
    """A command cannot be carried out: ``said`` is the sentence for the user, ``status`` what to end with."""

    def __init__(self, what: Said, status: int = 2) -> None:
        self.said = what
        self.status = status
        super().__init__(what.key)


def explain(error: Exception) -> Said | None:
    """What to say about an error that is known, or None where it is a fault of the program."""
    match error:
        case FenError():
            return explain_fen(error)
        case PdnError():
            return said(_PDN[error.reason], line=error.line, part=error.part[:LONGEST_PART])
        case ModuleNotFoundError(name="asyncpg"):
            # by the Python that runs this: another one beside it would take it and be of no use
            return said(
                "cli.error.no-driver",
                command=shlex.join([sys.executable, "-m", "pip", "install", "asyncpg"]),
            )
        case OSError() if error.filename is not None:
            return explain_file(str(error.filename), error)
    if "storage.errors" in sys.modules:  # nothing of it can have been raised otherwise
        from storage.errors import StorageError

        if isinstance(error, StorageError) and error.code in _STORAGE:
            # to the second, and with its zone: what is compared here is often only moments apart
            data = {
                name: f"{value:%Y-%m-%dT%H:%M:%S%z}" if isinstance(value, datetime) else value
                for name, value in error.data.items()
            }
            return Said(_STORAGE[error.code], data)
    return None


def explain_file(path: str, error: OSError | ValueError) -> Said:
    """What to say about a file that cannot be read."""
    match error:
        case IsADirectoryError():
            return said("cli.error.is-folder", path=path)
        case PermissionError():
            return said("cli.error.not-allowed", path=path)
    why = getattr(error, "strerror", None) or type(error).__name__
    return said("cli.error.not-readable", path=path, why=why)


def explain_fen(error: FenError) -> Said:
    """What to say about a position that cannot be read."""
    return said(_FEN[error.reason], part=error.part[:LONGEST_PART])
