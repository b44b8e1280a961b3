"""For how long, and where, somebody is answered under what they have done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from bot.chats.discord.sessions import Session, Sessions

ANNA, PIOTR, LIBRARY, OTHER = 1, 2, 3, 4


@dataclass
class Person:
    id: int


@dataclass
class Interaction:
    """As much of one as tells whose it is, and where it was."""

    user: Person
    channel_id: int = LIBRARY
    guild_id: int | None = 5
    message: None = None


def session(user: int = ANNA, *, age: timedelta = timedelta(), **where: Any) -> Session:
    made = Session(Interaction(Person(user), **where), is_thinking=True)  # type: ignore[arg-type]
    made.since -= age
    return made


@pytest.mark.parametrize(
    ("age", "is_alive", "is_fresh"),
    [
        (timedelta(), True, True),
        (timedelta(seconds=59), True, True),
        (timedelta(minutes=1), True, False),
        (timedelta(minutes=13, seconds=59), True, False),
        (timedelta(minutes=14), False, False),
        (timedelta(hours=2), False, False),
    ],
)
def test_a_token_is_not_used_to_its_last_moment(age: timedelta, is_alive: bool, is_fresh: bool) -> None:
    sessions, mine = Sessions(), session(age=age)
    sessions.open(mine)
    assert (sessions.latest(ANNA) is mine) is is_alive
    assert (sessions.latest(ANNA, only_fresh=True) is mine) is is_fresh
    assert (sessions.pressing(ANNA) is mine) is is_fresh
    mine.said.add(7)
    assert (sessions.changing(ANNA, 7) == (mine, False)) is is_alive


def test_an_answer_is_given_where_somebody_spoke_last() -> None:
    sessions = Sessions()
    here, there, alone, other = (
        session(),
        session(channel_id=OTHER),
        session(guild_id=None),
        session(PIOTR),
    )
    for each in (here, there, alone, other):
        sessions.open(each)
    assert sessions.latest(ANNA) is there
    assert sessions.latest(ANNA, channel=LIBRARY) is here
    assert sessions.pressing(ANNA) is alone
    sessions.end(there)
    assert sessions.latest(ANNA) is here
    assert sessions.latest(ANNA, channel=OTHER) is None
