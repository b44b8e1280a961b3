"""Persons, their accounts, and the values about them that can be erased."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from storage.chain import EMPTY, Head
from storage.ids import AccountId, PersonId, Subject, SubjectKind
from storage.repositories.base import Repository
from storage.tables import accounts, log, personal, persons
from storage.upsert import Upsert

_person_by_id = select(persons).where(persons.c.id == bindparam("person_id"))
_with_log = (
    select(persons)
    .where(
        persons.c.id > bindparam("last"),
        (persons.c.log_seq != EMPTY.seq)
        | (persons.c.log_hash != EMPTY.hash)
        | persons.c.id.in_(select(log.c.subject_id).where(log.c.subject_kind == SubjectKind.PERSON.value)),
    )
    .order_by(persons.c.id)
    .limit(bindparam("most"))
)
_add_person = insert(persons)
_update_person = update(persons).where(persons.c.id == bindparam("person_id"))

_account_by_external = select(accounts).where(
    accounts.c.platform == bindparam("platform"), accounts.c.external == bindparam("external")
)
_account_by_id = select(accounts).where(accounts.c.id == bindparam("account_id"))
_account_by_username = (
    select(accounts)
    .where(accounts.c.platform == bindparam("platform"), accounts.c.username == bindparam("username"))
    .order_by(accounts.c.id.desc())
)
_rename_others = (
    update(accounts)
    .where(
        accounts.c.platform == bindparam("of_platform"),
        accounts.c.username == bindparam("of_username"),
        accounts.c.external != bindparam("of_external"),
    )
    .values(username=None)
)
_accounts_of = select(accounts).where(accounts.c.person == bindparam("person_id")).order_by(accounts.c.id)
_add_account = insert(accounts)
_update_account = update(accounts).where(accounts.c.id == bindparam("account_id"))

_of_subject = (personal.c.subject_kind == bindparam("kind"), personal.c.subject_id == bindparam("number"))
_get = select(personal.c.value).where(*_of_subject, personal.c.key == bindparam("name"))
_all = select(personal.c.key, personal.c.value).where(*_of_subject)
_many = select(personal.c.subject_id, personal.c.value).where(
    personal.c.subject_kind == bindparam("kind"),
    personal.c.subject_id.in_(bindparam("numbers", expanding=True)),
    personal.c.key == bindparam("name"),
)
_set = Upsert(personal, ("subject_kind", "subject_id", "key"), update=("value",))
_erase = delete(personal).where(*_of_subject)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody. ``language`` and ``settings`` are that person's own choice; ``erased`` since when."""

    id: PersonId
    language: str | None
    settings: Mapping[str, Any] = field(hash=False)
    created: datetime
    erased: datetime | None
    log_seq: int = 0
    log_hash: str = ""

    @property
    def subject(self) -> Subject:
        return Subject(SubjectKind.PERSON, self.id)

    @property
    def head(self) -> Head:
        """Where the log of their linked accounts stands."""
        return Head(self.log_seq, self.log_hash)


@dataclass(frozen=True, slots=True)
class Account:
    """How a platform knows a person. ``username`` is kept in lower case, as it is looked up."""

    id: AccountId
    platform: str
    external: str
    person: PersonId
    username: str | None
    created: datetime


class Persons(Repository):
    """Who has spoken to the bot."""

    __slots__ = ()

    async def by_id(self, person: PersonId) -> Person | None:
        row = (await self._run(_person_by_id, {"person_id": person})).first()
        return None if row is None else Person(*row)

    async def with_log(self, last: PersonId | None = None, limit: int = 100) -> list[Person]:
        """Those who have linked accounts, in the order of their ids, page by page: those after ``last``."""
        return [Person(*row) for row in await self._run(_with_log, {"last": last or 0, "most": limit})]

    async def add(
        self, *, created: datetime, language: str | None = None, settings: Mapping[str, Any] | None = None
    ) -> Person:
        values: dict[str, Any] = {
            "language": language,
            "settings": dict(settings or {}),
            "created": created,
            "erased": None,
        }
        return Person(PersonId(await self._insert(_add_person, values)), **values)

    async def update(self, person: Person) -> None:
        """Store everything of ``person`` anew."""
        values = {
            "language": person.language,
            "settings": dict(person.settings),
            "erased": person.erased,
            "log_seq": person.log_seq,
            "log_hash": person.log_hash,
        }
        await self._run(_update_person, {**values, "person_id": person.id})


class Accounts(Repository):
    """The platforms' accounts of persons."""

    __slots__ = ()

    async def by_external(self, platform: str, external: str) -> Account | None:
        row = (await self._run(_account_by_external, {"platform": platform, "external": external})).first()
        return None if row is None else Account(*row)

    async def by_id(self, account: AccountId) -> Account | None:
        row = (await self._run(_account_by_id, {"account_id": account})).first()
        return None if row is None else Account(*row)

    async def by_username(self, platform: str, username: str) -> Account | None:
        """The account that was last seen under that name, in any case of letters."""
        values = {"platform": platform, "username": username.casefold()}
        row = (await self._run(_account_by_username, values)).first()
        return None if row is None else Account(*row)

    async def of(self, person: PersonId) -> list[Account]:
        return [Account(*row) for row in await self._run(_accounts_of, {"person_id": person})]

    async def add(
        self,
        platform: str,
        external: str,
        person: PersonId,
        *,
        created: datetime,
        username: str | None = None,
    ) -> Account:
        """Raises Conflict where the account is known."""
        await self._take_name(platform, external, username)
        values: dict[str, Any] = {
            "platform": platform,
            "external": external,
            "person": person,
            "username": None if username is None else username.casefold(),
            "created": created,
        }
        return Account(AccountId(await self._insert(_add_account, values)), **values)

    async def update(self, account: Account) -> None:
        """Store name, platform's id and person of ``account`` anew."""
        await self._take_name(account.platform, account.external, account.username)
        values = {
            "username": None if account.username is None else account.username.casefold(),
            "external": account.external,
            "person": account.person,
        }
        await self._run(_update_account, {**values, "account_id": account.id})

    async def _take_name(self, platform: str, external: str, username: str | None) -> None:
        """Two have no name at once: whoever had it before is meant by it no more."""
        if username is not None:
            values = {"of_platform": platform, "of_username": username.casefold(), "of_external": external}
            await self._run(_rename_others, values)


class Personal(Repository):
    """The one table of personal values: ``(subject, key) -> text``. Logs never hold them."""

    __slots__ = ()

    async def get(self, subject: Subject, key: str) -> str | None:
        values = {"kind": subject.kind, "number": subject.id, "name": key}
        value: str | None = (await self._run(_get, values)).scalar()
        return value

    async def all(self, subject: Subject) -> dict[str, str]:
        rows = await self._run(_all, {"kind": subject.kind, "number": subject.id})
        return {row[0]: row[1] for row in rows}

    async def many(self, kind: SubjectKind, numbers: Iterable[int], key: str) -> dict[int, str]:
        """The value ``key`` of several subjects of one kind, by their ids; without those that have none."""
        rows = await self._run(_many, {"kind": kind, "numbers": list(numbers), "name": key})
        return {row[0]: row[1] for row in rows}

    async def set(self, subject: Subject, key: str, value: str) -> None:
        values = {"subject_kind": subject.kind, "subject_id": subject.id, "key": key, "value": value}
        await self._run(_set, values)

    async def erase(self, subject: Subject) -> int:
        """Remove every value about ``subject``; returns how many there were."""
        return (await self._run(_erase, {"kind": subject.kind, "number": subject.id})).rowcount
