"""The unit of work: one transaction, all repositories, commit only where it is asked for."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.repositories.dialogues import Dialogues
from storage.repositories.entrants import Entrants
from storage.repositories.events import Events
from storage.repositories.games import Games
from storage.repositories.inbox import Inbox
from storage.repositories.jobs import Jobs
from storage.repositories.links import Links
from storage.repositories.log import Log
from storage.repositories.merging import Merging
from storage.repositories.moving import Moving
from storage.repositories.operation import Operation
from storage.repositories.outbox import Outbox
from storage.repositories.persons import Accounts, Personal, Persons
from storage.repositories.places import Places
from storage.repositories.posted import PostedMessages
from storage.repositories.regulations import Regulations
from storage.repositories.sides import Sides


class Reading:
    """One consistent view of the database, in ``async with``. What would write is refused with ReadOnly."""

    __slots__ = (
        "_connection",
        "_engine",
        "accounts",
        "dialogues",
        "entrants",
        "events",
        "games",
        "inbox",
        "jobs",
        "links",
        "log",
        "merging",
        "moving",
        "operation",
        "outbox",
        "personal",
        "persons",
        "places",
        "posted",
        "regulations",
        "sides",
    )

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def __aenter__(self) -> Self:
        connection = self._connection = self._engine.connect()
        await connection.start()
        self.accounts = Accounts(connection)
        self.dialogues = Dialogues(connection)
        self.entrants = Entrants(connection)
        self.events = Events(connection)
        self.games = Games(connection)
        self.inbox = Inbox(connection)
        self.jobs = Jobs(connection)
        self.links = Links(connection)
        self.log = Log(connection)
        self.merging = Merging(connection)
        self.moving = Moving(connection)
        self.operation = Operation(connection)
        self.outbox = Outbox(connection)
        self.personal = Personal(connection)
        self.persons = Persons(connection)
        self.places = Places(connection)
        self.posted = PostedMessages(connection)
        self.regulations = Regulations(connection)
        self.sides = Sides(connection)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._leave()

    async def _leave(self) -> None:
        # the transaction is ended and the connection given back even if the task is cancelled meanwhile
        await asyncio.shield(asyncio.ensure_future(self._connection.close()))

    @property
    def connection(self) -> AsyncConnection:
        """For statements that no repository has, inside this package."""
        return self._connection


class Turns:
    """Lets one task write at a time, in the order of asking."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[object] | None = None

    async def take(self) -> None:
        """Raises RuntimeError in a task that has the turn already: it would wait for itself for ever."""
        task = asyncio.current_task()
        if task is not None and self._holder is task:
            raise RuntimeError("a unit of work inside another one")
        await self._lock.acquire()
        self._holder = task

    def give_back(self) -> None:
        self._holder = None
        self._lock.release()


class UnitOfWork(Reading):
    """A transaction. Without ``commit()`` everything is rolled back at the end of the ``async with``.

    On SQLite units of work come one after another in the order in which they were entered; so a unit of work
    must be short, and none may be entered inside another one.
    """

    __slots__ = ("_turns",)

    def __init__(self, engine: AsyncEngine, turns: Turns | None) -> None:
        super().__init__(engine)
        self._turns = turns

    async def __aenter__(self) -> Self:
        if self._turns is None:
            return await super().__aenter__()
        await self._turns.take()
        try:
            return await super().__aenter__()
        except BaseException:
            self._turns.give_back()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        closing = asyncio.ensure_future(self._connection.close())
        if (turns := self._turns) is not None:
            closing.add_done_callback(lambda _: turns.give_back())
        await asyncio.shield(closing)

    async def commit(self) -> None:
        """Make everything so far durable. What is done after it is a transaction of its own again."""
        await self._connection.commit()
