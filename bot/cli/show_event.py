"""``damka show tournament``: an event as it is stored."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterable

from bot.cli.addresses import database_address
from bot.cli.output import Output
from bot.cli.problems import Problem
from bot.commands.tournament.ending import awards_lines
from bot.commands.tournament.eventfile import EventCache, EventFile
from bot.commands.tournament.events import EventReader
from bot.commands.tournament.exports import describe
from bot.commands.tournament.sheets import pairing_lines, standings_lines
from bot.commands.tournament.telling import heading, place_line
from bot.regulations import Library
from bot.replies import Said, said
from rules.tournament.eventrules import System
from storage import open_database

LONGEST_CODE = 32


def show_tournament(options: argparse.Namespace, output: Output) -> int:
    """Print an event, found by its code or its ID. Works beside a running bot."""
    file = asyncio.run(_load(options))
    if options.json:
        output.json(describe(file))
        return 0
    output.say(
        said(
            "cli.show.event", title=file.title, code=file.code, phase=said(f"event.phase.{file.phase.value}")
        )
    )
    for section in file.event.sections:
        for round_ in section.rounds:
            output.say(said("round.title", heading=heading(file, section), round=round_.number))
            _say_all(output, pairing_lines(file, round_))
        if section.system is not System.KNOCKOUT:
            output.say(said("standings.title", heading=heading(file, section)))
            _say_all(output, standings_lines(file, file.event.table(section.id)))
        elif section.is_finished:
            output.say(said("section.finished", heading=heading(file, section)))
            _say_all(output, (place_line(file, place) for place in section.places))
    _say_all(output, awards_lines(file))
    return 0


def _say_all(output: Output, lines: Iterable[Said]) -> None:
    for line in lines:
        output.say(line)


async def _load(options: argparse.Namespace) -> EventFile:
    database = open_database(database_address(options.db), read_only=True)
    try:
        await database.check_version()
        async with database.reading() as reading:
            row = await reading.events.by_code(options.id)
            if row is None:
                named = await reading.events.with_slug(options.id)
                row = named[0] if len(named) == 1 else None
            if row is None:
                raise Problem(said("cli.error.no-event", code=options.id[:LONGEST_CODE]))
            return await EventReader(reading, Library.shipped(), EventCache()).load(row)
    finally:
        await database.close()
