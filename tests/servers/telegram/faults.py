"""What goes wrong on command."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum

from tests.servers.telegram.errors import Refused, too_many


class Breaking(Enum):
    """How a connection ends without a proper answer."""

    BEFORE = "closed before anything happened"
    AFTER = "closed when it had happened"
    GARBAGE = "it happened, and the answer is no JSON"


@dataclass(slots=True)
class Fault:
    """What happens to the next ``calls`` calls of ``methods`` (all but ``getUpdates`` where none is named)
    to ``chat`` (any, where none is named)."""

    calls: int
    methods: Collection[str] = ()
    chat: int | None = None
    refusal: Refused | None = None
    delay: timedelta = timedelta()
    until: asyncio.Event | None = None
    """what it waits for"""
    breaking: Breaking | None = None
    hit: int = 0

    def fits(self, method: str, chat: object) -> bool:
        wanted = method in self.methods if self.methods else method != "getUpdates"
        return self.calls > 0 and wanted and (self.chat is None or self.chat == chat)


@dataclass(slots=True)
class Faults:
    waiting: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> Fault:
        """The fault, which counts its ``hit`` calls."""
        self.waiting.append(fault)
        return fault

    def throttle(
        self, retry_after: int, calls: int = 1, methods: Collection[str] = (), chat: int | None = None
    ) -> Fault:
        return self.add(Fault(calls, methods, chat, refusal=too_many(timedelta(seconds=retry_after))))

    def refuse(
        self,
        code: int,
        description: str,
        calls: int = 1,
        methods: Collection[str] = (),
        chat: int | None = None,
    ) -> Fault:
        return self.add(Fault(calls, methods, chat, refusal=Refused(code, description)))

    def delay(
        self, by: timedelta, calls: int = 1, methods: Collection[str] = (), chat: int | None = None
    ) -> Fault:
        return self.add(Fault(calls, methods, chat, delay=by))

    def hold(
        self,
        until: asyncio.Event,
        calls: int = 1,
        methods: Collection[str] = (),
        chat: int | None = None,
    ) -> Fault:
        """Let calls wait until something has happened."""
        return self.add(Fault(calls, methods, chat, until=until))

    def hang_up(
        self,
        breaking: Breaking = Breaking.BEFORE,
        calls: int = 1,
        methods: Collection[str] = (),
        chat: int | None = None,
    ) -> Fault:
        return self.add(Fault(calls, methods, chat, breaking=breaking))

    def clear(self) -> None:
        self.waiting.clear()

    async def strike(self, method: str, chat: object) -> Breaking | None:
        """Let the first fault that fits happen. Raises Refused where it is a refusal."""
        fault = next((fault for fault in self.waiting if fault.fits(method, chat)), None)
        if fault is None:
            return None
        fault.calls -= 1
        fault.hit += 1
        if fault.delay:
            await asyncio.sleep(fault.delay.total_seconds())
        if fault.until:
            await fault.until.wait()
        if fault.refusal:
            raise fault.refusal
        return fault.breaking
