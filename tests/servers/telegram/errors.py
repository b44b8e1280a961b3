"""How the Bot API says no."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta


class Refused(Exception):
    """A call that is answered with ``ok: false``; ``description`` reads as Telegram's does."""

    def __init__(self, code: int, description: str, parameters: Mapping[str, int] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


def bad_request(why: str) -> Refused:
    return Refused(400, f"Bad Request: {why}")


def forbidden(why: str) -> Refused:
    return Refused(403, f"Forbidden: {why}")


def conflict(why: str) -> Refused:
    return Refused(409, f"Conflict: {why}")


def too_many(delay: timedelta) -> Refused:
    """``retry_after`` counts whole seconds, at least one."""
    seconds = max(1, -(-delay // timedelta(seconds=1)))
    return Refused(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def migrated(chat: int) -> Refused:
    return Refused(
        400, "Bad Request: group chat was upgraded to a supergroup chat", {"migrate_to_chat_id": chat}
    )
