from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures.crosstable import draw_crosstable, paint_crosstable
from bot.sheets import CrossCell, CrossRow, CrosstableImage
from tests.pictures.sheets import any_name, assert_readable, round_robin, swiss


@pytest.mark.parametrize(("count", "pages"), [(2, 1), (12, 1), (14, 2), (60, 18)])
def test_a_round_robin_is_divided_into_readable_pages(count: int, pages: int) -> None:
    painted = paint_crosstable(round_robin(count))
    assert_readable(painted)
    assert len(painted) == pages
    results = [line for page in painted for line in page.written if line.text == "1+"]
    assert len(results) == count * (count - 1)


@pytest.mark.parametrize(("count", "rounds", "pages"), [(8, 5, 1), (18, 9, 1), (40, 9, 3), (40, 15, 6)])
def test_a_swiss_shows_opponents_beneath_results(count: int, rounds: int, pages: int) -> None:
    painted = paint_crosstable(swiss(count, rounds))
    assert_readable(painted)
    assert len(painted) == pages
    texts = [line.text for page in painted for line in page.written]
    assert texts.count("½") == texts.count("128") == count * rounds


def test_points_stand_on_every_page() -> None:
    for page in paint_crosstable(round_robin(30)):
        assert any(line.text == "10½" for line in page.written)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(any_name, st.text(max_size=9)), min_size=1, max_size=5), st.integers(1, 4))
def test_any_names_and_results_stay_in_their_cells(rows: list[tuple[str, str]], columns: int) -> None:
    table = CrosstableImage(
        "Tabela",
        tuple(map(str, range(columns))),
        tuple(
            CrossRow("1", name, (CrossCell(text, "won", text, "white"),) * columns, (text,), is_out=True)
            for name, text in rows
        ),
        ("Pkt",),
    )
    assert_readable(paint_crosstable(table))


def test_rows_that_do_not_fit_the_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="1 cells and 0 sums for 2 columns and 0 sums"):
        draw_crosstable(CrosstableImage("", ("1", "2"), (CrossRow("1", "Anna", (None,)),)))


def test_the_same_cross_table_is_the_same_picture() -> None:
    assert draw_crosstable(round_robin(6)) == draw_crosstable(round_robin(6))
