"""Sends what the outbox holds: in order for each place, at the pace that the platform sets.

What was sent is marked in batches. A program that dies in between sends a few messages twice, marked as sent
again, and never one too few.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta

from bot.chats.port import ChatPort, PlaceRef
from bot.render import Renderer
from bot.retrying import back_off
from bot.sending.delivery import Delivery, LookAgain, Reports, Stopped, Target
from bot.sending.joining import Item, join, read, superseded
from bot.sending.marks import Marks
from bot.sending.pace import Paced
from bot.timekeeper import Timekeeper
from storage import Database
from storage.ids import OutboxId, PlaceId

_log = logging.getLogger(__name__)

BATCH = 50
THROTTLED_BATCH = 500
"""what is looked at where messages wait for the pace: the more, the more of them are superseded"""
LAST_RETRY = timedelta(seconds=30)
"""of what fails by itself, most likely the database: it costs little to ask"""
UNTIL_OURS = timedelta(minutes=5)
"""where this process does not speak: it is told when it does"""
SWEEP = 5.0
"""seconds after which everything that waits is looked for, whoever has written it"""
LOOK_BACK = 256
"""messages that may have been committed after ones with higher numbers"""
LAST_SECONDS = 4.0
"""what messages get that are on their way when the program ends"""


class Sender:
    """Drains the outbox through the ports of the platforms; ``wake`` it after every commit.

    It either runs by itself, then no place waits for another one; or ``drain`` is called, which goes from
    place to place and returns when all is sent that can be sent now.
    """

    def __init__(
        self,
        db: Database,
        ports: Mapping[str, ChatPort],
        renderer: Renderer,
        timekeeper: Timekeeper,
        reports: Reports,
        is_ours: Callable[[str], bool] = lambda platform: True,
    ) -> None:
        """``ports`` by platform; where one ``is_ours``, this process sends, and no other."""
        self._db = db
        self._ports = ports
        self._is_ours = is_ours
        self._timekeeper = timekeeper
        self._marks = Marks(db)
        self._delivery = Delivery(db, renderer, timekeeper, reports, self._marks)
        self._woken = asyncio.Event()
        self._has_more = False
        self._must_look = True
        self._known: set[PlaceId] = set()
        """places for which something is known to wait"""
        self._draining = asyncio.Lock()
        self._lanes: dict[PlaceId, asyncio.Task[None]] = {}
        self._again: set[PlaceId] = set()
        """places for which something new waits while their lane is busy"""
        self._not_before: dict[PlaceId, datetime] = {}
        self._paced: set[PlaceId] = set()
        """places that wait for the pace: what is sent there next is joined, and what is free goes ahead"""
        self._troubled: dict[PlaceId, str] = {}
        """places that wait for their platform to answer again"""
        self._errors: Counter[PlaceId] = Counter()
        self._inherited = self._seen = OutboxId(0)
        self._newest: dict[PlaceId, OutboxId] = {}
        self._sweep_at = 0.0

    async def open(self) -> None:
        """What waits now was left by an earlier process, and may have been sent already."""
        async with self._db.reading() as found:
            self._inherited = self._seen = await found.outbox.newest()
            self._delivery.take_up(await found.posted.replaced())
        self._known.update(self._delivery.retiring)

    def wake(self, places: Collection[PlaceId] | None = None) -> None:
        """Something waits for ``places``, or perhaps anywhere."""
        self._has_more = True
        if places is None:
            self._must_look = True
        else:
            self._known.update(places)
        self._woken.set()

    def heard(self, place: PlaceRef) -> None:
        """Somebody has written in ``place``: the messages above move up."""
        self._delivery.heard(place)

    def hurry(self, platform: str) -> None:
        """The platform answers again: what waited for that is tried at once."""
        for place in [place for place, where in self._troubled.items() if where == platform]:
            self._not_before[place] = self._timekeeper.steady()
        self.wake()

    # --- by itself ------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Send whatever is to be sent until cancelled; what is on its way then may still arrive."""
        failures = 0
        try:
            while True:
                self._woken.clear()
                try:
                    await self._start_lanes()
                    failures, wait = 0, self._until_next()
                except Exception:
                    failures += 1
                    _log.exception("sending goes on in a moment")
                    wait = back_off(failures, LAST_RETRY).total_seconds()
                try:
                    async with asyncio.timeout(wait):
                        await self._woken.wait()
                except TimeoutError:
                    pass
        finally:
            await self._finish()

    async def _start_lanes(self) -> None:
        waiting = {*self._known, *await self._look()}
        self._known -= waiting
        now = self._timekeeper.steady()
        for place in (*waiting, *(place for place, at in self._not_before.items() if at <= now)):
            self._start(place)

    async def _look(self) -> Iterable[PlaceId]:
        """The places for which the database has something new, if it is to be asked."""
        time = asyncio.get_running_loop().time()
        is_sweep = time >= self._sweep_at
        if not self._must_look and not is_sweep:
            return ()
        self._must_look = False
        try:
            async with self._db.reading() as found:
                new = await found.outbox.places_after(OutboxId(self._seen - LOOK_BACK))
                waiting = [place for place, newest in new.items() if self._newest.get(place) != newest]
                if is_sweep:
                    waiting = list(await found.outbox.places())
        except BaseException:
            self._must_look = True
            raise
        if is_sweep:
            self._sweep_at = time + SWEEP
        self._newest = new
        self._seen = max((self._seen, *new.values()))
        return waiting

    def _start(self, place: PlaceId) -> None:
        is_early = self._is_early(place)
        if place in self._lanes:
            self._again.add(place)
        elif not is_early or place in self._paced:
            task = self._lanes[place] = asyncio.create_task(self._lane(place, free_only=is_early))
            task.add_done_callback(lambda _: self._end(place))

    def _is_early(self, place: PlaceId) -> bool:
        until = self._not_before.get(place)
        return until is not None and until > self._timekeeper.steady()

    def _end(self, place: PlaceId) -> None:
        del self._lanes[place]
        if place in self._again:
            self._again.discard(place)
            self._start(place)
        if place not in self._lanes and place in self._not_before:
            self._woken.set()

    def _until_next(self) -> float:
        """Seconds until something is due again."""
        now = self._timekeeper.steady()
        waits = [at - now for place, at in self._not_before.items() if place not in self._lanes]
        sweep = self._sweep_at - asyncio.get_running_loop().time()
        return max(min((sweep, *(wait.total_seconds() for wait in waits))), 0.0)

    async def _lane(self, place: PlaceId, *, free_only: bool) -> None:
        try:
            await self._marks.store()  # what could not be stored before must not be sent again
            try:
                await self._drain_place(place, free_only=free_only)
            finally:
                await self._marks.store()
            self._errors.pop(place, None)
        except Exception:
            self._errors[place] += 1
            _log.exception("sending to place %d goes on in a moment", place)
            self._not_before[place] = self._timekeeper.steady() + back_off(self._errors[place], LAST_RETRY)

    async def _finish(self) -> None:
        self._again.clear()
        if self._lanes:
            _, late = await asyncio.wait(list(self._lanes.values()), timeout=LAST_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        try:
            await self._marks.store()
        except Exception:
            _log.exception("what was sent last could not be noted, and will be sent again")

    # --- in step --------------------------------------------------------------------------------------------

    async def drain(self) -> None:
        """Send everything that can be sent now, place by place, and return when it has been."""
        async with self._draining:
            self._has_more = True
            while self._has_more:
                self._has_more = False
                await self._drain_once()

    async def _drain_once(self) -> None:
        await self._marks.store()
        async with self._db.reading() as found:
            waiting = dict.fromkeys((*await found.outbox.places(), *self._delivery.retiring))
        failures: list[Exception] = []
        try:
            for place in waiting:
                await self._drain_after_others(place, failures)
        finally:
            await self._marks.store()
        for failure in failures:
            raise failure

    async def _drain_after_others(self, place: PlaceId, failures: list[Exception]) -> None:
        while (busy := self._lanes.get(place)) is not None:
            await asyncio.wait([busy])
            await asyncio.sleep(0)
        is_early = self._is_early(place)
        if not is_early or place in self._paced:
            try:
                await self._drain_place(place, free_only=is_early)
            except Exception as failure:
                failures.append(failure)

    # --- one place ------------------------------------------------------------------------------------------

    async def _drain_place(self, place: PlaceId, *, free_only: bool) -> None:
        """Send what waits for a place until it is stopped, and note when it goes on."""
        if not free_only:
            self._not_before.pop(place, None)
            self._troubled.pop(place, None)
        try:
            while await self._send_batch(place, free_only=free_only):
                await self._marks.store()
            if not free_only:
                self._paced.discard(place)
                self._delivery.leave(place)
        except Paced as paced:
            self._not_before[place] = paced.until
            self._paced.add(place)
        except Stopped as stopped:
            self._not_before[place] = self._timekeeper.steady() + stopped.delay
            self._paced.discard(place)

    async def _send_batch(self, place: PlaceId, *, free_only: bool) -> bool:
        """Send the next messages of a place; whether there may be more. Raises Paced or Stopped."""
        is_paced = place in self._paced
        size = THROTTLED_BATCH if is_paced else BATCH
        async with self._db.reading() as found:
            rows = await found.outbox.pending(place, size)
            is_done = not rows and place not in self._delivery.retiring
            stored = None if is_done else await found.places.by_id(place)
            subjects = {row.subject for row in rows if row.subject is not None and not row.toast}
            current = await found.posted.all_current(place, subjects)
        if stored is None:
            self._delivery.give_up(place)
            return False
        if stored.unreachable is not None:
            self._delivery.give_up(place)
            async with self._db.unit_of_work() as unit:
                await unit.outbox.set_aside_all(place, "nothing can be sent there")
                await unit.commit()
            return True
        if (port := self._port(stored.platform)) is None:
            self._troubled[place] = stored.platform
            raise Stopped(UNTIL_OURS)
        target = Target(stored, port, current, lambda message: message <= self._inherited)
        doubtful = next((row for row in superseded(rows) if self._delivery.may_stand(row)), None)
        if doubtful is not None:
            rows = rows[: rows.index(doubtful) + 1]  # the newer ones when it is known where it stands
        old = {row.id for row in superseded(rows)}
        self._marks.supersede(old)
        items = [read(row) for row in rows if row.id not in old]
        try:
            if free_only:
                await self._deliver_free(target, items)
                return False
            await self._deliver(target, join(items) if is_paced else items)
        except LookAgain:
            return True
        except Stopped as stopped:
            if stopped.is_trouble:
                self._troubled[place] = stored.platform
            raise
        return len(rows) == size or is_paced or doubtful is not None

    def _port(self, platform: str) -> ChatPort | None:
        """None while another process speaks there, or nobody does."""
        return self._ports.get(platform) if self._is_ours(platform) else None

    async def _deliver(self, target: Target, items: list[Item]) -> None:
        """Raises Paced when all that is free has been sent nevertheless, Stopped, and LookAgain."""
        for number, item in enumerate(items):
            if self._port(target.place.platform) is None:
                raise LookAgain
            try:
                await self._delivery.retire(target)
                await self._delivery.deliver(target, item)
            except Paced:
                await self._deliver_free(target, items[number:])
                raise
        await self._delivery.retire(target)

    async def _deliver_free(self, target: Target, items: list[Item]) -> None:
        for item in items:
            if target.is_free(item.row):
                await self._delivery.deliver(target, item)
