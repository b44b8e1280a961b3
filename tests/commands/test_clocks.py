"""Time: flags that fall while nobody writes, late inputs, days for a move, pauses, and outages of ours."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.commands.record import DeadlineKind
from rules.ending import Reason
from rules.pieces import Color
from storage.repositories.games import GameStatus
from tests.commands.room import NOW, Room, keys, open_room, words

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


async def outcome(room: Room, code: str) -> tuple[Color | None, Reason] | None:
    found = (await room.game(code)).game.outcome
    return None if found is None else (found.winner, found.reason)


async def test_a_flag_falls_while_nobody_writes(room: Room) -> None:
    code = await room.begin("riazor", "10+5")
    assert await room.advance(10 * MINUTE - SECOND) == []
    board, end = await room.advance(SECOND)
    assert "reason.flag" in board.keys
    assert board.presses == []
    assert "Perdido d" in end.text
    assert "Piotr" in end.text
    assert await outcome(room, code) == (Color.BLACK, Reason.FLAG)
    assert await room.advance(timedelta(days=30)) == []


async def test_the_clock_of_the_regulation_runs_where_none_is_named(room: Room) -> None:
    code = await room.set_up("riazor", clock="")
    await room.advance(10 * MINUTE)
    assert await outcome(room, code) == (Color.BLACK, Reason.FLAG)


async def test_each_move_adds_the_increment_and_starts_the_other_clock(room: Room) -> None:
    code = await room.begin("grodziec-2017", "1+5")
    await room.advance(30 * SECOND)
    await room.play("c3-d4")
    await room.advance(10 * SECOND)
    await room.play("f6-g5")
    [clocks] = await room.say("ola", "/clock")
    assert "0:35" in clocks.text
    assert "0:55" in clocks.text
    deadline = (await room.game(code)).row.deadline
    assert deadline == room.clock.now() + 35 * SECOND


async def test_a_move_that_was_sent_in_time_counts_although_it_arrives_late(room: Room) -> None:
    code = await room.begin("grodziec-2017", "1+0")
    room.clock.move_to(NOW + 70 * SECOND)
    heard = await room.say("anna", "c3-d4", late=15 * SECOND)
    assert "board.last-white" in keys(heard)
    assert await outcome(room, code) is None
    # Black's clock has run since the move was made, not since it arrived
    assert (await room.game(code)).row.deadline == NOW + 55 * SECOND + MINUTE


async def test_a_move_that_was_sent_too_late_finds_the_flag_fallen(room: Room) -> None:
    code = await room.begin("grodziec-2017", "1+0")
    room.clock.move_to(NOW + 70 * SECOND)
    heard = await room.say("anna", "c3-d4", late=5 * SECOND)
    assert "reason.flag" in keys(heard)
    assert (await room.game(code)).game.ply == 0
    assert await outcome(room, code) == (Color.BLACK, Reason.FLAG)


@pytest.mark.parametrize("text", ["/draw", "/resign", "/abort", "/draw claim"])
async def test_whatever_a_player_wants_after_the_fall_of_the_flag_they_have_lost(
    room: Room, text: str
) -> None:
    code = await room.begin("grodziec-2017", "1+0")
    room.clock.move_to(NOW + 2 * MINUTE)
    heard = await room.say("anna", text)
    if text == "/resign":
        heard = await room.say("anna", press=heard[0].button("resign", "yes white"))
    assert "reason.flag" in keys(heard)
    assert await outcome(room, code) == (Color.BLACK, Reason.FLAG)


async def test_the_opponents_resignation_after_the_fall_of_the_flag_does_not_save_it(room: Room) -> None:
    code = await room.begin("grodziec-2017", "1+0")
    room.clock.move_to(NOW + 2 * MINUTE)
    [question] = await room.say("piotr", "/resign")
    await room.say("piotr", press=question.button("resign", "yes black"))
    assert await outcome(room, code) == (Color.BLACK, Reason.FLAG)


async def test_an_input_from_the_future_counts_now(room: Room) -> None:
    code = await room.begin("grodziec-2017", "1+0")
    await room.say("anna", "c3-d4", late=-5 * MINUTE)
    assert (await room.game(code)).row.deadline == NOW + MINUTE


async def test_an_input_from_before_the_last_move_counts_after_it(room: Room) -> None:
    code = await room.begin("grodziec-2017", "10+0")
    room.clock.move_to(NOW + 5 * MINUTE)
    await room.say("anna", "c3-d4")
    await room.say("piotr", "f6-g5", late=4 * MINUTE)
    assert (await room.game(code)).row.deadline == NOW + 5 * MINUTE + 5 * MINUTE


async def test_days_for_a_move_are_given_anew_with_each_move(room: Room) -> None:
    code = await room.begin("grodziec-2017", "2d")
    await room.advance(timedelta(days=1, hours=23))
    board = (await room.play("c3-d4"))[-1]
    assert "board.move-until" in board.keys
    assert (await room.game(code)).row.deadline == room.clock.now() + timedelta(days=2)
    heard = await room.advance(timedelta(days=2))
    assert "reason.deadline" in keys(heard)
    assert await outcome(room, code) == (Color.WHITE, Reason.DEADLINE)


async def test_without_a_clock_nothing_ever_falls(room: Room) -> None:
    code = await room.begin("grodziec-2017", "none")
    assert await room.advance(timedelta(days=365)) == []
    assert (await room.game(code)).row.deadline is None


async def test_a_paused_clock_stands_and_goes_on_where_it_stood(room: Room) -> None:
    code = await room.begin("grodziec-2017", "10+0")
    await room.advance(4 * MINUTE)
    heard = await room.say("eva", f"/pause {code} fire alarm", admin=True)
    assert "game.paused" in keys(heard)
    assert heard[-1].presses == []
    assert await room.advance(timedelta(hours=5)) == []
    for text in ("c3-d4", "22-18", "a3 b4"):
        assert keys(await room.say("anna", text)) == ["refused.paused"]
    assert await room.say("anna", "12-10") == []
    assert keys(await room.say("eva", f"/pause {code} again", admin=True)) == ["refused.paused"]
    heard = await room.say("eva", f"/resume {code} all is well", admin=True)
    assert "game.resumed" in keys(heard)
    assert await room.advance(6 * MINUTE - SECOND) == []
    await room.advance(SECOND)
    assert await outcome(room, code) == (Color.BLACK, Reason.FLAG)


async def test_a_paused_game_can_still_be_resigned_and_drawn(room: Room) -> None:
    code = await room.begin("grodziec-2017", "10+0")
    await room.say("eva", f"/pause {code} lunch", admin=True)
    await room.say("anna", "/draw")
    await room.say("piotr", "/draw accept")
    assert await outcome(room, code) == (None, Reason.AGREEMENT)


# --- outages ------------------------------------------------------------------------------------------------


async def test_an_outage_is_given_back_to_clocks_and_challenges_and_is_said(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        code = await room.begin("grodziec-2017", "10+0")
        days = await room.begin("grodziec-2017", "1d", chat="other")
        await room.begin("grodziec-2017", "none")
        await room.say("anna", "/play grodziec-2017")
        await room.advance(4 * MINUTE)
    async with open_room(tmp_path, now=NOW + timedelta(hours=3, minutes=4)) as room:
        heard = await room.hear()
        assert sorted(keys(heard)) == ["outage.credited", "outage.credited"]
        assert code in words(heard)
        assert days in words(heard)
        games = {file.code: file for file in await room.games()}
        assert games[code].row.deadline == NOW + timedelta(hours=3) + 10 * MINUTE
        assert games[days].row.deadline == NOW + timedelta(hours=27)
        offered = next(file for file in games.values() if file.record.status is GameStatus.OFFERED)
        assert offered.row.deadline == NOW + timedelta(hours=27)
        for file in games.values():
            due = file.record.deadline
            assert file.row.deadline == (due[0] if due else None)
        assert await room.advance(6 * MINUTE - SECOND) == []
        await room.advance(SECOND)
        assert await outcome(room, code) == (Color.BLACK, Reason.FLAG)


async def test_an_outage_is_given_back_once(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        code = await room.begin("grodziec-2017", "10+0")
    async with open_room(tmp_path, now=NOW + timedelta(hours=1)) as room:
        await room.dispatcher.credit_outages()
        assert keys(await room.hear()) == ["outage.credited"]
    async with open_room(tmp_path, now=NOW + timedelta(hours=2)) as room:
        assert keys(await room.hear()) == ["outage.credited"]
        assert (await room.game(code)).row.deadline == NOW + timedelta(hours=2) + 10 * MINUTE


async def test_a_short_outage_is_given_back_without_a_word(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        code = await room.begin("grodziec-2017", "10+0")
    async with open_room(tmp_path, now=NOW + 9 * SECOND) as room:
        assert await room.hear() == []
        assert (await room.game(code)).row.deadline == NOW + 9 * SECOND + 10 * MINUTE


async def test_a_move_sent_during_an_outage_counts_from_when_it_was_sent(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        code = await room.begin("grodziec-2017", "10+0")
        await room.advance(4 * MINUTE)
    async with open_room(tmp_path, now=NOW + timedelta(hours=1)) as room:
        await room.hear()
        await room.say("anna", "c3-d4", late=30 * MINUTE)
        file = await room.game(code)
        assert file.game.ply == 1
        assert file.row.deadline is not None
        assert file.row.deadline_kind == DeadlineKind.FLAG


async def test_a_paused_game_needs_nothing_back(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        code = await room.begin("grodziec-2017", "10+0")
        await room.say("eva", f"/pause {code} lunch", admin=True)
    async with open_room(tmp_path, now=NOW + timedelta(hours=1)) as room:
        assert await room.hear() == []
        await room.say("eva", f"/resume {code} on", admin=True)
        assert (await room.game(code)).row.deadline == room.clock.now() + 10 * MINUTE


async def test_a_flag_falls_at_its_time_also_after_a_restart(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        code = await room.begin("grodziec-2017", "10+0")
        await room.advance(4 * MINUTE)
    async with open_room(tmp_path, now=NOW + 4 * MINUTE) as room:
        assert await room.advance(6 * MINUTE - SECOND) == []
        heard = await room.advance(SECOND)
        assert "reason.flag" in keys(heard)
        assert await outcome(room, code) == (Color.BLACK, Reason.FLAG)


async def test_a_deadline_that_was_moved_does_not_act(room: Room) -> None:
    code = await room.begin("grodziec-2017", "1+30")
    game = await room.game(code)
    await room.advance(50 * SECOND)
    await room.play("c3-d4")
    await room.dispatcher.deadline_passed(game.id, NOW + MINUTE)
    assert await outcome(room, code) is None
