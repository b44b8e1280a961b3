"""The scripted console as a program: its lines, its memory, its end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.harness import EVENING, PATIENCE, Console, Event, buttons, environment
from tests.databases import address

PROGRAM = (sys.executable, "-m", "bot", "console", "--jsonl", "--db")


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    with Console(tmp_path / "damka.db") as started:
        yield started


def data_of(events: list[Event], verb: str) -> str:
    """The first button that begins with ``verb``."""
    return next(data for data in buttons(events).values() if data.startswith(f"{verb}:"))


def start_game(console: Console, *terms: str) -> list[Event]:
    """Anna has White against Piotr."""
    challenge = console.say(
        "anna", " ".join(["/play", "@piotr", "grodziec-2017", "white", *terms]), name="Anna"
    )
    return console.press("piotr", data_of(challenge, "accept"), name="Piotr")


def board_of(events: list[Event]) -> Event:
    return next(event for event in events if event.get("image"))


def test_a_challenge_is_answered_in_its_chat_with_buttons(console: Console) -> None:
    (message,) = console.say("anna", "/play @piotr grodziec-2017", name="Anna")
    assert (message["event"], message["chat"], message["to"], message["id"]) == ("message", "lib", None, 1)
    assert set(message) == {"event", "id", "chat", "to", "text", "image", "alt", "file", "buttons"}
    assert console.done == {"event": "done", "line": 2}


def test_a_board_is_a_picture_with_an_alternative_text_and_later_edited(console: Console) -> None:
    board = board_of(start_game(console))
    assert Path(board["image"]).read_bytes().startswith(b"\x89PNG")
    assert "c3" in board["alt"]
    (after,) = console.say("anna", "c3-d4")
    assert (after["event"], after["id"]) == ("edit", board["id"])
    assert after["image"] != board["image"]


def test_a_wrong_move_is_told_to_its_player_alone(console: Console) -> None:
    start_game(console)
    (answer,) = console.say("piotr", "/move b6-c5")
    assert (answer["event"], answer["to"], answer["image"]) == ("message", "piotr", None)


def test_a_wrong_press_is_a_toast(console: Console) -> None:
    board = board_of(start_game(console))
    (toast,) = console.press("piotr", data_of([board], "piece"))
    assert (set(toast), toast["event"], toast["user"]) == ({"event", "user", "text"}, "toast", "piotr")


def test_the_same_update_a_second_time_changes_and_says_nothing(console: Console) -> None:
    start_game(console)
    assert console.say("anna", "c3-d4", update="u17")
    assert console.done["update"] == "u17"
    assert console.say("anna", "c3-d4", update="u17") == []
    assert console.done["update"] == "u17"
    assert console.advance("PT1M") == []


def test_an_advance_with_a_known_update_does_not_move_the_clock(console: Console) -> None:
    start_game(console, "1+0")
    assert console.send(advance="PT50S", update="a1") == []
    assert console.send(advance="PT50S", update="a1") == []
    assert console.send(advance="PT50S", update="a2") != []


def test_a_flag_falls_while_nobody_writes(console: Console) -> None:
    board = board_of(start_game(console, "1+0"))
    assert console.advance("PT59S") == []
    fallen = console.advance("PT1S")
    assert board["id"] in [event["id"] for event in fallen]
    assert buttons(fallen).keys().isdisjoint(buttons([board]).keys())


@pytest.mark.parametrize(
    "line",
    ["bad", "[1]", '{"chat": "lib"}', '{"chat": "lib", "user": "anna", "text": 7}', "x" * (1 << 20), b"\xff"],
)
def test_a_line_that_is_not_valid_gets_an_error_and_the_program_goes_on(
    tmp_path: Path, line: str | bytes
) -> None:
    with Console(tmp_path / "damka.db") as console:
        (error,) = console.send_raw(line)
        assert (set(error), error["event"], error["line"]) == ({"event", "line", "text"}, "error", 2)
        assert console.say("anna", "/help")


def test_an_error_speaks_the_language_of_its_line(console: Console) -> None:
    (error,) = console.send(chat="lib", user="anna", locale="pl", txt="x")
    assert error["text"] == "Nieznane pole: txt."


def test_the_clock_cannot_be_moved_beyond_the_calendar(console: Console) -> None:
    for _ in range(100):
        events = console.advance("P36525D")
        if events and events[0]["event"] == "error":
            break
    else:
        pytest.fail("time never ended")


def test_only_a_virtual_clock_can_be_moved(tmp_path: Path) -> None:
    with Console(tmp_path / "damka.db", now=None) as console:
        (error,) = console.advance("PT1M")
        assert error["event"] == "error"


def test_after_being_killed_it_goes_on_where_it_was(console: Console) -> None:
    board = board_of(start_game(console))
    console.say("anna", "c3-d4")
    console.kill()
    assert console.restart() == []
    (after,) = console.say("piotr", "b6-a5")
    assert (after["event"], after["id"]) == ("edit", board["id"])


def test_what_was_not_read_before_the_end_comes_first_and_marked(tmp_path: Path) -> None:
    database = tmp_path / "damka.db"
    process = subprocess.Popen(
        [*PROGRAM, str(address(database))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    line = json.dumps({"chat": "lib", "user": "anna", "text": "/play @piotr grodziec-2017"})
    _, log = process.communicate(line.encode() + b"\n", PATIENCE)
    assert (process.returncode, log) == (0, b"")
    with Console(database, now=None) as console:
        (message,) = console.pending
        assert (message["event"], message["resent"]) == ("message", True)
        assert "accept" in buttons([message]).popitem()[1] or buttons([message])


def test_a_time_before_the_stored_one_is_refused(console: Console) -> None:
    console.advance("PT10M")
    console.end()
    started = subprocess.run(
        [*PROGRAM, console.address, "--clock", "virtual", "--now", EVENING],
        input=b"",
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
    )
    assert (started.returncode, started.stdout) == (2, b"")
    assert started.stderr.decode().startswith("damka: The time given (2026-12-06T18:30:00+0000) is before")


def test_downtime_is_given_back_to_a_running_clock(console: Console) -> None:
    start_game(console, "1+0")
    console.advance("PT50S")
    console.kill()
    told = console.restart("2026-12-06T20:30:50+01:00")
    assert [event["event"] for event in told] == ["message"]
    assert console.advance("PT9S") == []
    assert console.advance("PT1S") != []


def test_the_end_of_the_input_ends_it_well(console: Console) -> None:
    start_game(console)
    assert console.end() == 0
    assert console.log() == ""


def test_a_request_to_terminate_ends_it_in_order(console: Console) -> None:
    start_game(console)
    assert console.terminate() == 130
    assert console.restart() == []


def test_a_last_line_without_its_end_counts(tmp_path: Path) -> None:
    line = json.dumps({"chat": "lib", "user": "anna", "text": "/help"})
    done = subprocess.run(
        [*PROGRAM, str(address(tmp_path / "damka.db"))],
        input=line.encode(),
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert [json.loads(event)["event"] for event in done.stdout.splitlines()] == ["message", "done"]


def test_a_second_program_on_the_same_file_refuses(console: Console) -> None:
    second = subprocess.run(
        [*PROGRAM, console.address],
        input=b"",
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
    )
    assert second.returncode == 2
    assert second.stderr.decode().count("\n") == 1


def test_in_real_time_a_flag_falls_by_itself(tmp_path: Path) -> None:
    with Console(tmp_path / "damka.db", now="2020-02-29T12:00:00+00:00") as console:
        start_game(console, "1+0")
        console.advance("PT59S")
        console.kill()
        # the years in between are given back, and of its minute the clock has a second left
        (told,) = console.restart(None)
        assert told["event"] == "message"
        assert console.next_event()["event"] in ("edit", "message")
