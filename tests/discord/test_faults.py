"""What Discord does to a bot, while games are played with the whole program."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.discord.program import Club
from tests.discord.whole import damka
from tests.servers.discord import faults
from tests.servers.discord.permissions import Permission
from tests.servers.discord.world import World

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
POST = "POST /channels/{channel_id}/messages"
CALLBACK = "POST /interactions/{interaction_id}/{token}/callback"


async def test_moves_while_the_pace_is_limited_end_in_the_right_board(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="riazor", colour="white")
        world.faults.limits[EDIT] = (2, 1.5)
        for person in (club.anna, club.piotr) * 4:
            while not (offered := await person.completes("/move", board.channel, option="move", typed="")):
                pass  # the move before is being made
            last = next(iter(offered.values()))
            await person.uses("/move", board.channel, move=last)
        await world.until(lambda: last in club.board.content)
        assert len(club.boards) == 1
        assert len(world.calls_of(*EDIT.split())) < 8  # what was out of date was not sent any more


@pytest.mark.parametrize(
    "fault",
    [
        faults.failure(500),
        faults.failure(503),
        faults.proxy_page(),
        faults.cut(done=True),
        faults.too_many(0.5),
    ],
    ids=["500", "503", "proxy", "cut", "429"],
)
async def test_a_fault_while_the_board_is_posted_or_edited(
    world: World, tmp_path: Path, fault: faults.Fault
) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        world.faults.plan(POST, fault, times=2)
        board = await club.play(regulation="grodziec-2017", colour="white")
        world.faults.clear()
        world.faults.plan(EDIT, fault)
        await club.anna.uses("/move", board.channel, move="c3-d4")
        await world.until(lambda: "c3-d4" in club.board.content)
        await world.settled()
    boards = [one for one in board.channel.messages if one.attachments]
    assert len(boards) == 1
    assert len({one.content for one in club.channel.messages}) == len(club.channel.messages)


async def test_what_happens_while_the_connection_is_away_is_heard_when_it_is_back(
    world: World, tmp_path: Path
) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
        world.gateway.cut()
        await club.anna.uses("/move", board.channel, move="c3-d4", wait=False)
        await world.until(lambda: "c3-d4" in club.board.content)
        assert len(world.gateway.sessions) == 1  # it was resumed
        await world.gateway.ask_to_reconnect()
        await club.piotr.uses("/move", board.channel, move="b6-a5", wait=False)
        await world.until(lambda: "b6-a5" in club.board.content)
        world.gateway.forget()
        world.gateway.cut()
        await world.until(lambda: len(world.gateway.sessions) == 2)
        await world.connected()
        await club.anna.uses("/move", board.channel, move="d4-e5")
        await world.settled()
        assert "d4-e5" in club.board.content


async def test_every_event_twice_makes_every_move_once(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    world.gateway.repeats = True
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
        await club.anna.uses("/move", board.channel, move="c3-d4")
        await world.settled()
        await club.piotr.writes(f"{world.bot.mention} b6-a5", board.channel)
        await world.settled()
        assert "b6-a5" in club.board.content
    assert [one for one in club.piotr.sees(board.channel) if one.for_only] == []


async def test_servers_on_two_shards_are_both_heard(world: World, tmp_path: Path) -> None:
    world.gateway.shards = 2
    clubs = []
    while {(club.guild.id >> 22) % 2 for club in clubs} != {0, 1}:
        clubs.append(await Club.found(world))
    async with damka(world, tmp_path):
        await world.until(lambda: sum(bool(one.session) for one in world.gateway.connections) == 2)
        for club in clubs:
            await club.anna.uses("/games", club.channel)
            await club.anna.writes("/start", club.anna.dm)
        await world.settled()
        assert all(club.anna.sees(club.channel) for club in clubs)


async def the_bot_is_removed_and_added_again(club: Club) -> None:
    await club.world.removes_bot(club.guild)
    await club.world.settled()
    await club.world.adds_bot(club.guild)


async def the_server_is_away_for_a_while(club: Club) -> None:
    await club.world.loses(club.guild)
    await club.world.regains(club.guild)


async def the_opponent_leaves(club: Club) -> None:
    await club.piotr.leaves(club.guild)


async def the_acknowledgement_is_cut(club: Club) -> None:
    club.world.faults.plan(CALLBACK, faults.cut(done=True))


@pytest.mark.parametrize(
    "befalls",
    [
        the_bot_is_removed_and_added_again,
        the_server_is_away_for_a_while,
        the_opponent_leaves,
        the_acknowledgement_is_cut,
    ],
    ids=lambda befalls: befalls.__name__,
)
async def test_the_game_goes_on_though(
    world: World, tmp_path: Path, befalls: Callable[[Club], Awaitable[None]]
) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        board = await club.play(regulation="grodziec-2017", colour="white")
        await befalls(club)
        await club.anna.uses("/move", board.channel, move="c3-d4")
        await world.settled()
        assert "c3-d4" in club.board.content


async def test_missing_permissions_are_named_before_a_game(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    await world.denies(club.channel, Permission.ATTACH_FILES)
    async with damka(world, tmp_path):
        await club.anna.uses("/play", club.channel, opponent=club.piotr)
        await world.settled()
        assert "Attach Files" in club.anna.last(club.channel).content
        assert club.channel.messages == []


async def test_without_threads_the_game_is_played_in_the_channel(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        world.faults.plan(
            "POST /channels/{channel_id}/threads", faults.failure(403, "Missing Permissions", 50013)
        )
        board = await club.play(regulation="grodziec-2017", colour="white")
        assert board.channel is club.channel
        await club.anna.uses("/move", club.channel, move="c3-d4")
        await world.settled()
        assert "c3-d4" in club.board.content
