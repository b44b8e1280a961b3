"""The real program: ``damka run`` in a process of its own."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.console.harness import environment
from tests.databases import new_database
from tests.servers.telegram.world import World

ROOT = Path(__file__).parents[2]


class Service:
    """A program with its data in ``folder``, started by ``async with`` and again by ``start``.

    ``settings`` are further lines of its section for Telegram, ``more`` what stands below, ``database`` the
    URL of one that others may use too.
    """

    def __init__(
        self,
        world: World,
        folder: Path,
        *settings: str,
        more: str = "",
        token: str | None = None,
        database: str | None = None,
        **variables: str,
    ) -> None:
        self.folder = folder
        self._api = world.server.url
        self._settings = settings
        self._more = more
        self._database = database
        self._variables = {"DAMKA_TELEGRAM_TOKEN": token or world.token, **variables}
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def start(self) -> None:
        database = self._database or await new_database(self.folder / "damka.db")
        lines = [
            "[telegram]",
            f'api = "{self._api}"',
            *self._settings,
            self._more,
            "[database]",
            f'url = "{database}"',
        ]
        config = self.folder / "config.toml"
        config.write_text("\n".join(lines), "utf-8")
        config.chmod(0o600)
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run", "--config", str(config)),
                cwd=ROOT,
                env=environment(HOME=str(self.folder), **self._variables),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def said(self) -> str:
        """What it has written for whoever runs it, in all its lives."""
        return self.log.read_text("utf-8") if self.log.exists() else ""

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    async def ended(self, within: float = 20.0) -> int:
        """The status with which it ends."""
        assert self._process is not None
        async with asyncio.timeout(within):
            return await self._process.wait()

    async def stop(self) -> float:
        """Ask it to end, which it has to do well; the seconds that takes."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        assert await self.ended() == 0
        return time.monotonic() - began

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.signal(signal.SIGKILL)
        await self.ended()
