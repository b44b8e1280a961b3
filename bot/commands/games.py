"""Loading games from their logs, and appending to them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.commands.cache import Cache
from bot.commands.gamefile import BOARD, GameFile, Seat
from bot.commands.people import NAME
from bot.commands.place import Person, Place
from bot.commands.record import SCHEMA, Kind, Record, Status, Terms, opened, recompute, terms_body
from bot.regulations import Library, read
from bot.replies import Said, said
from rules.actions import Action, to_entry
from rules.happenings import Happening
from rules.pieces import Color
from storage.chain import EMPTY, Draft
from storage.ids import EventId, PersonId, PlaceId, Subject, SubjectKind
from storage.repositories.games import Side
from storage.repositories.games import StoredGame as GameRow
from storage.repositories.links import GamePlaces
from storage.unit_of_work import Reading, UnitOfWork

if TYPE_CHECKING:
    from rules.regulation import Regulation

_LETTERS, _DIGITS, _NO_COLUMNS = "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "MNPQRSTUVWXYZ"
REASON = "reason"


class GameCache(Cache[GameFile]):
    """Games as they were last committed."""

    def __init__(self, most: int = 4096) -> None:
        super().__init__(most)


@dataclass(frozen=True, slots=True)
class Author:
    """Who causes an entry, and through what; nobody for the bot itself."""

    person: Person | None = None
    at: datetime | None = None
    input: str | None = None


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit at a game: somebody known, a name not met yet, or, without either, anybody."""

    name: str = ""
    controllers: frozenset[PersonId] = frozenset()
    invited: str | None = None


async def pinned_regulation(reading: Reading, library: Library, digest: str) -> Regulation:
    """The regulation that a game or event has pinned, also where a later version ships another text."""
    shipped = library.by_hash(digest)
    if shipped is not None:
        return shipped
    stored = await reading.regulations.by_hash(digest)
    if stored is None:
        raise LookupError(f"regulation {digest}")
    return read(stored.text, source=stored.regulation)


def draft_of(
    subject: Subject, author: Author, now: datetime, kind: str, schema: int, body: Mapping[str, Any]
) -> Draft:
    """An entry as it is appended to the log of ``subject``."""
    person = author.person
    return Draft(
        subject=subject,
        kind=kind,
        schema=schema,
        body=json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True),
        recorded_time=now,
        platform_time=author.at,
        actor=person.id if person is not None else None,
        account=person.account if person is not None else None,
        input=author.input,
    )


async def free_code(unit: UnitOfWork, lots: random.Random) -> str:
    """A short code that nothing has: a letter and a digit, twice; three times once those run out."""
    for attempt in range(100):
        pairs = (_LETTERS, _NO_COLUMNS) if attempt < 20 else (_LETTERS, _NO_COLUMNS, _LETTERS)
        code = "".join(lots.choice(letters) + lots.choice(_DIGITS) for letters in pairs)
        if await unit.games.by_code(code) is None and await unit.events.by_code(code) is None:
            return code
    raise RuntimeError("no free code was found")


class GameReader:
    """Games as files, from any view of the database."""

    def __init__(self, reading: Reading, library: Library, cache: GameCache) -> None:
        self._reading = reading
        self._library = library
        self._cache = cache

    async def load(self, row: GameRow) -> GameFile:
        """The game with its record, computed from its log where the version is not known yet."""
        known = self._cache.get(row)
        if known is not None:
            return known
        pinned = await pinned_regulation(self._reading, self._library, row.regulation)
        regulation = self._library.told_apart(pinned)
        entries = await self._reading.log.of(row.subject)
        record = recompute(regulation.play, [entry.draft for entry in entries])
        elsewhere = await self._reading.links.of_game(row.id)
        return GameFile(row, regulation, await self._seats_of(row), record, elsewhere)

    async def _seats_of(self, row: GameRow) -> tuple[Seat, Seat]:
        sides = await self._reading.sides.of(row.id)
        names = await self._reading.personal.many(SubjectKind.SIDE, [side.id for side in sides], NAME)
        invited = {i.side: (i.username, i.platform) for i in await self._reading.sides.invitations(row.id)}
        first, second = (_to_seat(side, names.get(side.id, ""), *invited.get(side.id, ())) for side in sides)
        return first, second


def _to_seat(side: Side, name: str, invited: str | None = None, platform: str | None = None) -> Seat:
    """A name that was erased leaves a number, under which the results stay."""
    shown: str | Said = name
    if not name and side.controllers:
        shown = said("player.number", number=side.controllers[0])
    return Seat(side.seat, side.id, shown, frozenset(side.controllers), invited, platform)


class Games(GameReader):
    """The games as seen from one unit of work: what it changes is shown to others when it is committed."""

    def __init__(
        self,
        unit: UnitOfWork,
        library: Library,
        cache: GameCache,
        lots: random.Random,
        now: datetime,
        author: Author,
    ) -> None:
        super().__init__(unit, library, cache)
        self._unit = unit
        self._lots = lots
        self._now = now
        self._author = author
        self.changed: dict[int, GameFile] = {}
        self._age = cache.age
        self._names_are_stale = False

    def forget_names(self) -> None:
        """Names were erased: nothing that holds one may be used or remembered."""
        self._names_are_stale = True
        self.changed.clear()
        self._cache.forget()

    @property
    def names_are_stale(self) -> bool:
        """Whether names were erased."""
        return self._names_are_stale

    def publish(self) -> None:
        """To be called after the commit."""
        if self._names_are_stale:
            self._cache.forget()
        elif self._age == self._cache.age:
            for file in self.changed.values():
                self._cache.keep(file)

    async def load(self, row: GameRow) -> GameFile:
        file = self.changed.get(row.id)
        if file is None or file.row.version != row.version:
            file = self.changed[row.id] = await super().load(row)
        return file

    async def by_code(self, code: str) -> GameFile | None:
        row = await self._unit.games.by_code(code)
        return None if row is None else await self.load(row)

    async def shown_in(self, place: PlaceId, message: str) -> GameFile | None:
        """The game whose board a message in ``place`` shows."""
        row = await self._unit.games.by_message(place, message, BOARD)
        return None if row is None else await self.load(row)

    async def of(self, person: PersonId, place: PlaceId) -> list[GameFile]:
        """The running games of ``place`` in which ``person`` plays."""
        return [await self.load(seated.game) for seated in await self._unit.games.running_for(place, person)]

    async def here(self, place: PlaceId, *statuses: Status) -> list[GameFile]:
        """The games of ``place`` in these statuses."""
        return [await self.load(row) for row in await self._unit.games.in_place(place, statuses)]

    async def latest_here(self, place: PlaceId) -> list[GameFile]:
        """The game of ``place`` that was begun last of those that have ended, if there is one."""
        row = await self._unit.games.latest_in(place, Status.ENDED)
        return [] if row is None else [await self.load(row)]

    async def everywhere(self, person: PersonId) -> list[GameFile]:
        """The open games of ``person`` in all places."""
        return [await self.load(seated.game) for seated in await self._unit.games.of_person(person)]

    async def for_name(self, platform: str, username: str) -> list[GameFile]:
        """The open challenges to a name under which the bot has met nobody yet."""
        rows = [
            await self._unit.games.by_id(invitation.game)
            for invitation in await self._unit.sides.invitations_to(platform, username)
        ]
        return [await self.load(row) for row in rows if row is not None]

    async def challenge(
        self,
        place: Place,
        regulation: Regulation,
        terms: Terms,
        challenger: Sitter,
        opponent: Sitter,
        event: EventId | None = None,
        also: tuple[PlaceId, ...] = (),
    ) -> GameFile:
        """Store a challenge, or a game of an event, which may be played in other places ``also``."""
        await self._unit.regulations.add(regulation.hash, regulation.id, regulation.text)
        row = await self._unit.games.add(
            code=await free_code(self._unit, self._lots),
            place=place.id,
            regulation=regulation.hash,
            status=Status.OFFERED,
            created=self._now,
            event=event,
        )
        for further in also:
            await self._unit.links.add_game_place(row.id, further)
        seats = await self._seat(row, 0, challenger, place), await self._seat(row, 1, opponent, place)
        draft = self._draft(row, Kind.CHALLENGED, SCHEMA, terms_body(terms))
        record = opened(regulation.play, draft)
        file = GameFile(row, self._library.told_apart(regulation), seats, record, GamePlaces(also))
        return await self._store(file, draft, record)

    async def _seat(self, row: GameRow, number: int, sitter: Sitter, place: Place) -> Seat:
        side = await self._unit.sides.add(row.id, number, controllers=tuple(sorted(sitter.controllers)))
        if sitter.name:
            await self._unit.personal.set(Subject(SubjectKind.SIDE, side.id), NAME, sitter.name)
        if sitter.invited is not None:
            await self._unit.sides.invite(side.id, place.ref.platform, sitter.invited)
        return _to_seat(side, sitter.name, sitter.invited, place.ref.platform)

    async def move_to_thread(self, file: GameFile, channel: Place, thread: Place) -> GameFile:
        """Let a game that is just being opened be played in a thread of ``channel``."""
        await self._unit.links.add_game_place(file.id, thread.id, instead_of=channel.id)
        threads = {**file.threads, channel.id: thread.id}
        file = replace(file, elsewhere=replace(file.elsewhere, threads=threads))
        self.changed[file.id] = file
        return file

    async def take_seat(self, file: GameFile, person: Person) -> GameFile:
        """Let ``person`` have the challenged seat."""
        side = file.challenged.side
        await self._unit.sides.control(side, person.id)
        await self._unit.sides.uninvite(side)
        await self._unit.personal.set(Subject(SubjectKind.SIDE, side), NAME, person.name)
        seat = replace(file.challenged, name=person.name, controllers=frozenset((person.id,)), invited=None)
        return replace(file, seats=(file.challenger, seat))

    async def uninvite(self, file: GameFile) -> GameFile:
        """Forget whom the challenged seat was kept for by name."""
        side = file.challenged.side
        await self._unit.sides.uninvite(side)
        await self._unit.personal.erase(Subject(SubjectKind.SIDE, side))
        return replace(file, seats=(file.challenger, replace(file.challenged, name="", invited=None)))

    async def colour_sides(self, file: GameFile) -> None:
        """Store which side has which colour, for whoever reads the tables."""
        for seat in file.seats:
            color = file.record.color_of(seat.number)
            if color is not None:
                await self._unit.sides.set_color(seat.side, color.value)

    async def act(
        self, file: GameFile, by: Color | None, action: Action, reason: str = ""
    ) -> tuple[GameFile, tuple[Happening, ...]]:
        """Append an action of play. Raises RulesError, before anything is written."""
        kind, schema, body = to_entry(by, action)
        return await self.append(file, kind, body, schema, reason)

    async def append(
        self, file: GameFile, kind: str, body: Mapping[str, Any], schema: int = SCHEMA, reason: str = ""
    ) -> tuple[GameFile, tuple[Happening, ...]]:
        """Append an entry and store what follows from it.

        ``reason`` is an arbiter's free text, kept apart from the log, where it can be erased.
        """
        draft = self._draft(file.row, kind, schema, body)
        record, happened = file.record.after(draft)
        changed = await self._store(file, draft, record)
        if reason:
            await self._unit.personal.set(file.row.subject, f"{REASON}:{changed.row.log_seq}", reason)
        return changed, happened

    async def _store(self, file: GameFile, draft: Draft, record: Record) -> GameFile:
        entry = await self._unit.log.append(draft, file.head if file.row.log_seq else EMPTY)
        row = replace(file.row, **record.projection(), updated=self._now).at_head(entry.head)
        changed = replace(file, row=await self._unit.games.save(row), record=record)
        self.changed[file.id] = changed
        return changed

    def _draft(self, row: GameRow, kind: str, schema: int, body: Mapping[str, Any]) -> Draft:
        return draft_of(row.subject, self._author, self._now, kind, schema, body)
