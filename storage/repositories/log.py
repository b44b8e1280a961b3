"""The log of games and events: append and read, never change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select

from storage.chain import Draft, Entry, Head, seal
from storage.ids import Subject, SubjectKind
from storage.repositories.base import Repository
from storage.tables import log

_append = insert(log)
_of = (
    select(log)
    .where(
        log.c.subject_kind == bindparam("kind_of"),
        log.c.subject_id == bindparam("id_of"),
        log.c.seq > bindparam("after"),
    )
    .order_by(log.c.seq)
)
_of_many = (
    select(log)
    .where(
        log.c.subject_kind == bindparam("kind_of"), log.c.subject_id.in_(bindparam("ids_of", expanding=True))
    )
    .order_by(log.c.subject_id, log.c.seq)
)


class Log(Repository):
    """What happened. The head of a log stands in the row of its game, so appending needs no reading."""

    __slots__ = ()

    async def append(self, draft: Draft, head: Head) -> Entry:
        """Append after ``head``. Raises Conflict where another entry stands there already."""
        entry = seal(draft, head)
        await self._run(_append, _to_row(entry))
        return entry

    async def extend(self, drafts: Iterable[tuple[Draft, Head]]) -> list[Entry]:
        """Append to many logs in one statement, one entry each."""
        entries = [seal(draft, head) for draft, head in drafts]
        if entries:
            await self._run(_append, [_to_row(entry) for entry in entries])
        return entries

    async def of(self, subject: Subject, *, after: int = 0) -> list[Entry]:
        """The entries with numbers above ``after``, in order."""
        values = {"kind_of": subject.kind, "id_of": subject.id, "after": after}
        return [_from_row(row) for row in await self._run(_of, values)]

    async def of_many(self, kind: SubjectKind, ids: Sequence[int]) -> dict[int, list[Entry]]:
        """Whole logs of several subjects of one kind, by their ids."""
        logs: dict[int, list[Entry]] = {number: [] for number in ids}
        for row in await self._run(_of_many, {"kind_of": kind, "ids_of": list(ids)}):
            logs[row.subject_id].append(_from_row(row))
        return logs


def _to_row(entry: Entry) -> dict[str, Any]:
    draft = entry.draft
    return {
        "subject_kind": draft.subject.kind,
        "subject_id": draft.subject.id,
        "seq": entry.seq,
        "kind": draft.kind,
        "schema": draft.schema,
        "actor": draft.actor,
        "account": draft.account,
        "input": draft.input,
        "platform_time": draft.platform_time,
        "recorded_time": draft.recorded_time,
        "undoes": draft.undoes,
        "body": draft.body,
        "previous": entry.previous,
        "hash": entry.hash,
    }


def _from_row(row: Any) -> Entry:
    draft = Draft(
        subject=Subject(SubjectKind(row.subject_kind), row.subject_id),
        kind=row.kind,
        schema=row.schema,
        body=row.body,
        recorded_time=row.recorded_time,
        platform_time=row.platform_time,
        actor=row.actor,
        account=row.account,
        input=row.input,
        undoes=row.undoes,
    )
    return Entry(draft, row.seq, row.previous, row.hash)
