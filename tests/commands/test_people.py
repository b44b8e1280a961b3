"""What is stored about somebody, how it is erased, and names of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.replies import Said
from storage.repositories.games import GameStatus
from tests.commands.room import Room, keys, open_room, words
from tests.databases import contents

# --- what is stored about somebody --------------------------------------------------------------------------

NAME = "Żaneta Wiśniewska-Ćwik"


async def test_a_profile_shows_what_is_stored(room: Room) -> None:
    await room.say("zw17", "/play grodziec-2017", name=NAME)
    [shown] = await room.say("zw17", "/profile", name=NAME)
    assert shown.to == "zw17"
    assert NAME in shown.text
    assert "1 open game" in shown.text


async def test_whoever_is_forgotten_leaves_no_name_in_the_file_and_results_under_a_number(
    tmp_path: Path,
) -> None:
    async with open_room(tmp_path) as room:
        await room.say("zw17", "/start", name="Żaneta Panieńska")  # an earlier name
        finished = await room.begin("grodziec-2017")
        # games that are over, running, offered, and one in which an arbiter wrote about her
        await room.say("zw17", "/play @anna riazor white", name=NAME)
        await room.say("anna", "/accept")
        ended = (await room.games())[-1].code
        await room.say("eva", f"/adjudicate {ended} 0-1 {NAME} was not there", admin=True)
        await room.say("zw17", "/play @anna grodziec-2017 black", name=NAME)
        await room.say("anna", "/accept")
        running = (await room.games())[-1].code
        await room.say("anna", f"/move {running} c3-d4")
        await room.say("zw17", "/play grodziec-2017", name=NAME)
        await room.say("anna", "/play @zw17 riazor")
        await room.say("ola", f"/pdn {running}", chat="elsewhere")
        await room.say("ola", "/games")
        await room.say("zw17", "/profile", name=NAME)
        [question] = await room.say("zw17", "/forgetme", name=NAME)
        assert question.to == "zw17"
        [notice] = await room.say("anna", press=question.button("forget"))
        assert notice.keys == ["error.not-your-button"]
        heard = await room.say("zw17", press=question.button("forget"), name=NAME)
        assert "profile.erased" in keys(heard)
        assert NAME not in words(heard)
        games = {file.code: file for file in await room.games()}
        assert games[ended].row.result == "0-1"
        assert games[running].row.result == "1-0"
        assert games[finished].record.status is GameStatus.RUNNING
        statuses = [file.record.status for file in games.values()]
        assert statuses.count(GameStatus.OFFERED) == 0
        [shown] = await room.say("ola", f"/game {ended}")
        assert "player.number" in shown.keys
        [record] = await room.say("ola", f"/pdn {ended}")
        assert '[White "Player ' in record.document.text
    stored = contents(tmp_path / "damka.db")
    for name in (NAME, "Wiśniewska", "Ćwik", "Panieńska", "Żaneta", "@zw17"):
        assert name.encode() not in stored, name
    assert b"Anna" in stored


async def test_a_name_that_was_only_invited_is_forgotten_as_well(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        await room.say("anna", "/play @zuza_k grodziec-2017")
        await room.say("anna", "/play @Zuza_K riazor")
        await room.say("anna", "/cancel " + (await room.games())[0].code)
        [question] = await room.say("zuza_k", "/forgetme", name="Zuza")
        await room.say("zuza_k", press=question.button("forget"), name="Zuza")
        assert {file.record.status for file in await room.games()} == {GameStatus.CANCELLED}
    stored = contents(tmp_path / "damka.db")
    assert b"Zuza" not in stored
    assert b"@zuza_k" not in stored


async def test_whoever_keeps_everything_loses_nothing(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    [question] = await room.say("anna", "/forgetme")
    data = question.button("forget").replace("yes", "no")
    assert keys(await room.say("anna", press=data)) == ["profile.kept"]
    assert (await room.game(code)).record.status is GameStatus.RUNNING


async def test_whoever_comes_back_after_being_forgotten_is_met_anew(room: Room) -> None:
    [question] = await room.say("anna", "/forgetme")
    await room.say("anna", press=question.button("forget"))
    code = await room.begin("grodziec-2017")
    assert "Anna" in (await room.board(code)).text


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<b>Anna</b> & Co", "<b>Anna</b> & Co"),
        ("*Anna* _x_ `y` [z](http://x)", "*Anna* _x_ `y` [z](http://x)"),
        ("{player} {0} %s", "{player} {0} %s"),
        ("Anna 🏆", "Anna 🏆"),
        ("אנה", "אנה"),
        ("\U0001f469\u200d\U0001f469\u200d\U0001f467 \U0001f3f3\ufe0f\u200d\U0001f308",) * 2,
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("An\u200dna\u200c", "Anna"),
        ("Zo\u0301sia", "Zósia"),
        ("Z" + "\u0316\u0301" * 40 + "algo", "\u0179\u0316\u0316\u0316\u0316algo"),
        ("Anna\u202eannA", "AnnaannA"),
        ("Anna\nMaria\tKowalska", "Anna Maria Kowalska"),
        ("Anna\u00a0Kowalska", "Anna Kowalska"),
        ("  Anna  ", "Anna"),
        ("\u200b\u200e\x00", "anna"),
        ("", "anna"),
        ("A" * 500, "A" * 64),
        ("\ud800", "anna"),
    ],
)
async def test_any_name_is_shown_as_one_line_and_as_it_is(room: Room, name: str, shown: str) -> None:
    [challenge] = await room.say("anna", "/play grodziec-2017 white", name=name)
    first = challenge.reply.lines[0]
    assert isinstance(first, Said)
    assert first.args["player"] == shown
    await room.say("piotr", "/accept", name=name)
    code = (await room.games())[0].code
    board = await room.board(code)
    assert shown in board.text
    [record] = await room.say("ola", f"/pdn {code}")
    assert "[White " in record.document.text


async def test_two_people_of_one_name_are_two(room: Room) -> None:
    await room.say("piotr", "/start", name="Anna")
    await room.say("anna", "/play @piotr grodziec-2017 white")
    await room.say("piotr", "/accept", name="Anna")
    file = (await room.games())[0]
    assert file.challenger.controllers != file.challenged.controllers
    assert keys(await room.say("piotr", "c3-d4", name="Anna")) == ["refused.not-your-turn"]


async def test_a_changed_name_counts_from_then_on(room: Room) -> None:
    await room.say("anna", "/start", name="Ania")
    [challenge] = await room.say("anna", "/play grodziec-2017", name="Anna Nowak")
    assert "Anna Nowak" in challenge.text
    await room.say("anna", "/cancel", name="Anna Nowak")
    [challenge] = await room.say("piotr", "/play @anna grodziec-2017")
    assert "Anna Nowak" in challenge.text
    assert "Ania" not in challenge.text
