"""Everything that is kept: ``open_database`` and what it gives access to.

    database = open_database(path)
    await database.take_over(now)
    async with database.unit_of_work() as unit:
        ...
        await unit.commit()
    await database.close()

Errors are in ``storage.errors``.
"""

from storage.chain import EMPTY, Draft, Entry, Head
from storage.database import Database, Takeover, open_database
from storage.ids import (
    AccountId,
    EntrantId,
    EventId,
    GameId,
    JobId,
    OutageId,
    OutboxId,
    PersonId,
    PlaceId,
    SideId,
    Subject,
    SubjectKind,
)
from storage.unit_of_work import Reading, UnitOfWork

__all__ = [
    "EMPTY",
    "AccountId",
    "Database",
    "Draft",
    "EntrantId",
    "Entry",
    "EventId",
    "GameId",
    "Head",
    "JobId",
    "OutageId",
    "OutboxId",
    "PersonId",
    "PlaceId",
    "Reading",
    "SideId",
    "Subject",
    "SubjectKind",
    "Takeover",
    "UnitOfWork",
    "open_database",
]
