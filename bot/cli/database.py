"""``damka db``: the database itself."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from bot.cli.addresses import console_address, database_address
from bot.cli.output import Output
from bot.commands.record import recompute
from bot.commands.tournament.eventfile import entrant_projection, projection, run_log
from bot.regulations import read
from bot.replies import Said, said
from rules.tournament.actions import GameOpened
from storage import Database, open_database
from storage.backup import backup, restore
from storage.chain import Entry
from storage.check import Computed, Finding, FindingKind, check
from storage.copying import copy_all, differing_tables
from storage.errors import OlderSchema
from storage.repositories.events import StoredEvent
from storage.repositories.games import StoredGame
from storage.repositories.regulations import StoredRegulation


def db(options: argparse.Namespace, output: Output) -> int:
    """Migrate, check, back up, restore or copy."""
    actions = {
        "migrate": _migrate,
        "check": _check,
        "backup": _backup,
        "restore": _restore,
        "copy": _copy,
    }
    return asyncio.run(actions[options.action](options, output))


async def _migrate(options: argparse.Namespace, output: Output) -> int:
    database = open_database(console_address(options.db))
    try:
        changed = await database.migrate()
    finally:
        await database.close()
    output.say(said("cli.db.migrated" if changed else "cli.db.current", path=database.name))
    return 0


async def _check(options: argparse.Namespace, output: Output) -> int:
    """Compute everything anew from the logs; 2 where something differs."""
    database = open_database(database_address(options.db), read_only=True)
    try:
        await database.check_version()
        findings = [finding async for finding in check(database, _recompute, _recompute_event)]
    finally:
        await database.close()
    if options.json:
        output.json([{"kind": finding.kind.value, **_plain(finding.data)} for finding in findings])
    elif not findings:
        output.say(said("cli.db.sound"))
    for finding in findings if not options.json else ():
        output.say(_explain(finding))
    return 2 if findings else 0


def _recompute(game: StoredGame, regulation: StoredRegulation, entries: Sequence[Entry]) -> Computed:
    """A game as its log gives it."""
    rules = read(regulation.text, source=regulation.regulation).play
    drafts = [entry.draft for entry in entries]
    record = recompute(rules, drafts)
    times = {"created": drafts[0].recorded_time, "updated": drafts[-1].recorded_time}
    return Computed({**record.projection(), **times}, record.seat_projections())


def _recompute_event(event: StoredEvent, regulation: StoredRegulation, entries: Sequence[Entry]) -> Computed:
    """An event, its entrants and its games as its log gives them."""
    rules = read(regulation.text, source=regulation.regulation)
    drafts = [entry.draft for entry in entries]
    state = run_log(rules, drafts)
    entrants = {int(number): entrant_projection(entrant) for number, entrant in state.entrants.items()}
    games = frozenset(json.loads(draft.body)["code"] for draft in drafts if draft.kind == GameOpened.kind)
    return Computed({**projection(state), "created": drafts[0].recorded_time}, entrants, games)


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value if value is None or isinstance(value, bool | int) else str(value)
        for name, value in data.items()
    }


def _explain(finding: Finding) -> Said:
    data = _plain(finding.data)
    about = next((subject for subject in ("event", "person") if subject in data), None)
    match finding.kind:
        case FindingKind.DAMAGED:
            return Said("cli.db.damaged", data)
        case FindingKind.DANGLING:
            return Said("cli.db.dangling", data)
        case FindingKind.ACTING:
            return Said("cli.db.acting", data)
        case FindingKind.MISSING:
            return Said("cli.db.missing", data)
        case FindingKind.VALUE:
            return Said("cli.db.value", data)
        case FindingKind.TEXT:
            return Said("cli.db.text", data)
    key = f"cli.db.{finding.kind.value}"
    return Said(key if about is None else f"{key}-{about}", data)


async def _backup(options: argparse.Namespace, output: Output) -> int:
    database = open_database(database_address(options.db), read_only=True)
    try:
        with suppress(OlderSchema):  # the way back from an upgrade begins with such a copy
            await database.check_version()
        await backup(database, options.file)
    finally:
        await database.close()
    output.say(said("cli.db.backed-up", path=str(options.file)))
    return 0


async def _restore(options: argparse.Namespace, output: Output) -> int:
    """What stood there before is kept beside it."""
    database: Database = open_database(console_address(options.db))
    try:
        kept = await restore(options.file, database, replace=True)
    finally:
        await database.close()
    output.say(said("cli.db.restored", path=str(database.path)))
    if kept is not None:
        output.say(said("cli.db.kept", path=str(kept)))
    return 0


async def _copy(options: argparse.Namespace, output: Output) -> int:
    """Everything into an empty database, then compared row by row and computed anew; 2 where that differs."""
    source = open_database(database_address(options.source))
    target = open_database(database_address(options.target))
    try:
        copied = await copy_all(source, target)
        differing = await differing_tables(source, target)
        findings = [finding async for finding in check(target, _recompute, _recompute_event)]
    finally:
        await source.close()
        await target.close()
    if not differing:
        output.say(said("cli.db.copied", rows=copied, source=source.name, target=target.name))
    else:
        output.say(said("cli.db.copied-otherwise", tables=tuple(differing), target=target.name))
    for finding in findings:
        output.say(_explain(finding))
    return 2 if differing or findings else 0
