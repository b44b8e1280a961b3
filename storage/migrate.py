"""Which schema a database has, and bringing it to this version's.

Alembic is imported only where there is something to do: the stored revision is read with plain SQL.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import EmptyDatabase, ForeignDatabase, NewerSchema, OlderSchema

REVISIONS = ("0001", "0002", "0003", "0004")
"""every revision in order; the last one is this version's"""

HEAD = REVISIONS[-1]

_TABLE = "alembic_version"
_stored = text(f"SELECT version_num FROM {_TABLE}")  # noqa: S608 (a constant)


async def stored_revision(connection: AsyncConnection, name: str) -> str | None:
    """The revision of a database, None where it is empty.

    Raises ForeignDatabase where it holds other things than ours, NewerSchema where its revision is unknown.
    """
    if not await connection.run_sync(lambda sync: sync.dialect.has_table(sync, _TABLE)):
        tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        if tables:
            raise ForeignDatabase(path=name, tables=tuple(tables[:3]))
        return None
    revision = (await connection.execute(_stored)).scalar()
    if revision is None:
        return None
    if revision not in REVISIONS:
        raise NewerSchema(path=name, revision=revision)
    return str(revision)


async def require_head(connection: AsyncConnection, name: str) -> None:
    """Raises EmptyDatabase or OlderSchema where a migration is due, and what ``stored_revision`` raises."""
    revision = await stored_revision(connection, name)
    if revision is None:
        raise EmptyDatabase(path=name)
    if revision != HEAD:
        raise OlderSchema(path=name, revision=revision)


async def upgrade(connection: AsyncConnection) -> None:
    """Run the migrations that are missing, inside the transaction of ``connection``."""
    await connection.run_sync(_run_alembic)


def alembic_config(connection: Connection | None = None) -> Any:
    """Alembic's configuration, without a file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _run_alembic(connection: Connection) -> None:
    from alembic import command

    command.upgrade(alembic_config(connection), "head")
