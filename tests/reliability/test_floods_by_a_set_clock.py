"""A machine's clock that is put back makes nobody a flood: presses have the time of their receipt."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.chats.port import Input, PlaceRef, Speaker
from bot.floods import PAUSE, Floods, Verdict

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


def press(at: datetime, what: str) -> Input:
    return Input(PlaceRef("console", "damka", "lib"), False, Speaker("anna", "anna"), at, press=what)


@pytest.mark.parametrize("what", ["play:K7R2:3:1", "do:help"])
def test_who_presses_now_and_then_is_heard_after_the_clock_was_put_back(what: str) -> None:
    floods = Floods()
    assert floods.judge(press(NOW, what)) is Verdict.HEARD
    later = [floods.judge(press(NOW - HOUR + timedelta(seconds=number), what)) for number in range(400)]
    assert set(later) == {Verdict.HEARD}


def test_a_pause_does_not_last_for_as_long_as_the_clock_was_put_back() -> None:
    floods = Floods()
    while floods.judge(press(NOW, "do:help")) is Verdict.HEARD:
        pass
    assert floods.judge(press(NOW, "do:help")) is Verdict.IGNORED
    assert floods.judge(press(NOW - HOUR + PAUSE, "do:help")) is Verdict.HEARD


def test_what_was_written_just_before_counts_with_the_rest() -> None:
    floods = Floods()
    while floods.judge(press(NOW, "do:help")) is Verdict.HEARD:
        pass
    assert floods.judge(press(NOW - timedelta(seconds=30), "do:help")) is Verdict.IGNORED
