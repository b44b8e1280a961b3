"""What a picture shows, in words and in characters."""

from __future__ import annotations

import pytest

from bot.pictures.board import BoardView
from bot.pictures.scene import describe_animation, describe_picture, text_picture
from bot.pictures.textboard import text_board
from bot.replies import Animation, BoardImage, Reply, decode_reply, encode_reply
from bot.texts import LANGUAGES, Catalogues
from rules.pieces import Color, Kind, Piece
from tests.pictures.boards import BLACK_MAN, BOARDS, EIGHT, WHITE_KING, WHITE_MAN, squares


@pytest.fixture(scope="module")
def texts() -> Catalogues:
    return Catalogues.load()


def picture(game: str, fen: str, last: str = "", taken: str = "", selected: str | None = None) -> BoardImage:
    board = BOARDS["trail"] if game == "slidy" else EIGHT
    chosen = None if selected is None else board.from_name(selected)
    return BoardImage(game, fen, squares(board, last), squares(board, taken), chosen)


DESCRIBED = [
    (
        picture("brazilian", "B:Wc3,e3,Kd4:Bb6", "c5 d4"),
        {
            "pl": "Białe: pionki c3, e3; damka d4. Czarne: pionek b6. Ruch czarnych. Ostatni ruch: c5-d4.",
            "uk": "Білі: шашки c3, e3; дамка d4. Чорні: шашка b6. Хід чорних. Останній хід: c5-d4.",
            "gl": "Brancas: peóns c3, e3; dama d4. Negras: peón b6. Xogan as negras. Última xogada: c5-d4.",
            "en": "White: men c3, e3; king d4. Black: man b6. Black to move. Last move: c5-d4.",
        },
    ),
    (
        picture("brazilian", "W:Wa1:BKh8,Kf8,e3", "c5 e3", "d4"),
        {
            "pl": "Białe: pionek a1. Czarne: pionek e3; damki f8, h8. Ruch białych. "
            "Ostatni ruch: c5:e3, zdjęte z planszy: d4.",
            "uk": "Білі: шашка a1. Чорні: шашка e3; дамки f8, h8. Хід білих. "
            "Останній хід: c5:e3, знято з дошки: d4.",
            "gl": "Brancas: peón a1. Negras: peón e3; damas f8, h8. Xogan as brancas. "
            "Última xogada: c5:e3, pezas retiradas: d4.",
            "en": "White: man a1. Black: man e3; kings f8, h8. White to move. "
            "Last move: c5:e3, taken off: d4.",
        },
    ),
    (
        picture("slidy", "B:WRa5,a1,c1:BRh8,h7", "c5 a5", "a5"),
        {
            "pl": "Białe: wieża a5; ślady a1, c1. Czarne: wieża h8; ślad h7. Ruch czarnych. "
            "Ostatni ruch: c5xa5, zdjęte z planszy: a5.",
            "uk": "Білі: тура a5; сліди a1, c1. Чорні: тура h8; слід h7. Хід чорних. "
            "Останній хід: c5xa5, знято з дошки: a5.",
            "gl": "Brancas: torre a5; pegadas a1, c1. Negras: torre h8; pegada h7. Xogan as negras. "
            "Última xogada: c5xa5, pezas retiradas: a5.",
            "en": "White: rook a5; traces a1, c1. Black: rook h8; trace h7. Black to move. "
            "Last move: c5xa5, taken off: a5.",
        },
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("image", "expected"), DESCRIBED, ids=["quiet", "capture", "trail"])
def test_a_picture_is_told_in_every_language(
    image: BoardImage, expected: dict[str, str], language: str, texts: Catalogues
) -> None:
    assert texts.say(describe_picture(image), language) == expected[language]


@pytest.mark.parametrize(
    ("image", "part"),
    [
        (picture("brazilian", "W:Wa1:B"), "Black: nothing left on the board."),
        (picture("brazilian", "W:Wa1:Bh8", selected="a1"), "Selected: a1."),
        (picture("brazilian", "W:Wa1:Bh8"), "White to move."),
        # a huffed piece leaves the board, and its move took nothing
        (picture("brazilian", "B:Wb4:Bd4,f4", "c3 b4", "g3"), "Last move: c3-b4, taken off: g3."),
        (picture("brazilian", "B:Wh4,a1:Bb2", "a5 e1 h4", "c3"), "Last move: a5:h4, taken off: c3."),
    ],
)
def test_a_description_says(image: BoardImage, part: str, texts: Catalogues) -> None:
    assert part in texts.say(describe_picture(image), "en")


def test_a_board_with_numbers_is_told_by_numbers_in_their_order(texts: Catalogues) -> None:
    image = BoardImage("international", "W:W50,31,6:BK2,K10", last=(8, 3))
    assert texts.say(describe_picture(image), "en") == (
        "White: men 6, 31, 50. Black: kings 2, 10. White to move. Last move: 9-4."
    )


@pytest.mark.parametrize(
    ("language", "plies", "expected"),
    [
        ("pl", 1, "Animacja partii: 1 posunięcie."),
        ("pl", 22, "Animacja partii: 22 posunięcia."),
        ("pl", 25, "Animacja partii: 25 posunięć."),
        ("uk", 21, "Анімація партії: 21 хід."),
        ("gl", 2, "Animación da partida: 2 xogadas."),
        ("en", 2, "Animated game: 2 plies."),
    ],
)
def test_a_moving_picture_says_how_long_the_game_is(
    language: str, plies: int, expected: str, texts: Catalogues
) -> None:
    animation = Animation("brazilian", "W:Wa1:Bh8", ("a1-b2",) * plies)
    assert texts.say(describe_animation(animation), language) == expected


def test_what_is_described_survives_the_outbox() -> None:
    reply = Reply((describe_picture(DESCRIBED[0][0]),))
    assert decode_reply(encode_reply(reply)) == reply


# --- boards of characters --------------------------------------------------------------------------------

ROOKS = {Color.WHITE: Piece(Color.WHITE, Kind.ROOK), Color.BLACK: Piece(Color.BLACK, Kind.ROOK)}


def test_a_text_board_shows_pieces_marks_and_coordinates() -> None:
    pieces = dict.fromkeys(squares(EIGHT, "e3 b2"), WHITE_MAN) | {EIGHT.from_name("g5"): WHITE_KING}
    pieces[EIGHT.from_name("f8")] = BLACK_MAN
    view = BoardView(
        EIGHT,
        pieces,
        last=squares(EIGHT, "c5 e7 g5"),
        taken=squares(EIGHT, "d6 f6"),
        selected=EIGHT.from_name("b2"),
    )
    assert text_board(view) == "\n".join(
        (
            "   +--------------------------------+",
            " 8 |     .       .       x       .  | 1-4",
            " 7 | .       .       *       .      | 5-8",
            " 6 |     .       +       +       .  | 9-12",
            " 5 | .       *       .      >oo<    | 13-16",
            " 4 |     .       .       .       .  | 17-20",
            " 3 | .       .       o       .      | 21-24",
            " 2 |    [o ]     .       .       .  | 25-28",
            " 1 | .       .       .       .      | 29-32",
            "   +--------------------------------+",
            "     a   b   c   d   e   f   g   h",
        )
    )


def test_a_turned_text_board_without_letters_has_its_numbers_in_the_squares() -> None:
    board = BOARDS["8 light"]
    view = BoardView(board, {board.from_number(1): WHITE_MAN}, viewed_by=Color.BLACK, labels="numeric")
    lines = text_board(view).splitlines()
    assert lines[1] == "   | o        2       3       4     | 1-4"
    assert lines[8] == "   |     29      30      31      32 | 29-32"
    assert len(lines) == 10


def test_rooks_and_traces_differ_in_a_text_board() -> None:
    board = BOARDS["trail"]
    pieces = {
        board.from_name("a8"): Piece(Color.WHITE, Kind.ROOK),
        board.from_name("b8"): Piece(Color.WHITE, Kind.TRACE),
        board.from_name("c8"): Piece(Color.BLACK, Kind.TRACE),
        board.from_name("d8"): Piece(Color.BLACK, Kind.ROOK),
    }
    lines = text_board(BoardView(board, pieces, labels="algebraic")).splitlines()
    assert lines[1] == " 8 | OO  o   x   XX  .   .   .   .  |"


@pytest.mark.parametrize("viewed_by", ["white", "black"])
@pytest.mark.parametrize("name", BOARDS)
def test_every_line_of_a_text_board_is_plain_and_ends_where_it_should(name: str, viewed_by: str) -> None:
    lines = text_board(BoardView(BOARDS[name], {}, viewed_by=Color(viewed_by))).splitlines()
    assert all(line.isascii() and line == line.rstrip() and len(line) <= 70 for line in lines)
    assert len({line.rindex("|") for line in lines[1:-2]}) == 1


def test_a_reply_is_drawn_with_characters_by_its_own_values() -> None:
    image = picture("brazilian", "B:Wb4:Bd4", "c3 b4")
    assert " 4 |    >o <     x       .       .  | 17-20" in text_picture(image)
