"""The games by their usual names, each a row of parameters."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from rules.draughts import Draughts
from rules.gametype import GameType
from rules.pieces import Color
from rules.slidy import Slidy, TraceProtection
from rules.variant import Directions, MidCapture, MissedCapture, Notation, Priority, Variant

INTERNATIONAL = Variant(
    name="international",
    size=10,
    rows_of_men=4,
    playable="a1",
    playing_color="dark",
    numbering="top-left",
    notation=Notation.NUMERIC,
    capture_sign="x",
    men_capture_backward=True,
    men_capture_kings=True,
    flying_kings=True,
    capture_directions=Directions.DIAGONAL,
    capture_priority=(Priority.MOST_PIECES,),
    mid_capture=MidCapture.GOES_ON_AS_MAN,
    king_moves_in_a_row=None,
    missed_capture=MissedCapture.REJECT,
    first_move=Color.WHITE,
    pdn_game_type=20,
)

BRAZILIAN = replace(
    INTERNATIONAL,
    name="brazilian",
    size=8,
    rows_of_men=3,
    notation=Notation.ALGEBRAIC,
    capture_sign=":",
    pdn_game_type=26,
)

RUSSIAN = replace(
    BRAZILIAN,
    name="russian",
    capture_priority=(),
    mid_capture=MidCapture.BECOMES_KING,
    pdn_game_type=25,
)

POOL = replace(
    RUSSIAN,
    name="pool",
    notation=Notation.NUMERIC,
    capture_sign="x",
    mid_capture=MidCapture.GOES_ON_AS_MAN,
    first_move=Color.BLACK,
    pdn_game_type=23,
)

ENGLISH = replace(
    POOL,
    name="english",
    men_capture_backward=False,
    flying_kings=False,
    mid_capture=MidCapture.STOPS,
    pdn_game_type=21,
)

SPANISH = replace(
    BRAZILIAN,
    name="spanish",
    playable="h1",
    playing_color="light",
    numbering="bottom-right",
    notation=Notation.NUMERIC,
    capture_sign="x",
    men_capture_backward=False,
    capture_priority=(Priority.MOST_PIECES, Priority.MOST_KINGS),
    mid_capture=MidCapture.STOPS,
    pdn_game_type=24,
)

PORTUGUESE = replace(SPANISH, name="portuguese", playing_color="dark", pdn_game_type=28)

ITALIAN = replace(
    ENGLISH,
    name="italian",
    playable="h1",
    men_capture_kings=False,
    capture_priority=(
        Priority.MOST_PIECES,
        Priority.WITH_KING,
        Priority.MOST_KINGS,
        Priority.KING_FIRST_IN_LINE,
    ),
    first_move=Color.WHITE,
    pdn_game_type=22,
)

CZECH = replace(
    BRAZILIAN,
    name="czech",
    men_capture_backward=False,
    capture_priority=(Priority.WITH_KING,),
    mid_capture=MidCapture.STOPS,
    pdn_game_type=29,
)

CANADIAN = replace(INTERNATIONAL, name="canadian", size=12, rows_of_men=5, pdn_game_type=27)

FRISIAN = replace(
    INTERNATIONAL,
    name="frisian",
    capture_directions=Directions.ALL,
    capture_priority=(Priority.FRISIAN_VALUE, Priority.WITH_KING),
    king_moves_in_a_row=3,
    pdn_game_type=40,
)

PRESETS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            INTERNATIONAL,
            BRAZILIAN,
            RUSSIAN,
            SPANISH,
            ENGLISH,
            POOL,
            ITALIAN,
            CZECH,
            PORTUGUESE,
            CANADIAN,
            FRISIAN,
        )
    }
)

SLIDY = "slidy"
TRACE_PROTECTIONS = tuple(TraceProtection)

NAMES: tuple[str, ...] = (*PRESETS, SLIDY)
"""What ``game_type`` understands; the trail game also as ``slidy:diagonal`` and the like."""


def changed(preset: str, values: Mapping[str, Any]) -> Variant:
    """The preset with other parameters, by field name, enumerations by their values.

    Its name tells what is different, so that ``game_type`` finds it again: ``brazilian {"size": 10}``. Raises
    KeyError for an unknown preset, TypeError or ValueError for parameters that make no game.
    """
    base = PRESETS[preset]
    read = {key: _READ.get(key, _as_it_is)(value) for key, value in values.items()}
    different = {key: values[key] for key in sorted(read) if read[key] != getattr(base, key)}
    name = f"{preset} {json.dumps(different, separators=(',', ':'))}" if different else preset
    return replace(base, **read | {"name": name})


def _as_it_is(value: Any) -> Any:
    return value


_READ: Mapping[str, Callable[[Any], Any]] = {
    "notation": Notation,
    "capture_directions": Directions,
    "capture_priority": lambda names: tuple(map(Priority, names)),
    "mid_capture": MidCapture,
    "missed_capture": MissedCapture,
    "first_move": Color,
}


@lru_cache(maxsize=128)
def game_type(name: str) -> GameType[Any]:
    """The game of that name, always the same object: a preset, one as ``changed``, or a trail game.

    Raises KeyError.
    """
    if name in PRESETS:
        return Draughts(PRESETS[name])
    if name == SLIDY:
        return Slidy(TraceProtection.ORTHOGONAL)
    game, _, protection = name.partition(":")
    if game == SLIDY and protection in TRACE_PROTECTIONS:
        return Slidy(TraceProtection(protection))
    preset, _, values = name.partition(" ")
    try:
        return Draughts(changed(preset, json.loads(values)))
    except (TypeError, ValueError, AttributeError):
        raise KeyError(name) from None
