"""Checking a body field by field, and saying all that is wrong with it at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tests.servers.discord.errors import Refused

Path = tuple[str | int, ...]

INVALID_FORM_BODY = 50035
ABSENT: Any = object()
"""an optional field that was not sent, which is not the same as null"""


@dataclass(frozen=True)
class Kind:
    """What a value has to be, and how another one is refused; ``{}`` in the message stands for the value."""

    type: type
    code: str
    message: str

    def takes(self, value: Any) -> bool:
        return isinstance(value, self.type) and (self.type is bool or not isinstance(value, bool))


TEXT = Kind(str, "STRING_TYPE_CONVERT", 'Could not interpret "{}" as string.')
NUMBER = Kind(int, "NUMBER_TYPE_COERCE", 'Value "{}" is not int.')
FLAG = Kind(bool, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
LIST = Kind(list, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
OBJECT = Kind(dict, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")


class Form:
    """Collects what is wrong with a body. Every reader returns the value, or ABSENT where it was left out
    or is wrong; `done` refuses the body if anything was."""

    def __init__(self, root: Path = ()) -> None:
        self._root = root
        self._errors: dict[str, Any] = {}

    def refuse(self, path: Path, code: str, message: str) -> None:
        place = self._errors
        for step in (*self._root, *path):
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def done(self) -> None:
        if self._errors:
            raise Refused(400, INVALID_FORM_BODY, "Invalid Form Body", errors=self._errors)

    def _is(self, kind: Kind, value: Any, where: Path) -> bool:
        if kind.takes(value):
            return True
        self.refuse(where, kind.code, kind.message.format(value))
        return False

    def _get(
        self, kind: Kind, data: Mapping[str, Any], key: str, path: Path, required: bool, nullable: bool = True
    ) -> Any:
        """The value, if it is of that kind or may be null; otherwise ABSENT."""
        value = data.get(key, ABSENT)
        if value is ABSENT or (value is None and (required or not nullable)):
            if required:
                self.refuse((*path, key), "BASE_TYPE_REQUIRED", "This field is required")
            return ABSENT
        return value if value is None or self._is(kind, value, (*path, key)) else ABSENT

    def _fits(self, size: int, least: int, most: int, where: Path, *, says_both: bool) -> bool:
        if least <= size <= most:
            return True
        if says_both:
            self.refuse(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            self.refuse(where, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        return False

    def text(
        self,
        data: Mapping[str, Any],
        key: str,
        path: Path = (),
        *,
        least: int = 0,
        most: int,
        required: bool = False,
        nullable: bool = True,
        pattern: re.Pattern[str] | None = None,
    ) -> Any:
        value = self._get(TEXT, data, key, path, required, nullable)
        where = (*path, key)
        if isinstance(value, str):
            if required and not value and least:
                self.refuse(where, "BASE_TYPE_REQUIRED", "This field is required")
            elif (
                self._fits(len(value), least, most, where, says_both=least > 1 or not value)
                and pattern is not None
                and not pattern.fullmatch(value)
            ):
                self.refuse(where, "STRING_TYPE_REGEX", "String value did not match validation regex.")
        return value

    def integer(
        self,
        data: Mapping[str, Any],
        key: str,
        path: Path = (),
        *,
        least: int | None = None,
        most: int | None = None,
        one_of: Collection[int] | None = None,
        required: bool = False,
        nullable: bool = True,
    ) -> Any:
        value = self._get(NUMBER, data, key, path, required, nullable)
        where = (*path, key)
        if isinstance(value, int):
            if one_of is not None and value not in one_of:
                allowed = ", ".join(map(str, sorted(one_of)))
                self.refuse(where, "BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")
            if least is not None and value < least:
                self.refuse(
                    where, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}."
                )
            if most is not None and value > most:
                self.refuse(where, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return value

    def flag(self, data: Mapping[str, Any], key: str, path: Path = (), *, nullable: bool = True) -> Any:
        return self._get(FLAG, data, key, path, False, nullable)

    def listed(
        self,
        data: Mapping[str, Any],
        key: str,
        path: Path = (),
        *,
        least: int = 0,
        most: int,
        required: bool = False,
        nullable: bool = True,
    ) -> Any:
        """A list of objects or values; too long a list is refused and read no further."""
        value = self._get(LIST, data, key, path, required, nullable)
        if isinstance(value, list):
            is_right = self._fits(len(value), least, most, (*path, key), says_both=bool(least))
            return value if is_right else ABSENT
        return value

    def objects(self, data: Mapping[str, Any], key: str, path: Path = (), **bounds: Any) -> list[Any]:
        """As `listed`, where every member has to be an object; what is none is refused and left out."""
        values = self.listed(data, key, path, **bounds)
        if values is ABSENT or values is None:
            return []
        return [
            (index, value)
            for index, value in enumerate(values)
            if self._is(OBJECT, value, (*path, key, index))
        ]

    def mapping(self, data: Mapping[str, Any], key: str, path: Path = (), *, required: bool = False) -> Any:
        return self._get(OBJECT, data, key, path, required)

    def snowflake(self, value: Any, path: Path) -> int | None:
        """Ids come as strings of digits; numbers are taken as well."""
        if (
            isinstance(value, bool)
            or not isinstance(value, int | str)
            or not re.fullmatch(r"\d{1,20}", str(value))
        ):
            self.refuse(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None
        return int(value)
