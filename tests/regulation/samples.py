"""Small regulations to break, how to change them, and the tournaments of those that are shipped."""

from __future__ import annotations

from bot.regulations import Library
from rules.tournament.eventrules import EventRules

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


EVENT = """\
[event]
systems = ["swiss", "round-robin"]
article = "20"
order = "lots"
order_article = "21"

[event.scoring]
win = 2
draw = 1
loss = 0
article = "22"

[event.tie_breaks]
order = ["buchholz", "wins"]
article = "23"

[event.swiss]
rounds = 5
article = "24"
pairing = "dutch"
bye = 2
requested_bye = 1
missed_round = 0

[event.round_robin]
article = "25"
annul_below_half = true

[event.sign_up]
approval = false
opens = 17:30:00
opens_article = "26"
retention_days = 90

[event.schedule]
zone = "Europe/Madrid"
start_time = 18:00:00
start_article = "27"
pace = "at-once"

[[event.awards]]
first_place = 1
what.en = "cup"
diploma = true
article = "28"

[[event.organiser]]
ask = "system"
required = true
article = "20"

[[silent]]
about = ["event.swiss", "event.round_robin", "event.sign_up", "event.schedule"]
point.en = "The rest of the tournament."
choice.en = "As everywhere."
why.en = "It must be something."
"""

SMALL_EVENT = SMALL.replace("schema = 1", "schema = 2") + "\n" + EVENT
"""The small regulation with a tournament."""


def shipped_event(id: str) -> EventRules:
    """The tournament of a shipped regulation."""
    event = Library.shipped().get(id).event
    assert event is not None
    return event


def changed(*changes: tuple[str, str], text: str = SMALL) -> str:
    """``text`` with each first text replaced by the second; every one must be there once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def line_of(text: str, part: str) -> int:
    """The 1-based line on which ``part`` stands."""
    return text[: text.index(part)].count("\n") + 1
