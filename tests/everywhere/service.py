"""``damka run`` as a process of its own, as a service manager starts it."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.console.harness import environment

PATIENCE = 30.0


class Service:
    """The program on ``database`` with a configuration file of these ``sections``."""

    def __init__(self, folder: Path, sections: Mapping[str, Mapping[str, object]], **tokens: str) -> None:
        """``tokens``: by platform."""
        self.database = folder / "damka" / "damka.db"
        self.log = folder / "damka.log"
        self._file = folder / "config.toml"
        self._file.write_text("\n".join(_section(name, keys) for name, keys in sections.items()))
        self._environment = environment(
            XDG_DATA_HOME=str(folder),
            **{f"DAMKA_{platform.upper()}_TOKEN": token for platform, token in tokens.items()},
        )
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run", "--config", str(self._file)),
                stdout=log,
                stderr=log,
                env=self._environment,
            )

    async def kill(self) -> None:
        """End it as a power failure would."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        """Ask it to end, as a service manager does; its status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()

    async def idle(self) -> None:
        """Wait until it has done and said everything."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_idle(self.database):
                    assert self._process is not None
                    assert self._process.returncode is None, self.log.read_text()
                    await asyncio.sleep(0.004)
        except TimeoutError:
            raise AssertionError(self.log.read_text()[-3000:]) from None


def is_idle(database: Path) -> bool:
    """Whether a running program has handled, done and said everything; False where there is no file yet."""
    if not database.exists():
        return False
    now = datetime.now(UTC).replace(tzinfo=None)
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        try:
            left = db.execute(
                "SELECT (SELECT count(*) FROM outbox WHERE state = 'pending')"
                " + (SELECT count(*) FROM inbox WHERE state = 'received')"
                " + (SELECT count(*) FROM jobs WHERE state = 'waiting' AND due <= ?)",
                (str(now),),
            ).fetchone()
        except sqlite3.OperationalError:  # it is being made
            return False
    return bool(left == (0,))


def _section(name: str, keys: Mapping[str, object]) -> str:
    return f"[{name}]\n" + "".join(f"{key} = {_value(value)}\n" for key, value in keys.items())


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'
