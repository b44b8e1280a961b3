"""Values as JSON and back: how the actions of an event are stored.

Fields that say nothing (their default) are left out, so that a log stays short; reading is strict.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, Union, cast, get_args, get_origin, get_type_hints


def to_json(value: Any) -> Any:
    """A dataclass, enum, time, or a tuple of such, as what ``json`` can write."""
    if is_dataclass(value):
        body: dict[str, Any] = {}
        for field in fields(value):
            held = getattr(value, field.name)
            if field.default is MISSING or held != field.default:
                body[field.name] = to_json(held)
        return body
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return value


def from_json(kind: Any, value: Any) -> Any:
    """The inverse of ``to_json`` for a value of the type ``kind``. Raises ValueError for anything else."""
    if isinstance(kind, NewType):
        return from_json(kind.__supertype__, value)
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        if value is None:
            return None
        (present,) = (option for option in get_args(kind) if option is not NoneType)
        return from_json(present, value)
    if origin is tuple:
        return _tuple(get_args(kind), value)
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass(kind, value)
    if issubclass(kind, Enum):
        return kind(value)
    if kind is datetime and isinstance(value, str):
        return datetime.fromisoformat(value)
    if type(value) is not kind:
        raise ValueError(f"{value!r} is no {kind.__name__}")
    return value


def _tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{value!r} is no list")
    if kinds[-1] is Ellipsis:
        return tuple([from_json(kinds[0], item) for item in value])
    return tuple([from_json(kind, item) for kind, item in zip(kinds, value, strict=True)])


def _dataclass(kind: type[Any], value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise ValueError(f"{value!r} is no object")
    hints = _hints(cast(Hashable, kind))
    if unknown := value.keys() - {field.name for field in fields(kind)}:
        raise ValueError(f"{kind.__name__} has no {sorted(unknown)}")
    try:
        return kind(**{name: from_json(hints[name], held) for name, held in value.items()})
    except TypeError as error:
        raise ValueError(str(error)) from error


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)
