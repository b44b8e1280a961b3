"""A database for each test: a file, or one on the server of the tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database, open_database
from tests.databases import ON_SERVER, databases, new_database, skip_on_server
from tests.storage.samples import NOW


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of an empty database."""
    file = tmp_path / "damka.db"
    return databases().of(file, with_tables=False) if ON_SERVER else str(file)


@pytest.fixture
async def prepared(tmp_path: Path) -> str:
    """The address of a database with all tables and nothing in them."""
    return str(await new_database(tmp_path / "damka.db"))


@pytest.fixture
async def database(prepared: str) -> AsyncIterator[Database]:
    """A database of this version, owned."""
    database = open_database(prepared)
    await database.take_over(NOW)
    yield database
    await database.close()


@pytest.fixture
async def file_database(tmp_path: Path) -> AsyncIterator[Database]:
    """The same in a SQLite file, for what is about files."""
    skip_on_server("about SQLite's own files")
    database = open_database(tmp_path / "file.db")
    await database.take_over(NOW)
    yield database
    await database.close()
