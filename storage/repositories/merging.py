"""Two persons who turn out to be one: all that one of them has goes to the other."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum

from sqlalchemy import Column, Delete, Table, Update, bindparam, delete, exists, select, update

from storage.chain import Entry
from storage.ids import AccountId, PersonId
from storage.repositories.base import Repository
from storage.tables import (
    accounts,
    controllers,
    dialogues,
    entrant_controllers,
    entrants,
    event_roles,
    events,
    games,
    link_codes,
    sides,
    wrong_codes,
)

# what a person has, and what tells one such row of theirs from another
_HELD: tuple[tuple[Table, tuple[str, ...]], ...] = (
    (controllers, ("side",)),
    (entrant_controllers, ("entrant",)),
    (event_roles, ("event", "role")),
    (dialogues, ("place",)),
)
_NAMED = (link_codes, wrong_codes)


def _person(table: Table) -> Column[PersonId]:
    column: Column[PersonId] = table.c.person
    return column


def _doubles(table: Table, others: tuple[str, ...]) -> Delete:
    """What the first person has already."""
    first = table.alias("first")
    same = [first.c[name] == table.c[name] for name in others]
    return delete(table).where(
        _person(table) == bindparam("of_second"),
        exists().where(first.c.person == bindparam("of_first"), *same),
    )


def _hand_over(table: Table) -> Update:
    return update(table).where(_person(table) == bindparam("of_second")).values(person=bindparam("of_first"))


_seated = (
    select(sides.c.game)
    .join(controllers, controllers.c.side == sides.c.id)
    .where(controllers.c.person == bindparam("of_second"))
)
_entered = (
    select(entrants.c.event)
    .join(entrant_controllers, entrant_controllers.c.entrant == entrants.c.id)
    .where(entrant_controllers.c.person == bindparam("of_second"))
)
_in_charge = select(event_roles.c.event).where(event_roles.c.person == bindparam("of_second"))
# a next version of each, so that whoever remembers the one before looks again at who plays
_renew = (
    update(events)
    .where(events.c.id.in_(_entered) | events.c.id.in_(_in_charge))
    .values(version=events.c.version + 1),
    update(games).where(games.c.id.in_(_seated)).values(version=games.c.version + 1),
)
_statements = (
    *_renew,
    *(_doubles(table, others) for table, others in _HELD),
    *(_hand_over(table) for table, _ in _HELD),
    *(_hand_over(table) for table in _NAMED),
    _hand_over(accounts),
)
_move_account = (
    update(accounts).where(accounts.c.id == bindparam("account")).values(person=bindparam("of_first"))
)


class Merging(Repository):
    """Whose an account is, and all that hangs on it."""

    __slots__ = ()

    async def merge(self, second: PersonId, first: PersonId) -> None:
        """Give all that ``second`` has to ``first``: accounts, seats, entrants, roles, conversations.

        The row of ``second`` stays, since logs name it.
        """
        for statement in _statements:
            await self._run(statement, {"of_second": second, "of_first": first})

    async def move_account(self, account: AccountId, person: PersonId) -> None:
        """Let an account be another person's, and nothing else with it."""
        await self._run(_move_account, {"account": account, "of_first": person})


class PersonEntry(StrEnum):
    """Kinds of entries in the log of a person; the values are stored."""

    LINKED = "linked"
    """``accounts`` of ``person`` belong to this one from now on"""
    MERGED = "merged"
    """all accounts belong to ``person`` from now on"""
    UNLINKED = "unlinked"
    """``account`` belongs to ``person`` from now on, who has nothing else"""


def accounts_added(entries: Iterable[Entry]) -> tuple[AccountId, ...]:
    """The accounts that somebody has got by linking, as the log of that person tells, in its order."""
    added: dict[AccountId, None] = {}
    for entry in entries:
        body = json.loads(entry.draft.body)
        match entry.draft.kind:
            case PersonEntry.LINKED:
                added.update(dict.fromkeys(map(AccountId, body["accounts"])))
            case PersonEntry.UNLINKED:
                added.pop(AccountId(body["account"]), None)
            case PersonEntry.MERGED:
                added.clear()
    return tuple(added)
