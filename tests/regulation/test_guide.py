"""The guide for organisers: its example is a regulation, and it leaves no key out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, time
from pathlib import Path

import pytest

from bot.regulations import explain
from bot.texts import Catalogues
from rules.clock import parse_clock
from rules.presets import PRESETS
from rules.regulation import RegulationErrors, load
from rules.regulation.schema.base import Table
from rules.regulation.schema.document import Document, tables_in
from rules.tournament.eventrules import Asked, Choice, Missed, Pace, System, ThirdPlace, TieBreak

GUIDE = (Path(__file__).parents[2] / "docs" / "regulations.md").read_text("utf-8")


def blocks(kind: str) -> tuple[str, str]:
    """The block about games and the one about a tournament."""
    game, tournament = re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)
    return game, tournament


GAME, TOURNAMENT = blocks("toml")


def test_the_example_is_a_regulation_and_means_what_its_page_says() -> None:
    regulation = load(GAME)
    assert regulation.clock == parse_clock("15+5")
    assert regulation.play.agreement.from_move == 21
    assert [(rule.article, rule.number) for rule in regulation.play.draws] == [("6", 3), ("7", 25), ("7", 16)]


def test_the_tournament_is_one_and_means_what_its_page_says() -> None:
    event = load(GAME + TOURNAMENT).event
    assert event is not None
    assert event.stages[0].systems == (System.SWISS,)
    assert event.swiss is not None
    assert (event.swiss.rounds, event.swiss.article) == (5, "10")
    assert (event.scoring.win, event.scoring.draw, event.scoring.loss) == (2, 1, 0)
    assert event.tie_breaks == (TieBreak.BUCHHOLZ, TieBreak.WINS, TieBreak.EXTRA_GAME)
    sign_up, schedule = event.sign_up, event.schedule
    assert (sign_up.approval, sign_up.capacity, sign_up.fee, sign_up.opens) == (True, 30, "3 €", time(17, 30))
    assert (schedule.start_date, schedule.start_time) == (date(2026, 10, 3), time(18))
    assert [(award.first_place, award.last_place) for award in event.awards] == [(1, 1), (2, 3), (None, None)]
    assert [(ground.article, ground.text["en"]) for ground in event.exclusion_grounds] == [
        ("15", "disturbing others")
    ]


@pytest.mark.parametrize(
    ("file", "line", "shown"),
    [(GAME, 'article = "6"\n', 0), (GAME + TOURNAMENT, "rounds = 5\n", 1)],
    ids=["game", "tournament"],
)
def test_the_error_that_is_shown_is_the_one_that_comes(file: str, line: str, shown: int) -> None:
    with pytest.raises(RegulationErrors) as caught:
        load(file.replace(line, ""), source="club.toml")
    said = [Catalogues.load().say(line, "en") for line in explain(caught.value)]
    assert said == [" ".join(blocks("text")[shown].split())]


def every_key(table: type[Table] = Document) -> Iterator[str]:
    for key, field in table.model_fields.items():
        yield field.alias or key
        for inner in tables_in(field.annotation):
            yield from every_key(inner)


CHOICES = (System, TieBreak, Asked, Choice, Pace, Missed, ThirdPlace)


def test_every_key_every_preset_and_every_choice_is_explained() -> None:
    named = set(re.findall(r"[a-z0-9_-]+", " ".join(re.findall(r"`([^`\n]+)`", GUIDE))))
    values = {str(member.value) for choice in CHOICES for member in choice}
    assert {*every_key(), *PRESETS, *values} - named == set()
