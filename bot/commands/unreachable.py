"""A chat that cannot be written to, or a message that no chat takes: said once, to whoever should know."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from bot.commands.people import People
from bot.commands.tournament.due import OVER
from bot.replies import Reply, Said, encode_reply, said
from rules.tournament.model import Phase
from storage.ids import EventId, PersonId, PlaceId
from storage.repositories.events import EventRole, StoredEvent
from storage.repositories.games import GameStatus, StoredGame
from storage.repositories.outbox import Outgoing
from storage.repositories.places import Place
from storage.unit_of_work import UnitOfWork

GOING_ON = tuple(phase.value for phase in Phase if phase not in OVER)
MOST_NAMED = 12


class Notes:
    """Sentences for places, one message each."""

    def __init__(self, unit: UnitOfWork, people: People, now: datetime) -> None:
        self._unit = unit
        self._people = people
        self._now = now
        self._lines: dict[PlaceId, list[Said]] = defaultdict(list)

    def add(self, place: PlaceId, line: Said) -> None:
        if line not in self._lines[place]:
            self._lines[place].append(line)

    async def add_privately(self, person: PersonId, line: Said) -> None:
        """Where the bot can write to ``person`` alone, if it can."""
        for place in await self._people.private_places(person):
            self.add(place.id, line)

    async def add_to_organisers(self, event: EventId, line: Said) -> None:
        for person, role in await self._unit.events.roles(event):
            if role is EventRole.ORGANISER:
                await self.add_privately(person, line)

    async def write_out(self, but: PlaceId, key: str | None = None) -> None:
        """Put everything into the outbox, except what would go to the place ``but``.

        With ``key`` only what was not written under it before.
        """
        messages = []
        for number, lines in self._lines.items():
            if number == but:
                continue
            place = await self._people.place_by_id(number)
            body = encode_reply(Reply(tuple(lines), language=place.language, zone=str(place.zone)))
            own_key = None if key is None else f"{key}:{number}"
            messages.append(Outgoing(place=number, body=body, created=self._now, key=own_key))
        await self._unit.outbox.add(*messages)


async def tell_of_lost_place(unit: UnitOfWork, people: People, place: Place, now: datetime) -> None:
    """The bot was blocked by a person, or put out of a chat. What is played goes on."""
    notes = Notes(unit, people, now)
    if place.is_private:
        for person in await unit.places.owners(place.id):
            await _miss_person(notes, unit, people, person)
    else:
        await _miss_chat(notes, unit, place)
    await notes.write_out(place.id)


async def _miss_person(notes: Notes, unit: UnitOfWork, people: People, person: PersonId) -> None:
    """Opponents hear of it where they play, in an event its organisers do."""
    name = await people.name_of(person) or said("player.number", number=person)
    for event in await unit.events.of_person(person, GOING_ON):
        await notes.add_to_organisers(event.id, said("sending.entrant-lost", player=name, title=event.title))
    codes: dict[PlaceId, list[str]] = defaultdict(list)
    for seated in await unit.games.of_person(person, (GameStatus.RUNNING,)):
        if seated.game.event is None:
            codes[seated.game.place].append(seated.game.code)
    for place, games in codes.items():
        notes.add(place, said("sending.player-lost", player=name, games=_named(games)))


async def _miss_chat(notes: Notes, unit: UnitOfWork, place: Place) -> None:
    """Organisers of its events and players of its other games hear of it alone."""
    for event in await unit.events.in_place(place.id, GOING_ON):
        await notes.add_to_organisers(event.id, said("sending.chat-lost", title=event.title))
    codes: dict[PersonId, list[str]] = defaultdict(list)
    for game in await unit.games.in_place(place.id, (GameStatus.RUNNING,)):
        for person in await _players(unit, game) if game.event is None else ():
            codes[person].append(game.code)
    for person, games in codes.items():
        await notes.add_privately(person, said("sending.games-lost", games=_named(games)))


async def _players(unit: UnitOfWork, game: StoredGame) -> set[PersonId]:
    return {person for side in await unit.sides.of(game.id) for person in side.controllers}


def _named(codes: list[str]) -> tuple[str, ...]:
    shown = tuple(sorted(codes)[:MOST_NAMED])
    return (*shown, "…") if len(codes) > len(shown) else shown


async def tell_of_undeliverable(
    unit: UnitOfWork, people: People, place: Place, subject: str | None, now: datetime
) -> None:
    """A message was set aside: the organisers of the event that it was about hear of it, once an hour."""
    event = await _concerned(unit, place, subject)
    if event is None:
        return
    notes = Notes(unit, people, now)
    await notes.add_to_organisers(event.id, said("sending.undeliverable", title=event.title))
    await notes.write_out(place.id, key=f"undeliverable:{event.id}:{now:%Y-%m-%dT%H}")


async def _concerned(unit: UnitOfWork, place: Place, subject: str | None) -> StoredEvent | None:
    """The event that a subject names, or a game of it; otherwise the only one that goes on in the place."""
    code = (subject or "").split(":")[1:2]
    if code:
        if (event := await unit.events.by_code(code[0])) is not None:
            return event
        game = await unit.games.by_code(code[0])
        return None if game is None or game.event is None else await unit.events.by_id(game.event)
    found = await unit.events.in_place(place.id, GOING_ON)
    return found[0] if len(found) == 1 else None
