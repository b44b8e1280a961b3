"""``damka simulate``: an event from sign-up to diplomas, by itself."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from bot.cli.games import find_regulation
from bot.cli.output import Output
from bot.cli.problems import Problem
from bot.commands.gamefile import GameFile
from bot.commands.tournament import exports
from bot.commands.tournament.ending import awards_lines
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.exporting import diploma_sheets
from bot.replies import said
from bot.sheets import in_words
from bot.simulation import Options, Simulation


def simulate(options: argparse.Namespace, output: Output) -> int:
    """Play a whole event and leave everything that it brought in a folder."""
    regulation = find_regulation(options.regulation)
    if regulation.event is None:
        raise Problem(said("cli.error.no-tournament", regulation=regulation.id))
    chosen = Options(
        regulation.id, options.players, options.seed, options.rounds, options.leave, options.late
    )
    out: Path | None = options.out
    pictures = None
    if out is not None:
        pictures = out / "pictures"
        pictures.mkdir(parents=True, exist_ok=True)
    simulation = Simulation(chosen, output.texts, pictures)
    with tempfile.TemporaryDirectory() as folder:
        file, games = asyncio.run(simulation.run(Path(folder) / "damka.db"))
    if out is not None:
        _write(out, simulation, file, games, output)
    else:
        for line in simulation.transcript.lines:
            print(line)
    output.say(
        said("cli.simulate.done", title=file.title, count=len(file.cards), boards=file.event.next_board - 1)
    )
    for award in awards_lines(file):
        output.say(award)
    return 0


def _write(
    out: Path, simulation: Simulation, file: EventFile, games: dict[str, GameFile], output: Output
) -> None:
    """Transcript, exports and diplomas. A knockout has no report in FIDE's format."""
    (out / "transcript.txt").write_text("\n".join(simulation.transcript.lines) + "\n", "utf-8")
    (out / "event.json").write_text(exports.to_json(file), "utf-8")
    (out / "games.pdn").write_text(exports.to_pdn(file, games), "utf-8")
    (out / "event.csv").write_text(exports.to_csv(file), "utf-8")
    for number, section in enumerate(exports.trf_sections(file)):
        name = "event.trf" if number == 0 else f"event-{section.id.replace(':', '-')}.trf"
        (out / name).write_text(exports.section_trf(file, section)[0], "ascii")
    day = simulation.clock.now().astimezone(file.zone).date()
    sheets = [sheet for _, sheet in diploma_sheets(file, simulation.language, day)]
    if sheets:
        from bot.diplomas import diplomas

        words = [
            in_words(sheet, lambda what: output.texts.say(what, simulation.language, file.zone))
            for sheet in sheets
        ]
        (out / "diplomas.pdf").write_bytes(diplomas(words))
