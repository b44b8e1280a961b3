"""Sends what the outbox holds: in order for each place, at the pace that the platform sets.

What was sent is marked in batches. A program that dies in between sends a few messages twice, marked as sent
again, and never one too few.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.chats.port import ChatPort, Forbidden, Gone, Outcome, PlaceRef, Rendered, RetryAfter, Sent, Unknown
from bot.render import Renderer
from bot.replies import Reply, decode_reply
from bot.retrying import back_off
from bot.timekeeper import Timekeeper
from storage import Database
from storage.ids import OutboxId, PlaceId
from storage.repositories.outbox import Delivered, Pending
from storage.repositories.posted import Posted

_log = logging.getLogger(__name__)

BATCH = 50
MOST_ATTEMPTS = 10
LAST_RETRY = timedelta(minutes=5)
_MOST_REMEMBERED = 10_000


class _Stopped(Exception):
    """Nothing more can be sent to this place before ``until``."""

    def __init__(self, until: datetime) -> None:
        self.until = until


@dataclass(slots=True)
class _Marks:
    """What has become of messages and is not stored yet."""

    delivered: list[Delivered]
    superseded: list[OutboxId]

    def take(self) -> tuple[list[Delivered], list[OutboxId]]:
        """Everything, which is then forgotten here."""
        taken = self.delivered, self.superseded
        self.delivered, self.superseded = [], []
        return taken


class _SetAside(Exception):
    """This message can never be sent."""


class Sender:
    """Drains the outbox through the ports of the platforms; ``wake`` it after every commit."""

    def __init__(
        self,
        db: Database,
        ports: Mapping[str, ChatPort],
        renderer: Renderer,
        timekeeper: Timekeeper,
        *,
        places_at_once: int = 8,
    ) -> None:
        """``ports`` by platform. With one place at once, places follow each other, longest waiting first."""
        self._db = db
        self._ports = ports
        self._renderer = renderer
        self._timekeeper = timekeeper
        self._room = asyncio.Semaphore(places_at_once)
        self._draining = asyncio.Lock()
        self._woken = asyncio.Event()
        self._not_before: dict[PlaceId, datetime] = {}
        self._parts_sent: dict[OutboxId, int] = {}
        self._heard: Counter[PlaceRef] = Counter()
        self._heard_when_posted: dict[tuple[PlaceId, str], int] = {}

    def wake(self) -> None:
        self._woken.set()

    def heard(self, place: PlaceRef) -> None:
        """Somebody has written in ``place``: the messages above move up."""
        self._heard[place] += 1

    async def run(self) -> None:
        """Send whatever is to be sent until cancelled."""
        failures = 0
        while True:
            self._woken.clear()
            try:
                await self.drain()
                failures = 0
            except Exception:
                failures += 1
                _log.exception("sending goes on in a moment")
            wait = back_off(failures, LAST_RETRY) if failures else self._until_next()
            try:
                async with asyncio.timeout(None if wait is None else max(wait.total_seconds(), 0.0)):
                    await self._woken.wait()
            except TimeoutError:
                pass

    async def drain(self, *, resent: bool = False) -> None:
        """Send everything that can be sent now, and return when it has been.

        ``resent``: an earlier process has left it, so it may have been sent already, and is tried at once.
        """
        async with self._draining:
            async with self._db.reading() as found:
                waiting = await found.outbox.places()
            marks = _Marks([], [])
            try:
                lanes = [self._drain_place(place, marks, resent=resent) for place in waiting]
                for failure in await asyncio.gather(*lanes, return_exceptions=True):
                    if failure is not None:
                        raise failure
            finally:
                await self._mark(marks)

    def _until_next(self) -> timedelta | None:
        now = self._timekeeper.now()
        return min((moment - now for moment in self._not_before.values()), default=None)

    async def _mark(self, marks: _Marks) -> None:
        """Store what has become of messages, however many places they are in, in one transaction."""
        delivered, superseded = marks.take()
        if delivered or superseded:
            async with self._db.unit_of_work() as work:
                await work.outbox.supersede(superseded)
                await work.outbox.mark_sent(delivered)
                await work.commit()

    async def _drain_place(self, place: PlaceId, marks: _Marks, *, resent: bool) -> None:
        async with self._room:
            now = self._timekeeper.now()
            if self._not_before.get(place, now) > now and not resent:
                return
            self._not_before.pop(place, None)
            try:
                while await self._send_batch(place, marks, resent=resent):
                    await self._mark(marks)
            except _Stopped as stopped:
                self._not_before[place] = stopped.until

    async def _send_batch(self, place: PlaceId, marks: _Marks, *, resent: bool) -> bool:
        """Send the next messages of a place; whether there may be more. Raises _Stopped."""
        async with self._db.reading() as found:
            batch = await found.outbox.pending(place, BATCH)
            row_of_place = await found.places.by_id(place)
        if not batch or row_of_place is None:
            return False
        ref = PlaceRef(row_of_place.platform, row_of_place.bot, row_of_place.chat, row_of_place.topic)
        port = self._ports.get(ref.platform)
        if port is None:  # another process may bring that platform again
            raise _Stopped(self._timekeeper.now() + LAST_RETRY)
        latest = {row.subject: row.id for row in batch}
        for row in batch:
            if row.subject is not None and row.id != latest[row.subject]:
                marks.superseded.append(row.id)
            else:
                await self._deliver(port, ref, row, marks, resent=resent)
        return len(batch) == BATCH

    async def _deliver(
        self, port: ChatPort, ref: PlaceRef, row: Pending, marks: _Marks, *, resent: bool
    ) -> None:
        """Send one message and note it in ``marks``. Raises _Stopped."""
        try:
            reply = self._reply(row)
            messages = await self._messages(port, row, reply)
            old = await self._current(row) if port.capabilities.edits else None
            can_edit = len(messages) == 1 and not reply.afresh
            edit = old if can_edit and old is not None and self._is_in_sight(old, ref, port) else None
            sent = await self._send(port, ref, row, messages, edit, resent=resent)
        except _SetAside as problem:
            _log.error("message %d can never be sent: %s", row.id, problem)
            async with self._db.unit_of_work() as work:
                await work.outbox.set_aside(row.id, str(problem))
                await work.commit()
            return
        marks.delivered.append(Delivered(row, None if row.toast else sent.message, sent.file_id))
        if row.subject is not None and (edit is None or sent.message != edit.message):
            self._remember(row.place, row.subject, self._heard[ref])
            if old is not None and edit is None:
                await self._retire(port, ref, old, row, resent=resent)

    def _reply(self, row: Pending) -> Reply:
        """What the row says. Raises _SetAside for one that no version of ours has written."""
        try:
            return decode_reply(row.body)
        except Exception as problem:
            raise _SetAside(repr(problem)) from problem

    async def _messages(self, port: ChatPort, row: Pending, reply: Reply) -> tuple[Rendered, ...]:
        """The reply in words. Raises _SetAside for one that cannot be put into any."""
        try:
            messages = await self._renderer.render(reply, port.capabilities)
        except Exception as problem:
            _log.exception("message %d cannot be rendered", row.id)
            raise _SetAside(repr(problem)) from problem
        return tuple(replace(message, to=row.to_external, toast=row.toast) for message in messages)

    async def _current(self, row: Pending) -> Posted | None:
        """The message that stands for the subject of ``row``."""
        if row.subject is None or row.toast:
            return None
        async with self._db.reading() as found:
            return await found.posted.current(row.place, row.subject)

    def _is_in_sight(self, old: Posted, ref: PlaceRef, port: ChatPort) -> bool:
        heard = self._heard[ref] - self._heard_when_posted.get((old.place, old.subject or ""), 0)
        return old.newer + heard < port.capabilities.scrolls_away_after

    def _remember(self, place: PlaceId, subject: str, heard: int) -> None:
        if len(self._heard_when_posted) >= _MOST_REMEMBERED:
            self._heard_when_posted.clear()
            self._heard.clear()
        self._heard_when_posted[place, subject] = heard

    async def _send(
        self,
        port: ChatPort,
        ref: PlaceRef,
        row: Pending,
        messages: tuple[Rendered, ...],
        edit: Posted | None,
        *,
        resent: bool,
    ) -> Sent:
        """Send all parts of a message; the outcome of the last. Raises _Stopped or _SetAside."""
        part = self._parts_sent.get(row.id, 0)
        target = None if edit is None else edit.message
        while True:
            outcome = await self._attempt(port, ref, messages[part], row.id, part, target, resent)
            match outcome:
                case Sent():
                    part += 1
                    if part == len(messages):
                        self._parts_sent.pop(row.id, None)
                        return outcome
                    self._parts_sent[row.id] = part
                case Gone() if target is not None:
                    target = None
                case Forbidden(why):
                    raise _SetAside(why)
                case RetryAfter(delay):
                    await self._put_off(row, delay, "retry after")
                case Gone():
                    await self._fail(row, "gone")
                case Unknown(why):
                    await self._fail(row, why)

    async def _attempt(
        self,
        port: ChatPort,
        ref: PlaceRef,
        message: Rendered,
        key: int,
        part: int,
        edit: str | None,
        resent: bool,
    ) -> Outcome:
        try:
            return await port.send(ref, message, key=key, part=part, edit=edit, resent=resent)
        except Exception as problem:
            _log.exception("the adapter of %s failed", port.platform)
            return Unknown(repr(problem))

    async def _fail(self, row: Pending, why: str) -> None:
        if row.attempts + 1 >= MOST_ATTEMPTS:
            raise _SetAside(why)
        await self._put_off(row, back_off(row.attempts + 1, LAST_RETRY), why)

    async def _put_off(self, row: Pending, delay: timedelta, why: str) -> None:
        until = self._timekeeper.now() + delay
        async with self._db.unit_of_work() as work:
            await work.outbox.retry(row.id, until, why)
            await work.commit()
        raise _Stopped(until)

    async def _retire(
        self, port: ChatPort, ref: PlaceRef, old: Posted, row: Pending, *, resent: bool
    ) -> None:
        """Take the buttons off a message that a newer one on its subject has replaced further down."""
        if port.capabilities.keeps_buttons:
            return
        async with self._db.reading() as found:
            body = await found.outbox.body(old.outbox)
        if not body or not (reply := decode_reply(body)).buttons:
            return
        messages = await self._renderer.render(replace(reply, buttons=()), port.capabilities)
        if len(messages) == 1:
            await self._attempt(port, ref, messages[0], row.id, 1, old.message, resent)
