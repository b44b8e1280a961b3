"""The Bot API over HTTP on 127.0.0.1."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any

import aiohttp
from aiohttp import web

from tests.servers.telegram.errors import Refused, bad_request, conflict
from tests.servers.telegram.faults import Breaking
from tests.servers.telegram.fields import read_call
from tests.servers.telegram.files import LARGEST, Uploaded
from tests.servers.telegram.methods import GET_UPDATES, METHODS, Method
from tests.servers.telegram.state import Telegram
from tests.servers.telegram.updates import MOST_AT_ONCE

LONGEST_POLL = 50
ROOM_FOR_FIELDS = 2**20
WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)

Words = dict[str, Any]


class Server:
    """Serves one ``Telegram``. It can be out for a time, and comes back at the same port."""

    def __init__(self, telegram: Telegram) -> None:
        self.telegram = telegram
        self.port = 0
        self.failures: list[Exception] = []
        """faults of the server itself, which no test may pass by"""
        self._runner: web.AppRunner | None = None
        self._courier: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def base_url(self) -> str:
        """What the token follows in the address of a method."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        return f"{self.url}/file/bot"

    async def start(self) -> None:
        app = web.Application(client_max_size=LARGEST + ROOM_FOR_FIELDS)
        app.router.add_route("*", "/bot{token}/{method}", self._method)
        app.router.add_get("/file/bot{token}/{path:.+}", self._download)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.telegram.changes.tell()
        if self._courier is None:
            self._courier = asyncio.create_task(self._carry())

    async def go_dark(self) -> None:
        """Close every connection and take no new one, until ``start``. What is known stays known."""
        if self._runner:
            if self._runner.server:
                for connection in self._runner.server.connections:
                    if connection.transport:
                        connection.transport.abort()
            self.telegram.updates.end_poll("nobody hears this any more")
            await self._runner.cleanup()
            self._runner = None

    async def stop(self) -> None:
        if self._courier:
            self._courier.cancel()
            await asyncio.gather(self._courier, return_exceptions=True)
            self._courier = None
        await self.go_dark()

    # Methods

    async def _method(self, request: web.Request) -> web.StreamResponse:
        try:
            words, uploads = await read_request(request)
        except Refused as refused:
            return answer_refusal(refused)
        method = request.match_info["method"]
        call = self.telegram.begin(method, words, tuple(uploads))
        breaking = None
        try:
            self._check_token(request.match_info["token"])
            breaking = await self.telegram.faults.strike(method, place_of(words))
            if breaking is Breaking.BEFORE:
                return self._hang_up(request, call)
            result = await self._handle(request, method, words, uploads)
        except Refused as refused:
            chat = place_of(words)
            if refused.parameters and "retry_after" in refused.parameters and isinstance(chat, int):
                self.telegram.pace.close(chat, refused.parameters["retry_after"])
            # Nobody reads what is answered on a connection that was given up.
            self.telegram.end(call, refused.code if is_alive(request) else None, refused.description)
            return answer_refusal(refused)
        except Exception as error:
            self.failures.append(error)
            self.telegram.end(call, 500, f"{type(error).__name__}: {error}")
            raise
        if breaking is Breaking.AFTER:
            return self._hang_up(request, call)
        self.telegram.end(call, 200)
        if breaking is Breaking.GARBAGE:
            return web.Response(text="<html>Bad gateway", content_type="text/html", status=502)
        return web.json_response({"ok": True, "result": result})

    def _check_token(self, token: str) -> None:
        if not re.fullmatch(r"\d+:[A-Za-z0-9_-]+", token):
            raise Refused(404, "Not Found")
        if token != self.telegram.token:
            raise Refused(401, "Unauthorized")

    async def _handle(
        self, request: web.Request, name: str, words: Words, uploads: Mapping[str, Uploaded]
    ) -> Any:
        if name.lower() == "getupdates":
            return await self._get_updates(request, words)
        method = METHODS.get(name.lower())
        if method is None:
            raise Refused(404, "Not Found: method not found")
        given = read_call(method.name, words, method.fields)
        check_uploads(method, words, uploads)
        return method.handle(self.telegram, given, uploads)

    async def _get_updates(self, request: web.Request, words: Words) -> Any:
        given = read_call("getUpdates", words, GET_UPDATES)
        if self.telegram.webhook.url:
            raise conflict(WEBHOOK_ACTIVE)
        updates = self.telegram.updates
        updates.allow(given.get("allowed_updates"))
        timeout = min(given.get("timeout", 0), LONGEST_POLL)
        limit = given.get("limit", MOST_AT_ONCE)
        return await updates.poll(given.get("offset"), limit, timeout, lambda: is_alive(request))

    def _hang_up(self, request: web.Request, call: Any) -> web.Response:
        self.telegram.end(call, None)
        if request.transport:
            request.transport.abort()
        return web.Response()

    async def _download(self, request: web.Request) -> web.Response:
        """A file by its path; faults know this as the method ``download``."""
        file = self.telegram.files.by_path.get(request.match_info["path"])
        call = self.telegram.begin("download", {"path": request.match_info["path"]}, ())
        try:
            self._check_token(request.match_info["token"])
            if await self.telegram.faults.strike("download", None):
                return self._hang_up(request, call)
            if file is None:
                raise Refused(404, "Not Found")
        except Refused as refused:
            self.telegram.end(call, refused.code, refused.description)
            return answer_refusal(refused)
        self.telegram.end(call, 200)
        return web.Response(body=file.content, content_type="application/octet-stream")

    # The webhook

    async def _carry(self) -> None:
        """Post updates one after another, each until it is taken."""
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
            while True:
                await self.telegram.changes.until(
                    lambda: self._runner and self.telegram.webhook.url and not self.telegram.updates.is_empty
                )
                if not await self._post_next(session):
                    await asyncio.sleep(self.telegram.settings.webhook_pause.total_seconds())

    async def _post_next(self, session: aiohttp.ClientSession) -> bool:
        webhook = self.telegram.webhook
        update = self.telegram.updates.first
        headers = {"X-Telegram-Bot-Api-Secret-Token": webhook.secret_token} if webhook.secret_token else {}
        try:
            async with session.post(webhook.url, json=update.json(), headers=headers) as response:
                why = "" if response.ok else f"Wrong response from the webhook: {response.status}"
        except (aiohttp.ClientError, TimeoutError) as error:
            why = f"Connection failed: {type(error).__name__}"
        if why:
            webhook.last_error = (self.telegram.now(), why)
            return False
        self.telegram.updates.confirm(update)
        return True


def is_alive(request: web.Request) -> bool:
    """Whether the one who asked still listens."""
    return request.transport is not None and not request.transport.is_closing()


async def read_request(request: web.Request) -> tuple[Words, dict[str, Uploaded]]:
    """The fields of a call and its files. Raises Refused where the body cannot be read or is too large."""
    words: Words = dict(request.query)
    uploads: dict[str, Uploaded] = {}
    try:
        if request.content_type == "application/json":
            body = await request.json() if request.can_read_body else {}
            if not isinstance(body, dict):
                raise bad_request("can't parse request: object expected")
            words |= {name: value for name, value in body.items() if value is not None}
        else:
            for name, value in (await request.post()).items():
                if isinstance(value, web.FileField):
                    uploads[name] = Uploaded(value.filename, value.file.read())
                else:
                    words[name] = value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")
    except web.HTTPRequestEntityTooLarge:
        raise Refused(413, "Request Entity Too Large") from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise bad_request("can't parse request: JSON expected") from None
    return words, uploads


def check_uploads(method: Method, words: Words, uploads: Mapping[str, Uploaded]) -> None:
    """Every file must be asked for. Raises Refused for one that nothing refers to."""
    text = json.dumps(words)
    for name in uploads:
        is_attached = method.attaches and re.search(rf"attach://{re.escape(name)}(?![\w-])", text)
        if name not in method.files and not is_attached:
            raise bad_request(f"{method.name} expects no file {name}")


def place_of(words: Words) -> object:
    """The chat that a call is about, as a number where it is one."""
    chat = words.get("chat_id")
    return int(chat) if isinstance(chat, str) and re.fullmatch(r"-?\d+", chat) else chat


def answer_refusal(refused: Refused) -> web.Response:
    body: dict[str, Any] = {"ok": False, "error_code": refused.code, "description": refused.description}
    if refused.parameters:
        body["parameters"] = dict(refused.parameters)
    return web.json_response(body, status=refused.code)
