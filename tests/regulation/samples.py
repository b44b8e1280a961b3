"""A small regulation to break, and how to change it."""

SMALL = """\
schema = 1
id = "club"
version = "1"
language = "en"

[name]
en = "Club rules"

[source]
title = "Rules of the club"

[draughts]
preset = "international"
size = { value = 10, article = "2" }
capture_priority = { value = ["most-pieces"], article = "3" }

[ends]
no_pieces = "5"
blocked = "5"

[first_white]
by = "lot"
article = "4"

[agreement]
allowed = true
article = "6"

[clock]
setting = "10+5"
article = "7"

[[draws]]
rule = "repetition"
article = "8"
count = 3
mode = "automatic"

[[draws]]
rule = "material"
article = "9"
patterns = ["3K v K", "2K+m v K"]
moves = 16

[[silent]]
about = ["draughts", "ends", "adjudication"]
point.en = "The rest."
choice.en = "As everywhere."
why.en = "It must be something."
"""


def changed(*changes: tuple[str, str]) -> str:
    """``SMALL`` with each first text replaced by the second; every one must be there once."""
    text = SMALL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def line_of(text: str, part: str) -> int:
    """The 1-based line on which ``part`` stands."""
    return text[: text.index(part)].count("\n") + 1
