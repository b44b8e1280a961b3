"""Each draw rule of each regulation, at the ply that the document names."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import pytest

from rules.draws import (
    Diagonal,
    NoProgress,
)
from rules.ending import Reason
from rules.playrules import PlayRules
from rules.presets import game_type
from tests.rules.playing import (
    GRODZIEC,
    PZWARC_64,
    PZWARC_100,
    PZWARC_ADVANTAGE,
    RIAZOR,
    game_at,
    material,
    play,
    rounds,
    rules_of,
)


class Row(NamedTuple):
    """``ends_at``: the ply after which the game is drawn, worked out from the document."""

    name: str
    rules: PlayRules
    fen: str
    moves: Iterable[str]
    ends_at: int
    reason: Reason
    article: str
    since: int
    pattern: str | None = None
    count: int | None = None


def moves(*parts: str | Iterable[str]) -> list[str]:
    """Texts one after the other; a text may hold several moves."""
    return list(chain.from_iterable(part.split() if isinstance(part, str) else part for part in parts))


# Kings that go around these squares never meet, whoever stands on the others named beside them.
K_V_K = "W:WKa1:BKb8"
K3_V_K = "W:WKa1,Kc1,Ke1:BKb8"
K2_V_K2 = "W:WKa1,Kc1:BKb8,Kd8"
LOW, RIM = "a5 b4 d2", "b8 a7 g1 h2"
LOW_100, FAR_100 = "36 41 47", "48 43 39 34 30"
LOW_LIGHT, RIM_LIGHT = "h5 g4 e2", "g8 h7 b1 a2"

LIMITE_A = "W:WKh5,Kh1,Ka4:BKg8"
WEAKER = rules_of(game_type("brazilian"), material("6.3", "3K v K", 5, diagonal=Diagonal.WEAKER_HOLDS))
NO_GIVING = rules_of(game_type("spanish"), NoProgress("Límite b", 20))

# fmt: off
ROWS = [
    # 7.9: one king each and "16 moves": each has made 16, the start being 0
    Row("grodziec K v K", GRODZIEC, K_V_K, rounds("a1 b2", "b8 a7", 99), 32,
        Reason.MATERIAL, "7.9", 0, "K v K", 16),
    # the ply that brings the ending is 0, so it lasts 32 plies more
    Row("grodziec K v K brought by a capture", GRODZIEC, "W:WKa1:BKb8,Kd4",
        moves("a1:h8", rounds("b8 a7", "h8 g7", 99)), 33, Reason.MATERIAL, "7.9", 1, "K v K", 16),
    Row("grodziec K v K with Black to move", GRODZIEC, "B:WKa1:BKb8", rounds("b8 a7", "a1 b2", 99), 32,
        Reason.MATERIAL, "7.9", 0, "K v K", 16),
    Row("grodziec 3K v K", GRODZIEC, K3_V_K, rounds("a1 b2", "b8 c7", 99), 32,
        Reason.MATERIAL, "7.9", 0, "3K v K", 16),
    Row("grodziec K v 3K", GRODZIEC, "W:WKb8:BKa1,Kc1,Ke1", rounds("b8 c7", "a1 b2", 99), 32,
        Reason.MATERIAL, "7.9", 0, "3K v K", 16),
    # one rule, one count: three kings that become two go on counting
    Row("grodziec 3K v K becomes 2K v K", GRODZIEC, K3_V_K,
        moves("c1-f4 b8:h2", rounds("a1 b2", "h2 g1", 99)), 32, Reason.MATERIAL, "7.9", 0, "2K v K", 16),
    # K v K is another rule with a count of its own, 0 on ply 4
    Row("grodziec 2K v K becomes K v K", GRODZIEC, K3_V_K,
        moves("c1-f4 b8:h2 e1-g3 h2:b8", rounds("a1 b2", "b8 a7", 99)), 36,
        Reason.MATERIAL, "7.9", 4, "K v K", 16),
    # 7.9: 25 consecutive moves of both players, only kings moved
    Row("grodziec no progress", GRODZIEC, K2_V_K2, rounds("a1 b2", "b8 a7", 99), 50,
        Reason.NO_PROGRESS, "7.9", 0, None, 25),
    # a man moves on ply 13: the count is 0 there
    Row("grodziec no progress after a man's move", GRODZIEC, "W:WKa1,Kc1,a3:BKb8,Kd8",
        moves(rounds("a1 b2", "b8 a7", 10), "b2-a1 a7-b8 a3-b4", rounds("b8 a7", "a1 b2", 99)), 63,
        Reason.NO_PROGRESS, "7.9", 13, None, 25),
    # a capture on ply 3 (d8-f6 gave it): 0 there
    Row("grodziec no progress after a capture", GRODZIEC, "W:WKa1,Kc1:BKb8,Kd8,Kh4",
        moves("c1-a3 d8-f6 a1:h8", rounds("b8 a7", "a3 c1", 99)), 53,
        Reason.NO_PROGRESS, "7.9", 3, None, 25),

    # 6.1: the start is the first time, ply 4 the second, ply 8 the third
    Row("pzwarc-100 repetition", PZWARC_100, "W:WK46,K47:BK1,K2", rounds("46 41", "1 7", 99), 8,
        Reason.REPETITION, "6.1", 0, None, 3),
    Row("pzwarc-64 repetition that begins on ply 1", PZWARC_64, "W:WKa1,Kc1:BKb8,Kd8",
        moves("c1-a3", rounds("b8 a7", "a1 b2", 99)), 9, Reason.REPETITION, "6.1", 1, None, 3),
    # the same squares with the other side to move is another position: first on ply 5, again on 9 and 13
    Row("repetition looks at the side to move", PZWARC_100, "W:WK47,K46:BK1,K2",
        moves("47-41 1-7 41-36 7-1 36-47", rounds("1 7", "47 41", 99)), 13,
        Reason.REPETITION, "6.1", 5, None, 3),
    # 6.2: 25 moves of each, in version 64 20
    Row("pzwarc-100 no progress", PZWARC_100, "W:WK36,K46:BK48,K50", rounds(LOW_100, FAR_100, 99), 50,
        Reason.NO_PROGRESS, "6.2", 0, None, 25),
    Row("pzwarc-64 no progress", PZWARC_64, "W:WKa5,Kh4:BKb8,Kd8", rounds(LOW, RIM, 99), 40,
        Reason.NO_PROGRESS, "6.2", 0, None, 20),
    # 6.3 on 100: 16 each in any of the three endings
    Row("pzwarc-100 3K v K", PZWARC_100, "W:WK36,K46,K26:BK48", rounds(LOW_100, FAR_100, 99), 32,
        Reason.MATERIAL, "6.3", 0, "3K v K", 16),
    Row("pzwarc-100 2K+m v K", PZWARC_100, "W:WK36,K46,26:BK48", rounds(LOW_100, FAR_100, 99), 32,
        Reason.MATERIAL, "6.3", 0, "2K+m v K", 16),
    Row("pzwarc-100 K+2m v K", PZWARC_100, "W:WK36,16,26:BK48", rounds(LOW_100, FAR_100, 99), 32,
        Reason.MATERIAL, "6.3", 0, "K+2m v K", 16),
    # a man's move stays inside 6.3: no new count
    Row("pzwarc-100 a man moves", PZWARC_100, "W:WK36,16,26:BK48",
        moves("26-21 48-43", rounds("36 41 47", "43 39 34 30 48", 99)), 32,
        Reason.MATERIAL, "6.3", 0, "K+2m v K", 16),
    Row("pzwarc-100 a man is crowned", PZWARC_100, "W:WK36,K46,8:BK48",
        moves("8-3 48-43", rounds("36 41 47", "43 39 34 30 48", 99)), 32,
        Reason.MATERIAL, "6.3", 0, "3K v K", 16),
    # 6.4: a count of its own, 5 each
    Row("pzwarc-100 2K v K", PZWARC_100, "W:WK36,K46:BK48", rounds(LOW_100, FAR_100, 99), 10,
        Reason.MATERIAL, "6.4", 0, "2K v K", 5),
    Row("pzwarc-100 K+m v K", PZWARC_100, "W:WK36,26:BK48", rounds(LOW_100, FAR_100, 99), 10,
        Reason.MATERIAL, "6.4", 0, "K+m v K", 5),
    Row("pzwarc-100 K v K", PZWARC_100, "W:WK36:BK48", rounds(LOW_100, FAR_100, 99), 10,
        Reason.MATERIAL, "6.4", 0, "K v K", 5),
    Row("pzwarc-64 K v K+m", PZWARC_64, "W:WKa5:BKb8,h6", rounds(LOW, RIM, 99), 10,
        Reason.MATERIAL, "6.4", 0, "K+m v K", 5),
    Row("pzwarc-100 6.3 becomes 6.4 on ply 4", PZWARC_100, "W:WK36,K46,K40:BK48",
        moves("36-41 48-39 40-44 39x50", rounds("41 47 36", "50 45", 99)), 14,
        Reason.MATERIAL, "6.4", 4, "2K v K", 5),
    # 6.3 in version 64: 5 each while the weaker side holds the main diagonal, 15 while the stronger does
    Row("pzwarc-64 3K v K, the weaker holds", PZWARC_64, "W:WKc1,Kh2,Kh4:BKa1",
        rounds("c1 d2 e3", "a1 h8", 99), 10, Reason.MATERIAL, "6.3", 0, "3K v K", 5),
    Row("pzwarc-64 2K+m v K, the weaker holds", PZWARC_64, "W:WKc1,h2,Kh4:BKa1",
        rounds("c1 d2 e3", "a1 h8", 99), 10, Reason.MATERIAL, "6.3", 0, "2K+m v K", 5),
    Row("pzwarc-64 K+2m v K, the weaker holds", PZWARC_64, "W:WKc1,h2,h4:BKa1",
        rounds("c1 d2 e3", "a1 h8", 99), 10, Reason.MATERIAL, "6.3", 0, "K+2m v K", 5),
    Row("pzwarc-64 3K v K, the stronger holds", PZWARC_64, "W:WKa5,Ka1,Kh4:BKb8", rounds(LOW, RIM, 99), 30,
        Reason.MATERIAL, "6.3", 0, "3K v K", 15),
    Row("pzwarc-64 2K+m v K, the stronger holds: only 6.2", PZWARC_64, "W:WKa5,Ka1,h4:BKb8",
        rounds(LOW, RIM, 99), 40, Reason.NO_PROGRESS, "6.2", 0, None, 20),
    Row("pzwarc-64 3K v K, nobody holds: only 6.2", PZWARC_64, "W:WKa5,Kd8,Kh4:BKb8", rounds(LOW, RIM, 99),
        40, Reason.NO_PROGRESS, "6.2", 0, None, 20),
    # the weaker side leaves the diagonal on ply 4 and is back on ply 6: 0 there, ply 16 is the fifth of each
    Row("the count while a side holds begins again", WEAKER, "W:WKc1,Kh2,Kh4:BKa1",
        moves("c1-d2 a1-d4 d2-c1 d4-a7 c1-d2 a7-d4 d2-c1 d4-h8", rounds("c1 d2", "h8 a1", 99)), 16,
        Reason.MATERIAL, "6.3", 6, "3K v K", 5),
    # 6.5.3: 25 instead of 16, and 6.3 is judged before 6.2
    Row("pzwarc-100-advantage 3K v K", PZWARC_ADVANTAGE, "W:WK36,K46,K26:BK48",
        rounds(LOW_100, FAR_100, 99), 50, Reason.MATERIAL, "6.3", 0, "3K v K", 25),

    # Límite a: 12 moves of the stronger side; White makes them on plies 1, 3, ... 23
    Row("riazor 3K v K, White begins", RIAZOR, LIMITE_A, rounds(LOW_LIGHT, RIM_LIGHT, 99), 23,
        Reason.MATERIAL, "Límite a", 0, "3K v K", 12),
    Row("riazor 3K v K, Black begins", RIAZOR, LIMITE_A.replace("W:", "B:", 1),
        rounds(RIM_LIGHT, LOW_LIGHT, 99), 24, Reason.MATERIAL, "Límite a", 0, "3K v K", 12),
    # the stronger side's capture on ply 1 brings it: that ply is 0
    Row("riazor 3K v K brought by the stronger", RIAZOR, "W:WKh5,Kh1,Ka4:BKg8,Kg6",
        moves("h5xe8 g8-h7", rounds("e8 d7 b5", "h7 b1 a2 g8", 99)), 25,
        Reason.MATERIAL, "Límite a", 1, "3K v K", 12),
    Row("riazor: leaving the diagonal resets nothing", RIAZOR, LIMITE_A,
        moves("h1-g2 g8-h7 g2-h3 h7-b1", rounds(LOW_LIGHT, "b1 a2 g8 h7", 99)), 23,
        Reason.MATERIAL, "Límite a", 0, "3K v K", 12),
    Row("riazor: giving up a king resets nothing", RIAZOR, LIMITE_A,
        moves("a4-b3 g8xa2", rounds(LOW_LIGHT, "a2 g8 h7 b1", 99)), 23,
        Reason.MATERIAL, "Límite a", 0, "3K v K", 12),
    # without the diagonal only Límite b: 20 each
    Row("riazor no progress", RIAZOR, "W:WKh5,Ka4,Ka6:BKg8", rounds(LOW_LIGHT, RIM_LIGHT, 99), 40,
        Reason.NO_PROGRESS, "Límite b", 0, None, 20),
    Row("without giving_breaks a king given on ply 40 changes nothing", NO_GIVING, "W:WKh5,Ka4,Ka6:BKg8",
        moves(rounds(LOW_LIGHT, RIM_LIGHT, 39), "a2-c4"), 40, Reason.NO_PROGRESS, "Límite b", 0, None, 20),
]
# fmt: on


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_rule_draws_at_its_ply_and_not_one_before(row: Row) -> None:
    game = game_at(row.rules, row.fen)
    for text in row.moves:
        if game.is_over:
            break
        assert game.ply < row.ends_at
        game = play(game, text)
    assert game.outcome is not None
    found = game.outcome
    assert (game.ply, found.winner, found.reason) == (row.ends_at, None, row.reason)
    assert (found.article, found.since_ply) == (row.article, row.since)
    assert (found.rule, found.count) == (row.pattern, row.count)
