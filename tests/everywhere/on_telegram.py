"""A script over Telegram: who speaks on the console writes and presses there."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.replies import said
from bot.texts import LANGUAGES, Catalogues
from examples.run import Line, Script
from tests.chats.service import Service
from tests.servers.telegram.model import Content, Message
from tests.servers.telegram.people import Person, Place
from tests.servers.telegram.world import World
from tests.telegram.whole import rest

_HOW_TO_ANSWER = tuple(
    Catalogues.load().say(said("telegram.answer-this"), language) for language in LANGUAGES
)
_ALT = re.compile(r"<blockquote expandable>(.*?)</blockquote>$", re.DOTALL)


@dataclass
class OnTelegram:
    """The people of a script in one group."""

    world: World
    service: Service
    people: Mapping[str, Person]
    groups: list[Place]
    seen: dict[tuple[int, int], int] = field(default_factory=dict)

    @classmethod
    def of(cls, world: World, service: Service, script: Script, users: Iterable[str]) -> OnTelegram:
        people = {user: world.person(script.people[user], user, language=script.locale) for user in users}
        owner, *members = people.values()
        group = world.group("draughts", owner, *members)
        people |= {str(person.id): person for person in people.values()}  # as the database names them
        return cls(world, service, people, [group])

    @property
    def group(self) -> Place:
        """Where the event is now."""
        return self.groups[-1]

    async def migrate(self) -> None:
        """The group becomes a supergroup."""
        self.groups.append(self.group.migrate())

    # --- what people do -------------------------------------------------------------------------------------

    async def do(self, fields: Line) -> None:
        person = self.people[fields["user"]]
        place = person.private if fields["chat"].startswith("@") else self.group
        if "press" in fields:
            self._press(person, place, fields["press"])
        else:
            answered = self._answered(person, place, fields["text"])
            is_heard = answered or place is not self.group or fields["text"].startswith("/")
            text = fields["text"] if is_heard else f"/move {fields['text']}"
            person.writes(text, in_=place, reply_to=answered)
        await self.rest()
        if not person.private.everything and self._start(person):
            await self.rest()

    async def rest(self) -> None:
        await rest(self.world, self.service)

    def _answered(self, person: Person, place: Place, text: str) -> Message | None:
        """What a plain word in the group answers, since the bot reads no others: the board of who is on
        turn, or the last question."""
        if place is not self.group or text.startswith("/"):
            return None
        said = self._of_bot(place)[::-1]
        name = person.user.first_name
        boards = (
            message
            for message in said
            if message.picture
            and message.keys
            and any(name in line for line in _texts(message)[-1].splitlines()[1:])
        )
        return next(boards, said[0] if said else None)

    def _start(self, person: Person) -> bool:
        """Follow the link into the private chat, if the bot has just shown one or opens one."""
        opened = person.notices[-1].get("url", "") if person.notices else ""
        if opened:
            person.starts_bot(opened.partition("?start=")[2])
            return True
        message = self._of_bot(self.group)[-1]
        links = [key["text"] for row in message.keys for key in row if "url" in key]
        for label in links:
            person.presses(label, message)
        return bool(links)

    def _press(self, person: Person, place: Place, data: str) -> None:
        for message in reversed(self._of_bot(place)):
            for key in (key for row in message.keys for key in row):
                if data in (key.get("callback_data"), key.get("url")):
                    person.presses(key["text"], message)
                    return
        raise LookupError(f"no button {data}")

    # --- what they read -------------------------------------------------------------------------------------

    def new(self, fields: Line) -> Iterable[Line]:
        if fields["user"] in self.people:
            yield from self._new(f"@{fields['user']}", self.people[fields["user"]].private)
        if not fields["chat"].startswith("@"):
            yield from self._new(fields["chat"], self.group)

    def _new(self, chat: str, place: Place) -> Iterable[Line]:
        for message in self._of_bot(place):
            key = (place.id, message.id)
            if self.seen.get(key) != len(message.history):
                self.seen[key] = len(message.history)
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

    def public(self) -> list[str]:
        return [text for place in self.groups for text in self._said(place)]

    def told(self) -> list[str]:
        everybody = tuple(dict.fromkeys(self.people.values()))
        private = [text for person in everybody for text in self._said(person.private)]
        notices = [notice.get("text", "") for person in everybody for notice in person.notices]
        return [*self.public(), *private, *notices]

    def _said(self, place: Place) -> list[str]:
        """All texts of a place; who is spoken to before a text is left out."""
        names = tuple(f"{person.user.first_name}: " for person in self.people.values())
        return [
            next((text.removeprefix(name) for name in names if text.startswith(name)), text)
            for message in self._of_bot(place)
            for text in _texts(message)
        ]

    def _of_bot(self, place: Place) -> list[Message]:
        return [message for message in place.everything if place.is_of_bot(message)]


def _texts(message: Message) -> list[str]:
    """All that a message has said, without what Telegram alone adds."""
    return [_plain(content) for content in (*message.history, message.content)]


def _plain(content: Content) -> str:
    """Without the words that stand for its picture, and how it is answered."""
    described = _ALT.search(content.source)
    if content.media is None or described is None:
        first, _, last = content.text.rpartition("\n")
        return first if last in _HOW_TO_ANSWER else content.text
    return content.text.removesuffix(html.unescape(described[1])).rstrip()
