"""The least of a Bot API that a bot can live on: it hands out updates, takes messages and measures time."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import parse_qsl

from aiohttp import web

BOT = 7_100_000_001
TOKEN = f"{BOT}:benchmarkbenchmarkbenchmarkbenchma"
USERNAME = "benchmark_bot"
PATIENCE = 20.0
MOST_AT_ONCE = 100
TEXTS = frozenset({"sendMessage", "editMessageText"})
PICTURES = frozenset({"sendPhoto", "editMessageMedia"})

Json = dict[str, Any]


@dataclass(slots=True)
class Answer:
    """What a chat waits for: a call of one of these methods; ``at`` is when it came."""

    methods: frozenset[str]
    came: asyncio.Event = field(default_factory=asyncio.Event)
    at: float = 0.0


@dataclass(slots=True)
class Chat:
    """A private chat, whose id is the person's, or a group, whose id is negative."""

    id: int
    board: int = 0
    """the message that shows a picture"""
    waits: Answer | None = None

    def json(self) -> Json:
        if self.id > 0:
            return {"id": self.id, "type": "private", "first_name": f"P{self.id}"}
        return {"id": self.id, "type": "supergroup", "title": f"Group {-self.id}"}


class BotApi:
    """Serves one bot on 127.0.0.1, within ``async with``."""

    def __init__(self) -> None:
        self.url = ""
        self.calls: Counter[str] = Counter()
        self.largest_file = 0
        """octets of a call with a picture"""
        self._chats: dict[int, Chat] = {}
        self._updates: list[Json] = []
        self._handed_out: dict[int, float] = {}
        self._is_polled = asyncio.Event()
        self._new = asyncio.Event()
        self._numbers = itertools.count(1)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=1 << 24)
        app.router.add_post("/bot{token}/{method}", self._take)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    def chat(self, number: int) -> Chat:
        return self._chats.setdefault(number, Chat(number))

    async def polled(self) -> None:
        """Wait until the bot asks for updates."""
        async with asyncio.timeout(PATIENCE):
            await self._is_polled.wait()

    async def ask(self, chat: Chat, person: int, text: str, methods: frozenset[str] = TEXTS) -> float:
        """Write something and wait for what comes of it; seconds from handing it out to that call.

        Raises TimeoutError where the bot does not answer so.
        """
        chat.waits = Answer(methods)
        update = self._write(chat, person, text, methods)
        try:
            async with asyncio.timeout(PATIENCE):
                await chat.waits.came.wait()
        except TimeoutError:
            raise TimeoutError(f"no answer to {text!r} in {chat.id}") from None
        return chat.waits.at - self._handed_out.pop(update)

    def _write(self, chat: Chat, person: int, text: str, methods: frozenset[str]) -> int:
        name = f"P{person}"
        sender = {"id": person, "is_bot": False, "first_name": name, "username": f"u{person}"}
        message: Json = {
            "message_id": next(self._numbers),
            "date": int(time.time()),
            "chat": chat.json(),
            "from": {**sender, "language_code": "en"},
            "text": text,
        }
        if text.startswith("/"):
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}]
        if methods is PICTURES and chat.board:
            message["reply_to_message"] = self._message(chat, chat.board, {})
        number = next(self._numbers)
        self._updates.append({"update_id": number, "message": message})
        self._new.set()
        return number

    # --- the bot's side -------------------------------------------------------------------------------------

    async def _take(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        body = await request.read()
        at = time.perf_counter()
        self.calls[method] += 1
        fields = _fields(request.headers.get("Content-Type", ""), body)
        if method == "getUpdates":
            result: Any = await self._hand_out(int(fields.get("offset", 0)), int(fields.get("timeout", 0)))
        elif "message_id" in fields or method.startswith("send"):
            chat = self.chat(int(fields["chat_id"]))
            result = self._post(chat, method, fields, at)
            if method in PICTURES:
                self.largest_file = max(self.largest_file, len(body))
        else:
            result = self._look_up(method, fields)
        return web.json_response({"ok": True, "result": result})

    async def _hand_out(self, offset: int, patience: int) -> list[Json]:
        self._updates = [update for update in self._updates if update["update_id"] >= offset]
        self._is_polled.set()
        if not self._updates:
            self._new.clear()
            try:
                async with asyncio.timeout(patience):
                    await self._new.wait()
            except TimeoutError:
                pass
        found = self._updates[:MOST_AT_ONCE]
        now = time.perf_counter()
        for update in found:
            self._handed_out.setdefault(update["update_id"], now)
        return found

    def _post(self, chat: Chat, method: str, fields: dict[str, str], at: float) -> Json:
        number = int(fields.get("message_id", 0)) or next(self._numbers)
        shows: Json = {"text": fields.get("text", "")}
        if method in PICTURES:
            chat.board = number
            file = f"file-{next(self._numbers)}"
            shows = {"photo": [{"file_id": file, "file_unique_id": file, "width": 500, "height": 500}]}
        if chat.waits is not None and method in chat.waits.methods and not chat.waits.came.is_set():
            chat.waits.at = at
            chat.waits.came.set()
        return self._message(chat, number, shows)

    def _message(self, chat: Chat, number: int, shows: Json) -> Json:
        return {
            "message_id": number,
            "date": int(time.time()),
            "chat": chat.json(),
            "from": self._look_up("getMe", {}),
            **shows,
        }

    def _look_up(self, method: str, fields: dict[str, str]) -> Any:
        match method:
            case "getMe":
                return {"id": BOT, "is_bot": True, "first_name": "Benchmark", "username": USERNAME}
            case "getChatMember":
                person = int(fields["user_id"])
                user = {"id": person, "is_bot": False, "first_name": f"P{person}"}
                return {"status": "member", "user": user}
            case "getMyCommands":
                return []
            case "getMyDescription":
                return {"description": ""}
            case "getMyShortDescription":
                return {"short_description": ""}
            case "getWebhookInfo":
                count = len(self._updates)
                return {"url": "", "has_custom_certificate": False, "pending_update_count": count}
        return True


def _fields(kind: str, body: bytes) -> dict[str, str]:
    """The fields of a call, without its files."""
    if kind.startswith("application/json"):
        return dict(json.loads(body))
    _, is_multipart, boundary = kind.partition("boundary=")
    if not is_multipart:
        return dict(parse_qsl(body.decode()))
    found = {}
    for part in body.split(b"--" + boundary.encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = re.search(rb'name="([^"]+)"', head)
        if name is not None and b"filename=" not in head:
            found[name[1].decode()] = content[:-2].decode()
    return found
