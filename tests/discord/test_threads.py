"""A thread for each game on Discord: made, named, put away, deleted and locked."""

from __future__ import annotations

import pytest

from bot.chats.port import NEW_THREAD, Moved, Rendered
from tests.chats.notes import Sending
from tests.discord.program import Club, connected, place_in, sent
from tests.servers.discord.model import ANNOUNCEMENT_THREAD, NEWS
from tests.servers.discord.permissions import Permission
from tests.servers.discord.world import World


async def test_a_game_gets_a_thread_which_is_put_away_in_the_end(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        begins = Sending(adapter, place_in(world, club.channel, f"{NEW_THREAD}G7R2"))
        made = await begins(Rendered("Game G7R2 begins. White: Anna\nand more"))
        thread = club.guild.threads[0]
        assert thread.name == "Game G7R2 begins. White: Anna"
        assert made == Moved(place_in(world, thread))
        # the same again, as after a crash before the place was stored
        assert await begins(Rendered("Game G7R2 begins. White: Anna\nand more")) == made
        assert club.guild.threads == [thread]
        goes_on = Sending(adapter, place_in(world, thread))
        first = sent(await goes_on(Rendered("Game G7R2 begins. White: Anna\nand more")))
        sent(await goes_on(Rendered("Over", closes=True)))
        assert thread.thread is not None
        assert thread.thread.is_archived
        await goes_on(Rendered("Begun"), edit=first.message)
        assert any(message.content == "Begun" for message in thread.messages)


async def test_a_game_in_an_announcement_channel_gets_a_thread_of_its_kind(world: World) -> None:
    club = await Club.found(world)
    news = await world.channel(club.guild, "news", kind=NEWS)
    async with connected(world) as (adapter, _):
        begins = Sending(adapter, place_in(world, news, f"{NEW_THREAD}G7R2"))
        made = await begins(Rendered("Game G7R2"))
        [thread] = club.guild.threads
        assert (thread.parent, thread.type) == (news, ANNOUNCEMENT_THREAD)
        assert made == Moved(place_in(world, thread))
        sent(await Sending(adapter, place_in(world, thread))(Rendered("Game G7R2")))


async def test_a_thread_is_called_as_its_board_is_now(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        shown = Rendered("G7R2: Anna – Piotr\nTo move: Anna")
        await Sending(adapter, place_in(world, club.channel, f"{NEW_THREAD}G7R2"))(shown)
        thread = club.guild.threads[0]
        goes_on = Sending(adapter, place_in(world, thread))
        board, other = sent(await goes_on(shown)), sent(await goes_on(Rendered("Anna: a draw?")))
        await goes_on(Rendered("Anna: no draw"), edit=other.message)
        assert thread.name == "G7R2: Anna – Piotr"
        await goes_on(Rendered("G7R2: Player 4 – Piotr\nStopped"), edit=board.message)
        await world.until(lambda: thread.name == "G7R2: Player 4 – Piotr")


async def test_a_long_first_line_makes_a_name_with_the_code(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        await Sending(adapter, place_in(world, club.channel, f"{NEW_THREAD}G7R2"))(Rendered("x" * 300))
    name = club.guild.threads[0].name
    assert name is not None
    assert len(name) <= 100
    assert name.endswith("G7R2")


async def test_without_the_right_to_threads_the_game_is_in_the_channel(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        await world.denies(club.channel, Permission.CREATE_PUBLIC_THREADS)
        begins = Sending(adapter, place_in(world, club.channel, f"{NEW_THREAD}G7R2"))
        assert await begins(Rendered("Game G7R2")) == Moved(place_in(world, club.channel))


async def test_a_game_whose_thread_is_deleted_goes_on_in_the_channel(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, notes):
        thread = await club.anna.opens_thread("Ours", club.channel)
        place = place_in(world, thread)
        await world.deletes(thread)
        assert await Sending(adapter, place)(Rendered("Hello")) == Moved(place_in(world, club.channel))
        await world.until(lambda: notes.moves)
    assert notes.moves == [(place, place_in(world, club.channel))]


@pytest.mark.parametrize("is_archived", [False, True])
async def test_a_game_whose_thread_is_locked_goes_on_in_the_channel(world: World, is_archived: bool) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        await Sending(adapter, place_in(world, club.channel, f"{NEW_THREAD}G7R2"))(Rendered("Game G7R2"))
        thread = club.guild.threads[0]
        goes_on = Sending(adapter, place_in(world, thread))
        board = sent(await goes_on(Rendered("Game G7R2")))
        await world.locks(thread, is_archived=is_archived)
        for edit in (None, board.message):
            assert await goes_on(Rendered("c3-d4"), edit=edit) == Moved(place_in(world, club.channel))
