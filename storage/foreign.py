"""What a database holds that acts by itself, or stands where a table of ours should."""

from __future__ import annotations

from sqlalchemy import bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import metadata

IN_FILE = "SELECT name FROM sqlite_master WHERE coalesce(rootpage, 0) = 0 ORDER BY name"
"""triggers, views and virtual tables have no page of their own"""
_ON_SERVER = text(
    "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
    " WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
    " UNION SELECT rulename FROM pg_rules WHERE schemaname = current_schema()"
    " UNION SELECT viewname FROM pg_views WHERE schemaname = current_schema() AND viewname IN :ours"
    " ORDER BY 1"
).bindparams(bindparam("ours", expanding=True))


async def foreign_things(connection: AsyncConnection) -> list[str]:
    """Names of triggers and the like, which no version of ours makes."""
    if connection.dialect.name == "sqlite":
        found = await connection.execute(text(IN_FILE))
    else:
        found = await connection.execute(_ON_SERVER, {"ours": list(metadata.tables)})
    return [str(name) for name in found.scalars()]
