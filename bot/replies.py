"""What the bot says, before any language or platform: keys, values, pictures to draw, buttons.

A reply is stored in the outbox exactly as it stands here, so everything in it has a JSON form, and whoever
renders it needs nothing but the reply, a language and what the chat can do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Any

from bot.buttons import Press, encode_press
from bot.said import Said as Said
from bot.said import said as said
from bot.sheets import SHEETS, SheetImage
from bot.sheets import BracketImage as BracketImage
from bot.sheets import CrosstableImage as CrosstableImage
from bot.sheets import Diplomas as Diplomas
from bot.sheets import TableImage as TableImage


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A paragraph shown as it is: a PDN, a text board, a quotation of a source."""

    text: str
    fixed_width: bool = False


@dataclass(frozen=True, slots=True)
class BoardImage:
    """A board to draw. ``last`` is the path of the last move, ``taken`` what left the board with it."""

    game: str
    """name of the game type, as ``rules.presets.game_type`` understands it"""
    fen: str
    last: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    selected: int | None = None
    viewed_by: str = "white"
    theme: str = "wood"
    labels: str = "both"
    """coordinates on the rim: ``numeric``, ``algebraic`` or ``both``"""
    is_over: bool = False
    """nobody is to move any more"""


@dataclass(frozen=True, slots=True)
class Animation:
    """A finished or running game as a moving picture: its first position and the moves in long form."""

    game: str
    fen: str
    moves: tuple[str, ...]
    viewed_by: str = "white"
    theme: str = "wood"
    labels: str = "both"


@dataclass(frozen=True, slots=True)
class Document:
    """A file to hand over; ``text`` is its whole content."""

    name: str
    text: str


Picture = BoardImage | Animation | SheetImage
File = Document | Diplomas


@dataclass(frozen=True, slots=True)
class Button:
    label: Said | str
    data: str
    """at most 64 bytes, from ``bot.buttons``"""


def start_button(code: str = "", what: str = "private") -> Button:
    """The button that leads into the private chat, and there to ``what`` of ``code``."""
    return Button(said("button.open-private"), encode_press(Press("start", code, argument=what)))


@dataclass(frozen=True, slots=True)
class Reply:
    """One message. ``lines`` are paragraphs.

    ``subject`` names what the message is about (``board:17``): the sender edits the last message of that
    subject in the same place if it is still in sight, and posts a new one otherwise; a newer reply on a
    subject makes an unsent older one superfluous. Without a subject it is always a message of its own.
    """

    lines: tuple[Said | Verbatim, ...]
    picture: Picture | None = None
    document: File | None = None
    buttons: tuple[tuple[Button, ...], ...] = ()
    subject: str | None = None
    language: str = "en"
    zone: str = "UTC"
    """the language, and the IANA zone of the times, in which it is said: chosen when it is written"""
    afresh: bool = False
    """post it anew even where an older message of its subject could be edited: somebody asks to see it"""
    asks: Said | None = None
    """it waits for a written answer, and this names what it asks for; a chat may show a form"""
    pin: bool = False
    """it is to be found easily from now on, where the chat can do that"""
    closes: bool = False
    """the last message of a thread, which may be put away"""
    calls: tuple[str, ...] = ()
    """the platform's ids of accounts that are to notice it, where the chat can call somebody"""


_TAGGED: dict[str, type[Any]] = {
    cls.__name__: cls for cls in (Said, Verbatim, BoardImage, Animation, Document, Button, Reply, *SHEETS)
}


def _encode(value: Any) -> Any:
    if isinstance(value, bool) or value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple | list):
        return [_encode(item) for item in value]
    if isinstance(value, datetime):
        return {"$": "datetime", "v": value.isoformat()}
    if isinstance(value, date):
        return {"$": "date", "v": value.isoformat()}
    if isinstance(value, timedelta):
        return {"$": "timedelta", "v": value.total_seconds()}
    if isinstance(value, Mapping):
        return {"$": "map", "v": {key: _encode(item) for key, item in value.items()}}
    name = type(value).__name__
    if name not in _TAGGED:
        raise TypeError(f"a reply cannot hold {name}")
    encoded = {"$": name}
    for slot in fields(value):
        item = getattr(value, slot.name)
        if item != slot.default and not (item == {} and slot.name == "args"):
            encoded[slot.name] = _encode(item)
    return encoded


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_decode(item) for item in value)
    if not isinstance(value, dict):
        return value
    tag = value["$"]
    if tag == "datetime":
        return datetime.fromisoformat(value["v"])
    if tag == "date":
        return date.fromisoformat(value["v"])
    if tag == "timedelta":
        return timedelta(seconds=value["v"])
    if tag == "map":
        return {key: _decode(item) for key, item in value["v"].items()}
    return _TAGGED[tag](**{key: _decode(item) for key, item in value.items() if key != "$"})


def encode_reply(reply: Reply) -> str:
    """The JSON text that the outbox stores."""
    return json.dumps(_encode(reply), ensure_ascii=False, separators=(",", ":"))


def decode_reply(text: str) -> Reply:
    """The inverse of ``encode_reply``."""
    reply = _decode(json.loads(text))
    assert isinstance(reply, Reply)  # noqa: S101 (the outbox holds nothing else)
    return reply
