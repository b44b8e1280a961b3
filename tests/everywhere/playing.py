"""A script among people who are on one platform or another, as a console for ``examples.run.Run``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Protocol

from examples.run import Line, Run, Script
from tests.chats.service import Service


class Chat(Protocol):
    """A platform with people of a script on it."""

    @property
    def people(self) -> Mapping[str, Any]:
        """By the names of the script, and by the ids that the database has."""

    async def do(self, fields: Line) -> None:
        """One line of one of them."""

    async def rest(self) -> None:
        """Wait until everything is heard, done and said there."""

    def new(self, fields: Line) -> Iterable[Line]:
        """What has been said or changed since this was asked last; ``fields`` are what was said before."""

    def public(self) -> list[str]:
        """All that everybody there reads, in order."""

    def told(self) -> list[str]:
        """All that anybody there reads."""


class Playing:
    """Runs a script; ``happens``: what befalls the program before the line of that number."""

    def __init__(
        self,
        service: Service,
        *chats: Chat,
        happens: Mapping[int, Callable[[], Awaitable[None]]] | None = None,
    ) -> None:
        self._service = service
        self._chats = chats
        self._happens = happens or {}
        self._loop = asyncio.get_running_loop()
        self._lines = 0

    async def play(self, script: Script) -> None:
        """The whole script."""
        await asyncio.to_thread(Run(script, self, self._service.database).play)

    def send(self, **fields: Any) -> list[Line]:
        """One line, from the thread of the script."""
        return asyncio.run_coroutine_threadsafe(self._do(fields), self._loop).result()

    async def _do(self, fields: Line) -> list[Line]:
        if "advance" in fields:
            return []
        if self._lines in self._happens:
            await self._happens[self._lines]()
        self._lines += 1
        chat = next(chat for chat in self._chats if fields["user"] in chat.people)
        await chat.do(fields)
        for _ in self._chats:  # what one has heard may be said in another
            for each in self._chats:
                await each.rest()
        return [line for each in self._chats for line in each.new(fields)]
