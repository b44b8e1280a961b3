"""A room in which somebody organises: the same dispatcher, and what an event looks like from its log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.chats.port import Capabilities
from bot.commands.tournament.eventfile import EventCache, EventFile
from bot.commands.tournament.events import EventReader
from bot.commands.tournament.questions import next_prompt, read_talk
from bot.replies import Said
from rules.tournament.model import EntrantNo
from storage import open_database
from tests.commands.room import LIBRARY, TEXTS, Heard, Room
from tests.databases import new_database

MORNING = datetime(2026, 12, 6, 9, 0, tzinfo=UTC)
"""ten o'clock in Warsaw and in Riazor, eleven in Vinnytsia"""


class Desk(Room):
    """Olga organises in the chat ``lib``; everybody has a private chat."""

    async def event(self, at: int = -1) -> EventFile:
        """An event of the database, from its log; the last one unless told otherwise."""
        async with self.database.reading() as reading:
            rows = await reading.events.after(limit=100)
            return await EventReader(reading, LIBRARY, EventCache()).load(rows[at])

    async def make(
        self, regulation: str, title: str = "Open", *, settings: dict[str, str] | None = None
    ) -> str:
        """An event by a regulation, and its code; what it asks is put off."""
        await self.say("olga", f"/tournament new {regulation} {title}")
        code = (await self.event()).code
        for name, value in (settings or {}).items():
            await self.say("olga", f"/tournament set #{code} {name} {value}")
        return code

    async def open(
        self, regulation: str, title: str = "Open", *, settings: dict[str, str] | None = None
    ) -> str:
        """The same with its sign-up open."""
        code = await self.make(regulation, title, settings=settings)
        await self.say("olga", f"/tournament open #{code}")
        return code

    async def alone(self, user: str, text: str = "", press: str | None = None, **more: object) -> list[Heard]:
        """What comes of something that ``user`` says or presses in private."""
        return await self.say(user, text, press=press, chat=f"@{user}", **more)

    async def answer(self, user: str, *answers: str) -> list[Heard]:
        """Answer questions one after another, by button where one says so, and in words otherwise."""
        heard: list[Heard] = []
        for given in answers:
            press = await self.pending_button(user, given)
            heard = await self.alone(user, "" if press else given, press)
        return heard

    async def pending_button(self, user: str, value: str) -> str | None:
        """The data of the button ``value`` under what ``user`` is being asked, as it is now."""
        async with self.database.reading() as reading:
            account = await reading.accounts.by_external("console", user)
            place = await reading.places.by_ref("console", "damka", f"@{user}")
            asked = None
            if account is not None and place is not None:
                asked = await reading.dialogues.of(account.person, place.id)
        if asked is None:
            return None
        file, talk = await self.event(), read_talk(asked.payload)
        prompt = next_prompt(file, talk)
        values = [] if prompt is None else [choice for choice, _ in prompt.choices]
        return f"ask:{file.code}:{talk.step}:{value}" if value in (*values, "stop") else None

    async def join(self, user: str, *answers: str, code: str = "") -> list[Heard]:
        """Sign up in private with these answers."""
        await self.alone(user, f"/join #{code or (await self.event()).code}")
        return await self.answer(user, *answers)

    def texts(self, what: str | Said) -> str:
        """A name in English."""
        return TEXTS.say(what, "en")

    async def standings(self) -> dict[str, str]:
        """Who stands where in the last event, by full name."""
        file = await self.event()
        return {str(file.full_name(n)): e.standing.value for n, e in file.event.entrants.items()}


@asynccontextmanager
async def open_desk(
    path: Path,
    locale: str = "en",
    seed: int = 1,
    now: datetime = MORNING,
    capabilities: Capabilities | None = None,
) -> AsyncIterator[Desk]:
    """A desk on the database in ``path``, as a program that starts at ``now`` opens it."""
    address = await new_database(path / "damka.db")
    database = open_database(address)
    await database.take_over(now)
    desk = Desk(database, locale, seed, now, capabilities)
    desk.address = address
    try:
        await desk.dispatcher.credit_outages()
        yield desk
        await database.heartbeat(desk.clock.now())
    finally:
        await database.close()


def to_private(heard: list[Heard], user: str) -> list[Heard]:
    return [message for message in heard if message.chat == f"@{user}"]


async def answers(desk: Desk, number: int = 1) -> dict[str, str]:
    """What is stored of an entrant's answers."""
    file = await desk.event()
    async with desk.database.reading() as reading:
        return await reading.personal.all(file.cards[EntrantNo(number)].subject)
