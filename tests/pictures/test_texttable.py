from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import width

from bot.pictures.texttable import plain_text, text_lines, text_table
from bot.sheets import (
    BracketImage,
    BracketMatch,
    BracketRound,
    BracketSide,
    CrossCell,
    CrossRow,
    CrosstableImage,
    SheetImage,
    TableColumn,
    TableImage,
    TableRow,
)
from tests.pictures.sheets import standings

STANDINGS = TableImage(
    "Tabela",
    (TableColumn("", "rank"), TableColumn("Zawodnik", "name"), TableColumn("Pkt", "points")),
    (
        TableRow(("Klasa IV",), "heading"),
        TableRow(("1.", "山田 太郎", "10½")),
        TableRow(("2.", "Jan", "9"), "out"),
    ),
    footer="art. 5.4",
)
PAIRINGS = TableImage(
    "Runda 1",
    (
        TableColumn("Stół", "number"),
        TableColumn("Białe", "white"),
        TableColumn("Wynik", "result"),
        TableColumn("Czarne", "black"),
    ),
    (
        TableRow(("1", "Anna", "1 - 0", "Jan")),
        TableRow(("2", "Ewa", "pauza", "")),
        TableRow(("3", "Ola", "", "Iza")),
    ),
)
CROSS = CrosstableImage(
    "Tabela",
    ("1", "2"),
    (
        CrossRow("1", "Anna", (None, CrossCell("1", "won", "2", "white")), ("1",)),
        CrossRow("2", "Jan", (CrossCell("0", "lost", "1", "black"), None), ("0",)),
    ),
    ("Pkt",),
    name_header="Zawodnik",
)
BRACKET = BracketImage(
    "Drabinka",
    (
        BracketRound(
            "Półfinały",
            (
                BracketMatch((BracketSide(1, "Anna", "2", True), BracketSide(2, "Jan", "½"))),
                BracketMatch((BracketSide(3, "Ewa", is_winner=True),), "pauza"),
            ),
        ),
        BracketRound("Finał", (BracketMatch((BracketSide(1, "Anna"), BracketSide(0, ""))),)),
    ),
    beside=(BracketMatch((BracketSide(2, "Jan"), BracketSide(4, "Ola")), "Trzecie miejsce"),),
)


def test_a_table_is_aligned_also_where_letters_are_wide() -> None:
    assert text_table(STANDINGS).splitlines() == [
        "Tabela",
        "    Zawodnik   Pkt",
        "--  ---------  ---",
        "Klasa IV",
        "1.  山田 太郎  10½",
        "2.  (Jan)        9",
        "art. 5.4",
    ]


@pytest.mark.parametrize(
    ("sheet", "lines"),
    [
        (STANDINGS, ["Tabela", "Klasa IV", "1. 山田 太郎: Pkt 10½", "2. (Jan): Pkt 9", "art. 5.4"]),
        (PAIRINGS, ["Runda 1", "1. Anna – Jan: 1 - 0", "2. Ewa: pauza", "3. Ola – Iza"]),
        (CROSS, ["Tabela", "1. Anna: 2 1 w2, Pkt 1", "2. Jan: 1 0 b1, Pkt 0"]),
        (
            BRACKET,
            [
                "Drabinka",
                "Półfinały",
                "Anna 2 – Jan ½: Anna",
                "Ewa: pauza",
                "Finał",
                "Anna – ?",
                "Trzecie miejsce: Jan – Ola",
            ],
        ),
    ],
    ids=["standings", "pairings", "cross table", "bracket"],
)
def test_each_row_is_a_line_that_can_be_read_aloud(sheet: SheetImage, lines: list[str]) -> None:
    assert plain_text(sheet).splitlines() == lines


def test_names_of_any_writing_are_whole_and_in_their_place() -> None:
    """A name from right to left is isolated: the result beside it is read after it, as everywhere."""
    family = "\U0001f469\u200d\U0001f467"
    columns = PAIRINGS.columns
    table = TableImage("", columns, (TableRow(("1", family, "1 - 0", "\u05de\u05e9\u05d4")),))
    assert plain_text(table) == f"1. {family} – \u2068\u05de\u05e9\u05d4\u2069: 1 - 0"


def test_a_cross_table_shows_where_one_would_meet_oneself() -> None:
    assert "1  Anna       x    1 w2    1" in plain_text(CROSS, is_fixed_width=True).splitlines()


@given(st.lists(st.text(max_size=30), min_size=1, max_size=5))
def test_any_names_make_lines_of_equal_width(names: list[str]) -> None:
    table = standings(names)
    rows = text_table(table).splitlines()[4:-1]
    assert len(rows) == len(names)
    assert len(set(map(width, rows))) == 1
    assert len(text_lines(table).splitlines()) == len(names) + 3
