"""Chats of several platforms that belong to one event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.commands.room import Heard
from tests.tournament_chat.hall import Hall

CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")
KLUB: dict[str, Any] = {"chat": "klub", "platform": "telegram", "locale": "pl"}
CANLE: dict[str, Any] = {"chat": "canle", "platform": "discord", "locale": "gl"}
CHATS = {"lib": {}, "klub": KLUB, "canle": CANLE}
LEAGUE = {"system": "round-robin"}


async def code_for(hall: Hall, **more: Any) -> str:
    """A code that Olga gets, privately."""
    heard = await hall.say("olga", "/tournament link", **more)
    (message,) = (message for message in heard if "link.event-code" in message.keys)
    assert message.to == "olga" or message.chat == "@olga"
    found = CODE.search(message.text)
    assert found is not None
    return found[0]


async def link(hall: Hall, where: dict[str, Any]) -> list[Heard]:
    return await hall.do("zofia", f"/tournament link {await code_for(hall)}", admin=True, **where)


def chats_of(heard: Sequence[Heard], key: str) -> list[str]:
    """In which chats something was said."""
    return sorted(message.chat for message in heard if key in message.keys)


def said_in(heard: Sequence[Heard], chat: str) -> str:
    return "\n".join(message.text for message in heard if message.chat == chat)


async def play_across(hall: Hall, regulation: str = "pzwarc-64") -> str:
    """Anna at home and Bohdan in the linked club play a round; the code of their game."""
    await hall.open(
        regulation, settings=LEAGUE if regulation == "pzwarc-64" else {"start": "2026-12-06 10:05"}
    )
    await link(hall, KLUB)
    await hall.do("anna", "/join")
    await hall.do("bohdan", "/join", **KLUB)
    await hall.close_and_draw()
    await hall.organise("/tournament start")
    (due,) = await hall.due()
    assert due.code is not None
    return due.code
