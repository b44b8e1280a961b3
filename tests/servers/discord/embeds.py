"""What an embed may hold."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from tests.servers.discord.forms import Form, Path

LARGEST_SUM = 6000
URL = re.compile(r"(https?|attachment)://\S+")


def check(form: Form, data: dict[str, Any]) -> list[dict[str, Any]]:
    """The embeds of a message as they will be shown."""
    shown = []
    total = 0
    for index, embed in form.objects(data, "embeds", most=10):
        path: Path = ("embeds", index)
        before = total
        total += _words(form, embed, path)
        _media(form, embed, path)
        form.integer(embed, "color", path, least=0, most=0xFFFFFF)
        _moment(form, embed, path)
        if total == before and not any(embed.get(key) for key in ("image", "thumbnail")):
            form.refuse((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
        shown.append({key: value for key, value in embed.items() if value is not None} | {"type": "rich"})
    if total > LARGEST_SUM:
        form.refuse(
            ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {LARGEST_SUM}"
        )
    return shown


def _words(form: Form, embed: dict[str, Any], path: Path) -> int:
    """Checks all texts of an embed; how long they are together."""
    texts = [
        form.text(embed, "title", path, most=256),
        form.text(embed, "description", path, most=4096),
    ]
    footer = form.mapping(embed, "footer", path)
    if isinstance(footer, dict):
        texts.append(form.text(footer, "text", (*path, "footer"), least=1, most=2048, required=True))
    author = form.mapping(embed, "author", path)
    if isinstance(author, dict):
        texts.append(form.text(author, "name", (*path, "author"), least=1, most=256, required=True))
    for index, entry in form.objects(embed, "fields", path, most=25):
        where: Path = (*path, "fields", index)
        texts.append(form.text(entry, "name", where, least=1, most=256, required=True))
        texts.append(form.text(entry, "value", where, least=1, most=1024, required=True))
        form.flag(entry, "inline", where)
    return sum(len(text.strip()) for text in texts if isinstance(text, str))


def _media(form: Form, embed: dict[str, Any], path: Path) -> None:
    places = [(embed, "url", path)]
    for name in ("image", "thumbnail"):
        media = form.mapping(embed, name, path)
        if isinstance(media, dict):
            places.append((media, "url", (*path, name)))
    for name, key in (("footer", "icon_url"), ("author", "icon_url"), ("author", "url")):
        media = embed.get(name)
        if isinstance(media, dict):
            places.append((media, key, (*path, name)))
    for holder, key, where in places:
        url = form.text(holder, key, where, most=2048)
        if isinstance(url, str) and url and not URL.fullmatch(url):
            message = f"Not a well formed URL: {url}"
            form.refuse((*where, key), "URL_TYPE_INVALID_URL", message)


def _moment(form: Form, embed: dict[str, Any], path: Path) -> None:
    value = form.text(embed, "timestamp", path, most=64)
    if isinstance(value, str):
        try:
            datetime.fromisoformat(value)
        except ValueError:
            form.refuse((*path, "timestamp"), "DATE_TIME_TYPE_PARSE", f"Could not parse {value}.")
