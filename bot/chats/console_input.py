"""Lines of standard input without blocking the program, and files beside what is printed."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections import deque
from pathlib import Path

from bot.chats.port import Attachment

_CHUNK = 1 << 16
_READ_AHEAD = 256


class Lines:
    """The lines of a file descriptor, read by a thread of their own.

    The descriptor is read directly: a thread that sleeps in Python's buffered standard input would hold its
    lock, and the interpreter could not end. A line longer than ``longest`` bytes arrives cut to one byte
    more, so that it can be told apart, and the rest of it is skipped.
    """

    def __init__(self, descriptor: int, longest: int) -> None:
        self._descriptor = descriptor
        self._longest = longest
        self._waiting: deque[bytes | None] = deque()
        self._arrived = asyncio.Event()
        self._room = threading.Semaphore(_READ_AHEAD)
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, name="standard-input", daemon=True).start()

    @property
    def is_idle(self) -> bool:
        """Whether nothing has arrived that was not taken yet."""
        return not self._waiting

    async def arrived(self, timeout: float) -> bool:  # noqa: ASYNC109 (seconds to look, not a deadline)
        """Whether a line, or the end, comes within ``timeout`` seconds."""
        try:
            async with asyncio.timeout(timeout):
                await self._arrived.wait()
        except TimeoutError:
            return False
        return True

    async def next(self) -> bytes | None:
        """The next line without its end, or None at the end of input."""
        await self._arrived.wait()
        line = self._waiting[0]
        if line is not None:
            self._waiting.popleft()
            self._room.release()
        if not self._waiting:
            self._arrived.clear()
        return line

    def _read(self) -> None:
        rest = b""
        skipping = False
        try:
            while chunk := os.read(self._descriptor, _CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    if not skipping:
                        self._hand_over(line[: self._longest + 1])
                    skipping = False
                if len(rest) > self._longest:
                    if not skipping:
                        self._hand_over(rest[: self._longest + 1])
                    rest, skipping = b"", True
            if rest and not skipping:
                self._hand_over(rest)
            self._hand_over(None)
        except OSError:
            self._hand_over(None)
        except RuntimeError:
            return  # the loop has ended first

    def _hand_over(self, line: bytes | None) -> None:
        if line is not None:
            self._room.acquire()
            line = line.removesuffix(b"\r")
        self._loop.call_soon_threadsafe(self._put, line)

    def _put(self, line: bytes | None) -> None:
        self._waiting.append(line)
        self._arrived.set()


class AttachmentFolder:
    """Where pictures and files of messages are written; made when the first one is, for its owner alone, as
    the database is that they come from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, attachment: Attachment, key: int) -> Path:
        """The path of ``attachment``, unique for the message ``key``. Raises OSError."""
        self.folder.mkdir(0o700, parents=True, exist_ok=True)
        path = self.folder / f"{key}-{re.sub(r'[^A-Za-z0-9._-]+', '-', attachment.name).lstrip('.')}"
        path.write_bytes(attachment.content)
        return path
