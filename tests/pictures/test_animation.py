from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

from bot.pictures.animation import LONGEST, draw_game
from bot.pictures.board import BoardView, paint_board
from bot.pictures.themes import THEMES
from rules.presets import game_type
from tests.pictures.boards import EIGHT, WHITE_MAN


def random_games(name: str, plies: int) -> list[BoardView]:
    """Frames of games of random moves, one after the other."""
    game, lots = game_type(name), Random(7)
    position = game.initial_position()
    views = [BoardView(position.board, position.pieces(), size=320)]
    while len(views) <= plies:
        moves = position.legal_moves()
        if not moves:
            position = game.initial_position()
            continue
        move = lots.choice(moves)
        position = game.play(position, move)
        views.append(BoardView(position.board, position.pieces(), move.path, move.captured, size=320))
    return views


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


@pytest.mark.parametrize("theme", THEMES)
def test_every_frame_shows_its_position(theme: str) -> None:
    frames = [replace(frame, theme=theme) for frame in random_games("brazilian", 40)]
    with opened(draw_game(frames)) as moving:
        assert moving.format == "GIF"
        assert moving.n_frames == len(frames)
        for index, frame in enumerate(frames):
            moving.seek(index)
            difference = ImageChops.difference(moving.convert("RGB"), paint_board(frame).convert("RGB"))
            assert difference.getbbox() is None, index


def test_it_runs_for_ever_and_rests_at_the_end() -> None:
    with opened(draw_game(random_games("brazilian", 10))) as moving:
        assert moving.info["loop"] == 0
        times = []
        for index in range(moving.n_frames):
            moving.seek(index)
            times.append(moving.info["duration"])
    assert times[-1] > times[0] > times[1]
    assert set(times[1:-1]) == {times[1]}


def test_one_position_is_a_moving_picture_too() -> None:
    with opened(draw_game([BoardView(EIGHT, {0: WHITE_MAN}, size=320)])) as moving:
        assert moving.n_frames == 1


def test_a_position_that_stays_is_shown_as_long_as_two() -> None:
    frame = BoardView(EIGHT, {0: WHITE_MAN}, size=320)
    other = replace(frame, pieces={1: WHITE_MAN})
    total = 0
    with opened(draw_game([frame, other, other, frame])) as moving:
        for index in range(moving.n_frames):
            moving.seek(index)
            total += moving.info["duration"]
    assert total == 1500 + 900 + 900 + 4000


def test_three_hundred_plies_stay_below_a_megabyte() -> None:
    frames = [replace(frame, size=480) for frame in random_games("international", 300)]
    assert len(draw_game(frames)) < 1_000_000


def test_of_a_game_without_end_the_beginning_and_the_end_are_shown() -> None:
    frames = random_games("brazilian", LONGEST + 30)
    frames = [replace(frame, size=160) for frame in frames]
    with opened(draw_game(frames)) as moving:
        assert moving.n_frames <= LONGEST
        moving.seek(moving.n_frames - 1)
        last = paint_board(frames[-1]).convert("RGB")
        assert ImageChops.difference(moving.convert("RGB"), last).getbbox() is None
        moving.seek(0)
        first = paint_board(frames[0]).convert("RGB")
        assert ImageChops.difference(moving.convert("RGB"), first).getbbox() is None


@pytest.mark.parametrize(
    "frames",
    [
        [],
        [BoardView(EIGHT, {}), BoardView(EIGHT, {}, size=320)],
        [BoardView(EIGHT, {}), BoardView(EIGHT, {}, theme="print")],
    ],
    ids=["none", "two sizes", "two themes"],
)
def test_frames_that_do_not_make_one_picture_are_refused(frames: list[BoardView]) -> None:
    with pytest.raises(ValueError, match="frame"):
        draw_game(frames)
