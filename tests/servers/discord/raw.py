"""Talking to the server without any library, to see what it takes and what it refuses."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.servers.discord.model import Channel, Guild
from tests.servers.discord.people import Person
from tests.servers.discord.world import World


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        return int(self.body["code"])

    def wrong(self) -> dict[str, str]:
        """What is wrong with a form: codes by the path of the field."""
        found: dict[str, str] = {}

        def collect(errors: Any, path: str) -> None:
            for key, value in errors.items():
                if key == "_errors":
                    found[path] = value[0]["code"]
                else:
                    collect(value, f"{path}.{key}" if path else key)

        collect(self.body.get("errors", {}), "")
        return found


@dataclass
class Raw:
    """A guild with a channel, two people, and requests in the bot's name."""

    world: World
    guild: Guild
    hall: Channel
    anna: Person
    piotr: Person
    http: aiohttp.ClientSession

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: dict[str, bytes] | None = None,
        **headers: str,
    ) -> Answer:
        sent: dict[str, Any] = {"headers": {"Authorization": f"Bot {self.world.discord.token}"} | headers}
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body), content_type="application/json")
            for index, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
            sent["data"] = form
        elif body is not None:
            sent["json"] = body
        async with self.http.request(method, self.world.discord.api + path, **sent) as response:
            text = await response.text()
            parsed = json.loads(text) if text else None
            return Answer(response.status, parsed, dict(response.headers))

    async def says(self, body: Any, where: Channel | None = None, **files: bytes) -> Answer:
        """Post a message."""
        path = f"/channels/{(where or self.hall).id}/messages"
        return await self.ask("POST", path, body, files=files or None)


@asynccontextmanager
async def raw_world() -> AsyncIterator[Raw]:
    async with World() as world, aiohttp.ClientSession() as http:
        guild = await world.guild("Riazor")
        hall = await world.channel(guild, "hall")
        anna = await world.person("anna", "Anna", guild)
        piotr = await world.person("piotr", "Piotr", guild)
        yield Raw(world, guild, hall, anna, piotr, http)
