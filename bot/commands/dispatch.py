"""The one path of a command: seen before? read it, do it, store what is to be said, commit.

Nothing is said before the commit, and nothing is remembered that the database has not accepted.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial

from bot.chats.port import Answers, Capabilities, Input
from bot.commands import challenge
from bot.commands.acting import RETURN_GAME, fall_of_flag
from bot.commands.choices import Choosable, Chooser
from bot.commands.context import Context, Refusal, Services
from bot.commands.directory import Changed, Directory, leave_word, words
from bot.commands.games import Author, GameCache, GameReader, Games
from bot.commands.obeying import obey, say_no, say_nothing, say_sorry
from bot.commands.outage import credit_outages
from bot.commands.people import People
from bot.commands.place import ANY_CHAT
from bot.commands.record import Status
from bot.commands.refusal import Overheard
from bot.commands.tournament import pairing
from bot.commands.tournament.clockwork import ON_DEADLINE, ON_JOB
from bot.commands.tournament.due import DueKind
from bot.commands.tournament.eventfile import EventCache
from bot.commands.tournament.events import EventReader, Events
from bot.commands.tournament.outages import credit_deadlines
from bot.commands.tournament.work import Work
from bot.regulations import Library
from bot.replies import Said
from bot.timekeeper import Timekeeper
from bot.worker import Worker
from storage import Database
from storage.errors import Conflict, Overtaken, StaleVersion, StorageError
from storage.ids import EventId, GameId, PlaceId
from storage.repositories.jobs import Job
from storage.unit_of_work import UnitOfWork

_log = logging.getLogger(__name__)

ATTEMPTS = 10
"""how often a command is tried that somebody else has overtaken"""
LONGEST_STEP_BACK = 0.02
"""seconds for which it steps back the first time, by chance up to so many; more each time"""


class Dispatcher:
    """Everything that changes a game goes through here; safe to be called from many tasks at once."""

    def __init__(
        self,
        db: Database,
        library: Library,
        timekeeper: Timekeeper,
        lots: random.Random,
        *,
        capabilities: Mapping[str, Capabilities] | None = None,
        on_commit: Callable[[Collection[PlaceId] | None], None] = lambda places: None,
    ) -> None:
        """``lots`` decides colours and codes; ``capabilities`` are those of the platforms, by name;
        ``on_commit`` is called after every commit with the places for which something is to be sent,
        or with None where that may be any."""
        self._db = db
        self._timekeeper = timekeeper
        self._services = Services(library, lots, capabilities or {})
        self._on_commit = on_commit
        self._cache = GameCache()
        self._event_cache = EventCache()
        self._words: dict[Changed, str] = {}
        self._worker = Worker()
        self.directory = Directory()

    async def handle(self, input: Input) -> Answers:
        """Do what a person asks and answer it; returns, when that is stored, what is on its way to them.

        An input whose id was handled before changes nothing and answers nothing. An error of ours is told in
        one sentence and changes nothing either. Raises StorageError where not even that can be stored.
        """
        for attempt in range(1, ATTEMPTS):
            try:
                return await self._try(input)
            except (Overtaken, Conflict):
                self.forget()
                await asyncio.sleep(random.uniform(0, LONGEST_STEP_BACK * attempt))  # noqa: S311
        return await self._try(input)

    async def turn_away(self, input: Input, what: Said) -> Answers:
        """Do nothing of what a person asks, and say why. Raises StorageError."""
        return await self._attempt(input, partial(say_no, refusal=Refusal(what)))

    async def _try(self, input: Input) -> Answers:
        try:
            return await self._attempt(input, obey)
        except Refusal as refusal:
            return await self._attempt(input, partial(say_no, refusal=refusal))
        except Overheard:
            return await self._attempt(input, say_nothing)
        except StorageError:
            raise
        except Exception:
            _log.exception("an input could not be handled")
            self.forget()
            return await self._attempt(input, say_sorry)

    async def look_around(self) -> None:
        """Forget what is remembered and another process has changed."""
        async with self._db.reading() as reading:
            found = await words(reading)
        known, self._words = self._words, found
        if found.get(Changed.NAMES) != known.get(Changed.NAMES):
            self.forget()
        elif found != known:
            self.directory.forget()

    def forget(self) -> None:
        """Ask the database again for everything: somebody else has changed it."""
        self._cache.forget()
        self._event_cache.forget()
        self.directory.forget()

    async def _attempt(self, input: Input, work: Callable[[Context], Awaitable[None]]) -> Answers:
        now = self._timekeeper.now()
        async with self._db.unit_of_work() as unit:
            ref = input.place
            if input.update is not None and not await unit.inbox.claim(
                ref.platform, ref.bot, input.update, now
            ):
                return Answers()
            people = People(self.directory, unit, now)
            place = await people.place(input)
            speaker = await people.speaker(input)
            if place.is_private:
                place = await people.in_private(speaker, place)
            if input.speaker.is_anonymous:
                speaker = replace(speaker, chosen_language=place.language)
            author = Author(None if input.speaker.is_anonymous else speaker, min(input.at, now), input.update)
            games, events = self._games(unit, now, author), self._events(unit, now, author)
            ctx = Context(self._services, unit, people, games, events, place, now, speaker, input)
            await work(ctx)
            await self._commit(ctx)
            return ctx.answers

    async def _commit(self, ctx: Context) -> None:
        places = await ctx.write_out()
        if ctx.games.names_are_stale or ctx.events.names_are_stale:
            await leave_word(ctx.unit, Changed.NAMES, self._timekeeper.now())
        elif ctx.people.concerns_others:
            await leave_word(ctx.unit, Changed.PEOPLE, self._timekeeper.now())
        await ctx.unit.commit()
        ctx.people.publish()
        ctx.games.publish()
        ctx.events.publish()
        self._on_commit(places)

    def _games(self, unit: UnitOfWork, now: datetime, author: Author) -> Games:
        return Games(unit, self._services.library, self._cache, self._services.lots, now, author)

    def _events(self, unit: UnitOfWork, now: datetime, author: Author) -> Events:
        return Events(unit, self._services.library, self._event_cache, self._services.lots, now, author)

    @asynccontextmanager
    async def _alone(self, unit: UnitOfWork, now: datetime, place: PlaceId) -> AsyncIterator[Context]:
        """What the bot does by itself in a place, committed at the end of the block."""
        people = People(self.directory, unit, now)
        games, events = self._games(unit, now, Author()), self._events(unit, now, Author())
        here = await people.place_by_id(place)
        ctx = Context(self._services, unit, people, games, events, here, now)
        yield ctx
        await self._commit(ctx)

    # --- what happens by itself -----------------------------------------------------------------------------

    async def event_deadline_passed(self, event: EventId, now: datetime) -> None:
        """The deadline of an event has come: sign-up opens or closes. Nothing happens before it.

        Raises Overtaken where another process is busy with the event.
        """
        async with self._db.unit_of_work() as unit:
            row = await unit.events.take(event)
            if row is None:
                raise Overtaken(event=event)
            if row.deadline is None or row.deadline > now or row.deadline_kind is None:
                return
            async with self._alone(unit, now, row.place) as ctx:
                await ON_DEADLINE[DueKind(row.deadline_kind)](ctx, await ctx.events.load(row))

    async def deadline_passed(self, game: GameId, now: datetime) -> None:
        """The deadline of a game has come: a challenge expires, a flag falls. Nothing happens before it.

        Raises Overtaken where another process is busy with the game.
        """
        async with self._db.unit_of_work() as unit:
            row = await unit.games.take(game)
            if row is None:
                raise Overtaken(game=game)
            if row.deadline is None or row.deadline > now:
                return
            async with self._alone(unit, now, row.place) as ctx:
                file = await ctx.games.load(row)
                if file.record.status is Status.OFFERED:
                    await challenge.expire(ctx, file)
                else:
                    await fall_of_flag(ctx, file)

    async def run_job(self, job: Job, now: datetime) -> None:
        """Do a stored job; it is finished in the same transaction.

        Raises Overtaken where another process is busy with it, and ValueError for an unknown kind.
        """
        if job.kind == Work.PAIR and job.subject is not None:
            claim = f"job {job.id}"  # what is worked out outside any transaction is locked by no row
            if not await self._db.claim(claim):
                raise Overtaken(job=job.id)
            try:
                await self._pair(job, EventId(job.subject.id), now)
            finally:
                await self._db.give_up(claim)
            return
        async with self._db.unit_of_work() as unit:
            if not await unit.jobs.take(job.id):
                raise Overtaken(job=job.id)
            await unit.jobs.finish(job.id)
            if job.kind in ON_JOB and job.subject is not None:
                await self._run_event_job(unit, job, EventId(job.subject.id), now)
                return
            if job.kind != RETURN_GAME or job.subject is None:
                raise ValueError(f"no job of kind {job.kind}")
            row = await unit.games.by_id(GameId(job.subject.id))
            if row is None:
                raise LookupError(f"game {job.subject.id}")
            async with self._alone(unit, now, row.place) as ctx:
                await challenge.return_game(ctx, await ctx.games.load(row))

    async def _run_event_job(self, unit: UnitOfWork, job: Job, event: EventId, now: datetime) -> None:
        row = await unit.events.by_id(event)
        if row is None:
            raise LookupError(f"event {event}")
        async with self._alone(unit, now, row.place) as ctx:
            await ON_JOB[job.kind](ctx, await ctx.events.load(row), json.loads(job.payload))

    async def _pair(self, job: Job, event: EventId, now: datetime) -> None:
        """Work out what comes next in an event outside any transaction, then store it in one."""
        rounds = bool(json.loads(job.payload).get("rounds"))
        for _ in range(ATTEMPTS):
            async with self._db.reading() as reading:
                row = await reading.events.by_id(event)
                if row is None:
                    raise LookupError(f"event {event}")
                reader = EventReader(reading, self._services.library, self._event_cache)
                file = await reader.load(row)
                births = await reader.births(file)
            plans = await pairing.prepare(file, births, rounds, now, self._worker)
            try:
                async with self._db.unit_of_work() as unit:
                    if not await unit.jobs.finish(job.id):
                        return
                    async with self._alone(unit, now, row.place) as ctx:
                        current = await ctx.events.by_id(event)
                        if current is not None:
                            await pairing.run(ctx, current, plans, rounds)
                return
            except pairing.Overtaken:
                self._event_cache.forget()
        raise StaleVersion(event=event)

    async def choices(
        self, input: Input, command: str, parameter: str, typed: str
    ) -> tuple[str, list[Choosable]]:
        """What fits as ``parameter`` of ``command`` and what was typed of it, and the language to say it in.

        Nothing is changed or remembered. Raises StorageError.
        """
        async with self._db.reading() as reading:
            library = self._services.library
            games = GameReader(reading, library, self._cache)
            events = EventReader(reading, library, self._event_cache)
            here = self._services.capabilities.get(input.place.platform, ANY_CHAT)
            now = self._timekeeper.now()
            chooser = Chooser(reading, library, games, events, now, gives_roles=here.roles)
            found = await chooser.choose(input, command, parameter, typed)
            return chooser.language, found

    def close(self) -> None:
        """End what is being worked out in another process."""
        self._worker.close()

    async def credit_outages(self, but: Collection[str] = ()) -> None:
        """Give running clocks and deadlines back the times in which the bot did not run, or could not hear.

        Those of the platforms ``but`` are not over yet.
        """
        now = self._timekeeper.now()
        async with self._db.unit_of_work() as unit:
            outages = await unit.operation.uncredited_outages(but)
            if not outages:
                return
            people, events = People(self.directory, unit, now), self._events(unit, now, Author())
            await credit_deadlines(unit, events, outages)
            await credit_outages(unit, people, outages, now)
            await unit.commit()
        events.publish()
        self._cache.forget()
        self._on_commit(None)
