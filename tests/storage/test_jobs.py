"""Work that is due: each piece is done exactly once, and a failure costs no more than time."""

from __future__ import annotations

from storage import Database, Subject, SubjectKind
from tests.storage.samples import NOW, later


async def test_jobs_are_due_in_the_order_of_their_moments(database: Database) -> None:
    subject = Subject(SubjectKind.EVENT, 4)
    async with database.unit_of_work() as unit:
        await unit.jobs.add("remind", later(30))
        await unit.jobs.add("pair", later(10), '{"round":2}', subject=subject)
        await unit.jobs.add("close", later(20))
        due = await unit.jobs.due(later(20))
        assert [(job.kind, job.due, job.payload, job.subject, job.attempts) for job in due] == [
            ("pair", later(10), '{"round":2}', subject, 0),
            ("close", later(20), "{}", None, 0),
        ]
        assert [job.kind for job in await unit.jobs.due(later(99), limit=1)] == ["pair"]


async def test_a_job_with_a_known_key_is_not_added_again_even_when_it_is_done(database: Database) -> None:
    async with database.unit_of_work() as unit:
        assert await unit.jobs.add("pair", NOW, key="event:4:round:2")
        assert not await unit.jobs.add("pair", NOW, key="event:4:round:2")
        (job,) = await unit.jobs.due(NOW)
        assert await unit.jobs.finish(job.id)
        assert not await unit.jobs.add("pair", NOW, key="event:4:round:2")
        assert await unit.jobs.due(NOW) == []


async def test_a_job_is_finished_once(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.jobs.add("pair", NOW)
        (job,) = await unit.jobs.due(NOW)
        assert await unit.jobs.finish(job.id)
        assert not await unit.jobs.finish(job.id)


async def test_a_failed_job_comes_again(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.jobs.add("pair", NOW)
        (job,) = await unit.jobs.due(NOW)
        await unit.jobs.fail(job.id, "no partner", due=later(60))
        assert await unit.jobs.due(later(59)) == []
        (again,) = await unit.jobs.due(later(60))
        assert (again.id, again.attempts) == (job.id, 1)


async def test_old_finished_jobs_are_forgotten(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.jobs.add("old", NOW)
        await unit.jobs.add("waiting", NOW)
        old, waiting = await unit.jobs.due(NOW)
        await unit.jobs.finish(old.id)
        assert await unit.jobs.prune(later(1)) == 1
        assert await unit.jobs.due(NOW) == [waiting]
