"""Games on Discord, with the whole program."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.discord.program import Club
from tests.discord.whole import damka
from tests.servers.discord.model import Channel
from tests.servers.discord.world import World


async def test_a_game_is_played_with_buttons_in_its_own_thread(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
        thread = board.channel
        assert thread.parent is club.channel
        assert thread.name is not None
        assert thread.name.endswith(": Anna (białe) – Piotr (czarne)")
        assert board.pings == {club.anna.id, club.piotr.id}
        assert board.attachments[0].description
        await club.piotr.presses("c3", board)
        await world.settled()
        assert club.piotr.last(thread).is_ephemeral
        assert board.labels[0] == "a3"
        await club.anna.presses("c3", board)
        await world.until(lambda: "c3-d4" in board.labels)
        await club.anna.presses("c3-d4", board)
        await world.settled()
        assert "c3-d4" in board.content
        assert len([one for one in thread.messages if one.attachments]) == 1
    assert [one for one in club.anna.sees(thread) if one.is_loading] == []


async def test_a_move_is_chosen_while_it_is_typed(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
        offered = await club.anna.completes("/move", board.channel, option="move", typed="c3")
        assert set(offered) == {"c3-b4", "c3-d4"}
        await club.anna.uses("/move", board.channel, move=offered["c3-d4"])
        await world.settled()
        assert "c3-d4" in club.board.content
        regulations = await club.anna.completes("/play", club.channel, option="regulation", typed="")
        assert 0 < len(regulations) <= 25


async def test_buttons_work_after_a_restart(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
    async with damka(world, tmp_path):
        await club.anna.presses("c3", board)
        await world.settled()
        await club.anna.presses("c3-b4", board)
        await world.settled()
        assert "c3-b4" in board.content
        assert world.syncs == 1


async def test_the_thread_of_a_game_that_is_over_is_put_away(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
        thread = board.channel
        await club.anna.uses("/resign", thread)
        await world.settled()
        asked = club.anna.last(thread)
        assert asked.is_ephemeral
        await club.anna.presses(asked.labels[0], asked)
        await world.settled()
        assert thread.is_archived


@pytest.mark.parametrize("ends", [World.deletes, World.locks], ids=["deleted", "locked"])
async def test_a_game_goes_on_where_its_thread_was(
    world: World, tmp_path: Path, ends: Callable[[World, Channel], Awaitable[None]]
) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
        await ends(world, board.channel)
        await world.settled()
        await club.anna.uses("/move", club.channel, move="c3-d4")
        await world.settled()
        assert club.board.channel is club.channel
        assert "c3-d4" in club.board.content


async def test_a_board_that_was_deleted_is_posted_anew(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
        await world.deletes(board)
        await club.anna.uses("/move", board.channel, move="c3-d4")
        await world.settled()
        assert club.board is not board
        assert "c3-d4" in club.board.content


async def test_in_private_everything_is_an_ordinary_message(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        await club.anna.uses("/start", club.anna.dm)
        await world.settled()
        await club.anna.writes("/help play", club.anna.dm)
        await world.settled()
    seen = [one for one in club.anna.sees(club.anna.dm) if one.author is world.bot]
    assert len(seen) == 2
    assert not any(one.is_ephemeral or one.is_loading for one in seen)


async def test_the_language_of_a_reader_of_spanish_is_galician(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    sabela = await world.person("sabela", "Sabela", club.guild, locale="es-ES")
    async with damka(world, tmp_path):
        await sabela.uses("/language", club.channel)
        await world.settled()
        assert "En que lingua" in sabela.reads(club.channel)
