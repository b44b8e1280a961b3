"""Work that is due at a moment, other than a game's own deadline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from storage.ids import JobId, Subject, SubjectKind
from storage.repositories.base import Repository
from storage.tables import jobs
from storage.upsert import Upsert

_WAITING, _DONE = "waiting", "done"

_add = Upsert(jobs, ("key",))
_due = (
    select(
        jobs.c.id,
        jobs.c.kind,
        jobs.c.subject_kind,
        jobs.c.subject_id,
        jobs.c.due,
        jobs.c.payload,
        jobs.c.attempts,
        jobs.c.key,
    )
    .where(jobs.c.state == _WAITING, jobs.c.due <= bindparam("now"))
    .order_by(jobs.c.due, jobs.c.id)
    .limit(bindparam("most"))
)
_waiting = (jobs.c.id == bindparam("job"), jobs.c.state == _WAITING)
_take = select(jobs.c.id).where(*_waiting).with_for_update(skip_locked=True)
_finish = update(jobs).where(*_waiting).values(state=_DONE, error=None)
_fail = (
    update(jobs)
    .where(*_waiting)
    .values(due=bindparam("due"), error=bindparam("error"), attempts=jobs.c.attempts + 1)
)
_prune = delete(jobs).where(jobs.c.state == _DONE, jobs.c.due < bindparam("before"))


@dataclass(frozen=True, slots=True)
class Job:
    """``payload`` is JSON text; ``attempts`` how often it has failed before."""

    id: JobId
    kind: str
    subject: Subject | None
    due: datetime
    payload: str
    attempts: int
    key: str | None


class Jobs(Repository):
    """Work rows. A job is finished in the unit of work that does it, so that it is done exactly once."""

    __slots__ = ()

    async def add(
        self,
        kind: str,
        due: datetime,
        payload: str = "{}",
        *,
        subject: Subject | None = None,
        key: str | None = None,
    ) -> bool:
        """False where a job with that ``key`` is there already, done or not."""
        values = {
            "kind": kind,
            "subject_kind": None if subject is None else subject.kind,
            "subject_id": None if subject is None else subject.id,
            "due": due,
            "payload": payload,
            "attempts": 0,
            "error": None,
            "state": _WAITING,
            "key": key,
        }
        return (await self._run(_add, values)).rowcount == 1

    async def due(self, now: datetime, limit: int = 100) -> list[Job]:
        """Waiting jobs whose moment has come, the earliest first."""
        return [_job(row) for row in await self._run(_due, {"now": now, "most": limit})]

    async def take(self, job: JobId) -> bool:
        """Keep a job for this unit of work alone. False where it is done, or another one is busy with it."""
        return (await self._run(_take, {"job": job})).first() is not None

    async def finish(self, job: JobId) -> bool:
        """False where somebody else has finished it: then this unit of work must not commit."""
        return (await self._run(_finish, {"job": job})).rowcount == 1

    async def fail(self, job: JobId, error: str, *, due: datetime) -> None:
        """Note a failure and try again at ``due``."""
        await self._run(_fail, {"job": job, "due": due, "error": error})

    async def prune(self, before: datetime) -> int:
        """Forget finished jobs that were due before that moment; returns how many."""
        return (await self._run(_prune, {"before": before})).rowcount


def _job(row: Sequence[Any]) -> Job:
    number, kind, subject_kind, subject_id, *rest = row
    subject = None if subject_kind is None else Subject(SubjectKind(subject_kind), subject_id)
    return Job(number, kind, subject, *rest)
