"""Looking at games: boards from either side, moves, clocks, lists, records and films."""

from __future__ import annotations

import pytest

from bot.replies import Animation, BoardImage, Verbatim
from rules.pdn import parse_pdn
from storage.repositories.games import GameStatus
from tests.commands.room import Room, keys, words


async def test_a_board_is_posted_anew_for_whoever_asks_and_everybody_sees_it(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    [board] = await room.say("ola", "/board")
    assert board.to is None
    assert board.subject == f"board:{code}"
    assert board.reply.afresh
    assert isinstance(board.board, BoardImage)
    assert board.board.viewed_by == "white"
    assert not board.board.is_over


async def test_a_board_is_seen_from_the_side_on_turn_unless_it_is_turned(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await room.play("c3-d4")
    seen = {}
    for view in ("", "flip", "obróć", "поверни"):
        [message] = await room.say("ola", f"/board {code} {view}")
        assert isinstance(message.board, BoardImage)
        assert len(message.board.last) == 2
        seen[view] = message.board.viewed_by
    assert seen == {"": "black", "flip": "white", "obróć": "white", "поверни": "white"}


async def test_a_board_in_characters_is_for_the_one_who_asks(room: Room) -> None:
    await room.begin("grodziec-2017")
    [message] = await room.say("ola", "/board text")
    assert message.to == "ola"
    [drawn] = [line for line in message.reply.lines if isinstance(line, Verbatim)]
    assert drawn.fixed_width
    assert len(drawn.text.splitlines()) >= 8


async def test_a_board_is_looked_at_from_another_chat_without_its_buttons(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    for text in (f"/board {code}", f"/game {code}"):
        [message] = await room.say("ola", text, chat="elsewhere")
        assert message.board is not None
        assert message.presses == []
        assert message.subject is None


@pytest.mark.parametrize("text", ["/board", "/moves", "/clock", "/pdn", "/gif"])
async def test_where_nothing_is_played_there_is_nothing_to_see(room: Room, text: str) -> None:
    assert keys(await room.say("anna", text)) == ["error.no-game-here"]
    await room.say("anna", "/play grodziec-2017")
    code = (await room.games())[0].code
    assert keys(await room.say("anna", text)) == ["error.no-game-here"]
    assert keys(await room.say("anna", f"{text} {code}")) == ["refused.not-begun"]
    assert keys(await room.say("anna", f"{text} G2R2")) == ["error.unknown-game"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("/board", "board.players"),
        ("/moves", "refused.not-running"),
        ("/pdn", "game.pdn"),
        ("/gif", "game.gif"),
    ],
)
async def test_where_nothing_is_played_any_more_the_last_game_is_seen(
    room: Room, text: str, key: str
) -> None:
    for _ in range(2):
        code = await room.begin("grodziec-2017")
        await room.say("anna", "c3-d4")
        [asked] = await room.say("piotr", "/resign")
        await room.say("piotr", press=asked.button("resign", "yes black"))
    heard = await room.say("eva", text)
    assert key in keys(heard)
    assert code in heard[0].text


async def test_moves_are_listed_where_that_gives_nothing_away(room: Room) -> None:
    await room.begin("pzwarc-64")
    [listed] = await room.say("ola", "/moves")
    assert listed.to == "ola"
    assert "Anna" in listed.text
    game = (await room.games())[0].game
    for move in game.position.legal_moves():
        assert game.rules.game_type.format_move(game.position, move) in listed.text


@pytest.mark.parametrize(("clock", "parts"), [("10+5", "10:00"), ("2d", "2 days"), ("none", "")])
async def test_clocks_are_told(room: Room, clock: str, parts: str) -> None:
    await room.begin("grodziec-2017", clock)
    [told] = await room.say("ola", "/clock")
    assert "clock.settings" in told.keys
    assert told.keys.count("clock.left") == (0 if clock == "none" else 2)
    assert parts in told.text


async def test_games_are_listed_with_a_button_each(room: Room) -> None:
    assert keys(await room.say("anna", "/games")) == ["games.none"]
    code = await room.begin("grodziec-2017")
    await room.say("anna", "/play riazor")
    await room.say("anna", "/play @piotr riazor")
    [listed] = await room.say("ola", "/games")
    assert {"games.running", "games.open", "games.offered"} <= set(listed.keys)
    heard = await room.say("ola", press=listed.button("do", f"game {code}"))
    assert heard[0].board is not None


async def test_to_somebody_alone_all_are_listed_that_they_play(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await room.say("anna", "/play riazor")
    [listed] = await room.say("anna", "/games", chat="@anna")
    assert set(listed.keys) == {"games.yours", "games.running", "games.open"}
    heard = await room.say("anna", press=listed.button("do", f"game {code}"), chat="@anna")
    assert heard[0].board is not None
    [none] = await room.say("ola", "/games", chat="@ola")
    assert none.keys == ["games.none-of-yours"]
    assert "/play" in none.text


async def test_a_long_list_of_games_is_cut_and_says_so(room: Room) -> None:
    for number in range(23):
        await room.say(f"user{number}", "/play grodziec-2017")
    [listed] = await room.say("ola", "/games")
    assert listed.keys.count("games.open") == 20
    assert "games.more" in listed.keys
    assert "3" in listed.text.splitlines()[-1]


async def test_one_game_is_shown_in_every_state(room: Room) -> None:
    [_] = await room.say("anna", "/play grodziec-2017")
    code = (await room.games())[0].code
    assert "game.status-offered" in keys(await room.say("ola", f"/game {code}"))
    await room.say("anna", "/cancel")
    assert "game.status-cancelled" in keys(await room.say("ola", f"/game {code}"))
    running = await room.begin("grodziec-2017")
    [shown] = await room.say("ola", f"/partia {running.lower()}")
    assert "board.turn" in shown.keys
    await room.say("eva", f"/adjudicate {running} 1-0 because", admin=True)
    [ended] = await room.say("ola", f"/game {running}")
    assert "end.won" in ended.keys
    assert ended.presses == []
    assert isinstance(ended.board, BoardImage)
    assert ended.board.is_over


async def test_the_record_and_the_film_of_a_game(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    assert keys(await room.say("ola", "/gif")) == ["refused.no-moves"]
    await room.play("c3-d4", "f6-g5", "b2-c3")
    [record] = await room.say("ola", "/pdn")
    assert record.document.name == f"{code}.pdn"
    [game] = parse_pdn(record.document.text)
    assert [move.text for move in game.moves] == ["c3-d4", "f6-g5", "b2-c3"]
    assert dict(game.tags)["White"] == "Anna"
    [film] = await room.say("ola", f"/gif {code}")
    assert isinstance(film.board, Animation)
    assert film.board.moves == ("c3-d4", "f6-g5", "b2-c3")


async def test_under_a_result_there_are_buttons_for_record_and_film(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await room.play("c3-d4")
    heard = await room.say("eva", f"/adjudicate {code} 1-0 because", admin=True)
    assert (await room.game(code)).record.status is GameStatus.ENDED
    [record] = await room.say("ola", press=heard[-1].button("do", f"pdn {code}"))
    assert "1-0" in record.document.text or "2-0" in record.document.text
    [film] = await room.say("ola", press=heard[-1].button("do", f"gif {code}"))
    assert code in words([film])
