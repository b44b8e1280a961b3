"""Captures of every kind, worked out on the board by hand.

A capture is spelled ``origin:target(captured)``, with ``=K`` where a man is crowned.
"""

import pytest

from rules.board import Board
from rules.draughts import Draughts
from rules.errors import IllegalMove, WhyIllegal
from rules.moves import Move
from rules.position import DraughtsPosition
from rules.presets import PRESETS


def spelled(board: Board, move: Move) -> str:
    ends = f"{board.name(move.origin)}{':' if move.captured else '-'}{board.name(move.target)}"
    taken = f"({','.join(sorted(map(board.name, move.captured)))})" if move.captured else ""
    return ends + taken + ("=K" if move.promotes else "")


def legal(preset: str, fen: str) -> set[str]:
    game = Draughts(PRESETS[preset])
    moves = game.parse_fen(fen).legal_moves()
    texts = {spelled(game.board, move) for move in moves}
    assert len(texts) == len(moves)
    return texts


LONG_KING_CAPTURES = [
    # any empty square behind the piece
    ("brazilian", "W:WKa1:Bd4", {"a1:e5(d4)", "a1:f6(d4)", "a1:g7(d4)", "a1:h8(d4)"}),
    # but the one from which it goes on: e5, over f4
    ("brazilian", "W:WKa1:Bd4,f4", {"a1:g3(d4,f4)", "a1:h2(d4,f4)"}),
    ("russian", "W:WKa1:Bd4,f4", {"a1:g3(d4,f4)", "a1:h2(d4,f4)"}),
    # two in a line, with two squares between them: one capture for each end
    ("brazilian", "W:WKa1:Bc3,f6", {"a1:g7(c3,f6)", "a1:h8(c3,f6)"}),
    # two neighbours are a wall
    ("brazilian", "W:WKa1:Bc3,d4", {"a1-b2"}),
    # a short king takes its neighbour only
    ("english", "W:WKa1:Bc3", {"a1-b2"}),
    ("english", "W:WKa1:Bb2", {"a1:c3(b2)"}),
    # a1-f6-d8-b6-f2 (or g1): d4 is crossed on the first and on the last leg
    ("brazilian", "W:WKa1:Be5,e7,c7,e3", {"a1:f2(c7,e3,e5,e7)", "a1:g1(c7,e3,e5,e7)"}),
]

ROUND_TRIPS = [
    # both ways round take the same pieces: one move, which ends where it began
    ("brazilian", "W:Wc3:Bb4,b6,d4,d6", {"c3:c3(b4,b6,d4,d6)"}),
    # a king passes over the square it left, on either way round
    (
        "brazilian",
        "W:WKc3:Bb4,b6,d4,d6",
        {f"c3:{end}(b4,b6,d4,d6)" for end in ("c3", "b2", "a1", "d2", "e1")},
    ),
]

TURKISH_STRIKE = [
    # b6-e3-g5-e7 and over d6: there d4, already captured, still stands in the way to f2
    ("brazilian", "W:WKb6:Bd4,f4,f6,d6,f2", {f"b6:{end}(d4,d6,f4,f6)" for end in ("c5", "b4", "a3")}),
]

MID_CAPTURE = [
    # over e7 to d8, and c7 could be next
    ("brazilian", "W:Wf6:Be7,c7", {"f6:b6(c7,e7)"}),
    ("pool", "W:Wf6:Be7,c7", {"f6:b6(c7,e7)"}),
    ("russian", "W:Wf6:Be7,c7", {"f6:b6(c7,e7)=K", "f6:a5(c7,e7)=K"}),
    ("english", "W:Wf6:Be7,c7", {"f6:d8(e7)=K"}),
    ("czech", "W:Wf6:Be7,c7", {"f6:d8(e7)=K"}),
    # only a king reaches b6 from d8
    ("brazilian", "W:Wf6:Be7,b6", {"f6:d8(e7)=K"}),
    ("russian", "W:Wf6:Be7,b6", {"f6:a5(b6,e7)=K"}),
    # Spanish men: g6 over f7 to e8; d7 has to wait
    ("spanish", "W:Wg6:Bf7,d7", {"g6:e8(f7)=K"}),
    # the same for Black
    ("brazilian", "B:Wd2,f2:Bc3", {"c3:g3(d2,f2)"}),
    ("russian", "B:Wd2,f2:Bc3", {"c3:g3(d2,f2)=K", "c3:h4(d2,f2)=K"}),
    ("english", "B:Wd2,f2:Bc3", {"c3:e1(d2)=K"}),
]

DIRECTIONS = [
    ("brazilian", "W:We5:Bd4", {"e5:c3(d4)"}),
    ("english", "W:We5:Bd4", {"e5-d6", "e5-f6"}),
    ("spanish", "W:Wd5:Bc4", {"d5-c6", "d5-e6"}),
    ("english", "B:We5:Bd4", {"d4-c3", "d4-e3"}),
    ("brazilian", "B:We5:Bd4", {"d4:f6(e5)"}),
    # Frisian men capture along rows and columns, but move on diagonals
    ("frisian", "W:We5:Be7", {"e5:e9(e7)"}),
    ("frisian", "W:We5:Bc5", {"e5:a5(c5)"}),
    ("frisian", "W:Wa5:Bc5", {"a5:e5(c5)"}),
    ("frisian", "W:Wi5:Ba5", {"i5-h6", "i5-j6"}),
    ("frisian", "W:WKe1:Be5", {"e1:e7(e5)", "e1:e9(e5)"}),
    ("international", "W:We5:Be7", {"e5-d6", "e5-f6"}),
]

PRIORITIES = [
    ("brazilian", "W:Wc3,h2:Bd4,f6,g3", {"c3:g7(d4,f6)"}),
    ("russian", "W:Wc3,h2:Bd4,f6,g3", {"c3:g7(d4,f6)", "h2:f4(g3)"}),
    ("pool", "W:Wc3,h2:Bd4,f6,g3", {"c3:g7(d4,f6)", "h2:f4(g3)"}),
    # Grodziec 7.7: a king has no precedence
    (
        "brazilian",
        "W:WKa1,g3:Bb2,f4",
        {"g3:e5(f4)"} | {f"a1:{end}(b2)" for end in ("c3", "d4", "e5", "f6", "g7", "h8")},
    ),
    # Riazor, Calidade: a king before a man
    ("spanish", "W:Wc4:Bb5,Kd5", {"c4:e6(d5)"}),
    ("spanish", "W:Wc4:Bb5,d5", {"c4:a6(b5)", "c4:e6(d5)"}),
    # Italian men cannot capture kings, and kings go before men
    ("italian", "W:Wc4:Bb5,Kd5", {"c4:a6(b5)"}),
    ("italian", "W:Wg2,Kb5:Bf3,c6", {"b5:d7(c6)"}),
    ("spanish", "W:Wg2,Kb5:Bf3,c6", {"b5:d7(c6)", "b5:e8(c6)", "g2:e4(f3)"}),
    # two pieces, one king among them, on both sides: the one where the king comes first
    ("italian", "W:WKd3:BKc4,c6,e4,Kg6", {"d3:d7(c4,c6)"}),
    ("italian", "W:WKd3:Bc4,Kc6,Ke4,g6", {"d3:h7(e4,g6)"}),
    # Czech kings go before men
    ("czech", "W:We3,Ka1:Bf4,b2", {"a1:g3(b2,f4)", "a1:h2(b2,f4)"}),
    ("russian", "W:We3,Ka1:Bf4,b2", {"a1:g3(b2,f4)", "a1:h2(b2,f4)", "e3:g5(f4)"}),
    # Frisian: a king is worth more than a man and less than two, a king captures before a man
    ("frisian", "W:We5:Be7,Kg5", {"e5:i5(g5)"}),
    ("frisian", "W:Wj2,a5:BKi3,c5,f6", {"a5:g7(c5,f6)"}),
    (
        "frisian",
        "W:Wa3,Kj10:Ba5,i9",
        {f"j10:{end}(i9)" for end in ("h8", "g7", "f6", "e5", "d4", "c3", "b2", "a1")},
    ),
]

NO_MOVE = [
    ("brazilian", "W:Wh4:Bg5,f6", set()),
    ("brazilian", "W:W:Bb8", set()),
    ("spanish", "B:Wb3,c2:Ba4", set()),
]


@pytest.mark.parametrize(
    ("preset", "fen", "moves"),
    LONG_KING_CAPTURES + ROUND_TRIPS + TURKISH_STRIKE + MID_CAPTURE + DIRECTIONS + PRIORITIES + NO_MOVE,
)
def test_exactly_these_moves_are_legal(preset: str, fen: str, moves: set[str]) -> None:
    assert legal(preset, fen) == moves


def test_a_captured_piece_leaves_the_board_and_a_man_on_the_last_row_is_a_king() -> None:
    game = Draughts(PRESETS["brazilian"])
    position = game.parse_fen("W:Wf6:Be7,a5")
    after = game.play(position, game.parse_move(position, "f6:d8"))
    assert game.format_fen(after) == "B:WKd8:Ba5"


def test_a_round_trip_leaves_its_piece_where_it_was() -> None:
    game = Draughts(PRESETS["brazilian"])
    position = game.parse_fen("W:Wc3:Bb4,b6,d4,d6,h8")
    after = game.play(position, position.legal_moves()[0])
    assert game.format_fen(after) == "B:Wc3:Bh8"


def test_a_frisian_king_rests_after_three_quiet_moves_while_its_side_has_men() -> None:
    game = Draughts(PRESETS["frisian"])
    position = play_on(game, "W:WKi1,a3:Be9,g9", "i1-j2", "g9-h8", "j2-i1", "h8-g7", "i1-j2", "g7-h6")
    assert legal_origins(game, position) == {"a3"}
    with pytest.raises(IllegalMove) as error:
        game.parse_move(position, "j2-i1")
    assert error.value.why is WhyIllegal.KING_MUST_REST
    assert [game.format_move(position, move) for move in error.value.instead] == ["36-31"]
    for text in ("a3-b4", "h6-i5"):
        position = game.play(position, game.parse_move(position, text))
    assert legal_origins(game, position) == {"b4", "j2"}


def test_a_frisian_king_never_rests_where_its_side_has_only_kings() -> None:
    game = Draughts(PRESETS["frisian"])
    position = play_on(game, "W:WKi1:Be9,g9", "i1-j2", "g9-h8", "j2-i1", "h8-g7", "i1-j2", "g7-h6")
    assert legal_origins(game, position) == {"j2"}


def play_on(game: Draughts, fen: str, *texts: str) -> DraughtsPosition:
    position = game.parse_fen(fen)
    for text in texts:
        position = game.play(position, game.parse_move(position, text))
    return position


def legal_origins(game: Draughts, position: DraughtsPosition) -> set[str]:
    return {game.board.name(move.origin) for move in position.legal_moves()}
