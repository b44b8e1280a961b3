"""The adapter for the Telegram of a test, at work for a program that notes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import SecretStr

from bot.chats.port import Adapter, PlaceRef
from bot.chats.telegram import make
from bot.config import TelegramSection
from tests.chats.notes import Notes, noted
from tests.servers.telegram.world import World


def section(world: World, **settings: object) -> TelegramSection:
    return TelegramSection(api=world.server.url, **settings)  # type: ignore[arg-type]


@asynccontextmanager
async def connected(
    world: World, notes: Notes | None = None, **settings: object
) -> AsyncIterator[tuple[Adapter, Notes]]:
    """The adapter, listening for a program that notes, until the block ends."""
    notes = notes or Notes()
    adapter = make(SecretStr(world.token), section(world, **settings))
    async with noted(adapter, notes):
        yield adapter, notes


def place_in(world: World, chat: int, topic: int | str = "") -> PlaceRef:
    return PlaceRef("telegram", str(world.telegram.bot.id), str(chat), str(topic))


def secret_file(folder: Path, content: str) -> Path:
    file = folder / "secret"
    file.write_text(content)
    file.chmod(0o600)
    return file
