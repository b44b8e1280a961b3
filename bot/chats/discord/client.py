"""The connection to Discord: discord.py's client, with what happens there handed on."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

import bot.commands.dispatch  # noqa: F401 (it declares them all)
from bot.chats.discord.components import Answer, Form, Menu, Press, answer_in
from bot.chats.discord.incoming import PLATFORM, from_interaction, place_in, spoken_language
from bot.chats.discord.listener import Listener
from bot.chats.discord.outcomes import FAILURES
from bot.chats.discord.sessions import Sessions
from bot.chats.discord.slash import LONGEST_CHOICE, MOST_CHOICES, build, synchronize
from bot.chats.discord.words import Translator, Words
from bot.chats.port import Bot
from bot.commands.declaration import Command, Parameter
from bot.commands.registry import COMMANDS
from bot.replies import said

_log = logging.getLogger(__name__)

GREETING = "/start"
"""what it means to call the bot and say nothing"""
LONGEST_WAIT = 30.0
"""seconds that discord.py waits by itself where Discord limits the pace; for longer the sender waits"""


class Tree(app_commands.CommandTree["DamkaClient"]):
    """The slash commands. One that this program does not know was registered by another version."""

    async def on_error(
        self, interaction: discord.Interaction[DamkaClient], error: app_commands.AppCommandError, /
    ) -> None:
        _log.error("a command could not be handled", exc_info=error)
        if interaction.type is discord.InteractionType.application_command:
            await interaction.client.excuse(interaction)


class DamkaClient(discord.AutoShardedClient):
    """Logged in, it listens and can be written with. One for each connection that has to begin anew."""

    def __init__(self, bot: Bot, sessions: Sessions, *, message_content: bool) -> None:
        """``message_content``: Discord lets it read what is not said to it."""
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        intents.message_content = message_content
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody wants to hear it
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self._bot = bot
        self._sessions = sessions
        self._reads_all = message_content
        self._heard_by: set[int] = set()
        """the parts of the connection that stand"""
        self._listener: Listener | None = None
        self._tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    @property
    def listener(self) -> Listener:
        """Raises ValueError before the client is logged in."""
        if self._listener is None:
            raise ValueError("not logged in")
        return self._listener

    async def setup_hook(self) -> None:
        """Once logged in: register the commands that have changed."""
        self.add_dynamic_items(Press, Menu, Answer)
        words = Words(COMMANDS, self._bot.say)
        for command in build(COMMANDS, words, self):
            self._tree.add_command(command)
        translator = Translator()
        await self._tree.set_translator(translator)
        try:
            await synchronize(self._tree, translator)
        except discord.DiscordException:
            _log.exception(
                "the slash commands stay as they are registered: Discord did not take the new ones"
            )
        application = self.application_id
        assert application is not None  # noqa: S101 (known after the login)
        self._listener = Listener(self._bot, self._sessions, application)

    async def close(self) -> None:
        if self._listener is not None:
            await self._listener.close()
        await super().close()

    # --- the connection -------------------------------------------------------------------------------------

    async def on_shard_connect(self, shard: int) -> None:
        await self._hears(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        await self._hears(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        self._heard_by.discard(shard)
        self._bot.deaf(PLATFORM)

    async def _hears(self, shard: int) -> None:
        self._heard_by.add(shard)
        await self.listener.caught_up()
        if len(self._heard_by) == self.shard_count:
            self._bot.hearing(PLATFORM)

    # --- what people do -------------------------------------------------------------------------------------

    async def on_message(self, message: discord.Message) -> None:
        me = self.user
        if me is None or message.author.bot or message.type not in _WRITTEN:
            return
        if message.guild is None and not isinstance(message.channel, discord.DMChannel):
            return  # in a server of which Discord has told nothing yet
        is_called = me in message.mentions
        if message.guild is not None and not is_called and not self._reads_all:
            self.listener.passed(message)
            return
        if is_called and message.content in (f"<@{me.id}>", f"<@!{me.id}>") and not message.attachments:
            message.content = GREETING
        await self.listener.message(message, me)

    async def on_interaction(self, interaction: discord.Interaction[DamkaClient]) -> None:
        """Forms are taken here, whoever has opened them; all else finds its own way."""
        if interaction.type is not discord.InteractionType.modal_submit or interaction.data is None:
            return
        if form := Form.template.fullmatch(str(interaction.data.get("custom_id"))):
            text = answer_in(interaction.data)
            arrived = from_interaction(interaction, is_private=bool(form["private"]), text=text)
            await self.listener.interaction(interaction, arrived)

    async def pressed(
        self, interaction: discord.Interaction[DamkaClient], data: str, is_private: bool
    ) -> None:
        """A button or a choice of a menu; ``is_private``: below what only one person reads."""
        arrived = from_interaction(interaction, is_private=is_private, press=data)
        await self.listener.interaction(interaction, arrived)

    async def command(
        self, interaction: discord.Interaction[DamkaClient], command: Command, given: Mapping[str, Any]
    ) -> None:
        """A slash command, with the options that were filled in."""
        people = [value for value in given.values() if isinstance(value, discord.User | discord.Member)]
        files = [value for value in given.values() if isinstance(value, discord.Attachment)]
        arrived = from_interaction(
            interaction,
            text=f"/{command.name}",
            typed=_typed(given),
            mentions=people,
            file=files[0] if files else None,
        )
        await self.listener.interaction(interaction, arrived)

    async def suggest(
        self,
        interaction: discord.Interaction[DamkaClient],
        command: Command,
        parameter: Parameter,
        typed: str,
    ) -> list[app_commands.Choice[str]]:
        """What could be written into an option, of what is written there so far."""
        others = {
            name: value
            for name, value in vars(interaction.namespace).items()
            if name != parameter.name and isinstance(value, str) and value
        }
        heard = from_interaction(interaction, text=f"/{command.name}", typed=others).input
        found = await self.listener.choices(heard, command.name, parameter.name, typed)
        fitting = [choice for choice in found if 0 < len(choice.value) <= LONGEST_CHOICE]
        return [
            app_commands.Choice(name=choice.label[:LONGEST_CHOICE] or choice.value, value=choice.value)
            for choice in fitting[:MOST_CHOICES]
        ]

    async def excuse(self, interaction: discord.Interaction[DamkaClient]) -> None:
        """Say that a command is not known any more in the form in which it was given."""
        text = self._bot.say(said("discord.outdated"), spoken_language(interaction.locale))
        try:
            if not interaction.response.is_done():
                await interaction.response.send_message(text, ephemeral=True)
        except FAILURES:
            _log.warning("nobody could be told that a command is outdated", exc_info=True)

    # --- what happens to channels ---------------------------------------------------------------------------

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        for channel in (*guild.channels, *guild.threads):
            await self._bot.lost(place_in(self._id, channel))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        places = {place_in(self._id, channel).chat for channel in (*guild.channels, *guild.threads)}
        await self._bot.found(PLATFORM, str(self._id), places)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """After an outage, or at the start: it may have been added again meanwhile."""
        await self.on_guild_join(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._bot.lost(place_in(self._id, channel))

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """What was played in the thread goes on in its channel, but not in a forum."""
        if isinstance(self.get_channel(deleted.parent_id), discord.ForumChannel):
            await self._bot.lost(place_in(self._id, discord.Object(deleted.thread_id)))
            return
        channel = place_in(self._id, discord.Object(deleted.parent_id))
        await self._bot.moved(replace(channel, topic=str(deleted.thread_id)), channel)

    @property
    def _id(self) -> int:
        return self.application_id or 0


_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)


def _typed(given: Mapping[str, Any]) -> dict[str, str]:
    """The options in words; a person is a mention."""
    typed = {}
    for name, value in given.items():
        if isinstance(value, discord.User | discord.Member):
            typed[name] = f"@{value.id}"
        elif isinstance(value, str):
            typed[name] = value
    return typed
