"""What an installation gets: every module and data file that the program opens, and nothing else."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "storage", "bot")
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel built from a copy of the sources, in which nothing has been compiled yet."""
    copy, wheels = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheels")
    for name in ("pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, copy)
    (copy / "README.md").touch()
    for package in (*PACKAGES, "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "LC_MESSAGES")
        shutil.copytree(ROOT / package, copy / package, ignore=ignored)
    built = subprocess.run(
        [sys.executable, "-c", BUILD, str(wheels)], cwd=copy, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = wheels.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def test_every_module_is_packed(packed: set[str]) -> None:
    modules = {
        path.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.py")
    }
    assert modules - packed == set()


def test_every_regulation_and_every_language_is_packed(packed: set[str]) -> None:
    regulations = {path.name for path in (ROOT / "rules" / "regulation" / "catalogue").glob("*.toml")}
    words = "bot/chats/discord/words.toml"
    assert regulations == {name.rpartition("/")[2] for name in packed - {words} if name.endswith(".toml")}
    assert words in packed
    assert {f"bot/texts/{language}/LC_MESSAGES/damka.mo" for language in ("pl", "uk", "gl", "en")} == {
        name for name in packed if name.endswith(".mo")
    }


def test_nothing_else_is_packed(packed: set[str]) -> None:
    assert {Path(name).suffix for name in packed} == {".py", ".mo", ".toml"}
    assert {name.split("/")[0] for name in packed} == set(PACKAGES)
