"""The two clocks."""

from datetime import UTC, datetime, timedelta, timezone

from bot.timekeeper import VirtualClock, WallClock


def test_a_virtual_clock_stands_until_moved_and_never_goes_back() -> None:
    clock = VirtualClock(datetime(2026, 12, 6, 19, 30, tzinfo=timezone(timedelta(hours=1))))
    start = clock.now()
    assert (start, start.tzinfo) == (datetime(2026, 12, 6, 18, 30, tzinfo=UTC), UTC)
    clock.move_to(start + timedelta(minutes=10))
    clock.move_to(start)
    assert clock.now() == start + timedelta(minutes=10)


def test_a_wall_clock_tells_the_time_in_utc() -> None:
    now = WallClock().now()
    assert now.tzinfo is UTC
    assert abs(now - datetime.now(UTC)) < timedelta(seconds=5)
