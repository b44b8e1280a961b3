"""INSERT .. ON CONFLICT, which SQLite and PostgreSQL share and SQLAlchemy offers per dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Executable, Table


class Upsert:
    """A statement prepared once per dialect.

    Inserts a row; where ``key`` is taken, sets the columns ``update`` to the values given (none: leaves the
    old row), if ``where`` of the old row holds. ``computed`` are values that the database finds out. The
    number of rows tells whether anything was written.
    """

    def __init__(
        self,
        table: Table,
        key: Sequence[str],
        update: Sequence[str] = (),
        where: Callable[[Table], ColumnElement[bool]] | None = None,
        returning: Sequence[str] = (),
        computed: Mapping[str, ColumnElement[Any]] | None = None,
    ) -> None:
        self._table = table
        self._key = tuple(key)
        self._update = tuple(update)
        self._where = where
        self._returning = tuple(returning)
        self._computed = dict(computed or {})
        self._built: dict[str, Executable] = {}

    def on(self, dialect: str) -> Executable:
        """The statement for the dialect of that name."""
        if (statement := self._built.get(dialect)) is None:
            statement = self._built[dialect] = self._build(dialect)
        return statement

    def _build(self, dialect: str) -> Executable:
        insert: Callable[[Table], Any]
        if dialect == "postgresql":
            from sqlalchemy.dialects.postgresql import insert
        else:
            from sqlalchemy.dialects.sqlite import insert
        statement = insert(self._table).values(self._computed)
        if self._update:
            statement = statement.on_conflict_do_update(
                index_elements=self._key,
                set_={name: statement.excluded[name] for name in self._update},
                where=None if self._where is None else self._where(self._table),
            )
        else:
            statement = statement.on_conflict_do_nothing(index_elements=self._key)
        if self._returning:
            statement = statement.returning(*(self._table.c[name] for name in self._returning))
        result: Executable = statement.execution_options(preserve_rowcount=True)
        return result
