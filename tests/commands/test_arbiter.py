"""What an arbiter decides: who may, with which reason, where the reason is kept, and what is put to them."""

from __future__ import annotations

import pytest

from bot.commands.games import REASON
from bot.replies import Said
from rules.ending import Reason
from rules.pieces import Color
from storage.ids import SubjectKind
from storage.repositories.games import GameStatus
from tests.commands.room import Heard, Room, keys, words

WHY = "Opponent absent, łąka 42"


async def logged(room: Room, code: str) -> str:
    """The log of a game as text."""
    async with room.database.reading() as reading:
        entries = await reading.log.of((await room.game(code)).row.subject)
    return "\n".join(f"{entry.draft.kind} {entry.draft.body}" for entry in entries)


async def reasons(room: Room, code: str) -> dict[str, str]:
    async with room.database.reading() as reading:
        return await reading.personal.all((await room.game(code)).row.subject)


@pytest.mark.parametrize(
    ("regulation", "result", "stored", "reason", "article"),
    [
        ("grodziec-2017", "1-0", "1-0", Reason.ADJUDICATION, ""),
        ("grodziec-2017", "0-2", "0-1", Reason.ADJUDICATION, ""),
        ("grodziec-2017", "=", "1/2-1/2", Reason.ADJUDICATION, ""),
        ("pzwarc-64", "1/2", "1/2-1/2", Reason.ADJUDICATION, "7.3.3"),
        ("pzwarc-64", "½", "1/2-1/2", Reason.ADJUDICATION, "7.3.3"),
        ("slidy-2015", "1-1", "1/2-1/2", Reason.ADJUDICATION, "Нічия"),
        ("mikolajki-2023", "1/2", "1/2-1/2", Reason.EQUAL_KINGS, "Z17"),
    ],
)
async def test_a_decided_result_is_announced_with_reason_and_article(
    room: Room, regulation: str, result: str, stored: str, reason: Reason, article: str
) -> None:
    code = await room.begin(regulation)
    heard = await room.say("eva", f"/adjudicate {code} {result} {WHY}", admin=True)
    assert "arbiter.decided-why" in keys(heard)
    for part in (WHY, "Eva", article):
        assert part in words(heard)
    file = await room.game(code)
    assert file.row.result == stored
    assert file.row.reason == reason
    assert file.record.status is GameStatus.ENDED


async def test_a_reason_is_kept_where_it_can_be_erased_and_never_in_the_log(room: Room) -> None:
    code = await room.begin("grodziec-2017", "10+0")
    await room.say("eva", f"/pause {code} {WHY}", admin=True)
    await room.say("eva", f"/resume {code} found again", admin=True)
    await room.say("eva", f"/forfeit {code} black phone rang", admin=True)
    log = await logged(room, code)
    for text in (WHY, "found again", "phone", "Eva", "Anna", "Piotr"):
        assert text not in log
    assert set((await reasons(room, code)).values()) == {WHY, "found again", "phone rang"}
    assert all(key.startswith(f"{REASON}:") for key in await reasons(room, code))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("/adjudicate {code} 1-0", "arbiter.give-reason"),
        ("/forfeit {code} white", "arbiter.give-reason"),
        ("/forfeit {code}", "arbiter.which-side"),
        ("/forfeit {code} because", "arbiter.which-side"),
        ("/pause {code}", "arbiter.give-reason"),
        ("/resume {code}", "arbiter.give-reason"),
        ("/adjudicate {code}", "error.missing-word"),
        ("/adjudicate {code} 3-0 nonsense", "error.unknown-word"),
        ("/adjudicate 1-0 " + WHY, "error.missing-word"),
        ("/adjudicate G2R2 1-0 " + WHY, "error.unknown-game"),
        ("/adjudicate {code} 1+ " + WHY, "refused.no-advantage"),
        ("/resume {code} " + WHY, "refused.not-paused"),
    ],
)
async def test_what_is_missing_is_asked_for_and_nothing_decided(room: Room, text: str, answer: str) -> None:
    code = await room.begin("grodziec-2017")
    before = await room.game(code)
    [heard] = await room.say("eva", text.replace("{code}", code), admin=True)
    assert answer in heard.keys
    assert heard.to == "eva"
    assert await room.game(code) == before
    assert await reasons(room, code) == {}


@pytest.mark.parametrize(
    "command", ["/adjudicate {code} 1-0 x", "/forfeit {code} white x", "/pause {code} x"]
)
async def test_only_an_administrator_of_that_chat_who_does_not_play_decides(room: Room, command: str) -> None:
    code = await room.begin("grodziec-2017")
    text = command.replace("{code}", code)
    refused = [
        await room.say("ola", text),
        await room.say("anna", text, admin=True),
        await room.say("piotr", text, admin=True),
        await room.say("eva", text, chat="other", admin=True),
        await room.say("eva", text, chat="@eva", admin=True),
    ]
    for heard in refused:
        assert keys(heard) == ["refused.not-an-arbiter"]
    assert (await room.game(code)).record.status is GameStatus.RUNNING


async def test_a_finished_game_is_decided_no_more(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await room.say("eva", f"/adjudicate {code} 1-0 {WHY}", admin=True)
    assert keys(await room.say("eva", f"/adjudicate {code} 0-1 {WHY}", admin=True)) == ["refused.not-running"]


@pytest.mark.parametrize(("side", "result"), [("white", "0-1"), ("czarne", "1-0"), ("білі", "0-1")])
async def test_a_forfeit_names_its_article(room: Room, side: str, result: str) -> None:
    code = await room.begin("pzwarc-64")
    heard = await room.say("eva", f"/forfeit {code} {side} {WHY}", admin=True)
    assert "reason.forfeit" in keys(heard)
    assert "7.2.4" in words(heard)
    assert (await room.game(code)).row.result == result


async def test_the_arbiter_gives_no_advantage_that_the_board_does_not_show(room: Room) -> None:
    code = await room.set_up("pzwarc-100-advantage", "W:W31,32,33,K47:B1,2")
    [refused] = await room.say("eva", f"/adjudicate {code} 1- {WHY}", admin=True)
    assert "refused.advantage-decided" in refused.keys
    assert "6.5.2" in refused.text
    await room.say("eva", f"/adjudicate {code} 1/2 {WHY}", admin=True)
    assert (await room.game(code)).row.result == "1+"


# --- impossible moves ---------------------------------------------------------------------------------------


async def impossible(room: Room, times: int) -> list[Heard]:
    """Anna tries to move diagonally, again and again."""
    heard: list[Heard] = []
    for _ in range(times):
        heard = await room.say("anna", "a1-b2")
    return heard


async def test_without_an_arbiter_the_third_impossible_move_loses(room: Room) -> None:
    code = await room.set_up("slidy-2015")
    for number in (1, 2):
        told, board = await impossible(room, 1)
        assert "game.impossible" in told.keys
        assert "why.not-a-line" in told.keys
        first = told.reply.lines[0]
        assert isinstance(first, Said)
        assert first.args["number"] == number
        assert "(art. 2)" in told.text
        assert "board.turn" in board.keys
    heard = await impossible(room, 1)
    assert "reason.impossible-moves" in keys(heard)
    file = await room.game(code)
    assert (file.row.result, file.row.reason, file.row.article) == ("0-1", "impossible-moves", "9")
    assert file.game.ply == 0


async def test_with_an_arbiter_the_loss_is_theirs_to_declare_also_later(room: Room) -> None:
    code = await room.set_up("slidy-2015", arbiter=True)
    call = (await impossible(room, 3))[0]
    assert "arbiter.impossible" in call.keys
    assert "9" in call.text
    button = call.button("decide", "white")
    for user, admin in (("ola", False), ("piotr", False), ("anna", True)):
        [notice] = await room.say(user, press=button, admin=admin)
        assert notice.toast
        assert notice.keys == ["refused.not-an-arbiter"]
    again = (await impossible(room, 1))[0]
    assert again.button("decide", "white") == button
    await room.play("a1-a5", "h8-h4")
    heard = await room.say("eva", press=button, admin=True)
    assert "arbiter.decided" in keys(heard)
    outcome = (await room.game(code)).game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.article) == (Color.BLACK, Reason.IMPOSSIBLE_MOVES, "9")


async def test_a_loss_that_is_not_due_cannot_be_pressed(room: Room) -> None:
    code = await room.set_up("slidy-2015", arbiter=True)
    call = (await impossible(room, 3))[0]
    data = call.button("decide", "white").replace("white", "black")
    [notice] = await room.say("eva", press=data, admin=True)
    assert "refused.loss-not-due" in notice.keys
    other = await room.begin("grodziec-2017")
    [notice] = await room.say("eva", press=data.replace(code, other), admin=True)
    assert notice.keys == ["refused.impossible-not-counted"]


@pytest.mark.parametrize(
    "text", ["a1-z9", "a1", "rook to a5", "12-10", "/move nonsense", "/move a1-i9", "/move 1-2"]
)
async def test_what_is_no_move_of_two_squares_of_the_board_is_not_counted(room: Room, text: str) -> None:
    code = await room.set_up("slidy-2015")
    await room.say("anna", text)
    assert (await room.game(code)).game.impossible == (0, 0)


async def test_an_impossible_move_out_of_turn_is_not_counted(room: Room) -> None:
    code = await room.set_up("slidy-2015")
    assert keys(await room.say("piotr", "h8-g7")) == ["refused.not-your-turn"]
    assert (await room.game(code)).game.impossible == (0, 0)


async def test_the_administrators_become_arbiters_by_the_setting_of_the_chat(room: Room) -> None:
    await room.say("eva", "/settings arbiter yes", admin=True)
    code = await room.begin("slidy-2015")
    assert (await room.game(code)).game.has_arbiter
    await impossible(room, 3)
    assert (await room.game(code)).record.status is GameStatus.RUNNING


async def test_reasons_go_with_whoever_they_are_about(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await room.say("eva", f"/adjudicate {code} 1-0 Piotr did not come", admin=True)
    [question] = await room.say("piotr", "/forgetme", chat="@piotr")
    await room.say("piotr", press=question.button("forget"), chat="@piotr")
    assert await reasons(room, code) == {}
    async with room.database.reading() as reading:
        sides = [seat.side for seat in (await room.game(code)).seats]
        assert list((await reading.personal.many(SubjectKind.SIDE, sides, "name")).values()) == ["Anna"]
