"""What may come in, for properties: positions of a draughts variant, reached or set up at will."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.draughts import Draughts
from rules.pieces import Color, Kind, Piece
from rules.position import DraughtsPosition
from rules.variant import Variant


@st.composite
def reached_positions(draw: st.DrawFn, variant: Variant, max_plies: int = 60) -> DraughtsPosition:
    """A position of a game of random legal moves."""
    position = Draughts(variant).initial_position()
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=max_plies)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.after(moves[choice % len(moves)])
    return position


@st.composite
def placed_positions(draw: st.DrawFn, variant: Variant, max_pieces: int = 12) -> DraughtsPosition:
    """Men and kings anywhere they may stand, one side possibly without any."""
    board = variant.board
    pieces: dict[int, Piece] = {}
    for square in draw(st.sets(st.integers(0, board.squares - 1), max_size=max_pieces)):
        color = draw(st.sampled_from(Color))
        last_row = board.size - 1 if color is Color.WHITE else 0
        kinds = [Kind.KING] if board.row(square) == last_row else [Kind.MAN, Kind.KING]
        pieces[square] = Piece(color, draw(st.sampled_from(kinds)))
    return DraughtsPosition.of(variant, draw(st.sampled_from(Color)), pieces)
