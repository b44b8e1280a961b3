"""The input lines of ``damka console --jsonl``: one JSON object each, checked before anything sees it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.chats.port import Input, PlaceRef, Speaker, Upload
from bot.replies import Said, said

PLATFORM = "console"
BOT = "damka"

LONGEST_LINE = 1 << 20
"""bytes of a line, its end included"""
LARGEST_UPLOAD = 1 << 20
"""bytes of an attached file"""
LONGEST_NAME = 64
LONGEST_ADVANCE = timedelta(days=36525)

_DURATION = re.compile(
    r"P(?:(?P<weeks>\d+)W)?(?:(?P<days>\d+)D)?"
    r"(?:T(?:(?P<hours>\d+)H)?(?:(?P<minutes>\d+)M)?(?:(?P<seconds>\d+(?:[.,]\d{1,6})?)S)?)?"
)


class BadLine(Exception):
    """A line that is not valid: ``said`` tells why; its id and locale as far as they could be read."""

    def __init__(self, why: Said, update: str | None = None) -> None:
        self.said = why
        self.update = update
        self.locale: str | None = None
        super().__init__(why.key)


@dataclass(frozen=True, slots=True)
class Advance:
    """The clock is to move on by ``by``."""

    by: timedelta
    update: str | None = None


def place_of(chat: str) -> PlaceRef:
    """The place that a ``chat`` of the protocol names."""
    return PlaceRef(PLATFORM, BOT, chat)


def parse_duration(text: str) -> timedelta:
    """An ISO 8601 duration in weeks, days, hours, minutes and seconds, such as ``PT10M`` or ``P1DT2H``.

    Raises ValueError where the text is none, or longer than a hundred years.
    """
    found = _DURATION.fullmatch(text) if len(text) <= LONGEST_NAME else None
    parts = {name: value for name, value in found.groupdict().items() if value} if found else {}
    if not parts or text.endswith("T"):
        raise ValueError(text)
    try:
        length = timedelta(**{name: float(value.replace(",", ".")) for name, value in parts.items()})
    except OverflowError:
        raise ValueError(text) from None
    if length > LONGEST_ADVANCE:
        raise ValueError(text)
    return length


def parse_line(line: bytes, at: datetime) -> Input | Advance:
    """What a line says, as of ``at``. Raises BadLine."""
    try:
        fields = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadLine(said("cli.line.not-json")) from None
    if not isinstance(fields, dict):
        raise BadLine(said("cli.line.not-object"))
    try:
        return _parse_fields(fields, at)
    except BadLine as problem:
        problem.update = fields["update"] if _is_update(fields.get("update")) else None
        problem.locale = fields["locale"] if _is_short_text(fields.get("locale")) else None
        raise


def _parse_fields(fields: Mapping[str, Any], at: datetime) -> Input | Advance:
    known = _ADVANCE_FIELDS if "advance" in fields else _INPUT_FIELDS
    for name, value in fields.items():
        if name not in known:
            raise BadLine(said("cli.line.unknown-field", field=name[:LONGEST_NAME]))
        if value is not None and not known[name](value):
            raise BadLine(said("cli.line.wrong-field", field=name))
    if "advance" in fields:
        try:
            return Advance(parse_duration(fields["advance"] or ""), fields.get("update"))
        except ValueError:
            raise BadLine(said("cli.line.wrong-duration")) from None
    given = {name: value for name, value in fields.items() if value is not None}
    for name in ("chat", "user"):
        if name not in given:
            raise BadLine(said("cli.line.missing-field", field=name))
    chat, user = given["chat"], given["user"]
    is_private = chat.startswith("@")
    if is_private and chat != f"@{user}":
        raise BadLine(said("cli.line.not-your-chat", chat=chat, user=user))
    if ("press" in given) == ("text" in given or "file" in given):
        raise BadLine(said("cli.line.text-or-press"))
    return Input(
        place=place_of(chat),
        is_private=is_private,
        speaker=Speaker(
            account=user,
            name=given.get("name", ""),
            username=user,
            locale=given.get("locale"),
            is_admin=given.get("admin", False),
        ),
        at=at,
        update=given.get("update"),
        text=given.get("text", ""),
        press=given.get("press"),
        upload=read_upload(given["file"]) if "file" in given else None,
        reply_to=str(given["reply_to"]) if "reply_to" in given else None,
        alone=place_of(f"@{user}"),
    )


def read_upload(path: str) -> Upload:
    """The file at ``path``. Raises BadLine where it cannot be read or is too large."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_UPLOAD + 1)
    except (OSError, ValueError):
        raise BadLine(said("cli.line.no-file", path=path)) from None
    if len(content) > LARGEST_UPLOAD:
        raise BadLine(said("cli.line.large-file", path=path))
    return Upload(Path(path).name, content)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _is_text(value: Any) -> bool:
    """A string that every database and every terminal can hold."""
    return isinstance(value, str) and "\0" not in value and not any("\ud800" <= c <= "\udfff" for c in value)


def _is_short_text(value: Any) -> bool:
    return _is_text(value) and bool(value.strip()) and len(value) <= LONGEST_NAME and value.isprintable()


def _is_user(value: Any) -> bool:
    return _is_short_text(value) and not value.startswith("@") and not any(c.isspace() for c in value)


def _is_chat(value: Any) -> bool:
    return _is_short_text(value) and value != "@"


def _is_update(value: Any) -> bool:
    return _is_text(value) and 0 < len(value) <= LONGEST_NAME


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_message(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


_INPUT_FIELDS: Mapping[str, Callable[[Any], bool]] = {
    "chat": _is_chat,
    "user": _is_user,
    "name": _is_text,
    "locale": _is_short_text,
    "text": _is_text,
    "press": _is_text,
    "update": _is_update,
    "admin": _is_bool,
    "file": _is_text,
    "reply_to": _is_message,
}
_ADVANCE_FIELDS: Mapping[str, Callable[[Any], bool]] = {"advance": _is_text, "update": _is_update}
