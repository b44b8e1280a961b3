"""A program behind the adapter that notes what it is told, and the adapter at work for it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr

from bot.chats.port import Adapter, Answers, Choice, Input, Outcome, PlaceRef, Rendered
from bot.chats.telegram import make
from bot.config import TelegramSection
from bot.said import Said
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from storage.errors import StorageError
from tests.servers.telegram.world import World

Answering = Callable[[Input], Awaitable[Answers]]


async def say_nothing(heard: Input) -> Answers:
    return Answers()


class Program:
    """Implements ``bot.chats.port.Bot``."""

    def __init__(self) -> None:
        self.timekeeper = WallClock()
        self.texts = Catalogues.load()
        self.heard: list[Input] = []
        self.kept: dict[str, tuple[str, datetime]] = {}
        self.done: list[str] = []
        self.moves: list[tuple[PlaceRef, PlaceRef]] = []
        self.losses: list[PlaceRef] = []
        self.passed_in: list[PlaceRef] = []
        self.ears: list[str] = []
        """``deaf`` and ``hearing``, as they were called"""
        self.failures = 0
        """how many calls from now on find no database"""
        self.answering: Answering = say_nothing

    def _reach_database(self) -> None:
        if self.failures:
            self.failures -= 1
            raise StorageError()

    async def receive(self, platform: str, bot: str, update: str, payload: str) -> bool:
        self._reach_database()
        if update in self.kept or update in self.done:
            return False
        self.kept[update] = payload, datetime.now(UTC)
        return True

    async def waiting(self, platform: str, bot: str) -> Sequence[tuple[str, str, datetime]]:
        return [(update, *kept) for update, kept in self.kept.items()]

    async def drop(self, platform: str, bot: str, update: str) -> None:
        self._finish(update)

    async def hear(self, heard: Input, *, send: bool = True) -> Answers:
        self._reach_database()
        answers = await self.answering(heard)
        self.heard.append(heard)
        self._finish(heard.update)
        return answers

    def _finish(self, update: str | None) -> None:
        assert update is not None
        self.kept.pop(update, None)
        self.done.append(update)

    async def choices(self, heard: Input, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        return ()

    async def moved(self, old: PlaceRef, new: PlaceRef) -> None:
        self.moves.append((old, new))

    async def lost(self, place: PlaceRef) -> None:
        self.losses.append(place)

    def deaf(self, platform: str) -> None:
        self.ears.append("deaf")

    def hearing(self, platform: str) -> None:
        self.ears.append("hearing")

    def passed(self, place: PlaceRef) -> None:
        self.passed_in.append(place)

    def say(self, what: Said, locale: str | None = None) -> str:
        return self.texts.say(what, locale or "en")

    @property
    def said_texts(self) -> list[str]:
        return [heard.press or heard.text for heard in self.heard]


def section(world: World, **settings: object) -> TelegramSection:
    return TelegramSection(api=world.server.url, **settings)  # type: ignore[arg-type]


@asynccontextmanager
async def connected(
    world: World, program: Program | None = None, **settings: object
) -> AsyncIterator[tuple[Adapter, Program]]:
    """The adapter, listening for ``program`` until the block ends."""
    program = program or Program()
    adapter = make(SecretStr(world.token), section(world, **settings))
    running = asyncio.create_task(adapter.run(program))
    before = len(program.ears)
    try:
        await until(lambda: running.done() or program.ears[before:])
        if running.done():
            running.result()
        yield adapter, program
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def until(holds: Callable[[], object], within: float = 20.0) -> None:
    async with asyncio.timeout(within):
        while not holds():  # noqa: ASYNC110 (whatever it is that is waited for)
            await asyncio.sleep(0.01)


class Sending:
    """Sends to one place as the sender does, with a new key each time."""

    def __init__(self, adapter: Adapter, place: PlaceRef) -> None:
        self.adapter = adapter
        self.place = place
        self._key = 0

    async def __call__(self, message: Rendered, edit: str | None = None) -> Outcome:
        self._key += 1
        return await self.adapter.send(self.place, message, key=self._key, edit=edit, resent=False)


def place_in(world: World, chat: int, topic: int | str = "") -> PlaceRef:
    return PlaceRef("telegram", str(world.telegram.bot.id), str(chat), str(topic))


def secret_file(folder: Path, content: str) -> Path:
    file = folder / "secret"
    file.write_text(content)
    file.chmod(0o600)
    return file


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
