"""A missed capture costs the piece that could have made it: which one, who says so, and how it is told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.ending import Reason
from rules.pieces import Color
from tests.commands.room import Room, keys, words

TWO = "W:Wc3,g3:Bd4,f4,h8"
"""c3 or g3 can take; after c3-b4 either may be huffed"""


async def open_choice(room: Room, clock: str = "none") -> str:
    code = await room.set_up("grodziec-2017", TWO, clock)
    await room.say("anna", "c3-b4")
    return code


def squares(position: str) -> set[str]:
    """The occupied squares of a FEN."""
    return {square.lstrip("K") for part in position.split(":")[1:] for square in part[1:].split(",")}


async def fen(room: Room, code: str) -> str:
    game = (await room.game(code)).game
    return game.rules.game_type.format_fen(game.position)


async def test_of_several_pieces_the_opponent_chooses_by_button(room: Room) -> None:
    code = await room.set_up("grodziec-2017", TWO)
    board = (await room.say("anna", "c3-b4"))[-1]
    assert "board.huff" in board.keys
    assert "7.4" in board.text
    assert [p.argument for p in board.presses if p.verb == "huff"] == ["b4", "g3"]
    [notice] = await room.say("anna", press=board.button("huff", "g3"))
    assert notice.toast
    assert notice.keys[0] == "refused.not-your-turn"
    told, after = await room.say("piotr", press=board.button("huff", "b4"))
    assert "game.huffed-by-choice" in told.keys
    assert "b4" in told.text
    assert "Anna" in told.text
    assert "7.4" in told.text
    assert squares(await fen(room, code)) == {"g3", "d4", "f4", "h8"}
    assert "board.turn" in after.keys
    [stale] = await room.say("piotr", press=board.button("huff", "g3"))
    assert stale.toast


@pytest.mark.parametrize(
    "text", ["/huff g3", "/huff G3", "/huff 24", "/fuk g3", "fuk g3", "фук g3", "/soprar 24"]
)
async def test_the_choice_in_words(room: Room, text: str) -> None:
    code = await open_choice(room)
    await room.say("piotr", text)
    assert squares(await fen(room, code)) == {"b4", "d4", "f4", "h8"}


@pytest.mark.parametrize(
    ("user", "text", "answer"),
    [
        ("piotr", "/huff c3", "refused.not-a-candidate"),
        ("piotr", "/huff 99", "refused.not-a-candidate"),
        ("piotr", "/huff l12", "refused.not-a-candidate"),
        ("piotr", "/huff c4", "refused.not-a-candidate"),
        ("piotr", "/huff nonsense", "error.unknown-word"),
        ("piotr", "h8-f6", "refused.huff-due"),
        ("anna", "/huff g3", "refused.not-your-turn"),
        ("anna", "/huff", "refused.not-your-turn"),
        ("ola", "/huff g3", "error.no-game-of-yours"),
    ],
)
async def test_a_wrong_choice_is_refused_and_the_choice_stays(
    room: Room, user: str, text: str, answer: str
) -> None:
    code = await open_choice(room)
    before = await room.game(code)
    [heard] = await room.say(user, text)
    assert heard.keys[0] == answer
    if answer in ("refused.not-a-candidate", "refused.huff-due"):
        assert "b4 or g3" in heard.text
    assert await room.game(code) == before


async def test_huff_without_a_square_shows_the_choice_again(room: Room) -> None:
    await open_choice(room)
    [board] = await room.say("piotr", "/huff")
    assert "board.huff" in board.keys
    assert [p.argument for p in board.presses if p.verb == "huff"] == ["b4", "g3"]


async def test_without_a_missed_capture_there_is_nothing_to_huff(room: Room) -> None:
    await room.begin("grodziec-2017")
    assert keys(await room.say("anna", "/huff c3")) == ["refused.no-huff"]
    assert keys(await room.say("anna", "/huff")) == ["refused.no-huff"]


@pytest.mark.parametrize(("answer", "gone"), [("f4xh2", "c3"), ("d4xb2", "g3"), ("26x24", None)])
async def test_a_move_instead_of_a_choice_chooses_the_piece_without_which_it_is_right(
    room: Room, answer: str, gone: str | None
) -> None:
    code = await room.set_up("grodziec-2017", "W:Wc3,g3,e1:Bd4,f4,h8")
    await room.say("anna", "e1-d2")
    heard = await room.say("piotr", answer)
    if gone is None:
        assert len((await room.game(code)).game.huff_choice) == 2
        return
    assert "game.huffed" in keys(heard)
    assert gone not in squares(await fen(room, code))
    assert (await room.game(code)).game.ply == 2


async def test_a_bare_number_counts_as_a_move_while_the_choice_is_open(room: Room) -> None:
    code = await room.set_up("grodziec-2017", "W:Wc3,g3,e1:Bd4,f4,h8")
    await room.say("anna", "e1-d2")
    heard = await room.say("piotr", "19x28")  # f4xh2, which is there only once c3 has gone
    assert "game.huffed" in keys(heard)
    assert (await room.game(code)).game.ply == 2


async def test_a_number_that_is_no_move_is_conversation_also_while_the_choice_is_open(room: Room) -> None:
    await open_choice(room)
    assert await room.say("piotr", "12-10") == []


async def test_the_choice_may_block_whoever_chooses(room: Room) -> None:
    code = await room.set_up("grodziec-2017", "W:Wh4,e1,h2,g1:Bg3")
    await room.say("anna", "g1-f2")
    heard = await room.say("piotr", "/huff h4")
    outcome = (await room.game(code)).game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Color.WHITE, Reason.BLOCKED)
    assert "7.8" in words(heard)


async def test_a_single_candidate_goes_at_once_also_the_one_that_stayed(room: Room) -> None:
    code = await room.set_up("grodziec-2017", "W:Wa1,b6:Bb2,d4,f4,c7,e7")
    told, _ = await room.say("anna", "b6xd8")
    assert "game.huffed" in told.keys
    assert "a1" in told.text
    assert (await fen(room, code)).startswith("B:WKd8:")


async def test_a_side_whose_last_piece_is_huffed_has_lost(room: Room) -> None:
    code = await room.set_up("grodziec-2017", "W:Wc3:Bd4,h8")
    heard = await room.say("anna", "c3-b4")
    outcome = (await room.game(code)).game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Color.BLACK, Reason.NO_PIECES)
    assert "7.4" in words(heard)
    assert "7.8" in words(heard)


async def test_buttons_and_lists_do_not_give_the_capture_away(room: Room) -> None:
    code = await room.set_up("grodziec-2017", TWO)
    board = await room.board(code)
    assert [p.argument for p in board.presses if p.verb == "piece"] == ["c3", "g3"]
    [choice] = await room.say("anna", press=board.button("piece", "c3"))
    assert {"c3-b4", "c3:e5"} <= set(choice.buttons)
    [refused] = await room.say("anna", "/moves")
    assert refused.keys[:2] == ["by-article", "refused.no-hints"]
    assert "7.4" in refused.text
    [illegal] = await room.say("anna", "c3-h8")
    assert "error.move-illegal" in illegal.keys


@pytest.mark.parametrize(
    ("fen", "piece", "pieces", "targets"),
    [
        # g5 alone must take, and neither stands first nor is set apart
        ("W:Wa3,e1,g5:Bf6,h8", "g5", ["g5", "a3", "e1"], ["g5:e7", "g5-h6"]),
        ("W:Wa3,c5,g1:Bf2,b8,h8", "g1", ["c5", "a3", "g1"], ["g1:e3", "g1-h2"]),
        # a7 stands before c5 in the order of the squares, though only c5 can take
        ("B:Wb4,g1:Ba7,c5,h8", "c5", ["h8", "a7", "c5"], ["c5-d4", "c5:a3"]),
    ],
)
async def test_the_order_of_the_buttons_does_not_give_the_capture_away(
    room: Room, fen: str, piece: str, pieces: list[str], targets: list[str]
) -> None:
    code = await room.set_up("grodziec-2017", fen)
    board = await room.board(code)
    assert [p.argument for p in board.presses if p.verb == "piece"] == pieces
    player = "anna" if fen.startswith("W") else "piotr"
    [choice] = await room.say(player, press=board.button("piece", piece))
    assert [label for label in choice.buttons if label.startswith(piece)] == targets


async def test_a_missed_capture_is_rejected_where_the_regulation_says_so(room: Room) -> None:
    code = await room.set_up("pzwarc-64", TWO)
    [refused] = await room.say("anna", "c3-b4")
    assert "error.move-illegal-instead" in refused.keys
    assert "why.must-capture" in refused.keys
    assert (await room.game(code)).game.ply == 0


@pytest.mark.parametrize(
    ("fen", "move", "why"),
    [
        ("W:Wd3,a2:Be4,h7", "a2-b3", "there is a capture (Soprada)"),
        # a4 would take two
        ("W:Wa4,g2:Bb5,d7,f3", "g2-e4", "(Cantidade, Calidade)"),
        # a4 would take a king
        ("W:Wa4,g2:BKb5,f3", "g2-e4", "(Cantidade, Calidade)"),
        # in numbers: a2 is 8, b3 is 12, g2 is 5, e4 is 14
        ("W:Wd3,a2:Be4,h7", "8-12", "there is a capture (Soprada)"),
        ("W:Wd3,a2:Be4,h7", "8 12", "there is a capture (Soprada)"),
        ("W:Wa4,g2:Bb5,d7,f3", "5x14", "(Cantidade, Calidade)"),
    ],
)
async def test_what_a_missed_capture_breaks_is_named(room: Room, fen: str, move: str, why: str) -> None:
    code = await room.set_up("riazor", fen)
    [refused] = await room.say("anna", move)
    assert f"{move}: not possible, " in refused.text
    assert why in refused.text
    assert (await room.game(code)).game.ply == 0


async def test_resigning_while_the_choice_is_open(room: Room) -> None:
    code = await open_choice(room)
    [question] = await room.say("piotr", "/resign")
    await room.say("piotr", press=question.button("resign", "yes black"))
    assert (await room.game(code)).row.result == "1-0"


async def test_no_draw_is_agreed_while_the_choice_is_open(room: Room) -> None:
    code = await open_choice(room)
    await room.say("anna", "/draw")
    assert keys(await room.say("piotr", "/draw accept"))[0] == "refused.huff-due"
    await room.say("piotr", "/huff b4")
    await room.say("piotr", "/draw accept")
    assert (await room.game(code)).row.result == "1/2-1/2"


async def test_the_clock_of_whoever_chooses_runs(room: Room) -> None:
    code = await open_choice(room, "5+0")
    heard = await room.advance(timedelta(minutes=5))
    assert "reason.flag" in keys(heard)
    assert (await room.game(code)).row.result == "1-0"


async def test_the_record_tells_which_piece_was_huffed(room: Room) -> None:
    code = await open_choice(room)
    await room.say("piotr", "/huff b4")
    [record] = await room.say("ola", f"/pdn {code}")
    assert "{huff b4}" in record.document.text
