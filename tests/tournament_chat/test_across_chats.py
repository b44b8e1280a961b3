"""Games between players of different chats: shown in both, moved from both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.replies import BoardImage
from rules.pieces import Color
from storage.check import check
from tests.tournament_chat.chats import KLUB, LEAGUE, chats_of, link, play_across
from tests.tournament_chat.hall import Hall, open_hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_a_game_across_two_chats_is_shown_in_both_and_moved_from_both(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    await link(hall, KLUB)
    await hall.say("zofia", "/settings theme night", admin=True, **KLUB)
    await hall.do("anna", "/join")
    await hall.do("bohdan", "/join", **KLUB)
    await hall.close_and_draw()
    heard = await hall.organise("/tournament start")
    boards = {message.chat: message for message in heard if message.board is not None}
    assert boards.keys() == {"lib", "klub"}
    themes = {
        chat: message.board.theme for chat, message in boards.items() if isinstance(message.board, BoardImage)
    }
    assert themes["lib"] != themes["klub"] == "night"
    assert "To move" in boards["lib"].text
    assert "Ruch: " in boards["klub"].text
    (due,) = await hall.due()
    assert due.code is not None
    sides = {"anna": {}, "bohdan": KLUB}
    for ply in range(6):
        game = await hall.game(due.code)
        user = await hall.account(game, game.game.turn)
        here = boards["klub" if user == "bohdan" else "lib"]
        if ply % 2:
            heard = await hall.say(user, press=f"play:{due.code}:{game.version}:0", **sides[user])
        else:
            move = game.game.rules.game_type.format_move(
                game.game.position, game.game.position.legal_moves()[0]
            )
            heard = await hall.say(user, move, reply_to=here.id, **sides[user])
        boards = {message.chat: message for message in heard if message.board is not None}
        assert boards.keys() == {"lib", "klub"}
        assert (await hall.game(due.code)).game.ply == ply + 1
    assert chats_of(heard, "board.players") == ["klub", "lib"]


async def test_a_piece_is_chosen_only_where_it_is_pressed(hall: Hall) -> None:
    code = await play_across(hall)
    game = await hall.game(code)
    user = await hall.account(game, Color.WHITE)
    where = KLUB if user == "bohdan" else {}
    (board,) = (m for m in await hall.say(user, f"/board {code}", **where) if m.board is not None)
    heard = await hall.say(user, press=board.button("piece"), **where)
    assert [message.chat for message in heard] == [where.get("chat", "lib")]


async def test_offers_answers_and_ends_reach_both_places(hall: Hall) -> None:
    code = await play_across(hall)
    offered = await hall.say("anna", f"/draw {code}")
    assert chats_of(offered, "game.draw-offered") == ["klub", "lib"]
    answer = next(m for m in offered if m.chat == "klub" and "game.draw-offered" in m.keys)
    heard = await hall.do("bohdan", press=answer.button("draw", "accept"), **KLUB)
    assert chats_of(heard, "end.drawn") == ["klub", "klub", "lib", "lib"]
    assert chats_of(heard, "event.over") == ["klub", "lib"]
    assert [finding async for finding in check(hall.database)] == []


async def test_an_outage_and_a_fallen_flag_are_told_in_both_places(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        code = await play_across(hall, "riazor")
        now = hall.clock.now()
    async with open_hall(tmp_path, now=now + timedelta(hours=1)) as hall:
        assert chats_of(await hall.hear(), "outage.credited") == ["klub", "lib"]
        assert (await hall.game(code)).game.outcome is None
        heard = await hall.advance(timedelta(minutes=11))
        assert set(chats_of(heard, "end.won")) == {"klub", "lib"}


async def test_a_resignation_is_seen_in_both_places(hall: Hall) -> None:
    code = await play_across(hall)
    white = await hall.account(await hall.game(code), Color.WHITE)
    where = KLUB if white == "bohdan" else {}
    asked = await hall.do(white, f"/resign {code}", **where)
    assert [message.chat for message in asked] == [where.get("chat", "lib")]
    heard = await hall.do(white, press=asked[0].button("resign", "yes white"), **where)
    assert set(chats_of(heard, "end.won")) == {"klub", "lib"}


async def test_two_of_one_linked_chat_play_there_and_those_without_account_at_home(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    await link(hall, KLUB)
    for user in ("bohdan", "igor"):
        await hall.do(user, "/join", **KLUB)
    await hall.organise("/tournament add Jan")
    await hall.close_and_draw()
    await hall.organise("/tournament start")
    while not (codes := [due.code for due in await hall.due() if due.code is not None]):
        await hall.decide_all("1-0")
        await hall.organise("/next")
    game = await hall.game(codes[0])
    async with hall.database.reading() as reading:
        klub = await reading.places.by_ref("telegram", "damka", "klub")
    assert klub is not None
    assert game.places == (klub.id,)
    heard = await hall.say("igor", f"/board {codes[0]}", **KLUB)
    assert next(m for m in heard if m.board is not None).presses


async def test_whoever_signs_up_in_private_plays_in_the_chat_where_they_began(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    await link(hall, KLUB)
    await hall.say("bohdan", f"/join #{(await hall.event()).code}", **{**KLUB, "chat": "@bohdan"})
    await hall.do("bohdan", press=await _who(hall, "bohdan"), **{**KLUB, "chat": "@bohdan"})
    file = await hall.event()
    assert [file.place_of(number) for number in file.cards] == [file.linked[0]]


async def test_questions_in_private_keep_the_chat_in_which_they_were_asked_for(hall: Hall) -> None:
    await hall.open("grodziec-2017")
    await link(hall, {"chat": "annex"})
    await hall.do("anna", "/join", chat="annex")
    await hall.answer("anna", "me", "self")
    file = await hall.event()
    assert file.linked
    assert [file.place_of(number) for number in file.cards] == [file.linked[0]]
    await hall.organise("/tournament unlink")
    await hall.say("zofia", "/tournament unlink", admin=True, chat="annex")
    file = await hall.event()
    assert [file.place_of(number) for number in file.cards] == [file.place]


async def _who(hall: Hall, user: str) -> str:
    return f"ask:{(await hall.event()).code}:1:me"


async def test_one_who_plays_both_sides_sees_one_board(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    await link(hall, KLUB)
    alone = {**KLUB, "chat": "@teacher"}
    code = (await hall.event()).code
    for name in ("Ala", "Ola"):
        await hall.say("teacher", f"/join #{code}", **alone)
        await hall.say("teacher", press=f"ask:{code}:1:other", **alone)
        await hall.say("teacher", name, **alone)
    assert len((await hall.event()).cards) == 2
    await hall.close_and_draw()
    heard = await hall.organise("/tournament start")
    assert [message.chat for message in heard if message.board is not None] == ["klub"]
