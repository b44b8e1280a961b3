"""A whole Discord for a test: guilds with people in them, and what befalls them.

async with World() as world:
    riazor = await world.guild("Riazor", locale="es-ES")
    hall = await world.channel(riazor, "hall")
    anna = await world.person("anna", "Anna", riazor, locale="pl")
    ...  # a bot with the token world.discord.token talks to world.discord.api
    await world.connected()
    await anna.uses("/play", hall, opponent=piotr)
    await world.settled()
    assert "Anna" in hall.messages[-1].text
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Self

from tests.servers.discord import permissions, routes_guilds, shapes, threads
from tests.servers.discord.command_rules import LOCALES
from tests.servers.discord.faults import Faults
from tests.servers.discord.gateway import Gateway
from tests.servers.discord.intents import Intent
from tests.servers.discord.model import (
    TEXT,
    Call,
    Channel,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)
from tests.servers.discord.people import Person
from tests.servers.discord.permissions import Permission
from tests.servers.discord.routes_messages import take_away
from tests.servers.discord.server import Discord
from tests.waiting import PATIENCE, until

QUIET, SHORT = 0.2, 0.005
"""seconds without a sound after which a bot has probably done what it does"""
BOT = permissions.MEMBERS | Permission.PIN_MESSAGES
"""what a bot that asks for no more than it needs is given; it moderates nothing"""


class World:
    """The server with people on it. Whatever happens after the bot has logged in is told to it."""

    def __init__(self, discord: Discord | None = None) -> None:
        self.discord = discord or Discord()
        self.is_bot_idle: Callable[[], Awaitable[bool]] | None = None
        """whether the bot has nothing left to do, where it can tell"""

    async def __aenter__(self) -> Self:
        await self.discord.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.discord.__aexit__(*error)

    @property
    def bot(self) -> User:
        return self.discord.bot

    @property
    def gateway(self) -> Gateway:
        return self.discord.gateway

    @property
    def faults(self) -> Faults:
        return self.discord.faults

    @property
    def calls(self) -> list[Call]:
        return self.discord.calls

    def calls_of(self, method: str, route: str) -> list[Call]:
        """Requests to a route by its name, such as ``/channels/{channel_id}/messages``."""
        return [call for call in self.calls if (call.method, call.route) == (method, route)]

    @property
    def syncs(self) -> int:
        """How often all commands were overwritten."""
        return len(self.calls_of("PUT", "/applications/{application_id}/commands"))

    # Making it.

    async def person(
        self, username: str, name: str | None = None, *guilds: Guild, locale: str = "pl"
    ) -> Person:
        assert locale in LOCALES, f"Discord knows no {locale}"
        user = User(self.discord.snowflakes.next(), username, name or username.title(), locale)
        self.discord.users[user.id] = user
        person = Person(self.discord, user)
        for guild in guilds:
            await self.joins(person, guild)
        return person

    async def guild(
        self,
        name: str,
        *,
        owner: Person | None = None,
        locale: str = "en-US",
        bot: int | None = BOT,
        number: int | None = None,
    ) -> Guild:
        """A guild with the bot in it, whose role has the permissions ``bot``; None: without the bot."""
        discord = self.discord
        guild_id = number or discord.snowflakes.next()
        holder = (owner or await self.person(f"owner_of_{name.lower()}", f"Owner of {name}")).user
        everyone = Role(guild_id, "@everyone", int(permissions.MEMBERS), 0)
        guild = Guild(guild_id, name, holder, everyone, datetime.now(UTC), locale, roles=[everyone])
        guild.members[holder.id] = Member(holder, guild.created)
        discord.guilds[guild_id] = guild
        if bot is not None:
            own = Role(discord.snowflakes.next(), discord.bot.name, bot, 1)
            guild.roles.append(own)
            await self.adds_bot(guild, own)
        return guild

    async def channel(self, guild: Guild, name: str, *, kind: int = TEXT) -> Channel:
        channel = Channel(self.discord.snowflakes.next(), kind, name, guild, position=len(guild.channels))
        guild.channels[channel.id] = self.discord.channels[channel.id] = channel
        await self.discord.tell_channel("CHANNEL_CREATE", channel)
        return channel

    async def role(self, guild: Guild, name: str, given: int = 0, *people: Person) -> Role:
        role = Role(self.discord.snowflakes.next(), name, given, len(guild.roles))
        guild.roles.append(role)
        event = {"guild_id": str(guild.id), "role": shapes.role_json(role)}
        await self.discord.tell("GUILD_ROLE_CREATE", event, guild)
        for person in people:
            await self.grants(person, role, guild)
        return role

    async def grants(self, person: Person, role: Role, guild: Guild) -> None:
        member = guild.members[person.id]
        member.roles.append(role)
        event = shapes.member_json(member) | {"guild_id": str(guild.id)}
        await self.discord.tell("GUILD_MEMBER_UPDATE", event, guild, Intent.GUILD_MEMBERS)

    async def joins(self, person: Person, guild: Guild) -> None:
        member = guild.members.setdefault(person.id, Member(person.user, datetime.now(UTC)))
        event = shapes.member_json(member) | {"guild_id": str(guild.id)}
        await self.discord.tell("GUILD_MEMBER_ADD", event, guild, Intent.GUILD_MEMBERS)

    # What befalls it.

    async def denies(self, channel: Channel, *denied: Permission, to: User | Role | None = None) -> None:
        """Take permissions in a channel from the bot, or from somebody else."""
        await self._overwrite(channel, to or self.bot, deny=sum(denied), allow=0)

    async def allows(self, channel: Channel, *allowed: Permission, to: User | Role | None = None) -> None:
        await self._overwrite(channel, to or self.bot, deny=0, allow=sum(allowed))

    async def _overwrite(self, channel: Channel, target: User | Role, *, deny: int, allow: int) -> None:
        channel.overwrites = [one for one in channel.overwrites if one.target is not target]
        channel.overwrites.append(Overwrite(target, allow=allow, deny=deny))
        await self.discord.tell_channel("CHANNEL_UPDATE", channel)

    async def deletes(self, what: Message | Channel) -> None:
        """A moderator deletes a message, a thread or a channel."""
        if isinstance(what, Message):
            await take_away(self.discord, what)
        else:
            await threads.remove(self.discord, what)

    async def archives(self, thread: Channel) -> None:
        await threads.set_archived(self.discord, thread, is_archived=True)

    async def locks(self, thread: Channel, *, is_archived: bool = False) -> None:
        """A moderator lets nobody but moderators write there, and puts it away or not."""
        assert thread.thread is not None
        thread.thread.is_locked = True
        await threads.set_archived(self.discord, thread, is_archived=is_archived)

    async def removes_bot(self, guild: Guild) -> None:
        await routes_guilds.remove_bot(self.discord, guild)

    async def adds_bot(self, guild: Guild, role: Role | None = None) -> None:
        """Invite the bot, with the role that it had there before unless another is given."""
        own = role or next((one for one in guild.roles if one.name == self.bot.name), None)
        await routes_guilds.add_bot(self.discord, guild, [own] if own else [])

    async def loses(self, guild: Guild) -> None:
        """The guild is unavailable: an outage on Discord's side."""
        guild.is_available = False
        event = {"id": str(guild.id), "unavailable": True}
        await self.discord.tell("GUILD_DELETE", event, guild)

    async def regains(self, guild: Guild) -> None:
        guild.is_available = True
        await self.discord.tell("GUILD_CREATE", shapes.guild_event(guild, self.bot), guild)

    # Waiting.

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so."""
        await until(condition, otherwise=self.recent)

    async def settled(self) -> None:
        """Wait until the bot has done what it was asked: nothing under way, nobody left with "is thinking",
        and nothing has happened for a while. Where the bot can tell that it is idle, the while is short."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not await self._is_quiet():
                    pass
        except TimeoutError:
            assert not self._thinking(), "somebody is left with “is thinking”"
            raise AssertionError(f"not settled: {self.recent()}") from None

    async def _is_quiet(self) -> bool:
        before = self.discord.last_activity
        await asyncio.sleep(QUIET if self.is_bot_idle is None else SHORT)
        if self.is_bot_idle is not None and not await self.is_bot_idle():
            return False
        return before == self.discord.last_activity and not self.discord.under_way and not self._thinking()

    def recent(self) -> list[tuple[str, str, int | None]]:
        """The last requests, with how they were answered."""
        return [(call.method, call.path, call.status) for call in self.calls[-10:]]

    def _thinking(self) -> bool:
        return any(
            interaction.is_thinking and not interaction.is_over
            for interaction in self.discord.interactions.values()
        )

    async def connected(self) -> None:
        """Wait until the bot has identified or resumed."""
        await self.until(lambda: self.gateway.is_connected)
