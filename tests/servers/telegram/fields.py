"""What a call may carry: each field with its type, read from a form, a query or a JSON body.

A form has words only; a structured field comes as JSON in it. Inside JSON the types are exact. Fields that a
method does not know are refused, although Telegram ignores them: they can only be slips.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.servers.telegram.errors import bad_request

Kind = Callable[[Any, bool], Any]
"""reads a value; the flag says that it is a word of a form. Raises ValueError with what was expected"""


@dataclass(frozen=True, slots=True)
class Field:
    kind: Kind
    is_required: bool = False


Fields = Mapping[str, Field]


def need(kind: Kind) -> Field:
    return Field(kind, is_required=True)


def may(kind: Kind) -> Field:
    return Field(kind)


def integer(low: int | None = None, high: int | None = None) -> Kind:
    def read(value: Any, is_word: bool) -> int:
        if is_word and re.fullmatch(r"-?\d+", value):
            value = int(value)
        if type(value) is not int:
            raise ValueError("an integer")
        if (low is not None and value < low) or (high is not None and value > high):
            raise ValueError(f"an integer from {low} to {high}")
        return value

    return read


def boolean(value: Any, is_word: bool) -> bool:
    if is_word and value.lower() in ("true", "false"):
        return bool(value.lower() == "true")
    if type(value) is not bool:
        raise ValueError("a boolean")
    return value


def string(longest: int | None = None, pattern: str | None = None) -> Kind:
    def read(value: Any, is_word: bool) -> str:
        if type(value) is not str:
            raise ValueError("a string")
        if longest is not None and len(value) > longest:
            raise ValueError(f"a string of at most {longest} characters")
        if pattern is not None and not re.fullmatch(pattern, value):
            raise ValueError(f"a string like {pattern}")
        return value

    return read


def one_of(*allowed: str) -> Kind:
    def read(value: Any, is_word: bool) -> str:
        if value not in allowed:
            raise ValueError(" or ".join(allowed))
        return str(value)

    return read


def chat_id(value: Any, is_word: bool) -> int | str:
    if isinstance(value, str) and re.fullmatch(r"@[A-Za-z0-9_]{4,32}", value):
        return value
    if isinstance(value, str) and is_word and re.fullmatch(r"-?\d+", value):
        return int(value)
    if type(value) is int:
        return value
    raise ValueError("an integer or @username")


def list_of(kind: Kind, most: int | None = None) -> Kind:
    def read(value: Any, is_word: bool) -> list[Any]:
        value = unpacked(value, is_word)
        if not isinstance(value, list):
            raise ValueError("an array")
        if most is not None and len(value) > most:
            raise ValueError(f"an array of at most {most}")
        return [kind(item, False) for item in value]

    return read


def object_of(fields: Fields) -> Kind:
    def read(value: Any, is_word: bool) -> dict[str, Any]:
        value = unpacked(value, is_word)
        if not isinstance(value, dict):
            raise ValueError("an object")
        return read_object(value, fields)

    return read


def any_of(*kinds: Kind) -> Kind:
    """The first that fits; the complaint is that of the last."""

    def read(value: Any, is_word: bool) -> Any:
        for kind in kinds[:-1]:
            try:
                return kind(value, is_word)
            except ValueError:
                continue
        return kinds[-1](value, is_word)

    return read


def unpacked(value: Any, is_word: bool) -> Any:
    if not is_word:
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise ValueError("JSON") from None


def read_object(value: Mapping[str, Any], fields: Fields, *, are_words: bool = False) -> dict[str, Any]:
    """The fields of an object, each read. Raises ValueError that names the field at fault."""
    if unknown := sorted(value.keys() - fields.keys()):
        raise ValueError(f"no field {unknown[0]}")
    result = {}
    for name, field in fields.items():
        if name not in value:
            if field.is_required:
                raise ValueError(f"a field {name}")
            continue
        item = value[name]
        try:
            result[name] = field.kind(item, are_words and isinstance(item, str))
        except ValueError as error:
            raise ValueError(
                f"{name} to be {error}, not {json.dumps(item, ensure_ascii=False)[:80]}"
            ) from None
    return result


def read_call(method: str, words: Mapping[str, Any], fields: Fields) -> dict[str, Any]:
    """The arguments of a call. Raises Refused where one is unknown, missing or of another type."""
    try:
        return read_object(words, fields, are_words=True)
    except ValueError as error:
        raise bad_request(f"{method} expects {error}") from None
