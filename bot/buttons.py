"""The data behind a button: one codec for every chat, at most 64 bytes.

A press names a verb, the short code of the game it is about, the version of the game it was made for, and an
argument. A press made for an older version answers "the board has changed".
"""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_DATA = 64
ANY_VERSION = 0


@dataclass(frozen=True, slots=True)
class Press:
    verb: str
    code: str = ""
    version: int = ANY_VERSION
    argument: str = ""


def fits(press: Press) -> bool:
    """Whether a button can carry the press."""
    return len(_join(press).encode()) <= LONGEST_DATA


def encode_press(press: Press) -> str:
    """The text a platform stores with a button. Raises ValueError where it is too long."""
    if not fits(press):
        raise ValueError(f"a button cannot carry {press}")
    return _join(press)


def decode_press(data: str) -> Press | None:
    """The press behind ``data``, or None where it is none of ours."""
    if not data.isprintable() or len(data.encode()) > LONGEST_DATA:
        return None
    parts = data.split(":", 3)
    if len(parts) != 4 or not parts[0] or not parts[2].isascii() or not parts[2].isdigit():
        return None
    return Press(parts[0], parts[1], int(parts[2]), parts[3])


def _join(press: Press) -> str:
    return f"{press.verb}:{press.code}:{press.version}:{press.argument}"
