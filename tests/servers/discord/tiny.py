"""A small bot on discord.py's own client, for trying the server: only its two addresses are ours."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.servers.discord.server import Discord

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(64))


@contextmanager
def addresses(server: Discord) -> Iterator[None]:
    """Let discord.py talk to a server of ours."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = server.api, yarl.URL(server.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


class Question(ui.Modal, title="A question"):
    answer: ui.TextInput[Question] = ui.TextInput(label="Your move", max_length=20)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.send_message(f"You said {self.answer.value}", ephemeral=True)


class Press(ui.DynamicItem[ui.Button[ui.View]], template=r"press:(?P<what>\w+)"):
    """A button that works after a restart."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(ui.Button(label=what.title(), custom_id=f"press:{what}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: Any, /
    ) -> Press:
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.what == "ask":
            await interaction.response.send_modal(Question())
        else:
            await interaction.response.edit_message(content=f"pressed {self.what}")


def buttons() -> ui.View:
    view = ui.View(timeout=None)
    for what in ("ask", "turn"):
        view.add_item(Press(what))
    return view


class Tiny(discord.AutoShardedClient):
    """One command that defers and edits, one that posts a picture with buttons, one with a file."""

    def __init__(self, *, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(
            intents=intents or discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            guild_ready_timeout=0.05,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        """events by name, and what was read"""
        self.may_answer = asyncio.Event()
        """commands wait for it before they answer"""
        self.may_answer.set()
        self._declare()

    def _declare(self) -> None:
        @self.tree.command(description="Starts a game")
        @app_commands.describe(opponent="whom to play", regulation="by which rules")
        async def play(
            interaction: discord.Interaction[Any], opponent: discord.User, regulation: str = "riazor"
        ) -> None:
            await self.may_answer.wait()
            await interaction.response.defer(ephemeral=True)
            await interaction.edit_original_response(content=f"{opponent.mention} by {regulation}")
            await interaction.followup.send("more", ephemeral=True)

        @play.autocomplete("regulation")
        async def regulations(
            interaction: discord.Interaction[Any], current: str
        ) -> list[app_commands.Choice[str]]:
            names = [name for name in ("riazor", "grodziec", "riga") if name.startswith(current)]
            return [app_commands.Choice(name=name.title(), value=name) for name in names]

        group = app_commands.Group(name="board", description="Boards")

        @group.command(description="Shows the board")
        async def show(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.defer()
            file = discord.File(io.BytesIO(PICTURE), "board.png", description="White to move")
            embed = discord.Embed(title="Game 1", description="b6").set_image(url="attachment://board.png")
            await interaction.followup.send(embed=embed, file=file, view=buttons())

        @group.command(description="Loads a file")
        async def load(interaction: discord.Interaction[Any], file: discord.Attachment) -> None:
            await interaction.response.send_message((await file.read()).decode())

        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for nothing: the server does not insist on five seconds between sessions."""

    async def on_ready(self) -> None:
        self.heard.append("ready")

    async def on_resumed(self) -> None:
        self.heard.append("resumed")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.heard.append(f"join {guild.name}")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.heard.append(f"remove {guild.name}")

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.heard.append(f"deleted {event.message_id}")

    async def on_thread_delete(self, thread: discord.Thread) -> None:
        self.heard.append(f"thread gone {thread.name}")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.heard.append(f"channel gone {channel.name}")

    async def on_message(self, message: discord.Message) -> None:
        if message.author.id != self.application_id:
            self.heard.append(f"message {message.content!r}")


@asynccontextmanager
async def running(server: Discord, bot: Tiny) -> AsyncIterator[Tiny]:
    """The bot logged in and ready; closed afterwards."""
    with addresses(server):
        task = asyncio.create_task(bot.start(server.token))
        try:
            while "ready" not in bot.heard:
                await asyncio.wait({task}, timeout=0.01)
                if task.done():
                    await task
            yield bot
        finally:
            await bot.close()
            await asyncio.wait({task}, timeout=5)
            task.cancel()
