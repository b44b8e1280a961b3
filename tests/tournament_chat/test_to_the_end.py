"""Each of the regulations through the command layer to its end, with people and without accounts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.exports import describe, section_trf, to_csv, to_pdn, trf_sections
from bot.simulation import Options, Simulation
from bot.texts import Catalogues
from rules.tournament.model import Phase
from tests.databases import address

TEXTS = Catalogues.load()


async def simulated(path: Path, options: Options) -> tuple[EventFile, Simulation, str]:
    """The event at its end, its simulation and its games."""
    simulation = Simulation(options, TEXTS, None)
    file, games = await simulation.run(address(path / "damka.db"))
    return file, simulation, to_pdn(file, games)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (Options("grodziec-2017", 5, 1), ["(art. 6.1)", "(art. 6.3)", "puchar i dyplom (art. 8.1)"]),
        (Options("mikolajki-2023", 14, 2), ["Powitanie", "(Z4)", "(Z7)", "dyplom i nagroda (P8)"]),
        (Options("slidy-2015", 8, 3), ["короткий урок перед грою", "(Групи)", "хлопці"]),
        (Options("riazor", 5, 4), ["Rolda 5", "20 € (Premios)", "10 € (Premios)"]),
        (Options("pzwarc-64", 4, 5, rounds=3), ["system szwajcarski", "Runda 3"]),
        (Options("pzwarc-100-advantage", 4, 6, rounds=2), ["system szwajcarski", "Runda 2"]),
    ],
    ids=lambda value: value.regulation if isinstance(value, Options) else "",
)
async def test_an_event_comes_to_its_end(tmp_path: Path, options: Options, said: list[str]) -> None:
    file, simulation, pdn = await simulated(tmp_path, options)
    told = "\n".join(simulation.transcript.lines)
    assert file.phase is Phase.FINISHED
    assert [text for text in said if text not in told] == []
    for section in file.event.sections:
        placed = [number for place in section.places for number in place.entrants]
        assert sorted(placed) == sorted(section.entrants)
    if options.players <= 4:  # everybody has an account, and every game is played in the chat
        games = [game for found in file.event.boards() for game in found.pairing.games]
        assert all(game.code is not None for game in games)
    assert pdn.count("[Event ") == sum(len(found.pairing.games) for found in file.event.boards())
    assert json.loads(json.dumps(describe(file)))["phase"] == "finished"
    assert to_csv(file).startswith("section,round,board,game")
    assert all(section_trf(file, section)[0].startswith("012 ") for section in trf_sections(file))


@pytest.mark.parametrize("regulation", ["grodziec-2017", "mikolajki-2023", "slidy-2015", "riazor"])
async def test_an_event_that_nearly_everybody_leaves_comes_to_its_end(
    tmp_path: Path, regulation: str
) -> None:
    file, _, _ = await simulated(tmp_path, Options(regulation, 8, 4, leave=1.0, late=1.0))
    assert file.phase is Phase.FINISHED


async def test_the_same_seed_gives_the_same_event(tmp_path: Path) -> None:
    options = Options("riazor", 7, 11, leave=0.1, late=0.5)
    told = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        file, simulation, pdn = await simulated(tmp_path / folder, options)
        told.append((describe(file), pdn, simulation.transcript.lines))
    assert told[0] == told[1]
