"""The whole program on the Discord of a test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, cast

from bot.app import Damka, running
from bot.chats.port import Adapter, Bot
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from tests.chats.notes import listening
from tests.chats.service import Glance
from tests.databases import new_database
from tests.discord.program import adapter_for
from tests.servers.discord.world import World


class Counted:
    """A program as its adapter sees it, which counts what it is doing for the adapter."""

    def __init__(self, bot: Bot, adapter: Counting) -> None:
        self._bot = bot
        self._adapter = adapter

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._bot, name)
        return partial(self._count, found) if iscoroutinefunction(found) else found

    async def _count(self, work: Callable[..., Awaitable[Any]], *args: Any, **more: Any) -> Any:
        self._adapter.under_way += 1
        try:
            return await work(*args, **more)
        finally:
            self._adapter.under_way -= 1


class Counting:
    """An adapter that knows how much the program is doing for it."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self.under_way = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._adapter, name)

    async def run(self, bot: Bot) -> None:
        await self._adapter.run(cast(Bot, Counted(bot, self)))


@asynccontextmanager
async def damka(world: World, folder: Path, *, message_content: bool = False) -> AsyncIterator[Damka]:
    """Damka on its database in ``folder``, connected to Discord until the block ends."""
    adapter = Counting(adapter_for(world, message_content=message_content))
    address = await new_database(folder / "damka.db")
    async with (
        running(address, {"discord": adapter}, Catalogues.load(), WallClock(), language="en") as program,
        Glance(address) as glance,
    ):

        async def is_idle() -> bool:
            return await glance.is_idle() and not adapter.under_way

        async with listening(program.talk(adapter), lambda: world.gateway.is_connected):
            world.is_bot_idle = is_idle
            yield program
            world.is_bot_idle = None
