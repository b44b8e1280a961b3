"""What is due is done in order of time, and nothing that fails keeps the rest from being done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.retrying import FIRST_RETRY
from bot.scheduler import Due, Scheduler
from bot.timekeeper import VirtualClock, WallClock

START = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Diary:
    """An agenda in memory: entries by name, gone once they are done."""

    def __init__(self) -> None:
        self.entries: dict[str, datetime] = {}
        self.done: list[tuple[str, datetime]] = []
        self.beats: list[datetime] = []
        self.broken: dict[str, int] = {}
        """how many more attempts at an entry fail"""
        self.stubborn: set[str] = set()
        """entries that stay although they were done"""
        self.follow_up: dict[str, tuple[str, datetime]] = {}
        """what doing one entry adds"""
        self.settled = 0
        self.on_done: Callable[[], None] = lambda: None

    async def upcoming(self, until: datetime, limit: int) -> Sequence[Due]:
        due = sorted((at, name) for name, at in self.entries.items() if at <= until)
        return [Due(at, name, self._act(name)) for at, name in due[:limit]]

    async def heartbeat(self, now: datetime) -> None:
        self.beats.append(now)

    def acted(self, due: Due, now: datetime) -> None:
        assert now >= due.at

    async def settle(self) -> None:
        self.settled += 1

    def _act(self, name: str) -> Callable[[datetime], Awaitable[None]]:
        async def act(now: datetime) -> None:
            if self.broken.get(name, 0) > 0:
                self.broken[name] -= 1
                raise RuntimeError(name)
            self.done.append((name, now))
            if name not in self.stubborn:
                del self.entries[name]
            if name in self.follow_up:
                other, at = self.follow_up[name]
                self.entries[other] = at
            self.on_done()

        return act


async def test_a_virtual_clock_stops_in_order_wherever_something_is_due() -> None:
    diary, clock = Diary(), VirtualClock(START)
    diary.entries = {
        "c": START + 3 * MINUTE,
        "a": START + MINUTE,
        "b": START + 2 * MINUTE,
        "later": START + 9 * MINUTE,
    }
    await Scheduler(diary, clock).advance(clock, START + 5 * MINUTE)
    assert diary.done == [("a", START + MINUTE), ("b", START + 2 * MINUTE), ("c", START + 3 * MINUTE)]
    assert (clock.now(), diary.beats, diary.settled) == (START + 5 * MINUTE, [START + 5 * MINUTE], 3)


async def test_what_an_entry_brings_up_is_done_in_the_same_advance() -> None:
    diary, clock = Diary(), VirtualClock(START)
    diary.entries = {"a": START + MINUTE, "z": START + 4 * MINUTE}
    diary.follow_up = {"a": ("b", START + 2 * MINUTE)}
    await Scheduler(diary, clock).advance(clock, START + 5 * MINUTE)
    assert [name for name, _ in diary.done] == ["a", "b", "z"]


async def test_what_is_overdue_is_done_now_and_not_in_the_past() -> None:
    diary, clock = Diary(), VirtualClock(START)
    diary.entries = {"old": START - MINUTE}
    await Scheduler(diary, clock).advance(clock, START)
    assert diary.done == [("old", START)]


async def test_a_failing_entry_is_tried_again_later_and_the_others_go_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    diary, clock = Diary(), VirtualClock(START)
    diary.entries = {"bad": START, "good": START + MINUTE}
    diary.broken = {"bad": 2}
    await Scheduler(diary, clock).advance(clock, START + MINUTE)
    assert diary.done == [("bad", START + 3 * FIRST_RETRY), ("good", START + MINUTE)]
    assert caplog.text.count("bad, due at") == 2


async def test_an_entry_that_never_works_ends_neither_the_advance_nor_the_others() -> None:
    diary, clock = Diary(), VirtualClock(START)
    diary.entries = {"bad": START, "good": START + timedelta(days=2)}
    diary.broken = {"bad": 1_000_000}
    await Scheduler(diary, clock).advance(clock, START + timedelta(days=3))
    assert [name for name, _ in diary.done] == ["good"]


async def test_an_entry_that_stays_although_it_was_done_does_not_spin() -> None:
    diary, clock = Diary(), VirtualClock(START)
    diary.entries = {"again": START}
    diary.stubborn = {"again"}
    await Scheduler(diary, clock).advance(clock, START + MINUTE)
    assert 2 <= len(diary.done) <= 10


async def test_more_failing_entries_than_a_page_do_not_hide_a_good_one() -> None:
    diary, clock = Diary(), VirtualClock(START)
    diary.entries = {f"bad {number}": START for number in range(250)} | {"good": START + timedelta(seconds=1)}
    diary.broken = dict.fromkeys(diary.entries, 1_000_000)
    diary.broken["good"] = 0
    await Scheduler(diary, clock).advance(clock, START + timedelta(seconds=1))
    assert [name for name, _ in diary.done] == ["good"]


@given(st.lists(st.integers(0, 600), max_size=20), st.lists(st.integers(0, 300), max_size=6))
async def test_in_however_many_steps_time_passes_all_is_done_once_in_order(
    offsets: list[int], steps: list[int]
) -> None:
    diary, clock = Diary(), VirtualClock(START)
    diary.entries = {f"{number}": START + timedelta(seconds=at) for number, at in enumerate(offsets)}
    planned = dict(diary.entries)
    scheduler = Scheduler(diary, clock)
    for step in [0, *steps]:
        await scheduler.advance(clock, clock.now() + timedelta(seconds=step))
    assert [at for _, at in diary.done] == sorted(at for _, at in diary.done)
    assert dict(diary.done) == {name: at for name, at in planned.items() if at <= clock.now()}


async def test_a_real_clock_sleeps_to_the_nearest_entry_and_is_woken_by_an_earlier_one() -> None:
    diary, clock, finished = Diary(), WallClock(), asyncio.Event()
    diary.on_done = finished.set
    scheduler = Scheduler(diary, clock)
    running = asyncio.create_task(scheduler.run())
    await asyncio.sleep(0.02)
    diary.entries = {"soon": clock.now() + timedelta(milliseconds=30)}
    scheduler.wake()
    await asyncio.wait_for(finished.wait(), 30)
    running.cancel()
    ((name, at),) = diary.done
    assert name == "soon"
    assert at <= clock.now()


async def test_a_database_that_fails_for_a_moment_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    finished = asyncio.Event()

    class Shaky(Diary):
        async def heartbeat(self, now: datetime) -> None:
            await super().heartbeat(now)
            if len(self.beats) == 1:
                raise OSError("gone for a moment")

    diary = Shaky()
    diary.entries = {"due": datetime(2020, 2, 29, tzinfo=UTC)}
    diary.on_done = finished.set
    scheduler = Scheduler(diary, WallClock())
    running = asyncio.create_task(scheduler.run())
    await asyncio.sleep(0.02)
    scheduler.wake()
    await asyncio.wait_for(finished.wait(), 30)
    running.cancel()
    assert "gone for a moment" in caplog.text
