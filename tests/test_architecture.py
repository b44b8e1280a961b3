"""What holds for every file of the project."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST_FILE = 400
LAYERS = ("rules", "storage", "bot")
"""each may import itself and those before it"""


def python_files() -> list[Path]:
    return [path for folder in (*LAYERS, "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]


def modules(package: str) -> list[str]:
    paths = [path.relative_to(ROOT) for path in sorted((ROOT / package).rglob("*.py"))]
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]


def tracked_texts() -> list[tuple[str, str]]:
    """Every text file of the project: what git knows, or without git what lies there."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    names = listed.stdout.splitlines() or [str(path.relative_to(ROOT)) for path in python_files()]
    texts = []
    for name in names:
        if (path := ROOT / name).is_file():
            content = path.read_bytes()
            if b"\0" not in content:
                texts.append((name, content.decode("utf-8", "replace")))
    return texts


def imports(path: Path) -> set[str]:
    """The packages that a file imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_the_layers_below_it(layer: str) -> None:
    above = set(LAYERS[LAYERS.index(layer) + 1 :]) | {"tests", "benchmarks"}
    guilty = {str(path.relative_to(ROOT)): imports(path) & above for path in (ROOT / layer).rglob("*.py")}
    assert {name: found for name, found in guilty.items() if found} == {}


def test_the_rules_use_the_standard_library_and_pydantic_alone() -> None:
    # But for the pairing engine and the transliteration of reports, each behind one function.
    behind_one_function = {
        "rules/tournament/swiss.py": {"gacrux", "networkx"},
        "rules/tournament/trf.py": {"anyascii"},
    }
    allowed = {"rules", "pydantic", "pydantic_core", *sys.stdlib_module_names}
    used = {str(path.relative_to(ROOT)): imports(path) - allowed for path in (ROOT / "rules").rglob("*.py")}
    assert {name: found for name, found in used.items() if found} == behind_one_function


def test_every_file_can_be_read_in_one_sitting() -> None:
    lengths = {str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n") for path in python_files()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    registry = re.compile(
        r"pypi\.(org|python\.org)|files\.pythonhosted|(extra-)?index-url|find-links", re.IGNORECASE
    )
    machine = re.compile(r"(?<![\w.])/(work|root|home|tmp|opt|Users)/")
    here = str(Path(__file__).relative_to(ROOT))
    guilty = [
        f"{name}:{number}"
        for name, text in tracked_texts()
        if name != here
        for number, line in enumerate(text.splitlines(), 1)
        if registry.search(line) or machine.search(line)
    ]
    assert guilty == []


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    optional = project["project"]["optional-dependencies"]
    needed = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(name for group in optional.values() for name in group),
    ]
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {normal(line) for line in lines if re.fullmatch(r"[\w.-]+==[\w.]+", line)}
    assert len(pinned) == sum(not line.startswith("#") for line in lines)
    assert {normal(name) for name in needed} - pinned == set()


def normal(requirement: str) -> str:
    """The name of a requirement, as package indexes compare names."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name
    return re.sub(r"[-_.]+", "-", name[0]).lower()


AT_IMPORT = """
import importlib, sys
sys.path.insert(0, {root!r})

def watch(event, args):
    name = str(args[0]) if args else ""
    is_written = event == "open" and isinstance(args[1], str) and not set("wax+").isdisjoint(args[1])
    is_ours = name.startswith({packages!r}) and not name.endswith((".py", ".pyc"))
    if event == "open" and (is_written or is_ours or name.endswith((".ttf", ".mo", ".db"))):
        raise SystemExit(f"opened {{name}}")
    if event in ("socket.connect", "sqlite3.connect", "subprocess.Popen", "os.mkdir", "os.system"):
        raise SystemExit(f"{{event}} {{name}}")

sys.addaudithook(watch)
for module in {modules!r}:
    importlib.import_module(module)
"""


@pytest.mark.parametrize("package", LAYERS)
def test_nothing_is_opened_or_connected_at_import(package: str) -> None:
    # Migrations are imported by Alembic alone, in the middle of its work.
    names = [name for name in modules(package) if ".migrations." not in name]
    packages = tuple(str(ROOT / layer) for layer in LAYERS)
    script = AT_IMPORT.format(root=str(ROOT), packages=packages, modules=names)
    run = subprocess.run([sys.executable, "-I", "-B", "-c", script], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
