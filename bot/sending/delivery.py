"""One message to one place: in words, edited or anew, and what follows from the platform's answer."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NoReturn, Protocol

from bot.chats.port import (
    Capabilities,
    ChatPort,
    Forbidden,
    Gone,
    Impossible,
    Moved,
    Outcome,
    PlaceRef,
    Rendered,
    RetryAfter,
    Sent,
    Unknown,
)
from bot.render import Renderer
from bot.replies import Reply, decode_reply
from bot.retrying import back_off
from bot.sending.joining import Item, as_one
from bot.sending.marks import Marks
from bot.sending.pace import Throttle
from bot.timekeeper import Timekeeper
from storage import Database
from storage.ids import OutboxId, PlaceId
from storage.repositories.outbox import Delivered, Pending
from storage.repositories.places import Place
from storage.repositories.posted import Posted

_log = logging.getLogger(__name__)

MOST_ATTEMPTS = 10
"""of a message that the adapter fails over; and no fewer of one that has become old while the bot was away"""
LAST_RETRY = timedelta(minutes=5)
LAST_RECONNECT = timedelta(minutes=1)
PATIENCE = timedelta(days=2)
"""how long a message is tried while nobody knows whether it arrives"""
LONGEST_NOTICE = timedelta(seconds=30)
"""a passing notice that fails after this time is forgotten"""
_MOST_REMEMBERED = 10_000
_WORTH_LOOKING_AGAIN = 0.05
"""seconds in which something newer may have been said"""


class Stopped(Exception):
    """Nothing more can be sent to this place before ``delay`` is over."""

    def __init__(self, delay: timedelta, *, is_trouble: bool = False) -> None:
        self.delay = delay
        self.is_trouble = is_trouble
        """it may be over earlier: as soon as the platform is heard again"""


class LookAgain(Exception):
    """What waits for this place, or the place itself, may have changed."""


class SetAside(Exception):
    """This message can never be sent."""


class Reports(Protocol):
    """Who has to know what became of places and messages."""

    async def unreachable(self, place: PlaceId, why: str) -> None:
        """Nothing can be sent to a place: note it, set aside what waits for it, tell whoever should know."""

    async def moved(self, old: PlaceRef, new: PlaceRef) -> None:
        """A chat is to be found elsewhere, with all its topics, or a topic is."""

    async def undeliverable(self, message: Pending, why: str) -> None:
        """A message can never be sent: set it aside and tell whoever should know, both or neither."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a message goes: the stored place, its port, the messages that stand for subjects there now, and
    whether an earlier process may have sent it."""

    place: Place
    port: ChatPort
    current: Mapping[str, Posted]
    is_inherited: Callable[[OutboxId], bool]

    @property
    def ref(self) -> PlaceRef:
        return PlaceRef(self.place.platform, self.place.bot, self.place.chat, self.place.topic)

    def is_free(self, row: Pending) -> bool:
        """Whether it stands nowhere in the chat, so that no pace and no order there concerns it."""
        return row.toast or (row.to_account is not None and self.port.capabilities.private_notices)


class Delivery:
    """Sends items, and remembers what is under way between one attempt and the next."""

    def __init__(
        self,
        db: Database,
        renderer: Renderer,
        timekeeper: Timekeeper,
        reports: Reports,
        marks: Marks,
    ) -> None:
        self._db = db
        self._renderer = renderer
        self._timekeeper = timekeeper
        self._reports = reports
        self._marks = marks
        self._throttle = Throttle(timekeeper)
        self._entered: dict[PlaceId, Callable[[], None]] = {}
        self._parts_sent: dict[OutboxId, int] = {}
        self._unconfirmed: set[OutboxId] = set()
        self._failed: Counter[PlaceId] = Counter()
        self._replaced: dict[PlaceId, list[str]] = {}
        """messages that newer ones on their subjects have replaced further down: they lose their buttons"""
        self._heard: Counter[PlaceRef] = Counter()
        self._heard_when_posted: dict[tuple[PlaceId, str], int] = {}

    def heard(self, place: PlaceRef) -> None:
        """Somebody has written in ``place``: the messages above move up."""
        self._keep_in_bounds()
        self._heard[place] += 1

    def may_stand(self, row: Pending) -> bool:
        """Whether a new message was sent and nobody knows if it arrived.

        It is sent once more before a newer one takes its place: where it stands already, that is how the
        chat tells which message to edit.
        """
        return row.id in self._unconfirmed

    def take_up(self, replaced: Iterable[tuple[PlaceId, str]]) -> None:
        """What was posted before, here or by an earlier process, and replaced."""
        for place, message in replaced:
            if message not in (known := self._replaced.setdefault(place, [])):
                known.append(message)

    def give_up(self, place: PlaceId) -> None:
        """Nothing can be sent to ``place``."""
        self._replaced.pop(place, None)

    def leave(self, place: PlaceId) -> None:
        """Nothing waits for ``place`` any more."""
        if (done := self._entered.pop(place, None)) is not None:
            done()

    async def deliver(self, target: Target, item: Item) -> None:
        """Send an item and note it. Raises Paced, Stopped or LookAgain where it was not sent."""
        try:
            await self._deliver(target, item)
            self._unconfirmed.discard(item.row.id)
        except SetAside as problem:
            self._unconfirmed.discard(item.row.id)
            _log.error("message %d can never be sent: %s", item.row.id, problem)
            await self._reports.undeliverable(item.row, str(problem))

    @property
    def retiring(self) -> Collection[PlaceId]:
        """The places where buttons are still to be taken off."""
        return self._replaced.keys()

    async def retire(self, target: Target) -> None:
        """Take the buttons off messages that newer ones have replaced. Raises Paced or Stopped."""
        waiting = self._replaced.get(target.place.id, [])
        while waiting:
            await self._take_buttons_off(target, waiting[0])
            self._marks.retire(target.place.id, waiting.pop(0))
        self._replaced.pop(target.place.id, None)

    async def _deliver(self, target: Target, item: Item) -> None:
        row, port = item.row, target.port
        if item.reply is None:
            raise SetAside("no version of ours has written it")
        is_free = target.is_free(row)
        if not is_free:
            await self._enter(target)
        messages = await self._messages(port, row, item.reply)
        rows = [row]
        if item.joined and len(messages) == 1:
            messages, rows = await self._joined(port, messages, item)
        old = None if row.toast else target.current.get(row.subject or "")
        can_edit = port.capabilities.edits and len(messages) == 1 and not item.reply.afresh
        can_edit = can_edit and old is not None and (item.reply.pin or self._is_in_sight(old, target))
        edit = old if can_edit else None
        sent = await self._send(target, row, messages, None if edit is None else edit.message, is_free)
        self._failed.pop(row.place, None)
        stays = None if row.toast or (is_free and row.subject is None) else sent.message
        self._marks.deliver(
            Delivered(row, stays, sent.file_id), *(Delivered(also, None) for also in rows[1:])
        )
        if row.subject is not None and (edit is None or sent.message != edit.message):
            self._keep_in_bounds()
            self._heard_when_posted[row.place, row.subject] = self._heard[target.ref]
            if old is not None:
                self.take_up([(row.place, old.message)])
        if len(rows) < len(item.rows):
            raise LookAgain

    async def _enter(self, target: Target) -> None:
        """Have a message's worth of the pace in hand, for the first attempt at the next message.

        Raises Paced, and LookAgain where that took so long that something newer may have been said.
        """
        number = target.place.id
        if number in self._entered:
            return
        began = time.monotonic()
        self._entered[number] = await self._throttle.enter(target.port, target.ref, target.place.is_private)
        if time.monotonic() - began > _WORTH_LOOKING_AGAIN:
            raise LookAgain

    # --- in words -------------------------------------------------------------------------------------------

    async def _messages(self, port: ChatPort, row: Pending, reply: Reply) -> tuple[Rendered, ...]:
        """The reply in words. Raises SetAside for one that cannot be put into any."""
        try:
            messages = await self._renderer.render(reply, port.capabilities)
        except Exception as problem:
            _log.exception("message %d cannot be rendered", row.id)
            raise SetAside(repr(problem)) from problem
        return tuple(replace(message, to=row.to_external, toast=row.toast) for message in messages)

    async def _joined(
        self, port: ChatPort, first: tuple[Rendered, ...], item: Item
    ) -> tuple[tuple[Rendered, ...], list[Pending]]:
        """As many of the announcements as fit into one message, and their rows."""
        texts, rows = list(first), [item.row]
        for row, reply in item.joined:
            messages = await self._messages(port, row, reply)
            if len(messages) > 1:
                break
            texts += messages
            rows.append(row)
        whole, count = as_one(texts, port.capabilities.longest_text)
        return (whole,), rows[:count]

    # --- edited or anew -------------------------------------------------------------------------------------

    def _is_in_sight(self, old: Posted, target: Target) -> bool:
        heard = self._heard[target.ref] - self._heard_when_posted.get((old.place, old.subject or ""), 0)
        return old.newer + heard < target.port.capabilities.scrolls_away_after

    def _keep_in_bounds(self) -> None:
        if max(len(self._heard_when_posted), len(self._heard)) >= _MOST_REMEMBERED:
            self._heard_when_posted.clear()
            self._heard.clear()

    async def _take_buttons_off(self, target: Target, message: str) -> None:
        """Raises Paced, or Stopped where it is to be tried again."""
        place, capabilities = target.place.id, target.port.capabilities
        if capabilities.keeps_buttons or not capabilities.edits:
            return
        async with self._db.reading() as found:
            old = await found.posted.by_message(place, message)
            body = None if old is None else await found.outbox.body(old.outbox)
        bare = await self._without_buttons(body, capabilities) if body else None
        if old is None or bare is None:
            return
        outcome = await self._attempt(target, bare, old.outbox, 1, message, is_free=False)
        if isinstance(outcome, RetryAfter):
            raise Stopped(outcome.delay)
        if isinstance(outcome, Unknown):
            self._failed[place] += 1
            if self._failed[place] < MOST_ATTEMPTS:
                raise Stopped(back_off(self._failed[place], LAST_RECONNECT), is_trouble=True)

    async def _without_buttons(self, body: str, capabilities: Capabilities) -> Rendered | None:
        """What a message shows besides its buttons; None where it has none, or is not a single one."""
        try:
            reply = decode_reply(body)
            bare = replace(reply, buttons=())
            messages = await self._renderer.render(bare, capabilities) if reply.buttons else ()
        except Exception:
            _log.exception("a message keeps its buttons")
            return None
        return messages[0] if len(messages) == 1 else None

    # --- the platform's answers -----------------------------------------------------------------------------

    async def _send(
        self, target: Target, row: Pending, messages: tuple[Rendered, ...], edit: str | None, is_free: bool
    ) -> Sent:
        """Send all parts of a message; the outcome of the last. Raises as ``deliver`` does, and SetAside."""
        part = self._parts_sent.get(row.id, 0)
        while True:
            outcome = await self._attempt(target, messages[part], row.id, part, edit, is_free=is_free)
            if row.toast and self._has_passed(row, outcome):
                return Sent("")
            match outcome:
                case Sent():
                    part += 1
                    if part == len(messages):
                        self._parts_sent.pop(row.id, None)
                        return outcome
                    self._parts_sent[row.id] = part
                case Gone() if edit is not None:
                    edit = None
                case Forbidden(why):
                    await self._marks.store()
                    await self._reports.unreachable(row.place, why)
                    raise LookAgain
                case Moved(place) if place != target.ref:
                    await self._marks.store()
                    await self._reports.moved(target.ref, place)
                    raise LookAgain
                case Impossible(why):
                    raise SetAside(why)
                case RetryAfter(delay):
                    raise Stopped(delay)
                case Moved():
                    self._wait_for_the_platform(row, "moved to where it was")
                case Unknown(why):
                    if edit is None:
                        self._unconfirmed.add(row.id)
                    self._wait_for_the_platform(row, why)
                case Gone():
                    await self._fail(row, "gone")
                case Exception() as problem:
                    await self._fail(row, repr(problem))

    def _has_passed(self, row: Pending, outcome: Outcome | Exception) -> bool:
        """Whether a passing notice comes too late to be of use: that is nobody's fault and stops nothing."""
        if isinstance(outcome, Gone | Impossible | Forbidden):
            return True
        return not isinstance(outcome, Sent) and self._timekeeper.now() - row.created > LONGEST_NOTICE

    async def _attempt(
        self, target: Target, message: Rendered, key: int, part: int, edit: str | None, *, is_free: bool
    ) -> Outcome | Exception:
        """What the platform answers, or what the adapter fails with. Raises Paced."""
        port, ref = target.port, target.ref
        done = None if is_free else self._entered.pop(target.place.id, None)
        if done is None and not is_free:
            done = await self._throttle.enter(port, ref, target.place.is_private)
        resent = target.is_inherited(OutboxId(key))
        try:
            return await port.send(ref, message, key=key, part=part, edit=edit, resent=resent)
        except Exception as problem:
            _log.exception("the adapter of %s failed", port.platform)
            return problem
        finally:
            if done is not None:
                done()

    async def _fail(self, row: Pending, why: str) -> NoReturn:
        """The message itself is at fault, as it seems."""
        if row.attempts + 1 >= MOST_ATTEMPTS:
            raise SetAside(why)
        delay = back_off(row.attempts + 1, LAST_RETRY)
        async with self._db.unit_of_work() as unit:
            await unit.outbox.retry(row.id, self._timekeeper.now() + delay, why)
            await unit.commit()
        raise Stopped(delay)

    def _wait_for_the_platform(self, row: Pending, why: str) -> NoReturn:
        """Nobody knows whether it arrived: that says nothing about the message, only about the way there."""
        self._failed[row.place] += 1
        failed = self._failed[row.place]
        if failed == 1:
            _log.info("nobody knows whether message %d arrived: %s", row.id, why)
        if failed >= MOST_ATTEMPTS and self._timekeeper.now() - row.created > PATIENCE:
            del self._failed[row.place]
            raise SetAside(why)
        raise Stopped(back_off(failed, LAST_RECONNECT), is_trouble=True)
