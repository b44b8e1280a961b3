"""A desk at which an event is played: whatever is due by itself is done after every word."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.chats.port import Capabilities
from bot.commands.gamefile import GameFile
from rules.pieces import Color
from rules.tournament.match import NextGame
from rules.tournament.model import Phase
from storage import open_database
from tests.commands.room import Heard
from tests.databases import new_database
from tests.tournament_chat.desk import MORNING, Desk

NAMES = ("Jan", "Ewa", "Zofia", "Adam", "Maja", "Igor", "Lena", "Oskar", "Hugo", "Nina")


class Hall(Desk):
    """Olga organises; ``anna``, ``piotr`` and others have accounts, the rest of the entrants have none."""

    async def do(self, user: str, text: str = "", **more: Any) -> list[Heard]:
        """What is heard because of a word or a press, and of everything that follows from it at once."""
        heard = await self.say(user, text, **more)
        return heard + await self.advance(timedelta(0))

    async def organise(self, text: str) -> list[Heard]:
        return await self.do("olga", text)

    async def fill(
        self, regulation: str, accounts: Iterable[str] = (), without: int = 0, **settings: str
    ) -> str:
        """An event whose sign-up is closed and whose lots are the numbers of the entrants; its code."""
        code = await self.open(regulation, settings=settings)
        for account in accounts:
            await self.do(account, f"/join #{code}")
        for name in NAMES[:without]:
            await self.organise(f"/tournament add #{code} {name}")
        await self.close_and_draw()
        return code

    async def close_and_draw(self) -> None:
        await self.organise("/tournament close")
        file = await self.event()
        numbers = " ".join(str(entrant.number) for entrant in file.event.entrants.values())
        await self.organise(f"/tournament lots manual {numbers}")

    async def begin_event(
        self, regulation: str, accounts: Iterable[str] = (), without: int = 0, **settings: str
    ) -> str:
        """An event with its first round paired; its code."""
        code = await self.fill(regulation, accounts, without, **settings)
        await self.organise("/tournament start")
        return code

    async def due(self) -> tuple[NextGame, ...]:
        return (await self.event()).event.next_games()

    async def decide_all(self, *results: str) -> None:
        """The organiser gives every game that is due a result, in turn, until the round is over."""
        given, rounds = 0, await self.rounds()
        while (games := await self.due()) and await self.rounds() == rounds:
            result = results[given % len(results)]
            await self.organise(f"/result {games[0].board}.{games[0].game} {result}")
            given += 1

    async def rounds(self) -> int:
        """How many rounds have been paired, in all sections together."""
        return sum(len(section.rounds) for section in (await self.event()).event.sections)

    async def to_the_end(self, *results: str) -> None:
        """Play on by the organiser's word until there is nothing left to play."""
        while (await self.event()).phase is Phase.RUNNING:
            event = (await self.event()).event
            if event.next_games():
                await self.decide_all(*results)
            elif event.next_at is not None:
                await self.advance(max(event.next_at - self.clock.now(), timedelta(0)))
            else:
                await self.organise("/next")

    async def resign(self, code: str, loser: Color) -> list[Heard]:
        """Somebody gives a game up, and confirms it."""
        game = await self.game(code)
        user = await self.account(game, loser)
        asked = await self.do(user, f"/resign {code}")
        return await self.do(user, press=asked[0].button("resign", f"yes {loser.value}"))

    async def account(self, game: GameFile, color: Color) -> str:
        """The account that plays a colour."""
        (person,) = game.seat(color).controllers
        async with self.database.reading() as reading:
            return (await reading.accounts.of(person))[0].external


@asynccontextmanager
async def open_hall(
    path: Path,
    locale: str = "en",
    seed: int = 1,
    now: datetime = MORNING,
    capabilities: Capabilities | None = None,
) -> AsyncIterator[Hall]:
    """A hall on the database in ``path``, as a program that starts at ``now`` opens it."""
    address = await new_database(path / "damka.db")
    database = open_database(address)
    await database.take_over(now)
    hall = Hall(database, locale, seed, now, capabilities)
    hall.address = address
    try:
        await hall.dispatcher.credit_outages()
        yield hall
        await database.heartbeat(hall.clock.now())
    finally:
        hall.dispatcher.close()
        await database.close()
