"""The commands that Telegram offers."""

from __future__ import annotations

import re

import pytest

from bot.chats.telegram.menu import SCOPES, entries
from bot.commands.registry import COMMANDS
from bot.texts import LANGUAGES, Catalogues
from tests.servers.telegram.world import World
from tests.telegram.program import connected
from tests.waiting import until

TEXTS = Catalogues.load()
ALONE, GROUP, ADMINISTRATORS = (subjects for _, subjects in SCOPES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subjects", [ALONE, GROUP, ADMINISTRATORS])
def test_every_entry_is_one_that_telegram_takes_and_the_bot_understands(
    language: str, subjects: tuple[str, ...]
) -> None:
    found = entries(subjects, language, TEXTS.say)
    words = [entry.command for entry in found]
    assert len(set(words)) == len(words) <= 100
    for entry in found:
        assert re.fullmatch("[a-z0-9_]{1,32}", entry.command)
        assert 3 <= len(entry.description) <= 256
        begins = any(word.startswith(f"{entry.command} ") for word in COMMANDS._words)
        assert COMMANDS.with_slash([entry.command]) is not None or begins


@pytest.mark.parametrize(
    ("language", "some"),
    [
        ("en", {"play", "join", "tournament", "regulations", "next"}),
        ("pl", {"zagraj", "dolacz", "turniej", "regulaminy", "dalej"}),
        ("uk", {"hraty", "uchast", "turnir", "rehlamenty", "dali"}),
        ("gl", {"xogar", "apuntarme", "torneo", "regulamentos", "seguinte"}),
    ],
)
def test_words_are_those_of_the_language(language: str, some: set[str]) -> None:
    assert some <= {entry.command for entry in entries(ADMINISTRATORS, language, TEXTS.say)}


async def test_administrators_are_offered_more_and_nothing_is_sent_twice(world: World) -> None:
    anna, piotr = world.person("Anna", "anna", language="pl"), world.person("Piotr", "piotr", language="pl")
    tom = world.person("Tom", "tom", language="de")
    group = world.group("Czytelnia", anna, piotr, tom)
    lists = len(SCOPES) * len(LANGUAGES)
    async with connected(world):
        await until(lambda: len(world.calls_of("setMyCommands")) == lists)
    async with connected(world):
        await until(lambda: len(world.calls_of("getMyCommands")) == 2 * lists)
        await world.settled()
    assert len(world.calls_of("setMyCommands")) == lists
    assert "wyklucz" in world.menu(anna, group)
    assert "wyklucz" not in world.menu(piotr, group)
    assert "zagraj" in world.menu(piotr, group)
    assert "play" in world.menu(tom, group)
    assert world.menu(piotr, piotr.private)[0] == "witaj"


async def test_a_menu_that_cannot_be_set_stops_nothing(world: World) -> None:
    anna = world.person("Anna", "anna")
    world.telegram.faults.refuse(500, "Internal Server Error", calls=100, methods=("getMyCommands",))
    async with connected(world) as (_, program):
        anna.writes("/start")
        await until(lambda: program.heard)
