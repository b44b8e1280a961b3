"""The whole program on the Discord of a test, and one behind the adapter that notes what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr

from bot.app import Damka, running
from bot.chats.discord import make
from bot.chats.port import Adapter, Answers, Choice, Input, Outcome, PlaceRef, Rendered
from bot.config import DiscordSection
from bot.said import Said
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from storage.errors import StorageError
from tests.databases import new_database
from tests.servers.discord.model import Channel, Guild, Message
from tests.servers.discord.people import Person
from tests.servers.discord.world import World


def adapter_for(world: World, *, token: str | None = None, message_content: bool = False) -> Adapter:
    section = DiscordSection(api=world.discord.api, message_content=message_content)
    return make(SecretStr(token or world.discord.token), section)


# --- the whole program --------------------------------------------------------------------------------------


@asynccontextmanager
async def damka(world: World, folder: Path, *, message_content: bool = False) -> AsyncIterator[Damka]:
    """Damka on its database in ``folder``, connected to Discord until the block ends."""
    adapter = adapter_for(world, message_content=message_content)
    async with running(
        await new_database(folder / "damka.db"),
        {"discord": adapter},
        Catalogues.load(),
        WallClock(),
        language="en",
    ) as program:
        talking = asyncio.create_task(adapter.run(program))
        try:
            await world.until(lambda: world.gateway.is_connected or talking.done(), within=15)
            if talking.done():
                talking.result()
            yield program
        finally:
            talking.cancel()
            with suppress(asyncio.CancelledError):
                await talking


@dataclass
class Club:
    """A guild with a channel and two people who play there."""

    world: World
    guild: Guild
    channel: Channel
    anna: Person
    piotr: Person

    @classmethod
    async def found(cls, world: World) -> Club:
        guild = await world.guild("Riazor")
        channel = await world.channel(guild, "library")
        anna = await world.person("anna", "Anna", guild)
        piotr = await world.person("piotr", "Piotr", guild)
        return cls(world, guild, channel, anna, piotr)

    async def play(self, **options: object) -> Message:
        """Anna challenges Piotr, who accepts; the board."""
        await self.anna.uses("/play", self.channel, opponent=self.piotr, **options)
        await self.world.until(lambda: self.channel.messages, within=20)
        offer = self.piotr.last(self.channel)
        await self.piotr.presses(offer.labels[0], offer)
        await self.world.until(lambda: self.boards, within=20)
        await self.world.settled()
        return self.board

    @property
    def boards(self) -> list[Message]:
        return [one for one in self.world.discord.every_message() if one.attachments and not one.for_only]

    @property
    def board(self) -> Message:
        """The board shown last, in the channel or in a thread of it."""
        return max(self.boards, key=lambda one: one.id)


# --- a program that only notes ------------------------------------------------------------------------------

Answering = Callable[[Input], Awaitable[Answers]]


async def say_nothing(heard: Input) -> Answers:
    return Answers()


async def say_something(heard: Input) -> Answers:
    """Something is on its way to who speaks."""
    return Answers(alone=True)


class Notes:
    """Implements ``bot.chats.port.Bot``."""

    def __init__(self) -> None:
        self.timekeeper = WallClock()
        self.texts = Catalogues.load()
        self.heard: list[Input] = []
        self.kept: dict[str, tuple[str, datetime]] = {}
        self.done: list[str] = []
        self.dropped: list[str] = []
        self.moves: list[tuple[PlaceRef, PlaceRef]] = []
        self.losses: list[PlaceRef] = []
        self.passed_in: list[PlaceRef] = []
        self.ears: list[str] = []
        """``deaf`` and ``hearing``, as they were called"""
        self.failures = 0
        """how many calls from now on find no database"""
        self.is_reachable = asyncio.Event()
        self.is_reachable.set()
        """while it is cleared the database does not answer"""
        self.answering: Answering = say_nothing
        self.offered: list[Choice] = []
        self.asked: list[tuple[Input, str, str, str]] = []

    async def _reach_database(self) -> None:
        await self.is_reachable.wait()
        if self.failures:
            self.failures -= 1
            raise StorageError()

    async def receive(self, platform: str, bot: str, update: str, payload: str) -> bool:
        await self._reach_database()
        if update in self.kept or update in self.done:
            return False
        self.kept[update] = payload, datetime.now(UTC)
        return True

    async def waiting(self, platform: str, bot: str) -> Sequence[tuple[str, str, datetime]]:
        return [(update, *kept) for update, kept in self.kept.items()]

    async def drop(self, platform: str, bot: str, update: str) -> None:
        self.dropped.append(update)
        self._finish(update)

    async def hear(self, heard: Input, *, send: bool = True) -> Answers:
        await self._reach_database()
        answers = await self.answering(heard)
        self.heard.append(heard)
        self._finish(heard.update)
        return answers

    def _finish(self, update: str | None) -> None:
        assert update is not None
        self.kept.pop(update, None)
        self.done.append(update)

    async def choices(self, heard: Input, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        await self.is_reachable.wait()
        self.asked.append((heard, command, parameter, typed))
        return self.offered

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


@asynccontextmanager
async def connected(
    world: World, notes: Notes | None = None, *, message_content: bool = False
) -> AsyncIterator[tuple[Adapter, Notes]]:
    """The adapter, listening for a program that notes, until the block ends."""
    notes = notes or Notes()
    adapter = adapter_for(world, message_content=message_content)
    talking = asyncio.create_task(adapter.run(notes))
    before = notes.ears.count("hearing")
    try:
        await world.until(lambda: talking.done() or notes.ears.count("hearing") > before, within=15)
        if talking.done():
            talking.result()
        yield adapter, notes
    finally:
        talking.cancel()
        with suppress(asyncio.CancelledError):
            await talking


class Sending:
    """Sends to one place as the sender does, with a new key each time."""

    def __init__(self, adapter: Adapter, place: PlaceRef) -> None:
        self.adapter = adapter
        self.place = place
        self.key = 0

    async def __call__(self, message: Rendered, edit: str | None = None) -> Outcome:
        self.key += 1
        return await self.adapter.send(self.place, message, key=self.key, edit=edit, resent=False)


def place_in(world: World, channel: Channel, topic: str = "") -> PlaceRef:
    """The place that a channel or thread is."""
    chat = channel.parent or channel
    topic = topic or (str(channel.id) if channel.parent else "")
    return PlaceRef("discord", str(world.bot.id), str(chat.id), topic)


def alone(world: World, person: Person) -> PlaceRef:
    return PlaceRef("discord", str(world.bot.id), f"@{person.id}")
