"""What can go wrong in storage: codes and data, never sentences.

A driver's exception is turned into one of these once, where it leaves the engine (``storage.translation``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class StorageError(Exception):
    """Base of every error of this package.

    ``code`` is stable and names the case; ``data`` holds what a sentence about it needs.
    """

    code = "storage"

    def __init__(self, **data: Any) -> None:
        self.data: Mapping[str, Any] = data
        super().__init__(f"{self.code}: {data}" if data else self.code)


class NotADatabase(StorageError):
    """The file ``path`` is no SQLite database."""

    code = "not-a-database"


class ForeignDatabase(NotADatabase):
    """``path`` is a database, but another program's; ``tables`` are some of its tables."""

    code = "foreign-database"


class EmptyDatabase(StorageError):
    """``path`` holds no tables yet, and it may not be written to."""

    code = "empty-database"


class NewerSchema(StorageError):
    """A later version of Damka has written ``path``: its ``revision`` is unknown here."""

    code = "newer-schema"


class OlderSchema(StorageError):
    """``path`` stands at ``revision`` and must be migrated before it can be used."""

    code = "older-schema"


class MissingFile(StorageError):
    """There is no file ``path``."""

    code = "missing-file"


class MissingFolder(StorageError):
    """The folder that should hold ``path`` does not exist."""

    code = "missing-folder"


class ReadOnly(StorageError):
    """The file ``path``, or the folder that holds it, may not be written to."""

    code = "read-only"


class NotReadable(StorageError):
    """The file ``path`` may not be read."""

    code = "not-readable"


class AlreadyExists(StorageError):
    """``path`` exists, and nothing is overwritten."""

    code = "already-exists"


class NotEmpty(StorageError):
    """The database ``path`` holds something already, and nothing is mixed into it."""

    code = "not-empty"


class Busy(StorageError):
    """Another process holds the database for longer than it is waited for."""

    code = "busy"


class Owned(StorageError):
    """Another running process owns the database.

    ``process`` and ``host`` name it, ``since`` is its start; each is None where it is not known.
    """

    code = "owned"


class DiskFull(StorageError):
    """There is no space left on the device of ``path``."""

    code = "disk-full"


class Corrupt(StorageError):
    """The database is damaged; ``detail`` is what the engine says about it."""

    code = "corrupt"


class DeviceFailure(StorageError):
    """The operating system could not read or write ``path``."""

    code = "device-failure"


class Unreachable(StorageError):
    """The database server ``path`` does not answer, or takes no more connections."""

    code = "unreachable"


class Refused(StorageError):
    """The server does not open ``path`` to this user, or does not let them do what is necessary.

    ``detail`` is what it says: no such database, a wrong password, a missing right.
    """

    code = "refused"


class Unsupported(StorageError):
    """``operation`` is not for the kind of database at hand (a server has its own tools)."""

    code = "unsupported"


class BadAddress(StorageError):
    """``url`` does not name a database."""

    code = "bad-address"


class Conflict(StorageError):
    """A row would break a constraint; ``detail`` names it as far as the engine does."""

    code = "conflict"


class Overtaken(StorageError):
    """Somebody else did something at the same moment that this cannot stand beside: try it again."""

    code = "overtaken"


class StaleVersion(Overtaken):
    """Somebody else changed the game in the meantime: version ``expected`` is not the stored one."""

    code = "stale-version"


class TimeBefore(StorageError):
    """``given`` lies before ``stored``, the last time that the database knows of."""

    code = "time-before"
