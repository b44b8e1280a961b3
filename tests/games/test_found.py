"""The found games against what the documents say, counted here anew and without the program's counters."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.gametype import Position
from rules.moves import Move
from rules.pieces import Color, Kind
from rules.presets import game_type
from tests.games.ends.end import Count, End
from tests.games.ends.every import ALL
from tests.games.find import found_games

# The corners that the main diagonal joins: a1 and h8; h1 and a8 where light squares are played; 46 and 5.
DIAGONALS = {
    "pzwarc-64": ("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"),
    "riazor": ("h1", "g2", "f3", "e4", "d5", "c6", "b7", "a8"),
}
GAMES = {
    "grodziec-2017": "brazilian",
    "mikolajki-2023": "brazilian",
    "pzwarc-64": "brazilian",
    "pzwarc-100": "international",
    "pzwarc-100-advantage": "international",
    "riazor": "spanish",
    "slidy-2015": "slidy",
}


def line_of(end: End) -> tuple[list[Position], list[Move]]:
    """Every position of a game without huffs, the first included, and the moves between them."""
    game = game_type(GAMES[end.regulation])
    positions, moves = [game.initial_position()], []
    for text in found_games(end.regulation)[end.found]["moves"].split():
        move = game.parse_move(positions[-1], text)
        moves.append(move)
        positions.append(game.play(positions[-1], move))
    return positions, moves


def forces(position: Position) -> str:
    """``2K+m v K``, White's first."""
    sides = []
    for color in (Color.WHITE, Color.BLACK):
        kinds = [piece.kind for piece in position.pieces().values() if piece.color is color]
        kings, men = kinds.count(Kind.KING), kinds.count(Kind.MAN)
        parts = [
            f"{number if number > 1 else ''}{sign}" for number, sign in ((kings, "K"), (men, "m")) if number
        ]
        sides.append("+".join(parts))
    return " v ".join(sides)


def holder(position: Position, squares: Sequence[str]) -> str:
    """Who alone is on the diagonal, with a king among them."""
    found = [position.piece_at(position.board.from_name(name)) for name in squares]
    there = [piece for piece in found if piece is not None]
    for name, color in (("white", Color.WHITE), ("black", Color.BLACK)):
        if all(p.color is color for p in there) and any(p.kind is Kind.KING for p in there):
            return name
    return "nobody"


def fits(end: End, count: Count, position: Position) -> bool:
    """Whether the position is one that the count asks for."""
    if count.materials and forces(position) not in count.materials:
        return False
    return not count.holds or holder(position, DIAGONALS[end.regulation]) == count.holds


def is_quiet(positions: list[Position], moves: list[Move], ply: int) -> bool:
    """Whether ply ``ply`` moved a king and captured nothing."""
    moved = positions[ply - 1].piece_at(moves[ply - 1].origin)
    return moved is not None and moved.kind is Kind.KING and not moves[ply - 1].is_capture


COUNTED = [end for end in ALL if end.count is not None]


@pytest.mark.parametrize("end", COUNTED, ids=lambda end: f"{end.regulation}, {end.title}")
def test_the_count_of_the_article_is_complete_with_the_last_ply_and_not_before(end: End) -> None:
    positions, moves = line_of(end)
    count, last = end.count, len(moves)
    assert count is not None
    if count.plies and count.quiet:
        assert all(is_quiet(positions, moves, ply) for ply in range(last - count.plies + 1, last + 1))
        assert not is_quiet(positions, moves, last - count.plies)
    if count.plies:
        # the count begins at 0 with the position, and the next ply is 1
        stands = [fits(end, count, positions[ply]) for ply in range(last - count.plies, last + 1)]
        assert all(stands)
        assert count.quiet or not fits(end, count, positions[last - count.plies - 1])
    if count.times:
        keys = [position.key for position in positions]
        assert keys.count(keys[-1]) == count.times
    if count.taking:
        assert all(move.is_capture for move in moves[-count.taking :])
        assert not moves[-count.taking - 1].is_capture
    if count.moves_of_white:
        squares = DIAGONALS[end.regulation]
        begun = next(
            ply
            for ply, position in enumerate(positions)
            if forces(position) == "3K v K" and holder(position, squares) == "white"
        )
        by_white = [ply for ply in range(begun + 1, last + 1) if ply % 2 == 1]
        assert len(by_white) == count.moves_of_white
        assert by_white[-1] == last


@pytest.mark.parametrize("end", ALL, ids=lambda end: f"{end.regulation}, {end.title}")
def test_the_stored_game_says_what_the_documents_say(end: End) -> None:
    if not end.found:
        return
    stored = found_games(end.regulation)[end.found]
    if end.then and stored["result"] is None:
        assert (stored["reason"], stored["article"], stored["ply"]) == (None, None, None)
        return
    plies = sum(not text.startswith("/") for text in stored["moves"].split())
    wanted = (end.replayed or (None, None, None), plies)
    assert ((stored["result"], stored["reason"], stored["article"] or None), stored["ply"]) == wanted


@pytest.mark.parametrize("regulation", GAMES)
def test_every_found_game_is_played(regulation: str) -> None:
    used = {end.found for end in ALL if end.regulation == regulation} - {""}
    assert used <= set(found_games(regulation)) <= used | {"opening"}
