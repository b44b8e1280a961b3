"""The slash commands, as they are registered with Discord and as people meet them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.chats.discord.words import is_name
from bot.chats.port import Choice
from bot.commands.registry import COMMANDS
from tests.chats.notes import Notes
from tests.discord.program import Club, connected
from tests.servers.discord import faults
from tests.servers.discord.world import World

LANGUAGES = ("pl", "uk", "es-ES", "es-419")
Described = Mapping[str, Any]


@pytest.fixture
async def registered(world: World) -> list[dict[str, Any]]:
    async with connected(world):
        return world.discord.commands[None]


def below(described: Described) -> list[dict[str, Any]]:
    return described.get("options") or []


def every(commands: list[dict[str, Any]]) -> Iterator[Described]:
    for command in commands:
        yield command
        yield from every(below(command))


def shown(described: Described, language: str, what: str) -> str:
    return (described.get(f"{what}_localizations") or {}).get(language, described[what])


async def test_every_command_of_the_program_is_a_slash_command(registered: list[dict[str, Any]]) -> None:
    names = set()
    for command in registered:
        subcommands = [one for one in below(command) if one["type"] == 1]
        names |= {f"{command['name']} {one['name']}" for one in subcommands} or {command["name"]}
    assert names == {command.name for command in COMMANDS}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_everything_is_named_and_explained_in_the_language(world: World, language: str) -> None:
    async with connected(world):
        registered = world.discord.commands[None]
    untold = [
        (one["name"], what)
        for one in every(registered)
        for what in ("name", "description")
        if language not in (one.get(f"{what}_localizations") or {})
    ]
    choices = [choice for one in every(registered) for choice in one.get("choices") or []]
    untold += [
        (choice["name"], "choice") for choice in choices if language not in choice["name_localizations"]
    ]
    assert untold == []
    levels = [registered, *(below(one) for one in every(registered))]
    for level in levels:
        names = [shown(one, language, "name") for one in level]
        assert len(names) == len(set(names))
        assert [name for name in names if not is_name(name)] == []


async def test_a_command_is_as_long_as_discord_takes_it(registered: list[dict[str, Any]]) -> None:
    def size(described: Described) -> int:
        own = sum(
            max(len(shown(described, language, what)) for language in ("en", *LANGUAGES))
            for what in ("name", "description")
        )
        choices = sum(len(choice["name"]) + len(choice["value"]) for choice in described.get("choices") or [])
        return own + choices + sum(size(one) for one in below(described))

    assert {one["name"]: size(one) for one in registered if size(one) > 8000} == {}


async def test_commands_are_registered_again_only_when_they_have_changed(world: World) -> None:
    async with connected(world):
        assert world.syncs == 1
    async with connected(world):
        assert world.syncs == 1
    world.discord.commands[None][0]["description"] = "of another version"
    async with connected(world):
        assert world.syncs == 2


async def test_what_discord_does_not_take_keeps_nobody_from_playing(world: World) -> None:
    club = await Club.found(world)
    async with connected(world):
        pass
    world.discord.commands[None][0]["description"] = "of another version"
    world.faults.plan("PUT /applications/*", faults.failure(400, "Invalid Form Body", 50035))
    async with connected(world) as (_, notes):
        await club.anna.uses("/games", club.channel)
        await world.until(lambda: notes.heard)


async def test_a_command_of_another_version_is_told_so(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        world.discord.commands[None][0]["name"] = "former"
        await club.anna.uses("/former", club.channel)
        await world.settled()
        assert notes.heard == []
    assert "Ctrl+R" in club.anna.last(club.channel).content


async def test_options_arrive_each_on_its_own(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        await club.anna.uses("/play", club.channel, opponent=club.piotr, clock="10+5", colour="white")
        await world.until(lambda: notes.heard)
    heard = notes.heard[0]
    assert heard.text == "/play"
    assert heard.typed == {"opponent": f"@{club.piotr.id}", "clock": "10+5", "colour": "white"}
    assert [(who.account, who.name, who.username) for who in heard.mentions] == [
        (str(club.piotr.id), "Piotr", "piotr")
    ]


async def test_a_regulation_comes_as_a_file(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        await club.anna.uses("/regulations add", club.channel, file=("own.toml", b"[game]"))
        await world.until(lambda: notes.heard)
        await club.anna.uses("/regulations add", club.channel, file=("big.toml", bytes(2 << 20)))
        await world.until(lambda: len(notes.heard) == 2)
    small, large = (heard.upload for heard in notes.heard)
    assert small is not None
    assert (small.name, small.content, small.is_too_large) == ("own.toml", b"[game]", False)
    assert large is not None
    assert (large.name, large.content, large.is_too_large) == ("big.toml", b"", True)


async def test_what_fits_is_suggested_at_most_twenty_five_times(world: World) -> None:
    club, notes = await Club.found(world), Notes()
    notes.offered = [Choice(f"Partia {n}", f"G{n}") for n in range(40)] + [Choice("long", "x" * 101)]
    async with connected(world, notes):
        found = await club.anna.completes("/draw", club.channel, option="game", typed="G", answer="accept")
    assert next(iter(found.items())) == ("Partia 0", "G0")
    assert len(found) == 25
    heard, command, parameter, typed = notes.asked[0]
    assert (command, parameter, typed) == ("draw", "game", "G")
    assert (heard.text, heard.typed) == ("/draw", {"answer": "accept"})


async def test_nothing_is_suggested_where_the_database_does_not_answer(world: World) -> None:
    club, notes = await Club.found(world), Notes()
    async with connected(world, notes):
        notes.is_reachable.clear()
        assert await club.anna.completes("/moves", club.channel, option="game", typed="") == {}
