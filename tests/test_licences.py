"""The list of licences is what the installed packages say."""

from __future__ import annotations

import re
from pathlib import Path

from packaging.utils import canonicalize_name

from tools.licences import DOCUMENT, ELSEWHERE, product_licences

ROOT = Path(__file__).parents[1]
_ROW = re.compile(r"^\| (?P<name>[a-z0-9-]+) \| (?P<licence>.+) \|$", re.MULTILINE)
_STRICT = re.compile(r"\b(A?GPL|SSPL|BUSL|CC-BY-NC)", re.IGNORECASE)


def test_every_product_dependency_is_listed_with_its_licence() -> None:
    listed = dict(_ROW.findall(DOCUMENT.read_text("utf-8")))
    del listed["package"]
    installed = product_licences()
    assert {name: listed.get(name) for name in installed} == installed
    assert set(listed) - set(installed) <= set(ELSEWHERE)


def test_every_listed_package_is_pinned() -> None:
    pins = (ROOT / "constraints.txt").read_text("utf-8")
    pinned = {canonicalize_name(line.partition("==")[0]) for line in pins.splitlines() if "==" in line}
    assert set(product_licences()) - pinned == set()


def test_no_licence_is_unknown_or_reaches_over_to_damka() -> None:
    wrong = {name: text for name, text in product_licences().items() if text == "?" or _STRICT.search(text)}
    assert wrong == {}
