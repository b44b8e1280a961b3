"""The base of everything that can happen in an event."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.tournament.bodies import to_json


class EventAction:
    """Base of all actions; ``kind`` is stable and stored."""

    __slots__ = ()
    kind: ClassVar[str]

    def to_body(self) -> dict[str, Any]:
        """The JSON body, fields that say nothing left out."""
        body: dict[str, Any] = to_json(self)
        return body
