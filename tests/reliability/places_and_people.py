"""Events and games at every stage, with people of every role around them, for who may do what.

The event is made in the chat ``lib`` and linked to ``klub``; ``school`` has nothing to do with it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from sqlalchemy import literal_column, select, table

from bot.chats.port import Capabilities, Input
from rules.pieces import Color
from storage import Database, open_database
from storage.tables import metadata
from tests.databases import copy
from tests.tournament_chat.desk import MORNING
from tests.tournament_chat.hall import Hall, open_hall

LINK_CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")


class Role(Enum):
    """Somebody by what they are to the event and its game; the value is their account."""

    STRANGER = "zenon"
    OTHER_PLAYER = "kasia"
    PLAYER = "anna"
    OTHER_ORGANISER = "otylia"
    ORGANISER = "olga"
    ARBITER = "arek"
    ADMIN = "adam"
    """an administrator of the chat in which they speak"""
    ANONYMOUS = "group"
    """an administrator who speaks as the chat itself"""


class Where(Enum):
    HOME = "lib"
    LINKED = "klub"
    ELSEWHERE = "school"
    ALONE = "@"


ROLES, PLACES = tuple(Role), tuple(Where)
NAMED = tuple(role for role in ROLES if role is not Role.ANONYMOUS)
GROUPS = (Where.HOME, Where.LINKED, Where.ELSEWHERE)


@dataclass(frozen=True)
class World:
    """A stored world, and what there is in it: ``{event}``, ``{game}`` and other words by name."""

    file: Path
    words: Mapping[str, str]


def spoken(hall: Hall, role: Role, where: Where, text: str = "", **more: Any) -> Input:
    """What somebody in that role says or presses there."""
    chat = f"@{role.value}" if where is Where.ALONE else where.value
    is_admin = role in (Role.ADMIN, Role.ANONYMOUS)
    return hall.input(role.value, text, chat=chat, admin=is_admin, anonymous=role is Role.ANONYMOUS, **more)


@asynccontextmanager
async def inside(world: World, folder: Path, capabilities: Capabilities | None = None) -> AsyncIterator[Hall]:
    """A copy of the world in ``folder``, just as it was stored, as long as somebody is there."""
    database = open_database(copy(world.file, folder / "damka.db"))
    await database.take_over(MORNING)
    hall = Hall(database, now=MORNING, capabilities=capabilities)
    try:
        yield hall
    finally:
        hall.dispatcher.close()
        await database.close()
        shutil.rmtree(folder)


# --- what is stored -----------------------------------------------------------------------------------------

_GROWING = {
    "places": ("id", "language", "settings"),
    "persons": ("id", "language", "settings", "erased", "log_hash"),
    "accounts": ("id", "person"),
    "personal": ("*",),
    "private_places": ("*",),
    "meta": ("*",),
}
"""where somebody who speaks for the first time is noted: rows may be added, others stay as they are"""
_TRAFFIC = {"inbox", "outbox", "posted", "owner"}


@dataclass(frozen=True)
class Stored:
    """All that is stored but what was heard and said."""

    kept: Mapping[str, frozenset[str]]
    fixed: Mapping[str, frozenset[str]]

    @classmethod
    async def of(cls, database: Database) -> Stored:
        rows = {}
        async with database.reading() as reading:
            for name in metadata.tables.keys() - _TRAFFIC:
                columns = map(literal_column, _GROWING.get(name, ("*",)))
                found = await reading.connection.execute(select(*columns).select_from(table(name)))
                rows[name] = frozenset(map(str, found))
        kept = {table: rows.pop(table) for table in _GROWING}
        return cls(kept, rows)

    def changed_in(self, later: Stored) -> list[str]:
        """The tables that are not as they were, apart from what is noted of whoever speaks."""
        found = [table for table, rows in self.fixed.items() if rows != later.fixed[table]]
        return found + [table for table, rows in self.kept.items() if not rows <= later.kept[table]]


# --- the stages of an event ---------------------------------------------------------------------------------


async def _people(hall: Hall) -> dict[str, str]:
    """Whoever is needed around an event that has been made: roles, links, other games, challenges."""
    words = {"event": (await hall.event()).code}
    for user in (*(role.value for role in NAMED if role is not Role.STRANGER), "tomek"):
        for chat in ("lib", "klub", "school", f"@{user}"):
            await hall.do(user, "/start", chat=chat)
    await hall.organise(f"/tournament arbiter add @arek #{words['event']}")
    heard = await hall.do("olga", "/tournament link", chat="@olga")
    code = next(filter(None, (LINK_CODE.search(message.text) for message in heard)))
    await hall.do("adam", f"/tournament link {code[0]}", chat="klub", admin=True)
    await hall.do("otylia", "/tournament new riazor Other", chat="school")
    words["other"] = (await hall.event()).code
    words["kasias"] = await _play(hall, "kasia", "tomek")
    words["casual"] = await _play(hall, "anna", "piotr")
    await hall.do("tomek", "/play @anna pzwarc-64")
    words["offered"] = (await hall.games())[-1].code
    await hall.do("anna", "/play @tomek pzwarc-64")
    words["offering"] = (await hall.games())[-1].code
    await hall.do("tomek", "/play pzwarc-64")
    words["open"] = (await hall.games())[-1].code
    heard = await hall.do("olga", f"/tournament link #{words['event']}", chat="@olga")
    words["code"] = next(filter(None, (LINK_CODE.search(message.text) for message in heard)))[0]
    heard = await hall.do("celina", "/link", chat="@celina")
    words["celinas"] = next(filter(None, (LINK_CODE.search(message.text) for message in heard)))[0]
    words["version"] = str((await hall.event(0)).version)
    async with hall.database.reading() as reading:
        anna = await reading.accounts.by_external("console", "anna")
    assert anna is not None
    words["person"] = str(anna.person)
    return words


async def _play(hall: Hall, white: str, black: str) -> str:
    await hall.do(black, "/start")
    await hall.do(white, f"/play @{black} pzwarc-64 white 10+5")
    code = (await hall.games())[-1].code
    await hall.do(black, f"/accept {code}")
    return code


async def _made(hall: Hall) -> dict[str, str]:
    await hall.make("pzwarc-64")
    return await _people(hall)


async def _signing_up(hall: Hall) -> dict[str, str]:
    code = await hall.open("grodziec-2017", settings={"system": "knockout"})
    for user in ("anna", "piotr"):
        await hall.join(user, "me", "self", code=code)
    await hall.organise(f"/tournament approve #{code} 2")
    await hall.organise(f"/tournament add #{code} Jan Lis")
    await hall.organise(f"/tournament add #{code} Ewa Lis")
    return await _people(hall)


async def _asked(hall: Hall) -> dict[str, str]:
    words = await _signing_up(hall)
    heard = await hall.alone("anna", f"/join #{words['event']}")
    words["step"] = next(str(press.version) for message in heard for press in message.presses)
    return words


async def _with_fee(hall: Hall) -> dict[str, str]:
    code = await hall.open("riazor")
    for user in ("anna", "piotr"):
        await hall.do(user, f"/join #{code}")
    return await _people(hall)


async def _closed(hall: Hall) -> dict[str, str]:
    code = await hall.open("pzwarc-64", settings={"system": "round-robin"})
    for user in ("anna", "piotr"):
        await hall.do(user, f"/join #{code}")
    words = await _people(hall)
    await hall.organise(f"/tournament close #{code}")
    return words


async def _drawn(hall: Hall) -> dict[str, str]:
    words = await _closed(hall)
    await hall.organise(f"/tournament lots #{words['event']} manual 1 2")
    return words


async def _at_tables(hall: Hall) -> dict[str, str]:
    code = await hall.open("pzwarc-64", settings={"system": "round-robin"})
    await hall.do("anna", f"/join #{code}")
    await hall.organise(f"/tournament add #{code} Jan")
    words = await _people(hall)
    await hall.organise(f"/tournament close #{code}")
    await hall.organise(f"/tournament lots #{code} manual 1 2")
    await hall.organise(f"/tournament start #{code}")
    await hall.do("anna", f"/result #{code} 1 1-0")
    return words


async def _running(hall: Hall) -> dict[str, str]:
    code = await hall.open("pzwarc-64", settings={"system": "swiss", "rounds": "3"})
    for user in ("anna", "piotr", "ewa", "jan"):
        await hall.do(user, f"/join #{code}")
    words = await _people(hall)
    await hall.organise(f"/tournament close #{code}")
    await hall.organise(f"/tournament lots #{code} manual 1 2 3 4")
    await hall.organise(f"/tournament start #{code}")
    file = await hall.event(0)
    pairing = next(p for r in file.event.sections[0].rounds for p in r.pairings if 1 in p.players)
    words["board"] = str(pairing.board)
    words["game"] = next(game.code for game in pairing.games if game.code)
    game = await hall.game(words["game"])
    opening = await hall.account(game, Color.WHITE)
    words["move"] = "c3-d4" if opening == "anna" else "f6-e5"
    words["from"] = words["move"][:2]
    words["annas"] = "white" if opening == "anna" else "black"
    if opening != "anna":
        await hall.do(opening, f"/move {words['game']} c3-d4")
    await hall.organise(f"/tournament add #{code} Late Comer")
    return words


async def _judged(hall: Hall) -> dict[str, str]:
    """Who plays the game is an arbiter of the tournament too."""
    words = await _running(hall)
    await hall.organise(f"/tournament arbiter add @anna #{words['event']}")
    return words


async def _orphaned(hall: Hall) -> dict[str, str]:
    """Nobody organises it any more."""
    words = await _signing_up(hall)
    (asked,) = await hall.alone("olga", "/forgetme")
    await hall.alone("olga", press=asked.button("forget"))
    return words


async def _hidden(hall: Hall) -> dict[str, str]:
    settings = {"system": "round-robin", "names": "number"}
    code = await hall.open("pzwarc-64", settings=settings)
    await hall.do("anna", f"/join #{code}")
    for name in ("Jan Kowalski", "Ewa Nowak"):
        await hall.organise(f"/tournament add #{code} {name}")
    words = await _people(hall)
    await hall.organise(f"/tournament close #{code}")
    await hall.organise(f"/tournament lots #{code} manual 1 2 3")
    await hall.organise(f"/tournament start #{code}")
    return words


async def _paused(hall: Hall) -> dict[str, str]:
    words = await _running(hall)
    await hall.organise(f"/pause {words['game']} fire")
    return words


async def _stopped(hall: Hall) -> dict[str, str]:
    words = await _running(hall)
    await hall.organise(f"/pause #{words['event']} fire")
    return words


async def _finished(hall: Hall) -> dict[str, str]:
    code = await hall.open("grodziec-2017", settings={"system": "round-robin"})
    for user in ("anna", "piotr"):
        await hall.join(user, "me", "self", code=code)
        await hall.organise(f"/tournament approve #{code} {user}")
    words = await _people(hall)
    await hall.organise(f"/tournament close #{code}")
    await hall.organise(f"/tournament lots #{code} manual 1 2")
    await hall.organise(f"/tournament start #{code}")
    for _ in range(9):
        for game in (await hall.event(0)).event.next_games():
            await hall.organise(f"/result #{code} {game.board}.{game.game} 1-0")
    return words


STAGES: Mapping[str, Callable[[Hall], Awaitable[dict[str, str]]]] = {
    "made": _made,
    "signing-up": _signing_up,
    "asked": _asked,
    "with-fee": _with_fee,
    "closed": _closed,
    "drawn": _drawn,
    "at-tables": _at_tables,
    "running": _running,
    "judged": _judged,
    "orphaned": _orphaned,
    "hidden": _hidden,
    "paused": _paused,
    "stopped": _stopped,
    "finished": _finished,
}


async def build(stage: str, folder: Path) -> World:
    """A world in which the event has come to ``stage``."""
    async with open_hall(folder) as hall:
        words = await STAGES[stage](hall)
    return World(folder / "damka.db", words)
