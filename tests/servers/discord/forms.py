"""Checking a body field by field, and saying all that is wrong with it at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from tests.servers.discord.errors import Refused

Path = tuple[str | int, ...]

INVALID_FORM_BODY = 50035
ABSENT: Any = object()
"""an optional field that was not sent, which is not the same as null"""


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

    def _get(self, data: Mapping[str, Any], key: str, path: Path, required: bool, nullable: bool) -> Any:
        value = data.get(key, ABSENT)
        if value is ABSENT or (value is None and not nullable):
            if required:
                self.refuse((*path, key), "BASE_TYPE_REQUIRED", "This field is required")
            return ABSENT
        return value

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
        value = self._get(data, key, path, required, nullable and not required)
        if value is ABSENT or value is None:
            return value
        where = (*path, key)
        if not isinstance(value, str):
            self.refuse(where, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return ABSENT
        if not least <= len(value) <= most:
            if required and not value:
                self.refuse(where, "BASE_TYPE_REQUIRED", "This field is required")
            elif least > 1 or not value:
                self.refuse(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                self.refuse(where, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif pattern is not None and not pattern.fullmatch(value):
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
        value = self._get(data, key, path, required, nullable and not required)
        if value is ABSENT or value is None:
            return value
        where = (*path, key)
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(where, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return ABSENT
        if one_of is not None and value not in one_of:
            allowed = ", ".join(map(str, sorted(one_of)))
            self.refuse(where, "BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")
        if least is not None and value < least:
            self.refuse(where, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        if most is not None and value > most:
            self.refuse(where, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return value

    def flag(self, data: Mapping[str, Any], key: str, path: Path = (), *, nullable: bool = True) -> Any:
        value = self._get(data, key, path, False, nullable)
        if value is not ABSENT and value is not None and not isinstance(value, bool):
            self.refuse((*path, key), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return ABSENT
        return value

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
        value = self._get(data, key, path, required, nullable and not required)
        if value is ABSENT or value is None:
            return value
        where = (*path, key)
        if not isinstance(value, list):
            self.refuse(where, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return ABSENT
        if not least <= len(value) <= most:
            if least:
                self.refuse(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                self.refuse(where, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
            return ABSENT
        return value

    def objects(self, data: Mapping[str, Any], key: str, path: Path = (), **bounds: Any) -> list[Any]:
        """As `listed`, where every member has to be an object; what is none is refused and left out."""
        values = self.listed(data, key, path, **bounds)
        if values is ABSENT or values is None:
            return []
        found = []
        for index, value in enumerate(values):
            if isinstance(value, dict):
                found.append((index, value))
            else:
                self.refuse(
                    (*path, key, index), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"
                )
        return found

    def mapping(self, data: Mapping[str, Any], key: str, path: Path = (), *, required: bool = False) -> Any:
        value = self._get(data, key, path, required, not required)
        if value is ABSENT or value is None:
            return value
        if not isinstance(value, dict):
            self.refuse((*path, key), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return ABSENT
        return value

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
