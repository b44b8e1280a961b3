"""What was read and is remembered until somebody has changed it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, Protocol, TypeVar


class Versioned(Protocol):
    """A stored row that counts its changes."""

    @property
    def id(self) -> int: ...

    @property
    def version(self) -> int: ...


class Stored(Protocol):
    """What is made of a row and its log."""

    @property
    def row(self) -> Versioned: ...


File = TypeVar("File", bound=Stored)


class Cache(Generic[File]):
    """Files as they were last committed, the least used ones forgotten first.

    ``age`` is how often they were all found to be out of date.
    """

    def __init__(self, most: int) -> None:
        self.age = 0
        self._most = most
        self._files: OrderedDict[int, File] = OrderedDict()

    def get(self, row: Versioned) -> File | None:
        """The file of ``row``, if exactly that version is known."""
        known = self._files.get(row.id)
        if known is None or known.row.version != row.version:
            return None
        self._files.move_to_end(row.id)
        return known

    def keep(self, file: File) -> None:
        self._files[file.row.id] = file
        self._files.move_to_end(file.row.id)
        if len(self._files) > self._most:
            self._files.popitem(last=False)

    def forget(self) -> None:
        self.age += 1
        self._files.clear()
