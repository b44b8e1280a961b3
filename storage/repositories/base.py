"""What every repository has: the connection of its unit of work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import CursorResult, Executable
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.upsert import Upsert


class Repository:
    """Statements of one subject on the connection of one unit of work.

    Statements are built once per module with named parameters, so that a call costs no compilation.
    """

    __slots__ = ("_connection",)

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def _run(
        self, statement: Executable | Upsert, parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]] = {}
    ) -> CursorResult[*tuple[Any, ...]]:
        if isinstance(statement, Upsert):
            statement = statement.on(self._connection.dialect.name)
        return await self._connection.execute(statement, parameters)

    async def _insert(self, statement: Executable, parameters: Mapping[str, Any]) -> int:
        """Run an INSERT of one row and return the number that the database gave it."""
        result = await self._connection.execute(statement, parameters)
        key = result.inserted_primary_key
        assert key is not None  # noqa: S101 (an INSERT of one row always has it)
        number: int = key[0]
        return number
