"""Tables, cross tables and brackets that the tests of pictures share, and what holds for every page."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from hypothesis import strategies as st
from PIL import Image

from bot.pictures.fonts import font
from bot.pictures.page import HIGHEST, WIDTH, Page
from bot.sheets import (
    BracketImage,
    BracketMatch,
    BracketRound,
    BracketSide,
    CrossCell,
    CrossRow,
    CrosstableImage,
    TableColumn,
    TableImage,
    TableRow,
)

BOX = bytes(font(24).getmask("\uffff"))

NAMES = (
    "Anna Nowak", "Konstanty Wiśniewski-Radziwiłł", "Уляна Шевченко", "Xosé Manuel Fernández de la Torre",
    "Ева", "გიორგი ბერიძე", "山田 太郎", "محمد علي", "Wolfeschlegelsteinhausenbergerdorff" * 3, "Jan 🦊",
)  # fmt: skip

any_name = st.one_of(st.text(max_size=60), st.sampled_from(NAMES))


def standings(names: Sequence[str]) -> TableImage:
    columns = (
        TableColumn("Miejsce", "rank"),
        TableColumn("Imię i nazwisko", "name"),
        TableColumn("Punkty", "points"),
        TableColumn("Sonneborn-Berger", "number"),
    )
    rows = (TableRow((str(place), name, "9½", "31,25")) for place, name in enumerate(names, 1))
    return TableImage("Tabela", columns, tuple(rows), "Mikołajki", "art. 5.4")


def pairings(names: Sequence[str]) -> TableImage:
    columns = (
        TableColumn("Stół", "number"),
        TableColumn("Białe", "white"),
        TableColumn("Wynik", "result"),
        TableColumn("Czarne", "black"),
    )
    rows = (TableRow((str(at), name, "1 - 0", name)) for at, name in enumerate(names, 1))
    return TableImage("Runda 1", columns, tuple(rows))


def round_robin(count: int) -> CrosstableImage:
    rows = tuple(
        CrossRow(
            str(at + 1),
            NAMES[at % len(NAMES)],
            tuple(None if at == column else CrossCell("1+", "drawn") for column in range(count)),
            ("10½", "123,25"),
        )
        for at in range(count)
    )
    return CrosstableImage("Tabela", tuple(str(at + 1) for at in range(count)), rows, ("Pkt", "S-B"))


def swiss(count: int, rounds: int) -> CrosstableImage:
    cell = CrossCell("½", "drawn", "128", "black")
    rows = tuple(
        CrossRow(str(at + 1), NAMES[at % len(NAMES)], (cell,) * rounds, ("10½",)) for at in range(count)
    )
    return CrosstableImage("Tabela", tuple(str(at + 1) for at in range(rounds)), rows, ("Pkt",))


def knockout(count: int, names: Sequence[str] = NAMES) -> BracketImage:
    """The lower number wins; in an odd field the last one has a bye."""
    alive = list(range(1, count + 1))
    rounds = []
    while len(alive) > 1:
        matches = []
        for at in range(0, len(alive), 2):
            pair = alive[at : at + 2]
            sides = tuple(
                BracketSide(
                    entrant,
                    names[entrant % len(names)],
                    "2" if entrant == pair[0] else "½",
                    entrant == pair[0],
                )
                for entrant in pair
            )
            matches.append(BracketMatch(sides, "pauza" if len(pair) == 1 else ""))
        rounds.append(BracketRound(f"Runda {len(rounds) + 1}", tuple(matches)))
        alive = alive[::2]
    return BracketImage("Drabinka", tuple(rounds))


def pixels(content: bytes) -> Image.Image:
    with Image.open(BytesIO(content)) as picture:
        return picture.convert("RGB")


def assert_readable(pages: Sequence[Page]) -> None:
    """Every page is of the size of a telephone, every text within its place and made of letters."""
    assert pages
    for page in pages:
        assert page.canvas.width == WIDTH
        assert page.height <= HIGHEST
        for line in page.written:
            assert line.extent[0] >= line.place[0] - 2, line
            assert line.extent[2] <= line.place[2] + 2, line
            assert line.place[0] >= 0, line
            assert line.place[2] <= WIDTH, line
            assert line.extent[1] >= line.place[1] - 2, line
            assert line.extent[3] <= line.place[3] + 2, line
            for character in line.text:
                assert character.isspace() or bytes(font(24).getmask(character)) != BOX, line
