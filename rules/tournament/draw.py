"""Chance that anyone can check: everything drawn follows from the event's secret.

``SHA-256(secret ":" purpose ":" item)``, written in lower-case hex, is the key of an item; items are taken in
the order of their keys. The secret's own hash is published before anything depends on it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Draw:
    """``secret`` is text, as it is published in the end."""

    secret: str

    def key(self, purpose: str, item: object) -> str:
        """The key of an item, by its ``str``."""
        return hashlib.sha256(f"{self.secret}:{purpose}:{item}".encode()).hexdigest()

    def order(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """All items in the order drawn. ``purpose`` must be another for each drawing of an event."""
        return tuple(sorted(items, key=lambda item: self.key(purpose, item)))

    def one_of(self, purpose: str, items: Sequence[T]) -> T:
        """The item drawn first. Raises ValueError for none."""
        return min(items, key=lambda item: self.key(purpose, item))
