"""The whole program on the Discord of a test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

from bot.app import Damka, running
from bot.texts import Catalogues
from bot.timekeeper import WallClock
from tests.chats.notes import listening
from tests.chats.service import Glance
from tests.databases import new_database
from tests.discord.program import adapter_for
from tests.servers.discord.world import World


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
