"""Calls as they go over the wire, with nothing put right on the way."""

from __future__ import annotations

import io
import json
from typing import Any, Self

import aiohttp
from PIL import Image

Answer = tuple[int, Any]


class Raw:
    def __init__(self, base_url: str, token: str) -> None:
        self.base_url = base_url
        self.token = token

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def call(self, method: str, fields: dict[str, Any], **files: tuple[str | None, bytes]) -> Answer:
        """Send a form; what is structured goes as JSON. The status with the result or the description."""
        with aiohttp.MultipartWriter("form-data") as form:
            for name, value in fields.items():
                part = form.append(value if isinstance(value, str) else json.dumps(value))
                part.set_content_disposition("form-data", name=name)
            for name, (file_name, content) in files.items():
                part = form.append(io.BytesIO(content))
                named = {} if file_name is None else {"filename": file_name}
                part.set_content_disposition("form-data", quote_fields=False, name=name, **named)
        return await self._answer(method, data=form)

    async def call_json(self, method: str, body: Any) -> Answer:
        return await self._answer(method, json=body)

    async def _answer(self, method: str, **body: Any) -> Answer:
        address = f"{self.base_url}{self.token}/{method}"
        async with self._session.post(address, **body) as response:
            answer = await response.json()
        assert answer["ok"] == (response.status == 200)
        assert answer.get("error_code", 200) == response.status
        return response.status, answer["result"] if answer["ok"] else answer["description"]


def picture(colour: str = "red", form: str = "PNG", size: tuple[int, int] = (40, 40)) -> bytes:
    content = io.BytesIO()
    Image.new("RGB", size, colour).save(content, form)
    return content.getvalue()


def keyboard(*rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"inline_keyboard": list(rows)}


def button(text: str = "Yes", data: str = "y") -> dict[str, Any]:
    return {"text": text, "callback_data": data}
