"""What each of Discord's refusals means for a message and for its place."""

from __future__ import annotations

import pytest

from bot.chats.port import Forbidden, Gone, Impossible, Outcome, Rendered, RetryAfter, Sent
from tests.chats.notes import Sending
from tests.discord.program import Club, alone, connected, place_in
from tests.servers.discord import faults
from tests.servers.discord.world import World

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


@pytest.mark.parametrize(
    ("status", "code", "outcome"),
    [
        (400, 50035, Impossible),
        (400, 50006, Impossible),
        (400, 20016, RetryAfter),
        (400, 20028, RetryAfter),
        (403, 40004, RetryAfter),
        (403, 40006, RetryAfter),
        (403, 40333, RetryAfter),
        (503, 130000, RetryAfter),
        (403, 50001, Forbidden),
        (403, 50013, Forbidden),
        (403, 50007, Forbidden),
        (403, 50278, Forbidden),
        (403, 20026, Forbidden),
        (403, 160005, Forbidden),
        (404, 10003, Forbidden),
        (413, 40005, Impossible),
    ],
)
async def test_a_refusal_of_a_message(world: World, status: int, code: int, outcome: type[Outcome]) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        world.faults.plan(POST, faults.failure(status, "refused", code))
        send = Sending(adapter, place_in(world, club.channel))
        assert type(await send(Rendered("Hello"))) is outcome
        assert isinstance(await send(Rendered("Hello")), Sent)


@pytest.mark.parametrize(
    ("status", "code", "outcome"),
    [
        (404, 10008, Gone),
        (403, 50005, Gone),
        (400, 30046, Gone),
        (403, 20022, Gone),
        (403, 50001, Forbidden),
        (400, 50035, Impossible),
    ],
)
async def test_a_refusal_of_an_edit(world: World, status: int, code: int, outcome: type[Outcome]) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        first = await send(Rendered("Hello"))
        assert isinstance(first, Sent)
        world.faults.plan(EDIT, faults.failure(status, "refused", code))
        assert type(await send(Rendered("Hello again"), edit=first.message)) is outcome


async def test_whoever_is_shut_out_by_a_proxy_waits(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        for status in (403, 429):
            world.faults.plan(POST, faults.proxy_page(status))
            assert isinstance(await send(Rendered("Hello")), RetryAfter)


async def test_people_who_cannot_be_written_to(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, alone(world, club.anna))
        world.faults.plan("POST /users/@me/channels", faults.failure(404, "Unknown User", 10013))
        assert isinstance(await send(Rendered("Hello")), Forbidden)
        world.faults.plan("POST /users/@me/channels", faults.failure(400, "Too fast", 40003))
        assert isinstance(await send(Rendered("Hello")), RetryAfter)
        assert isinstance(await send(Rendered("Hello")), Sent)
