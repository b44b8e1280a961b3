"""What all tests share: the texts they read are those of the topic files as they stand."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.texts.compile import compile_catalogues
from tests import databases, postgresql

# How long one example takes says more about the machine than about the program. Where nobody looks for new
# examples, a run is the same every time.
settings.register_profile(
    "damka",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("damka")


def pytest_configure(config: pytest.Config) -> None:
    # With several workers the one that hands out the tests compiles before it starts them.
    if not hasattr(config, "workerinput"):
        compile_catalogues()
    postgresql.prepare(config)


def pytest_unconfigure(config: pytest.Config) -> None:
    postgresql.stop(config)


@pytest.fixture(autouse=True)
def _databases_end_with_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    folder: Path | None = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else None
    yield
    if folder is not None:
        databases.forget(folder)
