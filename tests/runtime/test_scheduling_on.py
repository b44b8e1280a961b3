"""Whatever happens to the database or to the machine's clock, what is due is done soon after."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.scheduler import HEARTBEAT, Due, Scheduler
from bot.timekeeper import WallClock

HURRY = 200
"""how many seconds of a hurried loop pass in one of ours"""


class _HurriedSelector(selectors.DefaultSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout and timeout / HURRY)


class HurriedLoop(asyncio.SelectorEventLoop):
    """Time passes quickly in it, for whoever waits for long."""

    def __init__(self) -> None:
        super().__init__(_HurriedSelector())

    def time(self) -> float:
        return super().time() * HURRY


class Ward(WallClock):
    """An agenda with one thing to do, and a clock that can be set."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = timedelta(0)
        self.is_down = False
        self.failures = 0
        self.attempts = 0
        self.done = asyncio.Event()
        self.takes = 0.0
        self.beats: list[float] = []

    def now(self) -> datetime:
        return super().now() + self.ahead

    async def heartbeat(self, now: datetime) -> None:
        if self.is_down:
            raise OSError("gone for a while")
        self.beats.append(asyncio.get_running_loop().time())

    async def upcoming(self, until: datetime, limit: int) -> Sequence[Due]:
        return [] if self.done.is_set() else [Due(datetime(2020, 2, 29, tzinfo=UTC), "game 1", self._act)]

    async def _act(self, now: datetime) -> None:
        self.attempts += 1
        if self.attempts <= self.failures:
            raise RuntimeError("not now")
        await asyncio.sleep(self.takes)
        self.done.set()

    async def settle(self) -> None:
        pass

    def acted(self, due: Due, now: datetime) -> None:
        pass


def test_a_database_that_was_away_for_long_is_found_as_soon_as_it_is_back() -> None:
    """Nobody says anything that would wake the scheduler."""

    async def take_time() -> float:
        ward, loop = Ward(), asyncio.get_running_loop()
        ward.is_down = True
        running = asyncio.create_task(Scheduler(ward, ward).run())
        await asyncio.sleep(1100)  # seventeen minutes are the eleventh pause, were each twice the one before
        ward.is_down, back = False, loop.time()
        await asyncio.wait_for(ward.done.wait(), 3600)
        running.cancel()
        return loop.time() - back

    with asyncio.Runner(loop_factory=HurriedLoop) as runner:
        # the loop's own work takes time as well, and much of it where seconds are short
        assert runner.run(take_time()) < HEARTBEAT.total_seconds() + 60


async def test_a_clock_that_is_put_back_puts_no_further_attempt_off() -> None:
    ward = Ward()
    ward.failures = 1
    running = asyncio.create_task(Scheduler(ward, ward).run())
    while ward.attempts == 0:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    ward.ahead -= timedelta(hours=1)
    await asyncio.wait_for(ward.done.wait(), 20)
    running.cancel()


def test_a_program_that_works_on_one_thing_for_long_still_says_that_it_lives() -> None:
    async def beats() -> list[float]:
        ward = Ward()
        ward.takes = 1000
        running = asyncio.create_task(Scheduler(ward, ward).run())
        await asyncio.wait_for(ward.done.wait(), 3600)
        running.cancel()
        return ward.beats

    with asyncio.Runner(loop_factory=HurriedLoop) as runner:
        assert len(runner.run(beats())) >= 20  # of two hundred, were the loop's own work done in no time


async def test_a_sign_of_life_that_fails_does_not_end_what_is_being_done() -> None:
    ward = Ward()
    ward.takes = HEARTBEAT.total_seconds() + 1
    running = asyncio.create_task(Scheduler(ward, ward).run())
    while ward.attempts == 0:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    ward.is_down = True
    await asyncio.wait_for(ward.done.wait(), 20)
    running.cancel()
    assert ward.attempts == 1


async def test_who_ends_ends_what_is_being_done_as_well() -> None:
    ward = Ward()
    ward.takes = 60
    running = asyncio.create_task(Scheduler(ward, ward).run())
    while ward.attempts == 0:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.wait([running], timeout=10)
    assert running.cancelled()
    assert not ward.done.is_set()
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []
