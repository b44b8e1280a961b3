"""Reading a request: JSON, or a form with files and the JSON beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.servers.discord.errors import Refused, refusal
from tests.servers.discord.forms import INVALID_FORM_BODY

LARGEST_FILE = 10 * 1024 * 1024
LARGEST_REQUEST = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    content: bytes


@dataclass(slots=True)
class Asked:
    """A request as the routes see it."""

    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)
    """by the number in `files[n]`"""
    reason: str | None = None

    def id(self, name: str) -> int:
        """A snowflake from the path."""
        value = self.params[name]
        if not re.fullmatch(r"\d{1,20}", value):
            errors = {
                name: {
                    "_errors": [
                        {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{value}" is not snowflake.'}
                    ]
                }
            }
            raise Refused(400, INVALID_FORM_BODY, "Invalid Form Body", errors=errors)
        return int(value)

    @property
    def form(self) -> dict[str, Any]:
        """The body, where it has to be an object."""
        if not isinstance(self.body, dict):
            raise refusal("invalid json")
        return self.body

    def says(self, name: str) -> bool:
        """A boolean of the query string."""
        return self.query.get(name, "").lower() in ("1", "true")


async def read(request: web.Request, params: Mapping[str, str]) -> Asked:
    asked = Asked(params, request.query, reason=request.headers.get("X-Audit-Log-Reason"))
    if not request.can_read_body:
        return asked
    kind = request.content_type
    if kind == "multipart/form-data":
        await _read_parts(request, asked)
        return asked
    raw = await request.read()
    if kind != "application/json":
        raise Refused(
            400,
            INVALID_FORM_BODY,
            "Invalid Form Body",
            errors={
                "_errors": [
                    {
                        "code": "CONTENT_TYPE_INVALID",
                        "message": "Expected \"Content-Type\" header to be one of {'application/json'}.",
                    }
                ]
            },
        )
    asked.body = _parse(raw)
    return asked


async def _read_parts(request: web.Request, asked: Asked) -> None:
    asked.body = {}
    total = 0
    reader = await request.multipart()
    async for part in reader:
        name = getattr(part, "name", None) or ""
        content = bytes(await part.read(decode=False))  # type: ignore[union-attr]
        total += len(content)
        if name == "payload_json":
            asked.body = _parse(content)
            continue
        match = re.fullmatch(r"files\[(\d+)\]", name)
        filename = getattr(part, "filename", None)
        if match is None or not filename:
            raise refusal("invalid json")
        if len(content) > LARGEST_FILE:
            raise refusal("too large")
        asked.files[int(match[1])] = Upload(re.sub(r"[^\w.\-]", "_", filename), content)
    if total > LARGEST_REQUEST:
        raise refusal("too large")


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        raise refusal("invalid json") from None
