"""How Discord refuses: a status, a code of its own, and for forms what is wrong with each field."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """What a request is answered with when it is not done."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.body: dict[str, Any] = {"message": message, "code": code, **more}
        self.headers: dict[str, str] = {}


# JSON error codes by what they say, as the reference lists them.
CASES: dict[str, tuple[int, int, str]] = {
    "unauthorized": (401, 0, "401: Unauthorized"),
    "no route": (404, 0, "404: Not Found"),
    "unknown application": (404, 10002, "Unknown Application"),
    "unknown channel": (404, 10003, "Unknown Channel"),
    "unknown guild": (404, 10004, "Unknown Guild"),
    "unknown member": (404, 10007, "Unknown Member"),
    "unknown message": (404, 10008, "Unknown Message"),
    "unknown user": (404, 10013, "Unknown User"),
    "unknown webhook": (404, 10015, "Unknown Webhook"),
    "unknown interaction": (404, 10062, "Unknown interaction"),
    "unknown command": (404, 10063, "Unknown application command"),
    "too many pins": (400, 30003, "Maximum number of pins reached (250)"),
    "too many commands": (400, 30032, "Maximum number of application commands reached (100)."),
    "too many creations": (
        400,
        30034,
        "Max number of daily application command creates has been reached (200)",
    ),
    "too large": (413, 40005, "Request entity too large"),
    "forum": (400, 40058, "Cannot send a message in a forum channel"),
    "acknowledged": (400, 40060, "Interaction has already been acknowledged."),
    "missing access": (403, 50001, "Missing Access"),
    "not in private": (403, 50003, "Cannot execute action on a DM channel"),
    "not the author": (403, 50005, "Cannot edit a message authored by another user"),
    "empty": (400, 50006, "Cannot send an empty message"),
    "not to this user": (403, 50007, "Cannot send messages to this user"),
    "not a text channel": (400, 50008, "Cannot send messages in a non-text channel"),
    "missing permissions": (403, 50013, "Missing Permissions"),
    "system message": (403, 50021, "Cannot execute action on a system message"),
    "wrong type of channel": (400, 50024, "Cannot execute action on this channel type"),
    "invalid webhook token": (401, 50027, "Invalid Webhook Token"),
    "invalid recipient": (400, 50033, "Invalid Recipient(s)"),
    "archived": (400, 50083, "Thread is archived"),
    "invalid json": (400, 50109, "The request body contains invalid JSON."),
    "no mutual guilds": (
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    ),
    "thread exists": (400, 160004, "A thread has already been created for this message"),
    "thread locked": (400, 160005, "Thread is locked"),
    "no history": (403, 160002, "Cannot reply without permission to read message history"),
}


def refusal(case: str) -> Refused:
    return Refused(*CASES[case])
