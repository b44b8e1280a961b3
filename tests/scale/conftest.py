"""A PostgreSQL server, whatever the other tests keep their data in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases import Databases, databases, skip_on_server


@pytest.fixture
def server() -> Databases:
    """The server of the tests; skips the test where PostgreSQL is not installed."""
    skip_on_server("on a server wherever the other tests keep their data")
    return databases()


@pytest.fixture
def shared(server: Databases, tmp_path: Path) -> str:
    """The URL of a database with all tables and nothing in them."""
    return server.of(tmp_path / "shared.db")


@pytest.fixture
def bare(server: Databases, tmp_path: Path) -> str:
    """The URL of a database without anything in it."""
    return server.of(tmp_path / "bare.db", with_tables=False)
