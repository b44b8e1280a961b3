"""The geometry of boards; the values are read off a drawn board."""

import pytest

from rules.board import Board
from rules.presets import PRESETS

SLIDY_BOARD = Board(8, "all", "top-left")


@pytest.mark.parametrize(
    ("preset", "number", "name"),
    [
        # REGULATIONS.md: 1 is White's far left, b8 on a board of eight with a1 played on.
        ("brazilian", 1, "b8"),
        ("brazilian", 4, "h8"),
        ("brazilian", 5, "a7"),
        ("brazilian", 22, "c3"),
        ("brazilian", 29, "a1"),
        ("brazilian", 32, "g1"),
        ("international", 1, "b10"),
        ("international", 5, "j10"),
        ("international", 6, "a9"),
        ("international", 28, "e5"),
        ("international", 46, "a1"),
        ("international", 50, "i1"),
        # 1 at White's near right corner, from right to left and upwards.
        ("spanish", 1, "h1"),
        ("spanish", 4, "b1"),
        ("spanish", 5, "g2"),
        ("spanish", 32, "a8"),
        ("italian", 1, "a8"),
        ("italian", 32, "h1"),
        ("canadian", 1, "b12"),
        ("canadian", 72, "k1"),
    ],
)
def test_a_square_has_the_number_of_its_game(preset: str, number: int, name: str) -> None:
    board = PRESETS[preset].board
    square = board.from_name(name)
    assert board.number(square) == number
    assert board.from_number(number) == square
    assert board.name(square) == name


@pytest.mark.parametrize("board", [*(v.board for v in PRESETS.values()), SLIDY_BOARD], ids=repr)
def test_names_numbers_and_coordinates_are_inverses(board: Board) -> None:
    for square in range(board.squares):
        assert board.from_name(board.name(square)) == square
        assert board.from_number(board.number(square)) == square
        assert board.square_at(board.column(square), board.row(square)) == square


def test_squares_count_from_whites_far_left_in_reading_order() -> None:
    board = PRESETS["brazilian"].board
    assert [board.name(square) for square in (0, 3, 4, 28, 31)] == ["b8", "h8", "a7", "a1", "g1"]


@pytest.mark.parametrize(
    ("preset", "ends"),
    [
        ("brazilian", ("a1", "h8")),
        ("spanish", ("h1", "a8")),
        ("international", ("a1", "j10")),
    ],
)
def test_the_main_diagonal_joins_the_playable_corners(preset: str, ends: tuple[str, str]) -> None:
    board = PRESETS[preset].board
    diagonal = board.main_diagonal()
    assert (board.name(diagonal[0]), board.name(diagonal[-1])) == ends
    assert len(diagonal) == board.size


@pytest.mark.parametrize(
    ("preset", "dark"), [("brazilian", True), ("spanish", False), ("portuguese", True), ("italian", True)]
)
def test_playing_squares_have_the_colour_of_the_game(preset: str, dark: bool) -> None:
    board = PRESETS[preset].board
    assert {board.is_dark(square) for square in range(board.squares)} == {dark}


def test_on_a_board_played_on_everywhere_a1_is_dark() -> None:
    dark = {SLIDY_BOARD.name(s) for s in range(SLIDY_BOARD.squares) if SLIDY_BOARD.is_dark(s)}
    assert SLIDY_BOARD.squares == 64
    assert len(dark) == 32
    assert {"a1", "h8", "b2"} <= dark
    assert {"h1", "a8", "a2"}.isdisjoint(dark)


@pytest.mark.parametrize("name", ["a2", "i1", "a9", "", "A1", "a01", "1"])
def test_no_other_name_is_a_square(name: str) -> None:
    with pytest.raises(KeyError):
        PRESETS["brazilian"].board.from_name(name)


@pytest.mark.parametrize("number", [0, 33, -1])
def test_no_other_number_is_a_square(number: int) -> None:
    with pytest.raises(KeyError):
        PRESETS["spanish"].board.from_number(number)


@pytest.mark.parametrize("size", [1, 13])
def test_a_board_has_as_many_columns_as_there_are_letters(size: int) -> None:
    with pytest.raises(ValueError, match="columns"):
        Board(size, "a1", "top-left")
