"""The gateway as such: what it closes connections for, compression, shards, members."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.servers.discord.intents import Intent
from tests.servers.discord.raw import Raw
from tests.servers.discord.tiny import Tiny, running
from tests.waiting import PATIENCE

PLAIN = "?v=10&encoding=json"
INTENTS = int(Intent.GUILDS | Intent.GUILD_MESSAGES | Intent.DIRECT_MESSAGES)


class Line:
    """A connection to the gateway, read event by event."""

    def __init__(self, raw: Raw, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._raw = raw
        self.socket = socket
        self._inflate = zlib.decompressobj()

    async def hear(self) -> dict[str, Any]:
        message = await self.socket.receive(timeout=PATIENCE)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            heard = json.loads(self._inflate.decompress(message.data))
        else:
            assert message.type is aiohttp.WSMsgType.TEXT, f"closed with {self.socket.close_code}"
            heard = json.loads(message.data)
        assert isinstance(heard, dict)
        return heard

    async def until(self, name: str) -> dict[str, Any]:
        while (heard := await self.hear())["t"] != name:
            pass
        return heard

    async def say(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, **more: Any) -> None:
        token = self._raw.world.discord.token
        await self.say(2, {"token": token, "properties": {"os": "linux"}, "intents": INTENTS} | more)

    async def closed(self) -> int | None:
        while (await self.socket.receive(timeout=PATIENCE)).type in (
            aiohttp.WSMsgType.TEXT,
            aiohttp.WSMsgType.BINARY,
        ):
            pass
        return self.socket.close_code


@asynccontextmanager
async def line(raw: Raw, query: str = PLAIN) -> AsyncIterator[Line]:
    async with raw.http.ws_connect(raw.world.discord.gateway_url + query) as socket:
        yield Line(raw, socket)


CLOSED: list[tuple[str, list[tuple[int, Any]], int]] = [
    ("an unknown opcode", [(5, None)], 4001),
    ("no object", [(2, "a")], 4002),
    ("presence before identifying", [(3, {})], 4003),
    ("a wrong token", [(2, {"token": "x"})], 4004),
    ("identifying twice", [(2, {}), (2, {})], 4005),
    ("a shard that is none", [(2, {"shard": [2, 2]})], 4010),
    ("an intent that is none", [(2, {"intents": 1 << 30})], 4013),
    ("an intent that is not enabled", [(2, {"intents": int(Intent.MESSAGE_CONTENT)})], 4014),
    ("a heartbeat that is none", [(1, "a")], 4002),
    ("too much", [(2, {}), *[(3, {})] * 120], 4008),
]


@pytest.mark.parametrize(("sent", "code"), [case[1:] for case in CLOSED], ids=[case[0] for case in CLOSED])
async def test_what_ends_a_connection(raw: Raw, sent: list[tuple[int, Any]], code: int) -> None:
    raw.world.gateway.allowed_intents = Intent(0)
    async with line(raw) as connection:
        for op, data in sent:
            if op == 2 and isinstance(data, dict):
                await connection.identify(**data)
            else:
                await connection.say(op, data)
        assert await connection.closed() == code


@pytest.mark.parametrize(("query", "code"), [("?v=7&encoding=json", 4012), ("?v=10&encoding=etf", 4012)])
async def test_versions_that_are_not_spoken(raw: Raw, query: str, code: int) -> None:
    async with line(raw, query) as connection:
        assert await connection.closed() == code


async def test_what_is_no_json_ends_a_connection(raw: Raw) -> None:
    async with line(raw) as connection:
        await connection.socket.send_str("{")
        assert await connection.closed() == 4002


@pytest.mark.parametrize("query", [PLAIN, PLAIN + "&compress=zlib-stream"])
async def test_a_session_from_hello_to_the_guild(raw: Raw, query: str) -> None:
    async with line(raw, query) as connection:
        hello = await connection.hear()
        assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, 41250)
        await connection.say(1, None)
        assert (await connection.hear())["op"] == 11
        await connection.identify()
        ready = await connection.until("READY")
        assert ready["d"]["guilds"] == [{"id": str(raw.guild.id), "unavailable": True}]
        guild = await connection.until("GUILD_CREATE")
        assert (guild["s"], guild["d"]["channels"][0]["name"]) == (2, "hall")


async def test_what_was_missed_comes_again_in_order(raw: Raw) -> None:
    async with line(raw) as connection:
        await connection.identify()
        ready = await connection.until("READY")
        await connection.until("GUILD_CREATE")
        raw.world.gateway.cut()
    for word in ("a", "b"):
        await raw.anna.writes(word, raw.anna.dm)
    resume = {"token": raw.world.discord.token, "session_id": ready["d"]["session_id"], "seq": 2}
    async with line(raw) as connection:
        await connection.hear()
        await connection.say(6, resume)
        heard = [await connection.hear() for _ in range(3)]
        assert [(one["s"], one["t"], one["d"].get("content")) for one in heard] == [
            (3, "MESSAGE_CREATE", "a"),
            (4, "MESSAGE_CREATE", "b"),
            (5, "RESUMED", None),
        ]


@pytest.mark.parametrize("why", ["ended", "forgotten", "unknown", "ahead"])
async def test_a_session_that_cannot_be_resumed(raw: Raw, why: str) -> None:
    async with line(raw) as connection:
        await connection.identify()
        ready = await connection.until("READY")
        await connection.socket.close(code=1000 if why == "ended" else 4000)
    resume = {"token": raw.world.discord.token, "session_id": ready["d"]["session_id"], "seq": 1}
    if why == "forgotten":
        raw.world.gateway.forget()
    elif why == "unknown":
        resume["session_id"] = "x"
    elif why == "ahead":
        resume["seq"] = 99
    async with line(raw) as connection:
        await connection.hear()
        await connection.say(6, resume)
        if why == "ahead":
            assert await connection.closed() == 4007
        else:
            assert await connection.hear() == {"op": 9, "d": False, "s": None, "t": None}


async def test_sessions_are_not_started_without_end(raw: Raw) -> None:
    raw.world.gateway.starts_left = 1
    for op in (0, 9):
        async with line(raw) as connection:
            await connection.hear()
            await connection.identify()
            assert (await connection.hear())["op"] == op


async def test_a_client_that_does_not_beat_is_closed(raw: Raw) -> None:
    raw.world.gateway.heartbeat_interval = 0.1
    async with line(raw) as connection:
        await connection.identify()
        assert await connection.closed() == 4009


async def test_members_are_told_one_by_one(raw: Raw) -> None:
    async with line(raw) as connection:
        await connection.identify()
        await connection.until("GUILD_CREATE")
        asked = {"guild_id": str(raw.guild.id), "user_ids": [str(raw.anna.id)], "limit": 1, "nonce": "n"}
        await connection.say(8, asked)
        chunk = await connection.until("GUILD_MEMBERS_CHUNK")
        assert [one["user"]["username"] for one in chunk["d"]["members"]] == ["anna"]
        assert chunk["d"]["nonce"] == "n"


async def test_every_shard_has_its_guilds(raw: Raw) -> None:
    gateway = raw.world.gateway
    gateway.shards = gateway.needs_shards = 2
    # The id says which shard a guild belongs to.
    guilds = [await raw.world.guild(f"G{shard}", number=(shard + 4) << 22) for shard in range(2)]
    channels = [await raw.world.channel(guild, "hall") for guild in guilds]
    await raw.world.removes_bot(raw.guild)
    people = [await raw.world.person(f"p{n}", f"P{n}", guild) for n, guild in enumerate(guilds)]
    async with line(raw) as alone:
        await alone.identify()
        assert await alone.closed() == 4011
    async with running(raw.world.discord, Tiny()) as bot:
        assert bot.shard_count == 2
        assert [session.shard for session in gateway.sessions] == [(0, 2), (1, 2)]
        for guild, channel, person in zip(guilds, channels, people, strict=True):
            found = bot.get_guild(guild.id)
            assert found is not None
            assert found.shard_id == (guild.id >> 22) % 2
            done = await person.uses("/play", channel, opponent=person)
            assert done.answered.is_set()
        await raw.world.settled()


async def test_a_zombie_is_noticed_and_left(raw: Raw) -> None:
    gateway = raw.world.gateway
    gateway.heartbeat_interval = 0.1
    async with running(raw.world.discord, Tiny(heartbeat_timeout=0.3)) as bot:
        gateway.stop_acknowledging()
        await raw.world.until(lambda: gateway.session.resumed)
        await raw.world.until(lambda: "resumed" in bot.heard)


async def test_a_heartbeat_is_given_when_asked_for(raw: Raw) -> None:
    async with running(raw.world.discord, Tiny()):
        [connection] = raw.world.gateway.connections
        before = connection.beats
        await raw.world.gateway.ask_for_heartbeat()
        await raw.world.until(lambda: connection.beats > before)


@pytest.mark.parametrize(("intents", "content"), [(INTENTS, ""), (INTENTS | Intent.MESSAGE_CONTENT, "hello")])
async def test_what_people_write_is_read_where_that_is_enabled(raw: Raw, intents: int, content: str) -> None:
    async with line(raw) as connection:
        await connection.identify(intents=int(intents))
        await connection.until("GUILD_CREATE")
        await raw.anna.writes("hello", raw.hall)
        heard = await connection.until("MESSAGE_CREATE")
        assert heard["d"]["content"] == content


async def test_events_without_their_intent_do_not_come(raw: Raw) -> None:
    async with line(raw) as connection:
        await connection.identify(intents=int(Intent.GUILDS))
        await connection.until("GUILD_CREATE")
        await raw.anna.writes("hello", raw.hall)
        await raw.anna.leaves(raw.guild)
        await raw.world.channel(raw.guild, "other")
        assert (await connection.hear())["t"] == "CHANNEL_CREATE"


async def test_a_guild_is_lost_and_found(raw: Raw) -> None:
    async with line(raw) as connection:
        await connection.identify()
        await connection.until("GUILD_CREATE")
        await raw.world.loses(raw.guild)
        assert (await connection.until("GUILD_DELETE"))["d"]["unavailable"] is True
        await raw.world.regains(raw.guild)
        assert (await connection.until("GUILD_CREATE"))["d"]["unavailable"] is False
