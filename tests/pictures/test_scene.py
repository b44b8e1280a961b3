from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.pictures.board import draw_board
from bot.pictures.scene import ANIMATION_SIZE, animate, draw, frames_of, view_of
from bot.replies import Animation, BoardImage
from rules.errors import FenError, MoveError
from rules.pieces import Color
from rules.presets import NAMES, game_type


@pytest.mark.parametrize("game", NAMES)
def test_the_first_position_of_every_game_can_be_drawn(game: str) -> None:
    kind = game_type(game)
    image = BoardImage(game, kind.format_fen(kind.initial_position()), viewed_by="black", labels="numeric")
    view = view_of(image)
    assert view.pieces == kind.initial_position().pieces()
    assert (view.viewed_by, view.labels) == (Color.BLACK, "numeric")
    assert draw(image) == draw_board(view)


@pytest.mark.parametrize(
    ("image", "error"),
    [
        (BoardImage("ludo", "W:Wa1:Bh8"), KeyError),
        (BoardImage("brazilian", "nonsense"), FenError),
        (BoardImage("brazilian", "W:Wa1:Bh8", theme="plaid"), ValueError),
        (BoardImage("brazilian", "W:Wa1:Bh8", viewed_by="red"), ValueError),
    ],
    ids=["game", "position", "theme", "side"],
)
def test_what_cannot_be_drawn_says_so(image: BoardImage, error: type[Exception]) -> None:
    with pytest.raises(error):
        draw(image)


def positions(animation: Animation) -> list[tuple[str, ...]]:
    return [tuple(sorted(map(frame.board.name, frame.pieces))) for frame in frames_of(animation)]


def test_a_game_is_shown_move_by_move() -> None:
    game = Animation("brazilian", "W:Wc3:Bf6,h8", ("c3-d4", "f6-e5", "d4:f6"))
    assert positions(game) == [("c3", "f6", "h8"), ("d4", "f6", "h8"), ("d4", "e5", "h8"), ("f6", "h8")]
    with Image.open(BytesIO(animate(game))) as moving:
        assert (moving.n_frames, moving.size) == (4, (ANIMATION_SIZE, ANIMATION_SIZE))


def test_a_punished_move_is_shown_and_the_huffed_piece_leaves_in_a_frame_of_its_own() -> None:
    game = Animation("brazilian", "W:Wc3,g3:Bd4,f4,h8", ("c3-b4 {huff g3}", "f4-e3"))
    frames = list(frames_of(game))
    assert positions(game)[1:3] == [("b4", "d4", "f4", "g3", "h8"), ("b4", "d4", "f4", "h8")]
    assert frames[2].last == frames[1].last
    assert [frames[2].board.name(square) for square in frames[2].taken] == ["g3"]


@pytest.mark.parametrize("huffed", ["{huff c3}", "{ HUFF 22 }"])
def test_a_huffed_square_is_read_in_either_notation(huffed: str) -> None:
    game = Animation("brazilian", "W:Wc3,g3,e1:Bd4,f4,h8", (f"e1-d2 {huffed}",))
    assert positions(game)[-1] == ("d2", "d4", "f4", "g3", "h8")


def test_a_short_move_of_a_game_without_huffing_means_the_one_that_is_right() -> None:
    # Were a missed capture punished, e3:c1 over d2 alone would be a move as well.
    game = Animation("brazilian", "W:WKe3:BKa5,Kd4,Kf6,Kd2,Kc7", ("e3:c1",))
    assert positions(game)[-1] == ("a5", "c1")


def test_a_game_of_traces_is_shown() -> None:
    game = Animation("slidy", "W:WRa1:BRh8", ("a1-a5", "h8-h6"))
    assert positions(game)[-1] == ("a1", "a5", "h6", "h8")


def test_a_move_that_cannot_be_played_is_an_error() -> None:
    with pytest.raises(MoveError):
        animate(Animation("brazilian", "W:Wc3:Bh8", ("c3-c4",)))
