"""A Discord of our own on 127.0.0.1: REST under /api/v10, the gateway at /, files under /attachments.

It is as strict as the real one: what Discord refuses is refused with its status and code. Time is real time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Self

from aiohttp import web

from tests.servers.discord import (
    bodies,
    routes_application,
    routes_channels,
    routes_guilds,
    routes_interactions,
    routes_messages,
    routes_threads,
    shapes,
)
from tests.servers.discord.errors import Refused, refusal
from tests.servers.discord.faults import Fault, Faults, too_many
from tests.servers.discord.gateway import Gateway
from tests.servers.discord.intents import Intent
from tests.servers.discord.interactions import Interaction
from tests.servers.discord.model import Attachment, Call, Channel, Guild, Message, User
from tests.servers.discord.permissions import Permission, in_channel
from tests.servers.discord.snowflakes import Snowflakes

VERSIONS = ("/api/v10", "/api/v9")
ROUTES = (
    *routes_application.ROUTES,
    *routes_guilds.ROUTES,
    *routes_threads.ROUTES,
    *routes_channels.ROUTES,
    *routes_messages.ROUTES,
    *routes_interactions.ROUTES,
)
MAJOR = ("channel_id", "guild_id", "application_id", "interaction_id", "token")

Handler = Callable[["Discord", bodies.Asked], Awaitable[Any]]


class Discord:
    """The server with everything on it; an async context manager that listens while it is entered."""

    def __init__(self, *, name: str = "Damka", token: str = "discord-test-token") -> None:  # noqa: S107
        self.token = token
        self.snowflakes = Snowflakes()
        self.application_id = self.snowflakes.next()
        # as with applications that are older than this habit of giving both the same id
        self.bot = User(self.snowflakes.next(), name, name, is_bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        """every channel, thread and private chat that ever was"""
        self.commands: dict[int | None, list[dict[str, Any]]] = {None: []}
        """application commands by guild; under None the global ones"""
        self.created_commands = 0
        """commands under new ids, of which Discord takes 200 a day"""
        self.interactions: dict[int, Interaction] = {}
        self.calls: list[Call] = []
        """all REST requests in the order of their arrival"""
        self.under_way = 0
        """requests that are not yet answered"""
        self.last_activity = time.monotonic()
        self.gateway = Gateway(self)
        self.faults = Faults()
        self._runner: web.AppRunner | None = None
        self._port = 0

    # Listening.

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=bodies.LARGEST_REQUEST * 2)
        for version in VERSIONS:
            for method, route, handler in ROUTES:
                app.router.add_route(method, version + route, self._answering(route, handler))
        app.router.add_get("/attachments/{channel}/{id}/{name}", self._file)
        app.router.add_get("/", self.gateway.handle)
        app.router.add_route("*", "/{rest:.*}", self._answering("unknown", _unknown))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1, handler_cancellation=False)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.gateway.disconnect(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        """What discord.py knows as ``Route.BASE``."""
        return f"http://127.0.0.1:{self._port}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self._port}/"

    def _answering(
        self, route: str, handler: Handler
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            self.under_way += 1
            try:
                return await self._answer(request, route, handler)
            finally:
                self.under_way -= 1
                self.stir()

        return answer

    async def _answer(self, request: web.Request, route: str, handler: Handler) -> web.StreamResponse:
        began = time.monotonic()
        path = "/" + request.path.split("/", 3)[-1] if request.path.startswith("/api/v") else request.path
        call = Call(datetime.now(UTC), request.method, path, route, None)
        self.calls.append(call)
        fault = self.faults.next(request.method, route, path)
        major = "+".join(request.match_info[name] for name in MAJOR if name in request.match_info)
        headers, granted = self.faults.bucket(request.method, route, major)
        if fault is None and not granted:
            fault = too_many(float(headers["X-RateLimit-Reset-After"]))
        try:
            asked = await bodies.read(request, request.match_info)
            call.body = asked.body
            call.files = tuple(upload.name for upload in asked.files.values())
            await self.faults.wait(fault)
            if fault is not None and fault.refused is not None:
                raise fault.refused
            if fault is not None and fault.text is not None:
                call.status = fault.status
                return web.Response(status=fault.status, text=fault.text, content_type="text/html")
            if _is_cut(fault, "before", request):
                return web.Response(status=500)
            if _needs_token(route) and request.headers.get("Authorization") != f"Bot {self.token}":
                raise refusal("unauthorized")
            result = await handler(self, asked)
            if _is_cut(fault, "after", request):
                return web.Response(status=500)
            call.status = 204 if result is None else 200
            if result is None:
                return web.Response(status=204, headers=headers)
            # aiohttp would add a charset, and clients compare the type as it stands.
            headers["Content-Type"] = "application/json"
            return web.Response(body=json.dumps(result).encode(), headers=headers)
        except Refused as refused:
            call.status, call.code = refused.status, refused.code
            headers |= refused.headers | {"Content-Type": "application/json"}
            return web.Response(
                status=refused.status, body=json.dumps(refused.body).encode(), headers=headers
            )
        finally:
            call.took = time.monotonic() - began

    async def _file(self, request: web.Request) -> web.StreamResponse:
        wanted = int(request.match_info["id"])
        uploads = [upload for one in self.interactions.values() for upload in one.uploads]
        for attachment in (*uploads, *(a for m in self.every_message() for a in m.attachments)):
            if attachment.id == wanted:
                return web.Response(
                    body=attachment.content, headers={"Content-Type": attachment.content_type}
                )
        raise web.HTTPNotFound

    def stir(self) -> None:
        """Something is happening."""
        self.last_activity = time.monotonic()

    # What exists.

    def own_guilds(self) -> list[Guild]:
        """Those that the bot is in."""
        return [guild for guild in self.guilds.values() if self.bot.id in guild.members]

    def every_message(self) -> list[Message]:
        return [message for channel in self.channels.values() for message in channel.every_message.values()]

    def user(self, user_id: int) -> User:
        try:
            return self.users[user_id]
        except KeyError:
            raise refusal("unknown user") from None

    def own_guild(self, guild_id: int) -> Guild:
        """A guild that the bot may look at."""
        guild = self.guilds.get(guild_id)
        if guild is None:
            raise refusal("unknown guild")
        if self.bot.id not in guild.members:
            raise refusal("missing access")
        return guild

    def open_channel(self, channel_id: int, *needed: Permission) -> Channel:
        """A channel that the bot sees and has the permissions in; what is missing is refused."""
        channel = self.channels.get(channel_id)
        if channel is None or channel.is_deleted:
            raise refusal("unknown channel")
        given = in_channel(self.bot, channel)
        if not given & Permission.VIEW_CHANNEL:
            raise refusal("missing access")
        if any(not given & permission for permission in needed):
            raise refusal("missing permissions")
        return channel

    def message_in(self, channel: Channel, message_id: int) -> Message:
        """A message that is seen by all: ephemeral ones are no part of the channel."""
        message = channel.every_message.get(message_id)
        if message is None or message.is_deleted or message.is_ephemeral:
            raise refusal("unknown message")
        return message

    def private_channel(self, user: User) -> Channel:
        """The chat between the bot and a person, made when first asked for."""
        for channel in self.channels.values():
            if channel.guild is None and user in channel.people:
                return channel
        channel = Channel(self.snowflakes.next(), 1, people=[user, self.bot])
        self.channels[channel.id] = channel
        return channel

    def attachment(
        self, channel: Channel, upload: bodies.Upload, description: str | None = None
    ) -> Attachment:
        number = self.snowflakes.next()
        url = f"http://127.0.0.1:{self._port}/attachments/{channel.id}/{number}/{upload.name}"
        return Attachment(number, upload.name, upload.content, _type_of(upload.name), url, description)

    # What clients are told.

    async def tell(self, name: str, data: Any, guild: Guild | None, intent: int = Intent.GUILDS) -> None:
        if guild is None or self.bot.id in guild.members or name == "GUILD_DELETE":
            await self.gateway.dispatch(name, data, guild_id=guild.id if guild else None, intent=intent)
            self.stir()

    async def tell_message(self, name: str, message: Message) -> None:
        """An event about a message, where the bot may look. Ephemeral ones come as if they were private."""
        if not in_channel(self.bot, message.channel) & Permission.VIEW_CHANNEL:
            return
        guild = None if message.is_ephemeral else message.channel.guild
        intent = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
        await self.tell(name, shapes.message_event(message, guild), guild, intent)

    async def tell_channel(self, name: str, channel: Channel, **more: Any) -> None:
        await self.tell(name, shapes.channel_json(channel, self.bot) | more, channel.guild)


def _needs_token(route: str) -> bool:
    """Interactions and their webhooks are known by their own token."""
    return not route.startswith(("/interactions/", "/webhooks/")) and route != "/gateway"


def _is_cut(fault: Fault | None, when: str, request: web.Request) -> bool:
    if fault is None or fault.cuts != when:
        return False
    if request.transport is not None:
        request.transport.abort()
    return True


def _type_of(name: str) -> str:
    suffix = name.rpartition(".")[2].lower()
    return {
        "png": "image/png",
        "gif": "image/gif",
        "pdf": "application/pdf",
        "csv": "text/csv; charset=utf-8",
        "txt": "text/plain; charset=utf-8",
        "json": "application/json; charset=utf-8",
    }.get(suffix, "application/octet-stream")


async def _unknown(discord: Discord, asked: bodies.Asked) -> Any:
    raise refusal("no route")
