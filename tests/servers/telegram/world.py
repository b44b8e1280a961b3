"""The world around the bot: Telegram at work, with people and chats that a test moves.

    async with World() as world:
        anna, piotr = world.person("Anna", "anna"), world.person("Piotr", "piotr")
        group = world.group("Reading room", anna, piotr)
        anna.writes("/play @piotr", in_=group)
        await world.until(lambda: group.said)
        piotr.presses("Accept", group.last(keys=True))
        await world.settled()

It serves on the loop of the test; the bot under test may live on the same loop or in another process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Self

from tests.servers.telegram.errors import Refused
from tests.servers.telegram.model import Membership, Message
from tests.servers.telegram.people import Person, Place
from tests.servers.telegram.server import Server
from tests.servers.telegram.state import Call, Telegram
from tests.servers.telegram.updates import Update

LONGEST_WAIT = 60.0


class World:
    def __init__(self, *, privacy_mode: bool = True) -> None:
        self.telegram = Telegram()
        self.telegram.settings.has_privacy_mode = privacy_mode
        self.server = Server(self.telegram)

    async def __aenter__(self) -> Self:
        await self.server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.server.stop()
        if self.server.failures:
            raise ExceptionGroup("the server itself failed", self.server.failures)

    @property
    def token(self) -> str:
        return self.telegram.token

    @property
    def base_url(self) -> str:
        return self.server.base_url

    @property
    def base_file_url(self) -> str:
        return self.server.base_file_url

    @property
    def bot_username(self) -> str:
        assert self.telegram.bot.username
        return self.telegram.bot.username

    # Who and where

    def person(
        self, name: str, username: str | None = None, *, language: str | None = None, started: bool = False
    ) -> Person:
        """Somebody; ``started`` says that they talk to the bot already."""
        user = self.telegram.add_user(name, username, language)
        user.has_started = started
        return Person(self.telegram, user)

    def group(
        self,
        title: str,
        owner: Person,
        *members: Person,
        kind: str = "group",
        forum: bool = False,
        bot: bool = True,
        bot_is_admin: bool = False,
    ) -> Place:
        """A group that stands already: nobody is told that it was made."""
        chat = self.telegram.add_chat("supergroup" if forum else kind, title, is_forum=forum)
        chat.members[owner.user] = Membership("creator")
        chat.members |= {person.user: Membership("member") for person in members}
        place = Place(self.telegram, chat)
        if bot_is_admin:
            rights = frozenset(place.all_rights())
            chat.members[self.telegram.bot] = Membership("administrator", rights)
        elif bot:
            chat.members[self.telegram.bot] = Membership("member")
        return place

    def channel(self, title: str, owner: Person, *, bot: bool = True, username: str | None = None) -> Place:
        place = self.group(title, owner, kind="channel", bot=False, bot_is_admin=bot)
        place.chat.username = username
        return place

    # What is going on

    @property
    def pending(self) -> list[Update]:
        """Updates that the bot has not confirmed."""
        return [*self.telegram.updates.again, *self.telegram.updates.waiting]

    @property
    def calls(self) -> list[Call]:
        return self.telegram.calls

    def calls_of(self, *methods: str) -> list[Call]:
        return [call for call in self.calls if call.method in methods]

    @property
    def refusals(self) -> list[Call]:
        """Calls that were answered with an error."""
        return [call for call in self.calls if call.code is not None and call.code >= 400]

    def messages(self) -> Iterable[Message]:
        return self.telegram.messages()

    def repeat(self, update: Update | None = None) -> None:
        """Hand the last update, or that one, out a second time."""
        self.telegram.updates.repeat(update or self.telegram.updates.all[-1])

    def menu(self, person: Person, in_: Place) -> list[str]:
        """The commands that somebody is offered in a chat: the first list that Telegram finds for them."""
        chat, user = in_.chat, person.user
        if chat.person:
            scopes: list[tuple[str, ...]] = [("chat", str(chat.id)), ("all_private_chats",)]
        else:
            is_admin = chat.membership(user).is_admin
            scopes = [
                ("chat_member", str(chat.id), str(user.id)),
                *([("chat_administrators", str(chat.id))] if is_admin else []),
                ("chat", str(chat.id)),
                *([("all_chat_administrators",)] if is_admin else []),
                ("all_group_chats",),
            ]
        keys = [(*scope, tag) for scope in [*scopes, ("default",)] for tag in (user.language_code or "", "")]
        lists = (self.telegram.commands.get(key) for key in keys)
        return [command["command"] for command in next(filter(None, lists), [])]

    def pass_time(self, by: timedelta) -> None:
        """Let Telegram's clock run ahead."""
        self.telegram.ahead += by

    async def until(self, holds: Callable[[], object], within: float = LONGEST_WAIT) -> None:
        """Wait for something to be so. Raises AssertionError with what happened last when it does not."""
        try:
            async with asyncio.timeout(within):
                await self.telegram.changes.until(holds)
        except TimeoutError:
            raise AssertionError(f"not so within {within} s; last calls: {self.recent()}") from None

    async def settled(self, quiet: float = 0.15, within: float = LONGEST_WAIT) -> None:
        """Wait until every update is confirmed and the bot has not called for ``quiet`` seconds."""
        deadline = time.monotonic() + within
        while True:
            await self.until(lambda: self._is_quiet, deadline - time.monotonic())
            before = len(self._spoken)
            await asyncio.sleep(quiet)
            if self._is_quiet and len(self._spoken) == before:
                return

    @property
    def _is_quiet(self) -> bool:
        return not self.pending and not self.telegram.is_busy

    @property
    def _spoken(self) -> list[Call]:
        return [call for call in self.calls if call.method != "getUpdates"]

    def recent(self) -> list[tuple[str, int | None, str | None]]:
        return [(call.method, call.code, call.description) for call in self._spoken[-10:]]

    @asynccontextmanager
    async def outage(self) -> AsyncIterator[None]:
        """Nobody answers at that port for a time; updates wait meanwhile."""
        await self.server.go_dark()
        try:
            yield
        finally:
            await self.server.start()


__all__ = ["Message", "Person", "Place", "Refused", "World"]
