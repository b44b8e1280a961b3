"""What all tests share: the texts they read are those of the topic files as they stand, and each may keep its
data in files or on a server.
"""

import ast
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.texts.compile import compile_catalogues
from tests import databases, postgresql

TESTS = Path(__file__).parent

# How long one example takes says more about the machine than about the program. Where nobody looks for new
# examples, a run is the same every time.
settings.register_profile(
    "damka",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("damka")

MEMORY, ROOM = Path("/dev/shm"), 1 << 30  # noqa: S108
LONGEST = tuple(Path(__file__).parent / name for name in ("everywhere", "games/test_ends.py"))


def pytest_configure(config: pytest.Config) -> None:
    # With several workers the one that hands out the tests compiles before it starts them.
    if not hasattr(config, "workerinput"):
        compile_catalogues()
        _keep_files_in_memory()
    postgresql.prepare(config)


def _keep_files_in_memory() -> None:
    """Where there is room. Programs are killed here, machines are not: no test can tell whether what was
    written has reached a disk, and thousands of times it would be waited for."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        found = os.statvfs(MEMORY)
        if found.f_bavail * found.f_frsize > ROOM and not found.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: last, it would keep everybody waiting."""
    items.sort(key=lambda item: not any(item.path.is_relative_to(long) for long in LONGEST))


def pytest_unconfigure(config: pytest.Config) -> None:
    postgresql.stop(config)


def pytest_report_header() -> str | None:
    return "On a PostgreSQL server: only what keeps data." if databases.ON_SERVER else None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On a server what keeps no data would only be repeated."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if databases.ON_SERVER and is_test and not keeps_data(collection_path) else None


@cache
def keeps_data(file: Path) -> bool:
    """Whether the tests in ``file``, or what they use of other tests, ask ``tests.databases`` for a place."""
    reached: set[Path] = set()
    left = [file, *(folder / "conftest.py" for folder in file.parents if TESTS in folder.parents)]
    while left:
        if (following := left.pop()) not in reached and following.exists():
            reached.add(following)
            left += used_by(following)
    return TESTS / "databases.py" in reached


@cache
def used_by(file: Path) -> list[Path]:
    """The modules of the tests that one of them imports; of what may be a module or a name in one, both."""
    found = []
    for statement in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("tests"):
            module = TESTS.parent.joinpath(*str(statement.module).split("."))
            found += [module.with_suffix(".py"), *(module / f"{name.name}.py" for name in statement.names)]
    return found


@pytest.fixture(autouse=True)
def _databases_end_with_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    folder: Path | None = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else None
    yield
    if folder is None:
        return
    databases.forget(folder)
    if databases.ON_SERVER or not keeps_data(request.path):
        made = [str(path.relative_to(folder)) for path in folder.rglob("*") if is_database(path)]
        assert not made, f"ask tests.databases where to keep {made}"


def is_database(path: Path) -> bool:
    """Whether something is a file of SQLite."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"
