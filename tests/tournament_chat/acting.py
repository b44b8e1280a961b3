"""Entries in the log of an event for which no command is needed, such as what a game brings."""

from __future__ import annotations

import random

from bot.commands.games import Author
from bot.commands.tournament.eventfile import EventCache
from bot.commands.tournament.events import Events
from rules.tournament.actions import EventAction
from tests.commands.room import LIBRARY
from tests.tournament_chat.hall import Hall


async def act(hall: Hall, action: EventAction) -> None:
    """Append ``action`` to the log of the last event, and tell nobody."""
    async with hall.database.unit_of_work() as unit:
        events = Events(unit, LIBRARY, EventCache(), random.Random(1), hall.clock.now(), Author())
        row = (await unit.events.after(limit=100))[-1]
        await events.act(await events.load(row), action)
        await unit.commit()
