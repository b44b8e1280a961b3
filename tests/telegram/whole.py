"""The whole program on the Telegram of a test."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.chats.service import Service
from tests.servers.telegram.world import World


def service(
    world: World,
    folder: Path,
    more: Mapping[str, Mapping[str, object]] | None = None,
    *,
    token: str | None = None,
    database: str | None = None,
    variables: Mapping[str, str] | None = None,
    **settings: object,
) -> Service:
    """``damka run`` with these ``settings`` of its section for Telegram and ``more`` sections."""
    sections = {"telegram": {"api": world.server.url, **settings}, **(more or {})}
    return Service(folder, sections, database=database, variables=variables, telegram=token or world.token)


async def rest(world: World, running: Service) -> None:
    """Wait until everything is heard, done and said there."""
    while True:
        await world.until(lambda: not world.pending)
        await running.idle()
        if not world.pending:
            return
