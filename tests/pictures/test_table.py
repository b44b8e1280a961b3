from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.pictures.page import LOOK
from bot.pictures.table import draw_table, paint_table
from bot.sheets import TableColumn, TableImage, TableRow
from tests.pictures.sheets import NAMES, any_name, assert_readable, pairings, pixels, standings


def written(table: TableImage) -> list[list[str]]:
    return [[line.text for line in page.written] for page in paint_table(table)]


@pytest.mark.parametrize("make", [standings, pairings])
@pytest.mark.parametrize("count", [0, 1, 12, 19, 20, 200])
def test_every_row_is_on_a_page_that_a_telephone_shows(make: object, count: int) -> None:
    assert callable(make)
    names = [f"Gracz {number}x" for number in range(count)]
    pages = paint_table(make(names))
    assert_readable(pages)
    shown = [line.text for page in pages for line in page.written]
    assert all(name in shown for name in names)


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (18, 1), (19, 2), (37, 3)])
def test_rows_are_divided_evenly(count: int, pages: int) -> None:
    texts = written(standings(["Anna Nowak"] * count))
    assert len(texts) == pages
    counts = [page.count("Anna Nowak") for page in texts]
    assert max(counts) - min(counts) <= 1


@settings(max_examples=60, deadline=None)
@given(st.lists(any_name, min_size=1, max_size=8), any_name, st.sampled_from([standings, pairings]))
@example(names=[""], title="ì", make=standings)  # whose accent begins left of the letter
def test_names_of_any_length_and_script_stay_in_their_cells(
    names: list[str], title: str, make: object
) -> None:
    assert callable(make)
    table = make(names)
    assert_readable(paint_table(TableImage(title, table.columns, table.rows, title, title)))


@pytest.mark.parametrize("count", [1, 3, 5, 7])
def test_many_tie_breaks_leave_room_for_names(count: int) -> None:
    columns = (TableColumn("", "rank"), TableColumn("Zawodnik", "name"))
    columns += tuple(TableColumn("Sonneborn-Berger", "number") for _ in range(count))
    table = TableImage("Tabela", columns, (TableRow(("4", "Anna Nowak", *(["123,25"] * count))),))
    pages = paint_table(table)
    assert_readable(pages)
    assert [line.text for line in pages[0].written].count("123,25") == count
    assert "Anna Nowak" in written(table)[0]


def test_a_long_name_is_broken_before_it_is_cut() -> None:
    texts = written(pairings(["Xosé Manuel Fernández de la Torre"]))[0]
    assert {"Xosé Manuel", "Fernández de la Torre"} <= set(texts)


def test_who_has_left_is_struck_out() -> None:
    plain, out = (
        pixels(draw_table(TableImage("", (TableColumn("", "name"),), (TableRow(("Anna Nowak",), style),)))[0])
        for style in ("plain", "out")
    )
    assert plain.tobytes() != out.tobytes()


def test_the_first_three_places_are_medals() -> None:
    seen = []
    for place in ("1", "2.", "3", "4", "1-2"):
        table = TableImage(
            "", (TableColumn("", "rank"), TableColumn("", "name")), (TableRow((place, "Anna")),)
        )
        page = paint_table(table)[0]
        seen.append(
            [color in page.canvas.get_flattened_data() for color in (LOOK.gold, LOOK.silver, LOOK.bronze)]
        )
    assert seen == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
        [False] * 3,
        [False] * 3,
    ]


@pytest.mark.parametrize(("black", "is_drawn"), [("Jan", True), ("", False)])
def test_a_bye_has_no_colour(black: str, is_drawn: bool) -> None:
    (page,) = paint_table(TableImage("", pairings([]).columns, (TableRow(("1", "Anna", "pauza", black)),)))
    assert (LOOK.black_man in page.canvas.get_flattened_data()) is is_drawn


def test_a_heading_goes_with_its_rows() -> None:
    rows = [TableRow(("Klasa IV",), "heading"), *(TableRow((f"A{at}",)) for at in range(33))]
    rows += [TableRow(("Klasa V",), "heading"), TableRow(("B0",))]
    table = TableImage("Lista", (TableColumn("Imię", "name"),), tuple(rows), "Grodziec", "art. 5.4")
    assert_readable(paint_table(table))
    pages = written(table)
    assert all("Klasa IV" in page for page in pages if any(text.startswith("A") for text in page))
    assert all(page[-1] != "Klasa V" for page in pages)
    assert sum("B0" in page and "Klasa V" in page for page in pages) == 1


def test_a_row_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="1 cells for 2 columns"):
        draw_table(TableImage("", (TableColumn("a"), TableColumn("b")), (TableRow(("x",)),)))


def test_the_same_table_is_the_same_picture() -> None:
    assert draw_table(standings(NAMES)) == draw_table(standings(NAMES))


def test_a_page_is_small_enough_to_be_sent_often() -> None:
    assert all(len(page) < 80_000 for page in draw_table(standings(NAMES * 4)))
