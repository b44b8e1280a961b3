"""What a picture costs beside its bare encoding: ``python -m benchmarks.pictures``.

For typical positions of every theme: the size of the 640x640 PNG, the time to draw and encode it, and the
ratio to Pillow's encoding of the same palette image in the same run, and to our own encoding of it. At most
3 times and 12 KB are wanted. Then the first picture of a fresh process, and a moving picture of 300 plies.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import islice
from time import perf_counter

from bot.pictures.animation import draw_game
from bot.pictures.board import BoardView, draw_board, paint_board
from bot.pictures.png import encode_png
from bot.pictures.scene import ANIMATION_SIZE, view_of
from bot.pictures.themes import THEMES
from bot.replies import BoardImage
from rules.presets import game_type

ROUNDS = 15
GAMES = {"brazilian": "both", "international": "both", "spanish": "both", "slidy": "algebraic"}
"""with the coordinates: every kind, except on the board whose squares have no numbers"""

KINGS = BoardImage(
    "brazilian", "W:Wc3,e3,Kd4,g1,a1,Kh2,b2:BKf8,b6,h6,Kg5,d8,a7,e7", last=(13, 17), selected=31
)

FIRST = """
from time import perf_counter
start = perf_counter()
from bot.pictures.scene import draw
from bot.replies import BoardImage
imported = perf_counter()
draw(BoardImage("brazilian", "W:Wa1,c1,Kc3:Bb8,Kd8"))
print(f"imports {(imported - start) * 1000:.0f} ms, drawn {(perf_counter() - imported) * 1000:.0f} ms")
"""


def played(game: str, plies: int, seed: int) -> list[BoardView]:
    """The first position of a game and those after each of at most ``plies`` random moves."""
    kind, lots = game_type(game), random.Random(seed)
    position = kind.initial_position()
    views = [BoardView(position.board, position.pieces())]
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        move = lots.choice(moves)
        position = kind.play(position, move)
        views.append(BoardView(position.board, position.pieces(), move.path, move.captured))
    return views


def milliseconds(work: Callable[[], object]) -> float:
    """The best of several rounds."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times) * 1000


def main() -> None:
    positions = {
        f"{game}, {plies} plies": replace(played(game, plies, seed=4)[-1], labels=labels)
        for game, labels in GAMES.items()
        for plies in (0, 12, 30)
    }
    positions["kings and marks"] = view_of(KINGS)
    print(f"{'position':26}{'theme':10}{'bytes':>6}{'drawn, encoded':>18}{'Pillow':>10}{'ratio':>6}", end="")
    print(f"{'own':>10}{'ratio':>6}")
    largest, highest = 0, 0.0
    for name, view in positions.items():
        for theme in THEMES:
            shown = replace(view, theme=theme)
            image = paint_board(shown)
            size = len(draw_board(shown))
            whole = milliseconds(partial(draw_board, shown))
            pillow = milliseconds(lambda image=image: image.save(BytesIO(), "PNG"))
            own = milliseconds(partial(encode_png, image))
            largest, highest = max(largest, size), max(highest, whole / min(pillow, own))
            print(f"{name:26}{theme:10}{size:6}{whole:15.2f} ms{pillow:7.2f} ms{whole / pillow:6.2f}", end="")
            print(f"{own:7.2f} ms{whole / own:6.2f}")
    print(f"largest {largest} bytes, highest ratio {highest:.2f}")

    print("first picture of a process:", end=" ", flush=True)
    subprocess.run([sys.executable, "-c", FIRST], check=True)

    plies = (view for seed in range(100) for view in played("international", 200, seed))
    frames = [replace(view, size=ANIMATION_SIZE) for view in islice(plies, 301)]
    start = perf_counter()
    moving = draw_game(frames)
    print(f"GIF of {len(frames) - 1} plies: {len(moving) / 1024:.0f} KB in {perf_counter() - start:.2f} s")


if __name__ == "__main__":
    main()
