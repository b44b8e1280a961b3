"""What a database consists of: the tables and indexes that ours has, and nothing that acts by itself."""

from __future__ import annotations

from sqlalchemy import bindparam, inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import metadata

ACTING_IN_FILE = "SELECT name FROM sqlite_master WHERE coalesce(rootpage, 0) = 0 ORDER BY name"
"""triggers, views and virtual tables have no page of their own"""
_ACTING_ON_SERVER = text(
    "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
    " WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
    " UNION SELECT rulename FROM pg_rules WHERE schemaname = current_schema()"
    " UNION SELECT viewname FROM pg_views WHERE schemaname = current_schema() AND viewname IN :ours"
    " ORDER BY 1"
).bindparams(bindparam("ours", expanding=True))


async def acting_things(connection: AsyncConnection) -> list[str]:
    """Names of triggers and the like, which no version of ours makes."""
    if connection.dialect.name == "sqlite":
        found = await connection.execute(text(ACTING_IN_FILE))
    else:
        found = await connection.execute(_ACTING_ON_SERVER, {"ours": list(metadata.tables)})
    return [str(name) for name in found.scalars()]


async def missing_things(connection: AsyncConnection) -> list[str]:
    """Names of tables and indexes of ours that are not there."""
    return await connection.run_sync(_missing)


def _missing(connection: Connection) -> list[str]:
    looking = inspect(connection)
    there = {*looking.get_table_names()}
    there |= {str(index["name"]) for table in there for index in looking.get_indexes(table)}
    tables = metadata.sorted_tables
    ours = [*(table.name for table in tables), *(str(one.name) for table in tables for one in table.indexes)]
    return sorted({*ours} - there)
