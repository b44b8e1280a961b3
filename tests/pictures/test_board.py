from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.pictures.board import LABELS, BoardView, draw_board, paint_board
from bot.pictures.themes import THEMES, mix
from rules.board import Board
from rules.pieces import Color, Kind, Piece
from tests.pictures.boards import (
    BLACK_KING,
    BLACK_MAN,
    BOARDS,
    EIGHT,
    WHITE_KING,
    WHITE_MAN,
    opened,
    square_of,
    squares,
)

KILOBYTE = 1024


def start(board: Board) -> dict[int, Piece]:
    rows = board.size // 2 - 1
    white = {square: WHITE_MAN for square in range(board.squares) if board.row(square) < rows}
    black = {square: BLACK_MAN for square in range(board.squares) if board.row(square) >= board.size - rows}
    return white | black


def middle_game() -> BoardView:
    board = EIGHT
    white = dict.fromkeys(squares(board, "c3 e3 g1 a1 b2"), WHITE_MAN)
    black = dict.fromkeys(squares(board, "b6 h6 d8 a7 e7"), BLACK_MAN)
    kings = dict.fromkeys(squares(board, "d4 h2"), WHITE_KING)
    kings |= dict.fromkeys(squares(board, "f8 g5"), BLACK_KING)
    return BoardView(board, white | black | kings, squares(board, "c5 d4"), selected=board.from_name("g1"))


def trail_game() -> BoardView:
    board = BOARDS["trail"]
    pieces = {
        board.from_name("a5"): Piece(Color.WHITE, Kind.ROOK),
        board.from_name("h2"): Piece(Color.BLACK, Kind.ROOK),
    }
    pieces |= dict.fromkeys(squares(board, "a1 a2 a3 b3 c5"), Piece(Color.WHITE, Kind.TRACE))
    pieces |= dict.fromkeys(squares(board, "h8 h7 g7 f6 d4"), Piece(Color.BLACK, Kind.TRACE))
    return BoardView(board, pieces, squares(board, "a3 a5"), labels="algebraic")


# --- the file --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "view",
    [
        pytest.param(BoardView(EIGHT, start(EIGHT)), id="start on 8x8"),
        pytest.param(BoardView(BOARDS["10"], start(BOARDS["10"])), id="start on 10x10"),
        pytest.param(BoardView(BOARDS["12"], start(BOARDS["12"])), id="start on 12x12"),
        pytest.param(
            BoardView(BOARDS["8 light"], start(BOARDS["8 light"]), labels="numeric"), id="light squares"
        ),
        pytest.param(middle_game(), id="kings and marks"),
        pytest.param(trail_game(), id="trail game"),
    ],
)
def test_a_picture_of_640_pixels_has_at_most_twelve_kilobytes(view: BoardView, theme: str) -> None:
    content = draw_board(replace(view, theme=theme))
    assert len(content) <= 12 * KILOBYTE
    picture = Image.open(BytesIO(content))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (640, 640))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [161, 320, 640])
def test_what_is_encoded_is_what_was_painted(theme: str, size: int) -> None:
    view = replace(middle_game(), theme=theme, size=size)
    with Image.open(BytesIO(draw_board(view))) as picture:
        picture.verify()
    difference = ImageChops.difference(opened(view), paint_board(view).convert("RGB"))
    assert difference.getbbox() is None


def test_the_same_view_gives_the_same_bytes_whatever_was_drawn_between() -> None:
    first = draw_board(middle_game())
    for theme in THEMES:
        draw_board(replace(trail_game(), theme=theme, size=320))
    assert draw_board(middle_game()) == first


@pytest.mark.parametrize(
    "wrong", [{"theme": "plaid"}, {"labels": "roman"}, {"size": 20}, {"size": 100_000}], ids=str
)
def test_a_view_of_what_does_not_exist_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
        BoardView(EIGHT, {}, **wrong)  # type: ignore[arg-type]


# --- where things are ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "viewed_by", "square", "right", "down"),
    [
        ("8", Color.WHITE, "a1", 0, 7),
        ("8", Color.WHITE, "h8", 7, 0),
        ("8", Color.WHITE, "c3", 2, 5),
        ("8", Color.BLACK, "a1", 7, 0),
        ("8", Color.BLACK, "h8", 0, 7),
        ("8", Color.BLACK, "c3", 5, 2),
        ("8 light", Color.WHITE, "h1", 7, 7),
        ("8 light", Color.BLACK, "h1", 0, 0),
        ("10", Color.WHITE, "j10", 9, 0),
        ("10", Color.BLACK, "b2", 8, 1),
        ("12", Color.WHITE, "l12", 11, 0),
        ("trail", Color.WHITE, "a2", 0, 6),
        ("trail", Color.BLACK, "a2", 7, 1),
    ],
)
@pytest.mark.parametrize("labels", LABELS)
def test_a_piece_stands_where_its_square_is_seen(
    board: str, viewed_by: Color, square: str, right: int, down: int, labels: str
) -> None:
    shown = BOARDS[board]
    empty = BoardView(shown, {}, viewed_by=viewed_by, labels=labels)
    occupied = replace(empty, pieces={shown.from_name(square): WHITE_MAN})
    changed = ImageChops.difference(opened(empty), opened(occupied)).getbbox()
    assert changed is not None
    # The board may be any rim's width away from the edge, but is in the middle of the picture.
    x, y = (changed[0] + changed[2]) / 2 - 320, (changed[1] + changed[3]) / 2 - 320
    cell = (640 - 40) / shown.size
    assert x / cell + shown.size / 2 == pytest.approx(right + 0.5, abs=0.25)
    assert y / cell + shown.size / 2 == pytest.approx(down + 0.5, abs=0.25)


@pytest.mark.parametrize("board", BOARDS)
def test_a_turned_board_shows_every_square_as_before(board: str) -> None:
    shown = BOARDS[board]
    lots = [WHITE_MAN, BLACK_KING, None, BLACK_MAN, None, WHITE_KING]
    pieces = {square: piece for square in range(shown.squares) if (piece := lots[square % 6])}
    white = BoardView(shown, pieces)
    black = replace(white, viewed_by=Color.BLACK)
    from_white, from_black = opened(white), opened(black)
    for square in range(shown.squares):
        here, there = square_of(from_white, white, square), square_of(from_black, black, square)
        assert ImageChops.difference(here, there).getbbox() is None, shown.name(square)


@pytest.mark.parametrize(
    ("board", "square", "is_dark"),
    [("8", "a1", True), ("8 light", "h1", False), ("8 dark right", "h1", True), ("10", "a1", True)],
)
def test_the_playing_squares_have_the_colour_that_the_board_says(
    board: str, square: str, is_dark: bool
) -> None:
    view = BoardView(BOARDS[board], {}, labels="algebraic")
    part = square_of(opened(view), view, BOARDS[board].from_name(square))
    theme = THEMES["wood"]
    assert part.getpixel((5, 5)) == (theme.dark if is_dark else theme.light)


def test_on_the_trail_board_a1_is_dark_and_its_neighbours_are_light() -> None:
    board = BOARDS["trail"]
    view = BoardView(board, {}, labels="algebraic")
    colors = [
        square_of(opened(view), view, board.from_name(name)).getpixel((9, 9)) for name in ("a1", "a2", "b1")
    ]
    theme = THEMES["wood"]
    assert colors == [theme.dark, theme.light, theme.light]


# --- marks -----------------------------------------------------------------------------------------------


def changed_squares(before: BoardView, after: BoardView) -> set[str]:
    one, other = opened(before), opened(after)
    return {
        before.board.name(square)
        for square in range(before.board.squares)
        if ImageChops.difference(square_of(one, before, square), square_of(other, after, square)).getbbox()
    }


@pytest.mark.parametrize(
    ("last", "taken", "marked"),
    [
        ("c3 d4", "", {"c3", "d4"}),
        ("a1 d4", "", {"a1", "b2", "c3", "d4"}),
        ("c3 e5", "d4", {"c3", "d4", "e5"}),
        ("c3 e5 g3", "d4 f4", {"c3", "d4", "e5", "f4", "g3"}),
        ("a1 f6", "e5", {"a1", "b2", "c3", "d4", "e5", "f6"}),
        ("c3 e5 c3", "d4", {"c3", "d4", "e5"}),
        ("", "", set()),
        ("", "h8", {"h8"}),
    ],
)
def test_the_last_move_marks_its_squares_and_no_others(last: str, taken: str, marked: set[str]) -> None:
    plain = BoardView(EIGHT, {EIGHT.from_name("h2"): WHITE_MAN})
    moved = replace(plain, last=squares(EIGHT, last), taken=squares(EIGHT, taken))
    assert changed_squares(plain, moved) == marked


def test_the_selected_piece_is_marked_and_nothing_else() -> None:
    plain = BoardView(EIGHT, {EIGHT.from_name("h2"): WHITE_MAN})
    assert changed_squares(plain, replace(plain, selected=EIGHT.from_name("h2"))) == {"h2"}


def test_an_arrow_points_the_way_the_move_went() -> None:
    board = EIGHT
    there = BoardView(board, {}, last=squares(board, "c3 e5"), labels="algebraic")
    back = replace(there, last=squares(board, "e5 c3"))
    turned = replace(there, viewed_by=Color.BLACK)
    arrows = [square_of(opened(view), view, board.from_name("d4")) for view in (there, back, turned)]
    half_turn = arrows[0].transpose(Image.Transpose.ROTATE_180)
    for other in arrows[1:]:  # the antialiasing of a turned arrow may differ by a shade
        strongest = max(high for _, high in ImageChops.difference(half_turn, other).getextrema())
        same = ImageChops.difference(arrows[0], other).getextrema()
        assert strongest <= 130 < max(high for _, high in same)


@pytest.mark.parametrize("labels", ["numeric", "both"])
def test_numbers_stand_in_the_playing_squares_only_where_they_are_wanted(labels: str) -> None:
    view = BoardView(EIGHT, {}, labels=labels)
    numbered = square_of(opened(view), view, 0)
    bare_view = replace(view, labels="algebraic")
    bare = square_of(opened(bare_view), bare_view, 0)
    assert len(numbered.getcolors() or ()) > 1
    assert len(bare.getcolors() or ()) == 1


# --- anything at all -------------------------------------------------------------------------------------


@st.composite
def views(draw: st.DrawFn) -> BoardView:
    board = BOARDS[draw(st.sampled_from(sorted(BOARDS)))]
    square = st.integers(0, board.squares - 1)
    piece = st.builds(Piece, st.sampled_from(Color), st.sampled_from(Kind))
    return BoardView(
        board,
        draw(st.dictionaries(square, piece)),
        tuple(draw(st.lists(square, max_size=8))),
        tuple(draw(st.lists(square, max_size=8))),
        draw(st.none() | square),
        draw(st.sampled_from(Color)),
        draw(st.sampled_from(sorted(THEMES))),
        draw(st.sampled_from(LABELS)),
        draw(st.sampled_from((160, 321, 640))),
    )


@given(views())
@settings(max_examples=60, deadline=None)
def test_any_position_with_any_marks_is_drawn(view: BoardView) -> None:
    content = draw_board(view)
    assert opened(view).size == (view.size, view.size)
    assert len(content) < 40 * KILOBYTE
    assert draw_board(view) == content


def test_colours_mix_in_proportion() -> None:
    assert mix((0, 100, 200), (100, 0, 200), 0.25) == (25, 75, 200)
