"""A sentence before any language: a key of the catalogues and the values it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Value = "str | int | date | datetime | timedelta | Said | tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or a part of one: a key of the catalogues and the values it names.

    ``count`` chooses the plural form and is available to the text as ``{count}``. Values of type str are
    shown as they are (names, moves, squares, articles); they never hold markup.
    """

    key: str
    args: Mapping[str, Any] = field(default_factory=dict)
    count: int | None = None


def said(key: str, /, count: int | None = None, **args: Any) -> Said:
    """``said("game.turn", player="Anna")``."""
    return Said(key, args, count)
