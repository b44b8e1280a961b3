"""The whole program on the Discord of a test, and one behind the adapter that notes what it is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.app import Damka, running
from bot.chats.discord import make
from bot.chats.port import Adapter, PlaceRef
from bot.config import DiscordSection
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from tests.chats.notes import Notes, listening, noted
from tests.chats.service import Glance
from tests.databases import new_database
from tests.servers.discord.model import Channel, Guild, Message
from tests.servers.discord.people import Person
from tests.servers.discord.world import World


def adapter_for(world: World, *, token: str | None = None, message_content: bool = False) -> Adapter:
    section = DiscordSection(api=world.discord.api, message_content=message_content)
    return make(SecretStr(token or world.discord.token), section)


# --- the whole program --------------------------------------------------------------------------------------


class Counted:
    """A program as its adapter sees it; ``under_way`` counts what it is doing for the adapter."""

    def __init__(self, bot: Damka) -> None:
        self._bot = bot
        self.under_way = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._bot, name)
        return partial(self._count, found) if iscoroutinefunction(found) else found

    async def _count(self, work: Callable[..., Awaitable[Any]], *args: Any, **more: Any) -> Any:
        self.under_way += 1
        try:
            return await work(*args, **more)
        finally:
            self.under_way -= 1


@asynccontextmanager
async def damka(world: World, folder: Path, *, message_content: bool = False) -> AsyncIterator[Damka]:
    """Damka on its database in ``folder``, connected to Discord until the block ends."""
    adapter = adapter_for(world, message_content=message_content)
    address = await new_database(folder / "damka.db")
    async with (
        running(address, {"discord": adapter}, Catalogues.load(), WallClock(), language="en") as program,
        Glance(address) as glance,
    ):
        counted = Counted(program)

        async def is_idle() -> bool:
            return await glance.is_idle() and not counted.under_way

        async with listening(adapter, counted, lambda: world.gateway.is_connected):
            world.is_bot_idle = is_idle
            yield program
            world.is_bot_idle = None


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
        await self.world.until(lambda: self.channel.messages)
        offer = self.piotr.last(self.channel)
        await self.piotr.presses(offer.labels[0], offer)
        await self.world.until(lambda: self.boards)
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


@asynccontextmanager
async def connected(
    world: World, notes: Notes | None = None, *, message_content: bool = False
) -> AsyncIterator[tuple[Adapter, Notes]]:
    """The adapter, listening for a program that notes, until the block ends."""
    notes = notes or Notes()
    adapter = adapter_for(world, message_content=message_content)
    async with noted(adapter, notes):
        yield adapter, notes


def place_in(world: World, channel: Channel, topic: str = "") -> PlaceRef:
    """The place that a channel or thread is."""
    chat = channel.parent or channel
    topic = topic or (str(channel.id) if channel.parent else "")
    return PlaceRef("discord", str(world.bot.id), str(chat.id), topic)


def alone(world: World, person: Person) -> PlaceRef:
    return PlaceRef("discord", str(world.bot.id), f"@{person.id}")
