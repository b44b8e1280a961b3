"""``damka run`` as a process of its own, as a service manager starts it."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from storage import open_database
from storage.errors import StorageError
from tests.console.harness import environment
from tests.databases import new_database
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]


class Service:
    """The program with its data in ``folder``, started by ``async with`` and again by ``start``.

    Its configuration file has these ``sections``; ``database`` is the URL of one that others may use too,
    ``variables`` are further ones of its environment.
    """

    def __init__(
        self,
        folder: Path,
        sections: Mapping[str, Mapping[str, object]],
        *,
        database: str | None = None,
        variables: Mapping[str, str] | None = None,
        **tokens: str,
    ) -> None:
        """``tokens``: by platform."""
        self.folder = folder
        self._database: str | Path | None = database
        self._sections = sections
        self._variables = {f"DAMKA_{platform.upper()}_TOKEN": token for platform, token in tokens.items()}
        self._variables |= variables or {}
        self._process: asyncio.subprocess.Process | None = None
        self._glance: Glance | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._glance is not None:
            await self._glance.close()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def start(self) -> None:
        self._database = self._database or await new_database(self.folder / "damka.db")
        sections = {**self._sections, "database": {"url": self._database}}
        config = self.folder / "config.toml"
        config.write_text("\n".join(_section(name, keys) for name, keys in sections.items()), "utf-8")
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
    def database(self) -> str | Path:
        """The address of its database."""
        assert self._database is not None
        return self._database

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

    async def ended(self, within: float = PATIENCE) -> int:
        """The status with which it ends."""
        assert self._process is not None
        async with asyncio.timeout(within):
            return await self._process.wait()

    async def stop(self) -> float:
        """Ask it to end, which it has to do well; the seconds that takes."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        assert await self.ended() == 0, self.said
        return time.monotonic() - began

    async def kill(self) -> None:
        """End it as a power failure would."""
        with suppress(ProcessLookupError):
            self.signal(signal.SIGKILL)
        await self.ended()

    async def is_idle(self) -> bool:
        """Whether it has handled, done and said everything."""
        if self._glance is None:
            self._glance = Glance(self.database)
        return await self._glance.is_idle()

    async def idle(self) -> None:
        """Wait until it is."""
        ends = time.monotonic() + PATIENCE
        while not await self.is_idle():
            assert self._process is not None
            assert self._process.returncode is None, self.said
            assert time.monotonic() < ends, self.said[-3000:]
            await asyncio.sleep(0.004)


class Glance:
    """Looks into the database of a running program, beside it."""

    def __init__(self, address: str | Path) -> None:
        self._db = open_database(address, read_only=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def is_idle(self) -> bool:
        """Whether everything is handled, done and said."""
        try:
            async with self._db.reading() as found:
                inputs, places = await found.inbox.count(), await found.outbox.places()
                return not (inputs or places or await found.jobs.due(datetime.now(UTC), 1))
        except StorageError:  # it is being made
            return False

    async def until_idle(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await self.is_idle():  # noqa: ASYNC110 (another process works)
                await asyncio.sleep(0.004)

    async def close(self) -> None:
        await self._db.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _section(name: str, keys: Mapping[str, object]) -> str:
    return f"[{name}]\n" + "".join(f"{key} = {_value(value)}\n" for key, value in keys.items())


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'
