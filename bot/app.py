"""The program put together: database, commands, sender and scheduler, behind one or several chats."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.chats.port import ChatPort, Input
from bot.commands.dispatch import Dispatcher
from bot.regulations import Library
from bot.render import Renderer
from bot.replies import Said
from bot.retrying import back_off
from bot.scheduler import HEARTBEAT, LAST_RETRY, Due, Scheduler
from bot.sender import Sender
from bot.texts import Catalogues, match_language
from bot.timekeeper import Timekeeper, VirtualClock
from storage import Database, open_database
from storage.repositories.events import StoredEvent
from storage.repositories.games import StoredGame
from storage.repositories.jobs import Job

_log = logging.getLogger(__name__)

STOOD_STILL = timedelta(seconds=30)
"""a pulse that comes so late means that the machine slept: that time is given back"""
KEPT = timedelta(days=30)
"""how long messages and ids of inputs are kept when they are done with"""
CLEANING = timedelta(days=1)


class Damka:
    """A running program; made by ``running``."""

    def __init__(
        self,
        db: Database,
        ports: Mapping[str, ChatPort],
        texts: Catalogues,
        timekeeper: Timekeeper,
        language: str,
        places_at_once: int,
        lots: random.Random | None = None,
    ) -> None:
        """``lots`` decide all that is left to chance; those of the machine where none are given."""
        self.timekeeper = timekeeper
        self._db = db
        self._texts = texts
        self._language = language
        self._renderer = Renderer(texts)
        self._dispatcher = Dispatcher(
            db,
            Library.shipped(),
            timekeeper,
            lots or random.SystemRandom(),
            capabilities={platform: port.capabilities for platform, port in ports.items()},
            on_commit=self._committed,
        )
        self._sender = Sender(db, ports, self._renderer, timekeeper, places_at_once=places_at_once)
        self._pulse = timekeeper.now()
        self._scheduler = Scheduler(self, timekeeper)
        self._clockwork: list[asyncio.Task[None]] = []

    def say(self, what: Said, locale: str | None = None) -> str:
        """``what`` in the language of ``locale``, or of whoever runs the program."""
        return self._texts.say(what, match_language(locale) if locale else self._language)

    async def open(self) -> None:
        """Send what an earlier process has left, then make good the time in which none ran."""
        await self._sender.drain(resent=True)
        await self._dispatcher.credit_outages()
        await self._sender.drain()

    async def hear(self, heard: Input, *, send: bool = True) -> None:
        """Do what an input asks and what it has made due, and send all it caused.

        Without ``send`` that waits for the next input: what is edited many times is then sent once.
        """
        if heard.text:
            self._sender.heard(heard.place)
        await self._dispatcher.handle(heard)
        if not send:
            return
        await self._sender.drain()
        await self._scheduler.catch_up()

    async def advance(self, by: timedelta, update: tuple[str, str, str] | None) -> None:
        """Move the virtual clock, doing in order all that falls due.

        ``update``: platform, bot and id of the input that asks for it. Raises OverflowError where time ends.
        """
        clock = self.timekeeper
        if not isinstance(clock, VirtualClock):
            raise TypeError("only a virtual clock can be moved")
        until = clock.now() + by
        if update is not None and not await self._is_new(update):
            return
        await self._scheduler.advance(clock, until)
        if update is not None:
            async with self._db.unit_of_work() as unit:
                await unit.inbox.claim(*update, clock.now())
                await unit.commit()

    async def _is_new(self, update: tuple[str, str, str]) -> bool:
        async with self._db.unit_of_work() as unit:  # rolled back: it is claimed when the time has come
            return await unit.inbox.claim(*update, self.timekeeper.now())

    def start_clockwork(self) -> None:
        """Whatever waited has been heard: from now on deadlines act by themselves. Later calls do nothing."""
        if not self._clockwork and not self.timekeeper.is_virtual:
            work = (self._scheduler.run(), self._sender.run(), self._clean())
            self._clockwork = [asyncio.create_task(each) for each in work]

    async def close(self) -> None:
        """Stop acting, and leave word of when."""
        for task in self._clockwork:
            task.cancel()
        await asyncio.gather(*self._clockwork, return_exceptions=True)
        self._renderer.close()
        self._dispatcher.close()
        await self._db.heartbeat(self.timekeeper.now())

    # --- what the scheduler asks for ------------------------------------------------------------------------

    async def upcoming(self, until: datetime, limit: int) -> Sequence[Due]:
        """Deadlines of games and events, and jobs, the earliest first."""
        async with self._db.reading() as found:
            games = await found.games.due(until, limit)
            events = await found.events.due(until, limit)
            jobs = await found.jobs.due(until, limit)
        due = [self._deadline(game) for game in games] + [self._job(job) for job in jobs]
        due += [self._event_deadline(event) for event in events]
        return sorted(due, key=lambda entry: entry.at)[:limit]

    async def heartbeat(self, now: datetime) -> None:
        """Leave word that the program runs; a pulse that comes too late was an outage."""
        if now - self._pulse < HEARTBEAT and not self.timekeeper.is_virtual:
            return
        if now - self._pulse > STOOD_STILL and not self.timekeeper.is_virtual:
            async with self._db.unit_of_work() as unit:
                await unit.operation.add_outage(self._pulse, now)
                await unit.operation.heartbeat(now)
                await unit.commit()
            self._pulse = now
            await self._dispatcher.credit_outages()
            return
        await self._db.heartbeat(now)
        self._pulse = now

    async def settle(self) -> None:
        await self._sender.drain()

    def _deadline(self, game: StoredGame) -> Due:
        async def act(now: datetime) -> None:
            await self._dispatcher.deadline_passed(game.id, now)

        return Due(game.deadline or datetime.max.replace(tzinfo=UTC), f"game {game.id}", act)

    def _event_deadline(self, event: StoredEvent) -> Due:
        async def act(now: datetime) -> None:
            await self._dispatcher.event_deadline_passed(event.id, now)

        key = f"event {event.id} {event.deadline_kind}"
        return Due(event.deadline or datetime.max.replace(tzinfo=UTC), key, act)

    def _job(self, job: Job) -> Due:
        async def act(now: datetime) -> None:
            try:
                await self._dispatcher.run_job(job, now)
            except Exception as problem:
                # stored, so that a restart does not begin at once with what has just failed
                _log.exception("job %d of kind %s will be tried again", job.id, job.kind)
                later = now + back_off(job.attempts + 1, LAST_RETRY)
                async with self._db.unit_of_work() as unit:
                    await unit.jobs.fail(job.id, repr(problem), due=later)
                    await unit.commit()

        return Due(job.due, f"job {job.id}", act)

    def _committed(self) -> None:
        self._scheduler.wake()
        self._sender.wake()

    async def _clean(self) -> None:
        """Forget what is done with, once a day."""
        while True:
            await asyncio.sleep(CLEANING.total_seconds())
            before = self.timekeeper.now() - KEPT
            try:
                async with self._db.unit_of_work() as unit:
                    await unit.outbox.prune(before)
                    await unit.inbox.prune(before)
                    await unit.jobs.prune(before)
                    await unit.dialogues.prune(before)
                    await unit.commit()
            except Exception:
                _log.exception("cleaning waits for tomorrow")


@asynccontextmanager
async def running(
    address: str | Path,
    ports: Mapping[str, ChatPort],
    texts: Catalogues,
    timekeeper: Timekeeper,
    *,
    language: str,
    places_at_once: int = 8,
) -> AsyncIterator[Damka]:
    """The program on a database, which it owns meanwhile; what was pending is sent before the block begins.

    ``language`` is that of whoever runs it. Raises StorageError.
    """
    db = open_database(address)
    try:
        await db.take_over(timekeeper.now(), may_go_back=not timekeeper.is_virtual)
        damka = Damka(db, ports, texts, timekeeper, language, places_at_once)
        try:
            await damka.open()
            yield damka
        finally:
            await damka.close()
    finally:
        await db.close()
