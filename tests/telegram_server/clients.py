"""The client of python-telegram-bot, without certificates: nobody needs them, and reading them is slow."""

from __future__ import annotations

from telegram import Bot
from telegram.request import HTTPXRequest


def client(token: str, url: str) -> Bot:
    """For a server at ``url``."""
    requests = [HTTPXRequest(connection_pool_size=8, httpx_kwargs={"verify": False}) for _ in range(2)]
    return Bot(
        token,
        base_url=f"{url}/bot",
        base_file_url=f"{url}/file/bot",
        request=requests[0],
        get_updates_request=requests[1],
    )
