"""Writes ``docs/licences.md``: every package that a running Damka imports, and under which licence it stands.

    python tools/licences.py

What counts is what the installed packages say of themselves; ``tests/test_licences.py`` holds the list to it.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "licences.md"
ELSEWHERE = {"audioop-lts": "PSF-2.0"}
"""installed by some versions of Python only"""
LONGEST = 60
"""characters of a name; more is the text of the licence itself"""
_HEAD = """\
# Licences

Damka runs with these packages; none of them is part of its source. The versions are those of
`constraints.txt`. What only the tests and the checks use is not listed: it does not come with Damka. Written
by `python tools/licences.py` from what the packages say of themselves.

| package | licence |
|---|---|
"""


def product_licences() -> dict[str, str]:
    """Licence by package, for all that Damka and its extra ``postgresql`` need here, directly or not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = [*project["dependencies"], *project["optional-dependencies"]["postgresql"]]
    found: dict[str, str] = {}
    waiting = [Requirement(text) for text in texts]
    seen = set(map(str, waiting))
    while waiting:
        wanted = waiting.pop()
        try:
            package = distribution(wanted.name)
        except PackageNotFoundError:
            continue  # another version of Python or another system needs it
        found[canonicalize_name(wanted.name)] = licence_of(package)
        for needed in map(Requirement, package.requires or ()):
            extras = ("", *wanted.extras)
            is_needed = needed.marker is None or any(
                needed.marker.evaluate({"extra": extra}) for extra in extras
            )
            if is_needed and str(needed) not in seen:
                seen.add(str(needed))
                waiting.append(needed)
    return found


def licence_of(package: Distribution) -> str:
    """What a package says of its licence, as an SPDX expression where it gives one."""
    metadata = package.metadata
    for key in ("License-Expression", "License"):
        text = str(metadata[key]) if key in metadata else ""
        if text and "\n" not in text and len(text) < LONGEST:
            return text
    classifiers = metadata.get_all("Classifier") or []
    names = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")]
    return ", ".join(names) or "?"


def written(licences: dict[str, str]) -> str:
    """The document."""
    rows = sorted({**ELSEWHERE, **licences}.items())
    return _HEAD + "".join(f"| {name} | {licence} |\n" for name, licence in rows)


if __name__ == "__main__":
    DOCUMENT.write_text(written(product_licences()), "utf-8")
