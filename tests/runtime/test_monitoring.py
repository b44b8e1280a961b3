"""Health and metrics, asked for over HTTP."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from bot.monitoring import LONGEST_SILENCE, Monitor


def ask(address: str) -> tuple[int, str]:
    """Status and body of a page."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_what_was_counted_is_shown() -> None:
    with Monitor(0) as monitor:
        monitor.handled("play", 0.004, "done")
        monitor.sent("telegram", "Sent", 0.2)
        monitor.retried("telegram")
        monitor.queued(3, 7)
        monitor.late(0.5)
        status, body = ask(f"{monitor.address}/metrics")
    assert status == 200
    shown = set(body.splitlines())
    assert {
        'damka_input_seconds_count{command="play",outcome="done"} 1.0',
        'damka_input_seconds_bucket{command="play",le="0.005",outcome="done"} 1.0',
        'damka_send_seconds_count{outcome="Sent",platform="telegram"} 1.0',
        'damka_retries_total{platform="telegram"} 1.0',
        'damka_queue{queue="inbox"} 3.0',
        'damka_queue{queue="outbox"} 7.0',
        "damka_late_seconds_sum 0.5",
    } <= shown


def test_a_program_that_gives_no_sign_of_life_is_ill() -> None:
    with Monitor(0) as monitor:
        monitor.pulse()
        assert ask(f"{monitor.address}/health") == (200, "last sign of life 0 s ago\n")
        monitor.alive -= LONGEST_SILENCE + 1
        assert ask(f"{monitor.address}/health")[0] == 503
        assert ask(f"{monitor.address}/")[0] == 404


def test_two_programs_cannot_share_a_port() -> None:
    with Monitor(0) as monitor, pytest.raises(OSError, match="in use"):
        Monitor(int(monitor.address.rpartition(":")[2]))
