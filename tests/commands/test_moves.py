"""Moves as people make them: written, with a command, in answer to a board, and by buttons."""

from __future__ import annotations

import pytest

from bot.buttons import encode_press
from bot.replies import BoardImage
from rules.pieces import Color
from tests.commands.room import Heard, Room, keys, words

# The man on d1 can take two pieces on the left or two on the right, and lands on d5 either way.
TWO_WAYS = "W:Wd1:Bc2,c4,e2,e4,a8"


async def plies(room: Room, code: str) -> int:
    return (await room.game(code)).game.ply


@pytest.mark.parametrize(
    ("regulation", "text"),
    [
        ("grodziec-2017", "c3-d4"),
        ("grodziec-2017", "c3 d4"),
        ("grodziec-2017", "C3D4"),
        ("grodziec-2017", " c3 – d4! "),
        ("grodziec-2017", "22-18"),
        ("grodziec-2017", "22 18"),
        ("grodziec-2017", "/move c3-d4"),
        ("grodziec-2017", "/MOVE 22-18"),
        ("grodziec-2017", "/move@damka_bot c3-d4"),
        ("grodziec-2017", "/ruch c3-d4"),
        ("grodziec-2017", "хід c3-d4"),
        ("grodziec-2017", "с3-d4"),  # the letter of a Ukrainian keyboard
        ("pzwarc-100", "32-28"),
        ("pzwarc-100", "32 28"),
        ("pzwarc-100", "/move 32–28"),
        ("slidy-2015", "a1-a5"),
        ("riazor", "9-13"),
    ],
)
async def test_a_move_is_written_as_people_write_it(room: Room, regulation: str, text: str) -> None:
    code = await room.begin(regulation)
    heard = await room.say("anna", text)
    assert "board.last-white" in keys(heard)
    assert heard[-1].subject == f"board:{code}"
    assert await plies(room, code) == 1


@pytest.mark.parametrize(
    "text",
    [
        "12-10",
        "see you at 12:30",
        "12:30",
        "1-0!",
        "22 18 24 25",
        "Piotr, a4?",
        "c3",
        "…",
        "-",
        "x",
        "32x28x19",
        "remis? nie",
        "ruch na ulicy jest duży",
        "zagraj jutro",
        "plansza jest ładna",
        "partie polityczne",
        "/",
        "   ",
        "",
    ],
)
async def test_conversation_in_a_group_is_not_commented(room: Room, text: str) -> None:
    code = await room.begin("grodziec-2017")
    for user in ("anna", "piotr", "ola"):
        heard = await room.say(user, text)
        assert heard == [] or text == "/", words(heard)
    assert await plies(room, code) == 0


@pytest.mark.parametrize("word", ["remis", "film", "zapis", "plansza", "ruchy", "нічия", "poddaję", "zegar"])
async def test_a_word_without_a_slash_is_no_command_where_it_would_only_be_refused(
    room: Room, word: str
) -> None:
    assert await room.say("anna", word) == []
    assert keys(await room.say("anna", word, chat="@anna")) != []


async def test_no_attempt_is_counted_that_may_have_been_meant_for_another_game(room: Room) -> None:
    trails, draughts = await room.begin("slidy-2015"), await room.begin("pzwarc-64")
    await room.say("anna", "c3-d4")
    assert keys(await room.say("anna", "a3-b4")) == ["ask.which-game"]
    assert (await room.game(trails)).game.impossible == (0, 0)
    [asked] = await room.say("anna", "/resign " + draughts)
    await room.say("anna", press=asked.button("resign", "yes white"))
    await room.say("anna", "a3-b4")
    assert (await room.game(trails)).game.impossible == (1, 0)


@pytest.mark.parametrize(
    ("user", "text", "answer"),
    [
        ("anna", "c3-e5", "error.move-illegal"),
        ("anna", "/move 22-17-13", "error.move-illegal"),
        ("anna", "/move nonsense", "error.move-unparsable"),
        ("anna", "/move z9-z8", "error.no-such-square"),
        ("anna", "a2-a3", "error.no-such-square"),
        ("anna", "c3-d44", "error.no-such-square"),
        ("anna", "/move 22-99", "error.move-unparsable"),
        ("anna", "/move", "error.missing-word"),
        ("anna", "/move G2R2 c3-d4", "error.unknown-game"),
        ("piotr", "f6-e5", "refused.not-your-turn"),
        ("piotr", "/move f6-e5", "refused.not-your-turn"),
        ("ola", "/move c3-d4", "error.no-game-of-yours"),
    ],
)
async def test_a_wrong_move_gets_one_sentence_and_changes_nothing(
    room: Room, user: str, text: str, answer: str
) -> None:
    code = await room.begin("grodziec-2017")
    [heard] = await room.say(user, text)
    assert answer in heard.keys
    assert heard.to == user
    assert await plies(room, code) == 0


async def test_a_spectator_who_writes_a_move_talks_to_the_others(room: Room) -> None:
    await room.begin("grodziec-2017")
    assert await room.say("ola", "c3-d4") == []


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("c3-d4", "error.no-game-of-yours"),
        ("12-10", "error.no-game-of-yours"),
        ("hello", "error.not-understood"),
        ("remis jutro", "error.not-understood"),
        ("x" * 1001, "error.too-long"),
        ("/" + "x" * 10_000, "error.too-long"),
        ("/nosuch", "error.unknown-command"),
        ("/", "error.unknown-command"),
    ],
)
async def test_in_private_everything_is_answered(room: Room, text: str, answer: str) -> None:
    assert keys(await room.say("anna", text, chat="@anna")) == [answer]


async def test_another_persons_game_is_not_to_be_played_in(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    for text in (
        f"/move {code} c3-d4",
        f"/resign {code}",
        f"/draw {code}",
        f"/huff {code}",
        f"/abort {code}",
    ):
        assert keys(await room.say("ola", text)) == ["refused.not-a-player"]
    assert await plies(room, code) == 0


async def test_a_finished_game_takes_no_move(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    asked = (await room.say("anna", "/resign"))[0]
    await room.say("anna", press=asked.button("resign", "yes white"))
    assert keys(await room.say("anna", f"/move {code} c3-d4")) == ["refused.not-running"]
    assert await room.say("anna", "22-18") == []


# --- several games in one chat ------------------------------------------------------------------------------


async def two_games(room: Room) -> tuple[str, str]:
    return await room.begin("grodziec-2017"), await room.begin("pzwarc-64")


async def test_of_several_games_the_one_meant_is_asked_by_button(room: Room) -> None:
    first, second = await two_games(room)
    [question] = await room.say("anna", "c3-d4")
    assert question.to == "anna"
    assert "ask.which-game" in question.keys
    assert [press.code for press in question.presses] == [first, second]
    heard = await room.say("anna", press=question.button("do", f"move {second} c3-d4"))
    assert heard[-1].subject == f"board:{second}"
    assert (await plies(room, first), await plies(room, second)) == (0, 1)
    # now only one is left in which Anna is on turn
    await room.say("anna", "c3-d4")
    assert await plies(room, first) == 1


async def test_only_games_in_which_the_text_is_a_move_are_asked_about(room: Room) -> None:
    first = await room.begin("grodziec-2017")
    second = await room.begin("slidy-2015")
    await room.say("anna", "a1-a5")
    assert (await plies(room, first), await plies(room, second)) == (0, 1)


async def test_a_move_that_answers_a_board_is_played_on_that_board(room: Room) -> None:
    first, second = await two_games(room)
    board = await room.board(first)
    await room.say("anna", "22-18", reply_to=board.id)
    assert (await plies(room, first), await plies(room, second)) == (1, 0)


async def test_a_number_that_answers_a_board_is_meant_as_a_move(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    [heard] = await room.say("anna", "12-10", reply_to=board.id)
    assert "error.move-illegal" in heard.keys
    assert keys(await room.say("ola", "22-18", reply_to=board.id)) == ["refused.not-a-player"]
    assert keys(await room.say("piotr", "22-18", reply_to=board.id)) == ["refused.not-your-turn"]


async def test_an_answer_to_another_message_is_conversation(room: Room) -> None:
    await room.begin("grodziec-2017")
    [other] = await room.say("anna", "/clock")
    assert await room.say("anna", "12-10", reply_to=other.id) == []
    assert await room.say("anna", "12-10", reply_to="nosuch") == []


async def test_a_command_that_answers_a_board_is_about_that_game(room: Room) -> None:
    first, second = await two_games(room)
    board = await room.board(first)
    heard = await room.say("anna", "/draw", reply_to=board.id)
    assert heard[-1].subject == f"board:{first}"
    assert (await room.game(second)).game.offer is None


@pytest.mark.parametrize(
    "command", ["draw", "draw plus", "resign", "abort", "huff c3", "moves", "board text", "pdn"]
)
async def test_the_buttons_repeat_the_whole_command(room: Room, command: str) -> None:
    first, _ = await two_games(room)
    [question] = await room.say("anna", f"/{command}")
    name, _, rest = command.partition(" ")
    assert question.presses[0].argument == f"{name} {first} {rest}".strip()


async def test_a_text_too_long_for_a_button_still_names_the_games(room: Room) -> None:
    first, second = await two_games(room)
    [question] = await room.say("anna", "/move " + "c3-d4 " * 30)
    assert question.presses == []
    assert first in question.text
    assert second in question.text


async def test_whoever_acts_from_another_chat_hears_there_what_came_of_it(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    heard = await room.say("anna", f"/move {code} c3-d4", chat="@anna")
    in_group, in_private = heard
    assert in_group.subject == f"board:{code}"
    assert in_private.subject is None
    assert in_private.text == in_group.text
    assert in_private.presses == []


# --- buttons ------------------------------------------------------------------------------------------------


async def test_a_move_by_buttons_goes_from_piece_to_square_and_back(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    assert [p.argument for p in board.presses if p.verb == "piece"] == ["a3", "c3", "e3", "g3"]
    [squares] = await room.say("anna", press=board.button("piece", "c3"))
    assert squares.subject == f"board:{code}"
    assert isinstance(squares.board, BoardImage)
    assert squares.board.selected is not None
    assert set(squares.buttons) >= {"c3-b4", "c3-d4"}
    [pieces] = await room.say("anna", press=squares.button("back"))
    assert pieces.presses == board.presses
    heard = await room.say("anna", press=squares.buttons["c3-d4"])
    assert (await room.game(code)).game.moves[0].text == "c3-d4"
    assert "board.last-white" in heard[-1].keys


async def test_only_the_player_on_turn_can_press_and_others_get_a_private_notice(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    for user, answer in (("piotr", "refused.not-your-turn"), ("ola", "refused.not-a-player")):
        [notice] = await room.say(user, press=board.button("piece", "c3"))
        assert notice.toast
        assert notice.to == user
        assert notice.keys[0] == answer
    [squares] = await room.say("anna", press=board.button("piece", "c3"))
    for press in squares.presses:
        if press.verb in ("play", "back"):
            [notice] = await room.say("piotr", press=encode_press(press))
            assert notice.toast
    assert await plies(room, code) == 0


async def test_a_button_of_an_older_board_says_so(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    [squares] = await room.say("anna", press=board.button("piece", "c3"))
    await room.play("c3-d4", "f6-g5")
    for data in (board.button("piece", "a3"), squares.buttons["c3-b4"], squares.button("back")):
        [notice] = await room.say("anna", press=data)
        assert notice.toast
        assert notice.keys == ["error.stale-button"]
    assert await plies(room, code) == 2


async def test_a_move_pressed_twice_is_made_once(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    [squares] = await room.say("anna", press=board.button("piece", "c3"))
    await room.say("anna", press=squares.buttons["c3-d4"])
    [notice] = await room.say("anna", press=squares.buttons["c3-d4"])
    assert notice.toast
    assert await plies(room, code) == 1


@pytest.mark.parametrize(
    "data",
    [
        "",
        ":",
        "::::",
        "piece",
        "piece:{code}:{version}:z9",
        "piece:{code}:{version}:99",
        "piece:{code}:{version}:",
        "play:{code}:{version}:99",
        "play:{code}:{version}:-1",
        "play:{code}:{version}:²",
        "play:{code}:{version}:c3-d4",
        "play:G2R2:1:0",
        "huff:{code}:{version}:q1",
        "draw:{code}:{version}:perhaps",
        "abort:{code}:{version}:",
        "resign:{code}:0:yes",
        "resign:{code}:0:yes green",
        "decide:{code}:0:green",
        "forget::0:yes",
        "forget::0:perhaps 1",
        "nosuch:{code}:{version}:c3",
        "piece:{code}:999999999999:c3",
        "piece:{code}:٣:c3",
        "do::0:",
        "do::0:nosuch",
        "piece:\x00:1:c3",
        "piece:\ud800:1:c3",
        "x" * 10_000,
        "piece:{code}:" + "9" * 5000 + ":c3",
    ],
)
async def test_damaged_buttons_are_answered_and_change_nothing(
    room: Room, data: str, caplog: pytest.LogCaptureFixture
) -> None:
    code = await room.begin("grodziec-2017")
    before = await room.game(code)
    data = data.replace("{code}", code).replace("{version}", str(before.version))
    [notice] = await room.say("anna", press=data)
    assert notice.toast
    assert notice.to == "anna"
    assert "error.ours" not in notice.keys
    assert caplog.records == []
    assert await room.game(code) == before


async def test_an_ambiguous_capture_is_asked_with_buttons_and_never_guessed(room: Room) -> None:
    code = await room.set_up("riazor", TWO_WAYS)
    for text in ("d1:d5", f"/move {code} d1xd5"):
        [question] = await room.say("anna", text)
        assert "ask.which-move" in question.keys
        assert question.to == "anna"
        assert len(question.presses) == 2
        assert len(question.buttons) == 2
    assert (
        keys(await room.say("piotr", press=encode_press(question.presses[1])))[0] == "refused.not-your-turn"
    )
    await room.say("anna", press=encode_press(question.presses[1]))
    assert (await room.game(code)).game.position.count(Color.BLACK) == 3


async def test_the_long_form_decides_between_captures(room: Room) -> None:
    code = await room.set_up("riazor", TWO_WAYS)
    await room.say("anna", "d1:b3:d5")
    [played] = (await room.game(code)).game.moves
    assert len(played.move.captured) == 2


async def test_boards_show_what_was_played_and_who_is_to_move(room: Room) -> None:
    code = await room.begin("grodziec-2017", "10+5")
    board: Heard = (await room.play("c3-d4", "f6-g5"))[-1]
    assert board.keys[:2] == ["board.players", "board.last-black"]
    assert "board.clocks" in board.keys
    assert code in board.text
    assert "f6-g5" in board.text
    assert "10:05" in board.text
