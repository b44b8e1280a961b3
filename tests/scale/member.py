"""One of several programs on a server's database, in a process of its own.

``python -m tests.scale.member URL STARTED FILE PLATFORM``: its clock shows the evening of the tests and runs
on from the moment STARTED of the machine; what it sends is appended to FILE, a line each.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from bot.app import running
from bot.chats.port import Bot, Capabilities, Outcome, PlaceRef, Rendered, Sent
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from tests.storage.samples import NOW


class RunningClock(WallClock):
    """``NOW`` at the moment ``started``, and running."""

    def __init__(self, started: float) -> None:
        super().__init__()
        self._started = started

    def now(self) -> datetime:
        return NOW + timedelta(seconds=time.time() - self._started)


class FileChat:
    """A platform that writes to a file, hears nothing, and takes a moment for each message."""

    capabilities = Capabilities(
        edits=False,
        buttons_in_a_row=4,
        rows_of_buttons=4,
        private_notices=True,
        longest_text=4096,
        longest_caption=1024,
        largest_file=1_000_000,
        scrolls_away_after=5,
        keeps_buttons=True,
    )

    def __init__(self, file: Path, platform: str) -> None:
        self.platform = platform
        self._file = file

    async def run(self, bot: Bot) -> None:
        bot.hearing(self.platform)
        self._write({"speaks": time.time()})
        await asyncio.Event().wait()

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        await asyncio.sleep(0.002)
        self._write({"chat": place.chat, "key": key, "part": part, "text": message.text, "resent": resent})
        return Sent(f"{key}.{part}")

    def _write(self, line: dict[str, object]) -> None:
        with self._file.open("ab", buffering=0) as file:
            file.write(json.dumps({**line, "by": os.getpid()}).encode() + b"\n")


async def main(url: str, started: str, file: str, platform: str) -> None:
    chat = FileChat(Path(file), platform)
    clock = RunningClock(float(started))
    async with running(url, {platform: chat}, Catalogues.load(), clock, language="en") as bot:
        print("runs", flush=True)
        await bot.talk(chat)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main(*sys.argv[1:]))
