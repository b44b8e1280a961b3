"""``damka run`` on Discord, in a process of its own."""

from __future__ import annotations

import re
import time
from pathlib import Path

import discord

from tests.discord.program import Club
from tests.everywhere.service import Service
from tests.servers.discord import faults
from tests.servers.discord.world import World


def service(world: World, folder: Path, *, token: str | None = None) -> Service:
    return Service(folder, {"discord": {"api": world.discord.api}}, discord=token or world.discord.token)


async def test_the_link_that_it_prints_gives_all_it_needs_to_play(world: World, tmp_path: Path) -> None:
    async with service(world, tmp_path) as running:
        await world.connected(within=30)
        found = re.search(r"https://discord\.com/oauth2/authorize\?\S+", running.log.read_text())
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
        assert await running.stop() == 0
        assert world.discord.token not in running.log.read_text()


async def test_killed_at_any_moment_it_goes_on(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with service(world, tmp_path) as running:
        await world.connected(within=30)
        board = await club.play(regulation="grodziec-2017", colour="white")
        for person, move in ((club.anna, "c3-d4"), (club.piotr, "b6-a5")):
            await person.uses("/move", board.channel, move=move)
            await running.kill()
            await running.start()
            await world.until(lambda: not world.gateway.is_connected or world.gateway.connections)
            await world.until(lambda move=move: move in club.board.content, within=30)  # type: ignore[misc]
        await world.connected(within=30)
    assert world.syncs == 1


async def test_told_to_end_it_finishes_what_it_holds(world: World, tmp_path: Path) -> None:
    """While Discord takes two seconds for each message."""
    club = await Club.found(world)
    async with service(world, tmp_path) as running:
        await world.connected(within=30)
        board = await club.play(regulation="grodziec-2017", colour="white")
        world.faults.plan("*/messages*", faults.slow(2), times=100)
        await club.anna.uses("/move", board.channel, move="c3-d4")
        began = time.monotonic()
        assert await running.stop() == 0
        assert time.monotonic() - began < 10
        world.faults.clear()
        await running.start()
        await world.connected(within=30)
        await world.until(lambda: "c3-d4" in club.board.content, within=30)
        await running.idle()
        assert len(club.boards) == 1


async def test_a_token_that_discord_does_not_know_ends_it_with_the_remedy(
    world: World, tmp_path: Path
) -> None:
    async with service(world, tmp_path, token="wrong") as running:  # noqa: S106
        assert running._process is not None
        assert await running._process.wait() == 2
        said = running.log.read_text()
    assert "Reset Token" in said
    assert "Traceback" not in said
