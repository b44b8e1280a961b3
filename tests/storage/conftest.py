"""A database for each test: a file, or a fresh one on the server that DAMKA_TEST_DATABASE names."""

from __future__ import annotations

import os
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from storage import Database, open_database
from tests.storage.samples import NOW


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database."""
    server = os.environ.get("DAMKA_TEST_DATABASE")
    if not server:
        yield str(tmp_path / "damka.db")
        return
    name = f"damka_test_{uuid.uuid4().hex}"
    engine = create_async_engine(
        make_url(server).set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT"
    )
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
        await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    await engine.dispose()


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """A database of this version, owned."""
    database = open_database(address)
    await database.take_over(NOW)
    yield database
    await database.close()


@pytest.fixture
async def file_database(tmp_path: Path) -> AsyncIterator[Database]:
    """The same in a SQLite file, whatever the other tests use."""
    database = open_database(tmp_path / "file.db")
    await database.take_over(NOW)
    yield database
    await database.close()
