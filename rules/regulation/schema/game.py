"""The tables that say which game is played: ``[draughts]`` or ``[trail]``, and ``[huffing]``."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, PlainValidator

from rules.presets import PRESETS, TRACE_PROTECTIONS
from rules.regulation.problems import Code
from rules.regulation.schema.base import Article, Stated, Table, entries, fault


def _check_preset(name: str) -> str:
    if name not in PRESETS:
        raise fault(Code.NOT_A_CHOICE, choices=tuple(PRESETS))
    return name


def _check_protection(name: str) -> str:
    if name not in TRACE_PROTECTIONS:
        raise fault(Code.NOT_A_CHOICE, choices=TRACE_PROTECTIONS)
    return name


def _check_row_of_moves(value: object) -> int | None:
    if value == "unlimited":
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise fault(Code.WRONG_TYPE, expected="number")
    if value < 1:
        raise fault(Code.TOO_SMALL, limit=1)
    if value > 100:
        raise fault(Code.TOO_BIG, limit=100)
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    return value.value if isinstance(value, Enum) else value


PriorityName = Literal["most-pieces", "most-kings", "with-king", "king-first-in-line", "frisian-value"]


class DraughtsTable(Table):
    """A game of draughts: a preset by its usual name, and each parameter that the source itself states.

    The keys are those of ``rules.variant.Variant``; what is not stated is as in the preset.
    """

    preset: Annotated[str, AfterValidator(_check_preset)]
    article: Article | None = None
    """Where the source names the game."""
    size: Stated[Literal[8, 10, 12]] | None = None
    rows_of_men: Stated[Annotated[int, Field(ge=1, le=5)]] | None = None
    playable: Stated[Literal["a1", "h1"]] | None = None
    playing_color: Stated[Literal["dark", "light"]] | None = None
    numbering: Stated[Literal["top-left", "bottom-right"]] | None = None
    notation: Stated[Literal["numeric", "algebraic"]] | None = None
    capture_sign: Stated[Literal["x", ":"]] | None = None
    men_capture_backward: Stated[bool] | None = None
    men_capture_kings: Stated[bool] | None = None
    flying_kings: Stated[bool] | None = None
    capture_directions: Stated[Literal["diagonal", "all"]] | None = None
    capture_priority: Stated[Annotated[tuple[PriorityName, ...], entries(5)]] | None = None
    mid_capture: Stated[Literal["goes-on-as-man", "becomes-king", "stops"]] | None = None
    king_moves_in_a_row: Stated[Annotated[int | None, PlainValidator(_check_row_of_moves)]] | None = None
    """A number, or ``unlimited``."""
    missed_capture: Stated[Literal["reject", "huff"]] | None = None
    first_move: Stated[Literal["white", "black"]] | None = None
    turns: Article | None = None
    """The players move in turn. This and the keys below hold in every such game: they are read out where the
    source says them, and need no silent point."""
    man_moves: Article | None = None
    """A man moves one square forward."""
    captures: Article | None = None
    """A capture jumps to the free square behind, and goes on while it can."""
    no_precedence: Article | None = None
    """A king need not capture before a man; not with the priority ``with-king``."""
    crowning: Article | None = None
    """A man that reaches the last row becomes a king."""

    def values(self) -> dict[str, Any]:
        """Every parameter of the game, as the preset has it or as the file states it.

        Choices are plain texts, also those of the preset.
        """
        preset = PRESETS[self.preset]
        values = {key: _plain(getattr(preset, key)) for key in PARAMETERS}
        stated = {key: stated.value for key in PARAMETERS if (stated := getattr(self, key)) is not None}
        return values | stated


COMMON = ("turns", "man_moves", "captures", "no_precedence", "crowning")
"""The keys of ``[draughts]`` for what draughts games have in common."""

PARAMETERS = tuple(key for key in DraughtsTable.model_fields if key not in ("preset", "article", *COMMON))
"""The keys of ``[draughts]`` that are parameters of the game."""


class TrailTable(Table):
    """The game of rooks and their traces."""

    setup: Article | None = None
    """Where the rooks begin, and who moves first."""
    rook_moves: Article | None = None
    no_attacked_square: Article | None = None
    rook_is_safe: Article | None = None
    """The rook is never taken."""
    leaves_trace: Article | None = None
    traces_stay: Article | None = None
    """Traces neither move nor take."""
    takes_traces: Article | None = None
    """One trace a move, and none that is protected."""
    taking_is_free: Article | None = None
    trace_protection: Stated[Annotated[str, AfterValidator(_check_protection)]] | None = None
    """Which neighbouring trace protects one: sharing a side (``orthogonal``, also when nothing is said),
    a corner (``diagonal``), or either (``adjacent``)."""


class Huffing(Table):
    """What is particular where a missed capture costs a piece."""

    article: Article
    hints: bool = False
    """Whether the bot shows which moves are right."""
