"""Games as PDN: reading, writing, and real games played again."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draughts import Draughts
from rules.errors import PdnError
from rules.pdn import PdnGame, PdnMove, format_game, format_pdn, game_type_tag, parse_pdn
from rules.presets import PRESETS
from rules.variant import Variant
from tests.strategies import reached_positions

TWO_GAMES = """\
[Event "Club \\"Dama\\""]
[White "Anna"]
[Black "Piotr"]
[Result "2-0"]
[GameType "26,W,8,8,A0,0"]
[FEN "W:Wc3,g3:Bd4,f4,h8"]

1. c3-b4 {huff b4} f4:h2 {well
played} ; to the end of the line 2. a1-b2
2. g3-h4! (2. g3-f4 {or (even) this} 2... h2-g1) $1 h8-g7?
2-0

[Event "English"]
[GameType "21"]
1.11-15 23x19 1... *
"""


def test_games_are_read_with_tags_moves_huffs_comments_and_results() -> None:
    first, second = parse_pdn(TWO_GAMES)
    assert first.tag("Event") == 'Club "Dama"'
    assert first.tag("Site", "?") == "?"
    assert first.fen == "W:Wc3,g3:Bd4,f4,h8"
    assert first.game_type_number == 26
    assert first.moves == (
        PdnMove("c3-b4", huffed="b4"),
        PdnMove("f4:h2", comment="well played"),
        PdnMove("g3-h4"),
        PdnMove("h8-g7"),
    )
    assert first.result == "2-0"
    assert second.tags == (("Event", "English"), ("GameType", "21"))
    assert [move.text for move in second.moves] == ["11-15", "23x19"]
    assert second.result == "*"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. 32-28 1-0", "1-0"),
        ("1. 32-28 0-1", "0-1"),
        ("1. 32-28 1/2-1/2", "1/2-1/2"),
        ("1. 32-28 2-0", "2-0"),
        ("1. 32-28 1-1", "1-1"),
        ("1. 32-28 0-2", "0-2"),
        ("1. 32-28 1+", "1+"),
        ("1. 32-28 1-", "1-"),
        ("1. 32-28 *", "*"),
        ("1. 32-28* 19-23", "*"),
        ('[Result "0-2"]\n1. 32-28', "0-2"),
        ('[Result "White"]\n1. 32-28', "*"),
    ],
)
def test_every_usual_result_is_read(text: str, result: str) -> None:
    (game,) = parse_pdn(text)
    assert game.result == result
    assert game.moves[0] == PdnMove("32-28")


def test_games_without_results_are_told_apart_by_their_tags() -> None:
    games = parse_pdn('[Event "a"]\n1. c3-d4\n[Event "b"]\n1. c3-b4')
    assert [(game.tag("Event"), game.moves[0].text) for game in games] == [("a", "c3-d4"), ("b", "c3-b4")]


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "; nothing\n"])
def test_a_text_without_games_holds_none(text: str) -> None:
    assert parse_pdn(text) == ()


def test_a_game_may_begin_with_the_second_player() -> None:
    (game,) = parse_pdn('[FEN "B:Wc3:Bd6"]\n1... d6-c5 2. c3-b4 *')
    assert game.begins_second
    assert "1... d6-c5 2. c3-b4 *" in format_game(game)


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("[Event]\n", "tag", 1),
        ('[Event "a"]\n[White "b]\n', "tag", 2),
        ("1. c3-d4\n\n{never closed", "comment", 3),
        ("1. c3-d4 }", "comment", 1),
        ("1. c3-d4\n(1. c3-b4", "variation", 2),
        ("1. c3-d4 )", "variation", 1),
        ("1. c3-d4\nNf3", "token", 2),
        ("32-28 " * 2001, "too-many-moves", 1),
        (" " * 5_000_001, "too-long", 1),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, reason: str, line: int) -> None:
    with pytest.raises(PdnError) as error:
        parse_pdn(text)
    assert (error.value.reason, error.value.line) == (reason, line)


def test_a_game_is_written_with_its_tags_and_short_lines() -> None:
    moves = tuple(PdnMove("32-28" if ply % 2 == 0 else "19-23") for ply in range(60))
    text = format_game(PdnGame((("White", "A"), ("GameType", "20")), moves, "1-0"))
    assert text.startswith('[White "A"]\n[Result "1-0"]\n[GameType "20"]\n\n1. 32-28 19-23 2. ')
    assert text.endswith(" 1-0\n")
    assert max(map(len, text.splitlines())) < 80


def test_a_huff_follows_its_move() -> None:
    game = PdnGame((), (PdnMove("c3-b4", huffed="b4"), PdnMove("f4:h2")), "*")
    assert "1. c3-b4 {huff b4} 1... f4:h2 *" in format_game(game)


@pytest.mark.parametrize(
    ("preset", "tag"),
    [
        # the table of pdn.fmjd.org
        ("international", "20,W,10,10,N2,0"),
        ("english", "21,B,8,8,N1,0"),
        ("italian", "22,W,8,8,N2,1"),
        ("pool", "23,B,8,8,N1,0"),
        ("spanish", "24,W,8,8,N1,1"),
        ("russian", "25,W,8,8,A0,0"),
        ("brazilian", "26,W,8,8,A0,0"),
        ("canadian", "27,W,12,12,N2,0"),
        ("portuguese", "28,W,8,8,N1,1"),
        ("czech", "29,W,8,8,A0,0"),
        ("frisian", "40,W,10,10,N2,0"),
    ],
)
def test_the_game_type_is_written_as_published(preset: str, tag: str) -> None:
    assert game_type_tag(PRESETS[preset]) == tag


LINE = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)
MOVES = st.builds(
    PdnMove,
    text=st.from_regex(
        r"[a-h][1-8]([-:x][a-h][1-8]){1,3}|[1-9][0-9]?([-x][1-9][0-9]?){1,3}", fullmatch=True
    ).filter(lambda text: not text.endswith(("-0", "1-1"))),
    huffed=st.none() | st.from_regex(r"[a-h][1-8]|[1-9][0-9]?", fullmatch=True),
    comment=LINE.filter(lambda text: "{" not in text and "}" not in text),
)
GAMES = st.builds(
    PdnGame,
    tags=st.lists(st.tuples(st.sampled_from(["Event", "Site", "White", "Black"]), LINE), max_size=4).map(
        tuple
    ),
    moves=st.lists(MOVES, min_size=1, max_size=12).map(tuple),
    result=st.sampled_from(["*", "1-0", "0-1", "1/2-1/2", "2-0", "1-1", "0-2", "1+", "1-"]),
    begins_second=st.booleans(),
)


@given(st.lists(GAMES, max_size=3))
def test_what_is_written_is_read_back(games: list[PdnGame]) -> None:
    assert parse_pdn(format_pdn(games)) == tuple(games)


@given(st.one_of(st.text(), st.text('[]"(){};%$.! \n123-x*/abW', max_size=60)))
def test_any_text_is_games_or_a_declared_error(text: str) -> None:
    try:
        games = parse_pdn(text)
    except PdnError:
        return
    assert parse_pdn(format_pdn(games)) is not None


def replayed(game: Draughts, moves: tuple[PdnMove, ...], fen: str | None) -> list[str]:
    """The texts of the moves as the game itself writes them; any illegal move raises."""
    position = game.initial_position() if fen is None else game.parse_fen(fen)
    texts = []
    for written in moves:
        move = game.parse_move(position, written.text)
        texts.append(game.format_move(position, move))
        position = game.play(position, move)
    return texts


@given(st.data(), st.sampled_from(list(PRESETS.values())))
def test_a_played_game_survives_its_pdn(data: st.DataObject, variant: Variant) -> None:
    game = Draughts(variant)
    start = data.draw(reached_positions(variant, max_plies=30))
    position, moves = start, []
    for choice in data.draw(st.lists(st.integers(0, 1000), min_size=1, max_size=20)):
        legal = position.legal_moves()
        if not legal:
            break
        move = legal[choice % len(legal)]
        moves.append(PdnMove(game.format_move(position, move)))
        position = game.play(position, move)
    written = format_game(PdnGame((("FEN", game.format_fen(start)),), tuple(moves)))
    (read,) = parse_pdn(written)
    assert replayed(game, read.moves, read.fen) == [move.text for move in moves]


REAL_GAMES = Path(__file__).parents[3] / "shared/data/pdn"


@pytest.mark.parametrize("preset", ["international", "brazilian", "russian"])
def test_real_games_are_legal_to_their_end(preset: str) -> None:
    file = REAL_GAMES / f"{preset}.pdn"
    if not file.exists():
        pytest.skip("the collection of real games is not part of this repository")
    games = parse_pdn(file.read_text())
    assert games
    for game in games:
        texts = replayed(Draughts(PRESETS[preset]), game.moves, game.fen)
        assert len(texts) == len(game.moves)
