"""The guide for organisers: its example is a regulation, and it leaves no key out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.regulations import explain
from bot.texts import Catalogues
from rules.clock import parse_clock
from rules.presets import PRESETS
from rules.regulation import RegulationErrors, load
from rules.regulation.schema.base import Table
from rules.regulation.schema.document import Document, tables_in

GUIDE = (Path(__file__).parents[2] / "docs" / "regulations.md").read_text("utf-8")


def block(kind: str) -> str:
    (found,) = re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)
    return str(found)


def test_the_example_is_a_regulation_and_means_what_its_page_says() -> None:
    regulation = load(block("toml"))
    assert regulation.clock == parse_clock("15+5")
    assert regulation.play.agreement.from_move == 21
    assert [(rule.article, rule.number) for rule in regulation.play.draws] == [("6", 3), ("7", 25), ("7", 16)]


def test_the_error_that_is_shown_is_the_one_that_comes() -> None:
    with pytest.raises(RegulationErrors) as caught:
        load(block("toml").replace('article = "6"\n', ""), source="club.toml")
    said = [Catalogues.load().say(line, "en") for line in explain(caught.value)]
    assert said == [" ".join(block("text").split())]


def every_key(table: type[Table] = Document) -> Iterator[str]:
    for key, field in table.model_fields.items():
        yield field.alias or key
        for inner in tables_in(field.annotation):
            yield from every_key(inner)


def test_every_key_and_every_preset_is_explained() -> None:
    named = set(re.findall(r"[a-z0-9_-]+", " ".join(re.findall(r"`([^`\n]+)`", GUIDE))))
    assert {*every_key(), *PRESETS} - named == set()
