"""The gateway: sessions over WebSocket, each with its shard, its sequence and what it has missed."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.servers.discord import shapes
from tests.servers.discord.compression import Packer, packer
from tests.servers.discord.intents import ALL_INTENTS, PRIVILEGED, Intent

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, MEMBERS, INVALID_SESSION, HELLO, ACK = 7, 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SEQUENCE, RATE_LIMITED, TIMED_OUT = 4005, 4007, 4008, 4009
INVALID_SHARD, SHARDING_REQUIRED, INVALID_VERSION, INVALID_INTENTS, DISALLOWED = 4010, 4011, 4012, 4013, 4014

SENDS_A_MINUTE = 120


@dataclass(eq=False)
class Session:
    """What a client has identified as; it outlives the connections that carry it."""

    id: str
    shard: tuple[int, int]
    intents: int
    started: datetime
    sequence: int = 0
    events: list[tuple[int, str, Any]] = field(default_factory=list)
    """everything dispatched so far: sequence, name, data"""
    connection: Connection | None = None
    resumed: int = 0
    """how often it was resumed"""


class Connection:
    def __init__(self, gateway: Gateway, socket: web.WebSocketResponse, pack: Packer | None) -> None:
        self.gateway = gateway
        self.socket = socket
        self.session: Session | None = None
        self._pack = pack
        self._sends: deque[float] = deque()
        self.last_beat = asyncio.get_running_loop().time()
        self.beats = 0
        self.answers_beats = True
        self.transport: asyncio.Transport | None = None
        self._writing = asyncio.Lock()
        self.was_closed_here = False

    async def send(self, op: int, data: Any, *, sequence: int | None = None, name: str | None = None) -> None:
        text = json.dumps({"op": op, "d": data, "s": sequence, "t": name}, ensure_ascii=False)
        async with self._writing:
            if self.socket.closed:
                return
            try:
                if self._pack is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self._pack(text.encode()))
            except ConnectionError:
                pass

    async def close(self, code: int) -> None:
        self.was_closed_here = True
        await self.socket.close(code=code)

    def cut(self) -> None:
        """End it without a word, as a broken network does."""
        if self.transport is not None:
            self.transport.abort()

    def sends_too_much(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._sends.append(now)
        while self._sends[0] < now - 60:
            self._sends.popleft()
        return len(self._sends) > SENDS_A_MINUTE


class Gateway:
    """All sessions of the bot, and what tests can do to them."""

    def __init__(self, discord: Discord) -> None:
        self._discord = discord
        self.sessions: list[Session] = []
        """every session that was ever started, the oldest first"""
        self.connections: list[Connection] = []
        """those open now"""
        self.heartbeat_interval = 41.25
        """seconds"""
        self.shards = 1
        """how many shards GET /gateway/bot recommends"""
        self.needs_shards = 1
        """fewer shards than this are refused"""
        self.starts_left = 1000
        self.allowed_intents = PRIVILEGED
        """privileged intents that are enabled for the application"""
        self.repeats = False
        """every event comes twice"""
        self._forgotten: set[str] = set()

    # What tests do.

    @property
    def session(self) -> Session:
        """The newest one."""
        return self.sessions[-1]

    @property
    def is_connected(self) -> bool:
        return any(connection.session for connection in self.connections)

    async def disconnect(self, code: int = 4000) -> None:
        """Close every connection; the sessions can be resumed."""
        for connection in list(self.connections):
            await connection.close(code)

    def cut(self) -> None:
        """Break every connection without a closing handshake."""
        for connection in list(self.connections):
            connection.cut()

    async def ask_to_reconnect(self) -> None:
        for connection in list(self.connections):
            await connection.send(RECONNECT, None)

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Say that the session is not valid; without `resumable` it is gone."""
        for connection in list(self.connections):
            if not resumable:
                self.forget(connection.session)
            await connection.send(INVALID_SESSION, resumable)

    def forget(self, session: Session | None = None) -> None:
        """Sessions cannot be resumed any more: all of them, or one."""
        for one in self.sessions if session is None else [session]:
            self._forgotten.add(one.id)

    async def ask_for_heartbeat(self) -> None:
        for connection in list(self.connections):
            await connection.send(HEARTBEAT, None)

    def stop_acknowledging(self) -> None:
        """Heartbeats on the present connections get no answer any more: a zombie."""
        for connection in self.connections:
            connection.answers_beats = False

    # What happens.

    async def dispatch(self, name: str, data: Any, *, guild_id: int | None, intent: int = 0) -> None:
        """Give an event to the session of its shard, now or when it resumes. Without an intent that it needs
        it is not given."""
        for session in self._sessions_for(guild_id):
            if intent and not session.intents & intent:
                continue
            shown = self._as_intents_let(name, data, session)
            for _ in range(2 if self.repeats and name not in ("READY", "RESUMED") else 1):
                await self._give(session, name, shown)

    def _sessions_for(self, guild_id: int | None) -> list[Session]:
        """The sessions of the shard that a guild belongs to; private matters belong to the first shard."""
        return [
            session
            for session in self.sessions
            if session.id not in self._forgotten
            and ((guild_id or 0) >> 22) % session.shard[1] == session.shard[0]
        ]

    def _as_intents_let(self, name: str, data: Any, session: Session) -> Any:
        if name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or session.intents & Intent.MESSAGE_CONTENT:
            return data
        bot = str(self._discord.bot.id)
        is_meant = data["author"]["id"] == bot or any(user["id"] == bot for user in data["mentions"])
        if "guild_id" not in data or is_meant:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    async def _give(self, session: Session, name: str, data: Any) -> None:
        session.sequence += 1
        session.events.append((session.sequence, name, data))
        if session.connection is not None:
            await session.connection.send(DISPATCH, data, sequence=session.sequence, name=name)

    # The protocol.

    async def handle(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(compress=False, max_msg_size=4096 * 4)
        compress = request.query.get("compress")
        try:
            pack = packer(compress) if compress else None
        except ValueError:
            return web.Response(status=400, text=f"no {compress} here")
        await socket.prepare(request)
        connection = Connection(self, socket, pack)
        connection.transport = request.transport
        self.connections.append(connection)
        watch: asyncio.Task[None] | None = None
        try:
            if request.query.get("v") not in ("9", "10") or request.query.get("encoding") != "json":
                await connection.close(INVALID_VERSION)
                return socket
            await connection.send(
                HELLO, {"heartbeat_interval": int(self.heartbeat_interval * 1000), "_trace": []}
            )
            watch = asyncio.create_task(self._watch(connection))
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    await connection.close(DECODE_ERROR)
                    break
                code = await self._receive(connection, message.data)
                if code is not None:
                    await connection.close(code)
                    break
        finally:
            if watch is not None:
                watch.cancel()
            self.connections.remove(connection)
            if connection.session is not None and connection.session.connection is connection:
                connection.session.connection = None
                if socket.close_code in (1000, 1001) and not connection.was_closed_here:
                    # The client has ended its session for good.
                    self.forget(connection.session)
        return socket

    async def _watch(self, connection: Connection) -> None:
        """Close a connection whose client has stopped beating."""
        loop = asyncio.get_running_loop()
        while not connection.socket.closed:
            await asyncio.sleep(self.heartbeat_interval / 2)
            if loop.time() - connection.last_beat > self.heartbeat_interval * 1.5:
                await connection.close(TIMED_OUT)

    async def _receive(self, connection: Connection, text: str) -> int | None:
        """Do what a client sends; the code to close the connection with, if it is wrong."""
        try:
            payload = json.loads(text)
            op, data = payload["op"], payload["d"]
        except (ValueError, KeyError, TypeError):
            return DECODE_ERROR
        if op == HEARTBEAT:
            return await self._beat(connection, data)
        if connection.sends_too_much():
            return RATE_LIMITED
        if op == IDENTIFY:
            return await self._identify(connection, data)
        if op == RESUME:
            return await self._resume(connection, data)
        if op not in (PRESENCE, VOICE, MEMBERS):
            return UNKNOWN_OPCODE
        if connection.session is None:
            return NOT_AUTHENTICATED
        if op == MEMBERS:
            await self._send_members(connection.session, data)
        return None

    async def _beat(self, connection: Connection, data: Any) -> int | None:
        if data is not None and (not isinstance(data, int) or isinstance(data, bool)):
            return DECODE_ERROR
        connection.last_beat = asyncio.get_running_loop().time()
        connection.beats += 1
        if connection.answers_beats:
            await connection.send(ACK, None)
        return None

    async def _identify(self, connection: Connection, data: Any) -> int | None:
        if connection.session is not None:
            return ALREADY_AUTHENTICATED
        if not isinstance(data, dict) or not isinstance(data.get("properties"), dict):
            return DECODE_ERROR
        if data.get("token") != self._discord.token:
            return AUTHENTICATION_FAILED
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~ALL_INTENTS:
            return INVALID_INTENTS
        if intents & PRIVILEGED & ~self.allowed_intents:
            return DISALLOWED
        shard = data.get("shard", [0, 1])
        if not _is_shard(shard):
            return INVALID_SHARD
        if shard[1] < self.needs_shards:
            return SHARDING_REQUIRED
        if self.starts_left < 1:
            await connection.send(INVALID_SESSION, False)
            return None
        self.starts_left -= 1
        session = Session(secrets.token_hex(16), (shard[0], shard[1]), intents, datetime.now(UTC))
        self.sessions.append(session)
        self._attach(session, connection)
        await self._welcome(session)
        return None

    def _attach(self, session: Session, connection: Connection) -> None:
        session.connection = connection
        connection.session = session
        self._discord.stir()

    async def _welcome(self, session: Session) -> None:
        discord = self._discord
        shard, shards = session.shard
        guilds = [one for one in discord.own_guilds() if (one.id >> 22) % shards == shard]
        ready = {
            "v": 10,
            "user": shapes.own_json(discord.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": discord.gateway_url,
            "session_type": "normal",
            "shard": [shard, shards],
            "application": {"id": str(discord.application_id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "user_settings": {},
            "presences": [],
        }
        await self._give(session, "READY", ready)
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                if guild.is_available:
                    await self._give(session, "GUILD_CREATE", shapes.guild_event(guild, discord.bot))

    async def _resume(self, connection: Connection, data: Any) -> int | None:
        if connection.session is not None:
            return ALREADY_AUTHENTICATED
        if not isinstance(data, dict):
            return DECODE_ERROR
        if data.get("token") != self._discord.token:
            return AUTHENTICATION_FAILED
        known = {session.id: session for session in self.sessions if session.id not in self._forgotten}
        session = known.get(data.get("session_id", ""))
        if session is None:
            await connection.send(INVALID_SESSION, False)
            return None
        seen = data.get("seq")
        if not isinstance(seen, int) or seen > session.sequence:
            return INVALID_SEQUENCE
        while missed := [event for event in session.events if event[0] > seen]:
            for sequence, name, event in missed:
                await connection.send(DISPATCH, event, sequence=sequence, name=name)
                seen = sequence
        self._attach(session, connection)
        session.resumed += 1
        await self._give(session, "RESUMED", {"_trace": []})
        return None

    async def _send_members(self, session: Session, data: Any) -> None:
        guild = self._discord.guilds.get(int(data.get("guild_id", 0)))
        if guild is None:
            return
        members = list(guild.members.values())
        if "user_ids" in data:
            asked = {int(one) for one in data["user_ids"]}
            members = [member for member in members if member.user.id in asked]
        elif data.get("query"):
            query = data["query"].lower()
            members = [member for member in members if member.user.username.lower().startswith(query)]
        elif not session.intents & Intent.GUILD_MEMBERS:
            return
        chunk = {
            "guild_id": str(guild.id),
            "members": [shapes.member_json(member) for member in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        await self._give(session, "GUILD_MEMBERS_CHUNK", chunk)


def _is_shard(shard: Any) -> bool:
    return (
        isinstance(shard, list)
        and len(shard) == 2
        and all(isinstance(one, int) for one in shard)
        and 0 <= shard[0] < shard[1]
    )
