"""Talks to the real program: ``damka console --jsonl`` in a process of its own."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.databases import address
from tests.waiting import PATIENCE

Event = dict[str, Any]

EVENING = "2026-12-06T19:30:00+01:00"


def environment(**changes: str) -> dict[str, str]:
    """Surroundings in which the program speaks English unless ``changes`` say otherwise."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "DAMKA_"))
    }
    return {**kept, "LANG": "C.UTF-8", **changes}


class Console:
    """A console on ``database``, a file or a URL, started at once; in ``async`` tests and others alike.

    ``now`` is the virtual time it starts at, None for the real clock. ``send`` and what is built on it give
    the events that a line caused, without the closing ``done``.
    """

    def __init__(self, database: Path | str, *arguments: str, now: str | None = EVENING) -> None:
        self.address = str(address(database) if isinstance(database, Path) else database)
        self._arguments = arguments
        self.pending: list[Event] = []
        """what the last start sent before it took any line"""
        self._start(now)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._close()

    # --- lines ----------------------------------------------------------------------------------------------

    def send(self, **fields: Any) -> list[Event]:
        """Send one line and collect what it causes."""
        return self.send_raw(json.dumps(fields))

    def send_raw(self, line: str | bytes) -> list[Event]:
        """Send one line as it stands."""
        self.post_raw(line)
        return self.collect()

    def post_raw(self, line: str | bytes) -> None:
        """Send a line and wait for nothing."""
        assert self._process.stdin is not None
        self._process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self._process.stdin.flush()
        self._lines += 1

    def collect(self) -> list[Event]:
        """The events up to the next ``done``, which must be that of the last line sent."""
        events = []
        while (event := self.next_event())["event"] != "done":
            events.append(event)
        assert event["line"] == self._lines
        self.done = event
        return events

    def next_event(self) -> Event:
        """The next line of the program. Fails where it ends or says nothing for too long."""
        line = self._output.get(timeout=PATIENCE)
        assert line is not None, f"the program has ended: {self.log()}"
        event: Event = json.loads(line)
        return event

    def say(self, user: str, text: str, *, chat: str = "lib", **more: Any) -> list[Event]:
        """``user`` writes ``text``."""
        return self.send(chat=chat, user=user, text=text, **more)

    def press(self, user: str, data: str, *, chat: str = "lib", **more: Any) -> list[Event]:
        """``user`` presses the button with ``data``."""
        return self.send(chat=chat, user=user, press=data, **more)

    def advance(self, duration: str) -> list[Event]:
        """Move the virtual clock by an ISO 8601 duration."""
        return self.send(advance=duration)

    # --- life -----------------------------------------------------------------------------------------------

    def kill(self) -> None:
        """End the program as a power failure would."""
        self._process.kill()
        self._close()

    def kill_and_read(self) -> list[Event]:
        """The same, and what it had said by then; a line that it could not finish was not said."""
        self.kill()
        said = []
        while (line := self._output.get(timeout=PATIENCE)) is not None:
            if line.endswith(b"\n") and (event := json.loads(line))["event"] not in ("done", "error"):
                said.append(event)
        return said

    def start_and_kill(self, now: str | None, after: float) -> list[Event]:
        """Start again and end it ``after`` so many seconds, wherever it is by then; what it had said."""
        self._launch(now)
        time.sleep(after)
        return self.kill_and_read()

    def terminate(self) -> int:
        """Ask the program to end, as a service manager does; its status."""
        self._process.terminate()
        self._close()
        return self._process.returncode

    def end(self) -> int:
        """Close the input; the status with which the program ends."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        status = self._process.wait(PATIENCE)
        self._close()
        return status

    def restart(self, now: str | None = EVENING) -> list[Event]:
        """Start again on the same file; what was pending then."""
        self._start(now)
        return self.pending

    def log(self) -> str:
        """What the program has written to standard error."""
        return b"".join(self._errors).decode("utf-8", "replace")

    def _start(self, now: str | None) -> None:
        self._launch(now)
        # an empty line is an error that changes nothing: before its answer comes whatever was pending
        events = self.send_raw("")
        self.pending = events[:-1]

    def _launch(self, now: str | None) -> None:
        clock = () if now is None else ("--clock", "virtual", "--now", now)
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "bot",
                "console",
                "--jsonl",
                "--db",
                self.address,
                *clock,
                *self._arguments,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        self._lines = 0
        self.done: Event = {}
        self._output: queue.Queue[bytes | None] = queue.Queue()
        self._errors: list[bytes] = []
        self._readers = [
            threading.Thread(target=read, args=(self._process,)) for read in (self._read, self._read_log)
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        output = self._output
        assert process.stdout is not None
        for line in process.stdout:
            output.put(line)
        output.put(None)

    def _read_log(self, process: subprocess.Popen[bytes]) -> None:
        errors = self._errors
        assert process.stderr is not None
        for line in process.stderr:
            errors.append(line)

    def _close(self) -> None:
        self._process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass


def buttons(events: list[Event]) -> dict[str, str]:
    """The data of every button that the events show, by label."""
    return {
        button["label"]: button["data"]
        for event in events
        for row in event.get("buttons", ())
        for button in row
    }


def program(*arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """The real program, with ``text`` on its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *map(str, arguments)],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        timeout=PATIENCE,
    )


Run = Callable[..., tuple[int, str, str]]
"""What runs a command line: its status, standard output and standard error."""
