"""A script over Telegram: who speaks on the console writes and presses there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from examples.run import Line, Run, Script
from tests.everywhere.course import Course, each_once, logs
from tests.everywhere.service import Service
from tests.servers.telegram.model import Message
from tests.servers.telegram.people import Person, Place
from tests.servers.telegram.world import World

NOT_STARTED = 2
"""so many of the people have never written to the bot before the event"""


@dataclass
class OnTelegram:
    """The people of a script in one group, as a console for ``examples.run.Run``.

    ``happens``: what befalls the program before the line of that number.
    """

    world: World
    service: Service
    people: Mapping[str, Person]
    group: Place
    chat: str
    happens: Mapping[int, Callable[[], Awaitable[None]]] = field(default_factory=dict)

    @classmethod
    def of(cls, world: World, service: Service, script: Script, chat: str) -> OnTelegram:
        people = {
            user: world.person(name, user, language=script.locale, started=number >= NOT_STARTED)
            for number, (user, name) in enumerate(script.people.items())
        }
        owner, *members = people.values()
        return cls(world, service, people, world.group(chat, owner, *members), chat)

    async def play(self, script: Script) -> Course:
        """The whole script."""
        self._loop = asyncio.get_running_loop()
        self._lines = 0
        self._seen: dict[tuple[int, int], int] = {}
        run = Run(script, self, self.service.database)
        await asyncio.to_thread(run.play)
        public = [text for message in self._of_bot(self.group) for text in _texts(message)]
        private = [
            text
            for person in self.people.values()
            for message in self._of_bot(person.private)
            for text in _texts(message)
        ]
        return Course(each_once(public), each_once([*public, *private]), await logs(self.service.database))

    # --- as a console ---------------------------------------------------------------------------------------

    def send(self, **fields: Any) -> list[Line]:
        """One line, from the thread of the script."""
        return asyncio.run_coroutine_threadsafe(self._do(fields), self._loop).result()

    async def _do(self, fields: Line) -> list[Line]:
        if "advance" in fields:
            return []
        if self._lines in self.happens:
            await self.happens[self._lines]()
        self._lines += 1
        person = self.people[fields["user"]]
        place = person.private if fields["chat"].startswith("@") else self.group
        if "press" in fields:
            self._press(person, place, fields["press"])
        else:
            person.writes(fields["text"], in_=place)
        await self.rest()
        return [*self._new(fields["chat"], place), *self._new(f"@{fields['user']}", person.private)]

    async def rest(self) -> None:
        """Wait until everything is heard, done and said."""
        while True:
            await self.world.until(lambda: not self.world.pending)
            await self.service.idle()
            if not self.world.pending:
                return

    def _press(self, person: Person, place: Place, data: str) -> None:
        for message in reversed(self._of_bot(place)):
            for key in (key for row in message.keys for key in row):
                if data in (key.get("callback_data"), key.get("url")):
                    person.presses(key["text"], message)
                    return
        raise LookupError(f"no button {data}")

    def _new(self, chat: str, place: Place) -> Iterable[Line]:
        """What has been said or changed in a place since this was asked last."""
        for message in self._of_bot(place):
            key = (place.id, message.id)
            if self._seen.get(key) != len(message.history):
                self._seen[key] = len(message.history)
                buttons = [
                    [{"label": k["text"], "data": k.get("callback_data") or k["url"]} for k in row]
                    for row in message.keys
                ]
                yield {
                    "event": "message",
                    "id": message.id,
                    "chat": chat,
                    "to": None,
                    "text": message.text,
                    "buttons": buttons,
                }

    def _of_bot(self, place: Place) -> list[Message]:
        return [message for message in place.everything if place.is_of_bot(message)]


def _texts(message: Message) -> list[str]:
    """All that a message has said, without the words that stand for its picture."""
    return [content.text for content in (*message.history, message.content)]
