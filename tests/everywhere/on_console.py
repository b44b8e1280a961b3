"""A script on the console, by the clock of the machine, as chat platforms know no other."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

from examples.run import Line, Run, Script
from tests.chats.service import Glance
from tests.console.harness import Console
from tests.everywhere.course import Course, each_once, fix_lots, logs


class Today:
    """A console whose clock nobody moves. After its first line, which makes the event, the lots are fixed."""

    def __init__(self, console: Console, runner: asyncio.Runner) -> None:
        self._console = console
        self._runner = runner
        self._glance = Glance(console.address)
        self._are_fixed = False

    def close(self) -> None:
        self._runner.run(self._glance.close())

    def send(self, **fields: Any) -> list[Line]:
        if "advance" in fields:
            return []
        said = self._console.send(**fields)
        if not self._are_fixed:
            self._console.kill()
            self._runner.run(fix_lots(self._console.address))
            said += self._console.restart(None)
            self._are_fixed = True
        return said + self._what_follows()

    def _what_follows(self) -> list[Line]:
        """What the program does by itself because of a line, such as pairing a round, and says then."""
        self._runner.run(self._glance.until_idle())
        return [event for event in self._console.send_raw("") if event["event"] != "error"]


def play_on_console(script: Script, database: Path, chat: str) -> Course:
    """The whole script; ``chat`` is where its event is."""
    with Console(database, now=None) as console, asyncio.Runner() as runner:
        with closing(Today(console, runner)) as today:
            run = Run(script, today, console.address)
            run.play()
        assert console.end() == 0
    shown = [event for event in run.heard if event["event"] in ("message", "edit")]
    public = each_once(event["text"] for event in shown if event["chat"] == chat and event["to"] is None)
    told = each_once(event["text"] for event in run.heard if event["event"] in ("message", "edit", "toast"))
    return Course(public, told, asyncio.run(logs(console.address)))
