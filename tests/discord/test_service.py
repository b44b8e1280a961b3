"""``damka run`` on Discord, in a process of its own."""

from __future__ import annotations

import re
from pathlib import Path

import discord

from tests.chats.service import Service
from tests.discord.program import Club
from tests.servers.discord import faults
from tests.servers.discord.world import World


def service(world: World, folder: Path, *, token: str | None = None) -> Service:
    made = Service(folder, {"discord": {"api": world.discord.api}}, discord=token or world.discord.token)
    world.is_bot_idle = made.is_idle
    return made


async def test_the_link_that_it_prints_gives_all_it_needs_to_play(world: World, tmp_path: Path) -> None:
    async with service(world, tmp_path) as running:
        await world.connected()
        found = re.search(r"https://discord\.com/oauth2/authorize\?\S+", running.said)
        assert found is not None
        assert f"client_id={world.discord.application_id}" in found.group()
        assert "scope=bot+applications.commands" in found.group()
        given = re.search(r"permissions=(\d+)", found.group())
        assert given is not None
        assert not discord.Permissions(int(given[1])).administrator
        guild = await world.guild("Riazor", bot=int(given[1]))
        channel = await world.channel(guild, "library")
        anna, piotr = [await world.person(name, None, guild) for name in ("anna", "piotr")]
        club = Club(world, guild, channel, anna, piotr)
        board = await club.play(regulation="grodziec-2017", colour="white")
        assert board.channel.parent is channel
        await club.anna.uses("/resign", board.channel)
        await world.settled()
        asked = club.anna.last(board.channel)
        await club.anna.presses(asked.labels[0], asked)
        await world.until(lambda: board.channel.is_archived)
        await world.settled()
        await running.stop()
        assert world.discord.token not in running.said


async def test_killed_at_any_moment_it_goes_on(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with service(world, tmp_path) as running:
        await world.connected()
        board = await club.play(regulation="grodziec-2017", colour="white")
        for person, move in ((club.anna, "c3-d4"), (club.piotr, "b6-a5")):
            await person.uses("/move", board.channel, move=move)
            await running.kill()
            await running.start()
            await world.until(lambda: not world.gateway.is_connected or world.gateway.connections)
            await world.until(lambda move=move: move in club.board.content)  # type: ignore[misc]
        await world.connected()
    assert world.syncs == 1


async def test_told_to_end_it_finishes_what_it_holds(world: World, tmp_path: Path) -> None:
    """While Discord takes two seconds for each message."""
    club = await Club.found(world)
    async with service(world, tmp_path) as running:
        await world.connected()
        board = await club.play(regulation="grodziec-2017", colour="white")
        world.faults.plan("*/messages*", faults.slow(2), times=100)
        await club.anna.uses("/move", board.channel, move="c3-d4")
        assert await running.stop() < 10
        world.faults.clear()
        await running.start()
        await world.connected()
        await world.until(lambda: "c3-d4" in club.board.content)
        await running.idle()
        assert len(club.boards) == 1


async def test_a_token_that_discord_does_not_know_ends_it_with_the_remedy(
    world: World, tmp_path: Path
) -> None:
    async with service(world, tmp_path, token="wrong") as running:  # noqa: S106
        assert await running.ended() == 2
        said = running.said
    assert "Reset Token" in said
    assert "Traceback" not in said
