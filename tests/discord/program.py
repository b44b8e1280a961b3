"""The adapter for the Discord of a test, at work for a program that notes, and people who play there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from pydantic import SecretStr

from bot.chats.discord import make
from bot.chats.port import Adapter, Outcome, PlaceRef, Sent
from bot.config import DiscordSection
from tests.chats.notes import Notes, noted
from tests.servers.discord.model import Channel, Guild, Message
from tests.servers.discord.people import Person
from tests.servers.discord.world import World


def adapter_for(world: World, *, token: str | None = None, message_content: bool = False) -> Adapter:
    section = DiscordSection(api=world.discord.api, message_content=message_content)
    return make(SecretStr(token or world.discord.token), section)


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
    return PlaceRef("discord", str(world.discord.application_id), str(chat.id), topic)


def alone(world: World, person: Person) -> PlaceRef:
    return PlaceRef("discord", str(world.discord.application_id), f"@{person.id}")


def sent(outcome: Outcome) -> Sent:
    """What became of a message that was sent."""
    assert isinstance(outcome, Sent), outcome
    return outcome
