"""What people write as moves, and what the game writes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import huff
from rules.draughts import Draughts
from rules.errors import AmbiguousMove, IllegalMove, MoveError, UnparsableMove, WhyIllegal
from rules.notation import looks_like_move
from rules.presets import PRESETS
from rules.variant import MissedCapture
from tests.strategies import placed_positions

BRAZILIAN = Draughts(PRESETS["brazilian"])
HUFFING = Draughts(replace(PRESETS["brazilian"], missed_capture=MissedCapture.HUFF))
ENGLISH = Draughts(PRESETS["english"])
SPANISH = Draughts(PRESETS["spanish"])

# c3 over d4 to e5, over f6 to g7
TWO = "W:Wc3:Bd4,f6"


@pytest.mark.parametrize(
    "text",
    [
        "c3-d4",
        "c3 d4",
        "c3d4",
        "C3-D4",
        " c3 - d4 ",
        "c3\u2013d4",
        "c3\u2014d4",
        "c3\u2212d4",
        "\u04413-d4",  # a Cyrillic letter
        "c3-d4!",
        "c3-d4.",
        "22-18",
        "22 18",
        "22\t18",
    ],
)
def test_a_quiet_move_is_read_in_either_notation_and_with_every_sign(text: str) -> None:
    move = BRAZILIAN.parse_move(BRAZILIAN.initial_position(), text)
    assert BRAZILIAN.format_move(BRAZILIAN.initial_position(), move) == "c3-d4"


@pytest.mark.parametrize(
    "text",
    [
        "c3:g7",
        "c3xg7",
        "C3XG7",
        "c3\u00d7g7",
        "c3\u0445g7",  # a Cyrillic letter
        "c3 : g7",
        "c3-g7",
        "c3g7",
        "c3:e5:g7",
        "c3xe5xg7",
        "c3e5g7",
        "c3 e5 g7",
        "22x8",
        "22x15x8",
        "22:8",
        "22 15 8",
    ],
)
def test_a_capture_is_read_short_and_long_and_with_every_sign(text: str) -> None:
    position = BRAZILIAN.parse_fen(TWO)
    move = BRAZILIAN.parse_move(position, text)
    assert tuple(map(BRAZILIAN.format_square, move.path)) == ("c3", "e5", "g7")
    assert tuple(map(BRAZILIAN.format_square, move.captured)) == ("d4", "f6")
    assert BRAZILIAN.format_move(position, move) == "c3:g7"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "hello",
        "c3",
        "22",
        "c3-",
        "-c3",
        "c3--d4",
        "c3/d4",
        "c9-d4",
        "c3-i3",
        "c4-d5",
        "c3-22",
        "33-34",
        "0-1",
        "1/2",
        "20:15 today",
        "a1" * 101,
        "\u0663-\u0664",
        "c3-d4\x00",
        "1-1000",
    ],
)
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(UnparsableMove) as error:
        BRAZILIAN.parse_move(BRAZILIAN.initial_position(), text)
    assert error.value.text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("32-28", True),
        ("c3:e5", True),
        ("c3e5g7", True),
        ("22 18", True),
        ("see you at 12:30", False),
        ("c3", False),
        ("ok", False),
        ("", False),
        ("1 " * 200, False),
    ],
)
def test_the_form_of_a_move_is_told_from_talk(text: str, expected: bool) -> None:
    assert looks_like_move(text) is expected


@pytest.mark.parametrize(
    ("game", "fen", "text", "why", "instead"),
    [
        (BRAZILIAN, None, "d4-e5", WhyIllegal.NO_PIECE, set()),
        (BRAZILIAN, None, "b6-a5", WhyIllegal.NOT_YOURS, set()),
        (BRAZILIAN, None, "c3-e5", WhyIllegal.NOT_REACHABLE, {"c3-b4", "c3-d4"}),
        # nothing is captured there
        (BRAZILIAN, None, "c3:d4", WhyIllegal.NOT_REACHABLE, {"c3-b4", "c3-d4"}),
        (BRAZILIAN, "W:Wc3,g3:Bd4", "g3-h4", WhyIllegal.MUST_CAPTURE, {"c3:e5"}),
        (BRAZILIAN, TWO, "c3:e5", WhyIllegal.MUST_CONTINUE, {"c3:g7"}),
        (BRAZILIAN, TWO, "c3-b4", WhyIllegal.MUST_CAPTURE, {"c3:g7"}),
        (BRAZILIAN, TWO, "c3:e5:h8", WhyIllegal.NOT_REACHABLE, {"c3:g7"}),
        (BRAZILIAN, "W:Wc3,h2:Bd4,f6,g3", "h2:f4", WhyIllegal.MUST_CAPTURE_MORE, {"c3:g7"}),
        # the king may not stop where it cannot go on
        (BRAZILIAN, "W:WKa1:Bd4,f4", "a1:h8", WhyIllegal.MUST_CONTINUE, {"a1:g3", "a1:h2"}),
        (Draughts(PRESETS["russian"]), TWO, "c3:e5", WhyIllegal.MUST_CONTINUE, {"c3:g7"}),
        (SPANISH, "W:Wc4:Bb5,Kd5", "c4:a6", WhyIllegal.MUST_CAPTURE_BETTER, {"15x22"}),
        (
            Draughts(PRESETS["czech"]),
            "W:We3,Ka1:Bf4,b2",
            "e3:g5",
            WhyIllegal.MUST_CAPTURE_BETTER,
            {"a1:g3", "a1:h2"},
        ),
        (Draughts(PRESETS["frisian"]), "W:We5:Be7,Kg5", "e5:e9", WhyIllegal.MUST_CAPTURE_BETTER, {"28x30"}),
    ],
)
def test_an_illegal_move_says_why_and_what_is_allowed_instead(
    game: Draughts, fen: str | None, text: str, why: WhyIllegal, instead: set[str]
) -> None:
    position = game.initial_position() if fen is None else game.parse_fen(fen)
    with pytest.raises(IllegalMove) as error:
        game.parse_move(position, text)
    assert error.value.why is why
    assert error.value.text == text
    assert {game.format_move(position, move) for move in error.value.instead} == instead


# c3 to c7 by a5 or by e5, two pieces either way; English men do not go on backward
TWO_WAYS = "W:Wc3:Bb4,b6,d4,d6"


def test_a_short_form_that_fits_two_captures_is_asked_about() -> None:
    position = ENGLISH.parse_fen(TWO_WAYS)
    with pytest.raises(AmbiguousMove) as error:
        ENGLISH.parse_move(position, "22x6")
    assert set(error.value.candidates) == set(position.legal_moves())


@pytest.mark.parametrize("text", ["22x13x6", "c3:a5:c7", "22x15x6", "c3e5c7"])
def test_the_long_form_decides(text: str) -> None:
    position = ENGLISH.parse_fen(TWO_WAYS)
    move = ENGLISH.parse_move(position, text)
    through = "a5" if text in ("22x13x6", "c3:a5:c7") else "e5"
    assert ENGLISH.board.name(move.path[1]) == through


def test_an_ambiguous_move_is_written_long() -> None:
    position = ENGLISH.parse_fen(TWO_WAYS)
    assert [ENGLISH.format_move(position, m) for m in position.legal_moves()] == ["22x13x6", "22x15x6"]


@pytest.mark.parametrize("text", ["c3:e5:c7:a5:c3", "c3:a5:c7:e5:c3", "c3:c3", "c3:c7:c3", "c3:a5:c3"])
def test_a_round_trip_is_one_move_whichever_way_it_is_written(text: str) -> None:
    position = BRAZILIAN.parse_fen(TWO_WAYS)
    assert BRAZILIAN.parse_move(position, text) == position.legal_moves()[0]


@pytest.mark.parametrize("text", ["a1:d4:g7", "a1:e5:g7", "a1:g7"])
def test_every_landing_square_of_a_king_in_a_line_is_accepted(text: str) -> None:
    position = BRAZILIAN.parse_fen("W:WKa1:Bc3,f6")
    assert BRAZILIAN.format_move(position, BRAZILIAN.parse_move(position, text)) == "a1:g7"


@pytest.mark.parametrize("text", ["a1:c3:g7", "a1:e5:d4:g7", "a1:d4:e5:g7"])
def test_squares_that_the_king_does_not_land_on_are_refused(text: str) -> None:
    position = BRAZILIAN.parse_fen("W:WKa1:Bc3,f6")
    with pytest.raises(IllegalMove):
        BRAZILIAN.parse_move(position, text)


# From a1 over b2 to d4, and there the king may stop, to be huffed, or go round by f6, d8 and b6 to d4.
ROUND = "W:WKa1:Bb2,e5,e7,c7,c5"


def test_one_jump_beside_a_longer_way_with_the_same_ends_has_a_doubled_sign() -> None:
    position = HUFFING.parse_fen(ROUND)
    texts = {HUFFING.format_move(position, move): move for move in huff.accepted_moves(position)}
    assert len(texts) == len(huff.accepted_moves(position))
    for text, move in texts.items():
        assert HUFFING.parse_move(position, text) == move
    single = [text for text in texts if "::" in text]
    assert single
    for text in single:
        assert len(texts[text].captured) == 1
        with pytest.raises(AmbiguousMove):
            HUFFING.parse_move(position, text.replace("::", ":"))


def test_under_huffing_a_sign_tells_a_quiet_move_from_a_capture() -> None:
    # from c3 to b2: one quiet step, or all the way round
    position = HUFFING.parse_fen("W:WKc3:Bb4,b6,d4,d6")
    ends = {(m.origin, m.target, m.is_capture) for m in huff.accepted_moves(position)}
    b2 = HUFFING.parse_square("b2")
    c3 = HUFFING.parse_square("c3")
    assert {(c3, b2, True), (c3, b2, False)} <= ends
    assert not HUFFING.parse_move(position, "c3-b2").is_capture
    with pytest.raises(AmbiguousMove):
        HUFFING.parse_move(position, "c3b2")
    assert HUFFING.parse_move(position, "c3:b2").is_capture


ALL_GAMES = [
    *(Draughts(variant) for variant in PRESETS.values()),
    *(Draughts(replace(variant, missed_capture=MissedCapture.HUFF)) for variant in PRESETS.values()),
]


@given(st.data(), st.sampled_from(ALL_GAMES))
def test_every_accepted_move_is_read_back_from_what_is_written(data: st.DataObject, game: Draughts) -> None:
    position = data.draw(placed_positions(game.variant))
    moves = huff.accepted_moves(position)
    texts = [game.format_move(position, move) for move in moves]
    assert len(set(texts)) == len(moves)
    for text, move in zip(texts, moves, strict=True):
        assert game.parse_move(position, text) == move
        assert looks_like_move(text)


@given(st.data(), st.sampled_from(ALL_GAMES))
def test_every_way_of_a_capture_is_read_as_that_capture(data: st.DataObject, game: Draughts) -> None:
    position = data.draw(placed_positions(game.variant, max_pieces=8))
    generator, state = position.generator, position.state
    for ply in generator.captures.due(state):
        for path, _ in generator.captures.routes(ply, state):
            text = ":".join(game.board.name(generator.layout.square[bit]) for bit in path)
            if len(path) > 2:
                assert position.ply_of(game.parse_move(position, text)) == ply


@given(st.one_of(st.text(max_size=250), st.from_regex(r"[a-l0-9:x\- ]{0,30}", fullmatch=True)))
def test_any_text_is_a_move_or_a_declared_error(text: str) -> None:
    looks_like_move(text)
    for game in (BRAZILIAN, HUFFING, SPANISH):
        try:
            move = game.parse_move(game.initial_position(), text)
        except MoveError:
            continue
        assert move in game.initial_position().legal_moves()


@given(st.text(max_size=10))
def test_any_text_is_a_square_or_a_declared_error(text: str) -> None:
    try:
        square = BRAZILIAN.parse_square(text)
    except UnparsableMove:
        return
    assert 0 <= square < 32
