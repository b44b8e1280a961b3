"""The program put together: database, commands, sender and scheduler, behind one or several chats."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.chats.port import Adapter, AdapterError, Answers, ChatPort, Choice, Input, PlaceRef
from bot.cleaning import keep_clean
from bot.commands.dispatch import Dispatcher
from bot.commands.obeying import asked_for
from bot.commands.whereabouts import Whereabouts
from bot.ears import Ears
from bot.floods import Floods, Verdict
from bot.metrics import Measured, Metrics
from bot.pulse import Pulse
from bot.reception import Reception
from bot.regulations import Library
from bot.render import Renderer
from bot.replies import Said, said
from bot.retrying import back_off
from bot.scheduler import LAST_RETRY, Due, Scheduler
from bot.sending.sender import Sender
from bot.texts import Catalogues, match_language
from bot.timekeeper import Timekeeper, VirtualClock
from bot.voices import Voices
from storage import Database, open_database
from storage.errors import Overtaken, StorageError
from storage.ids import PlaceId
from storage.repositories.events import StoredEvent
from storage.repositories.games import StoredGame
from storage.repositories.jobs import Job

_log = logging.getLogger(__name__)

LAST_NEW_START = timedelta(minutes=5)
"""of an adapter that a fault of ours ends again and again"""


class Damka:
    """A running program; made by ``running``."""

    def __init__(
        self,
        db: Database,
        ports: Mapping[str, ChatPort],
        texts: Catalogues,
        timekeeper: Timekeeper,
        language: str,
        *,
        in_step: bool,
        metrics: Metrics | None = None,
        lots: random.Random | None = None,
    ) -> None:
        """``in_step``: whatever is said is sent before anything else happens, as between people at a table.

        ``metrics`` are told what the program does. ``lots`` decide all that is left to chance; those of the
        machine where none are given.
        """
        self.timekeeper = timekeeper
        self._metrics = metrics or Metrics()
        ports = {platform: Measured(port, self._metrics) for platform, port in ports.items()}
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
        self._ears = Ears(db, timekeeper, self._give_back)
        self._voices = Voices(db, timekeeper, self._ears, ports)
        self._whereabouts = Whereabouts(db, self._dispatcher, timekeeper, self._committed)
        self._sender = Sender(db, ports, self._renderer, timekeeper, self._whereabouts, self._is_ours)
        self._reception = Reception(db, timekeeper, self._handle)
        self._floods = Floods()
        self._in_step = in_step
        self._ports = ports
        self._pulse = Pulse(db, timekeeper, self._ears, self._voices, self._give_back)
        self._scheduler = Scheduler(self, timekeeper)
        self._clockwork: list[asyncio.Task[None]] = []

    def say(self, what: Said, locale: str | None = None) -> str:
        """``what`` in the language of ``locale``, or of whoever runs the program."""
        return self._texts.say(what, match_language(locale) if locale else self._language)

    async def open(self) -> None:
        """Make good the time in which no process ran, and send what an earlier one has left.

        Unless the program goes in step, it acts by itself from here on, and every platform is deaf until its
        adapter says otherwise; so is one that was spoken on before and has no adapter any more.
        """
        await self._sender.open()
        if self._in_step:
            await self._sender.drain()
        else:
            await self._voices.open()
            for platform in {*self._ports, *await self._spoken_on()} - self._voices.elsewhere:
                self.deaf(platform)
        await self._give_back()
        if self._in_step:
            await self._sender.drain()
        else:
            self.start_clockwork()

    async def _spoken_on(self) -> set[str]:
        """The platforms of all that is stored; on a server any of them may be another process's."""
        if not self._db.is_file:
            return set()
        async with self._db.reading() as found:
            return await found.places.platforms()

    async def talk(self, adapter: Adapter) -> None:
        """Run an adapter as soon as no other process speaks on its platform, and anew after a fault of ours.

        Raises AdapterError, also where another process may have taken its place.
        """
        failures = 0
        while True:
            try:
                await self._voices.speak(adapter.platform, lambda: adapter.run(self), self._take_over)
                return
            except AdapterError:
                raise
            except Exception:
                failures += 1
                pause = back_off(failures, LAST_NEW_START)
                _log.exception("%s begins anew in %s", adapter.platform, pause)
            await asyncio.sleep(pause.total_seconds())

    async def _take_over(self) -> None:
        """What another process has left is sent again, and nothing remembered that it has changed."""
        self._dispatcher.forget()
        await self._sender.open()

    def _is_ours(self, platform: str) -> bool:
        return self._in_step or self._voices.is_ours(platform)

    async def _give_back(self, but: Collection[str] = ()) -> None:
        """Credit all outages, save those of the platforms ``but`` and of those where others listen."""
        elsewhere = frozenset() if self._in_step else self._voices.elsewhere
        await self._dispatcher.credit_outages(elsewhere | set(but))

    # --- what adapters ask for ------------------------------------------------------------------------------

    async def receive(self, platform: str, bot: str, update: str, payload: str) -> bool:
        return await self._reception.receive(platform, bot, update, payload)

    async def waiting(self, platform: str, bot: str) -> Sequence[tuple[str, str, datetime]]:
        return await self._reception.waiting(platform, bot)

    async def drop(self, platform: str, bot: str, update: str) -> None:
        await self._reception.drop(platform, bot, update)

    async def hear(self, heard: Input, *, send: bool = True) -> Answers:
        """Do what an input asks and what it has made due, and send all it caused.

        Without ``send`` that goes its own way; where the program is in step it waits for the next input, so
        that what is edited many times is sent once. What is too much at once is not done, except between
        people at a table. Raises StorageError.
        """
        if heard.text and heard.typed is None:  # a command that was filled in stands nowhere
            self._sender.heard(heard.place)
        verdict = Verdict.HEARD if self._in_step else self._floods.judge(heard)
        if verdict is not Verdict.HEARD:
            return await self._turn_away(heard, verdict)
        answers = await self._reception.hear(heard)
        if send:
            await self._sender.drain()
            await self._scheduler.catch_up()
        return answers

    async def _turn_away(self, heard: Input, verdict: Verdict) -> Answers:
        """An input that was too much: it is done with, and whoever sent it is told so the first time."""
        answers = Answers()
        if verdict is Verdict.TOLD:
            answers = await self._dispatcher.turn_away(heard, said("flood.slow-down"))
        if heard.update is not None:
            await self.drop(heard.place.platform, heard.place.bot, heard.update)
        return answers

    async def _handle(self, heard: Input) -> Answers:
        await self._pulse.catch_up(self.timekeeper.now())
        await self._ears.before(heard.place.platform)
        began, outcome = time.perf_counter(), "failed"
        try:
            answers = await self._dispatcher.handle(heard)
            outcome = "done"
        finally:
            self._metrics.handled(asked_for(heard), time.perf_counter() - began, outcome)
        return answers

    def passed(self, place: PlaceRef) -> None:
        self._sender.heard(place)

    async def choices(self, heard: Input, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        if not self._floods.may_be_helped(heard):
            return ()
        language, found = await self._dispatcher.choices(heard, command, parameter, typed)
        return [
            Choice(self.say(label, language) if isinstance(label, Said) else label, value)
            for label, value in found
        ]

    async def moved(self, old: PlaceRef, new: PlaceRef) -> None:
        await self._whereabouts.moved(old, new)
        self._sender.wake()

    async def lost(self, place: PlaceRef) -> None:
        await self._whereabouts.lost(place)

    async def found(self, platform: str, bot: str, chats: Collection[str]) -> None:
        await self._whereabouts.found(platform, bot, chats)

    def deaf(self, platform: str) -> None:
        self._ears.lose(platform)

    def hearing(self, platform: str) -> None:
        self._ears.find(platform)
        self._sender.hurry(platform)
        self._scheduler.wake()

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
        """From now on deadlines act by themselves. Later calls do nothing."""
        if not self._clockwork and not self.timekeeper.is_virtual:
            work = (self._scheduler.run(), self._sender.run(), keep_clean(self._db, self.timekeeper))
            self._clockwork = [asyncio.create_task(each) for each in work]

    async def finish(self) -> None:
        """Act no more; what is being handled or is on its way to a chat gets a few seconds to get there."""
        for task in self._clockwork:
            task.cancel()
        await asyncio.gather(*self._clockwork, self._reception.finish(), return_exceptions=True)

    async def close(self) -> None:
        """Finish, and leave word of when."""
        await self.finish()
        self._renderer.close()
        self._dispatcher.close()
        try:
            await self._pulse.beat(self.timekeeper.now(), anyway=True)
        except StorageError as problem:  # the last word before counts
            _log.warning("the end is not noted: %s", problem.code)

    # --- what the scheduler asks for ------------------------------------------------------------------------

    async def upcoming(self, until: datetime, limit: int) -> Sequence[Due]:
        """Deadlines of games and events where they are heard, and jobs: the earliest first."""
        if await self._ears.settle():
            await self.settle()
        unheard = self._ears.deaf | (frozenset() if self._in_step else self._voices.elsewhere)
        word, silent = self._voices.word_of_others(self.timekeeper.now())
        async with self._db.reading() as found:
            games = await found.games.due(until, limit, but=unheard)
            events = await found.events.due(until, limit, but=unheard)
            if word is not None and not self._in_step:  # where others listen, what was due before their word
                unheard = self._ears.deaf | silent
                games += await found.games.due(min(until, word), limit, but=unheard)
                events += await found.events.due(min(until, word), limit, but=unheard)
            jobs = await found.jobs.due(until, limit)
        due = [self._deadline(game) for game in games] + [self._job(job) for job in jobs]
        due += [self._event_deadline(event) for event in events]
        return sorted({entry.key: entry for entry in due}.values(), key=lambda entry: entry.at)[:limit]

    def acted(self, due: Due, now: datetime) -> None:
        self._metrics.late(max(now - due.at, timedelta(0)).total_seconds())

    async def heartbeat(self, now: datetime) -> None:
        """Leave word that the program runs; a pulse that comes too late was an outage."""
        if not await self._pulse.beat(now):
            return
        if not self._db.is_file:
            await self._dispatcher.look_around()
        self._metrics.pulse()
        if self._metrics.is_watched:
            async with self._db.reading() as found:
                waiting = await found.outbox.places()
                self._metrics.queued(await found.inbox.count(), sum(waiting.values()))

    async def settle(self) -> None:
        """Send what was said, or let it be sent by itself."""
        if self._in_step:
            await self._sender.drain()
        else:
            self._sender.wake()

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
            except Overtaken:
                raise
            except Exception as problem:
                # stored, so that a restart does not begin at once with what has just failed
                _log.exception("job %d of kind %s will be tried again", job.id, job.kind)
                later = now + back_off(job.attempts + 1, LAST_RETRY)
                async with self._db.unit_of_work() as unit:
                    await unit.jobs.fail(job.id, repr(problem), due=later)
                    await unit.commit()

        return Due(job.due, f"job {job.id}", act)

    def _committed(self, places: Collection[PlaceId] | None = None) -> None:
        self._scheduler.wake()
        self._sender.wake(places)


@asynccontextmanager
async def running(
    address: str | Path,
    ports: Mapping[str, ChatPort],
    texts: Catalogues,
    timekeeper: Timekeeper,
    *,
    language: str,
    in_step: bool = False,
    metrics: Metrics | None = None,
) -> AsyncIterator[Damka]:
    """The program on a database, which it owns meanwhile, on a server together with others of its kind.

    ``language`` is that of whoever runs it. ``in_step``: whatever is said is sent before anything else
    happens, what was pending before the block begins, and no deadline acts before ``start_clockwork``.
    ``metrics`` are told what it does. Raises StorageError.
    """
    db = open_database(address)
    try:
        await db.take_over(timekeeper.now(), may_go_back=not timekeeper.is_virtual, beside_others=not in_step)
        damka = Damka(db, ports, texts, timekeeper, language, in_step=in_step, metrics=metrics)
        try:
            await damka.open()
            yield damka
        finally:
            await damka.close()
    finally:
        await db.close()
