"""The examples, run to their end by the real program that is killed in the middle of each."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from examples.run import HERE, Line, Run, Script
from rules.tournament.eventrules import System
from rules.tournament.model import How, Phase
from tests.console.harness import Console, program
from tests.databases import address
from tests.tournament.checkers import complaints


@dataclass(frozen=True)
class Expected:
    """What a script comes to: who is first of every list of places, and what is said on the way."""

    winners: dict[tuple[str, str], str]
    """by category and list of places"""
    said: tuple[str, ...]
    entrants: int
    diplomas: int
    is_played_here: bool = True
    """whether two with an account meet for certain, whatever the lots"""


EXPECTED = {
    "grodziec-2017-knockout": Expected(
        {("", ""): "Anna Wilk"},
        (
            "Każde zgłoszenie zatwierdza organizator (art. 5, 6.6).",
            "na własną odpowiedzialność i ponoszą związane z tym ryzyko (art. 9.2)",
            "Zgodę masz na papierze (art. 9.1).",
            "losy, jak wyszły z czapki (art. 6.2).",
            "W każdej parze: 2 partie, kolory na zmianę (art. 6.3)",
            "wynik jest równy, czas na partię dodatkową (art. 6.3)",
            "Gra się do 2 wygranych partii (art. 6.3)",
            "Powód: przeciwnik nie ma już bierek (art. 7.8)",
            "mecz o trzecie miejsce",
            "1. Anna Wilk: puchar i dyplom (art. 8.1)",
            "2. Zosia Kos: medal i dyplom (art. 8.1)",
            "3. Jan Bąk: medal i dyplom (art. 8.1)",
            "dyplom uczestnictwa: Piotr Sowa, Hanna Lis, Staś Gil, Maja Żuk, Ola Wrona (art. 8.1)",
        ),
        entrants=8,
        diplomas=8,
    ),
    "grodziec-2017-final-of-three": Expected(
        {("", ""): "Maja Żuk"},
        ("damka lots verify --secret", "10 lutego 2017, 15:00 (art. 4)", "puchar i dyplom (art. 8.1)"),
        entrants=6,
        diplomas=6,
        is_played_here=False,
    ),
    "grodziec-2017-round-robin": Expected(
        {("", ""): "Anna Wilk"},
        (
            "system kołowy (art. 6.1)",
            "Wykluczenie z turnieju: Kuba Wrona (art. 6.5)",
            "Cofnięte: wynik",
            "Remis: za zgodą stron (art. 7.9)",
            "2. Zosia Kos: medal i dyplom (art. 8.1)",
        ),
        entrants=6,
        diplomas=5,
    ),
    "mikolajki-2023": Expected(
        {("iv-vi", ""): "Iga Sowa", ("vii-viii", ""): "Maja Żuk"},
        (
            *(f"(P{point})" for point in range(1, 9)),
            "gra tylko tyle par, ile osób ma odpaść",
            "czas na rewanż, który rozstrzyga (Z17)",
            "białe ma młodsza osoba (Z7)",
            "tyle samo damek na warcabnicy, po 0 (Z17)",
            "dyplom i nagroda (P8)",
        ),
        entrants=19,
        diplomas=7,
    ),
    "pzwarc-100-advantage": Expected(
        {("", ""): "Piotr Sowa"},
        ("Remis z przewagą (1+). Przewagę ma: Anna Wilk", "przewaga: art. 6.5.4", "Jan Bąk – Marek Dudek 1+"),
        entrants=6,
        diplomas=0,
    ),
    "slidy-2015": Expected(
        {
            ("up-to-10", "boy"): "Денис Клен",
            ("up-to-10", "girl"): "Марта Сад",
            ("over-10", "girl"): "Софія Верба",
        },
        (
            "короткий урок перед грою",
            "Неможливі ходи: 3, межа: 3.",
            "Причина: 3 неможливі ходи (п. 9)",
            "Нічию переграють зі зміною кольорів",
            "грамота, медаль і цінний приз (Групи)",
        ),
        entrants=10,
        diplomas=10,
    ),
    "riazor": Expected(
        {("", ""): "Antía Mar"},
        (
            "empeza a inscrición de Torneo de Riazor (Inscrición).",
            "Pagado: Roi Castro (Inscrición)",
            "Incorpórase Roi Castro",
            "Deixa o torneo: Antón Dosil",
            "Rolda 5",
            "1. Antía Mar: 20 € (Premios)",
            "10 € (Premios)",
        ),
        entrants=10,
        diplomas=0,
    ),
}


def test_every_script_has_its_row() -> None:
    assert {path.stem for path in HERE.glob("*.jsonl")} == set(EXPECTED)


@dataclass
class Played:
    """A script that has run: what was said, and the event as it is stored."""

    run: Run
    database: str | Path
    text: str

    @property
    def files(self) -> Iterator[Path]:
        return (Path(event["file"]) for event in self.run.heard if event.get("file"))

    def file(self, ending: str) -> Path:
        return next(path for path in self.files if path.suffix == ending)


def play(name: str, folder: Path) -> Played:
    """Run a script; the power fails twice in the middle of it, while something is being said.

    The chat says it again afterwards, and it counts once.
    """
    script = Script.read(HERE / f"{name}.jsonl")
    database = address(folder / "damka.db")
    fails_at = [len(script.lines) // 2, len(script.lines)]

    def fail(run: Run, number: int, fields: Line) -> None:
        if not fails_at or number < fails_at[0] or "user" not in fields:
            return
        fails_at.pop(0)
        fields["update"] = f"update {number}"
        console.post_raw(json.dumps(fields))
        # it dies before anything has begun, and after; what it has said by then was heard
        heard = [console.next_event()] if fails_at else []
        heard += console.kill_and_read()
        for event in heard + console.restart(run.now.isoformat()):
            run.hear(event)

    with Console(database, now=script.now.isoformat()) as console:
        run = Run(script, console, database, before=fail)
        run.play()
        assert console.end() == 0
    texts = [event["text"] for event in run.heard if event.get("text")]
    return Played(run, database, "\n".join(texts))


@pytest.mark.parametrize("name", EXPECTED)
def test_an_example_comes_to_its_end_as_its_document_says(name: str, tmp_path: Path) -> None:
    expected, played = EXPECTED[name], play(name, tmp_path)
    file = played.run.look().file
    assert file.phase is Phase.FINISHED
    assert [event for event in played.run.heard if event["event"] == "error"] == []
    assert [text for text in expected.said if text not in played.text] == []
    first = {
        (listed.category, listed.prize_list): str(file.full_name(listed.places[0].entrants[0]))
        for listed in file.event.places()
    }
    assert {key: first.get(key) for key in expected.winners} == expected.winners
    for section in file.event.sections:
        placed = [number for place in section.places for number in place.entrants]
        assert sorted(placed) == sorted(section.entrants)
    assert len(file.event.entrants) == expected.entrants
    _check_database(played.database)
    _check_files(played, expected)


def _check_database(database: str | Path) -> None:
    checked = program("db", "check", "--json", "--db", database)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def _check_files(played: Played, expected: Expected) -> None:
    event = played.run.look().file.event
    counting = [g for found in event.boards() for g in found.pairing.games if g.how is not How.ANNULLED]
    games = len(counting)
    replayed = _replay(played)
    assert len(replayed) == games
    assert [game for game in replayed if game["illegal"]] == []
    pdn = played.file(".pdn").read_text(encoding="utf-8")
    assert re.findall(r'^\[Result "(.*)"\]$', pdn, re.MULTILINE) == [game.result for game in counting]
    assert len(re.findall(r'^\[Date "[0-9]{4}\.', pdn, re.MULTILINE)) == games
    assert any(game["plies"] for game in replayed) or not expected.is_played_here
    rows = list(csv.reader(io.StringIO(played.file(".csv").read_text(encoding="utf-8"))))
    head = rows[0].index("game")
    assert sum(1 for row in rows[1 : rows.index([])] if row[head]) >= games
    stored = json.loads(played.file(".json").read_text(encoding="utf-8"))
    assert stored["phase"] == "finished"
    assert len(stored["entrants"]) == expected.entrants
    printed = [path.read_bytes() for path in played.files if path.suffix == ".pdf"]
    sheets = sum(len(re.findall(rb"/Type /Page\b", content)) for content in printed)
    assert sheets == expected.diplomas
    if event.sections[0].system is System.SWISS:
        assert complaints("pairingchecker", played.file(".trf")) == []
        assert complaints("tiebreakchecker", played.file(".trf")) == []


def _replay(played: Played) -> list[dict[str, Any]]:
    regulation = played.run.look().file.regulation.id
    done = program("replay", played.file(".pdn"), "--regulation", regulation, "--json")
    assert done.returncode == 0, done.stderr
    games: list[dict[str, Any]] = json.loads(done.stdout)
    return games
