"""An event as files, diplomas, and what the command line shows and simulates."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.replies import Document
from bot.sheets import Diplomas
from rules.pieces import Color
from tests.commands.room import keys
from tests.databases import address
from tests.tournament_chat.hall import Hall, open_hall

SWISS = {"system": "swiss", "rounds": "2"}


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


def damka(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments, "--language", "en"],
        capture_output=True,
        text=True,
        check=False,
    )


async def exported(hall: Hall, format: str) -> Document:
    heard = await hall.organise(f"/export {format}")
    (document,) = [m.reply.document for m in heard if isinstance(m.reply.document, Document)]
    return document


async def test_every_format_has_the_games_of_the_event(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], 3, **SWISS)
    await hall.to_the_end("1-0", "1/2")
    pdn = await exported(hall, "pdn")
    assert pdn.text.count("[Event ") == 4
    assert '[Round "1.1"]' in pdn.text
    rows = list(csv.DictReader(io.StringIO((await exported(hall, "csv")).text.split("\n\n")[0])))
    assert [row["kind"] for row in rows].count("bye") == 2
    stored = json.loads((await exported(hall, "json")).text)
    assert {entrant["name"] for entrant in stored["entrants"]} == {"Anna", "Piotr", "Jan", "Ewa", "Zofia"}
    assert "XXR 2" in (await exported(hall, "trf")).text


async def test_a_game_stopped_in_the_chat_counts_as_the_organiser_has_decided(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="swiss", rounds="1")
    (game,) = await hall.due()
    assert game.code is not None
    await hall.do(await hall.account(await hall.game(game.code), Color.WHITE), "c3-d4")
    await hall.organise(f"/result {game.board} 0-1")
    text = (await exported(hall, "pdn")).text
    assert '[Result "0-1"]' in text
    assert "c3-d4" in text or "22-18" in text
    assert "Termination" not in text


async def test_a_knockout_has_no_report_in_fides_format(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", without=3, system="knockout")
    assert keys(await hall.organise("/export trf")) == ["export.no-trf"]


async def test_diplomas_are_for_the_places_and_for_all_others(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=5, system="knockout")
    assert keys(await hall.organise("/diplomas")) == ["diplomas.none"]
    await hall.to_the_end("1-0", "0-1", "1-0")
    heard = await hall.organise("/diplomas")
    (document,) = [m.reply.document for m in heard if isinstance(m.reply.document, Diplomas)]
    assert len(document.sheets) == 5
    assert [sheet.place for sheet in document.sheets] == [1, 2, 3, None, None]


async def test_boys_and_girls_have_documents_of_their_own(hall: Hall) -> None:
    code = await hall.open("slidy-2015")
    for name, sex in (("Jan", "boy"), ("Ewa", "girl"), ("Adam", "boy"), ("Maja", "girl")):
        await hall.organise(f"/tournament add #{code} {name} born=2017 sex={sex}")
    await hall.close_and_draw()
    await hall.organise("/tournament start")
    await hall.to_the_end("1-0")
    heard = await hall.organise("/diplomas")
    documents = [m.reply.document for m in heard if isinstance(m.reply.document, Diplomas)]
    assert len(documents) == 2
    assert {len(document.sheets) for document in documents} == {2}


async def test_a_tournament_is_shown_with_whose_turn_it_is(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        code = await hall.begin_event("pzwarc-64", without=4, **SWISS)
    run = damka("show", "tournament", code, "--db", str(address(tmp_path / "damka.db")), "--json")
    state = json.loads(run.stdout)
    assert (run.returncode, state["code"], state["phase"]) == (0, code, "running")
    assert {waits["what"] for waits in state["waits_for"]} == {"play"}
    assert [score["entrant"] for score in state["sections"][0]["standings"]] == [1, 2, 3, 4]
    told = damka("show", "tournament", code, "--db", str(address(tmp_path / "damka.db")))
    assert "Round 1." in told.stdout
    unknown = damka("show", "tournament", "nothing", "--db", str(address(tmp_path / "damka.db")))
    assert (unknown.returncode, unknown.stdout) == (2, "")


async def test_a_simulation_leaves_everything_that_it_brought(tmp_path: Path) -> None:
    run = damka("simulate", "riazor", "--players", "4", "--rounds", "2", "--out", str(tmp_path / "out"))
    assert (run.returncode, run.stderr) == (0, "")
    found = {path.name for path in (tmp_path / "out").iterdir()}
    assert found == {"transcript.txt", "pictures", "event.json", "games.pdn", "event.trf", "event.csv"}
    assert any((tmp_path / "out" / "pictures").glob("*.png"))
    assert damka("simulate", "riazor", "--players", "none").returncode == 2
