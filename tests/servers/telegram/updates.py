"""What waits for the bot: kept until it is confirmed, over long polling or a webhook."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.servers.telegram.changes import Changes
from tests.servers.telegram.errors import conflict
from tests.servers.telegram.model import Json

KINDS = (
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "business_connection",
    "business_message",
    "edited_business_message",
    "deleted_business_messages",
    "message_reaction",
    "message_reaction_count",
    "inline_query",
    "chosen_inline_result",
    "callback_query",
    "shipping_query",
    "pre_checkout_query",
    "purchased_paid_media",
    "poll",
    "poll_answer",
    "my_chat_member",
    "chat_member",
    "chat_join_request",
    "chat_boost",
    "removed_chat_boost",
    "managed_bot",
    "guest_message",
)
NOT_BY_DEFAULT = ("chat_member", "message_reaction", "message_reaction_count")
MOST_AT_ONCE = 100
OTHER_POLL = "terminated by other getUpdates request; make sure that only one bot instance is running"


@dataclass(frozen=True, slots=True)
class Update:
    id: int
    kind: str
    body: Json

    def json(self) -> Json:
        return {"update_id": self.id, self.kind: self.body}


class _Poll:
    """One ``getUpdates`` that waits."""

    def __init__(self, is_alive: Callable[[], bool]) -> None:
        self.is_alive = is_alive
        self.ended: str | None = None


class Updates:
    """The queue of one bot."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.waiting: list[Update] = []
        self.again: list[Update] = []
        self.all: list[Update] = []
        """every update that was ever made, confirmed ones too"""
        self.allowed: Sequence[str] = [kind for kind in KINDS if kind not in NOT_BY_DEFAULT]
        self.conflicts = 0
        """how often two polls at a time were asked for"""
        self.next_id = 500_000_001
        self._poll: _Poll | None = None

    def allow(self, kinds: Sequence[str] | None) -> None:
        """What is asked for from now on; nothing said leaves it as it is, an empty list is the default."""
        if kinds is not None:
            self.allowed = [kind for kind in KINDS if kind in kinds] or [
                kind for kind in KINDS if kind not in NOT_BY_DEFAULT
            ]

    def put(self, kind: str, body: Json) -> Update | None:
        if kind not in self.allowed:
            return None
        update = Update(self.next_id, kind, body)
        self.next_id += 1
        self.all.append(update)
        self.waiting.append(update)
        self.changes.tell()
        return update

    def repeat(self, update: Update) -> None:
        """Hand an update out once more, although it was confirmed."""
        self.again.append(update)
        self.changes.tell()

    def confirm(self, update: Update) -> None:
        self.again = [other for other in self.again if other is not update]
        self.waiting = [other for other in self.waiting if other is not update]
        self.changes.tell()

    def drop(self) -> None:
        self.waiting.clear()
        self.again.clear()
        self.changes.tell()

    @property
    def is_empty(self) -> bool:
        return not self.waiting and not self.again

    async def poll(
        self, offset: int | None, limit: int, patience: float, is_alive: Callable[[], bool]
    ) -> list[Json]:
        """What waits from ``offset`` on, everything before it being confirmed by that.

        A second poll ends the first with a refusal, as Telegram does it.
        """
        if offset is not None and offset < 0:
            self.waiting = self.waiting[offset:]
        elif offset:
            self.waiting = [update for update in self.waiting if update.id >= offset]
        if self._poll:
            if self._poll.is_alive():
                self.conflicts += 1
            self._poll.ended = OTHER_POLL
        mine = self._poll = _Poll(is_alive)
        self.changes.tell()
        try:
            async with asyncio.timeout(patience):
                await self.changes.until(lambda: not self.is_empty or mine.ended is not None)
        except TimeoutError:
            pass
        finally:
            if self._poll is mine:
                self._poll = None
        if mine.ended:
            raise conflict(mine.ended)
        again, self.again = self.again, []
        return [update.json() for update in (again + self.waiting)[:limit]]

    def end_poll(self, why: str) -> None:
        if self._poll:
            self._poll.ended = why
            self.changes.tell()

    @property
    def first(self) -> Update:
        """The one to post to a webhook next."""
        return (self.again + self.waiting)[0]
