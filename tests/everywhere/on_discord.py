"""A script over Discord: who speaks on the console uses commands and presses there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import bot.commands.dispatch  # noqa: F401  (it knows all commands)
from bot.commands.grammar import read_arguments
from bot.commands.registry import COMMANDS
from examples.run import Line, Script
from tests.chats.service import Service
from tests.servers.discord.model import Channel, Guild, Message
from tests.servers.discord.people import Person
from tests.servers.discord.world import World

LOCALES = {"gl": "es-ES", "pl": "pl", "uk": "uk", "en": "en-GB"}
"""what Discord calls the languages; it knows no Galician"""
TEXT_INPUT = 4
_CALLED = re.compile(r"\n-# <@\d+>( <@\d+>)*$")
_ESCAPED = re.compile(r"\\([^\w\s])")


@dataclass
class OnDiscord:
    """The people of a script in one channel of one guild."""

    world: World
    service: Service
    people: Mapping[str, Person]
    guild: Guild
    channel: Channel
    seen: dict[int, tuple[int, bool]] = field(default_factory=dict)

    @classmethod
    async def of(cls, world: World, service: Service, script: Script, users: Iterable[str]) -> OnDiscord:
        locale = LOCALES[script.locale]
        world.is_bot_idle = service.is_idle
        guild = await world.guild("Draughts", locale=locale)
        channel = await world.channel(guild, "draughts")
        people = {user: await world.person(user, script.people[user], guild, locale=locale) for user in users}
        people |= {str(person.id): person for person in people.values()}  # as the database names them
        return cls(world, service, people, guild, channel)

    async def do(self, fields: Line) -> None:
        person, text = self.people[fields["user"]], fields.get("text", "")
        if "press" in fields:
            await self._press(person, fields["press"])
        elif text.startswith("/"):
            command, rest = COMMANDS.with_slash(text[1:].split()) or (None, [])
            assert command is not None, text
            typed = {name: str(value) for name, value in read_arguments(command, rest).items()}
            await person.uses(f"/{command.name}", self.channel, **typed)
        elif (board := self._board_of(person)) is not None:
            await person.uses("/move", board.channel, move=text)
        else:
            await self._answer(person, text)

    async def rest(self) -> None:
        await self.service.idle()
        await self.world.settled()

    def new(self, fields: Line) -> Iterable[Line]:
        for message in self._of_bot():
            version = (len(message.revisions), message.is_deleted)
            if self.seen.get(message.id) != version and not message.is_deleted:
                self.seen[message.id] = version
                buttons = [[{"label": key["label"], "data": key["custom_id"]}] for key in _keys(message)]
                yield {
                    "event": "message",
                    "id": message.id,
                    "chat": fields["chat"],
                    "to": None if message.for_only is None else message.for_only.name,
                    "text": message.text,
                    "buttons": buttons,
                }

    def public(self) -> list[str]:
        return [text for message in self._of_bot() if message.for_only is None for text in _texts(message)]

    def told(self) -> list[str]:
        return [text for message in self._of_bot() for text in _texts(message)]

    def _of_bot(self) -> list[Message]:
        return [one for one in self.world.discord.every_message() if one.author is self.world.bot]

    async def _press(self, person: Person, data: str) -> None:
        for message in reversed(self._of_bot()):
            if not message.is_deleted and message.is_seen_by(person.user):
                if any(key["custom_id"] == data for key in message.buttons if "custom_id" in key):
                    await person.presses(data, message)
                    return
                for menu in message.menus:
                    if any(option["value"] == data for option in menu["options"]):
                        await person.selects(message, data, menu=menu["custom_id"])
                        return
        raise LookupError(f"no button {data}")

    def _board_of(self, person: Person) -> Message | None:
        """The board of the game in which somebody is on turn."""
        for message in reversed(self._of_bot()):
            is_board = message.attachments and message.components and not message.is_deleted
            if is_board and any(person.name in line for line in _texts(message)[-1].splitlines()[1:]):
                return message
        return None

    async def _answer(self, person: Person, text: str) -> None:
        """Open the form under the last question, and fill it in."""
        seen = (one for one in reversed(self._of_bot()) if one.is_seen_by(person.user))
        keys = ((one, key["custom_id"]) for one in seen for key in one.buttons if "custom_id" in key)
        question, data = next((one, data) for one, data in keys if data.startswith("ask"))
        modal = (await person.presses(data, question)).modal
        assert modal is not None
        written = next(one["custom_id"] for one in modal.fields.values() if one["type"] == TEXT_INPUT)
        await person.submits(modal, **{written: text})


def _keys(message: Message) -> list[dict[str, Any]]:
    buttons = [key for key in message.buttons if "custom_id" in key]
    options = [option for menu in message.menus for option in menu.get("options", ())]
    return [*buttons, *({"label": one["label"], "custom_id": one["value"]} for one in options)]


def _texts(message: Message) -> list[str]:
    """All that a message has said, without markup and without who is called to it."""
    contents = [*(revision.content for revision in message.revisions), message.content]
    return [_ESCAPED.sub(r"\1", _CALLED.sub("", content)) for content in contents]
